# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from contextlib import suppress
from dataclasses import replace
from math import atan2, hypot, pi

import numpy as np
import pytest
from toy_home import K, ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.viewing.look_over import look_over
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.skill import Feedback


def looks(home: ToyHome, name: str) -> list[tuple[Pose2D, float]]:
    """Base and pitch at each look, the last tilt at a place."""
    ctx = SkillContext(home.world(), load_ontology(), SkillConfig())
    steps, found = look_over(ctx, name), {}
    with suppress(StopIteration):
        primitive = next(steps)
        while True:
            result = home.execute(primitive)
            if primitive.kind in (K.LOOK_DOWN, K.LOOK_UP):
                found[home.base] = home.pitch
            ctx.world = home.world()
            primitive = steps.send(Feedback(result, home.world()))
    return list(found.items())


def counter(*seen: Pose2D, x: float = 1.6, length: float = 3.0):
    top = thing("CounterTop_1", (x, 0.0, 0.88), (0.6, length, 0.04))
    return replace(top, seen_from=seen)


def wall(low: float = -1.5, high: float = 1.5) -> tuple[float, float, float, float]:
    return (1.3, low, 1.9, high)


def test_a_small_table_is_looked_at_from_one_place_and_a_long_counter_from_two():
    small = thing("SideTable_1", (1.2, 0.0, 0.5), (0.5, 0.85, 0.04))
    assert len(looks(ToyHome(small, walls=[(1.0, -0.4, 1.4, 0.4)]), small.id)) == 1
    large = replace(small, size=(0.5, 0.95, 0.04))
    assert len(looks(ToyHome(large, walls=[(1.0, -0.4, 1.4, 0.4)]), large.id)) == 2
    one, two = (base for base, _ in looks(ToyHome(counter(), walls=[wall()]), "CounterTop_1"))
    assert one.distance_to(two.x, two.y) > 0.5


@pytest.mark.parametrize("side", [-1, 1])
def test_the_end_that_was_not_looked_at_from_near_is_looked_at_first(side):
    seen = [Pose2D(0.9, side * y, 0.0) for y in (0.0, 0.6, 1.2)]
    first, _ = looks(ToyHome(counter(*seen), walls=[wall()]), "CounterTop_1")[0]
    assert np.sign(first.y) == -side
    assert all(first.distance_to(pose.x, pose.y) > 0.5 for pose in seen)


@pytest.mark.parametrize("side", [-1, 1])
def test_only_what_stands_on_the_map_is_looked_at(side):
    """The box of an L-shaped counter has floor in it."""
    low, high = (0.5, 1.5) if side > 0 else (-1.5, -0.5)
    for base, _ in looks(ToyHome(counter(), walls=[wall(low, high)]), "CounterTop_1"):
        end = Pose2D(1.6, side * 1.0, 0.0)
        assert base.distance_to(end.x, end.y) < 1.5
        assert abs(wrap_angle(atan2(end.y - base.y, end.x - base.x) - base.yaw)) < pi / 4 + 0.3


@pytest.mark.parametrize("x", [1.0, 1.3, 1.6])
def test_each_look_has_the_top_in_view_from_near(x):
    home = ToyHome(counter(x=x), walls=[(x - 0.3, -1.5, x + 0.3, 1.5)])
    found = looks(home, "CounterTop_1")
    assert found
    for base, pitch in found:
        ys = np.linspace(-1.4, 1.4, 15)
        away = np.hypot(x - base.x, ys - base.y)
        off = [abs(wrap_angle(atan2(y - base.y, x - base.x) - base.yaw)) for y in ys]
        seen = (away < 1.5) & (np.array(off) < pi / 4)
        assert seen.mean() > 0.2
        assert abs(pitch - atan2(1.5 - 0.9, away[seen].mean())) < pi / 4
        assert hypot(base.x - x, 0.0) > 0.45
