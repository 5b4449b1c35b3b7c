# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Motion of a base whose navigation answers: long ways by Nav2's action, the last of them by us."""

from collections.abc import Callable

from egoplan_ros.robots.ahead.lookout import Lookout
from egoplan_ros.robots.base_controller import BaseController
from egoplan_ros.robots.escort import Escort
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

    While it drives, depth has to come, and the base goes no farther than it may on one image or
    sample of odometry: then its goal is cancelled, and sent anew once there is the next one.

    What is no longer than its goal checker's tolerance, and a turn on the spot, it does not see to:
    for such goals Nav2 is there already.
    """

    def __init__(
        self,
        navigate: Navigate,
        tolerance: Callable[[], float],
        call_off: Callable[[], bool],
        *body: object,
        **more: object,
    ) -> None:
        """Set up.

        Args:
            navigate: has a pose of base_link in the odometry's frame be reached, unless it is told
                to stop, within seconds; the error and a message.
            tolerance: of the navigation's goal checker, metres.
            call_off: ends the pursuit of whatever goal; whether anybody was there to be told.
            body, more: as for :class:`BaseController`.
        """
        super().__init__(*body, **more)  # type: ignore[arg-type]
        self._navigate, self._told, self._call_off = navigate, tolerance, call_off
        self._met = 0.0

    def stop(self) -> None:
        """Call off every goal, also of a process before this one, and refuse to move."""
        super().stop()
        self._call_off()

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
        end = self._clock() + seconds
        escort = Escort(self._lookout, self._limits.blind, self._odometry, self._clock)

        def halts() -> bool:
            return isinstance(self._fresh(), Motion) or escort.halts()

        while True:
            if (pose := self._go_on(escort)) is not None:
                return pose
            error, message = self._navigate(goal, halts, max(end - self._clock(), 0.0))
            here = self._fresh()
            if isinstance(here, Motion):
                return here  # why it had to stop
            if escort.problem:
                return Motion(ErrorCode.PATH_BLOCKED, escort.problem)
            if error is ErrorCode.NONE:
                return self._end(goal, here)
            if error is ErrorCode.CANCELLED and escort.spent:
                if self._clock() < end:
                    continue
                error, message = ErrorCode.PATH_BLOCKED, "the navigation took too long"
            return Motion(error, f"{message}, {goal.distance_to(here.x, here.y):.2f} m short")

    def _go_on(self, escort: Escort) -> Motion | None:
        """Wait, at rest, for what the sensors have to say first; why it may not go on."""
        while escort.waits():
            if isinstance(pose := self._fresh(), Motion):
                return pose
            self._wait(self._limits.period)
        return Motion(ErrorCode.PATH_BLOCKED, escort.problem) if escort.problem else None

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
