"""Whether a base does what is commanded: its odometry against the velocities that were sent."""

from collections import deque
from math import cos, inf, sin, sqrt
from statistics import linear_regression, pstdev

from egoplan_ros.robots.motion import Odometry, Velocity
from egoplan_ros.world.geometry import wrap_angle

_AXES = (("m/s ahead", 0.05), ("m/s to the left", 0.05), ("rad/s to the left", 0.1))
"""What a velocity consists of, and the slowest that is judged: below it wheels may stick."""
_NOISE, _LEAST_NOISE = 0.003, 0.001
"""Standard deviation of odometry's samples, metres and radians, until it is known, and at least."""
_KNOWN = 20
"""Samples from which it is known."""
_SURE = 3.5
"""Standard deviations of the slope between a base that follows and one that does not."""
_SHORTEST, _LONGEST = 0.15, 0.6
"""Seconds of odometry that are judged; what cannot be told within them is not."""
_DENSEST = 0.015
"""Seconds between two samples that are judged, at least: more cost more, and tell no more."""
_SAMPLES = 3
"""Samples at least, for one that is late is no standstill."""
_HOLDS = 0.3
"""Seconds after which a base may halt by itself for want of the next command."""
_KEPT = 5.0
"""Seconds of commands and samples that are kept at most, whatever the lag."""


class Following:
    """Tells of a base that followed its commands, and does no longer though they went on.

    A residual of what is commanded and what is measured (Isermann 2006, Fault-Diagnosis Systems),
    of each axis by itself. What is measured is the slope of the odometry's poses over the shortest
    of its latest stretches that is long enough for their noise, which is estimated, too. What is
    compared with it is the *least* of the commands in that stretch and ``lag`` before it, of one
    sign: no base that follows them, late or limited in its acceleration, is slower once it was as
    fast. So a start, a change of direction and an end are never judged, nor a base that always is
    much slower than it is told; those are for the patience of who drives.
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
        self._samples: deque[tuple[float, Velocity]] = deque()
        self._last: Odometry | None = None
        self._followed = [False] * len(_AXES)
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

    def take(self, sample: Odometry) -> None:
        """Judge by the latest sample of odometry, of the clock of the commands."""
        last = self._last
        if last is None or sample.stamp < last.stamp:  # the clock was set back
            self._last, self._samples = sample, deque([(sample.stamp, (0.0, 0.0, 0.0))])
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
        while self._samples[0][0] < sample.stamp - _KEPT:
            self._samples.popleft()
        for axis in range(len(_AXES)):
            self._judge(axis)

    def _judge(self, axis: int) -> None:
        judged = self._measured(axis)
        if judged is None:
            self._followed[axis], self._lost[axis] = False, ""
            return
        measured, commanded = judged
        if measured >= self._enough * commanded:
            self._followed[axis], self._lost[axis] = True, ""
        elif measured < self._share * commanded and self._followed[axis] and not self._lost[axis]:
            unit = _AXES[axis][0]
            self._lost[axis] = f"{measured:.2f} of {commanded:.2f} {unit} are measured"

    def _noise(self, axis: int) -> float:
        """Standard deviation of the samples, by how far each is from between its neighbours."""
        if len(self._samples) < _KNOWN:
            return _NOISE
        recent, total = list(self._samples)[-2 * _KNOWN :], 0.0
        for (t0, a), (t1, b), (t2, c) in zip(recent, recent[1:], recent[2:], strict=False):
            off = b[axis] - a[axis] - (c[axis] - a[axis]) * (t1 - t0) / (t2 - t0)
            total += off * off
        return max(sqrt(total / (len(recent) - 2) / 1.5), _LEAST_NOISE)

    def _measured(self, axis: int) -> tuple[float, float] | None:
        """Slope of the odometry and the least command, both along the commands' sign."""
        slowest, end, samples = _AXES[axis][1], self._samples[-1][0], list(self._samples)
        if not self._commands or abs(self._commands[-1][1][axis]) < slowest:
            return None
        noise = self._noise(axis)
        for first in range(len(samples) - _SAMPLES, -1, -1):
            begin = samples[first][0]
            if end - begin > _LONGEST:
                return None
            least = self._least(axis, begin - self._lag, end)
            if abs(least) < slowest:
                return None
            times = [stamp - begin for stamp, _ in samples[first:]]
            spread = sqrt(len(times)) * pstdev(times)
            apart = (self._enough - self._share) * abs(least)
            if end - begin >= _SHORTEST and apart >= _SURE * noise / spread:
                slope = linear_regression(times, [gone[axis] for _, gone in samples[first:]]).slope
                return (slope if least > 0.0 else -slope), abs(least)
        return None

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
