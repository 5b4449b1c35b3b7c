# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What happens behind the robot's back leaves a world that can be."""

import json
import random

import numpy as np
import pytest

from egoplan_ros.sim import mishaps
from egoplan_ros.sim.faults import AFTER, BEFORE, KINDS, load_faults
from egoplan_ros.sim.mishaps import ARM, MISHAPS
from egoplan_ros.sim.server import Server
from egoplan_ros.world.errors import InputError


def server_with(folder, text, scene="FloorPlan1"):
    path = folder / "faults.yaml"
    path.write_text(text)
    server = Server((60, 60), faults=load_faults(path))
    server.run({"action": "Reset", "sceneName": scene})
    return server


def strike(kind, server, seed=0, chosen=lambda thing: True):
    return MISHAPS[kind](server.sim, random.Random(seed), KINDS[kind], chosen)


def overlapping(world, thing):
    """Things whose boxes reach clearly into the thing's, what carries it aside."""
    family = {id(thing), id(thing.parent), *(id(one) for one in thing.within())}
    box = thing.bounds()
    low, high = box[:3] + 0.01, box[3:] - 0.01
    return [
        other.object_id
        for other in world.objects()
        if id(other) not in family
        and other.can("pick")
        and not other.hidden
        and np.all(other.bounds()[:3] < high)
        and np.all(other.bounds()[3:] > low)
    ]


def test_every_mishap_has_a_kind_and_a_time():
    assert set(MISHAPS) == set(BEFORE) | set(AFTER) <= set(KINDS)


@pytest.mark.parametrize("scene", ["FloorPlan5", "FloorPlan201"])
@pytest.mark.parametrize("kind", ["push", "clutter", "hide", "throw", "roll"])
def test_what_is_moved_comes_to_stand_where_there_is_room(kind, scene):
    server = Server((60, 60))
    server.run({"action": "Reset", "sceneName": scene})
    world = server.sim.world
    crowded = {one.object_id: set(overlapping(world, one)) for one in world.objects()}
    struck = 0
    for seed in range(12):
        facts = strike(kind, server, seed)
        if facts is None:
            continue
        struck += 1
        thing = world.find(facts["object"])
        assert thing.parent is not None
        assert thing in thing.parent.children
        assert set(overlapping(world, thing)) <= crowded[thing.object_id]
    assert struck


@pytest.mark.parametrize("scene", ["FloorPlan4", "FloorPlan8", "FloorPlan201"])
@pytest.mark.parametrize("kind", ["push", "hide", "throw", "roll"])
def test_what_is_moved_can_be_taken_from_somewhere(kind, scene):
    server = Server((60, 60))
    struck = 0
    for seed in range(10):
        server.run({"action": "Reset", "sceneName": scene})
        facts = strike(kind, server, seed)
        if facts is None:
            continue
        struck += 1
        if kind == "hide":
            opened = {"action": "OpenObject", "objectId": facts["into"], "forceAction": True}
            assert server.run(opened)[0] is None
        ask = {"action": "GetInteractablePoses", "objectId": facts["object"], "standings": [True]}
        assert server.run(ask)[1], (seed, facts)
    assert struck


@pytest.mark.parametrize("scene", ["FloorPlan308", "FloorPlan311", "FloorPlan10"])
def test_a_chair_in_the_way_cuts_nothing_off(scene):
    server = Server((60, 60))
    server.run({"action": "Reset", "sceneName": scene})
    world = server.sim.world

    def places():
        _, points = server.run({"action": "GetReachablePositions"})
        return {(round(at["x"], 3), round(at["z"], 3)) for at in points}

    before, struck = places(), 0
    for seed in range(30):
        facts = strike("chair", server, seed)
        now = places()
        if facts is not None:
            struck += 1
            box = world.find(facts["object"]).bounds()
            middle = (box[[0, 2]] + box[[3, 5]]) / 2
            near = np.hypot(*(box[[3, 5]] - box[[0, 2]])) / 2 + 0.5
            lost = [place for place in before - now if np.hypot(*(place - middle)) > near]
            assert not lost, (seed, facts)
        before = now
    assert struck


