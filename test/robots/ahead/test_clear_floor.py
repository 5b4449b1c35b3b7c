# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Floor that was seen free, and what stands above it."""

from math import cos, pi, sin

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.robots.ahead.clear_floor import ClearFloor
from egoplan_ros.world.geometry import Pose2D

RADIUS = 0.2
ANGLES = st.floats(-pi, pi)
PLACES = st.floats(-20.0, 20.0)


def patch(x: float, y: float, half: float, height: float) -> np.ndarray:
    spots = np.arange(-half, half, 0.02)
    dx, dy = np.meshgrid(spots, spots)
    return np.stack([x + dx.ravel(), y + dy.ravel(), np.full(dx.size, height)], axis=1)


def shown(floor: ClearFloor, points: np.ndarray, depth: float = 2.0) -> None:
    floor.take(points, np.full(len(points), depth))


@given(PLACES, PLACES, ANGLES, ANGLES, st.floats(0.1, 3.0))
def test_a_way_is_known_once_its_floor_was_seen(x, y, yaw, bearing, distance):
    floor, base = ClearFloor(RADIUS), Pose2D(x, y, yaw)
    floor.stand(base)
    assert not floor.knows(base, bearing, distance)
    shown(floor, patch(x, y, 0.8, 0.01))
    assert floor.knows(base, bearing, distance)


@given(PLACES, PLACES, ANGLES)
def test_under_a_table_top_the_floor_is_no_way(x, y, yaw):
    floor, base = ClearFloor(RADIUS), Pose2D(x, y, yaw)
    shown(floor, patch(x, y, 1.5, 0.0))
    shown(floor, patch(x + 0.5 * cos(yaw), y + 0.5 * sin(yaw), 0.25, 0.75))
    assert not floor.knows(base, 0.0, 1.0)
    assert floor.knows(base, pi, 1.0)
    shown(floor, patch(x, y, 1.5, 2.4))
    assert floor.knows(base, pi, 1.0), "a ceiling is above its head"


@given(PLACES, PLACES, ANGLES)
def test_where_the_body_was_nothing_stands(x, y, yaw):
    floor = ClearFloor(RADIUS)
    for way in np.linspace(0.0, 1.0, 21):
        floor.stand(Pose2D(x + way * cos(yaw), y + way * sin(yaw), yaw))
    end = Pose2D(x + cos(yaw), y + sin(yaw), yaw)
    assert floor.knows(end, pi, 0.7)
    assert not floor.knows(end, 0.0, 0.7)


def test_floor_too_far_for_its_depth_is_not_seen():
    floor = ClearFloor(RADIUS)
    shown(floor, patch(0.0, 0.0, 1.0, 0.0), depth=8.0)
    assert not floor.knows(Pose2D(), 0.0, 0.5)


def test_where_it_is_already_there_is_nothing_to_know():
    assert ClearFloor(RADIUS).knows(Pose2D(), 0.0, 0.0)


def test_a_chair_leg_behind_is_no_gap_between_rays() -> None:
    floor, base = ClearFloor(RADIUS), Pose2D()
    shown(floor, patch(0.0, 0.0, 1.0, 0.0))
    shown(floor, patch(-0.35, 0.0, 0.06, 0.4))
    assert floor.knows(base, 0.0, 0.5)
    assert not floor.knows(base, pi, 0.5)


def test_what_was_put_where_it_stood_is_there() -> None:
    floor = ClearFloor(RADIUS)
    shown(floor, patch(0.0, 0.0, 1.5, 0.0))
    floor.stand(Pose2D())
    shown(floor, patch(0.0, 0.0, 0.1, 0.3))
    assert not floor.knows(Pose2D(0.4, 0.0, 0.0), pi, 0.5)


def test_coarse_depth_far_off_raises_no_floor() -> None:
    floor = ClearFloor(RADIUS)
    shown(floor, patch(0.0, 0.0, 1.0, 0.0))
    shown(floor, patch(0.0, 0.0, 1.0, 0.15), depth=4.0)
    assert floor.knows(Pose2D(), 0.0, 0.5)


def test_a_fast_base_looks_farther() -> None:
    slow, fast = ClearFloor(RADIUS, 0.25), ClearFloor(RADIUS, 1.0)
    for floor in (slow, fast):
        shown(floor, patch(0.0, 0.0, 0.6, 0.0))
        assert floor.knows(Pose2D(), 0.0, 0.3)
    assert slow.knows(Pose2D(), 0.0, 2.0)
    assert not fast.knows(Pose2D(), 0.0, 2.0)
