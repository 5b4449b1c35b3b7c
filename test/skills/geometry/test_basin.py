# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Room on the floor of a basin, and putting things there."""

from dataclasses import replace
from math import pi

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from toy_home import CAMERA, K, ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.aim_point import near_part
from egoplan_ros.skills.geometry.basin import is_basin, is_crowded, room_in, shows
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode

ONTOLOGY = load_ontology()
sides = st.floats(0.03, 0.5)
places = st.tuples(st.floats(0.8, 1.2), st.floats(-0.25, 0.25))


def before(basin, held, others=(), x=0.0):
    home = ToyHome(basin, replace(held, held=True), *others)
    home.base = Pose2D(x, 0.0, 0.0)
    return SkillContext(home.world(), ONTOLOGY, SkillConfig())


def sink(depth=0.2, top=0.9):
    return thing("SinkBasin_1", (1.0, 0.0, top - depth / 2.0), (0.4, 0.5, depth))


@given(sides, sides, st.lists(st.tuples(places, sides, sides), max_size=4))
def test_what_is_put_where_there_is_room_touches_nothing(width, length, lying):
    others = [
        thing(f"Fork_{n}", (*place, 0.8), (x, y, 0.05), parent="SinkBasin_1")
        for n, (place, x, y) in enumerate(lying)
    ]
    ctx = before(sink(), thing("Plate_1", (0.0, 0.0, 1.0), (width, length, 0.05)), others)
    half = 0.95 * np.array([width, length]) / 2.0
    middle = np.array(sink().center[:2])
    for x, y, z in room_in(ctx, sink()).points:
        assert 0.7 < z < 0.75
        assert any(
            np.all(np.abs((x, y) - middle) <= np.array((0.2, 0.25)) - side)
            and all(apart(np.array((x, y)), side, other) for other in others)
            for side in (half, half[::-1])
        )


def apart(point, half, other):
    gap = np.abs(point - np.array(other.center[:2]))
    return bool(np.any(gap >= np.array(other.size[:2]) / 2.0 + half - 1e-6))


@given(sides, sides, places, sides)
def test_who_has_room_is_not_crowded_out_nor_who_would_not_fit_in(w, length, place, side):
    held = thing("Plate_1", (0.0, 0.0, 1.0), (w, length, 0.05))
    fork = thing("Fork_1", (*place, 0.8), (side, side, 0.05), parent="SinkBasin_1")
    ctx = before(sink(), held, [fork])
    assert not (is_crowded(ctx, sink()) and len(room_in(ctx, sink()).points))
    empty = before(sink(), held)
    assert len(room_in(ctx, sink()).points) <= len(room_in(empty, sink()).points)
    if 0.85 * max(w, length) > 0.46 or 0.85 * min(w, length) > 0.36:
        assert not is_crowded(ctx, sink())  # it would not fit in by itself


@given(st.floats(-1.0, 0.7), st.floats(0.05, 0.3), st.floats(0.8, 1.4))
def test_the_floor_shows_when_a_line_of_sight_clears_the_rim(x, depth, top):
    ctx = before(sink(depth, top), thing("Cup_1", (0.0, 0.0, 1.0)), x=x)
    points = room_in(ctx, sink(depth, top)).points
    eye = np.array([x, 0.0, ctx.world.robot.camera_height])
    at_rim = 1.0 - (top - points[:, 2]) / (eye[2] - points[:, 2])
    crossing = eye[0] + at_rim * (points[:, 0] - eye[0])
    assert shows(ctx, sink(depth, top)) == bool((crossing > 0.8).any())


def test_basins_are_fixed_and_open():
    ctx = before(sink(), thing("Cup_1", (0.0, 0.0, 1.0)))
    assert is_basin(ctx, sink())
    assert is_basin(ctx, thing("BathtubBasin_1", (0.0, 0.0, 0.0)))
    for other in ("Bowl_1", "Fridge_1", "CounterTop_1"):
        assert not is_basin(ctx, thing(other, (0.0, 0.0, 0.0)))


