# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far a base goes on what it knew."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.robots.blind_way import BlindWay


def test_with_news_it_goes_at_full_speed():
    way = BlindWay(0.12)
    for stamp in range(100):
        way.heard("image", stamp)
        way.go(0.05)
        assert way.share == 1.0


def test_the_sensor_that_is_silent_longest_counts():
    way = BlindWay(0.12)
    way.heard("image", 0)
    for stamp in range(9):
        way.heard("odometry", stamp)
        way.heard("image", 0)
        way.go(0.01)
    assert way.share == pytest.approx(0.5)
    way.heard("image", 1)
    assert way.share == 1.0


@given(st.floats(0.02, 0.3), st.floats(0.1, 1.0), st.floats(0.02, 0.1))
def test_it_never_goes_farther_on_one_sample(farthest, speed, period):
    way, gone = BlindWay(farthest), 0.0
    way.heard("image", 0)
    for _ in range(2000):
        step = way.share * speed * period
        way.go(step)
        gone += step
    assert gone <= farthest + speed * period
    assert way.share < 0.01
