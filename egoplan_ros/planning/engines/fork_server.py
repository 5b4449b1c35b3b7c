# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A Python program that is started once and then run many times, each time in a fork of its own.

Run as a program: ``fork_server.py PARENT FOLDER MODULE PRELOAD...``. It imports the PRELOAD modules
from FOLDER, then reads one JSON request a line from standard input, runs MODULE as ``python -m``
would in a forked child, and answers with the child's exit status. Start-up and imports, most of the
time of a short program, are paid once; each run still has a clean interpreter and limits of its
own. Nothing of ours is imported here, and nothing that runs here is imported by us.

It ends when its input closes or process PARENT ends, whichever comes first.
"""

import gc
import importlib
import json
import os
import resource
import runpy
import select
import signal
import sys

_FAILED = 1
"""Exit code of a program that raised an error."""


def main(parent: int, folder: str, module: str, preload: list[str]) -> int:
    """Serve until the parent is gone; returns 0."""
    watch = os.pidfd_open(parent)
    if os.getppid() != parent:
        return 0
    sys.path.insert(0, folder)
    for name in preload:
        importlib.import_module(name)
    gc.collect()
    # Forked children share these pages as long as nobody touches them.
    gc.freeze()
    while _await(sys.stdin.fileno(), watch):
        line = sys.stdin.readline()
        if not line:
            break
        child = os.fork()
        if child == 0:
            _run(json.loads(line), module)
        handle = os.pidfd_open(child)
        alive = _await(handle, watch)
        os.close(handle)
        if not alive:
            # We lead the group; nothing that was started here may outlive the parent.
            os.killpg(0, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        os.write(1, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    return 0


def _await(descriptor: int, watch: int) -> bool:
    """Wait until something can be read; False when the parent ended instead."""
    poller = select.poll()
    poller.register(descriptor, select.POLLIN | select.POLLHUP)
    poller.register(watch, select.POLLIN)
    return all(found != watch for found, _ in poller.poll())


def _run(request: dict[str, object], module: str) -> None:
    """Run the module in this (forked) process and leave it."""
    code: object = _FAILED
    try:
        os.chdir(str(request["directory"]))
        source = os.open(os.devnull, os.O_RDONLY)
        output = os.open("output.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for descriptor, target in ((source, 0), (output, 1), (output, 2)):
            os.dup2(descriptor, target)
        memory, seconds = int(str(request["memory_bytes"])), int(str(request["cpu_s"]))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        # A short life: collecting costs a quarter of the time, and the memory limit holds anyway.
        gc.disable()
        arguments = request["arguments"]
        assert isinstance(arguments, list)
        sys.argv = [module, *map(str, arguments)]
        runpy.run_module(module, run_name="__main__", alter_sys=False)
        code = 0
    except SystemExit as left:
        code = 0 if left.code is None else left.code
        if not isinstance(code, int):
            print(code)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code if isinstance(code, int) else _FAILED)


if __name__ == "__main__":
    # The parent ends us; a Ctrl-C on its terminal is its business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(main(int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]))
