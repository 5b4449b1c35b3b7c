# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Procedural rooms: connected, complete, usable, repeatable."""

import numpy as np
import pytest
from check_rooms import check_world
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from egoplan_ros.sim import scenes
from egoplan_ros.sim.catalog import ONLY_ACCEPTS, accepts
from egoplan_ros.sim.dispatch import ACTIONS
from egoplan_ros.sim.metadata import xyz
from egoplan_ros.sim.server import Server

SAMPLE = [
    "FloorPlan1",
    "FloorPlan12",
    "FloorPlan21",
    "FloorPlan210",
    "FloorPlan301",
    "FloorPlan316",
]
SAMPLE += ["FloorPlan322", "FloorPlan405", "FloorPlan430"]
MAIN = set(
    "Fridge Microwave SinkBasin CounterTop CoffeeMachine StoveBurner DiningTable SideTable "
    "GarbageCan Cabinet Drawer Desk Bed Dresser Shelf Safe LaundryHamper Sofa ArmChair "
    "CoffeeTable TVStand".split()
)
PROBES = {"CoffeeMachine": "Mug", "StoveBurner": "Pot"}


@pytest.mark.parametrize("name", SAMPLE)
def test_room_is_complete_and_connected(name):
    check_world(scenes.load(name), int(name[9:]) // 100)


@pytest.mark.slow
def test_all_rooms_are_complete_and_connected():
    for name in scenes.names():
        check_world(scenes.load(name), int(name[9:].removesuffix("_physics")) // 100)


def unpickable(place):
    """Objects in open places that cannot be picked up from any pose."""
    for thing in [t for t in place.sim.world.objects() if t.can("pick")]:
        if place.closed_away(thing):
            continue
        problem = place.anywhere(thing, "PickupObject")
        if problem:
            yield thing.object_id, problem
        _stow(place)


def unusable(place):
    """Main receptacles that cannot be opened, filled and closed from any one pose."""
    for thing in [t for t in place.sim.world.things if t.kind in MAIN and t.can("receptacle")]:
        problem = _use(place, thing)
        if problem:
            yield thing.object_id, problem
        _stow(place)


def _stow(place):
    held = place.sim.world.body.held
    if held is not None:
        place.sim.world.body.held = None
        held.picked_up = False
        place.sim.world.move(held, held.position + np.array([0.0, 5.0, 0.0]))


def _use(place, thing):
    kinds = [PROBES.get(thing.kind, "Egg"), "Fork", "CreditCard", "Pen", "Pencil", "CD", "Book"]
    things = place.sim.world.objects()
    fits = [o for k in kinds for o in things if o.kind == k and accepts(thing.kind, k)]
    fits = [o for o in fits if o.parent is not thing]
    if thing.kind in ONLY_ACCEPTS and thing.children:
        return ""
    if not fits:
        return ""
    place.take(fits[0])
    problem = "no pose sees it"
    for pose in place.poses(thing, 16):
        steps = ["PutObject"]
        if thing.can("open"):
            steps = ["OpenObject", "PutObject", "CloseObject"]
        if not place.do("TeleportFull", **pose):
            continue
        for action in steps:
            if not place.do(action, objectId=thing.object_id):
                problem = f"{action} {fits[0].kind}: {place.error}"
                break
        else:
            return ""
        if place.sim.world.body.held is None:
            place.take(fits[0])
        place.do("CloseObject", objectId=thing.object_id, forceAction=True)
    return problem


@pytest.mark.parametrize("name", ["FloorPlan324"])
def test_everything_can_be_used(home, name):
    place = home(name)
    assert list(unusable(place)) == []
    assert list(unpickable(home(name))) == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("number", [*range(1, 31), *range(301, 331)])
def test_everything_can_be_used_in_all_kitchens_and_bedrooms(home, number):
    assert list(unusable(home(f"FloorPlan{number}"))) == []
    assert list(unpickable(home(f"FloorPlan{number}"))) == []


def episode(scene):
    server = Server((120, 120))
    out = [server.answer({"action": "Reset", "sceneName": scene, "sequenceId": 0})]
    words = {"renderDepthImage": True, "renderInstanceSegmentation": True}
    out.append(server.answer({"action": "Initialize", "sequenceId": 1, **words}))
    for k, action in enumerate(("MoveAhead", "RotateLeft", "LookDown", "MoveAhead")):
        out.append(server.answer({"action": action, "sequenceId": k + 2}))
    spawn = {"action": "InitialRandomSpawn", "randomSeed": 5, "sequenceId": 9}
    out.append(server.answer(spawn))
    return out


@pytest.mark.parametrize("scene", ["FloorPlan2", "FloorPlan311"])
def test_same_seed_gives_the_same_bytes(scene):
    assert episode(scene) == episode(scene)


def test_random_spawn_moves_things_and_keeps_the_books(home):
    place = home("FloorPlan2")
    before = {t.object_id: t.position.copy() for t in place.sim.world.objects()}
    assert place.do("InitialRandomSpawn", randomSeed=3)
    after = {t.object_id: t for t in place.sim.world.objects()}
    assert set(after) == set(before)
    assert sum(bool((after[k].position != p).any()) for k, p in before.items()) > 10
    for thing in after.values():
        if thing.parent is not None:
            assert thing in thing.parent.children


def test_object_poses_hide_what_is_not_listed(home):
    place = home("FloorPlan2")
    apple, mug = place.one("Apple"), place.one("Mug")
    pose = {
        "objectName": apple.name,
        "position": dict(zip("xyz", map(float, apple.position), strict=True)),
    }
    assert place.do("SetObjectPoses", objectPoses=[pose, pose])
    assert place.sim.world.find(mug.object_id) is None
    assert len(place.all("Apple")) == 2
    assert not place.do("SetObjectPoses", objectPoses=[{"objectName": "x"}])


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 400),
    st.floats(allow_nan=True, width=32),
    st.sampled_from(["", "Mug", "Fridge|1|2|3", "water"]),
    st.dictionaries(st.sampled_from(["x", "y", "z", "w"]), st.floats(-5, 5) | st.text(max_size=2)),
    st.lists(st.integers(-2, 2), max_size=3),
)


