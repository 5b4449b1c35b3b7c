# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A base that loses its commands is told of soon, and no plausible one without need."""

from collections import deque
from dataclasses import dataclass
from itertools import accumulate
from math import copysign, cos, inf, pi, radians, sin

import numpy as np
import pytest

from egoplan_ros.robots.base_controller import BaseController
from egoplan_ros.robots.following import Following
from egoplan_ros.robots.motion import Motion, MotionLimits, Odometry, Velocity
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.primitive import ErrorCode

TICK = 0.01
"""Seconds of the simulated dynamics."""


@dataclass(frozen=True)
class Kind:
    """A base: metres, radians, seconds."""

    linear: float = 0.25
    angular: float = 0.8
    acceleration: float = 0.8
    turning: float = 3.0
    delay: float = 0.05
    latency: float = 0.05
    watchdog: float = 0.5
    rate: float = 50.0
    noise: float = 0.0
    scale: float = 1.0
    least: float = 0.0
    dropped: float = 0.0
    between: float = inf
    """Seconds from one wrong pose to the next, by turns one that lasts and one that does not."""


def any_kind(rng: np.random.Generator) -> Kind:
    """One of what is driven in homes: slow or quick, exact or not, near or behind a bad radio."""
    return Kind(
        linear=rng.uniform(0.05, 0.6),
        angular=rng.uniform(0.2, 1.5),
        acceleration=rng.uniform(0.1, 2.0),
        turning=rng.uniform(0.4, 5.0),
        delay=rng.uniform(0.0, 0.15),
        latency=rng.uniform(0.0, 0.12),
        watchdog=rng.uniform(0.3, 1.0),
        rate=rng.uniform(10.0, 50.0),
        noise=rng.uniform(0.0, 0.003),
        scale=rng.uniform(0.75, 1.1),
        least=rng.uniform(0.0, 0.03),
        dropped=rng.uniform(0.0, 0.1),
        between=rng.choice([inf, rng.uniform(1.0, 4.0)]),
    )


class Driven:
    """A base with its dynamics, its radio and its odometry, and who drives it."""

    def __init__(self, kind: Kind, seed: int, limits: MotionLimits | None = None) -> None:
        self.kind, self.rng = kind, np.random.default_rng(seed)
        self.time, self.pose, self.speeds = 1.0, Pose2D(), [0.0, 0.0]
        self.lost_since, self.told_at, self.lines = inf, inf, set[str]()
        self.wanted, self.heard = (0.0, 0.0), -inf
        self.on_the_way: deque[tuple[float, Velocity]] = deque()
        self.measured: deque[Odometry] = deque()
        self.known, self.next = Odometry(self.time, self.pose), self.time
        self.leap, self.lasts = self.time + kind.between * self.rng.random(), True
        limits = limits or MotionLimits(kind.linear, kind.angular)
        self.controller = BaseController(
            self.send,
            lambda: self.known,
            lambda: self.time,
            self.wait,
            limits,
            holonomic=False,
            doubt=self.doubt,
        )

    def send(self, velocity: Velocity) -> None:
        if self.time < self.lost_since and self.rng.random() >= self.kind.dropped:
            self.on_the_way.append((self.time + self.kind.delay, velocity))

    def doubt(self, line: str) -> None:
        if line:
            self.told_at = min(self.told_at, self.time)
            self.lines.add(line)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK)):
            self.tick()

    def tick(self) -> None:
        kind = self.kind
        while self.on_the_way and self.on_the_way[0][0] <= self.time:
            self.heard, (forward, _, rate) = self.on_the_way.popleft()
            self.wanted = forward, rate
        alive = self.time - self.heard <= kind.watchdog
        for axis, most in enumerate((kind.acceleration, kind.turning)):
            goal = self.wanted[axis] * kind.scale if alive else 0.0
            goal = 0.0 if abs(goal) < kind.least else goal
            away = goal - self.speeds[axis]
            step = most * TICK
            self.speeds[axis] = (
                goal if abs(away) <= step else self.speeds[axis] + copysign(step, away)
            )
        yaw = wrap_angle(self.pose.yaw + self.speeds[1] * TICK)
        ahead = self.speeds[0] * TICK
        self.pose = Pose2D(self.pose.x + ahead * cos(yaw), self.pose.y + ahead * sin(yaw), yaw)
        self.time += TICK
        self.measure()

    def measure(self) -> None:
        if self.time >= self.next:
            self.next += 1.0 / self.kind.rate
            if self.rng.random() >= self.kind.dropped:
                x, y, yaw = self.rng.normal(0.0, self.kind.noise, 3) if self.kind.noise else [0] * 3
                told = Pose2D(self.pose.x + x, self.pose.y + y, self.pose.yaw + yaw)
                if self.time >= self.leap:
                    told = self.wrong(told)
                self.measured.append(Odometry(self.time, told))
        while self.measured and self.measured[0].stamp <= self.time - self.kind.latency:
            self.known = self.measured.popleft()

    def wrong(self, told: Pose2D) -> Pose2D:
        """A pose that is 2 to 15 cm or degrees beside the last, as all after it or alone."""
        size, way = self.rng.uniform(2.0, 15.0), self.rng.uniform(-pi, pi)
        x, y, yaw = 0.01 * size * cos(way), 0.01 * size * sin(way), 0.0
        if self.rng.random() < 0.5:
            x, y, yaw = 0.0, 0.0, radians(copysign(size, way))
        told = Pose2D(told.x + x, told.y + y, wrap_angle(told.yaw + yaw))
        self.pose, self.leap = told if self.lasts else self.pose, self.leap + self.kind.between
        self.lasts = not self.lasts
        return told

    def go(self, kind: str, amount: float) -> Motion:
        self.controller.begin()
        return self.controller.turn(amount) if kind == "turn" else self.controller.move(amount, 0.0)


