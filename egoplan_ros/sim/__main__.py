# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`python -m egoplan_ros.sim`: started by AI2-THOR's client as if it were the Unity build.

The server pipe is opened before anything heavy is imported: a process that dies before that makes
the client wait for ever. Unity's single-dash words on the command line are ignored.
"""

import itertools
import os
import sys
from pathlib import Path

USAGE = """usage: python -m egoplan_ros.sim [--scenes PATH] [--boot SCENE] [--faults FILE]
                               [ignored Unity words]

Embedded household simulator speaking AI2-THOR 5.0's FIFO and WSGI protocols. Not started by hand;
give it to the client:

  Controller(local_executable_path="<python> -m egoplan_ros.sim --scenes rooms/",
             server_class=FifoServer, x_display=":0", scene="FloorPlan1", width=300, height=300)

Environment, set by the client: AI2THOR_SERVER_TYPE and, for FIFO, AI2THOR_FIFO_SERVER_PIPE_PATH,
AI2THOR_FIFO_CLIENT_PIPE_PATH; for WSGI, AI2THOR_HOST, AI2THOR_PORT, AI2THOR_CLIENT_TOKEN.

  --scenes PATH  rooms recorded from AI2-THOR: a .json or .json.gz of metadata["objects"], or a
                 folder of them; each becomes the scene of its file's name
  --boot SCENE   scene of the first event, before any Reset (default: FloorPlan1)
  --faults FILE  what goes wrong, and how often (egoplan_ros/sim/faults.py); also from the
                 environment variable EGOPLAN_SIM_FAULTS
  -h, --help     show this text
"""
ALONE = (
    "egoplan-sim: no pipes or port in the environment; start it through ai2thor's Controller "
    "with server_class=FifoServer or WsgiServer (see --help)"
)
NO_PIPE = (
    "egoplan-sim: AI2THOR_FIFO_{name}_PIPE_PATH: {path} is no named pipe; start the simulator "
    "through ai2thor's Controller, which makes both pipes"
)


def main(arguments: list[str]) -> int:
    """Serve until the client goes away; returns the exit code."""
    if "--help" in arguments or "-h" in arguments:
        print(USAGE)
        return 0
    environment = os.environ
    kind = environment.get("AI2THOR_SERVER_TYPE", "FIFO")
    server_pipe = environment.get("AI2THOR_FIFO_SERVER_PIPE_PATH", "")
    client_pipe = environment.get("AI2THOR_FIFO_CLIENT_PIPE_PATH", "")
    host, port = environment.get("AI2THOR_HOST", "127.0.0.1"), environment.get("AI2THOR_PORT", "")
    fifo = kind == "FIFO" and bool(server_pipe and client_pipe)
    if not fifo and not (kind == "WSGI" and port.isdigit()):
        print(ALONE, file=sys.stderr)
        return 2
    parent = os.getppid()
    out = -1
    if fifo:
        for name, path in (("SERVER", server_pipe), ("CLIENT", client_pipe)):
            if not Path(path).is_fifo():
                # A regular file would be written over.
                print(NO_PIPE.format(name=name, path=path), file=sys.stderr)
                return 2
        try:
            out = os.open(server_pipe, os.O_WRONLY)
        except OSError as error:
            print(f"egoplan-sim: cannot open server pipe {server_pipe}: {error}", file=sys.stderr)
            return 2
    from egoplan_ros.world.system.threads import one_thread

    one_thread()
    from egoplan_ros.sim.faults import VARIABLE, load_faults
    from egoplan_ros.sim.scenes import Library
    from egoplan_ros.sim.server import serve
    from egoplan_ros.sim.simulation import BOOT_SCENE
    from egoplan_ros.sim.transport import FifoLink
    from egoplan_ros.sim.wsgi import WsgiLink
    from egoplan_ros.world.errors import InputError

    words = dict(itertools.pairwise(arguments))
    size = (_size(words.get("-screen-width")), _size(words.get("-screen-height")))
    try:
        library = Library.of(Path(words["--scenes"]) if "--scenes" in words else None)
        named = words.get("--faults") or environment.get(VARIABLE, "")
        faults = load_faults(Path(named)) if named else None
    except InputError as error:
        print(f"egoplan-sim: {error}", file=sys.stderr)
        return 2
    boot = words.get("--boot", BOOT_SCENE)
    if fifo:
        serve(FifoLink(out, client_pipe, parent), size, library, faults, boot)
    else:
        token = environment.get("AI2THOR_CLIENT_TOKEN", "")
        serve(WsgiLink(host, int(port), token), size, library, faults, boot)
    return 0


def _size(word: str | None) -> int:
    return int(word) if word is not None and word.isdigit() and int(word) > 0 else 300


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
