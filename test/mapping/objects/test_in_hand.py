# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is in the hand although the robot did not take it, or not what it took."""

from dataclasses import replace
from math import hypot, radians

import cv2
import numpy as np
import pytest

from egoplan_ros.mapping.objects.evidence import Kinds
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.primitive import PrimitiveKind


@pytest.fixture
def hall(scene):
    """A table with a mug on it, two metres ahead; nothing else."""
    block = type(scene.blocks[0])
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor")]
    scene.blocks.append(block("DiningTable", (2.0, 0.0, 0.3), (0.8, 1.6, 0.6)))
    scene.blocks.append(block("Mug", (1.8, 0.0, 0.65), (0.1, 0.1, 0.1)))
    return scene


def test_what_was_put_into_the_hand_is_known_once_it_comes_along(model, hall, see):
    block = type(hall.blocks[0])
    hall.held = block("Apple", (0.0, 0.0, 0.0), (0.08, 0.08, 0.08))
    see(model, hall.at(0.0, 0.0, 0))
    state = see(model, hall.at(0.0, 0.0, 30))
    assert state.held is not None
    assert state.held.type == "Apple"
    assert [o.type for o in state.objects.values() if o.type == "Apple"] == ["Apple"]


def test_what_was_put_into_the_hand_does_not_stand_in_the_way(model, hall, see):
    """It is seen before it is known to be held; where it was, nothing stands."""
    see(model, hall.at(0.0, 0.0, 0))
    hall.held = type(hall.blocks[0])("Mug", (0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
    for yaw in (90, 180, 270):
        state = see(model, hall.at(0.0, 0.0, yaw))
    assert state.held is not None
    grid = state.grid
    rows, cols = np.nonzero(grid.data >= 50)
    near = [
        at for at in (grid.point(*cell) for cell in zip(rows, cols, strict=True)) if hypot(*at) < 1
    ]
    assert not near


def test_what_hides_the_plate_in_the_hand_does_not_stand_in_the_way(model, hall, see):
    """A sponge covers all of the plate it is carried on."""
    block = type(hall.blocks[0])
    see(model, hall.at(0.0, 0.0, 0))
    plate = model.memory.create_unseen("Plate", np.array([0.5, 0.0, 1.2]), hall.stamp)
    sponge = model.memory.create_unseen("DishSponge", np.array([0.5, 0.0, 1.2]), hall.stamp)
    model.memory.take(plate, hall.stamp)
    sponge.parent = plate.id
    hall.held = block("DishSponge", (0.0, 0.0, 0.0), (0.14, 0.07, 0.03))
    for yaw in (0, 90, 180, 270):
        state = see(model, hall.at(0.0, 0.0, yaw))
    assert [o.id for o in state.objects.values() if o.type == "DishSponge"] == [sponge.id]
    assert state.objects[sponge.id].parent == plate.id
    assert state.held.id == plate.id
    rows, cols = np.nonzero(state.grid.data >= 50)
    places = (state.grid.point(*cell) for cell in zip(rows, cols, strict=True))
    assert not [at for at in places if hypot(*at) < 1]


@pytest.mark.parametrize("pixels", [200, 120])
def test_what_was_put_down_by_a_robot_that_was_turned_is_where_it_is_seen(model, hall, see, pixels):
    """It pointed at the table; turned at the last moment, it reached for the bench beside."""
    block = type(hall.blocks[0])
    hall.blocks.append(block("SideTable", (0.0, 1.8, 0.3), (0.8, 0.8, 0.6)))
    (bench,) = see(model, hall.at(0.0, 1.0, 90, 40), 2).of_type({"SideTable"})
    (table,) = see(model, hall.at(1.0, 0.6, 0, 40), 2).of_type({"DiningTable"})
    apple = model.memory.create_unseen("Apple", np.array([0.5, 0.0, 1.2]), hall.stamp)
    model.memory.take(apple, hall.stamp)
    hall.holding = True
    see(model, hall.at(0.7, 1.2, 0, 40))
    hall.holding = False
    hall.camera = Camera.from_vertical_fov(pixels, pixels, radians(75.0))
    hall.blocks.append(block("Apple", (0.3, 1.8, 0.64), (0.08, 0.08, 0.08)))
    put = hall.at(0.7, 1.2, 125, 40).do(
        PrimitiveKind.PUT, table.id, "DiningTable", point=(0.5, 0.5)
    )
    state = see(model, put, 2)
    assert state.objects[apple.id].parent == bench.id
    assert [o.id for o in state.objects.values() if o.type == "Apple"] == [apple.id]


def test_who_lifted_what_lies_on_a_plate_instead_of_the_plate_notices(model, hall, see):
    block = type(hall.blocks[0])
    hall.blocks = [b for b in hall.blocks if b.type != "Mug"]
    hall.blocks.append(block("Plate", (1.8, 0.0, 0.61), (0.2, 0.2, 0.02)))
    hall.blocks.append(block("DishSponge", (1.8, 0.0, 0.635), (0.14, 0.07, 0.03)))
    state = see(model, hall.at(1.0, 0.0, 0, 40), 2)
    (plate,), (sponge,) = state.of_type({"Plate"}), state.of_type({"DishSponge"})
    assert sponge.parent == plate.id
    hall.held = hall.blocks.pop()
    state = see(model, hall.do(PrimitiveKind.PICK, plate.id, "Plate"))
    assert state.held.id == sponge.id
    state = see(model, hall.at(1.0, 0.0, 10, 40), 2)
    assert state.objects[plate.id].parent == plate.parent
    assert [o.id for o in state.objects.values() if o.type == "Plate"] == [plate.id]


@pytest.mark.parametrize("stays", [True, False])
def test_who_took_what_had_come_to_stand_before_a_thing_notices(model, hall, see, stays):
    """A roll was set before the mug at the last moment; the mug is seen where it stood."""
    (mug,) = see(model, hall.at(1.0, 0.0, 0, 40), 2).of_type({"Mug"})
    hall.held = type(hall.blocks[0])("PaperTowelRoll", (0.0, 0.0, 0.0), (0.1, 0.1, 0.2))
    if not stays:
        hall.held = hall.blocks.pop()
    state = see(model, hall.do(PrimitiveKind.PICK, mug.id, "Mug"))
    assert state.held.type == ("PaperTowelRoll" if stays else "Mug")
    assert [o.id for o in state.objects.values() if o.type == "Mug"] == [mug.id]
    if stays:
        assert np.allclose(state.objects[mug.id].center, mug.center, atol=0.05)


def test_what_hides_the_plate_it_was_put_down_with_still_lies_on_it(model, hall, see):
    block = type(hall.blocks[0])
    (table,) = see(model, hall.at(1.0, 0.0, 0, 40), 2).of_type({"DiningTable"})
    plate = model.memory.create_unseen("Plate", np.array([0.5, 0.0, 1.2]), hall.stamp)
    sponge = model.memory.create_unseen("DishSponge", np.array([0.5, 0.0, 1.2]), hall.stamp)
    model.memory.take(plate, hall.stamp)
    sponge.parent = plate.id
    hall.holding = True
    see(model, hall)
    hall.holding = False
    hall.blocks.append(block("DishSponge", (1.8, 0.3, 0.62), (0.14, 0.07, 0.03)))
    state = see(model, hall.do(PrimitiveKind.PUT, table.id, "DiningTable", point=(0.5, 0.6)))
    assert state.objects[plate.id].parent == table.id
    assert state.objects[sponge.id].parent == plate.id
    assert state.objects[plate.id].center[1] == pytest.approx(0.3, abs=0.05)
    assert see(model, hall, 3).objects[sponge.id].parent == plate.id


def test_what_lies_before_the_robot_is_not_in_its_hand(model, hall, see):
    """Only what moves with the camera is, even while the hand holds something unseen."""
    hall.holding = True
    see(model, hall.at(1.2, 0.0, 0, 50))
    state = see(model, hall.at(1.2, 0.0, 20, 50))
    assert state.held is None
    hall.at(1.2, 0.0, 20, 50)
    assert see(model, hall, 3).held is None


def test_an_empty_hand_holds_nothing(model, hall, see):
    block = type(hall.blocks[0])
    hall.held = block("Apple", (0.0, 0.0, 0.0), (0.08, 0.08, 0.08))
    see(model, hall.at(0.0, 0.0, 0))
    hall.held = None
    assert see(model, hall.at(0.0, 0.0, 30)).held is None


def test_who_took_the_wrong_thing_notices(model, hall, see):
    """Turned at the last moment, the robot pointed at the apple beside the mug."""
    block = type(hall.blocks[0])
    apple = block("Apple", (1.8, 0.4, 0.65), (0.08, 0.08, 0.08))
    hall.blocks.append(apple)
    (mug,) = see(model, hall.at(1.0, 0.2, 0, 40), 2).of_type({"Mug"})
    hall.blocks.remove(apple)
    hall.held = replace(apple)
    see(model, hall.do(PrimitiveKind.PICK, mug.id, "Mug"))
    state = see(model, hall.at(0.5, 0.0, 40, 30))
    assert state.held.type == "Apple"
    state = see(model, hall.at(1.0, 0.2, 0, 40), 2)
    assert state.held.type == "Apple"
    (there,) = state.of_type({"Mug"})
    assert not there.held
    assert there.center[0] == pytest.approx(1.8, abs=0.1)


def test_what_is_carried_in_the_held_thing_is_not_held_itself(model, hall, see):
    block = type(hall.blocks[0])
    plate = block("Plate", (1.8, -0.4, 0.62), (0.2, 0.2, 0.03))
    apple = block("Apple", (1.8, -0.4, 0.675), (0.08, 0.08, 0.08))
    hall.blocks += [plate, apple]
    known = see(model, hall.at(1.1, -0.2, 0, 40), 3)
    (plate_row,), (apple_row,) = known.of_type({"Plate"}), known.of_type({"Apple"})
    assert apple_row.parent == plate_row.id
    hall.blocks = [b for b in hall.blocks if b not in (plate, apple)]
    hall.held = replace(apple)  # the plate itself cannot be seen
    see(model, hall.do(PrimitiveKind.PICK, plate_row.id, "Plate"))
    state = see(model, hall.at(0.5, 0.0, 40, 30))
    assert state.held.id == plate_row.id


@pytest.mark.parametrize("turn", [7, 9, 12])
def test_what_lies_near_before_a_robot_that_turns_a_little_is_not_in_its_hand(
    model, hall, see, turn
):
    block = type(hall.blocks[0])
    hall.blocks = [
        *(b for b in hall.blocks if b.type in ("", "Floor")),
        block("CounterTop", (0.75, 0.0, 0.45), (0.6, 2.5, 0.9)),
        block("Apple", (0.55, 0.05, 0.95), (0.09, 0.09, 0.09)),
    ]
    hall.height, hall.holding = 1.2, True  # what it holds is out of the image
    see(model, hall.at(0.1, 0.0, 0, 25), 2)
    see(model, hall.do(PrimitiveKind.PICK, "", "Mug"))
    for yaw in (turn, 2 * turn, 0):
        state = see(model, hall.at(0.1, 0.0, yaw, 25))
        assert state.held is not None
        assert state.held.type == "Mug"
        assert len(list(state.of_type({"Apple"}))) == 1


@pytest.mark.parametrize("step", [4, 6, 9, 20])
def test_what_is_in_the_hand_is_noticed_however_slowly_the_robot_turns(model, hall, see, step):
    hall.held = type(hall.blocks[0])("Apple", (0.0, 0.0, 0.0), (0.08, 0.08, 0.08))
    for yaw in range(0, 41, step):
        state = see(model, hall.at(0.0, 0.0, yaw))
    assert state.held is not None
    assert state.held.type == "Apple"


@pytest.fixture
def bowl(model, hall, see):
    """An apple in a bowl on the table; what is returned makes the robot take the bowl."""
    block = type(hall.blocks[0])
    walls = [((1.7, 0.0, 0.61), (0.2, 0.2, 0.02))]
    walls += [((1.7, y, 0.64), (0.2, 0.01, 0.08)) for y in (-0.095, 0.095)]
    walls += [((x, 0.0, 0.64), (0.01, 0.2, 0.08)) for x in (1.605, 1.795)]
    apple = block("Apple", (1.7, 0.0, 0.665), (0.09, 0.09, 0.09))
    room = [b for b in hall.blocks if b.type != "Mug"]
    parts = [block("Bowl", center, size, group="bowl") for center, size in walls]
    hall.blocks = [*room, *parts, apple]
    state = see(model, hall.at(1.0, 0.0, 0, 50), 3)
    assert state.objects["Apple_1"].parent == "Bowl_1"
    hall.blocks = room
    hall.held = block("Bowl", (0.0, 0.0, 0.0), (0.2, 0.2, 0.08))
    hall.do(PrimitiveKind.PICK, "Bowl_1", "Bowl")
    return apple


def test_what_was_not_lifted_with_the_bowl_is_where_it_is_seen(model, hall, see, bowl):
    hall.blocks = [*hall.blocks, replace(bowl, center=(1.7, 0.35, 0.645))]
    state = see(model, hall.at(0.8, 0.0, 0, 40), 3)
    assert state.held.id == "Bowl_1"
    (apple,) = state.of_type({"Apple"})
    assert (apple.id, apple.parent) == ("Apple_1", "DiningTable_1")


def test_another_one_elsewhere_was_not_in_the_bowl(model, hall, see, bowl):
    hall.blocks = [*hall.blocks, replace(bowl, center=(1.9, 0.7, 0.645))]
    state = see(model, hall.at(0.8, 0.0, 20, 40), 3)
    assert state.objects["Apple_1"].parent == "Bowl_1"
    assert state.objects["Apple_2"].parent == "DiningTable_1"


@pytest.mark.parametrize("exact", [True, False])
def test_what_was_taken_stays_in_the_hand_when_a_look_takes_it_for_something_else(
    model, hall, see, exact
):
    """By a detector that errs; what exact masks show in the hand is in it."""
    block = type(hall.blocks[0])
    see(model, hall.at(0.0, 0.0, 0))
    mug = model.memory.tracks["Mug_1"]
    if not exact:
        mug.kinds = Kinds(100, {"Mug": 6.0})
        model.memory.fusion.settle(mug)
    hall.blocks = [b for b in hall.blocks if b.type != "Mug"]
    model.memory.take(mug, hall.stamp)
    hall.held = block("Apple", (0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
    for yaw in (0, 30):
        frame = hall.at(0.0, 0.0, yaw).frame()
        apple = (("Apple", 0.6), ("Mug", 0.01))
        items = tuple(
            replace(i, score=0.8, candidates=apple) if i.type == "Apple" and not exact else i
            for i in frame.oracle.items
        )
        state = model.update(frame, replace(frame.oracle, items=items))
    assert state.held is not None
    assert state.held.type == ("Apple" if exact else "Mug")


def test_the_rim_that_a_mask_misses_does_not_stand_in_the_way(model, hall, see):
    """A mask of what is in the hand is a little small, and in some frames there is none."""
    (mug,) = see(model, hall.at(1.0, 0.0, 0, 40), 2).of_type({"Mug"})
    hall.held = hall.blocks.pop()
    hall.do(PrimitiveKind.PICK, mug.id, "Mug")
    for turn in range(8):
        frame = hall.frame()
        labels = frame.oracle.labels
        (mine,) = (item.label for item in frame.oracle.items if item.type == "Mug")
        kept = cv2.erode((labels == mine).astype(np.uint8), np.ones((9, 9), np.uint8))
        missed = turn % 3 == 2
        labels = np.where((labels == mine) & (missed | (kept == 0)), 0, labels).astype(labels.dtype)
        items = [i for i in frame.oracle.items if not missed or i.label != mine]
        state = model.update(frame, replace(frame.oracle, labels=labels, items=tuple(items)))
        hall.last = None
        hall.at(0.0, 0.0, 45 * (turn + 1))
    assert state.held.id == mug.id
    rows, cols = np.nonzero(state.grid.data >= 50)
    places = (state.grid.point(*cell) for cell in zip(rows, cols, strict=True))
    assert not [at for at in places if hypot(*at) < 1]
