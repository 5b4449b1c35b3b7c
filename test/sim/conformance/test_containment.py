# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Things are in every receptacle that reaches them, and both sides say so."""

import json

import pytest

from egoplan_ros.sim.scenes import Library
from egoplan_ros.sim.scenes.export import export

FORCED = {"forceAction": True}


def fresh(client, scene):
    return client.reset(scene, width=64, height=64, agentCount=1, agentMode="default")


def do(client, action, **parameters):
    metadata = client.step(action, **parameters, forceAction=True).metadata
    assert metadata["lastActionSuccess"], (action, metadata["errorMessage"])
    check(metadata["objects"])
    return {o["objectId"]: o for o in metadata["objects"]}


def first(client, kind):
    found = client.last_event.metadata["objects"]
    return next(o for o in found if o["objectType"] == kind)["objectId"]


def check(objects):
    """What one side tells of containment, the other tells, too."""
    up = {(o["objectId"], p) for o in objects for p in o["parentReceptacles"] or ()}
    down = {(c, o["objectId"]) for o in objects for c in o["receptacleObjectIds"] or ()}
    assert up == down
    assert all(o["parentReceptacles"] != [] for o in objects)


def put(client, kind, keeper):
    """A thing of a kind put into or onto one of another; all objects by id, and the thing's."""
    thing = first(client, kind)
    do(client, "PickupObject", objectId=thing)
    return do(client, "PutObject", objectId=first(client, keeper)), thing


def kinds(objects, thing):
    parents = objects[thing]["parentReceptacles"] or []
    assert parents == sorted(parents)
    return [objects[p]["objectType"] for p in parents]


@pytest.mark.parametrize(
    ("scene", "kind", "keeper"),
    [
        ("FloorPlan12", "Apple", "GarbageCan"),
        ("FloorPlan201", "RemoteControl", "Box"),
    ],
)
def test_what_is_in_an_open_container_on_the_floor_is_on_the_floor_too(client, scene, kind, keeper):
    fresh(client, scene)
    objects, box = put(client, keeper, "Floor") if keeper == "Box" else ({}, first(client, keeper))
    objects = objects or {o["objectId"]: o for o in client.last_event.metadata["objects"]}
    assert kinds(objects, box) == ["Floor"]
    objects, thing = put(client, kind, keeper)
    assert set(kinds(objects, thing)) == {"Floor", keeper}
    objects = do(client, "PickupObject", objectId=thing)
    assert objects[thing]["parentReceptacles"] is None


def test_a_box_that_is_carried_away_takes_its_contents_off_the_floor(client):
    fresh(client, "FloorPlan201")
    _, thing = put(client, "RemoteControl", "Box")
    box = first(client, "Box")
    objects = do(client, "PickupObject", objectId=box)
    assert kinds(objects, thing) == ["Box"]
    objects = do(client, "PutObject", objectId=first(client, "CoffeeTable"))
    assert kinds(objects, thing) == ["Box", "CoffeeTable"]


@pytest.mark.parametrize(
    ("kind", "keeper", "below"),
    [
        ("Potato", "Pan", "StoveBurner"),
        ("Tomato", "Plate", "CounterTop"),
        ("Egg", "Bowl", "CounterTop"),
    ],
)
def test_what_is_in_a_vessel_is_on_what_the_vessel_stands_on(client, kind, keeper, below):
    fresh(client, "FloorPlan12")
    if below == "StoveBurner":
        pan = first(client, keeper)
        do(client, "PickupObject", objectId=pan)
        burners = [o for o in client.last_event.metadata["objects"] if o["objectType"] == below]
        taken = any(
            client.step("PutObject", objectId=o["objectId"], forceAction=True) for o in burners
        )
        assert taken
    else:
        put(client, keeper, below)
    objects, thing = put(client, kind, keeper)
    assert set(kinds(objects, thing)) == {keeper, below}


def test_what_is_shut_away_is_in_what_shuts_it_away_alone(client):
    fresh(client, "FloorPlan12")
    do(client, "OpenObject", objectId=first(client, "Fridge"))
    objects, thing = put(client, "Apple", "Fridge")
    assert kinds(objects, thing) == ["Fridge"]


@pytest.mark.parametrize("scene", ["FloorPlan3", "FloorPlan203", "FloorPlan303", "FloorPlan403"])
def test_furniture_stands_on_the_floor(client, scene):
    objects = {o["objectId"]: o for o in fresh(client, scene).metadata["objects"]}
    check(objects.values())
    for thing in objects.values():
        box = thing["axisAlignedBoundingBox"]
        bottom = box["center"]["y"] - box["size"]["y"] / 2
        if thing["moveable"] and bottom < 0.02:
            assert kinds(objects, thing["objectId"]) == ["Floor"], thing["objectId"]


def test_a_recorded_room_knows_which_of_several_holds_a_thing(home, tmp_path):
    """A room that is written down and read again has everything in what it was in."""
    here = home("FloorPlan201")
    box, floor, remote = (here.one(kind) for kind in ("Box", "Floor", "RemoteControl"))
    for item, keeper in ((box, floor), (remote, box)):
        here.take(item)
        here.put(keeper)
    world = here.sim.world
    (tmp_path / "FloorPlan201.json").write_text(json.dumps(export(world)), encoding="utf-8")
    again = Library.of(tmp_path).load("FloorPlan201")
    assert again.find(remote.object_id).parent.kind == "Box"
    for thing in world.objects():
        if thing.can("pick"):
            mine = [k.object_id for k in again.find(thing.object_id).keepers()]
            assert mine == [k.object_id for k in thing.keepers()], thing.object_id