def motions(seeds: range) -> tuple[list[int], int]:
    """Seeds with a false alarm, and how many of the motions got there."""
    false, there = [], 0
    for seed in seeds:
        rng = np.random.default_rng([seed, 1])
        base = Driven(any_kind(rng), seed)
        turns = rng.random() < 0.4
        amount = rng.uniform(0.1, 2.0) * rng.choice([-1.0, 1.0])
        there += base.go("turn" if turns else "ahead", amount).error is ErrorCode.NONE
        if base.lines:
            false.append(seed)
    return false, there


def losses(count: int, kind: Kind) -> list[float]:
    """Seconds from the loss of commands, while it drives, until it is told; sorted."""
    found = []
    for seed in range(count):
        rng = np.random.default_rng([seed, 2])
        base = Driven(kind, seed)
        turns = seed % 3 == 2
        base.lost_since = base.time + rng.uniform(*((1.2, 2.0) if turns else (1.2, 4.0)))
        base.go("turn" if turns else "ahead", 2.8 if turns else 1.5)
        found.append(base.told_at - base.lost_since)
    return sorted(found)


def test_plausible_bases_follow_without_a_false_alarm():
    false, there = motions(range(60))
    assert not false
    assert there > 45


@pytest.mark.slow
def test_a_thousand_motions_of_plausible_bases_raise_no_alarm():
    false, there = motions(range(1000))
    assert not false
    assert there > 800


