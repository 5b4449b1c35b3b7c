"""What ALFRED's experts did in the real rooms is allowed here as well."""

import numpy as np
import pytest

from egoplan_ros.sim import physics
from egoplan_ros.sim.placing import find_spot


def stand_at(place, thing, away=0.6):
    """Before the front of a thing, facing it."""
    body, ahead = place.sim.world.body, thing.matrix[:, 2]
    at = thing.position + ahead * (thing.shape.half[2] + away)
    body.x, body.z, body.horizon = float(at[0]), float(at[2]), 45.0
    body.yaw = float(np.degrees(np.arctan2(-ahead[0], -ahead[2])) % 360)


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
    place = home("FloorPlan401")
    world, plunger = place.sim.world, place.one("Plunger")
    cabinet = place.one("Cabinet")
    world.set_openness(cabinet, 1.0)
    tall = plunger.shape.half[1] * 2
    for low in [s for s in cabinet.shape.surfaces if s.clear >= tall]:
        cabinet.shape.surfaces.remove(low)
    spot = find_spot(world, plunger, cabinet, None)
    wide = max(s.x1 - s.x0 for s in cabinet.shape.surfaces) if cabinet.shape.surfaces else 0.0
    if wide > tall:
        assert spot is not None
        assert {round(spot.rotation[0]), round(spot.rotation[2])} != {0}
    else:
        assert spot is None


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
