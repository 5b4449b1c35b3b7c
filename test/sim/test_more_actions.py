# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Forces, sweeping changes, materials, outlines, the map view, further agents, the low robot."""

import numpy as np
import pytest

from egoplan_ros.sim.server import Server
from egoplan_ros.sim.transport import Field


@pytest.fixture
def server():
    made = Server((120, 120))
    ask(made, "Reset", sceneName="FloorPlan28_physics")
    return made


def ask(server, action, **parameters):
    """The envelope after an action."""
    return server.answer({"action": action, "sequenceId": 3, **parameters})[0]


def good(server, action, **parameters):
    """The acting agent's metadata after an action that works."""
    envelope = ask(server, action, **parameters)
    agent = envelope["agents"][envelope["activeAgentId"]]
    assert agent["lastActionSuccess"], agent["errorMessage"]
    return agent


def bad(server, action, **parameters):
    """Code and message of an action that fails."""
    envelope = ask(server, action, **parameters)
    agent = envelope["agents"][envelope["activeAgentId"]]
    assert not agent["lastActionSuccess"]
    return agent["errorCode"], agent["errorMessage"]


def test_touching_finds_what_is_under_the_pixel(home):
    kitchen = home("FloorPlan12")
    kitchen.face(kitchen.one("CounterTop"))
    assert kitchen.do("TouchThenApplyForce", x=0.5, y=0.6, handDistance=5.0)
    touched = kitchen.returned
    assert touched["didHandTouchSomething"]
    assert 0 < touched["armsLength"] < 5.0
    assert kitchen.do("TouchThenApplyForce", x=0.5, y=0.6, handDistance=0.05)
    assert kitchen.returned == {"didHandTouchSomething": False, "objectId": "", "armsLength": 0.05}
    assert not kitchen.do("TouchThenApplyForce", x=1.5, y=0.6)


def test_touching_pushes_along_the_direction(home):
    kitchen = home("FloorPlan12")
    moved = False
    for apple in (t for t in kitchen.sim.world.objects() if t.can("pick") and t.kind != "Egg"):
        if kitchen.closed_away(apple):
            continue
        for pose in kitchen.poses(apple, 4):
            kitchen.do("TeleportFull", **pose)
            spot = _pixel(kitchen, apple)
            if spot is None:
                continue
            before = apple.position.copy()
            assert kitchen.do(
                "TouchThenApplyForce",
                **spot,
                handDistance=3.0,
                direction={"x": 0, "y": 0, "z": 1},
                moveMagnitude=20,
            )
            if kitchen.returned["objectId"] == apple.object_id:
                shift = (apple.position - before)[[0, 2]]
                assert shift @ kitchen.sim.heading(0.0) >= -1e-9
                moved |= bool(np.linalg.norm(shift) > 0.01)
    assert moved


def _pixel(kitchen, thing):
    body, sim = kitchen.sim.world.body, kitchen.sim
    local = (thing.view_points().mean(0) - body.eye()) @ body.gaze()
    tan = np.tan(np.radians(sim.world.settings.fov) / 2)
    x, y = 0.5 + local[0] / local[2] / tan / 2, 0.5 - local[1] / local[2] / tan / 2
    return {"x": float(x), "y": float(y)} if local[2] > 0 and 0 < x < 1 and 0 < y < 1 else None


def test_nothing_breaks_that_was_made_unbreakable(home):
    kitchen = home("FloorPlan12")
    plate = kitchen.one("Plate")
    assert kitchen.do("MakeObjectsOfTypeUnbreakable", objectType="Plate")
    assert not kitchen.do("BreakObject", objectId=plate.object_id, forceAction=True)
    assert kitchen.do("MakeObjectBreakable", objectId=plate.object_id)
    assert kitchen.do("BreakObject", objectId=plate.object_id, forceAction=True)
    cup = next(t for t in kitchen.sim.world.objects() if t.can("break") and not t.broken)
    assert kitchen.do("MakeAllObjectsUnbreakable")
    assert not cup.can("break")
    assert kitchen.do("MakeAllObjectsBreakable")
    assert cup.can("break")


