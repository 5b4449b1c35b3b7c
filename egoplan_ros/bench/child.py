# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A command that an episode runs as a process of its own, and that is never simply killed."""

import contextlib
import signal
import subprocess
import time
from collections.abc import Sequence

from egoplan_ros.world.system.signals import end_with_parent

WAYS_TO_END = ((signal.SIGINT, 40.0), (signal.SIGTERM, 10.0))
"""Signals to end with, and the seconds each gets; a graph takes up to 25 s to end its nodes."""

LOOK_UP = 1.0
"""Seconds between two looks whether the episode was called off."""


def run_child(
    command: Sequence[str],
    timeout: float,
    ways_to_end: Sequence[tuple[signal.Signals, float]] = WAYS_TO_END,
) -> tuple[str, str]:
    """Run a command to its end; its standard output and error.

    Interrupted or too late, it is asked to end, as it has processes of its own to end in turn, and
    waited for; it is killed only when it does not.

    Raises:
        subprocess.TimeoutExpired: it did not end in ``timeout`` seconds.
    """
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Of a terminal's Ctrl-C it hears through us alone: twice would cut its tidying up off.
        start_new_session=True,
        preexec_fn=end_with_parent,
    ) as process:
        try:
            return _communicate(process, timeout)
        except BaseException:
            _end(process, ways_to_end)
            raise


def _communicate(process: subprocess.Popen[str], timeout: float) -> tuple[str, str]:
    """In short waits: where Ray cancels an episode, a long one is not interrupted."""
    end = time.monotonic() + timeout
    while True:
        left = end - time.monotonic()
        try:
            return process.communicate(timeout=min(max(left, 0.0), LOOK_UP))
        except subprocess.TimeoutExpired:
            if left <= LOOK_UP:
                raise


def _end(
    process: subprocess.Popen[str], ways_to_end: Sequence[tuple[signal.Signals, float]]
) -> None:
    for sign, patience in ways_to_end:
        process.send_signal(sign)
        # Whoever presses Ctrl-C again goes on to the next way.
        with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            process.communicate(timeout=patience)
            return
    process.kill()
    process.communicate()
