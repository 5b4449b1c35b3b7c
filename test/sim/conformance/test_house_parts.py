# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""ProcTHOR houses: holes in walls, furniture of any type, materials, nothing in the air."""

import copy

import numpy as np
import pytest

from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.scenes.finishes import finish
from egoplan_ros.sim.scenes.procthor import build_house
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.textures.catalogue import TEXTURES

PLAIN_WALL = Material((0.5, 0.5, 0.5))


def point(x, y, z):
    return {"x": x, "y": y, "z": z}


def rooms(*objects, doors=(), windows=(), paint=None):
    """Two rooms of 4 m by 5 m side by side."""
    house = {"rooms": [], "walls": [], "doors": list(doors), "windows": list(windows)}
    for name, x0, x1 in (("room|2", 0, 4), ("room|3", 4, 8)):
        corners = [(x0, 0), (x1, 0), (x1, 5), (x0, 5)]
        floor = [point(x, 0, z) for x, z in corners]
        house["rooms"].append({"id": name, "floorPolygon": floor, **(paint or {}).get(name, {})})
        for k in range(4):
            (ax, az), (bx, bz) = corners[k], corners[(k + 1) % 4]
            polygon = [point(ax, 0, az), point(bx, 0, bz), point(bx, 2.8, bz), point(ax, 2.8, az)]
            row = {"id": f"wall|{name}|{k}", "roomId": name, "polygon": polygon}
            house["walls"].append({**row, **(paint or {}).get(row["id"], {})})
    agent = {"position": point(2.0, 0.95, 1.0), "rotation": point(0, 90, 0)}
    return {**house, "objects": list(objects), "metadata": {"agent": agent}}


def hole(name, wall, x0, x1, low, high, **more):
    span = [point(x0, low, 0), point(x1, high, 0)]
    return {"id": name, "wall0": wall, "holePolygon": span, **more}


def solid(world, kind, spot):
    """Whether something of a type fills a place."""
    for thing in world.things:
        if thing.kind == kind:
            for box in thing.boxes():
                if (box[:3] < spot).all() and (spot < box[3:]).all():
                    return True
    return False


DOOR = hole("door|2|3", "wall|room|2|1", 2.0, 3.0, 0.0, 2.1, wall1="wall|room|3|3")
WINDOW = hole("window|2", "wall|room|2|0", 1.0, 2.0, 0.9, 1.9, wall1="wall|room|2|0")
INNER = hole("window|3", "wall|room|2|1", 3.6, 4.4, 1.2, 1.8, wall1="wall|room|3|3")


def test_doors_and_windows_are_holes_in_the_wall_with_wall_around_them():
    world = build_house(rooms(doors=[DOOR], windows=[WINDOW, INNER]), "Procedural")
    inside = [(4.0, 0.02, 2.5), (4.0, 2.05, 2.5), (1.5, 1.4, 0.0), (1.05, 0.95, 0.0),
              (4.0, 1.5, 4.0)]  # fmt: skip
    beside = [(4.0, 2.2, 2.5), (4.0, 1.0, 1.9), (4.0, 1.0, 3.1), (1.5, 0.8, 0.0), (1.5, 2.0, 0.0),
              (0.9, 1.4, 0.0), (2.1, 1.4, 0.0), (4.0, 1.1, 4.0), (4.0, 1.9, 4.0), (4.0, 1.5, 4.5),
              (0.0, 2.7, 2.0)]  # fmt: skip
    for spot in inside:
        for off in (-0.03, -0.01, 0.01, 0.03):
            for axis in (0, 2):
                assert not solid(world, "Wall", np.array(spot) + off * np.eye(3)[axis]), spot
    for spot in beside:
        assert any(solid(world, "Wall", np.array(spot) + off) for off in (-0.011, 0.011)), spot
    windows = [t for t in world.things if t.kind == "Window"]
    assert len(windows) == 2
    for window, (x, y, z) in zip(windows, ((1.5, 1.4, 0.0), (4.0, 1.5, 4.0)), strict=True):
        assert np.allclose(window.position, (x, y, z))
        low, high = window.bounds().reshape(2, 3)
        assert np.sort(high - low)[-2:] == pytest.approx(sorted([high[1] - low[1], 1.0 if z == 0
                                                                 else 0.8]), abs=0.01)  # fmt: skip


def test_each_room_has_its_own_side_of_a_wall():
    red, blue = ({"material": {"color": {"r": r, "g": 0, "b": 1 - r}}} for r in (1, 0))
    paint = {"wall|room|2|1": red, "wall|room|3|3": blue}
    world = build_house(rooms(paint=paint), "Procedural")
    faces = {}
    for thing in world.things:
        if thing.kind == "Wall" and abs(thing.position[0] - 4) < 0.1:
            faces[thing.position[0] < 4] = thing.shape.parts[0].material.color
    assert faces == {True: (1, 0, 0), False: (0, 0, 1)}


def test_floors_and_ceilings_have_the_materials_that_are_named():
    paint = {
        "room|2": {"floorMaterial": {"name": "DarkWoodFloors"}},
        "room|3": {"floorMaterial": "WhiteTile", "ceilings": [{"material": {"color":
                   {"r": 0.2, "g": 0.4, "b": 0.2}}}]},
    }  # fmt: skip
    world = build_house(rooms(paint=paint), "Procedural")
    floors = {t.object_id: t.shape.parts[0].material for t in world.things if t.kind == "Floor"}
    assert floors["room|3"].texture == "tile"
    assert floors["room|2"].texture == "planks"
    assert sum(floors["room|2"].color) < sum(floors["room|3"].color)
    ceilings = [t for t in world.things if t.kind == "Ceiling"]
    assert {round(t.shape.parts[0].material.color[0], 2) for t in ceilings} == {0.2, 0.95}
    assert all(t.bounds()[1] == pytest.approx(2.8) for t in ceilings)