@pytest.mark.parametrize("linear", [0.25, 0.12])
@pytest.mark.parametrize("noise", [0.0, 0.001])
def test_lost_commands_are_told_soon(linear, noise):
    """Half of it is the base's watchdog, until which it goes on as if nothing was."""
    times = losses(60, Kind(linear=linear, noise=noise, dropped=0.02, rate=30.0))
    assert times[0] > 0.5
    assert times[len(times) // 2] < 1.0
    assert times[-1] < 1.05


@pytest.mark.parametrize(
    "kind",
    [
        Kind(noise=0.003, dropped=0.02, rate=30.0),
        Kind(acceleration=0.3, turning=1.0, latency=0.1, delay=0.1),
        Kind(linear=0.12, noise=0.003),
    ],
    ids=["inexact odometry", "slow brakes", "slow and inexact"],
)
def test_a_base_of_which_less_is_known_is_told_of_later(kind):
    times = losses(40, kind)
    assert times[-1] < 1.3


def test_what_is_told_is_told_once():
    base = Driven(Kind(), 0)
    base.lost_since = base.time + 2.0
    motion = base.go("ahead", 1.5)
    assert motion.error is ErrorCode.COLLISION
    assert base.lines == {"less than 50% of 0.25 m/s ahead is measured"}


PERIOD = 0.05


def told(commands: list[float], ways: list[float], axis: int = 0, early: float = 0.0) -> list[str]:
    """What is told, sample by sample, of ways that odometry says, its stamps early by seconds."""
    following, problems = Following(0.5, 0.3), []
    for tick, (command, way) in enumerate(zip(commands, ways, strict=True)):
        now = 1.0 + tick * PERIOD
        pose = Pose2D(*(way if axis == i else 0.0 for i in range(3)))
        following.take(now, Odometry(now + early, pose))
        following.command(now, tuple(command if axis == i else 0.0 for i in range(3)))
        problems.append(following.problem)
    return problems


def ways(speeds: list[float]) -> list[float]:
    return list(accumulate(speed * PERIOD for speed in speeds))


def limited(commands: list[float], acceleration: float) -> list[float]:
    """Speeds of a base that takes its time, and is late by one period."""
    speeds = [0.0]
    for command in commands[:-1]:
        step = acceleration * PERIOD
        speeds.append(speeds[-1] + max(-step, min(step, command - speeds[-1])))
    return speeds


@pytest.mark.parametrize("early", [0.0, 0.31, 0.5])
def test_a_base_that_follows_again_is_not_doubted_any_more(early):
    problems = told([0.25] * 120, ways([0.25] * 40 + [0.0] * 40 + [0.25] * 40), early=early)
    assert not any(problems[:40])
    assert all(problems[46:80])
    assert not any(problems[90:])


@pytest.mark.parametrize("early", [0.0, 0.31, 0.5])
@pytest.mark.parametrize("change", [0.0, -0.25, 0.02])
def test_a_base_that_halts_as_it_is_told_follows(change, early):
    commands = [0.25] * 40 + [change] * 40
    for acceleration in (0.5, 2.0, inf):
        assert not any(told(commands, ways(limited(commands, acceleration)), early=early))


def test_who_did_not_command_for_a_while_expects_nothing():
    """A process that had no time to drive: the base halts by itself, as it should."""
    following = Following(0.5, 0.3)
    for tick in range(40):
        now = tick * PERIOD
        following.take(now, Odometry(now, Pose2D(0.25 * now, 0.0, 0.0)))
        following.command(now, (0.25, 0.0, 0.0))
    for tick in range(40, 60):
        now = tick * PERIOD
        following.take(now, Odometry(now, Pose2D(0.5, 0.0, 0.0)))
        if tick > 50:
            following.command(now, (0.25, 0.0, 0.0))
        assert not following.problem or tick < 48


@pytest.mark.parametrize("lasts", [True, False], ids=["from then on", "one sample"])
@pytest.mark.parametrize("size", [2, 3, 5, 8, 10, 15, -2, -3, -5, -8, -10, -15])
@pytest.mark.parametrize(
    ("axis", "speed", "unit"),
    [(0, 0.25, 0.01), (0, -0.08, 0.01), (1, 0.25, 0.01), (2, 0.8, pi / 180)],
)
def test_a_pose_that_is_corrected_is_no_standstill(axis, speed, unit, size, lasts):
    """An odometry filter that learns better: centimetres, degrees."""
    gone = ways([speed] * 100)
    for tick in range(60, 100 if lasts else 61):
        gone[tick] += size * unit
    assert not any(told([speed] * 100, gone, axis))


@pytest.mark.parametrize("acceleration", [0.03, 0.05, 0.1, 0.3])
@pytest.mark.parametrize("corrected", [0.0, 0.05, -0.05])
def test_a_base_that_takes_its_time_to_go_faster_follows(acceleration, corrected):
    commands = [0.1] * 100 + [0.25] * 60 + [0.1] * 10 + [0.25] * 60 + [0.06] * 80 + [0.25] * 120
    for tick in (110, 130, 350):
        gone = ways(limited(commands, acceleration))
        gone = [way + corrected * (i >= tick) for i, way in enumerate(gone)]
        assert not any(told(commands, gone))


@pytest.mark.parametrize(
    ("axis", "speed", "name"),
    [
        (0, 0.25, "m/s ahead"),
        (0, -0.25, "m/s back"),
        (1, 0.25, "m/s to the left"),
        (1, -0.25, "m/s to the right"),
        (2, 0.25, "rad/s to the left"),
        (2, -0.25, "rad/s to the right"),
    ],
)
@pytest.mark.parametrize("then", [0.0, 0.4, -1.0])
def test_the_way_that_is_not_gone_is_named(axis, speed, name, then):
    problems = told([speed] * 80, ways([speed] * 40 + [then * speed] * 40), axis)
    assert not any(problems[:40])
    assert set(problems[50:]) == {f"less than 50% of 0.25 {name} is measured"}
