# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a container opens, and what a basin is set into, is told in objects.yaml alone."""

from dataclasses import replace

import numpy as np
import pytest
from toy_home import ToyHome, thing

from egoplan_ros.mapping.interior import interior
from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.aim_point import near_part
from egoplan_ros.skills.geometry.door_clearance import least_openness, swing_of
from egoplan_ros.skills.geometry.placing import pulled_out
from egoplan_ros.skills.manipulation.packing import packed
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.ontology import load_ontology

CONFIG = SkillConfig()
OBJECTS = """
extends: objects.yaml
types:
  FilingTray: {affords: [receptacle, openable], contains: inside, opens: drawer}
  DeepTray: {is_a: FilingTray, affords: [receptacle, openable], contains: inside}
  Trunk: {affords: [receptacle, openable], contains: inside, opens: lid}
  Crate: {affords: [pickupable, receptacle, openable], contains: inside, opens: lid, fits: [Floor]}
  Locker: {affords: [receptacle, openable], contains: inside}
  Workbench: {affords: [receptacle], contains: surface}
  Trough: {affords: [receptacle], contains: inside, role: basin, let_into: [Workbench]}
  DeepTrough: {is_a: Trough, affords: [receptacle], contains: inside}
  SinkBasin: {affords: [receptacle], contains: inside, names: [scullery]}
  Drawer: {affords: [receptacle, openable], contains: inside, names: [tray]}
"""
ALIKE = [
    ("FilingTray", "Drawer"),
    ("DeepTray", "Drawer"),
    ("Trunk", "LaundryHamper"),
    ("Crate", "Box"),
    ("Locker", "Cabinet"),
]


@pytest.fixture(scope="module")
def ontology(tmp_path_factory):
    path = tmp_path_factory.mktemp("mine") / "objects.yaml"
    path.write_text(OBJECTS)
    return load_ontology(path)


def test_a_shipped_type_that_is_replaced_opens_as_before(ontology):
    assert ontology.opening("Drawer") == "drawer"
    assert ontology.let_into("SinkBasin") == load_ontology().let_into("SinkBasin") != ()


def test_what_is_not_openable_or_unknown_does_not_open(ontology):
    assert ontology.opening("CounterTop") is ontology.opening("Quux") is None


def test_what_one_says_of_it_goes_before(tmp_path):
    path = tmp_path / "objects.yaml"
    told = "affords: [receptacle, openable], contains: inside, opens: null"
    basin = "affords: [receptacle], contains: inside, let_into: []"
    path.write_text(
        f"extends: objects.yaml\ntypes:\n  Drawer: {{{told}}}\n  SinkBasin: {{{basin}}}\n"
    )
    ontology = load_ontology(path)
    assert ontology.opening("Drawer") == "door"
    assert ontology.let_into("SinkBasin") == ()


@pytest.mark.parametrize(
    ("told", "remedy"),
    [
        ("opens: drawer, affords: [receptacle], contains: inside", "add openable to affords"),
        ("let_into: [CounterTop]", "contains: inside"),
        ("let_into: [CounterTop], affords: [receptacle], contains: surface", "contains: inside"),
        ("let_into: [Desk], affords: [receptacle, openable], contains: inside", "without openable"),
    ],
)
def test_what_has_no_use_is_told(tmp_path, told, remedy):
    path = tmp_path / "objects.yaml"
    path.write_text(f"extends: objects.yaml\ntypes:\n  Trunk: {{{told}}}\n")
    key = told.split(":")[0]
    with pytest.raises(InputError, match=rf"objects\.yaml: {key} of type Trunk: .*{remedy}"):
        load_ontology(path)


def test_what_only_subtypes_use_is_in_order(tmp_path):
    path = tmp_path / "objects.yaml"
    path.write_text(
        "extends: objects.yaml\ntypes:\n  Chest: {opens: lid}\n"
        "  Casket: {is_a: Chest, affords: [receptacle, openable], contains: inside}\n"
    )
    assert load_ontology(path).opening("Casket") == "lid"


