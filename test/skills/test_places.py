# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace
from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_home import CAMERA, SIDES, ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.aim_point import near_part
from egoplan_ros.skills.geometry.container_front import container_of, front_of
from egoplan_ros.skills.geometry.placing import (
    free_spots,
    let_in,
    level,
    nearest_part,
    nearest_spot,
    pulled_out,
    rising_through,
)
from egoplan_ros.skills.geometry.stand_pose import off_front, stand_poses
from egoplan_ros.skills.manipulation.packing import packed
from egoplan_ros.skills.navigation.navigation import best_stand
from egoplan_ros.skills.paths.lattice import Lattice
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose
from egoplan_ros.world.object import Belief, View
from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN, OccupancyGrid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode, PrimitiveKind

CONFIG = SkillConfig()


def test_a_fridge_at_the_wall_opens_towards_the_room():
    fridge = thing("Fridge_1", (1.6, 0.0, 0.9), (0.6, 0.6, 1.8), open=0)
    counter = thing("CounterTop_1", (1.6, 0.8, 0.9), (0.6, 1.0, 0.1))
    home = ToyHome(fridge, counter, walls=[(1.3, -0.3, 1.95, 1.3)])
    assert front_of(fridge, home.world()) == 2


def test_a_door_seen_as_a_thin_box_opens_along_its_flat_side():
    door = thing("Cabinet_1", (0.5, 1.2, 0.4), (0.45, 0.02, 0.7), open=0)
    home = ToyHome(door, walls=[(-2.0, 1.2, 2.0, 2.0)])
    assert front_of(door, home.world()) == 3


def test_a_fridge_seen_from_two_sides_opens_at_the_wide_one():
    """In a corner; from the room, its side can be seen as well as its front."""
    fridge = thing("Fridge_1", (1.5, -1.4, 0.9), (0.8, 1.2, 1.8), open=0)
    seen = (Pose2D(0.0, -1.4, 0.0), Pose2D(1.4, 0.5, -pi / 2))
    known = replace(fridge, seen_from=seen)
    home = ToyHome(known, walls=[(1.1, -2.0, 1.9, -0.8)])
    assert front_of(known, home.world()) == 2
    deep = replace(known, size=(1.2, 0.8, 1.8), center=(1.4, -1.5, 0.9))
    home = ToyHome(deep, walls=[(0.8, -1.9, 2.0, -1.1)])
    assert front_of(deep, home.world()) == 1


def test_a_container_in_the_open_has_no_known_front():
    box = thing("Fridge_1", (0.8, 0.0, 0.9), (0.5, 0.5, 1.8), open=0)
    assert front_of(box, ToyHome(box).world()) is None


def test_a_container_opens_to_where_it_was_seen_from():
    """Free floor on two sides; it stands in a corner of which one wall was not seen yet."""
    fridge = thing("Fridge_1", (0.0, 0.0, 1.0), (0.7, 0.7, 1.8))
    world = ToyHome(fridge, walls=[(-0.35, -0.35, 0.35, 0.35)]).world()
    assert front_of(fridge, world) is None
    poses = (Pose2D(0.1, -1.2, pi / 2), Pose2D(-0.1, -1.4, pi / 2))
    assert front_of(replace(fridge, seen_from=poses), world) == 3


def test_an_open_door_does_not_turn_a_front():
    seen = (Pose2D(0.05, 0.78, 0.0),)
    closed = replace(
        thing("Fridge_1", (0.8, 0.0, 0.9), (0.7, 0.8, 1.8), open=0),
        seen_from=seen,
        closed_box=((0.8, 0.0, 0.9), (0.7, 0.8, 1.8)),
    )
    # Its box with the open door reaches past where it was seen from.
    shown = replace(closed, states={}, center=(0.55, 0.0, 0.9), size=(1.2, 0.8, 1.8))
    world = ToyHome(closed).world()
    assert front_of(closed, world) == 2
    assert front_of(shown, world) == 1
    assert front_of(shown.with_state("open", Belief(1.0)), world) == 2