def test_a_basin_is_pointed_at_where_its_floor_is_seen_and_within_reach():
    """Behind the rim, not at it: the line of sight goes on to what is farther away."""
    basin = thing("SinkBasin_1", (1.55, 0.0, 0.83), (0.9, 0.4, 0.12))
    held = replace(thing("Mug_1", (0.0, 0.0, 1.0)), held=True)
    home = ToyHome(basin, held, walls=[(0.25, -2.0, 2.0, 2.0)])
    home.pitch = pi / 6
    assert home.run("Put", "Mug_1", "SinkBasin_1").success
    put = home.log[-1]
    camera = camera_optical_pose(home.base, 1.5, home.pitch)
    u, v = ((n * 300.0 - 150.0) / CAMERA.fx for n in put.point)
    eye = np.array(camera.position)
    ray = np.array(camera.apply(np.array([u, v, 1.0]))) - eye
    floor = eye + ray * (basin.bottom - eye[2]) / ray[2]
    assert np.all(np.abs(floor - basin.center)[:2] < np.array(basin.size[:2]) / 2.0)
    assert np.hypot(floor[0] - home.base.x, floor[1] - home.base.y) <= 1.5


def test_over_a_basin_one_stands_with_what_hardly_fits_it():
    """From afar the rim hides all but a strip of its floor, into which what is slim fits."""
    stood = {}
    for sides in ((0.08, 0.08), (0.08, 0.25), (0.25, 0.25)):
        basin = thing("SinkBasin_1", (1.0, 0.0, 0.8), (0.4, 0.4, 0.2))
        plate = replace(thing("Plate_1", (0.0, 0.0, 0.0), (*sides, 0.02)), held=True)
        home = ToyHome(basin, plate, walls=[(0.7, -2.0, 2.0, 2.0)])
        home.base, home.pitch = Pose2D(-0.25, 0.0, 0.0), pi / 6
        assert home.run("Put", "Plate_1", "SinkBasin_1").success
        stood[sides] = home.base.x
    assert stood[0.25, 0.25] > stood[0.08, 0.08] == stood[0.08, 0.25]


def test_who_is_stopped_on_the_way_to_a_better_view_points_at_what_is_seen_from_there():
    basin = thing("SinkBasin_1", (1.0, 0.0, 0.7), (0.4, 0.4, 0.4))
    mug = replace(thing("Mug_1", (0.0, 0.0, 0.0), (0.08, 0.08, 0.1)), held=True)
    home = ToyHome(basin, mug, walls=[(0.7, -2.0, 2.0, 2.0)], hidden_walls=[(0.3, -2.0, 0.4, 2.0)])
    home.base, home.pitch = Pose2D(-0.3, 0.0, 0.0), pi / 6
    start = home.world()
    assert not shows(SkillContext(start, ONTOLOGY, SkillConfig()), basin)
    assert home.run("Put", "Mug_1", "SinkBasin_1").success
    put = home.log[-1]
    assert put.kind is K.PUT
    assert home.base.x > -0.3
    seen = home.world().objects["SinkBasin_1"].view.point
    assert np.hypot(put.point[0] - seen[0], put.point[1] - seen[1]) < 0.1


def full_basin(*inside, times=1):
    basin = thing("SinkBasin_1", (0.9, 0.0, 0.8), (0.3, 0.3, 0.2))
    home = ToyHome(basin, *inside, replace(thing("Pot_1", (0.0, 0.0, 0.0)), held=True))
    home.fail[K.PUT] = [ErrorCode.RECEPTACLE_FULL] * 9
    for _ in range(times):
        result = home.run("Put", "Pot_1", "SinkBasin_1")
        assert result.error is ErrorCode.RECEPTACLE_FULL
        assert result.objects == ("SinkBasin_1",)
    return sum(p.kind is K.PUT for p in home.log)


