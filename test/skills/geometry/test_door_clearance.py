# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point
from toy_home import ToyHome, thing

from egoplan_ros.mapping.interior import TRAVEL
from egoplan_ros.skills.geometry.door_clearance import in_the_way, least_openness, swing_of
from egoplan_ros.skills.paths.lattice import DIRECTIONS
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
SHARES = np.linspace(0.05, 1.0, 96)
FRONTS = st.sampled_from(range(4))


def container(kind: str, width: float, front: int) -> ObjectInstance:
    """At the origin, 0.4 m deep and 0.7 m high, with a front of a width on one side."""
    size = (0.4, width, 0.7) if DIRECTIONS[front][0] else (width, 0.4, 0.7)
    return thing(f"{kind}_1", (0.0, 0.0, 0.4), size, open=0)


def leaf(item: ObjectInstance, front: int, hinge: int, openness: float) -> LineString:
    """The leaf of a door hinged on one side, or the front of a drawer, at an openness."""
    out = np.array(DIRECTIONS[front])
    side = np.array([-out[1], out[0]])
    middle = 0.2 * out
    width = float(abs(np.array(item.size[:2]) @ side))
    if item.type == "Drawer":
        middle = middle + TRAVEL * openness * out
        return LineString([middle - width / 2 * side, middle + width / 2 * side])
    angle = openness * np.pi / 2
    edge = middle + hinge * width / 2 * side
    return LineString([edge, edge + width * (np.sin(angle) * out - hinge * np.cos(angle) * side)])


def first(way: list[LineString], body) -> float:
    """The openness at which a leaf meets a body; 1 where it does not."""
    return next((share for share, at in zip(SHARES, way, strict=True) if at.intersects(body)), 1.0)


@given(
    st.sampled_from(["Drawer", "Cabinet"]),
    st.floats(0.2, 0.55),
    FRONTS,
    st.floats(-0.9, 0.9),
    st.floats(-0.9, 0.9),
    st.floats(0.05, 0.4),
)
def test_what_is_opened_as_far_as_is_clear_meets_nothing(kind, width, front, x, y, radius):
    """Against the leaf as Shapely has it; the points of ours are 3 cm, and a twentieth, apart."""
    item = container(kind, width, front)
    swing = swing_of(item, ONTOLOGY, front)
    lucky, sure = (swing.clear_of_body(x, y, radius + 0.08, which) for which in (False, True))
    assert sure <= lucky
    ways = [[leaf(item, front, hinge, share) for share in SHARES] for hinge in (-1, 1)]
    within = [first(way, Point(x, y).buffer(radius - 0.03)) for way in ways]
    about = [first(way, Point(x, y).buffer(radius + 0.03)) for way in ways]
    assert sure <= min(within)
    assert lucky <= max(within)
    assert sure >= min(about) - 0.06
    assert lucky >= max(about) - 0.06


@given(st.sampled_from(["Drawer", "Cabinet"]), st.floats(0.2, 0.55), FRONTS, st.floats(0.05, 0.6))
def test_the_least_openness_uncovers_the_gap(kind, width, front, gap):
    item = container(kind, width, front)
    least = least_openness(item, ONTOLOGY, front, gap)
    assert 0.0 < least <= 1.0
    out = np.array(DIRECTIONS[front])
    side = np.array([-out[1], out[0]])
    ends = np.array(leaf(item, front, 1, least).coords)
    if kind == "Drawer":
        uncovered = float(((ends - 0.2 * out) @ out).min())
    else:  # from the far end of the leaf to the free edge of the opening
        uncovered = float((ends @ side).min() + width / 2)
    assert uncovered == pytest.approx(min(gap, TRAVEL if kind == "Drawer" else width))


def room_for(other: ObjectInstance, light: bool = False, **grid) -> float:
    item = container("Cabinet", 0.4, 0)
    home = ToyHome(item, other, **grid)
    world = home.world()
    hit = in_the_way(item, 0, world, ONTOLOGY, light)
    return swing_of(item, ONTOLOGY, 0).clear(hit)