def test_what_lies_in_a_container_is_used_from_its_front():
    fridge = thing("Fridge_1", (1.6, 0.0, 0.9), (0.6, 0.6, 1.8), open=1)
    apple = thing("Apple_1", (1.6, 0.0, 1.0), parent="Fridge_1")
    mug = thing("Mug_1", (0.0, 1.0, 0.9))
    home = ToyHome(fridge, apple, mug, walls=[(1.3, -0.3, 1.9, 0.3)])
    world, ontology = home.world(), load_ontology()
    assert container_of(apple, world, ontology).id == "Fridge_1"
    assert container_of(mug, world, ontology) is None
    lattice = Lattice(world, CONFIG, 0.05, set())
    best = stand_poses(apple, world, lattice, CONFIG, load_ontology(), front=(fridge, 2))[0]
    assert off_front(fridge, 2, best.pose.x, best.pose.y) < 0.5


def test_what_stands_behind_a_door_is_used_from_farther_away_than_the_same_on_a_table():
    cabinet = thing("Cabinet_1", (1.6, 0.0, 0.4), (0.6, 0.6, 0.6), open=1)
    cup = thing("Cup_1", (1.4, 0.0, 0.4), parent="Cabinet_1")
    home = ToyHome(cabinet, cup, walls=[(1.3, -0.3, 1.9, 0.3)])
    home.base = Pose2D(0.75, 0.0, 0.0)
    world = home.world()
    lattice = Lattice(world, CONFIG, 0.05, set())

    def gap(front):
        best = stand_poses(cup, world, lattice, CONFIG, load_ontology(), front=front)[0]
        return best.pose.distance_to(1.4, 0.0)

    assert 0.8 <= gap((cabinet, 2)) <= CONFIG.reach
    assert gap((cabinet, 2)) > gap(None)


def test_off_front_is_the_angle_to_the_normal():
    fridge = thing("Fridge_1", (0.0, 0.0, 0.9))
    assert off_front(fridge, 0, 1.0, 0.0) == pytest.approx(0.0)
    assert off_front(fridge, 0, 1.0, 1.0) == pytest.approx(pi / 4)
    assert off_front(fridge, 2, 1.0, 0.0) == pytest.approx(pi)


def test_free_spots_keep_clear_of_what_stands_there():
    table = thing("DiningTable_1", (0.0, 0.0, 0.4), (1.0, 0.6, 0.8))
    plate = thing("Plate_1", (-0.25, 0.0, 0.82), (0.3, 0.3, 0.02))
    mug = thing("Mug_1", (1.5, 1.5, 0.9), (0.1, 0.1, 0.1))
    lamp = thing("Vase_1", (0.3, 0.0, 2.0), (0.4, 0.4, 0.1))
    home = ToyHome(table, plate, mug, lamp)
    spots = free_spots(table, mug, home.world(), load_ontology())
    assert len(spots) > 10
    assert np.all(np.abs(spots[:, 0]) <= 0.45)
    on_plate = (np.abs(spots[:, 0] + 0.25) < 0.2) & (np.abs(spots[:, 1]) < 0.2)
    assert not on_plate.any()
    assert nearest_spot(spots, 5.0, 0.0)[0] == pytest.approx(spots[:, 0].max())
    assert nearest_spot(spots, 5.0, 0.0)[2] == pytest.approx(0.8)


def test_a_surface_smaller_than_the_object_has_no_spot():
    shelf = thing("Shelf_1", (0.0, 0.0, 1.0), (0.2, 0.1, 0.02))
    pan = thing("Pan_1", (1.0, 1.0, 0.9), (0.4, 0.3, 0.1))
    home = ToyHome(shelf, pan)
    assert len(free_spots(shelf, pan, home.world(), load_ontology())) == 0


def test_long_things_fit_along_a_board_but_not_into_its_corner():
    table = thing("SideTable_1", (1.0, 0.0, 0.3), (0.3, 0.6, 0.6))
    pan = thing("Pan_1", (0.0, 0.0, 1.2), (0.5, 0.2, 0.05))
    vase = thing("Vase_1", (1.0, 0.2, 0.7), (0.3, 0.15, 0.2), parent="SideTable_1")
    walls = [(0.85, -0.3, 1.15, 0.3)]
    spots = free_spots(table, pan, ToyHome(table, walls=walls).world(), load_ontology())
    assert len(spots)  # turned by a quarter
    assert np.ptp(spots[:, 0]) < 0.1
    # What is left beside the vase is wide enough for its short side only.
    assert not len(
        free_spots(table, pan, ToyHome(table, vase, walls=walls).world(), load_ontology())
    )


