"""Room on the floor of a basin."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from toy_home import ToyHome, thing

from egoplan_ros.skills.basin import is_basin, is_crowded, room_in, shows
from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.ontology import load_ontology

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
