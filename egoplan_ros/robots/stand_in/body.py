# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The robot's body in the simulator: it drives on, and runs into things."""

from math import cos, degrees, sin
from typing import Any

from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.geometry import Pose2D, wrap_angle

_LEAST_MOVE, _LEAST_TURN = 5e-4, 2e-4
"""Metres and radians that are not worth an action of the simulator; they are kept for the next."""


class Body:
    """A round base: the simulator's agent, of 0.2 m about ``base_link``, whatever it looks with.

    Attributes:
        base: true pose in map. struck: how often it ran into something.
    """

    def __init__(self, robot: ThorRobot) -> None:
        """Begin where the simulator begins; ``robot`` is not yet reset."""
        self._robot = robot
        self._rest = [0.0, 0.0]
        self.struck = 0
        self.base = robot.reset().robot.base

    def move(self, ahead: float, turn: float) -> tuple[float, float, bool]:
        """Turn on the spot, then go ahead.

        Args:
            ahead: metres. turn: radians to the left.

        Returns:
            Metres and radians that it truly went, and whether it ran into something.
        """
        self._rest[0] += ahead
        self._rest[1] += turn
        went = turned = 0.0
        hit = False
        if abs(self._rest[1]) > _LEAST_TURN:
            angle, self._rest[1] = self._rest[1], 0.0
            goal = Pose2D(self.base.x, self.base.y, wrap_angle(self.base.yaw + angle))
            if self._reach(goal):
                turned = angle
            else:
                hit = True
        if abs(self._rest[0]) > _LEAST_MOVE:
            way, self._rest[0] = self._rest[0], 0.0
            x = self.base.x + way * cos(self.base.yaw)
            y = self.base.y + way * sin(self.base.yaw)
            if self._reach(Pose2D(x, y, self.base.yaw)):
                went = way
            else:
                hit = True
        self.struck += hit
        return went, turned, hit

    def close(self) -> None:
        """End the simulator."""
        self._robot.close()

    def _reach(self, goal: Pose2D) -> bool:
        """Bring the base to a pose near its own; where something is in the way it stays."""
        here = self.base
        dx, dy = goal.x - here.x, goal.y - here.y
        turn = wrap_angle(goal.yaw - here.yaw)
        forward = dx * cos(here.yaw) + dy * sin(here.yaw)
        left = dy * cos(here.yaw) - dx * sin(here.yaw)
        done: list[tuple[str, float]] = []
        for plus, minus, amount in (
            ("MoveAhead", "MoveBack", forward), ("MoveLeft", "MoveRight", left)
        ):  # fmt: skip
            if abs(amount) < 1e-6:
                continue
            if not self._step(plus if amount > 0.0 else minus, moveMagnitude=abs(amount)):
                for action, length in reversed(done):
                    self._step(action, moveMagnitude=length)
                return False
            done.append((minus if amount > 0.0 else plus, abs(amount)))
        if abs(turn) > 1e-6:
            self._step("RotateLeft" if turn > 0.0 else "RotateRight", degrees=degrees(abs(turn)))
        self.base = goal
        return True

    def _step(self, action: str, **arguments: Any) -> bool:
        event = self._robot.controller.step(action, renderImage=False, **arguments)
        return bool(event.metadata["lastActionSuccess"])