def test_what_is_pushed_away_is_far_from_here_and_near_to_some_place():
    server = Server((60, 60))
    body = server.sim.world.body
    here = np.array([body.x, body.z])
    server.run({"action": "GetReachablePositions"})
    _, stands = server.run({"action": "GetReachablePositions"})
    stands = np.array([[at["x"], at["z"]] for at in stands])
    for seed in range(8):
        facts = strike("push", server, seed)
        if facts is None:
            continue
        box = server.sim.world.find(facts["object"]).bounds()
        middle = (box[[0, 2]] + box[[3, 5]]) / 2
        assert facts["metres"] > KINDS["push"]["metres"]
        assert np.linalg.norm(stands - middle, axis=1).min() < ARM + 0.05
        assert np.linalg.norm(middle - here) > 0.3


def test_what_is_hidden_is_in_something_closed_that_takes_it():
    server = Server((60, 60))
    facts = strike("hide", server, chosen=lambda thing: thing.kind == "Mug")
    thing = server.sim.world.find(facts["object"])
    assert thing.kind == "Mug"
    assert thing.out_of_sight
    assert thing.parent.openness == 0


def test_what_is_thrown_away_is_in_a_bin_and_was_in_none():
    server = Server((60, 60))
    facts = strike("throw", server, chosen=lambda thing: thing.kind == "Bread")
    thing = server.sim.world.find(facts["object"])
    assert (thing.kind, thing.parent.kind) == ("Bread", "GarbageCan")
    assert strike("throw", server, chosen=lambda thing: thing.kind == "Bread") is None


def test_what_falls_from_the_hand_lies_somewhere():
    server = Server((60, 60))
    assert strike("drop", server) is None
    facts = strike("hand", server)
    world = server.sim.world
    held = world.body.held
    assert held.object_id == facts["object"]
    assert held.picked_up
    assert strike("hand", server) is None  # it has one
    assert strike("drop", server) == {"object": held.object_id}
    assert world.body.held is None
    assert not held.picked_up
    assert held.parent is not None


def test_what_would_fall_to_where_nobody_can_take_it_stays_in_the_hand(monkeypatch):
    server = Server((60, 60))
    world = server.sim.world
    held = next(t for t in world.objects() if t.can("pick") and t.can("fill"))
    server.run({"action": "PickupObject", "objectId": held.object_id, "forceAction": True})
    server.run({"action": "MoveHeldObjectUp", "moveMagnitude": 0.05})
    before = held.position.copy(), held.rotation.copy(), world.body.hand
    monkeypatch.setattr(mishaps, "_takeable", lambda sim, thing: False)
    assert strike("drop", server) is None
    assert world.body.held is held
    assert held.picked_up
    assert held.parent is None
    assert np.array_equal(held.position, before[0])
    assert np.array_equal(held.rotation, before[1])
    assert world.body.hand == before[2]


def test_doors_shut_and_open_and_devices_are_switched():
    server = Server((60, 60))
    world = server.sim.world
    assert strike("shut", server) is None  # all are shut
    facts = strike("ajar", server, seed=1)
    door = world.find(facts["object"])
    assert door.openness == 1
    at = np.array([world.body.x, world.body.z])
    assert np.linalg.norm(door.position[[0, 2]] - at) < 2.0
    assert strike("shut", server) == {"object": door.object_id}
    assert door.openness == 0
    facts = strike("switch", server, chosen=lambda thing: thing.kind == "Microwave")
    assert facts == {"object": world.find(facts["object"]).object_id, "on": True}


