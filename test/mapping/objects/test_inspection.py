# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest

from egoplan_ros.mapping.interior import interior
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()


@pytest.fixture
def bin_scene(scene):
    block = type(scene.blocks[0])
    x, y, width, height, wall = 1.0, -0.6, 0.3, 0.5, 0.01
    half = (width - wall) / 2
    parts = [((x, y, 0.01), (width, width, 0.02))]
    parts += [((x + s * half, y, height / 2), (wall, width, height)) for s in (-1, 1)]
    parts += [((x, y + s * half, height / 2), (width, wall, height)) for s in (-1, 1)]
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor")]
    scene.blocks += [block("GarbageCan", c, s, group="bin") for c, s in parts]
    return scene


def test_a_hamper_is_looked_into_over_its_rim():
    closed = np.array([1.0, -0.25, 0.0]), np.array([1.5, 0.25, 0.7])
    now = np.array([1.0, -0.25, 0.0]), np.array([1.7, 0.25, 1.1])  # its lid stands up
    inside = interior("LaundryHamper", ONTOLOGY, closed, now, 0.0, 0.0)
    assert (inside.axis, inside.plane) == (2, 0.7)
    near, far = inside.visible_from(np.array([[0.7, 0.0, 1.58], [-1.0, 0.0, 1.58]])).mean(axis=1)
    assert near > 0.3
    assert far < 0.1


def test_a_deep_bin_is_inspected_only_from_where_its_bottom_is_seen(model, bin_scene, see):
    state = see(model, bin_scene.at(-0.4, -0.6, 0, 30), 2)
    assert not state.objects["GarbageCan_1"].inspected
    state = see(model, bin_scene.at(0.6, -0.6, 0, 60), 4)
    assert state.objects["GarbageCan_1"].inspected


def test_giving_up_ends_the_looking(model, bin_scene, see):
    state = see(model, bin_scene.at(0.58, -0.6, 0, 55), 1)
    assert not state.objects["GarbageCan_1"].inspected
    state = see(model, bin_scene, 16)
    assert state.objects["GarbageCan_1"].inspected


def test_what_shows_half_of_its_inside_was_never_looked_into(model, bin_scene, see):
    """Behavior marks it as explored; it comes first when places are looked into again."""
    state = see(model, bin_scene.at(0.45, -0.6, 0, 50), 30)
    assert not state.objects["GarbageCan_1"].inspected


def test_a_toilet_with_its_lid_down_is_looked_at_like_a_table(model, bin_scene, see):
    """Things stand on its tank; the lid, when lifted, would hide them."""
    block = type(bin_scene.blocks[0])
    bin_scene.blocks = [b for b in bin_scene.blocks if b.type in ("", "Floor")]
    bin_scene.blocks.append(block("Toilet", (1.0, -0.6, 0.5), (0.5, 0.6, 1.0), {"open": 0.0}))
    state = see(model, bin_scene.at(0.0, -0.6, 0, 30), 2)
    assert state.objects["Toilet_1"].inspected


def box(x0, y0, z0, x1, y1, z1):
    return np.array([x0, y0, z0]), np.array([x1, y1, z1])


def test_more_of_a_low_cabinet_is_seen_from_farther_away():
    front = box(1.0, -0.3, 0.1, 1.02, 0.3, 0.7)
    inside = interior("Cabinet", ONTOLOGY, front, front, 0.0, 0.0)
    assert inside.axis == 0
    assert np.all(inside.points[:, 0] > 1.0)
    eyes = np.array([[0.7, 0.0, 1.58], [0.2, 0.0, 1.58], [1.3, 2.0, 1.58]])
    near, far, beside = inside.visible_from(eyes).mean(axis=1)
    assert near < far
    assert beside == 0.0


def test_what_lies_in_a_drawer_comes_out_with_it():
    closed, now = box(1.0, -0.2, 0.5, 1.02, 0.2, 0.7), box(0.65, -0.2, 0.5, 1.02, 0.2, 0.7)
    inside = interior("Drawer", ONTOLOGY, closed, now, 0.0, 0.0)
    assert inside.axis == 2
    assert np.all((inside.points[:, 0] > 0.65) & (inside.points[:, 0] < 1.0))
    assert inside.visible_from(np.array([[0.3, 0.0, 1.58]])).mean() > 0.7


