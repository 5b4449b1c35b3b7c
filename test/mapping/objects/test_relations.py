# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which receptacle an object is believed to be in."""

import numpy as np
import pytest

from egoplan_ros.mapping.objects.relations import Relations
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief
from egoplan_ros.world.ontology import load_ontology

RELATIONS = Relations(load_ontology())


def track(name: str, low, high, parent: str | None = None, **more) -> Track:
    points = np.zeros((0, 3), np.float32)
    kind = name.split("_")[0]
    return Track(name, kind, np.array(low), np.array(high), points, parent=parent, **more)


def shelf_with_egg(**pot) -> dict[str, Track]:
    """An open fridge with an egg, and a pot whose box is about the egg."""
    tracks = [
        track("Fridge_1", (0.0, 0.0, 0.0), (0.8, 0.8, 1.8), states={"open": Belief(1.0)}),
        track("Egg_1", (0.38, 0.38, 0.6), (0.43, 0.43, 0.66), "Fridge_1"),
        track("Pot_1", (0.3, 0.3, 0.58), (0.5, 0.5, 0.7), "Fridge_1", **pot),
    ]
    return {item.id: item for item in tracks}


def test_what_is_seen_in_a_pot_is_in_the_pot():
    tracks = shelf_with_egg()
    assert RELATIONS.parent(tracks["Egg_1"], tracks) == "Pot_1"


def test_what_stands_beside_a_pot_is_not_in_it():
    tracks = shelf_with_egg()
    tracks["Egg_1"].low[0], tracks["Egg_1"].high[0] = 0.24, 0.29
    assert RELATIONS.parent(tracks["Egg_1"], tracks) == "Fridge_1"


def test_what_is_in_a_pot_stays_in_it_within_what_a_view_may_miss():
    tracks = shelf_with_egg()
    tracks["Egg_1"].low[0], tracks["Egg_1"].high[0] = 0.24, 0.29
    tracks["Egg_1"].parent = "Pot_1"
    assert RELATIONS.parent(tracks["Egg_1"], tracks) == "Pot_1"


def test_a_mug_beside_a_coffee_machine_is_not_in_it() -> None:
    machine = track("CoffeeMachine_1", (0.0, 0.0, 0.9), (0.3, 0.4, 1.3))
    mug = track("Mug_1", (0.28, 0.1, 0.9), (0.38, 0.2, 1.0))
    tracks = {item.id: item for item in (machine, mug)}
    assert RELATIONS.parent(mug, tracks) is None
    mug.low[0], mug.high[0] = 0.22, 0.32
    assert RELATIONS.parent(mug, tracks) == "CoffeeMachine_1"


def test_a_pot_that_was_put_somewhere_unseen_holds_nothing_that_was_there_before():
    tracks = shelf_with_egg(pending=True)
    assert RELATIONS.parent(tracks["Egg_1"], tracks) == "Fridge_1"


def test_a_pot_that_was_put_down_unseen_keeps_what_it_was_carried_with():
    tracks = shelf_with_egg(pending=True)
    tracks["Egg_1"].parent = "Pot_1"
    assert RELATIONS.parent(tracks["Egg_1"], tracks) == "Pot_1"


def test_an_open_door_does_not_make_an_oven_larger_than_what_it_stands_on():
    closed = np.array([0.1, 0.25, 0.9]), np.array([0.6, 0.6, 1.2])
    tracks = [
        track("CounterTop_1", (0.0, 0.0, 0.86), (0.6, 0.62, 0.9)),
        track(
            "Microwave_1",
            (-0.2, -0.1, 0.9),
            (0.6, 0.62, 1.2),
            "CounterTop_1",
            states={"open": Belief(1.0)},
            closed_box=closed,
        ),
        track("Apple_1", (0.35, 0.4, 0.93), (0.43, 0.48, 1.0), "CounterTop_1"),
    ]
    by_name = {item.id: item for item in tracks}
    assert RELATIONS.parent(by_name["Apple_1"], by_name) == "Microwave_1"


def test_what_stands_on_the_rim_of_a_tub_is_not_on_the_deck_around_it():
    """The deck's box lies under the tub's, too, and five centimetres below its rim."""
    roll = track("ToiletPaper_1", (0.7, 0.4, 0.63), (0.8, 0.5, 0.75))
    deck = track("CounterTop_1", (-1.0, -1.0, 0.54), (1.0, 1.0, 0.58))
    tub = track("Bathtub_1", (-0.8, -0.8, 0.2), (0.8, 0.8, 0.625))
    tracks = {item.id: item for item in (roll, deck)}
    assert RELATIONS.parent(roll, tracks) == "CounterTop_1"
    tracks[tub.id] = tub
    assert RELATIONS.parent(roll, tracks) is None
    roll.low[2], roll.high[2] = 0.59, 0.71
    assert RELATIONS.parent(roll, tracks) == "CounterTop_1"


