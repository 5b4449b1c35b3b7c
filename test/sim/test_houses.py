# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Homes of several rooms: those for object-goal navigation, and ProcTHOR's JSON."""

import copy

import numpy as np
import pytest

from egoplan_ros.sim import physics
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.scenes import Library
from egoplan_ros.sim.scenes.houses import house, house_names
from egoplan_ros.sim.scenes.procthor import build_house
from egoplan_ros.sim.server import Server


def point(x, y, z):
    return {"x": x, "y": y, "z": z}


def wall(name, room, a, b):
    polygon = [point(*a), point(*b), point(b[0], 2.5, b[2]), point(a[0], 2.5, a[2])]
    return {"id": name, "roomId": room, "polygon": polygon}


def flat():
    """Two rooms side by side with a door between, furnished a little."""
    left, right = [], []
    for name, x0, x1, walls in (("room|2", 0, 4, left), ("room|3", 4, 8, right)):
        corners = [(x0, 0, 0), (x1, 0, 0), (x1, 0, 5), (x0, 0, 5)]
        for k in range(4):
            walls.append(wall(f"wall|{name}|{k}", name, corners[k], corners[(k + 1) % 4]))
    rooms = [
        {"id": "room|2", "roomType": "Kitchen", "floorPolygon": [point(*p) for p in
            [(0, 0, 0), (4, 0, 0), (4, 0, 5), (0, 0, 5)]]},
        {"id": "room|3", "roomType": "Bedroom", "floorPolygon": [point(*p) for p in
            [(4, 0, 0), (8, 0, 0), (8, 0, 5), (4, 0, 5)]]},
    ]  # fmt: skip
    door = {
        "id": "door|2|3",
        "wall0": "wall|room|2|1",
        "wall1": "wall|room|3|3",
        "holePolygon": [point(2.0, 0, 0), point(3.0, 2.1, 0)],
    }
    window = {
        "id": "window|1",
        "wall0": "wall|room|2|0",
        "holePolygon": [point(1.0, 1.0, 0), point(2.0, 2.0, 0)],
    }
    table = {
        "id": "DiningTable|2|0",
        "assetId": "Dining_Table_1",
        "position": point(1.2, 0.4, 3.5),
        "rotation": point(0, 90, 0),
        "children": [
            {"id": "Apple|surface|2|1", "position": point(1.2, 0.85, 3.5)},
            {"id": "Hologram|2|1", "position": point(1.0, 0.85, 3.4)},
        ],
    }
    bed = {"id": "Bed|3|0", "position": point(7.0, 0.4, 3.8), "rotation": point(0, 180, 0)}
    return {
        "rooms": rooms,
        "walls": left + right,
        "doors": [door],
        "windows": [window],
        "objects": [table, bed],
        "metadata": {"agent": {"position": point(2.0, 0.95, 1.0), "rotation": point(0, 90, 0)}},
    }


def reached(world):
    cells = physics.reachable(world, np.array([world.body.x, world.body.z]), 0.25)
    return np.array(cells)


@pytest.mark.parametrize("name", ["FloorPlan_Train1_1", "FloorPlan_Val3_5"])
def test_every_room_of_a_home_is_reached_through_its_door(name):
    world = house(name)
    cells = reached(world)
    floors = [t for t in world.things if t.kind == "Floor"]
    assert len(floors) >= 4
    for ground in floors:
        on = (np.abs(cells - ground.position[[0, 2]]) < ground.shape.half[[0, 2]]).all(1)
        assert on.sum() >= 20, ground.object_id
    ids = [t.object_id for t in world.things]
    assert len(set(ids)) == len(ids)
    names = [t.name for t in world.things]
    assert len(set(names)) == len(names)
    kinds = {t.kind for t in world.objects()}
    assert {"Sofa", "Fridge", "Television", "GarbageCan"} <= kinds
    for thing in world.objects():
        box = thing.bounds()
        assert (box[[0, 2]] > world.low[[0, 2]] - 0.3).all()
        assert (box[[3, 5]] < world.high[[0, 2]] + 0.3).all()


