# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An action server that a leap of the clock does not harm."""

from typing import Any

from rclpy.action import ActionServer
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

RESULT_SECONDS = 4
"""For which a result is kept. Who wants one asks for it at once, and in rclpy's 900 s all goals
would be told of anew whenever one of them changes."""


class SteadyActionServer(ActionServer):
    """Keeps results by a steady clock; rclpy's own goes by the node's, which may be simulated.

    When such a time leaps there and back, the timer of rcl that results are thrown away by has run
    out while no result is old enough, and rcl sets it anew only when one is. It stays ready for
    ever then: the executor turns without a pause, and services are no longer answered. The stamps
    of goals are of the steady clock, too.
    """

    def __init__(self, node: Node, *given: Any, **settings: Any) -> None:
        """As rclpy's."""
        giver: Any = node  # the clock is taken from it
        told = giver._clock
        giver._clock = self._clock = Clock(clock_type=ClockType.STEADY_TIME)  # rcl holds it not
        try:
            super().__init__(node, *given, **{"result_timeout": RESULT_SECONDS, **settings})
        finally:
            giver._clock = told
