# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_home import ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.sight import from_image
from egoplan_ros.skills.manipulation.packing import packed
from egoplan_ros.world.ontology import load_ontology

BOOK = replace(thing("Book_1", (0.0, 0.0, 1.2), (0.3, 0.2, 0.03)), held=True)


def point(place, held=BOOK):
    """Where the robot points, metres; None where it leaves that as it is."""
    home = ToyHome(place, held)
    home.pitch = 0.75
    ctx = SkillContext(home.world(), load_ontology(), SkillConfig())
    before = ctx.object(place.id)
    after = packed(ctx, before)
    assert replace(after, view=before.view) == before
    return None if after is before else np.array(from_image(ctx, after.view))


def table(length: float, x: float = 1.0, z: float = 0.38):
    return thing("CoffeeTable_1", (x, 0.0, z), (0.3, length, 0.04))


@pytest.mark.parametrize(("length", "matters"), [(0.85, True), (0.95, False)])
def test_where_three_fit_in_a_row_it_does_not_matter(length, matters):
    assert (point(table(length)) is not None) is matters


@pytest.mark.parametrize(("x", "reached"), [(1.35, True), (1.55, False)])
def test_an_end_is_pointed_at_that_the_hand_reaches_with_a_little_to_spare(x, reached):
    place = table(0.6, x)
    assert (point(place) is not None) is reached


def test_neither_what_is_above_the_eye_nor_an_empty_hand_is_packed():
    assert point(table(0.6, z=1.6)) is None
    assert point(table(0.6), replace(BOOK, held=False)) is None


@settings(max_examples=40)
@given(st.floats(0.7, 1.7), st.floats(0.45, 0.9), st.floats(0.2, 0.9), st.sampled_from([0, 1]))
def test_what_is_pointed_at_lies_on_top_near_an_end_and_within_reach(x, length, z, axis):
    size = (length, 0.3, 0.04) if axis == 0 else (0.3, length, 0.04)
    found = point(thing("CoffeeTable_1", (x, 0.0, z), size))
    if found is None:
        return
    off = np.abs(found[:2] - (x, 0.0))
    assert found[2] == pytest.approx(z + 0.02, abs=0.02)
    assert np.all(off <= np.array(size[:2]) / 2.0 - 0.06)  # not at the rim
    assert np.hypot(*found[:2]) <= 1.4 + 1e-6
