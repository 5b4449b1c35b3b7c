# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether a base does what is commanded: its odometry against the velocities that were sent."""

from bisect import insort
from collections import deque
from collections.abc import Iterator
from itertools import islice
from math import copysign, cos, inf, sin, sqrt

from egoplan_ros.robots.motion import Odometry, Velocity
from egoplan_ros.world.geometry import wrap_angle

_AXES = (
    (0.05, "m/s ahead", "m/s back"),
    (0.05, "m/s to the left", "m/s to the right"),
    (0.1, "rad/s to the left", "rad/s to the right"),
)
"""What a velocity consists of: the slowest that is judged, for below it wheels may stick, and how
it is told, by its sign."""
_NOISE, _LEAST_NOISE = 0.003, 0.001
"""Standard deviation of odometry's samples, metres and radians, until it is known, and at least."""
_KNOWN, _ENOUGH = 20, 80
"""Samples from which it is known, and of which it is known."""
_MOST, _WITHIN = 0.7, 1.036
"""Share of a normal distribution, and the standard deviations within which that is."""
_SURE = 4.0
"""Standard deviations of the speed between a base that follows and one that does not."""
_LONGEST = 1.0
"""Seconds of odometry that are judged; what cannot be told within them is not."""
_DENSEST = 0.03
"""Seconds between two samples that are judged, at least: more cost more, and tell no more."""
_STEPS = 3
"""Steps from sample to sample at least, of which the slowest and the fastest do not count."""
_HOLDS = 0.3
"""Seconds after which a base may halt by itself for want of the next command."""
_SAMPLES, _KEPT = int(_LONGEST / _DENSEST) + 2, 5.0
"""Samples that are kept, and seconds of commands beyond the lag."""


