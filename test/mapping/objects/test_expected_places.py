# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.mapping.objects.expected_places import ExpectedPlace
from egoplan_ros.world.primitive import PrimitiveKind


@pytest.mark.parametrize(
    ("at", "closed", "allowed"),
    [
        ((0.0, 0.0, 1.0), True, True),
        ((0.9, 0.0, 1.0), True, False),
        ((0.7, 0.0, 1.0), False, True),  # over the edge
        ((1.1, 0.0, 1.0), False, False),  # on what stands beside it
        ((1.1, 0.0, 0.05), False, True),  # on the floor beside it
        ((1.1, 0.0, 0.05), True, False),
    ],
)
def test_where_what_was_put_down_may_turn_up(at, closed, allowed):
    place = ExpectedPlace(np.array([-0.5, -0.5, 0.8]), np.array([0.5, 0.5, 1.2]), closed)
    half = np.full(3, 0.05)
    distance = float(np.linalg.norm(np.array(at) - (0.0, 0.0, 1.0)))
    assert place.allow(np.array(at) - half, np.array(at) + half, distance) is allowed


@pytest.fixture
def fridge(model, scene, see):
    """A tomato was put into the open fridge, out of sight."""
    block = type(scene.blocks[0])
    tomato = block("Tomato", (1.55, -1.2, 0.95), (0.1, 0.1, 0.1))
    scene.blocks = [
        block("", (0.0, 0.0, 1.23), (6.0, 6.0, 2.5)),
        block("Floor", (0.0, 0.0, -0.005), (6.0, 6.0, 0.01)),
        block("Fridge", (1.7, 0.9, 0.9), (0.6, 0.7, 1.8), {"open": 0.0}),
        block("CounterTop", (1.7, -0.6, 0.45), (0.6, 2.0, 0.9)),
        tomato,
    ]
    see(model, scene.at(0.6, -1.2, 0, 25), 2)
    scene.blocks.remove(tomato)
    scene.held = tomato
    see(model, scene.do(PrimitiveKind.PICK, "Tomato_1", "Tomato"))
    see(model, scene.at(0.4, 0.9, 0, 10), 2)
    scene.find("Fridge").states["open"] = 1.0
    see(model, scene.do(PrimitiveKind.OPEN, "Fridge_1", "Fridge"))
    scene.held = None
    see(model, scene.do(PrimitiveKind.PUT, "Fridge_1", "Fridge", point=(0.5, 0.5)))
    return scene, replace(tomato, center=(1.55, 0.2, 0.95))


def test_what_was_shut_in_is_not_seen_elsewhere(model, fridge, see):
    scene, other = fridge
    scene.find("Fridge").states["open"] = 0.0
    see(model, scene.do(PrimitiveKind.CLOSE, "Fridge_1", "Fridge"))
    scene.blocks.append(other)
    state = see(model, scene.at(0.4, 0.4, 0, 30), 2)
    assert state.objects["Tomato_1"].parent == "Fridge_1"
    assert state.objects["Tomato_1"].is_("cold")
    assert state.objects["Tomato_2"].parent == "CounterTop_1"
    assert not state.objects["Tomato_2"].is_("cold")


def test_what_fell_out_is_found_on_the_floor(model, fridge, see):
    scene, other = fridge
    scene.blocks.append(replace(other, center=(1.2, 0.9, 0.05)))
    state = see(model, scene.at(0.2, 0.9, 0, 45), 2)
    assert [o.id for o in state.objects.values() if o.type == "Tomato"] == ["Tomato_1"]
    assert state.objects["Tomato_1"].parent == "Floor_1"


def test_what_was_put_onto_a_closed_lid_is_found_on_it(model, fridge, see):
    scene, _ = fridge
    block = type(scene.blocks[0])
    scene.blocks.append(block("Toilet", (1.2, -2.2, 0.2), (0.4, 0.5, 0.4), {"open": 0.0}))
    paper = block("ToiletPaper", (1.2, -2.2, 0.45), (0.1, 0.1, 0.1))
    scene.held = paper
    see(model, scene.do(PrimitiveKind.PICK, "", "ToiletPaper"))
    see(model, scene.at(0.4, -2.2, 0, 45), 2)
    scene.held = None
    see(model, scene.do(PrimitiveKind.PUT, "Toilet_1", "Toilet", point=(0.5, 0.5)))
    scene.blocks.append(paper)
    state = see(model, scene, 2)
    assert [o.id for o in state.objects.values() if o.type == "ToiletPaper"] == ["ToiletPaper_1"]
    assert state.objects["ToiletPaper_1"].parent == "Toilet_1"