def test_an_empty_basin_is_tried_from_several_places_and_one_with_things_in_it_is_cleared():
    assert full_basin() > 1
    assert full_basin(thing("Lettuce_1", (0.83, 0.1, 0.8), parent="SinkBasin_1")) == 1


def test_a_basin_in_which_nothing_is_free_is_not_even_tried_at_first():
    """Once for what lies there: memory may err."""
    middle = thing("Lettuce_1", (0.9, 0.0, 0.8), parent="SinkBasin_1")
    assert full_basin(middle) == 0
    assert full_basin(middle, times=2) == 1


def test_what_found_no_room_in_a_basin_is_left_alone_once_for_what_lies_there_to_be_taken_out():
    """Every other time: it may have been mere chance."""
    corner = thing("Lettuce_1", (0.83, 0.1, 0.8), parent="SinkBasin_1")
    assert [full_basin(corner, times=times) for times in (1, 2, 3)] == [1, 1, 2]
    assert full_basin(times=2) == 2 * full_basin()  # nothing lies there


def test_what_would_not_fit_an_empty_basin_is_tried_for_boxes_are_larger_than_things():
    basin = thing("SinkBasin_1", (0.9, 0.0, 0.8), (0.3, 0.3, 0.2))
    pan = replace(thing("Pan_1", (0.0, 0.0, 0.0), (0.4, 0.35, 0.05)), held=True)
    home = ToyHome(basin, thing("Fork_1", (0.9, 0.0, 0.8), parent="SinkBasin_1"), pan)
    assert home.run("Put", "Pan_1", "SinkBasin_1").success


def test_before_a_deep_basin_one_steps_nearer_until_its_floor_shows():
    """It is high, too: from where the hand would reach in, the rim hides all of its floor."""
    stood = {}
    for height, deep in ((0.8, 0.12), (1.15, 0.25)):
        basin = thing("SinkBasin_1", (1.0, 0.0, height), (0.4, 0.5, deep))
        cup = replace(thing("Cup_1", (0.0, 0.0, 0.0)), held=True)
        home = ToyHome(basin, cup, walls=[(0.75, -2.0, 2.0, 2.0)])
        home.base, home.pitch = Pose2D(-0.25, 0.0, 0.0), pi / 6
        assert home.run("Put", "Cup_1", "SinkBasin_1").success
        stood[deep] = home.base.x
    assert stood[0.25] > stood[0.12]


def test_what_takes_up_next_to_nothing_of_a_basin_is_not_why_it_is_full():
    fork = thing("Fork_1", (0.9, 0.0, 0.8), (0.2, 0.02, 0.02), parent="SinkBasin_1")
    assert full_basin(fork) > 1


def test_a_basin_sunk_below_its_counter_is_pointed_at_over_the_counter() -> None:
    """The hand reached the counter's edge, and an apple was left there."""
    counter = thing("CounterTop_1", (1.2, 0.0, 0.97), (1.0, 2.0, 0.06))
    basin = thing("SinkBasin_1", (1.2, 0.0, 0.82), (0.6, 0.6, 0.16))
    ctx = before(basin, thing("Apple_1", (0.0, 0.0, 1.0), (0.08, 0.08, 0.08)), [counter], x=0.3)
    aimed = near_part(ctx, ctx.object("SinkBasin_1"))
    assert aimed is not None
    assert aimed.view is not None
    pose = camera_optical_pose(ctx.world.robot.base, ctx.world.robot.camera_height, 0.0)
    u, v = (300.0 * share for share in aimed.view.point)
    x, _, z = pose.apply(((u - CAMERA.cx) / CAMERA.fx, (v - CAMERA.cy) / CAMERA.fy, 1.0))
    above = ctx.world.robot.camera_height
    share = (0.9 - ctx.world.robot.base.x) / (x - ctx.world.robot.base.x)
    assert above + share * (z - above) > counter.top
