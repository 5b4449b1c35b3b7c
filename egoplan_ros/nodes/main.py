# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Entry point of every node: ``python -m egoplan_ros.nodes.main NAME --ros-args …``."""

import os
import signal
import sys
import threading
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError, RobotError

BAD_INPUT = 2
UNCLAIMED, DEAF = 3, 4
CLAIM_SECONDS, DEAF_SECONDS = 15.0, 6.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _Ended(Exception):
    """The node was asked to end."""


class _Useless(Exception):
    """The node had better be started afresh.

    Args:
        code: with which its process ends.
        why: one line.
    """

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


def main(name: str, arguments: list[str] | None = None) -> int:
    """Run a node until SIGINT or SIGTERM.

    Args:
        name: of the node in the table.
        arguments: command line; the process's own by default.

    Returns:
        Exit code: 0 ended on request, 2 bad input (one line on standard error), 3 started again and
        not brought up by anybody, 4 other nodes are there and not heard any more.
    """
    arguments = sys.argv if arguments is None else arguments
    for sign in _SIGNALS:
        signal.signal(sign, lambda *_: sys.exit(0))
    # Imported only now: a signal may come while they are.
    from egoplan_ros.nodes.node_table import node_entry, require_middleware
    from egoplan_ros.nodes.parameter_file import read_parameters
    from egoplan_ros.nodes.supervision.participant import participant_environment
    from egoplan_ros.world.system.threads import one_thread

    one_thread()
    try:
        require_middleware()
        entry = node_entry(name)
        for flag, value in pairwise(arguments):
            if flag == "--params-file":
                read_parameters(Path(value))
        os.environ.update(participant_environment(name, os.environ))
        return _run(getattr(import_module(entry.module), entry.kind), arguments)
    except InputError as error:
        print(f"{name}: {error}", file=sys.stderr, flush=True)
        return BAD_INPUT


def _run(kind: Any, arguments: list[str]) -> int:
    import rclpy
    from rclpy.signals import SignalHandlerOptions

    from egoplan_ros.nodes.supervision.executor import GuardedExecutor
    from egoplan_ros.nodes.supervision.joining import joining

    try:
        with joining():
            rclpy.init(args=arguments, signal_handler_options=SignalHandlerOptions.NO)
    except (InputError, RobotError):
        raise
    except Exception as error:
        raise InputError(f"ROS arguments: {' '.join(str(error).split())}") from error
    node = None
    try:
        with joining():
            node = kind()
        executor = GuardedExecutor(partial(node.happened, "executor"), (_Ended, _Useless))
        executor.add_node(node)
        _end_on_signals(executor)
        if os.environ.get("EGOPLAN_RESTARTS", "0") != "0":
            _end_unless_claimed(node)
        _end_when_deaf(node)
        executor.spin()
    except _Ended:
        pass
    except _Useless as error:
        print(f"{kind.NAME}: {error}: it ends", file=sys.stderr, flush=True)
        return error.code
    finally:
        if node is not None:
            node.close()
        rclpy.try_shutdown()
    return 0


def _end_unless_claimed(node: Any) -> None:
    """Have a node that was started again end if nobody configures it, to be started afresh.

    After a node was killed, others may go on writing into the shared memory that was its own, and
    then never reach the one in its place. A configuration that fails is another matter.
    """
    from rclpy.clock import Clock, ClockType

    def look() -> None:
        timer.cancel()
        if node.state == "unconfigured" and not node.monitor.faults:
            raise _Useless(UNCLAIMED, "nobody brings this node up")

    timer = node.create_timer(CLAIM_SECONDS, look, clock=Clock(clock_type=ClockType.STEADY_TIME))


def _end_when_deaf(node: Any) -> None:
    """Have a node end that hears none of the others though they are there, to be started afresh.

    It beats, and its thread is free, but whatever it is asked stays without an answer.
    """
    from rclpy.clock import Clock, ClockType

    def look() -> None:
        if node.heart.unheard >= DEAF_SECONDS:
            raise _Useless(DEAF, "hears no other node any more")

    node.create_timer(1.0, look, clock=Clock(clock_type=ClockType.STEADY_TIME))


def _end_on_signals(executor: Any) -> None:
    """Have the executor end its spinning on a signal, with ROS still up.

    rclpy's own handlers shut ROS down first, and then a base cannot be told to halt any more. A
    Python handler alone would run only when the next callback does; the byte that is written here
    wakes a thread at once.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    for sign in _SIGNALS:
        signal.signal(sign, lambda *_: None)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)

    def end() -> None:
        raise _Ended

    def wait() -> None:
        os.read(reader, 1)
        executor.create_task(end)

    threading.Thread(target=wait, name="signals", daemon=True).start()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print("usage: python -m egoplan_ros.nodes.main NAME [--ros-args …]", file=sys.stderr)
        sys.exit(BAD_INPUT)
    sys.exit(main(sys.argv[1]))
