# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace
from math import hypot

import numpy as np
import pytest
from toy_home import ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.manipulation.full_receptacle import room_on, tries_when_full
from egoplan_ros.world.ontology import load_ontology

TABLE = thing("DiningTable_1", (1.5, 0.0, 0.7), (0.8, 1.2, 0.05))
FRIDGE = thing("Fridge_1", (1.5, 0.0, 0.9), (0.5, 0.72, 1.8), open=1)
MUG = replace(thing("Mug_1", (0.0, 0.0, 1.2)), held=True)


def tries(receptacle, spot, *others) -> int:
    home = ToyHome(receptacle, MUG, *others)
    ctx = SkillContext(home.world(), load_ontology(), SkillConfig())
    return tries_when_full(ctx, receptacle, spot)


def test_an_empty_table_is_tried_from_three_places_or_two_where_no_spot_is_known():
    assert tries(TABLE, (1.5, 0.5, 0.7)) == 3
    assert tries(TABLE, None) == 2


@pytest.mark.parametrize(("far", "expected"), [(0.9, 1), (1.1, 2)])
def test_of_a_laid_table_one_place_tells_when_the_free_spot_was_close(far, expected):
    plate = thing("Plate_1", (1.5, 0.2, 0.75), parent=TABLE.id)
    assert tries(TABLE, (far, 0.0, 0.7), plate) == expected


def test_what_the_hand_holds_lies_not_on_the_table():
    held = replace(MUG, parent=TABLE.id)
    assert tries(TABLE, (0.5, 0.0, 0.7), held) == 3


@pytest.mark.parametrize(("size", "expected"), [(0.39, 1), (0.41, 3)])
def test_a_small_plate_is_tried_once(size, expected):
    plate = thing("Plate_1", (0.5, 0.0, 0.7), (0.2, size, 0.03))
    assert tries(plate, (0.5, 0.0, 0.7)) == expected


@pytest.mark.parametrize(("length", "expected"), [(0.33, 3), (0.39, 1)])
def test_little_on_a_containers_floor_is_not_why_nothing_more_fits(length, expected):
    """A tenth of 0.5 by 0.72 metres."""
    box = thing("Box_1", (1.5, 0.0, 0.9), (0.1, length, 0.2), parent=FRIDGE.id)
    assert tries(FRIDGE, (0.5, 0.0, 0.5), box) == expected


def test_another_container_is_a_better_chance_unless_it_failed_too():
    other = thing("Fridge_2", (-1.5, 0.0, 0.9), (0.6, 0.6, 1.8), open=1)
    assert tries(FRIDGE, (0.5, 0.0, 0.5), other) == 1
    assert tries(FRIDGE, (0.5, 0.0, 0.5), replace(other, unreachable=1)) == 3


@pytest.mark.parametrize("tried", [(0.2, -0.6), (0.2, 0.6)])
def test_room_is_looked_for_where_the_hand_did_not_reach(tried):
    counter = thing("CounterTop_1", (1.2, 0.0, 0.9), (0.5, 3.6, 0.05))
    home = ToyHome(counter, MUG)
    ctx = SkillContext(home.world(), load_ontology(), SkillConfig())
    x, y, z = room_on(ctx, counter, [tried])
    assert hypot(x - tried[0], y - tried[1]) > 1.5
    assert np.sign(y) == -np.sign(tried[1])
    assert (abs(x - 1.2) < 0.25, z) == (True, pytest.approx(0.925, abs=0.05))
    near = room_on(ctx, counter, [(0.2, y) for y in np.linspace(-2.0, 2.0, 9)])
    assert abs(near[1]) < 0.15  # nothing is beyond all of them: the spot nearest to the robot
