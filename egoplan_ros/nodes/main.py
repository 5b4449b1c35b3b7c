"""Entry point of every node: ``python -m egoplan_ros.nodes.main NAME --ros-args …``."""

import signal
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from egoplan_ros.nodes.table import node_entry, read_parameters
from egoplan_ros.world.errors import InputError

BAD_INPUT = 2


def main(name: str, arguments: list[str] | None = None) -> int:
    """Run a node until SIGINT or SIGTERM.

    Args:
        name: of the node in the table.
        arguments: command line; the process's own by default.

    Returns:
        Exit code: 0 ended on request, 2 bad input (one line on standard error).
    """
    arguments = sys.argv if arguments is None else arguments
    starting = [True]
    # rclpy's own handler runs first and then this one. Without it a KeyboardInterrupt may strike
    # anywhere, in the middle of cleaning up for instance.
    signal.signal(signal.SIGINT, lambda *_: sys.exit(0) if starting else None)
    try:
        entry = node_entry(name)
        for flag, value in pairwise(arguments):
            if flag == "--params-file":
                read_parameters(Path(value))
        return _run(getattr(import_module(entry.module), entry.kind), arguments, starting)
    except InputError as error:
        print(f"{name}: {error}", file=sys.stderr, flush=True)
        return BAD_INPUT


def _run(kind: type, arguments: list[str], starting: list[bool]) -> int:
    import rclpy
    from rclpy.exceptions import ROSInterruptException
    from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor

    try:
        rclpy.init(args=arguments)
    except Exception as error:
        raise InputError(f"ROS arguments: {' '.join(str(error).split())}") from error
    starting.clear()
    node = None
    try:
        node = kind()
        executor = SingleThreadedExecutor()
        executor.add_node(node)
        executor.spin()
    except (KeyboardInterrupt, ExternalShutdownException, ROSInterruptException):
        pass
    except Exception:
        if rclpy.ok():
            raise
        # A callback met the context while it was being shut down: that is the end we wanted.
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if node is not None:
            node.close()
        rclpy.try_shutdown()
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print("usage: python -m egoplan_ros.nodes.main NAME [--ros-args …]", file=sys.stderr)
        sys.exit(BAD_INPUT)
    sys.exit(main(sys.argv[1]))
