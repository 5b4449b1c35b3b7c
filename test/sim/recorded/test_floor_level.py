# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recorded rooms whose floor is not at height 0: all in them is as much higher, nothing else."""

import copy
import json

import numpy as np
import pytest

from egoplan_ros.bench.pairing import true_objects
from egoplan_ros.robots.robot import make_robot
from egoplan_ros.robots.thor_oracle import floor_height
from egoplan_ros.sim import physics
from egoplan_ros.sim.rendering.lights import lighting
from egoplan_ros.sim.scenes import load
from egoplan_ros.sim.scenes.export import export
from egoplan_ros.sim.scenes.recorded import dumped
from egoplan_ros.sim.scenes.recorded.floor_level import level
from egoplan_ros.sim.scenes.recorded.rebuilt import rebuild

HIGH, DEEP = 0.22, -0.014
"""Metres, of FloorPlan3 and FloorPlan214."""


@pytest.fixture(scope="module")
def flat():
    """A kitchen of our own, exported."""
    return json.loads(json.dumps(export(load("FloorPlan12"))))


def raised(data, by):
    """The recording with everything in it so much higher."""
    data = copy.deepcopy(data)
    for item in data["objects"]:
        item["position"]["y"] += by
        item["axisAlignedBoundingBox"]["center"]["y"] += by
        for box in (item["axisAlignedBoundingBox"], item["objectOrientedBoundingBox"]):
            for corner in box["cornerPoints"] if box else ():
                corner[1] += by
    return data


def room(data):
    return rebuild(dumped.parse(data, "here", "FloorPlan12"))


@pytest.fixture(scope="module")
def low(flat):
    """It rebuilt."""
    return room(flat)


@pytest.mark.parametrize("by", [HIGH, DEEP])
def test_a_room_is_rebuilt_alike_at_any_height(flat, low, by):
    high = room(raised(flat, by))
    assert low.level == pytest.approx(0.0, abs=1e-6)
    assert high.level == pytest.approx(by)
    np.testing.assert_allclose(high.body.eye() - low.body.eye(), [0, by, 0], atol=1e-6)
    assert len(high.things) == len(low.things)
    for one, other in zip(high.things, low.things, strict=True):
        assert one.kind == other.kind
        np.testing.assert_allclose(one.position - other.position, [0, by, 0], atol=1e-6)
        for mine, theirs in zip(one.reported(), other.reported(), strict=True):
            change = np.array([0, by, 0] * (len(mine) // 3))
            assert np.allclose(mine - theirs, change, atol=1e-6) or np.allclose(mine, theirs)
        assert (one.parent and one.parent.object_id) == (other.parent and other.parent.object_id)
    start = np.array([low.body.x, low.body.z])
    assert physics.reachable(high, start, 0.25) == physics.reachable(low, start, 0.25)


def test_the_height_is_kept_when_the_room_is_recorded_again(flat):
    data = json.loads(json.dumps(export(room(raised(flat, HIGH)))))
    assert level(dumped.parse(data, "here", "room")) == pytest.approx(HIGH)
    nothing = {"objects": [item for item in data["objects"] if item["objectType"] != "Floor"]}
    assert level(dumped.parse(nothing, "here", "room")) == 0.0


def test_the_agent_stands_on_the_floor_and_things_fall_on_it(flat, home):
    place = home("FloorPlan401")
    world = room(raised(flat, HIGH))
    place.sim.enter(world)
    assert place.do("GetReachablePositions")
    assert {round(spot["y"] - HIGH, 3) for spot in place.returned} == {0.901}
    pose = {"rotation": 0.0, "horizon": 0.0, "standing": True}
    spot = place.returned[0]
    assert place.do("TeleportFull", **pose, **spot), place.error
    assert not place.do("TeleportFull", **pose, **(spot | {"y": 0.901}))
    apple = place.one("Apple")
    where = {"x": spot["x"], "y": HIGH + 1.0, "z": spot["z"]}
    assert place.do("PlaceObjectAtPoint", objectId=apple.object_id, position=where), place.error
    assert apple.bounds()[1] == pytest.approx(HIGH, abs=0.01)
    assert apple.parent is not None
    assert apple.parent.kind == "Floor"


def test_what_is_put_down_without_a_place_is_put_at_the_same_one(flat, home):
    found = []
    for by in (0.0, HIGH):
        place = home("FloorPlan401")
        place.sim.enter(room(raised(flat, by)))
        apple, fridge = place.one("Apple"), place.one("Fridge")
        assert place.do("OpenObject", objectId=fridge.object_id, forceAction=True), place.error
        place.face(fridge)
        place.take(apple)
        assert place.do("PutObject", objectId=fridge.object_id, forceAction=True), place.error
        found.append(apple.position - [0, by, 0])
    np.testing.assert_allclose(found[1], found[0], atol=1e-3)


def test_a_room_without_a_ceiling_is_lit_from_as_high(flat, low):
    lamps = []
    for world in (low, room(raised(flat, HIGH))):
        bare = copy.copy(world)
        bare.things = [t for t in world.things if t.kind not in ("Ceiling", "CeilingLamp")]
        lamps.append(lighting(bare).lamps)
    assert len(lamps[0])
    np.testing.assert_allclose(lamps[1][:, 1] - lamps[0][:, 1], HIGH, atol=1e-5)


@pytest.mark.parametrize("by", [HIGH, DEEP])
def test_any_body_tells_where_the_floor_is(flat, home, by):
    place = home("FloorPlan401")
    place.sim.enter(room(raised(flat, by)))
    for told, standing in (({}, True), ({"agentMode": "locobot"}, None)):
        assert place.do("Initialize", **told), place.error
        agent = {"position": {"y": place.sim.world.body.y}, "isStanding": standing}
        assert floor_height(agent) == pytest.approx(by, abs=5e-4)


@pytest.mark.parametrize("by", [HIGH, DEEP])
def test_the_robot_has_the_floor_at_0(flat, tmp_path, by):
    seen = []
    path = tmp_path / "FloorPlan1.json"
    path.write_text(json.dumps(flat))
    robot = make_robot("thor", rooms=str(tmp_path), width=64, height=64, oracle=True)
    try:
        for data in (flat, raised(flat, by)):
            path.write_text(json.dumps(data))
            seen.append((robot.reset("FloorPlan1"), true_objects(robot.truth())))
    finally:
        robot.close()
    (low, below), (high, above) = seen
    assert high.robot.camera_height == pytest.approx(low.robot.camera_height, abs=6e-4)
    np.testing.assert_allclose(high.depth, low.depth, atol=2e-3)
    assert below.keys() == above.keys()
    for name, item in below.items():
        np.testing.assert_allclose(above[name]["center"], item["center"], atol=2e-3)