def test_what_was_put_into_a_box_and_is_seen_beside_it_is_not_in_it():
    """The hand missed the box: the card lies on the chair that the box stands on."""
    chair = track("ArmChair_1", (2.9, -10.0, 0.0), (3.64, -8.9, 0.98))
    box = track("Box_1", (3.05, -9.86, 0.42), (3.4, -9.52, 0.74), "ArmChair_1")
    card = track("CreditCard_1", (2.95, -9.82, 0.425), (3.0, -9.74, 0.428), "Box_1", placed="Box_1")
    tracks = {item.id: item for item in (chair, box, card)}
    assert RELATIONS.parent(card, tracks) == "ArmChair_1"
    card.placed, card.parent = "Box_1", "Box_1"
    card.low[0], card.high[0] = 2.99, 3.04  # within what a view may miss
    assert RELATIONS.parent(card, tracks) == "Box_1"


def test_what_was_put_into_a_fridge_and_is_seen_in_a_bowl_in_it_is_in_the_bowl():
    tracks = shelf_with_egg()
    tracks["Egg_1"].placed = "Fridge_1"
    assert RELATIONS.parent(tracks["Egg_1"], tracks) == "Pot_1"
    tracks["Egg_1"].low[0], tracks["Egg_1"].high[0] = 0.24, 0.29
    assert RELATIONS.parent(tracks["Egg_1"], tracks) == "Fridge_1"


def test_what_was_put_on_a_table_and_is_seen_on_the_floor_beside_it_is_not_on_it():
    """The box of a round table has corners without table."""
    table = track("CoffeeTable_1", (0.0, 0.0, 0.01), (1.2, 1.2, 0.5))
    box = track("Box_1", (-0.1, -0.1, 0.44), (0.4, 0.4, 0.7), placed="CoffeeTable_1")
    tracks = {item.id: item for item in (table, box)}
    assert RELATIONS.parent(box, tracks) == "CoffeeTable_1"
    box.low[2], box.high[2] = 0.01, 0.27
    assert RELATIONS.parent(box, tracks) is None
    assert not box.placed


def test_what_was_put_into_a_basin_and_is_seen_beside_its_rim_is_not_in_it() -> None:
    basin = track("SinkBasin_1", (0.0, 0.0, 0.8), (0.6, 0.4, 1.0))
    counter = track("CounterTop_1", (-1.0, 0.0, 0.96), (1.6, 0.6, 1.0))
    apple = track("Apple_1", (0.6, 0.15, 1.0), (0.7, 0.25, 1.1), placed="SinkBasin_1")
    tracks = {item.id: item for item in (basin, counter, apple)}
    assert RELATIONS.parent(apple, tracks) == "CounterTop_1"
    apple.low[2], apple.high[2], apple.placed = (
        0.85,
        0.95,
        "SinkBasin_1",
    )  # its far end was not seen
    assert RELATIONS.parent(apple, tracks) == "SinkBasin_1"


def test_what_is_in_view_is_not_in_what_it_was_put_into_and_has_shut():
    tracks = shelf_with_egg()
    egg, fridge = tracks["Egg_1"], tracks["Fridge_1"]
    del tracks["Pot_1"]
    egg.placed = "Fridge_1"
    assert RELATIONS.parent(egg, tracks) == "Fridge_1"
    fridge.states["open"] = Belief(0.0)
    assert RELATIONS.parent(egg, tracks) is None
    assert not egg.placed


@pytest.mark.parametrize("placed", ["", "Cabinet_1"])
@pytest.mark.parametrize("front", [0.0, 1.0])
def test_what_lies_before_an_open_cupboard_is_not_in_it(placed: str, front: float) -> None:
    """The box of what stands open holds the swing of its door."""
    side = 1.0 if front else -1.0
    cupboard = track(
        "Cabinet_1",
        (front - 0.4, 0.0, 0.02),
        (front + 0.4, 0.6, 0.6),
        states={"open": Belief(1.0)},
        closed_box=(np.array([front - 0.01, 0.0, 0.02]), np.array([front + 0.01, 0.6, 0.6])),
        poses=[(1.0, Pose2D(front + side, 0.3, 0.0))],
    )
    pan = track("Pan_1", (0.0, 0.2, 0.02), (0.2, 0.4, 0.07), "Cabinet_1", placed=placed)
    tracks = {item.id: item for item in (cupboard, pan)}
    for away, parent in ((0.2, None), (-0.2, "Cabinet_1")):
        middle = front + away * side
        pan.low[0], pan.high[0] = middle - 0.1, middle + 0.1
        assert RELATIONS.parent(pan, tracks) == parent
        pan.placed = placed


