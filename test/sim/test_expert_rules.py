# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What ALFRED's experts did in the real rooms is allowed here as well."""

from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.sim import physics
from egoplan_ros.sim.placing import UPRIGHT, find_spot


def test_what_is_set_a_little_into_a_table_stands_on_it(home):
    place = home("FloorPlan5")
    mug, counter = place.one("Mug"), place.one("CounterTop")
    place.take(mug)
    place.put(counter)
    rest, low = mug.position.copy(), float(mug.bounds()[1])
    for sunk in (0.0, 0.05):
        poses = []
        for thing in (t for t in place.sim.world.things if t.dynamic and not t.hidden):
            position, rotation, _ = thing.reported()
            if thing is mug:
                position = rest - np.array([0.0, sunk, 0.0])
            at, turned = (dict(zip("xyz", v.tolist(), strict=True)) for v in (position, rotation))
            poses.append({"objectName": thing.name, "position": at, "rotation": turned})
        assert place.do("SetObjectPoses", objectPoses=poses), place.error
        assert mug.parent is counter
        assert float(mug.bounds()[1]) == pytest.approx(low, abs=0.005)


def test_a_forced_put_may_stick_out_over_an_edge_and_another_may_not(home):
    place = home("FloorPlan5")
    world, pan = place.sim.world, place.one("Pan")
    table = next(t for t in world.objects() if t.kind == "CounterTop")
    surface = table.shape.surfaces[0]
    size = np.array([surface.x1 - surface.x0, 0.1, surface.z1 - surface.z0]) * 1.2
    world_size = np.abs(table.matrix) @ size
    assert len(physics.spots(world, table, surface, world_size)) == 0
    assert len(physics.spots(world, table, surface, world_size, overhang=True)) > 0
    assert find_spot(world, pan, table, None) is not None


def test_what_need_not_stand_upright_is_laid_where_it_does_not_fit(home):
    place = home("FloorPlan5")
    world, counter = place.sim.world, place.one("CounterTop")
    loose = [t for t in world.objects() if t.can("pick") and not t.hidden]

    def slimness(thing) -> float:
        return thing.shape.half[1] - min(thing.shape.half[0], thing.shape.half[2])

    for upright in (True, False):
        tall = max((t for t in loose if (t.kind in UPRIGHT) is upright), key=slimness)
        assert slimness(tall) > 0.01, tall.kind
        low = 2 * tall.shape.half[1] - 0.01
        surfaces = [replace(s, clear=low) for s in counter.shape.surfaces]
        counter.shape = replace(counter.shape, surfaces=surfaces)
        spot = find_spot(world, tall, counter, None)
        if upright:
            assert spot is None
        else:
            assert spot is not None
            assert spot.rotation[0] == 90.0 or spot.rotation[2] == 90.0


def test_a_knife_that_sticks_out_gives_way_and_a_chair_does_not(home):
    place = home("FloorPlan5")
    world, knife = place.sim.world, place.one("Knife")
    boxes, owners = physics.obstacles(world, [])
    number = place.sim.index(knife)
    (mine,) = boxes[owners == number]
    whole = knife.bounds()
    half = (whole[3:] - whole[:3])[[0, 2]] / 2
    shrunk = half - (mine[3:] - mine[:3])[[0, 2]] / 2
    assert shrunk == pytest.approx(np.minimum(half, physics.GIVES))
    standing = next(t for t in world.objects() if not t.can("pick") and len(t.boxes()) == 1)
    same = boxes[owners == place.sim.index(standing)]
    assert same == pytest.approx(standing.boxes()) or len(same) == 0
