# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Motion of a base that finds its way itself: Nav2, or whatever else follows a goal pose."""

from collections.abc import Callable
from math import inf

from egoplan_ros.robots.ahead.lookout import Lookout
from egoplan_ros.robots.base_controller import BaseController, Contact
from egoplan_ros.robots.escort import Escort
from egoplan_ros.robots.motion import Motion, MotionLimits, Odometry, Velocity
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.primitive import ErrorCode

_NEAR = 0.3
"""Metres, radians; Nav2's goal checker is content with 0.25 of each."""
_STILL = 1.0
"""Seconds at rest near the goal after which it will not come nearer."""
_IDLE = 5.0
"""Seconds within which it sets out, if it does."""
_PATIENCE = 15.0
"""Seconds at rest far from the goal; Nav2 plans anew, turns and waits before it gives up."""
_STIR = 0.02
"""Metres, radians; less is no motion."""


class GoalController(BaseController):
    """Sends each motion's end as a goal pose, and watches by odometry what comes of it.

    A motion is over when the base rests near its goal, or has come as near as a motion by velocity
    would. Whatever else ends it calls the goal off. The way, and what is in it, is the navigation's
    own affair, but where the camera gives no depth none is gone, and none too far on one image or
    sample of odometry; where the base came to rest is for the caller to see.
    """

    def __init__(
        self,
        send_goal: Callable[[Pose2D], None],
        call_off: Callable[[], bool],
        publish_velocity: Callable[[Velocity], None],
        read_odometry: Callable[[], Odometry | None],
        clock: Callable[[], float],
        wait: Callable[[float], None],
        limits: MotionLimits | None = None,
        camera_alive: Callable[[], bool] = lambda: True,
        contact: Contact = lambda since: None,
        lookout: Lookout | None = None,
    ) -> None:
        """Set up.

        Args:
            send_goal: sends a pose of base_link in the odometry's frame.
            call_off: ends the pursuit of whatever goal; whether anybody was there to be told.
            publish_velocity, read_odometry, clock, wait, limits, camera_alive, contact: as for
                :class:`BaseController`; only zero velocity is published.
            lookout: tells whether the camera gives depth; a way is not gone without.
        """
        super().__init__(
            publish_velocity, read_odometry, clock, wait, limits, camera_alive, contact=contact,
            lookout=lookout,
        )  # fmt: skip
        self._send, self._call_off = send_goal, call_off

    def stop(self) -> None:
        """Call the goal off, and refuse to move until :meth:`resume` and :meth:`begin`."""
        super().stop()
        self._halt()

    def _run(
        self,
        goal: Pose2D,
        ahead: Lookout | None = None,
        distance: float = 0.0,
        asked: float = 0.0,
    ) -> Motion:
        begin = rested = self._clock()
        rest, limit, moved, arrived, sent = None, inf, False, False, False
        # A turn shows a camera that has no depth where it is something else.
        lookout = self._lookout if distance > 0.0 else None
        escort = Escort(lookout, self._limits.blind, self._odometry, self._clock)
        try:
            while True:
                pose = self._fresh()
                if isinstance(pose, Motion):
                    return pose
                now = self._clock()
                away, turn = goal.distance_to(pose.x, pose.y), wrap_angle(goal.yaw - pose.yaw)
                if rest is None or _stirred(rest, pose):
                    moved = rest is not None
                    rest, rested = pose, now
                still = now - rested
                exact = away <= self._limits.position and abs(turn) <= self._limits.angle
                near = away <= _NEAR and abs(turn) <= _NEAR
                if exact or (near and moved and still > _STILL):
                    arrived = True
                    return Motion(ErrorCode.NONE)
                if escort.halts():
                    if escort.problem:
                        return Motion(ErrorCode.PATH_BLOCKED, escort.problem)
                    if sent:
                        self._halt()
                    sent, rested = False, now
                    if escort.waits():
                        self._wait(self._limits.period)
                        continue
                if not sent:
                    self._send(goal)
                    sent = True
                if limit == inf:
                    limit = self._limits.timeout + 4.0 * self._shortest(away, turn) + _PATIENCE
                short = f"{away:.2f} m, {abs(turn):.2f} rad short"
                if near and not moved and still > _IDLE:
                    why = "is its goal checker's tolerance larger?"
                    return Motion(ErrorCode.PATH_BLOCKED, f"the navigation stays {short}; {why}")
                if still > _PATIENCE:
                    return Motion(ErrorCode.PATH_BLOCKED, f"the navigation stays {short}")
                if now - begin > limit:
                    return Motion(ErrorCode.PATH_BLOCKED, f"the navigation took too long, {short}")
                self._wait(self._limits.period)
        finally:
            if not arrived:
                self._halt()

    def _halt(self) -> None:
        """Call the goal off; who knows no such thing is sent where it is."""
        if self._call_off():
            return
        odometry = self._odometry()
        if odometry is not None:
            self._send(odometry.pose)


def _stirred(before: Pose2D, now: Pose2D) -> bool:
    turned = abs(wrap_angle(now.yaw - before.yaw))
    return before.distance_to(now.x, now.y) > _STIR or turned > _STIR
