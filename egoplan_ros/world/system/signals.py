# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What Ctrl-C and SIGTERM do while a command works, and how a process ends with its parent."""

import ctypes
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

_PR_SET_PDEATHSIG = 1


def _libc() -> ctypes.CDLL | None:
    library = ctypes.CDLL(None)
    return library if hasattr(library, "prctl") else None


_LIBC = _libc()
"""Found before there is a process to begin: after a fork, nothing may be loaded."""


def end_with_parent() -> None:
    """In a new process, as ``preexec_fn``: default signals, and SIGTERM when its parent ends.

    A signal that is blocked in the parent, as SIGINT in Ray's processes, would never reach it.
    """
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _pass(number: int, frame: FrameType | None) -> None:
    """Nothing: what has to be done is being done."""


@contextmanager
def stop_signals(once: bool = False) -> Iterator[None]:
    """SIGTERM ends a command as Ctrl-C does; a shell's background job may have SIGINT ignored.

    Args:
        once: further ones are ignored, so that they do not cut off the tidying up.
    """

    numbers = (signal.SIGTERM, signal.SIGINT)

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        if once:
            for other in numbers:
                # Not SIG_IGN: one that has come already would be reported as an error.
                signal.signal(other, _pass)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def no_interrupts() -> Iterator[None]:
    """The files are finished even if Ctrl-C or SIGTERM comes again."""
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.stdout.flush()
