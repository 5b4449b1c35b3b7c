# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Closed-loop motion of a mobile base on odometry: distance and angle commands, safely ended."""

from collections.abc import Callable
from math import atan2, copysign, cos, hypot, inf, isfinite, pi, sin

from egoplan_ros.robots.ahead.lookout import Lookout
from egoplan_ros.robots.blind_way import BlindWay
from egoplan_ros.robots.following import Following
from egoplan_ros.robots.motion import Motion, MotionLimits, Odometry, Velocity
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.primitive import ErrorCode

_FARTHEST = 1000.0
"""Metres, radians; a longer motion, or one that is no number, is a mistake."""

_HALF = 2.5
"""Radians from which on it is as far by the other side, and noise decides."""
_STIR, _STILL = 0.005, 0.2
"""Metres or radians that are no motion, and seconds of it that are rest."""
_STEER, _STEEPEST = 2.0, 0.3
"""Radians towards the line for each metre beside it, and at most."""
_WAITS = 0.1
"""Share of its speed below which a base waits for what its sensors say."""
_PUSHES = 3
"""Waits in a row before which a base that is free gets on."""

Contact = Callable[[float], tuple[ErrorCode, str] | None]


class BaseController:
    """Drives a base by velocity commands until odometry says it is where it should be.

    It publishes zero velocity whenever a motion ends, for whatever reason. The stop flag wins over
    everything: while it is set nothing but zero is published. What was under way when it was set
    does not go on afterwards, however soon it is released.
    """

    def __init__(
        self,
        publish_velocity: Callable[[Velocity], None],
        read_odometry: Callable[[], Odometry | None],
        clock: Callable[[], float],
        wait: Callable[[float], None],
        limits: MotionLimits | None = None,
        camera_alive: Callable[[], bool] = lambda: True,
        holonomic: bool = True,
        lookout: Lookout | None = None,
        deaf: Callable[[], str] = str,
        contact: Contact = lambda since: None,
        doubt: Callable[[str], None] = lambda line: None,
    ) -> None:
        """Set up.

        Args:
            publish_velocity: sends a command; also called from other threads by :meth:`stop`.
            read_odometry: latest odometry or None.
            clock: seconds.
            wait: lets the given seconds of that clock pass.
            limits: speeds and tolerances.
            camera_alive: whether the robot still sees; it does not move blind.
            holonomic: whether the base moves sideways, too; else it steers.
            lookout: tells what comes into the way of a motion ahead.
            deaf: why no base takes what is published; "" when one does.
            contact: why a motion that began at a time has to end, by what the base feels; or None.
            doubt: is told how the base, once it moved, does not do what is commanded; "" when it
                does, or the motion is over.
        """
        self._publish, self._odometry = publish_velocity, read_odometry
        self._clock, self._wait = clock, wait
        self._limits = limits or MotionLimits()
        self._camera_alive = camera_alive
        self._holonomic, self._lookout, self._deaf = holonomic, lookout, deaf
        self._stopped = False
        self._rest: Odometry | None = None
        # Counted, for between two looks at the flag it may be set and released.
        self._stops = self._begun = 0
        self._contact, self._began, self._doubt = contact, clock(), doubt

    @property
    def stopped(self) -> bool:
        """Whether the stop flag is set."""
        return self._stopped

    @property
    def halted(self) -> bool:
        """Whether the stop flag is set, or was since :meth:`begin`."""
        return self._stopped or self._stops != self._begun

    def begin(self) -> None:
        """What is done from now on ends with the next stop; stops before it are over."""
        self._begun, self._began = self._stops, self._clock()

    def stop(self) -> None:
        """Halt now, and refuse to move until :meth:`resume` and :meth:`begin`."""
        self._stopped = True
        self._rest = None
        self._stops += 1
        self._publish((0.0, 0.0, 0.0))

    def resume(self) -> None:
        """Allow what is begun from now on to move."""
        self._stopped = False

    def at_rest(self) -> bool:
        """Whether odometry has stood still for a while; asked again and again, it looks."""
        sample = self._odometry()
        if sample is None:
            return False
        since, now = self._rest or sample, sample.pose
        moved = hypot(now.x - since.pose.x, now.y - since.pose.y) > _STIR
        moved |= abs(wrap_angle(now.yaw - since.pose.yaw)) > _STIR
        self._rest = sample if moved or sample.stamp < since.stamp else since
        return sample.stamp - self._rest.stamp >= _STILL

    def move(self, forward: float, left: float) -> Motion:
        """Move by (forward, left) metres of the present heading, keeping the heading."""
        if not hypot(forward, left) < _FARTHEST:
            return Motion(ErrorCode.ROBOT_FAULT, f"a move of ({forward}, {left}) m is impossible")
        start = self._fresh()
        if isinstance(start, Motion):
            return start
        x = start.x + forward * cos(start.yaw) - left * sin(start.yaw)
        y = start.y + forward * sin(start.yaw) + left * cos(start.yaw)
        ahead = self._lookout if forward > 0.0 and left == 0.0 else None
        if ahead is not None:
            ahead.begin(forward)
        return self._run(Pose2D(x, y, start.yaw), ahead, hypot(forward, left))

    def turn(self, angle: float) -> Motion:
        """Turn on the spot by radians, counter-clockwise positive, less than a full turn."""
        if not abs(angle) < _FARTHEST:
            return Motion(ErrorCode.ROBOT_FAULT, f"a turn of {angle} rad is impossible")
        start = self._fresh()
        if isinstance(start, Motion):
            return start
        return self._run(Pose2D(start.x, start.y, wrap_angle(start.yaw + angle)), asked=angle)

    def _run(
        self,
        goal: Pose2D,
        ahead: Lookout | None = None,
        distance: float = 0.0,
        asked: float = 0.0,
    ) -> Motion:
        if problem := self._unheard():
            return Motion(ErrorCode.ROBOT_FAULT, problem)
        begin = progress = self._clock()
        best, limit, waits, waiting = inf, inf, 0, False
        blind = BlindWay(self._limits.blind)
        following = Following(self._limits.following, self._limits.lag)
        try:
            while True:
                pose = self._fresh()
                if isinstance(pose, Motion):
                    return pose
                dx, dy = goal.x - pose.x, goal.y - pose.y
                forward = dx * cos(pose.yaw) + dy * sin(pose.yaw)
                left = dy * cos(pose.yaw) - dx * sin(pose.yaw)
                turn = wrap_angle(goal.yaw - pose.yaw)
                if turn * asked < 0.0 and abs(turn) > _HALF:
                    turn += copysign(2.0 * pi, asked)  # on by the side that was asked for
                away, now = self._away(forward, left, distance), self._clock()
                if away <= self._limits.position and abs(turn) <= self._limits.angle:
                    return Motion(ErrorCode.NONE)
                if limit == inf:
                    slowest = self._limits.slowest if self._lookout else self._limits.linear
                    limit = self._limits.timeout + 2.0 * self._shortest(away, turn, slowest)
                to_go = max(forward, 0.0)
                if ahead is not None and (unknown := ahead.unseen(to_go)):
                    return Motion(
                        ErrorCode.PATH_BLOCKED, f"{unknown}; the base does not move blind"
                    )
                gap = None if ahead is None else ahead.obstacle(to_go)
                if gap is not None:
                    return Motion(
                        ErrorCode.PATH_BLOCKED, f"something came into the way, {gap:.1f} m ahead"
                    )
                rest = away + abs(turn)
                if rest < best - 0.3 * self._limits.position:
                    best, progress, waits = rest, now, 0
                if now - progress > self._limits.patience or waits > _PUSHES:
                    if problem := self._deaf():
                        return Motion(ErrorCode.ROBOT_FAULT, problem)
                    return Motion(
                        ErrorCode.COLLISION, f"blocked {away:.2f} m, {abs(turn):.2f} rad short"
                    )
                if now - begin > limit:
                    return Motion(ErrorCode.ROBOT_FAULT, "the motion took too long")
                share = self._share(blind, ahead, following)
                pace = self._pace(ahead, forward, left, away if distance > 0.0 else 0.0)
                x, y, rate = self._command(forward, left, turn, distance, pace)
                velocity = (share * x, share * y, share * rate)
                self._publish(velocity)
                following.command(now, velocity)
                self._wait(self._limits.period)
                passed = self._clock() - now
                blind.go(share * hypot(x, y) * passed)
                waits, waiting = waits + (share < _WAITS and not waiting), share < _WAITS
                if waiting:  # which takes none of the motion's time
                    progress, begin = progress + passed, begin + passed
        finally:
            self._publish((0.0, 0.0, 0.0))
            self._doubt("")

    def _share(self, blind: BlindWay, ahead: Lookout | None, following: Following) -> float:
        """Share of its speed at which the base may go on by what its sensors told."""
        if (sample := self._odometry()) is not None:
            blind.heard("odometry", sample.stamp)
            following.take(self._clock(), sample)
            self._doubt(following.problem)
        if ahead is not None:
            blind.heard("image", ahead.stamp)
        return blind.share

    def _unheard(self) -> str:
        """Why no base hears us, after what it takes to find one."""
        begin = self._clock()
        while (problem := self._deaf()) and self._clock() - begin < self._limits.patience:
            if self.halted:
                return ""
            self._wait(self._limits.period)
        return problem

    def _away(self, forward: float, left: float, distance: float) -> float:
        """Metres still to go; who only steers goes neither aside nor, turning, anywhere."""
        if self._holonomic:
            return hypot(forward, left)
        return abs(forward) if distance > 0.0 else 0.0

    def _shortest(self, away: float, turn: float, linear: float = 0.0) -> float:
        """Seconds that a motion takes at full speed, or at so many m/s."""
        return away / (linear or self._limits.linear) + abs(turn) / self._limits.angular

    def _pace(self, ahead: Lookout | None, forward: float, left: float, away: float) -> float:
        """Speed limit by what the camera sees, or saw, of the way, m/s."""
        limits = self._limits
        if self._lookout is None:
            return limits.linear
        if ahead is None:
            self._lookout.watch()
        near = ahead is not None and ahead.near < limits.near_distance
        pace = min(limits.linear, limits.near_linear) if near else limits.linear
        bearing = atan2(left if self._holonomic else 0.0, forward)
        unseen = away > limits.position and not self._lookout.knows(bearing, away)
        return min(pace, limits.unseen_linear) if unseen else pace

    def _command(
        self, forward: float, left: float, turn: float, distance: float, linear: float
    ) -> Velocity:
        limits = self._limits
        if not self._holonomic:
            if self._away(forward, left, distance) > limits.position:
                # Back onto the line, at an angle that gets smaller the nearer it is.
                aim = max(-_STEEPEST, min(_STEEPEST, _STEER * left))
                turn += aim if forward > 0.0 else -aim
            else:
                forward = 0.0
            left = 0.0
        forward, left = limits.gain * forward, limits.gain * left
        scale = min(1.0, linear / max(hypot(forward, left), 1e-9))
        rate = max(-limits.angular, min(limits.angular, limits.gain * turn))
        return forward * scale, left * scale, rate

    def _fresh(self) -> Pose2D | Motion:
        """The present pose, or why the base must not move."""
        if self.halted:
            return Motion(ErrorCode.CANCELLED, "stopped")
        if felt := self._contact(self._began):
            return Motion(*felt)
        if not self._camera_alive():
            return Motion(ErrorCode.ROBOT_FAULT, "no camera image; the base does not move blind")
        odometry = self._odometry()
        if odometry is None:
            return Motion(ErrorCode.ROBOT_FAULT, "no odometry yet")
        pose = odometry.pose
        if not all(map(isfinite, (pose.x, pose.y, pose.yaw))):
            return Motion(
                ErrorCode.ROBOT_FAULT, "odometry gives no finite pose; check the base's driver"
            )
        age = self._clock() - odometry.stamp
        if age > self._limits.stale:
            return Motion(ErrorCode.ROBOT_FAULT, f"odometry is {age:.1f} s old")
        if not age >= -self._limits.stale:
            return Motion(
                ErrorCode.ROBOT_FAULT,
                f"odometry is {-age:.1f} s ahead of the clock; synchronise the clocks",
            )
        return pose