def test_what_somebody_switches_on_runs_even_if_the_next_act_is_refused():
    server = Server((60, 60))
    world = server.sim.world
    egg, oven = (
        next(thing for thing in world.objects() if thing.kind == kind)
        for kind in ("Egg", "Microwave")
    )
    for name, thing in (
        ("OpenObject", oven),
        ("PickupObject", egg),
        ("PutObject", oven),
        ("CloseObject", oven),
    ):
        refused, _ = server.run({"action": name, "objectId": thing.object_id, "forceAction": True})
        assert refused is None, refused
    assert egg.temperature == "RoomTemp"
    strike("switch", server, chosen=lambda thing: thing is oven)
    refused, _ = server.run({"action": "ToggleObjectOn", "objectId": oven.object_id})
    assert refused is not None
    assert egg.temperature == "Hot"


def test_who_is_knocked_keeps_what_is_in_hand():
    server = Server((60, 60))
    strike("hand", server)
    body = server.sim.world.body
    yaw = body.yaw
    turned = strike("knock", server)["degrees"]
    assert 15 <= abs(turned) <= 30
    assert body.yaw == pytest.approx((yaw + turned) % 360, abs=0.01)
    assert np.allclose(body.held.position, body.hand_position())


def test_only_types_it_is_about_are_struck_so_often_an_episode(tmp_path):
    server = server_with(tmp_path, "{about: [Mug], hide: {p: 1, times: 2}, log: f.jsonl}")
    for _ in range(6):
        server.run({"action": "RotateRight"})
    rows = (tmp_path / "f.jsonl").read_text().splitlines()
    assert 1 <= len(rows) <= 2
    assert all('"Mug|' in row for row in rows)
    struck = len(rows)
    server.run({"action": "Reset", "sceneName": "FloorPlan1"})
    server.run({"action": "RotateRight"})
    assert len((tmp_path / "f.jsonl").read_text().splitlines()) == struck + 1


def test_what_was_hidden_and_found_is_not_hidden_again(tmp_path):
    server = server_with(tmp_path, "{about: [Mug], hide: {p: 1, times: 20}, log: f.jsonl}")
    for _ in range(8):
        server.run({"action": "RotateRight"})
        for thing in server.sim.world.objects():
            if thing.kind == "Mug" and thing.parent.can("open"):
                server.sim.world.set_openness(thing.parent, 1.0)
    rows = [json.loads(row)["object"] for row in (tmp_path / "f.jsonl").read_text().splitlines()]
    assert rows
    assert len(rows) == len(set(rows))


def test_what_the_robot_has_handled_is_left_alone(tmp_path):
    server = server_with(tmp_path, "{about: [Mug], roll: {p: 0}}")
    (mug,) = [one for one in server.sim.world.objects() if one.kind == "Mug"][:1]
    chosen = server.faults._chosen
    assert chosen(mug)
    server.faults.after(server.sim, {"action": "PickupObject"})
    assert chosen(mug)  # nothing came into the hand
    server.sim.world.body.held = mug
    server.faults.after(server.sim, {"action": "PickupObject"})
    assert not chosen(mug)


def test_refusals_and_outages_tell_what_drivers_tell(tmp_path):
    server = server_with(tmp_path, "{refuse: {p: 1, times: 1}, outage: {p: 0}}")
    strike("hand", server)
    message = {"action": "PutObject", "objectId": "CounterTop|1"}
    assert "cannot be placed in CounterTop|1" in server.run(message)[0].message
    refused, _ = server.run(message)
    assert refused is None or "cannot be placed" not in refused.message
    server.faults.settings["outage"]["p"] = 1.0
    assert server.run({"action": "RotateRight"})[0].message.startswith("robot fault")
    assert server.run({"action": "RotateRight"})[0] is None  # once an episode


@pytest.mark.parametrize("about", ["Mug", "[3]", "[Mugg]"])
def test_wrong_types_are_told(tmp_path, about):
    with pytest.raises(InputError, match="about"):
        server_with(tmp_path, f"about: {about}")
