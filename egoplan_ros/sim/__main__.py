"""`python -m egoplan_ros.sim`: started by AI2-THOR's client as if it were the Unity build.

The server pipe is opened before anything heavy is imported: a process that dies before that makes
the client wait for ever. Unity's single-dash words on the command line are ignored.
"""

import itertools
import os
import sys

USAGE = """usage: python -m egoplan_ros.sim [Unity words are ignored]

Embedded household simulator speaking AI2-THOR 5.0's FIFO protocol. Not started by hand; give it to
the client:

  Controller(local_executable_path="<python> -m egoplan_ros.sim", server_class=FifoServer,
             x_display=":0", scene="FloorPlan1", width=300, height=300)

Environment, set by the client: AI2THOR_SERVER_TYPE=FIFO, AI2THOR_FIFO_SERVER_PIPE_PATH,
AI2THOR_FIFO_CLIENT_PIPE_PATH.

  -h, --help   show this text
"""


def main(arguments: list[str]) -> int:
    """Serve until the client goes away; returns the exit code."""
    if "--help" in arguments or "-h" in arguments:
        print(USAGE)
        return 0
    kind = os.environ.get("AI2THOR_SERVER_TYPE", "FIFO")
    server_pipe = os.environ.get("AI2THOR_FIFO_SERVER_PIPE_PATH", "")
    client_pipe = os.environ.get("AI2THOR_FIFO_CLIENT_PIPE_PATH", "")
    if kind != "FIFO" or not server_pipe or not client_pipe:
        print(
            "egoplan-sim: no FIFO pipes in the environment; start it through ai2thor's Controller "
            "with server_class=FifoServer (see --help)",
            file=sys.stderr,
        )
        return 2
    parent = os.getppid()
    try:
        out = os.open(server_pipe, os.O_WRONLY)
    except OSError as error:
        print(f"egoplan-sim: cannot open server pipe {server_pipe}: {error}", file=sys.stderr)
        return 2
    # One core is ours; threads spinning on three-column matrix products only cost time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from egoplan_ros.sim.server import serve
    from egoplan_ros.sim.transport import FifoLink

    words = dict(itertools.pairwise(arguments))
    size = (_size(words.get("-screen-width")), _size(words.get("-screen-height")))
    serve(FifoLink(out, client_pipe, parent), size)
    return 0


def _size(word: str | None) -> int:
    return int(word) if word is not None and word.isdigit() and int(word) > 0 else 300


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