@pytest.fixture(scope="module")
def kitchen_server():
    server = Server((60, 60))
    server.answer({"action": "Reset", "sceneName": "FloorPlan1", "sequenceId": 0})
    return server, [t.object_id for t in server.sim.world.objects()]


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_no_action_breaks_the_home(kitchen_server, data):
    kitchen_server, ids = kitchen_server
    name = data.draw(st.sampled_from(sorted(set(ACTIONS) - {"Reset", "Initialize"})))
    entry = ACTIONS[name]
    message = {"action": name, "sequenceId": 1}
    for parameter in entry.parameters:
        if parameter.wire == "objectId" and data.draw(st.booleans()):
            message["objectId"] = data.draw(st.sampled_from(ids))
        elif not parameter.optional or data.draw(st.booleans()):
            message[parameter.wire] = data.draw(VALUES)
    if name == "ChangeResolution":
        message.update(x=60, y=60)
    kitchen_server.answer(message)
    world = kitchen_server.sim.world
    assert np.isfinite([world.body.x, world.body.z, world.body.yaw, world.body.horizon]).all()
    for thing in world.objects():
        assert np.isfinite(thing.position).all()
        homes = [t for t in world.things if any(c is thing for c in t.children)]
        assert homes == ([thing.parent] if thing.parent is not None else [])


def test_exceptions_become_failed_events(kitchen_server, monkeypatch):
    def burst(*_):
        raise ZeroDivisionError("boom")

    kitchen_server, _ = kitchen_server
    monkeypatch.setattr(kitchen_server.sim.eyes, "point_under", burst)
    body, _ = kitchen_server.answer({"action": "GetObjectInFrame", "x": 0.5, "y": 0.5})
    assert "ZeroDivisionError: boom" in body["agents"][0]["errorMessage"]


@pytest.mark.parametrize(
    ("action", "more"), [("RemoveFromScene", {"objectId": ""}), ("SetObjectPoses", {})]
)
def test_what_is_broken_can_be_taken_out_of_the_scene(home, action, more):
    place = home("FloorPlan1")
    thing = next(
        t for t in place.sim.world.objects() if t.can("break") and t.can("pick") and t.kind != "Egg"
    )
    assert place.do("BreakObject", objectId=thing.object_id, forceAction=True), place.error
    more = {"objectId": thing.object_id} if more else {"objectPoses": []}
    assert place.do(action, **more), place.error
    assert thing not in place.sim.world.objects()
    assert not place.do("PickupObject", objectId=thing.object_id, forceAction=True)
    assert place.sim.world.body.held is None
    assert place.do("EnableObject", objectId=thing.object_id), place.error
    assert thing in place.sim.world.objects()
    assert thing.broken


def test_repeated_names_make_the_same_copies_each_time(home):
    place = home("FloorPlan1")
    apple = place.one("Apple")
    rows = [
        {"objectName": t.name, "position": xyz(t.position), "rotation": xyz(t.rotation)}
        for t in place.sim.world.objects()
        if t.dynamic and t is not apple
    ]
    spots = [{**xyz(apple.position), "y": apple.position[1] + up} for up in (0.01, 0.3, 0.6)]
    for count in (3, 2, 3):
        mine = [{"objectName": apple.name, "position": spot} for spot in spots[:count]]
        assert place.do("SetObjectPoses", objectPoses=[*rows, *mine]), place.error
        have = sorted(t.object_id for t in place.all("Apple"))
        assert have == [apple.object_id + end for end in ("", "_copy_1", "_copy_2")[:count]]
        for number, thing in enumerate(sorted(place.all("Apple"), key=lambda t: t.object_id)):
            assert thing is place.sim.world.find(thing.object_id)
            assert thing.position[1] == pytest.approx(spots[number]["y"])
    copies = [f"{apple.name}_copy_1"] * 2
    mine = [{"objectName": n, "position": s} for n, s in zip(copies, spots, strict=False)]
    assert place.do("SetObjectPoses", objectPoses=[*rows, *mine]), place.error
    assert len({t.object_id for t in place.all("Apple")}) == len(place.all("Apple")) == 2
    ids = [t.object_id for t in place.sim.world.things]
    assert len(set(ids)) == len(ids)


def test_duplicates_are_counted_with_those_of_before(home):
    place = home("FloorPlan1")
    apple = place.one("Apple")
    place.take(apple)
    wanted = [{"objectType": "Apple", "count": 3}]
    for seed in (1, 2):
        assert place.do("InitialRandomSpawn", randomSeed=seed, numDuplicatesOfType=wanted)
        have = sorted(t.object_id for t in place.all("Apple"))
        assert have == [apple.object_id + end for end in ("", "_copy_1", "_copy_2")]
        assert [t for t in place.all("Apple") if t.picked_up] == [apple]
        assert all(t.parent is not None for t in place.all("Apple") if t is not apple)
    gone = apple.object_id + "_copy_1"
    assert place.do("RemoveFromScene", objectId=gone)
    assert place.do("InitialRandomSpawn", randomSeed=3, numDuplicatesOfType=wanted)
    assert len(place.all("Apple")) == 3
    assert place.sim.world.find(gone) is not None
