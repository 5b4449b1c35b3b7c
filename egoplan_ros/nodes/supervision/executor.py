# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An executor that outlives what goes wrong in a callback, rclpy's own included."""

from collections.abc import Callable

from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor

_MOST_IN_A_ROW = 100
"""Failures with no success between them, after which the process had better begin anew."""


class GuardedExecutor(SingleThreadedExecutor):
    """Tells an exception that leaves a callback, and goes on.

    Our own callbacks are guarded where they are registered. Some of rclpy's are not: of a message
    that cannot be decoded, or a time that is none, the exception would end the node.

    Args:
        tell: gets one line for each.
        letting: exceptions that are meant to end :meth:`spin`.
        context: of rclpy; None for the default one.
    """

    def __init__(
        self,
        tell: Callable[[str], None],
        letting: tuple[type[Exception], ...] = (),
        context: Context | None = None,
    ) -> None:
        super().__init__(context=context)
        self._tell = tell
        self._letting: tuple[type[Exception], ...] = (ExternalShutdownException, *letting)
        self._in_a_row = 0

    def spin_once(self, timeout_sec: float | None = None) -> None:
        """Run one callback, if there is one to run."""
        try:
            super().spin_once(timeout_sec)
            self._in_a_row = 0
        except self._letting:
            raise
        except Exception as error:
            self._in_a_row += 1
            if self._in_a_row >= _MOST_IN_A_ROW:
                raise
            self._tell(" ".join(f"{type(error).__name__}: {error}".split()))
