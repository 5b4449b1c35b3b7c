# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Motion of a base whose navigation answers: long ways by Nav2's action, the last of them by us."""

from collections.abc import Callable

from egoplan_ros.robots.base_controller import BaseController
from egoplan_ros.robots.lookout import Lookout
from egoplan_ros.robots.motion import Motion
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.primitive import ErrorCode

_MARGIN = 0.1
"""Metres by which a way must be longer than the navigation's tolerance for it to be asked."""
_CLOSE = 0.08
"""Metres from its end within which a motion ended where it should."""
_PATIENCE = 30.0
"""Seconds that a navigation may take beyond four times what the way takes at full speed."""

Navigate = Callable[[Pose2D, Callable[[], bool], float], tuple[ErrorCode, str]]


class NavigationController(BaseController):
    """Has a navigation go most of the way, and ends it by velocities where it is content too early.

    What is no longer than its goal checker's tolerance, and a turn on the spot, it does not see to:
    for such goals Nav2 is there already.
    """

    def __init__(
        self, navigate: Navigate, tolerance: Callable[[], float], *body: object, **more: object
    ) -> None:
        """Set up.

        Args:
            navigate: has a pose of base_link in the odometry's frame be reached, unless it is told
                to stop, within seconds; the error and a message.
            tolerance: of the navigation's goal checker, metres.
            body, more: as for :class:`BaseController`.
        """
        super().__init__(*body, **more)  # type: ignore[arg-type]
        self._navigate, self._told = navigate, tolerance
        self._met = 0.0

    def _run(
        self,
        goal: Pose2D,
        ahead: Lookout | None = None,
        distance: float = 0.0,
        asked: float = 0.0,
    ) -> Motion:
        if distance <= max(self._told(), self._met) + _MARGIN:
            return super()._run(goal, ahead, distance, asked)
        seconds = _PATIENCE + 4.0 * self._shortest(distance, 0.0)
        error, message = self._navigate(goal, lambda: isinstance(self._fresh(), Motion), seconds)
        pose = self._fresh()
        if isinstance(pose, Motion):
            return pose  # why it had to stop
        if error is not ErrorCode.NONE:
            return Motion(error, f"{message}, {goal.distance_to(pose.x, pose.y):.2f} m short")
        return self._end(goal, pose)

    def _end(self, goal: Pose2D, pose: Pose2D) -> Motion:
        """From where the navigation was content to where it should have gone."""
        left = goal.distance_to(pose.x, pose.y)
        self._met = max(self._met, left)  # what its goal checker takes for there
        if left > _CLOSE:
            motion = self.turn(pose.bearing_to(goal.x, goal.y))
            if motion.error is ErrorCode.NONE:
                motion = self.move(left, 0.0)
            if motion.error is not ErrorCode.NONE:
                return motion
        now = self._fresh()
        return now if isinstance(now, Motion) else self.turn(wrap_angle(goal.yaw - now.yaw))