@pytest.mark.parametrize(
    ("name", "texture"),
    [
        ("DarkWoodFloors", "wood"),
        ("HardwoodOak", "wood"),
        ("PinkTile", "tile"),
        ("RedBrick", "tile"),
        ("WhiteMarble2", "stone"),
        ("BrownCarpet01", "carpet"),
        ("BrushedSteel", "metal"),
        ("DrywallOrange", "plaster"),
        ("Textile", "plaster"),
    ],
)
def test_a_material_s_name_tells_what_it_is(name, texture):
    surface = finish(name, PLAIN_WALL)
    assert surface.texture == texture
    assert finish({"name": name}, PLAIN_WALL) == surface
    assert all(0 <= v <= 1 for v in surface.color)
    assert texture in TEXTURES


def test_colours_are_those_that_are_told():
    assert finish(None, PLAIN_WALL) == PLAIN_WALL
    told = finish({"color": {"r": 0.1, "g": 0.2, "b": 3}}, PLAIN_WALL)
    assert told == Material((0.1, 0.2, 1.0))
    oak = finish("OakWood", PLAIN_WALL, {"r": 1, "g": 0, "b": 0})
    assert (oak.color, oak.texture) == ((1, 0, 0), "wood")
    bright, dark = (finish(name, PLAIN_WALL).color for name in ("LightOakFloor", "DarkOakFloor"))
    assert sum(dark) < sum(bright)
    r, g, b = finish("DrywallOrange", PLAIN_WALL).color
    assert r > g > b


def furniture(kind, x, y, z, *children, **more):
    return {"id": f"{kind}|2|0", "position": point(x, y, z), "rotation": point(0, 90, 0),
            "children": list(children), **more}  # fmt: skip


def small(name, x, y, z):
    return {"id": name, "position": point(x, y, z)}


@pytest.mark.parametrize("kind", ["CounterTop", "Cart", "WashingMachine", "DiningTable"])
def test_things_stand_on_furniture_of_any_type(kind):
    table = furniture(
        kind, 2.0, 0.45, 3.0, small("Mug|2|1", 2.1, 0.97, 2.6), small("Apple|2|2", 1.9, 0.95, 3.4)
    )
    world = build_house(rooms(table), "Procedural")
    under = world.find(f"{kind}|2|0")
    assert under is not None
    assert under.bounds()[1] == pytest.approx(0, abs=1e-6)
    for name in ("Mug|2|1", "Apple|2|2"):
        thing = world.find(name)
        assert thing.parent is under
        middle = thing.bounds().reshape(2, 3).mean(0)
        low, high = under.bounds().reshape(2, 3)
        assert (low[[0, 2]] <= middle[[0, 2]]).all()
        assert (middle[[0, 2]] <= high[[0, 2]]).all()


def test_what_stood_on_unknown_things_does_not_hang_in_the_air():
    hologram = furniture("Hologram", 2.0, 0.5, 3.0, small("Mug|2|1", 2.0, 1.1, 3.0))
    nested = furniture("CounterTop", 3.0, 0.45, 1.0, {
        "id": "Hologram|2|1", "position": point(3.0, 0.95, 1.0),
        "children": [small("Apple|2|3", 3.0, 1.1, 1.0)],
    })  # fmt: skip
    painting = {"id": "Painting|2|7", "position": point(1.0, 1.5, 4.95),
                "children": [small("Egg|2|4", 1.0, 1.8, 4.6)]}  # fmt: skip
    world = build_house(rooms(hologram, nested, painting), "Procedural")
    assert world.find("Hologram|2|0") is None
    for name, kind in (("Mug|2|1", "Floor"), ("Apple|2|3", "CounterTop"), ("Egg|2|4", "Floor")):
        thing = world.find(name)
        assert thing.parent.kind == kind, name
        surface = thing.parent.bounds()[4]
        assert thing.bounds()[1] == pytest.approx(surface, abs=0.02), name


def test_objects_have_the_material_that_their_house_names():
    chair = furniture("Chair", 2.0, 0.45, 3.0)
    plain = build_house(rooms(chair), "Procedural").find("Chair|2|0")
    red = {"material": {"color": {"r": 0.9, "g": 0.05, "b": 0.05}}}
    painted = build_house(rooms({**chair, **red}), "Procedural").find("Chair|2|0")
    colors = [{p.material.color for p in t.shape.parts} for t in (plain, painted)]
    assert (0.9, 0.05, 0.05) in colors[1] - colors[0]


def test_rotations_come_by_axis_too():
    around = {"axis": point(0, 1, 0), "degrees": 90}
    turned = [
        build_house(rooms({**furniture("Sofa", 2.0, 0.45, 3.0), "rotation": r}), "Procedural")
        for r in (point(0, 90, 0), around)
    ]
    boxes = [w.find("Sofa|2|0").bounds() for w in turned]
    assert np.array_equal(*boxes)


@pytest.mark.parametrize(
    ("path", "value", "word"),
    [
        (("walls", 0, "material"), {"color": {"r": "red"}}, "walls"),
        (("rooms", 0, "floorMaterial"), {"color": {"r": float("nan"), "g": 0, "b": 0}}, "rooms"),
        (("windows", 0, "holePolygon"), [], "windows"),
        (("windows", 0, "wall0"), "nowhere", "windows"),
    ],
)
def test_malformed_parts_are_refused(path, value, word):
    house = copy.deepcopy(rooms(windows=[WINDOW]))
    place = house
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(Refused, match=word):
        build_house(house, "Procedural")