@pytest.mark.parametrize("line", ["opens: hatch", "let_into: Workbench", "let_into: [Quux]"])
def test_what_is_no_way_to_open_is_told(tmp_path, line):
    path = tmp_path / "objects.yaml"
    path.write_text(f"extends: objects.yaml\ntypes:\n  Trunk:\n    {line}\n")
    with pytest.raises(InputError, match=line.split(":")[0]):
        load_ontology(path)


@pytest.mark.parametrize(("new", "shipped"), ALIKE)
def test_one_looks_into_it_as_into_the_shipped_one(ontology, new, shipped):
    closed = np.array([1.0, -0.3, 0.2]), np.array([1.5, 0.3, 0.7])
    now = np.array([0.6, -0.3, 0.2]), np.array([1.5, 0.3, 0.9])
    ours, theirs = (interior(kind, ontology, closed, now, 0.0, 0.0) for kind in (new, shipped))
    assert np.array_equal(ours.points, theirs.points)
    assert (ours.axis, ours.plane) == (theirs.axis, theirs.plane)


@pytest.mark.parametrize(("new", "shipped"), ALIKE)
def test_it_sweeps_the_same_floor(ontology, new, shipped):
    ours, theirs = (
        thing(f"{kind}_1", (1.0, 0.0, 0.4), (0.4, 0.5, 0.3), open=0) for kind in (new, shipped)
    )
    swings = [swing_of(item, ontology, 2, 0.6) for item in (ours, theirs)]
    assert np.array_equal(np.array(swings[0].ways), np.array(swings[1].ways))
    assert swings[0].room == swings[1].room
    assert least_openness(ours, ontology, 2, 0.2) == least_openness(theirs, ontology, 2, 0.2)


def test_one_that_is_pulled_out_takes_room_from_the_surface_above(ontology):
    bench = thing("Workbench_1", (1.0, 0.0, 0.9), (0.6, 2.0, 0.05))
    tray = thing("FilingTray_1", (0.6, 0.0, 0.7), (0.5, 0.4, 0.2), open=1)
    locker = thing("Locker_1", (0.6, 0.8, 0.5), (0.5, 0.4, 0.6), open=1)
    world = ToyHome(bench, tray, locker).world()
    assert pulled_out(bench, world, ontology) == [world.objects["FilingTray_1"]]


def aimed(ontology, *things, use):
    home = ToyHome(*things)
    home.base, home.pitch = Pose2D(0.2, 0.0, 0.0), 0.75
    ctx = SkillContext(home.world(), ontology, CONFIG)
    return use(ctx, ctx.object(things[0].id)).view.point


@pytest.mark.parametrize(("new", "shipped"), [("Crate", "Box"), ("Trunk", "LaundryHamper")])
def test_what_takes_up_much_of_it_is_put_where_it_would_be_in_the_shipped_one(
    ontology, new, shipped
):
    book = replace(thing("Book_1", (0.0, 0.0, 1.2), (0.22, 0.3, 0.03)), held=True)
    points = [
        aimed(ontology, thing(f"{k}_1", (1.0, 0.0, 0.2), (0.5, 0.7, 0.4), open=1), book, use=packed)
        for k in (new, shipped)
    ]
    assert points[0] == points[1]


def test_a_basin_is_looked_into_over_the_rim_of_what_it_is_set_into(ontology):
    def point(basin, around):
        tub = thing(f"{basin}_1", (1.0, 0.0, 0.85), (0.5, 0.4, 0.2))
        bench = thing(f"{around}_1", (1.0, 0.0, 0.9), (0.8, 2.0, 0.3))
        return aimed(ontology, tub, bench, use=near_part)

    assert point("Trough", "Workbench") == point("SinkBasin", "CounterTop")
    assert point("DeepTrough", "Workbench") == point("SinkBasin", "CounterTop")
    assert point("Trough", "CounterTop") != point("Trough", "Workbench")
