# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the hand holds is aligned to the agent, turns with it, and can be opened."""

import json

import numpy as np
import pytest

from egoplan_ros.sim.actions import load_all
from egoplan_ros.sim.dispatch import invoke
from egoplan_ros.sim.scenes import Library
from egoplan_ros.sim.scenes.export import export
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import euler, normalised

SCENE = "FloorPlan12"
AXES = ("x", "y", "z")
FORCED = {"forceAction": True}
MOVES = ("MoveAhead", "MoveLeft", "MoveBack", "MoveRight")


def fresh(client, scene=SCENE):
    return client.reset(scene, agentCount=1, agentMode="default", width=64, height=64)


def first(client, kind):
    found = client.last_event.metadata["objects"]
    return next(o for o in found if o["objectType"] == kind)


def done(event):
    assert event.metadata["lastActionSuccess"], event.metadata["errorMessage"]
    return event.metadata


def taken(client, kind, yaw):
    fresh(client)
    done(client.step("RotateLook", rotation=yaw, horizon=0))
    return done(client.step("PickupObject", objectId=first(client, kind)["objectId"], **FORCED))


@pytest.mark.parametrize("kind", ["Apple", "Knife", "Pan", "Plate"])
@pytest.mark.parametrize("yaw", [0, 90, 200])
def test_it_is_aligned_to_the_agent_and_turns_with_it(client, kind, yaw):
    held = taken(client, kind, yaw)["heldObjectPose"]
    assert held["localRotation"] == {"x": 0, "y": 0, "z": 0}
    assert held["rotation"] == {"x": 0, "y": yaw, "z": 0}
    thing = first(client, kind)
    assert thing["rotation"] == pytest.approx(held["rotation"])
    assert thing["position"] == pytest.approx(held["position"])
    done(client.step("RotateRight", degrees=30))
    assert first(client, kind)["rotation"]["y"] == pytest.approx((yaw + 30) % 360, abs=1e-6)
    assert client.last_event.metadata["heldObjectPose"]["localRotation"]["y"] == 0


@pytest.mark.parametrize(
    ("how", "rotation"),
    [
        ({"pitch": 90}, (90, 180, 0)),
        ({"yaw": 90}, (0, 270, 0)),
        ({"roll": 90}, (0, 180, 270)),
        # What Unity makes of x = 90, y = 270, z = 270.
        ({"pitch": 90, "yaw": 90, "roll": 90}, (90, 0, 0)),
    ],
)
def test_turning_it_is_told_exactly(client, how, rotation):
    before = taken(client, "SoapBottle", 180)["heldObjectPose"]
    after = done(client.step("RotateHeldObject", **how))["heldObjectPose"]
    assert after["position"] == pytest.approx(before["position"])
    assert tuple(after["rotation"][k] for k in AXES) == rotation


def test_it_is_turned_absolutely_relative_to_the_agent_and_back_by_a_step(client):
    taken(client, "SoapBottle", 180)
    wanted = {"x": 90, "y": 180, "z": 0}
    held = done(client.step("RotateHeldObject", rotation=wanted))["heldObjectPose"]
    assert held["localRotation"] == wanted
    way = next(m for m in MOVES if client.step(m, manualInteract=True))
    assert client.last_event.metadata["heldObjectPose"]["localRotation"] == wanted
    held = done(client.step(MOVES[MOVES.index(way) - 2]))["heldObjectPose"]
    assert held["localRotation"] == {"x": 0, "y": 0, "z": 0}


def test_a_recorded_thing_is_held_by_its_own_origin_and_axes(tmp_path):
    """Whatever it was turned by, and wherever its asset has its origin."""
    data = export(Library().load(SCENE))
    knife = next(o for o in data["objects"] if o["objectType"] == "Knife")
    knife["rotation"] = {"x": 0.0, "y": 37.0, "z": 90.0}
    knife["position"]["y"] += 0.03
    (tmp_path / f"{SCENE}.json").write_text(json.dumps(data))
    load_all()
    sim = Simulation((64, 64), SCENE, Library.of(tmp_path))
    body = sim.world.body
    body.yaw = 120.0
    invoke(sim, {"action": "PickupObject", "objectId": knife["objectId"], **FORCED})
    thing = sim.world.find(knife["objectId"])
    position, rotation, _ = thing.reported()
    assert np.allclose(position, body.hand_position())
    assert np.allclose(euler(rotation), euler(np.array([0.0, 120.0, 0.0])))
    invoke(sim, {"action": "RotateRight", "degrees": 30})
    assert np.allclose(euler(thing.reported()[1]), euler(np.array([0.0, 150.0, 0.0])))


def test_contents_turn_rigidly_with_what_holds_them():
    load_all()
    sim = Simulation((64, 64), "FloorPlan6")
    pot, potato = (next(t for t in sim.world.objects() if t.kind == k) for k in ("Pot", "Potato"))
    counter = next(t for t in sim.world.objects() if t.kind == "CounterTop")
    for action, thing in (("PickupObject", potato), ("PutObject", pot), ("PickupObject", pot)):
        invoke(sim, {"action": action, "objectId": thing.object_id, **FORCED})
    before = pot.matrix.T @ potato.matrix, pot.matrix.T @ (potato.position - pot.position)
    invoke(sim, {"action": "RotateHeldObject", "pitch": 40, "yaw": 25})
    assert np.allclose(pot.matrix.T @ potato.matrix, before[0])
    assert np.allclose(pot.matrix.T @ (potato.position - pot.position), before[1])
    invoke(sim, {"action": "PutObject", "objectId": counter.object_id, **FORCED})
    assert potato.parent is pot


@pytest.mark.parametrize(
    ("scene", "kind"),
    [("FloorPlan301", "Book"), ("FloorPlan301", "Laptop"), ("FloorPlan201", "Box")],
)
def test_a_held_thing_is_opened_and_closed(client, scene, kind):
    fresh(client, scene)
    thing = first(client, kind)["objectId"]
    done(client.step("PickupObject", objectId=thing, **FORCED))
    held = client.last_event.metadata["heldObjectPose"]
    for openness in (0.0, 1.0, 0.4):
        metadata = done(client.step("OpenObject", objectId=thing, openness=openness))
        assert first(client, kind)["openness"] == pytest.approx(openness)
        assert metadata["heldObjectPose"] == held
    done(client.step("CloseObject", objectId=thing))
    assert first(client, kind)["isOpen"] is False
    assert first(client, kind)["isPickedUp"] is True


def test_normalised_angles_stand_for_the_same_rotation():
    rng = np.random.default_rng(5)
    quarters = rng.integers(-8, 9, (60, 3)) * 45.0
    for rotation in np.concatenate([rng.uniform(-400, 400, (60, 3)), quarters]):
        told = normalised(rotation)
        assert np.allclose(euler(told), euler(rotation), atol=1e-9), rotation
        assert ((told >= 0) & (told < 360)).all()
        assert not 90 < told[0] < 270
