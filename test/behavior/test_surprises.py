# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What others do to the thing an action is about ends that action; what the robot does does not."""

from dataclasses import replace

import pytest
import symbolic

from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.behavior.surprise_monitor import Watch
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.world.action import SymbolicAction

Thing = symbolic.Thing

GOALS = (
    "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))",
    "(exists (?o - Apple ?r - Microwave) (and (sliced ?o) (cold ?o) (in ?o ?r)))",
    "(exists (?o - Bowl ?r - CounterTop) (and (hot ?o) (in ?o ?r)))",
)
MUG = "(exists (?o - Mug) (holding ?o))"


def disturbed(event):
    """A mug on one of two counters is fetched, and ``event(home)`` happens on the way to it."""
    home = symbolic.Home(
        {
            "CounterTop_1": Thing("CounterTop"),
            "CounterTop_2": Thing("CounterTop"),
            "Mug_1": Thing("Mug", "CounterTop_1"),
        },
        seen=True,
    )

    def happen():
        if home.started and str(home.started[-1]) == "GoTo(Mug_1)":
            event(home)

    home.hook = happen
    return home, symbolic.pursue(home, MUG, look_around=False)


def move(home):
    if home.things["Mug_1"].parent == "CounterTop_1":
        home.things["Mug_1"].parent = "CounterTop_2"
        home.look()


def test_a_thing_that_is_moved_on_the_way_to_it_is_planned_for_anew():
    home, result = disturbed(move)
    assert result.success, result
    assert result.actions == (
        ("GoTo(Mug_1)", "cancelled"),
        ("GoTo(Mug_1)", "ok"),
        ("PickUp(Mug_1)", "ok"),
    )
    told = [event.text for event in home.events if event.kind is EventKind.SURPRISE]
    assert told == ["Mug_1 has moved"]
    assert result.plans == 2
    assert result.failed_actions == 0


def test_a_thing_that_is_taken_away_is_not_gone_to_any_further():
    def take(home):
        home.things.pop("Mug_1", None)
        if home.believed.pop("Mug_1", None):
            home.version += 1

    home, result = disturbed(take)
    assert not result.success
    assert result.actions[0] == ("GoTo(Mug_1)", "cancelled")
    told = [event.text for event in home.events if event.kind is EventKind.SURPRISE]
    assert told == ["Mug_1 is no longer there"]


def test_a_thing_that_is_remembered_by_another_id_in_its_place_is_still_there():
    def rename(home):
        if home.believed.pop("Mug_1", None):
            home.believed["Mug_2"] = home.things["Mug_2"] = Thing("Mug", "CounterTop_1")
            home.version += 1

    home, result = disturbed(rename)
    assert result.success
    assert home.cancelled == 0


def test_what_lies_on_what_the_robot_carries_was_moved_by_nobody_else():
    things = {
        "Apple_1": Thing("Apple", "Plate_1"),
        "CounterTop_1": Thing("CounterTop"),
        "Plate_1": Thing("Plate", "CounterTop_1"),
    }
    home, watch = symbolic.Home(things, seen=True), Watch(symbolic.ONTOLOGY, Weights())
    watch.begin(SymbolicAction("GoTo", ("Apple_1",)), home.world())
    world = home.world()
    far = replace(world.objects["Apple_1"], center=(9.0, 9.0, 1.0))
    for held in (True, False):
        plate = replace(world.objects["Plate_1"], held=held)
        objects = {**world.objects, "Apple_1": far, "Plate_1": plate}
        moved = watch.disturbed(replace(world, objects=objects))
        assert moved == ("" if held else "Apple_1 has moved")


def test_a_thing_whose_place_is_not_known_well_is_reached_all_the_same():
    def flicker(home):
        spots = ("CounterTop_1", "CounterTop_2")
        home.things["Mug_1"].parent = spots[home.step % 2]
        home.look()

    home, result = disturbed(flicker)
    assert result.success, result
    assert home.cancelled == Weights().startled_limit


@pytest.mark.parametrize("goal", GOALS)
def test_what_the_robot_moves_itself_is_no_surprise(goal):
    home = symbolic.kitchen(seen=True)
    home.things["Mug_1"].parent = "Cabinet_1"
    result = symbolic.pursue(home, goal)
    assert result.success, result
    assert home.cancelled == 0
