"""What Ctrl-C and SIGTERM do while a command works."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn


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
