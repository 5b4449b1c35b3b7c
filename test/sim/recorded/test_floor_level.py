"""Recorded rooms whose floor is not at height 0: all in them is as much higher, nothing else."""

import copy
import json

import numpy as np
import pytest

from egoplan_ros.bench.pairing import true_objects
from egoplan_ros.robots.robot import make_robot
from egoplan_ros.sim import physics
from egoplan_ros.sim.scenes import load
from egoplan_ros.sim.scenes.export import export
from egoplan_ros.sim.scenes.recorded import dumped
from egoplan_ros.sim.scenes.recorded.floor_level import level
from egoplan_ros.sim.scenes.recorded.rebuilt import rebuild

HIGH = 0.22


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


@pytest.mark.parametrize("by", [HIGH, -0.014])
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


def test_the_robot_has_the_floor_at_0(flat, tmp_path):
    seen = []
    path = tmp_path / "FloorPlan1.json"
    path.write_text(json.dumps(flat))
    robot = make_robot("thor", rooms=str(tmp_path), width=64, height=64, oracle=True)
    try:
        for data in (flat, raised(flat, HIGH)):
            path.write_text(json.dumps(data))
            seen.append((robot.reset("FloorPlan1"), true_objects(robot.truth())))
    finally:
        robot.close()
    (low, below), (high, above) = seen
    assert high.robot.camera_height == pytest.approx(low.robot.camera_height, abs=0.006)
    np.testing.assert_allclose(high.depth, low.depth, atol=2e-3)
    assert below.keys() == above.keys()
    for name, item in below.items():
        np.testing.assert_allclose(above[name]["center"], item["center"], atol=0.006)