@pytest.mark.slow
def test_all_homes_are_whole():
    for name in house_names():
        test_every_room_of_a_home_is_reached_through_its_door(name)


def test_homes_are_listed_and_the_same_each_time():
    assert len(house_names()) == 75
    assert "FloorPlan_Val1_5" in Library().names()
    one, two = house("FloorPlan_Train2_1"), Library().load("FloorPlan_Train2_1")
    assert [t.object_id for t in one.things] == [t.object_id for t in two.things]
    with pytest.raises(KeyError):
        house("FloorPlan_Train99_1")


def test_dropped_things_belong_to_the_floor_below():
    world = house("FloorPlan_Train1_1")
    for ground in [t for t in world.things if t.kind == "Floor"]:
        assert world.floor(ground.position) is ground


def test_a_house_is_built_with_its_door():
    world = build_house(flat(), "Procedural")
    cells = reached(world)
    assert (cells[:, 0] < 3.5).any()
    assert (cells[:, 0] > 4.5).any()
    apple = world.find("Apple|surface|2|1")
    table = world.find("DiningTable|2|0")
    assert apple.parent is table
    assert apple.bounds()[1] == pytest.approx(table.bounds()[4], abs=0.01)
    assert world.find("Hologram|2|1") is None
    assert world.find("Bed|3|0").bounds()[1] == pytest.approx(0, abs=1e-6)
    assert {t.object_id for t in world.objects() if t.kind == "Floor"} == {"room|2", "room|3"}
    assert world.start == (2.0, 1.0, 90.0)


def test_without_its_door_the_other_room_is_out_of_reach():
    closed = flat()
    closed["doors"] = []
    assert (reached(build_house(closed, "Procedural"))[:, 0] < 4).all()


def test_winding_floors_are_covered_exactly():
    ell = flat()
    ell["rooms"] = [
        {
            "id": "room|2",
            "floorPolygon": [
                point(*p)
                for p in [(0, 0, 0), (6, 0, 0), (6, 0, 2), (2, 0, 2), (2, 0, 5), (0, 0, 5)]
            ],
        }
    ]
    ell["walls"], ell["doors"], ell["windows"], ell["objects"] = [], [], [], []
    ground = build_house(ell, "Procedural").floor()
    area = sum((s.x1 - s.x0) * (s.z1 - s.z0) for s in ground.shape.surfaces)
    assert area == pytest.approx(18, rel=0.02)


@pytest.mark.parametrize(
    ("path", "value", "word"),
    [
        (("rooms",), [], "room"),
        (("rooms",), 3, "rooms"),
        (("rooms", 0, "floorPolygon"), [], "rooms"),
        (("walls", 0, "polygon", 0), {"x": 1}, "walls"),
        (("doors", 0, "wall0"), "nowhere", "doors"),
        (("objects", 0, "position", "x"), float("nan"), "objects"),
        (("objects", 0, "position", "x"), 1e9, "objects"),
        (("objects", 0), "Mug", "objects"),
    ],
)
def test_malformed_houses_are_refused_by_part(path, value, word):
    house_json = copy.deepcopy(flat())
    place = house_json
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(Refused, match=word):
        build_house(house_json, "Procedural")


def test_create_house_keeps_settings_and_a_bad_house_changes_nothing():
    server = Server((100, 100))
    server.answer({"action": "Reset", "sceneName": "Procedural"})
    server.answer({"action": "Initialize", "gridSize": 0.1, "renderDepthImage": True})
    bad = server.answer({"action": "CreateHouse", "house": {"rooms": 1}})[0]["agents"][0]
    assert not bad["lastActionSuccess"]
    assert [o["objectType"] for o in bad["objects"]] == ["Floor"]
    good, images = server.answer({"action": "CreateHouse", "house": flat()})
    agent = good["agents"][0]
    assert agent["lastActionSuccess"], agent["errorMessage"]
    assert agent["sceneName"] == "Procedural"
    assert len(images) == 2
    assert server.sim.world.settings.grid_size == 0.1
    moved = server.answer({"action": "MoveAhead"})[0]["agents"][0]
    assert moved["agent"]["position"]["x"] == pytest.approx(2.1)