BEFORE = ((0.6, 0.0, 0.3), (0.1, 0.6, 0.6))


def test_furniture_before_a_door_leaves_it_less_room():
    assert 0.5 <= room_for(thing("GarbageCan_1", *BEFORE)) <= 0.7
    assert room_for(thing("GarbageCan_1", (0.75, 0.0, 0.3), (0.1, 0.6, 0.6))) == 1.0


def test_what_is_lower_or_higher_is_not_in_its_way():
    (x, y, _), (width, depth, _) = BEFORE
    assert room_for(thing("GarbageCan_1", (x, y, 0.02), (width, depth, 0.03))) == 1.0
    assert room_for(thing("Shelf_1", (x, y, 1.2), (width, depth, 0.1))) == 1.0


def test_what_a_hand_can_lift_counts_only_when_asked_for():
    bottle = thing("WineBottle_1", *BEFORE)
    assert room_for(bottle) == 1.0
    assert room_for(bottle, light=True) < 0.7


def test_what_it_is_built_into_and_what_stands_beside_it_is_not_in_its_way():
    assert room_for(thing("CounterTop_1", (0.2, 0.5, 0.4), (0.8, 2.0, 0.8))) == 1.0


def test_the_open_leaf_of_another_door_counts_only_when_asked_for():
    other = thing("Cabinet_2", (0.3, 0.4, 0.4), (1.0, 0.4, 0.7), open=1)
    closed = replace(other, closed_box=((0.0, 0.4, 0.4), (0.4, 0.4, 0.7)))
    assert room_for(closed, light=True) == 1.0  # it stands beside
    across = thing("Cabinet_2", (0.85, 0.0, 0.4), (0.6, 0.6, 0.7), open=1)
    across = replace(across, closed_box=((1.0, 0.0, 0.4), (0.3, 0.6, 0.7)))
    assert room_for(across) == 1.0
    assert room_for(across, light=True) < 0.8


def test_a_wall_that_no_object_explains_is_in_the_way_of_what_is_low():
    elsewhere = thing("Mug_1", (-1.5, -1.5, 0.9))
    wall = [(0.55, -1.0, 0.65, 1.0)]
    assert 0.5 <= room_for(elsewhere, walls=wall) <= 0.7
    assert room_for(thing("GarbageCan_1", (0.6, 0.0, 1.9), (0.3, 2.4, 0.1)), walls=wall) == 1.0


def test_its_own_leaf_is_not_in_its_way():
    item = thing("Drawer_1", (0.1, 0.0, 0.4), (0.6, 0.4, 0.7), open=1)
    item = replace(item, closed_box=((0.0, 0.0, 0.4), (0.4, 0.4, 0.7)), openness=0.5)
    home = ToyHome(item, walls=[(0.3, -0.2, 0.4, 0.2)])
    hit = in_the_way(item, 0, home.world(), ONTOLOGY, light=True)
    assert swing_of(item, ONTOLOGY, 0).clear(hit) == 1.0


def test_of_what_opens_upwards_nothing_is_known():
    hamper = thing("LaundryHamper_1", (0.0, 0.0, 0.3), (0.4, 0.4, 0.6), open=0)
    assert swing_of(hamper, ONTOLOGY, 0).clear_of_body(0.3, 0.0, 0.2, sure=True) == 1.0
    assert least_openness(hamper, ONTOLOGY, 0, 0.1) == 1.0
    assert (
        swing_of(container("Cabinet", 0.4, 0), ONTOLOGY, None).clear_of_body(0.3, 0.0, 0.2) == 1.0
    )


def test_less_room_is_kept_from_what_is_opened_less():
    for kind in ("Cabinet", "Drawer"):
        item = container(kind, 0.4, 0)
        rooms = [swing_of(item, ONTOLOGY, 0, share).room for share in (0.3, 0.6, 1.0)]
        assert rooms == sorted(rooms)
        assert rooms[0] < rooms[2] == 0.55