def test_set_up_calls_of_older_benchmarks(home):
    kitchen = home("FloorPlan12")
    assert kitchen.do("SetObjectToggles", objectToggles=[{"objectType": "Faucet", "isOn": True}])
    assert kitchen.one("Faucet").toggled
    assert not kitchen.do("SetObjectToggles", objectToggles=[3])
    # Running water would wash what lies in the basin.
    assert kitchen.do("SetObjectToggles", objectToggles=[{"objectType": "Faucet", "isOn": False}])
    assert kitchen.do("SetStateOfAllObjects", stateChange="CanBeDirty")
    assert all(t.dirty for t in kitchen.sim.world.objects() if t.can("dirt"))
    assert not kitchen.do("SetStateOfAllObjects", stateChange="CanFly")


def test_materials_change_and_come_back(server):
    before = server.answer({"action": "Pass"})[1][0][1]
    told = good(server, "RandomizeMaterials")["actionReturn"]
    assert told["useTestMaterials"]
    assert told["chosenRoomTypes"] == ["Kitchen"]
    assert server.answer({"action": "Pass"})[1][0][1] != before
    good(server, "ResetMaterials")
    assert server.answer({"action": "Pass"})[1][0][1] == before
    assert "useTestMaterials" in bad(server, "RandomizeMaterials", useTestMaterials=False)[1]
    assert "Kitchen" in bad(server, "RandomizeMaterials", inRoomTypes=["Bedroom"])[1]


def test_outlines_enclose_their_object(home):
    kitchen = home("FloorPlan12")
    table = kitchen.one("Fridge")
    assert kitchen.do("Get2DSemanticHull", objectId=table.object_id)
    outline = np.array(kitchen.returned)
    box = table.bounds()
    np.testing.assert_allclose(outline.min(0), box[[0, 2]], atol=1e-3)
    np.testing.assert_allclose(outline.max(0), box[[3, 5]], atol=1e-3)
    assert kitchen.do("Get2DSemanticHulls", objectTypes=["Fridge"])
    assert list(kitchen.returned) == [table.object_id]
    assert not kitchen.do("Get2DSemanticHulls", objectTypes=["Mug"], objectIds=["x"])


def test_the_expert_gets_there(home):
    kitchen = home("FloorPlan12")
    fridge = kitchen.one("Fridge")
    for _ in range(80):
        assert kitchen.do("ObjectNavExpertAction", objectId=fridge.object_id)
        if kitchen.returned is None:
            break
        assert kitchen.do(kitchen.returned), kitchen.error
    assert kitchen.returned is None
    body = kitchen.sim.world.body
    assert np.hypot(body.x - fridge.position[0], body.z - fridge.position[2]) < 2.2


def test_map_view_looks_down_and_comes_back(server):
    before = server.answer({"action": "Pass"})[1][0][1]
    above = good(server, "ToggleMapView")
    assert above["cameraOrthSize"] > 1
    assert above["cameraPosition"]["y"] > 2
    classes = ask(server, "Pass", renderInstanceSegmentation=True)
    assert classes["agents"][0]["colors"]
    assert good(server, "ToggleMapView")["cameraOrthSize"] == -1
    assert server.answer({"action": "Pass"})[1][0][1] == before