def test_a_tall_container_is_looked_into_at_every_height():
    front = box(1.0, -0.4, 0.0, 1.05, 0.4, 1.8)
    heights = np.unique(interior("Fridge", ONTOLOGY, front, front, 0.0, 0.0).points[:, 2])
    assert len(heights) >= 4


def test_what_lies_behind_the_front_of_a_drawer_is_seen_from_its_side():
    closed, now = box(1.0, -0.25, 0.1, 1.02, 0.25, 0.36), box(0.6, -0.25, 0.1, 1.02, 0.25, 0.36)
    inside = interior("Drawer", ONTOLOGY, closed, now, 0.0, 0.0)
    front = inside.points[:, 0] < 0.64
    assert front.sum() == 4
    before, beside = inside.visible_from(np.array([[0.1, 0.0, 1.58], [0.8, 0.6, 1.58]]))
    assert not before[front].any()
    assert beside[front].all()


def test_a_fridge_seen_from_its_corner_is_looked_into_where_its_door_reaches_out():
    closed = box(1.0, -0.4, 0.0, 1.7, 0.4, 1.8)
    now = box(0.7, -0.52, 0.0, 1.7, 0.5, 1.8)  # its door was seen from beside
    corner = (0.7, -1.4)  # nearer to its front than to its side
    assert interior("Fridge", ONTOLOGY, closed, closed, *corner).axis == 1
    inside = interior("Fridge", ONTOLOGY, closed, now, *corner)
    assert (inside.axis, inside.plane) == (0, 1.0)


def test_the_outside_of_a_bin_that_narrows_downwards_is_not_its_inside(model, bin_scene, see):
    block = type(bin_scene.blocks[0])
    x, y, rim, foot, height = 1.0, -0.6, 0.4, 0.16, 0.5
    parts = [((x, y, 0.01), (foot, foot, 0.02))]
    for s in (-1, 1):
        parts.append(((x + s * foot / 2, y, height / 2), (0.01, foot, height)))
        parts.append(((x, y + s * foot / 2, height / 2), (foot, 0.01, height)))
        parts.append(((x + s * (rim + foot) / 4, y, height), ((rim - foot) / 2, rim, 0.02)))
    bin_scene.blocks = [b for b in bin_scene.blocks if b.type != "GarbageCan"]
    bin_scene.blocks += [block("GarbageCan", c, s, group="bin") for c, s in parts]
    state = see(model, bin_scene.at(-0.5, -0.6, 0, 30), 20)
    assert not state.objects["GarbageCan_1"].inspected


def test_who_comes_nearer_and_sees_more_does_not_lose_patience(model, bin_scene, see):
    for x in np.linspace(0.1, 0.5, 20):
        state = see(model, bin_scene.at(x, -0.6, 0, 55))
    assert not state.objects["GarbageCan_1"].inspected
    assert see(model, bin_scene.at(0.6, -0.6, 0, 60), 16).objects["GarbageCan_1"].inspected


def test_a_low_cupboard_counts_at_once_when_it_shows_all_it_can(model, scene, see):
    """The lintel hides the back of its upper shelf wherever one stands: looking on is in vain."""
    block = type(scene.blocks[0])
    x, y, depth, width, low, high, wall = 1.3, 0.0, 0.5, 0.5, 0.1, 0.7, 0.02
    parts = [((x, y, z), (depth, width, wall)) for z in (low, high)]
    parts += [((x, y + s * width / 2, 0.4), (depth, wall, high - low)) for s in (-1, 1)]
    parts += [((x + depth / 2, y, 0.4), (wall, width, high - low))]
    front = [((x - depth / 2, y, 0.4), (wall, width, high - low))]
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor")]
    structure = list(scene.blocks)
    closed = [block("Cabinet", c, s, {"open": 0.0}, "it") for c, s in parts + front]
    scene.blocks = structure + closed
    see(model, scene.at(0.2, 0.0, 0, 35), 2)
    scene.blocks = structure + [block("Cabinet", c, s, {"open": 1.0}, "it") for c, s in parts]
    state = see(model, scene, 1)
    assert 0.6 < model.memory.tracks["Cabinet_1"].looked_into.mean() < 0.76
    assert state.objects["Cabinet_1"].inspected
