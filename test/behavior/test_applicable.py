# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The count of applicable actions is that of the domain, and is made in time."""

import time
from dataclasses import replace
from itertools import product

import pytest
import symbolic

from egoplan_ros.behavior.applicable import applicable, count_applicable
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import load_domain
from egoplan_ros.planning.problem.build import rename
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.goal import holds
from egoplan_ros.world.object import Belief, View
from egoplan_ros.world.state import Frontier

ONTOLOGY, Thing = symbolic.ONTOLOGY, symbolic.Thing
IN_VIEW = View((0.5, 0.5), 50, 1.0, 1.0)


def home(held="", **states):
    """A kitchen with a faucet of which all is seen, with something in hand and things opened."""
    kitchen = symbolic.kitchen()
    kitchen.things |= {"Faucet_1": Thing("Faucet"), "StoveBurner_1": Thing("StoveBurner")}
    kitchen.things |= {"StoveKnob_1": Thing("StoveKnob"), "Toaster_1": Thing("Toaster")}
    kitchen.things |= {"Bread_1": Thing("Bread", "CounterTop_1")}
    for name, state in states.items():
        kitchen.things[name].states[state] = True
    if held:
        kitchen.things[held].held, kitchen.things[held].parent = True, None
    kitchen.reveal({0, 1})
    return kitchen.world()


def standing(world, *names):
    """The world with the robot before things, one of which it failed to use."""
    base = world.robot.base
    near = {
        name: replace(world.objects[name], view=IN_VIEW, center=(base.x + 0.5, base.y, 1.0))
        for name in names
    }
    objects = {**world.objects, **near}
    objects["Mug_2"] = replace(objects["Mug_2"], unreachable=9)
    spots = (Frontier("frontier_1", 3.0, 0.0, 0.0, 1.0),)
    return replace(world, objects=objects, frontiers=spots)


def one_by_one(world):
    """All actions with all objects, each looked at: slow, and hardly to be got wrong."""
    facts = Facts(world, ONTOLOGY)
    spots = [spot.id for spot in world.frontiers]

    def members(kind):
        names = list(facts.objects)
        affords = {n: ONTOLOGY.types[facts.objects[n].type].affords for n in names}
        match kind:
            case "object":
                return names + spots
            case "frontier":
                return spots
            case "item":
                return [n for n in names if "pickupable" in affords[n]]
            case "furniture":
                return [n for n in names if "pickupable" not in affords[n]]
        return facts.objects_of(kind)

    found = set()
    for action in load_domain().actions.values():
        names = [name for name, _ in action.parameters]
        for values in product(*(members(kind) for _, kind in action.parameters)):
            condition = rename(action.precondition, dict(zip(names, values, strict=True)))
            if holds(condition, members, facts.fact):
                found.add(SymbolicAction(action.name, tuple(v.lower() for v in values)))
    return found


@pytest.mark.parametrize(
    ("world", "expected"),
    [
        (home(), {"GoTo", "Inspect"}),
        (standing(home(), "Mug_1", "Mug_2", "Fridge_1"), {"PickUp", "Open", "Explore"}),
        (standing(home(Fridge_1="open"), "Fridge_1", "Apple_1"), {"Close", "PickUp"}),
        (standing(home("Knife_1"), "Bread_1", "CounterTop_1"), {"Slice", "Put"}),
        (standing(home("Mug_1"), "SinkBasin_1", "CoffeeMachine_1"), {"Clean", "Fill", "Brew"}),
        (standing(home("Mug_1", Mug_1="filled"), "SinkBasin_1"), {"Pour", "Clean"}),
        (standing(home("Apple_1", Apple_1="sliced"), "Microwave_1", "Fridge_1"), {"Heat", "Cool"}),
        (standing(home("Bread_1", Bread_1="sliced"), "Toaster_1", "StoveBurner_1"), {"Cook"}),
        (standing(home(Microwave_1="toggled"), "Microwave_1"), {"ToggleOff"}),
    ],
)
def test_all_that_the_domain_allows_is_counted_and_nothing_else(world, expected):
    found = list(applicable(world, ONTOLOGY))
    assert expected <= {action.name for action in found}
    assert len(found) == len(set(found)) == count_applicable(world, ONTOLOGY)
    assert set(found) == one_by_one(world)


def test_actions_of_ones_own_are_counted_too(tmp_path):
    path = tmp_path / "household.pddl"
    path.write_text(
        "(define (domain mine) (:extends household)"
        " (:action Polish :parameters (?o - Mug) :precondition (not (dirty ?o))"
        " :effect (clean ?o) :skill (GoTo ?o)))"
    )
    world = home()
    dirty = world.objects["Mug_1"].with_state("dirty", Belief(1.0))
    world = replace(world, objects={**world.objects, "Mug_1": dirty})
    more = count_applicable(world, ONTOLOGY, load_domain(path))
    assert more == count_applicable(world, ONTOLOGY) + 1
    assert count_applicable(world, ONTOLOGY, load_domain().without(("GoTo", "Inspect"))) == 0


def test_a_hundred_objects_are_counted_in_time():
    world = home("Knife_1")
    objects = {}
    for number in range(100):
        item = list(world.objects.values())[number % len(world.objects)]
        name = f"{item.type}_{number}"
        held = item.held and number < len(world.objects)
        objects[name] = replace(item, id=name, parent=None, held=held, view=IN_VIEW)
    world = replace(world, objects=objects)
    seconds = []
    for _ in range(3):
        begun = time.process_time()
        assert count_applicable(world, ONTOLOGY) > 100
        seconds.append(time.process_time() - begun)
    assert min(seconds) < 0.05