@pytest.mark.parametrize(
    ("name", "top", "things", "height"),
    [
        ("DiningTable_1", 0.8, (), 0.8),
        ("Sofa_1", 0.9, (), 0.5),
        ("Desk_1", 1.77, (), 0.75),
        ("Desk_1", 1.77, (0.84, 0.86, 0.84, 1.55), 0.84),
        ("Desk_1", 1.37, (0.73, 0.75), 0.74),
        ("Desk_1", 1.37, (), 1.37),
        ("SideTable_1", 0.7, (0.2,), 0.7),  # on the board below
        ("CounterTop_1", 0.9, (0.89, 0.91), 0.9),
    ],
)
def test_things_lie_below_where_a_box_ends(name, top, things, height):
    """At the height of a desk's highest shelf the ray would meet the chair below its board."""
    surface = thing(name, (1.0, 0.0, top / 2), (0.8, 1.4, top))
    lying = [
        thing(f"Pen_{k}", (1.0, 0.1 * k, z + 0.01), (0.1, 0.02, 0.02), parent=name)
        for k, z in enumerate(things)
    ]
    world = ToyHome(surface, *lying).world()
    assert level(surface, world, load_ontology()) == pytest.approx(height, abs=0.02)


@given(st.floats(0.0, 0.5), st.floats(-2.0, 2.0), st.floats(-2.0, 2.0))
def test_what_is_askew_in_its_box_is_met_where_it_is(share, x, y):
    """From a square in its box (0) to one that stands on its corner (0.5)."""
    axis = np.arange(-1.25, 1.25, 0.05) + 0.025
    across, up = np.meshgrid(axis, axis)
    cut = 0.6 + 0.6 * (1.0 - 2.0 * share)
    there = (np.maximum(abs(across), abs(up)) < 0.6) & (abs(across) + abs(up) < cut)
    grid = OccupancyGrid(np.where(there, OCCUPIED, FREE).astype(np.int8), 0.05, (-1.25, -1.25))
    table = thing("CoffeeTable_1", (0.0, 0.0, 0.25), (1.2, 1.2, 0.5))
    part = nearest_part(table, grid, x, y)
    assert part is not None
    assert grid.value(*part) == OCCUPIED
    # No farther than the nearest that is there, its edge aside.
    gap = np.hypot(across - x, up - y)[there].min()
    assert np.hypot(part[0] - x, part[1] - y) < gap + 0.3


def test_a_table_of_which_only_the_edge_was_seen_is_met_there():
    data = np.full((50, 50), UNKNOWN, np.int8)
    data[:, 12:14] = OCCUPIED
    data[:, :12] = FREE
    grid = OccupancyGrid(data, 0.05, (-1.25, -1.25))
    table = thing("DiningTable_1", (0.0, 0.0, 0.4), (1.3, 1.2, 0.8))
    part = nearest_part(table, grid, -0.45, 0.0)
    assert part is not None
    assert grid.value(*part) == OCCUPIED


def test_where_other_furniture_stands_there_is_no_counter():
    """A refrigerator in the angle of an L: put "on the counter" there, things got into it."""
    grid = OccupancyGrid(np.full((60, 60), OCCUPIED, np.int8), 0.05, (-1.5, -1.5))
    counter = thing("CounterTop_1", (0.0, 0.0, 0.45), (2.0, 2.0, 0.9))
    fridge = thing("Fridge_1", (0.6, 0.6, 0.9), (0.8, 0.8, 1.8))
    lamp = thing("DeskLamp_1", (-0.5, -0.5, 1.1), (0.2, 0.2, 0.4))
    world = ToyHome(counter, fridge, lamp).world()
    others = rising_through(counter, world)
    assert [other.id for other in others] == ["Fridge_1"]
    part = nearest_part(counter, grid, 0.7, 0.7, others)
    assert part is not None
    assert min(part) < 0.2
    assert nearest_part(counter, grid, -0.5, -0.5, others) == (-0.5, -0.5)
    alone = thing("CounterTop_2", (0.6, 0.6, 0.45), (0.6, 0.6, 0.9))
    assert nearest_part(alone, grid, 0.6, 0.6, others) is None


