"""What is held can be laid down on the floor."""

from dataclasses import replace
from math import hypot

import pytest
from toy_home import K, ToyHome, thing

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
