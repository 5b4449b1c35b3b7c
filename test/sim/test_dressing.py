# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Lamps under the ceiling and rugs: part of the picture, in nobody's way."""

from types import SimpleNamespace

import numpy as np
import pytest

from egoplan_ros.sim import physics
from egoplan_ros.sim.scenes import dressing, load
from egoplan_ros.sim.scenes.dressing import ceiling_lamps, floor_rug
from egoplan_ros.sim.shapes.look import palette
from egoplan_ros.sim.simulation import Simulation


def look(seed: int = 4):
    return palette(np.random.default_rng(seed), False)


@pytest.mark.parametrize(
    ("wide", "deep", "count"), [(3.0, 3.0, 1), (5.5, 4.0, 2), (2.0, 3.4, 2), (8.0, 4.0, 3)]
)
def test_a_room_has_one_to_three_lamps_of_one_make_under_its_ceiling(wide, deep, count):
    low, high = np.array([-1.0, 0.0, 2.0]), np.array([-1.0 + wide, 2.7, 2.0 + deep])
    lamps = ceiling_lamps(low, high, look())
    assert len(lamps) == count
    assert len({len(lamp.shape.parts) for lamp in lamps}) == 1
    for lamp in lamps:
        box = lamp.bounds()
        assert lamp.kind == "CeilingLamp"
        assert lamp.facts is None
        assert lamp.toggled
        assert not lamp.shape.solids
        assert box[4] == pytest.approx(2.7, abs=0.01)
        assert box[1] > 2.0
        assert (box[[0, 2]] > low[[0, 2]]).all()
        assert (box[[3, 5]] < high[[0, 2]]).all()


def test_lamps_of_a_room_are_the_same_each_time_and_differ_between_rooms():
    low, high = np.zeros(3), np.array([4.0, 2.5, 4.0])
    kinds = set()
    for seed in range(12):
        first, again = (ceiling_lamps(low, high, look(seed))[0] for _ in range(2))
        for one, other in zip(first.shape.parts, again.shape.parts, strict=True):
            assert np.array_equal(one.vertices, other.vertices)
            assert one.material == other.material
        kinds.add(len(first.shape.parts))
    assert len(kinds) > 3


def test_a_rug_fills_its_rectangle_below_whatever_lies_on_the_floor():
    for yaw in (0.0, 90.0):
        box = floor_rug((1.0, 2.0, 3.0, 3.2), look(), yaw).bounds()
        assert box[:3:2] == pytest.approx([1.0, 2.0], abs=0.06)
        assert box[3::2] == pytest.approx([3.0, 3.2], abs=0.06)
        assert 0 < box[4] < 0.0015


def test_a_rug_and_lamps_change_neither_ground_nor_what_is_the_floor():
    world = load("FloorPlan201")
    bare = load("FloorPlan201")
    bare.things = [t for t in bare.things if t.kind not in ("Rug", "CeilingLamp")]
    bare.reindex()
    rug = floor_rug((world.low[0], world.low[2], world.high[0], world.high[2]), look())
    world.things.append(rug)
    world.reindex()
    start = np.array(world.start[:2])
    assert physics.reachable(world, start, 0.25) == physics.reachable(bare, start, 0.25)
    sim = Simulation((64, 64), "FloorPlan201")
    point = np.array([world.start[0], 0.0, world.start[1]])
    sim.eyes = SimpleNamespace(point_under=lambda *_: (rug, point))  # type: ignore[assignment]
    assert sim.pointed(0.5, 0.5, force=True)[0].kind == "Floor"


def test_rugs_lie_in_some_procedural_rooms_within_the_walls():
    found = 0
    for number in (201, 202, 203, 301, 302, 303, 401, 402):
        world = load(f"FloorPlan{number}")
        for rug in (t for t in world.things if t.kind == "Rug"):
            found += 1
            box = rug.bounds()
            assert (box[:3:2] > world.low[::2] + dressing.EDGE - 0.06).all()
            assert (box[3::2] < world.high[::2] - dressing.EDGE + 0.06).all()
    assert found >= 3