@pytest.mark.parametrize("out", [True, False])
def test_where_a_drawer_is_pulled_out_there_is_no_counter(out):
    """In the angle of an L: what was put "on the counter" there came to lie in the drawer."""
    grid = OccupancyGrid(np.full((60, 60), OCCUPIED, np.int8), 0.05, (-1.5, -1.5))
    counter = thing("CounterTop_1", (0.0, 0.0, 0.88), (2.0, 2.0, 0.04))
    drawer = thing("Drawer_1", (0.6, 0.6, 0.7), (0.4, 0.4, 0.2), open=float(out))
    spoon = thing("Spoon_1", (0.0, 0.0, 1.2), (0.2, 0.04, 0.02))
    world = ToyHome(counter, drawer).world()
    others = pulled_out(counter, world, load_ontology())
    assert [other.id for other in others] == (["Drawer_1"] if out else [])
    part = nearest_part(counter, grid, 0.6, 0.6, others)
    assert part is not None
    assert (drawer.planar_distance(*part) > 0.0) is out
    spots = free_spots(counter, spoon, world, load_ontology())
    over = [spot for spot in spots if drawer.planar_distance(*spot[:2]) == 0.0]
    assert bool(over) is not out


def test_a_flat_thing_over_free_floor_has_no_part_there():
    grid = OccupancyGrid(np.zeros((40, 40), np.int8), 0.05, (-1.0, -1.0))
    counter = thing("CounterTop_1", (0.0, 0.0, 0.88), (1.0, 1.0, 0.04))
    cupboard = thing("Cabinet_1", (0.0, 0.0, 1.6), (0.6, 0.4, 0.8))
    assert nearest_part(counter, grid, 0.4, 0.4) is None
    assert nearest_part(cupboard, grid, 0.1, 0.1) == (0.1, 0.1)  # too high for the map


def test_what_is_put_on_a_counter_does_not_fall_into_its_basin():
    """The counter's nearest part is the basin; beside it there is room."""
    counter = thing("CounterTop_1", (1.1, 1.0, 0.88), (0.6, 3.2, 0.04))
    basin = thing("SinkBasin_1", (1.1, 0.0, 0.83), (0.5, 0.5, 0.12))
    mug = replace(thing("Mug_1", (0.3, 0.0, 1.2)), held=True)

    def put(*things):
        home = ToyHome(counter, mug, *things, walls=[(0.8, -0.6, 1.4, 2.0)])
        assert home.run("Put", "Mug_1", "CounterTop_1").success
        pose = camera_optical_pose(home.base, 1.5, home.pitch)
        u, v = (300.0 * share for share in home.log[-1].point)
        ray = pose.apply(((u - CAMERA.cx) / CAMERA.fx, (v - CAMERA.cy) / CAMERA.fy, 1.0))
        share = (1.5 - counter.top) / (1.5 - ray[2])
        x, y = np.array(pose.position[:2]) * (1.0 - share) + ray[:2] * share
        return let_in(counter, ToyHome(counter, basin).world(), x, y)

    assert put()
    assert not put(basin)


def test_what_was_looked_into_before_is_looked_into_from_several_places():
    """A first look is enough when it shows the inside; a second one is for what it did not show."""
    basin = thing("SinkBasin_1", (1.0, 0.0, 0.8), (0.4, 0.4, 0.2))

    def places(inspected):
        home = ToyHome(replace(basin, inspected=inspected), walls=[(0.8, -1.0, 1.2, 1.0)])
        assert home.run("Inspect", "SinkBasin_1").success
        return {(round(x, 2), round(y, 2)) for x, y in home.vain.looks["SinkBasin_1"]}

    assert len(places(inspected=True)) >= 3


def test_no_tilt_shows_what_something_stands_before():
    """All of the inside lies in the image: what does not show there is hidden."""
    cabinet = thing("Cabinet_1", (1.6, 0.0, 1.4), (0.6, 0.3, 0.2), open=1)
    home = ToyHome(cabinet, walls=[(1.3, -0.2, 1.9, 0.2)])
    home.pitch = 0.0
    home.run("Inspect", "Cabinet_1")
    assert home.vain.looks["Cabinet_1"]
    assert not home.looks
    home = ToyHome(replace(cabinet, center=(1.6, 0.0, 0.4)), walls=[(1.3, -0.2, 1.9, 0.2)])
    home.pitch = 0.0
    home.run("Inspect", "Cabinet_1")
    assert home.looks  # its floor is below the image


def test_where_it_was_seen_from_less_is_to_spare():
    mug = thing("Mug_1", (1.47, 0.0, 0.9))
    world = ToyHome(mug, walls=[(1.2, -0.5, 1.8, 0.5)]).world()
    lattice = Lattice(world, CONFIG, 0.05, set())

    def places(item):
        return {
            (s.pose.x, s.pose.y, s.node.heading)
            for s in stand_poses(item, world, lattice, CONFIG, load_ontology())
        }

    assert (0.0, 0.0, 0) not in places(mug)  # 1.42 m away of the 1.5 m that the hand reaches
    assert (0.0, 0.0, 0) in places(replace(mug, seen_from=(Pose2D(0.0, 0.0, 0.0),)))