def test_two_agents_act_and_see_one_another(server):
    envelope, images = server.answer({"action": "Initialize", "agentCount": 2, "gridSize": 0.25})
    assert [a["agentId"] for a in envelope["agents"]] == [0, 1]
    assert [f for f, _ in images] == [Field.RGB, Field.RGB]
    assert images[0][1] != images[1][1]
    places = [a["agent"]["position"] for a in envelope["agents"]]
    assert np.hypot(places[0]["x"] - places[1]["x"], places[0]["z"] - places[1]["z"]) >= 0.5
    turned = ask(server, "RotateRight", agentId=1)
    assert turned["activeAgentId"] == 1
    before = [a["agent"]["rotation"]["y"] for a in envelope["agents"]]
    after = [a["agent"]["rotation"]["y"] for a in turned["agents"]]
    assert after == [before[0], (before[1] + 90) % 360]
    assert "out of range" in bad(server, "Pass", agentId=7)[1]
    # Standing on each other's place is refused.
    code, message = bad(
        server, "TeleportFull", **places[1], rotation=0, horizon=0, standing=True, agentId=0
    )
    assert code is None
    assert "Agent|" in message
    assert len(ask(server, "Initialize", agentCount=1)["agents"]) == 1
    assert "agentCount" in bad(server, "Initialize", agentCount=99)[1]


def test_one_object_is_in_one_hand(server):
    good(server, "Initialize", agentCount=2)
    mug = next(o for o in good(server, "Pass")["objects"] if o["objectType"] == "Mug")
    good(server, "PickupObject", objectId=mug["objectId"], forceAction=True, agentId=0)
    held = bad(server, "PickupObject", objectId=mug["objectId"], forceAction=True, agentId=1)
    assert "another agent" in held[1]
    envelope = ask(server, "Pass")
    assert [len(a["inventoryObjects"]) for a in envelope["agents"]] == [1, 0]


def test_the_low_robot_drives_and_looks_only(server):
    start = good(server, "Initialize", agentMode="locobot", rotateStepDegrees=30)
    assert start["agent"]["isStanding"] is None
    assert start["fov"] == 60
    assert start["cameraPosition"]["y"] == pytest.approx(0.87, abs=0.01)
    assert good(server, "RotateRight")["agent"]["rotation"]["y"] % 90 == pytest.approx(30)
    assert "horizontal" in bad(server, "MoveLeft")[1]
    assert bad(server, "Crouch")[0] == "InvalidAction"
    mug = next(o for o in start["objects"] if o["objectType"] == "Mug")
    assert bad(server, "PickupObject", objectId=mug["objectId"])[0] == "InvalidAction"
    place = start["agent"]["position"]
    good(server, "TeleportFull", **place, rotation=90, horizon=30)
    assert bad(server, "TeleportFull", **place, rotation=90, horizon=30, standing=True)[0] == (
        "InvalidArgument"
    )
    assert bad(server, "LookDown")[0] == "LookDownCantExceedMin"
    assert good(server, "Initialize")["cameraPosition"]["y"] == pytest.approx(1.576, abs=0.01)
    assert "drone" in bad(server, "Initialize", agentMode="drone")[1]


def test_what_another_agent_holds_is_neither_cut_nor_spawned_elsewhere(home):
    place = home("FloorPlan1")
    assert place.do("Initialize", agentCount=2), place.error
    world = place.sim.world
    apple = place.one("Apple")
    world.act_as(1)
    place.take(apple)
    world.act_as(0)
    assert not place.do("SliceObject", objectId=apple.object_id, forceAction=True)
    assert "hand" in place.error
    where = apple.position.copy()
    assert place.do("InitialRandomSpawn", randomSeed=3)
    assert (apple.position == where).all()
    assert apple.parent is None
    assert place.do("RemoveFromScene", objectId=apple.object_id)
    assert world.bodies[1].held is None


def test_what_an_agent_held_that_went_away_can_be_taken(home):
    place = home("FloorPlan1")
    assert place.do("Initialize", agentCount=2), place.error
    apple = place.one("Apple")
    place.sim.world.act_as(1)
    place.take(apple)
    place.sim.world.act_as(0)
    assert place.do("Initialize", agentCount=1), place.error
    assert not apple.picked_up
    assert apple.parent is not None
    place.take(apple)
