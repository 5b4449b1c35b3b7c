# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is held can be laid down on the floor."""

from dataclasses import replace
from math import hypot

import numpy as np
import pytest
from toy_home import K, ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.floor import free_floor
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode

BOOK = ((0.9, 0.5, 0.7), (0.2, 0.3, 0.05))


def home(*things, **options) -> ToyHome:
    return ToyHome(thing("Book_1", *BOOK), *things, **options)


def test_it_lies_where_there_is_room_within_reach():
    room = home(thing("Box_1", (0.0, 0.8, 0.1), (0.4, 0.4, 0.2)))
    assert room.run("PickUp", "Book_1").success
    assert room.run("Put", "Book_1", "Floor_1").success
    book = room.things["Book_1"]
    assert room.held is None
    assert book.bottom == pytest.approx(0.0)
    assert 0.3 < hypot(book.center[0] - room.base.x, book.center[1] - room.base.y) < 1.5
    assert room.things["Box_1"].planar_distance(*book.center[:2]) > 0.15
    assert all(abs(side) < 1.8 for side in book.center[:2])


def test_it_is_out_of_the_way():
    """Beside the wall rather than in the middle of the room."""
    room = home()
    room.run("PickUp", "Book_1")
    room.run("Put", "Book_1", "Floor_1")
    assert max(abs(side) for side in room.things["Book_1"].center[:2]) > 1.2


def test_one_need_not_go_to_the_floor():
    room = home()
    assert room.run("GoTo", "Floor_1").success
    assert not room.log


def test_no_free_floor_is_told():
    room = home(walls=[(-2.0, -2.0, 2.0, -0.3), (-2.0, 0.3, 2.0, 2.0), (0.3, -0.3, 2.0, 0.3)])
    room.data[:, :34] = 100
    room.things["Book_1"] = thing("Book_1", (0.0, 0.0, 1.0), (0.5, 0.5, 0.1))
    room.things["Book_1"] = replace(room.things["Book_1"], held=True)
    result = room.run("Put", "Book_1", "Floor_1")
    assert (result.error, result.objects) == (ErrorCode.RECEPTACLE_FULL, ("Floor_1",))
    assert room.held == "Book_1"


def test_what_fails_is_tried_elsewhere_and_what_is_forbidden_is_not():
    room = home()
    room.run("PickUp", "Book_1")
    room.fail[K.PUT] = [ErrorCode.RECEPTACLE_FULL]
    result = room.run("Put", "Book_1", "Floor_1")
    assert result.success
    assert result.failures == 1
    room = home()
    room.run("PickUp", "Book_1")
    room.fail[K.PUT] = [ErrorCode.NOT_ALLOWED] * 4
    result = room.run("Put", "Book_1", "Floor_1")
    assert result.error is ErrorCode.NOT_ALLOWED
    assert result.failures == 1


def test_a_put_without_effect_is_noticed():
    room = home()
    room.run("PickUp", "Book_1")
    room.silent[K.PUT] = 1
    assert room.run("Put", "Book_1", "Floor_1").success
    room.run("PickUp", "Book_1")
    room.silent[K.PUT] = 9
    assert room.run("Put", "Book_1", "Floor_1").error is ErrorCode.NO_EFFECT


@pytest.mark.parametrize(("x", "y"), [(1.1, -0.4), (-1.1, 0.5), (0.4, 1.1), (-0.6, -1.1)])
def test_beside_a_wall_it_is_laid_down_there_without_a_step(x, y):
    room = ToyHome(replace(thing("Book_1", *BOOK), held=True))
    room.base = Pose2D(x, y, 0.0)
    assert room.run("Put", "Book_1", "Floor_1").success
    assert not [done.kind for done in room.log if done.kind.is_translation]
    place = room.things["Book_1"].center
    assert 0.4 < hypot(place[0] - x, place[1] - y) <= 1.2
    assert max(abs(side) for side in place[:2]) > 1.5


@pytest.mark.parametrize(("z", "in_the_way"), [(0.1, True), (0.49, True), (0.51, False)])
def test_room_on_the_floor_is_beside_what_is_low_and_as_wide_as_what_is_held(z, in_the_way):
    chest = thing("Box_1", (0.6, -0.4, z), (0.4, 0.8, 0.4))
    held = replace(thing("Book_1", (0.0, 0.0, 1.2), (0.3, 0.4, 0.05)), held=True)
    ctx = SkillContext(ToyHome(chest, held).world(), load_ontology(), SkillConfig())
    spots, clear = free_floor(ctx, held)
    gaps = np.maximum(np.abs(spots - (0.6, -0.4)) - (0.2, 0.4), 0.0)
    away = np.hypot(*gaps.T)
    walls = 1.95 - np.abs(spots).max(axis=1)
    assert (away.min() < 0.1) is not in_the_way
    near = np.minimum(away, walls) if in_the_way else walls
    assert clear == pytest.approx(near + 0.025, abs=0.03)  # from middle to middle of cells
    assert clear.min() == pytest.approx(0.25 + 0.05, abs=0.05)