def test_what_was_seen_out_of_the_corner_of_the_eye_is_used_from_there():
    """Deep in a low cupboard things show only to who looks down beside it."""
    cabinet = thing("Cabinet_1", (1.6, 0.0, 0.4), (0.6, 0.6, 0.6), open=1)
    bowl = thing("Bowl_1", (1.7, 0.0, 0.16), parent="Cabinet_1")
    world = ToyHome(cabinet, bowl, walls=[(1.3, -0.3, 1.9, 0.3)]).world()
    lattice = Lattice(world, CONFIG, 0.05, set())
    aside = Pose2D(0.5, 0.25, pi / 2)

    def headings(item):
        found = stand_poses(item, world, lattice, CONFIG, load_ontology(), front=(cabinet, 2))
        return [(s.pose.x, s.pose.y, s.node.heading) for s in found]

    assert (0.5, 0.25, 1) not in headings(bowl)
    assert (0.5, 0.25, 1) in headings(replace(bowl, seen_from=(aside,)))[:4]
    assert (0.5, 0.25, 1) not in headings(replace(bowl, seen_from=(Pose2D(-1.0, 0.25, pi / 2),)))


def test_the_board_above_a_low_shelf_is_no_rim_to_look_over():
    """From near it would hide what stands there."""
    unit = thing("ShelvingUnit_1", (1.4, 0.0, 0.8), (0.4, 1.0, 1.6))
    vase = thing("Vase_1", (1.4, 0.0, 0.3), (0.1, 0.1, 0.2), parent="ShelvingUnit_1")
    home = ToyHome(unit, vase, walls=[(1.2, -0.5, 1.6, 0.5)])
    home.base = Pose2D(-1.0, 0.0, 0.0)
    stand = best_stand(SkillContext(home.world(), load_ontology(), CONFIG), vase, None, frozenset())
    assert 0.7 < vase.planar_distance(stand.pose.x, stand.pose.y) < 1.1


def test_what_is_long_is_used_from_where_its_middle_is_in_view():
    """In a corner its nearest part may be just outside the image."""
    spatula = thing("Spatula_1", (1.16, 0.94, 0.9), (0.3, 0.08, 0.02))
    walls = [(-2.0, -2.0, 2.0, -0.3), (-2.0, -2.0, -0.3, 2.0), (0.3, -2.0, 2.0, 2.0)]
    world = ToyHome(spatula, walls=[*walls, (-2.0, 0.3, 2.0, 2.0)]).world()
    assert stand_poses(
        spatula, world, Lattice(world, CONFIG, 0.05, set()), CONFIG, load_ontology(), room=0.05
    )


def test_what_was_looked_at_before_is_looked_at_again_from_elsewhere():
    """What stands behind something else is seen from another side of the table only."""
    table = thing("DiningTable_1", (0.0, 0.0, 0.4), (1.0, 1.0, 0.8))
    walls = [(-0.5, -0.5, 0.5, 0.5)]
    seen = (Pose2D(-1.0, 0.25, 0.0), Pose2D(-1.0, -0.25, 0.0))

    def looks(**known):
        home = ToyHome(replace(table, **known), walls=walls)
        home.base = Pose2D(-1.0, 0.0, 0.0)
        assert home.run("Inspect", "DiningTable_1").success
        return [(x, y) for x, y, _ in home.looks]

    assert all(x < -0.7 for x, _ in looks())
    again = looks(inspected=True, seen_from=seen)
    assert len(set(again)) == 2
    for x, y in again:
        assert min(pose.distance_to(x, y) for pose in seen) > 0.5
        assert np.hypot(x, y) < 1.8
    assert np.hypot(*np.subtract(*set(again))) > 0.5


def test_a_second_look_into_something_is_from_elsewhere():
    basin = thing("SinkBasin_1", (1.0, 0.0, 0.8), (0.4, 0.4, 0.2))
    seen = (Pose2D(0.5, 0.0, 0.0), Pose2D(0.5, 0.5, 0.0))
    home = ToyHome(replace(basin, inspected=True, seen_from=seen), walls=[(0.8, -1.0, 1.2, 1.0)])
    home.base = Pose2D(0.5, 0.0, 0.0)
    assert home.run("Inspect", "SinkBasin_1").success
    assert home.looks
    for x, y, _ in home.looks:
        assert min(pose.distance_to(x, y) for pose in seen) > 0.3