@pytest.mark.parametrize("placed", ["", "Fridge_1"])
def test_what_stands_beside_an_open_fridge_is_not_in_it(placed: str) -> None:
    """Its door swings out to the side, over the counter that the fridge stands beside."""
    fridge = track(
        "Fridge_1",
        (0.34, -0.6, 0.0),
        (1.62, 0.35, 1.9),
        states={"open": Belief(1.0)},
        closed_box=(np.array([0.47, -0.2, 0.0]), np.array([1.51, 0.35, 1.85])),
        poses=[(1.0, Pose2D(0.9, -1.5, 1.6))],
    )
    apple = track("Apple_1", (0.32, 0.0, 0.9), (0.42, 0.1, 1.0), "Fridge_1", placed=placed)
    tracks = {item.id: item for item in (fridge, apple)}
    assert RELATIONS.parent(apple, tracks) is None
    apple.placed = placed
    for low in (0.5, 1.4):
        apple.low[0], apple.high[0] = low, low + 0.1
        assert RELATIONS.parent(apple, tracks) == "Fridge_1"


def test_what_lies_on_a_desk_is_not_on_the_chair_under_it() -> None:
    """Its back ends 3 cm above the desk: five things there were taken to be on the chair."""
    tracks = [
        track("Desk_1", (0.0, 0.0, 0.0), (1.2, 0.6, 0.81)),
        track("Chair_1", (0.3, -0.2, 0.0), (0.75, 0.4, 0.845)),
        track("Pen_1", (0.45, 0.2, 0.81), (0.6, 0.22, 0.82)),
    ]
    found = {item.id: item for item in tracks}
    assert RELATIONS.parent(found["Pen_1"], found) == "Desk_1"
    found["Pen_1"].low[:], found["Pen_1"].high[:] = (0.45, -0.1, 0.5), (0.6, -0.08, 0.51)
    assert RELATIONS.parent(found["Pen_1"], found) == "Chair_1"


def test_what_lies_on_a_table_is_not_in_the_drawer_that_is_pulled_out_before_it() -> None:
    """Two keys in the drawer were claimed, of which one lay on the table."""
    tracks = [
        track("SideTable_1", (-0.845, -1.895, 0.0), (-0.575, -1.225, 0.695)),
        track(
            "Drawer_1", (-0.975, -1.875, 0.595), (-0.805, -1.245, 0.685),
            states={"open": Belief(1.0)},
        ),
        track("KeyChain_1", (-0.825, -1.315, 0.697), (-0.695, -1.245, 0.704)),
    ]  # fmt: skip
    found = {item.id: item for item in tracks}
    key = found["KeyChain_1"]
    assert RELATIONS.parent(key, found) == "SideTable_1"
    key.low[:], key.high[:] = (-0.95, -1.4, 0.61), (-0.9, -1.33, 0.615)
    assert RELATIONS.parent(key, found) == "Drawer_1"
    key.parent = "Drawer_1"
    key.low[:], key.high[:] = (-0.825, -1.315, 0.697), (-0.695, -1.245, 0.704)
    assert RELATIONS.parent(key, found) == "SideTable_1"


def test_what_reaches_below_a_counter_is_in_the_basin_let_into_it_and_not_on_it() -> None:
    """The far end of the basin was not seen yet, so that the apple in it lies beside its box."""
    counter = track("CounterTop_1", (-3.8, 0.9, 0.87), (-1.35, 1.5, 0.9))
    basin = track("SinkBasin_1", (-2.58, 1.08, 0.77), (-2.1, 1.36, 0.88))
    apple = track("Apple_1", (-2.08, 1.25, 0.83), (-2.02, 1.32, 0.89), "CounterTop_1")
    tracks = {item.id: item for item in (counter, basin, apple)}
    assert RELATIONS.parent(apple, tracks) != "CounterTop_1"
    apple.placed = "CounterTop_1"  # it rolled off
    assert RELATIONS.parent(apple, tracks) != "CounterTop_1"
    apple.low[2], apple.high[2] = 0.88, 0.97
    assert RELATIONS.parent(apple, tracks) == "CounterTop_1"