class Following:
    """Tells of a base that followed its commands, and does no longer though they went on.

    A residual of what is commanded and what is measured (Isermann 2006, Fault-Diagnosis Systems),
    of each axis by itself. What is measured is the mean speed over the shortest of the odometry's
    latest stretches that is long enough for their noise, which is estimated, too. Its slowest and
    its fastest step from sample to sample do not count (a trimmed mean), for an odometry filter may
    correct a pose by any distance. What is compared with it is the *least* of the commands in that
    stretch and ``lag`` before it, of one sign, and no more than what the base followed before: one
    that is late, or slow to accelerate, does not get slower by that. So a start, a change of
    direction and an end are never judged, nor a base that always is much slower than it is told;
    those are for the patience of who drives.
    """

    def __init__(self, share: float, lag: float) -> None:
        """Set up.

        Args:
            share: of the least command, below which a base does not follow; it does from half way
                between this and all of it on.
            lag: seconds from a command until odometry shows that it is done, at most.
        """
        self._share, self._enough, self._lag = share, 0.5 * (1.0 + share), lag
        self._commands: deque[tuple[float, Velocity]] = deque()
        self._samples: deque[tuple[float, Velocity]] = deque(maxlen=_SAMPLES)
        self._last: Odometry | None = None
        self._off: deque[Velocity] = deque(maxlen=_ENOUGH)
        self._followed = [0.0] * len(_AXES)
        self._lost = [""] * len(_AXES)

    @property
    def problem(self) -> str:
        """What the base does instead of what is commanded; "" while it follows, or is not known."""
        return next(filter(None, self._lost), "")

    def command(self, now: float, velocity: Velocity) -> None:
        """A velocity was sent, and holds until the next one."""
        self._commands.append((now, velocity))
        while self._commands[0][0] < now - self._lag - _KEPT:
            self._commands.popleft()

    def take(self, now: float, sample: Odometry) -> None:
        """Judge by the latest sample of odometry, of which the stamp may be ahead of now."""
        last = self._last
        if last is None or sample.stamp < last.stamp:  # the clock was set back
            self._last = sample
            self._samples.clear()
            self._samples.append((sample.stamp, (0.0, 0.0, 0.0)))
            return
        if sample.stamp < last.stamp + _DENSEST:
            return
        self._last = sample
        turned = wrap_angle(sample.pose.yaw - last.pose.yaw)
        yaw = last.pose.yaw + 0.5 * turned
        dx, dy = sample.pose.x - last.pose.x, sample.pose.y - last.pose.y
        ahead, left, angle = self._samples[-1][1]
        gone = (
            ahead + dx * cos(yaw) + dy * sin(yaw),
            left + dy * cos(yaw) - dx * sin(yaw),
            angle + turned,
        )
        self._samples.append((sample.stamp, gone))
        if len(self._samples) >= 3:
            (t0, a), (t1, b), (t2, c) = (self._samples[i] for i in (-3, -2, -1))
            share = (t1 - t0) / (t2 - t0)
            x, y, z = (abs(b[i] - a[i] - (c[i] - a[i]) * share) for i in range(3))
            self._off.append((x, y, z))
        for axis in range(len(_AXES)):
            self._judge(axis, min(now, sample.stamp))

    def _judge(self, axis: int, until: float) -> None:
        slowest, plus, minus = _AXES[axis]
        judged = self._measured(axis, slowest, until)
        if judged is None:
            self._followed[axis], self._lost[axis] = 0.0, ""
            return
        speed, least = judged
        followed = least if speed >= self._enough * least else min(self._followed[axis], least)
        self._followed[axis] = followed
        if not followed or speed >= self._enough * followed:
            self._lost[axis] = ""
        elif speed < self._share * followed and not self._lost[axis]:
            name = plus if self._commands[-1][1][axis] > 0.0 else minus
            self._lost[axis] = f"less than {self._share:.0%} of {followed:.2f} {name} is measured"

    def _measured(self, axis: int, slowest: float, until: float) -> tuple[float, float] | None:
        """The speed and the least command, both along the commands' sign."""
        command = self._commands[-1][1][axis] if self._commands else 0.0
        if abs(command) < slowest:
            return None
        sign, followed = copysign(1.0, command), self._followed[axis] or inf
        unsure = _SURE * sqrt(2.0) * self._noise(axis) / (self._enough - self._share)
        shortest = unsure / min(followed, abs(command))
        if shortest > _LONGEST:
            return None
        for length, seconds, speed in self._stretches(axis):
            if seconds < shortest:
                continue
            least = sign * self._least(axis, until - length - self._lag, until)
            if least < slowest:
                return None
            if seconds >= unsure / min(followed, least):
                return sign * speed, least
        return None

    def _stretches(self, axis: int) -> Iterator[tuple[float, float, float]]:
        """Of ever longer latest stretches: seconds, those of the steps that count, and speed."""
        later, after = end, there = self._samples[-1]
        steps: list[tuple[float, float]] = []
        for at, before in islice(reversed(self._samples), 1, None):
            if end - at > _LONGEST:
                return
            insort(steps, ((after[axis] - before[axis]) / (later - at), later - at))
            later, after = at, before
            if len(steps) >= _STEPS:
                (slowest, s0), (fastest, s1) = steps[0], steps[-1]
                seconds = end - at - s0 - s1
                gone = there[axis] - before[axis] - slowest * s0 - fastest * s1
                yield end - at, seconds, gone / seconds

    def _noise(self, axis: int) -> float:
        """Standard deviation of the samples, by how far most are from between their neighbours."""
        if len(self._off) < _KNOWN:
            return _NOISE
        off = sorted(off[axis] for off in self._off)
        return max(off[int(_MOST * len(off))] / _WITHIN / sqrt(1.5), _LEAST_NOISE)

    def _least(self, axis: int, since: float, until: float) -> float:
        """The command that held between two times with the least size; 0 if its sign changed."""
        low, high, later = inf, -inf, until
        for at, velocity in reversed(self._commands):
            if at < until:
                if later - at > _HOLDS:
                    return 0.0
                low, high, later = min(low, velocity[axis]), max(high, velocity[axis]), at
            if at <= since:
                return low if low > 0.0 else min(high, 0.0)
        return 0.0  # nothing was commanded yet