def test_what_never_showed_enough_of_its_inside_is_looked_into_from_elsewhere_too():
    """Behind the near wall of a bin, of which too little shows to count as looked into."""
    can = thing("GarbageCan_1", (1.0, 0.0, 0.25), (0.3, 0.4, 0.5))
    home = ToyHome(can, walls=[(0.8, -0.3, 1.2, 0.3)])
    for known in range(3):
        assert home.run("Inspect", "GarbageCan_1").success
        places = home.vain.looks["GarbageCan_1"]
        assert len(set(places)) == len(places) > known
        assert places[-1] == (home.base.x, home.base.y)


def test_a_bin_that_shows_enough_at_last_is_not_looked_into_further():
    home = ToyHome(thing("GarbageCan_1", (1.0, 0.0, 0.25), (0.3, 0.4, 0.5)))
    assert home.run("Inspect", "GarbageCan_1").success
    stood = len(home.vain.looks["GarbageCan_1"])
    world, home.pitch = home.world, 0.0

    def seen():
        state = world()
        shown = len(home.vain.looks["GarbageCan_1"]) > stood
        item = replace(state.objects["GarbageCan_1"], inspected=shown)
        return replace(state, objects={**state.objects, item.id: item})

    home.world = seen
    assert home.run("Inspect", "GarbageCan_1").success
    assert len(home.vain.looks["GarbageCan_1"]) == stood + 1


def test_a_place_that_was_not_reached_was_not_looked_from():
    can = thing("GarbageCan_1", (1.0, 0.0, 0.25), (0.3, 0.4, 0.5))
    home = ToyHome(can, walls=[(0.8, -0.3, 1.2, 0.3)])
    home.base = Pose2D(-1.5, 0.0, 0.0)
    home.fail = {kind: [ErrorCode.COLLISION] * 99 for kind in SIDES}
    home.run("Inspect", "GarbageCan_1")
    assert not home.vain.looks["GarbageCan_1"]


def test_who_saw_too_little_behind_a_door_looks_from_elsewhere_the_next_time():
    """Its own door hid it, say."""
    home = ToyHome(thing("Cabinet_1", (1.0, 0.0, 0.5), (0.3, 0.4, 0.6)), walls=[(0.8, -1, 1.2, 1)])
    looks = []
    for _ in range(2):
        home.base, home.pitch, home.looks = Pose2D(0.0, 0.0, 0.0), 0.0, []
        assert home.run("Inspect", "Cabinet_1").success
        looks.append({(x, y) for x, y, *_ in home.looks})
    assert looks[0]
    assert looks[1] - looks[0]


def test_the_lid_of_a_toilet_stays_down_when_it_is_looked_at():
    home = ToyHome(thing("Toilet_1", (1.0, 0.0, 0.5), (0.5, 0.5, 1.0), open=0))
    assert home.run("Inspect", "Toilet_1").success
    assert PrimitiveKind.OPEN not in [done.kind for done in home.log]


def pointed_at(receptacle, held, *things, level):
    """Where on a level (metres) the robot points when it puts something down."""
    home = ToyHome(receptacle, replace(held, held=True), *things, walls=[(0.7, -0.4, 1.3, 0.4)])
    assert home.run("Put", held.id, receptacle.id).success
    pose = camera_optical_pose(home.base, 1.5, home.pitch)
    u, v = (300.0 * share for share in home.log[-1].point)
    ray = pose.apply(((u - CAMERA.cx) / CAMERA.fx, (v - CAMERA.cy) / CAMERA.fy, 1.0))
    share = (1.5 - level) / (1.5 - ray[2])
    return np.array(pose.position[:2]) * (1.0 - share) + np.array(ray[:2]) * share


@pytest.mark.parametrize("kind", ["Box", "CoffeeTable"])
def test_what_takes_up_much_of_a_place_is_put_at_its_end(kind):
    """In the middle, the first of two books would leave no room for the second."""
    place = thing(f"{kind}_1", (1.0, 0.0, 0.2), (0.5, 0.7, 0.4), open=1)
    book = thing("Book_1", (0.0, 0.0, 1.2), (0.22, 0.3, 0.03))
    level = 0.03 if kind == "Box" else 0.4
    x, y = pointed_at(place, book, level=level)
    assert abs(y) == pytest.approx(0.35 - 0.12, abs=0.06)
    assert abs(x - 1.0) < 0.25
    first = thing("Book_2", (1.0, np.sign(y) * 0.2, level), (0.3, 0.22, 0.03), parent=place.id)
    _, other = pointed_at(place, book, first, level=level)
    assert np.sign(other) == -np.sign(y)


def test_a_box_is_pointed_at_where_its_floor_shows_over_its_near_side():
    box = thing("Box_1", (1.1, 0.0, 0.2), (0.7, 0.35, 0.4), open=1)
    x, _ = pointed_at(box, thing("Book_1", (0.0, 0.0, 1.2), (0.22, 0.3, 0.03)), level=0.03)
    assert x > 1.0  # from 1.5 m above the floor


@pytest.mark.parametrize("side", [-1, 1])
def test_nothing_is_pointed_at_through_an_open_door(side):
    """The door would be met, and what it belongs to would take the thing."""
    table = thing("CoffeeTable_1", (1.1, 0.0, 0.38), (0.4, 0.7, 0.04))
    door = replace(
        thing("Cabinet_1", (0.7, 0.25 * side, 0.7), (0.5, 0.3, 1.4), open=1),
        closed_box=((0.9, 0.25 * side, 0.7), (0.1, 0.3, 1.4)),
    )
    held = replace(thing("Book_1", (0.0, 0.0, 1.2), (0.22, 0.3, 0.03)), held=True)
    home = ToyHome(table, door, held)
    home.pitch = 0.75
    ctx = SkillContext(home.world(), load_ontology(), CONFIG)
    found = packed(ctx, ctx.object("CoffeeTable_1"))
    assert found.view.point != ctx.object("CoffeeTable_1").view.point
    assert np.sign(found.view.point[0] - 0.5) == side  # to the right is -y


@pytest.mark.parametrize("side", [-1, 1])
def test_a_counter_is_not_pointed_at_behind_other_furniture(side):
    """Through the refrigerator before it: what was for the counter would go in there."""
    counter = thing("CounterTop_1", (1.2, 0.0, 0.88), (0.8, 2.0, 0.04))
    fridge = thing("Fridge_1", (0.6, 0.35 * side, 0.9), (0.3, 0.8, 1.8), open=1)
    held = replace(thing("Egg_1", (0.0, 0.0, 1.2), (0.06, 0.06, 0.06)), held=True)
    home = ToyHome(counter, fridge, held, walls=[(0.8, -1.0, 1.6, 1.0)])
    home.base, home.pitch = Pose2D(0.2, 0.0, 0.0), 0.5
    ctx = SkillContext(home.world(), load_ontology(), CONFIG)
    found = near_part(ctx, replace(counter, view=View((0.5, 0.5), 500, 1.4, 1.0)))
    assert found is None or np.sign(found.view.point[0] - 0.5) == side  # to the right is -y


@pytest.mark.parametrize("y", [-0.7, 0.7])
def test_a_box_seen_obliquely_is_not_pointed_at_behind_its_side(y):
    """To spots at its ends the ray enters by a side that is farther than the box's nearest one."""
    box = thing("Box_1", (0.5, y, 0.2), (0.35, 0.55, 0.4), open=1)
    held = replace(thing("Book_1", (0.0, 0.0, 1.2), (0.2, 0.2, 0.03)), held=True)
    home = ToyHome(box, held)
    for pitch in (0.6, 0.9):
        home.base, home.pitch = Pose2D(0.0, 0.0, np.sign(y) * pi / 2), pitch
        ctx = SkillContext(home.world(), load_ontology(), CONFIG)
        found = packed(ctx, ctx.object("Box_1"))
        pose = camera_optical_pose(home.base, 1.5, home.pitch)
        u, v = (300.0 * share for share in found.view.point)
        ray = pose.apply(((u - CAMERA.cx) / CAMERA.fx, (v - CAMERA.cy) / CAMERA.fy, 1.0))
        eye, way = np.array(pose.position), np.array(ray) - np.array(pose.position)
        rim = eye + way * (eye[2] - box.top) / -way[2]
        assert np.all(np.abs(rim[:2] - box.center[:2]) <= np.array(box.size[:2]) / 2.0)


def test_an_open_microwave_is_pointed_into_at_its_floor_and_not_below_it():
    """What shows of it lies too far back, and its open door reaches far before it."""
    microwave = replace(
        thing("Microwave_1", (1.5, 0.0, 1.08), (0.9, 0.7, 0.34), open=1),
        closed_box=((1.25, 0.0, 1.08), (0.4, 0.6, 0.34)),
    )
    held = replace(thing("Apple_1", (0.0, 0.0, 1.2)), held=True)
    walls = [(-2.0, -2.0, 2.0, -0.3), (-2.0, -2.0, -0.3, 2.0), (0.3, -2.0, 2.0, 2.0)]
    home = ToyHome(microwave, held, walls=[*walls, (-2.0, 0.3, 2.0, 2.0)])
    assert home.run("Put", "Apple_1", "Microwave_1").success
    pose = camera_optical_pose(home.base, 1.5, home.pitch)
    u, v = (300.0 * share for share in home.log[-1].point)
    ray = pose.apply(((u - CAMERA.cx) / CAMERA.fx, (v - CAMERA.cy) / CAMERA.fy, 1.0))
    eye = np.array(pose.position)
    floor = eye + (np.array(ray) - eye) * (eye[2] - microwave.bottom) / (eye[2] - ray[2])
    assert 1.05 < floor[0] < 1.45
    assert abs(floor[1]) < 0.3


def test_a_box_above_the_eye_is_pointed_at_where_it_shows():
    """A ray to its floor would meet what it stands on."""
    place = thing("Box_1", (1.0, 0.0, 1.75), (0.3, 0.5, 0.4), open=1)
    book = thing("Book_1", (0.0, 0.0, 1.2), (0.22, 0.3, 0.03))
    x, y = pointed_at(place, book, level=place.center[2])
    assert (x, y) == pytest.approx((1.0, 0.0), abs=0.05)


def test_where_there_is_room_for_more_it_does_not_matter():
    pen = thing("Pen_1", (0.0, 0.0, 1.2), (0.14, 0.02, 0.02))
    table = thing("CoffeeTable_1", (1.0, 0.0, 0.2), (0.5, 0.7, 0.4))
    x, y = pointed_at(table, pen, level=0.2)
    assert (x, y) == pytest.approx((1.0, 0.0), abs=0.05)
    small = thing("SideTable_1", (1.0, 0.0, 0.2), (0.4, 0.5, 0.4))
    x, y = pointed_at(small, pen, level=0.4)
    assert abs(y) == pytest.approx(0.25 - 0.08, abs=0.04)


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("shut", [False, True])
def test_an_inside_hidden_by_another_door_is_not_looked_for_from_elsewhere(shut, again):
    inside = replace(
        thing("Cabinet_1", (1.2, 0.0, 1.3), (0.4, 0.6, 0.7), open=1),
        inspected=again,
        closed_box=((1.2, 0.0, 1.3), (0.4, 0.6, 0.7)),
    )
    other = replace(
        thing("Cabinet_2", (0.8, -0.35, 1.3), (0.4, 1.3, 0.7), open=1),
        closed_box=((0.8, -0.8, 1.3), (0.4, 0.4, 0.7)),
    )
    if shut:
        other = replace(other.as_closed(), states={"open": Belief(0.0)})
    home = ToyHome(inside, other, walls=[(1.0, -0.4, 1.6, 0.4), (0.6, -1.2, 1.2, -0.6)])
    result = home.run("Inspect", "Cabinet_1")
    assert result.success is shut
    if not shut:
        assert result.error is ErrorCode.NOT_VISIBLE
        assert result.message == "Cabinet_2 hides the inside of Cabinet_1"


def test_an_inside_that_should_have_been_seen_is_looked_at_from_another_side():
    """The container's own door, hinged on one side, may stand before it."""
    cabinet = replace(
        thing("Cabinet_1", (1.5, 0.0, 1.4), (0.9, 0.6, 0.7), open=1),
        closed_box=((1.7, 0.0, 1.4), (0.4, 0.6, 0.7)),
    )
    home = ToyHome(cabinet, walls=[(1.5, -0.4, 2.0, 0.4)])
    home.base = Pose2D(0.75, -0.5)
    assert home.run("Inspect", "Cabinet_1").success
    first, second = dict.fromkeys(np.arctan2(y, 1.5 - x) for x, y, _ in home.looks[:2])
    assert abs(second - first) > 0.4
