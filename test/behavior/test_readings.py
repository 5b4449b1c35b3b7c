# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the words may mean: which reading is pursued, and when it is another one's turn."""

from dataclasses import replace

import pytest
import symbolic

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.world.action import Plan, PlanStatus
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.ontology import Ontology

kitchen, understanding = symbolic.kitchen, symbolic.understanding

COFFEE = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"
BOWL = "(exists (?o - Bowl ?r - CounterTop) (and (hot ?o) (in ?o ?r)))"


def ended(executive):
    """The result of a task that was started, once it has ended."""
    while executive.tick().name == "RUNNING":
        pass
    result = executive.result()
    executive.close()
    return result


def test_falls_back_to_another_reading_when_the_first_has_no_plan():
    home = kitchen()
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    executive.start(understanding("(exists (?o - Laptop) (holding ?o))", COFFEE))
    result = ended(executive)
    assert result.success
    assert result.goal == to_pddl(parse_goal(COFFEE))


@pytest.mark.parametrize(("chance", "usual"), [(0.06, False), (0.5, True)])
def test_an_unlikely_reading_waits_for_a_second_search(chance, usual):
    """The egg lies where it was overlooked; that coffee was meant is most unlikely, or as there are
    eggs in every kitchen, at least less likely."""
    ontology = symbolic.ONTOLOGY
    if not usual:
        types = {**ontology.types, "Egg": replace(ontology.types["Egg"], usual=())}
        ontology = Ontology(types)
    home = kitchen(seen=True)
    home.things["Egg_1"] = symbolic.Thing("Egg", "CounterTop_1", zone=2)
    egg = "(exists (?o - Egg) (holding ?o))"
    plan = home._plan
    home._plan = lambda goal: (
        plan(goal)
        if goal != parse_goal(egg) or "Egg_1" in home.believed
        else Plan(PlanStatus.UNSOLVABLE)
    )
    task = understanding(egg, COFFEE)
    chances = zip(task.alternatives, (0.9, chance), strict=True)
    readings = tuple(replace(reading, probability=chance) for reading, chance in chances)
    executive = TaskExecutive(home, ontology)
    executive.start(replace(task, alternatives=readings))
    result = ended(executive)
    assert result.success, result
    assert result.goal == to_pddl(parse_goal(egg))


def test_when_the_second_reading_is_impossible_the_first_one_gets_its_search():
    home = kitchen(seen=True)
    home.things["Egg_1"] = symbolic.Thing("Egg", "CounterTop_1", zone=2)
    egg = "(exists (?o - Egg) (holding ?o))"
    plan = home._plan

    def unsure(goal):
        if goal == parse_goal(COFFEE):
            return Plan(PlanStatus.IMPOSSIBLE, message="nothing brews")
        return plan(goal) if "Egg_1" in home.believed else Plan(PlanStatus.UNSOLVABLE)

    home._plan = unsure
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    executive.start(understanding(egg, COFFEE))
    result = ended(executive)
    assert result.success, result
    assert result.goal == to_pddl(parse_goal(egg))


def test_when_all_readings_are_impossible_the_task_ends():
    home = kitchen()
    home._plan = lambda goal: Plan(PlanStatus.IMPOSSIBLE, message="nothing does that")
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    executive.start(understanding(COFFEE, BOWL))
    result = ended(executive)
    assert result.reason == "this cannot be done: nothing does that"
    assert result.plans <= 3


def test_another_reading_that_lacks_the_same_is_no_way_out():
    """No laptop is there for a bowl, and none for a mug."""
    home = kitchen(seen=True)
    readings = [
        f"(exists (?o - Laptop ?c - {kind}) (and (holding ?o) (not (dirty ?c))))"
        for kind in ("Bowl", "Mug")
    ]
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    executive.start(understanding(*readings))
    result = ended(executive)
    assert not result.success
    goals = {event.text for event in home.events if event.kind is EventKind.GOAL}
    assert goals <= {to_pddl(parse_goal(readings[0]))}


def test_goal_is_settled_with_the_types_seen():
    home = kitchen()
    seen = []

    def settle(task, types):
        seen.append(set(types))
        return understanding(BOWL, COFFEE) if "Fridge" in seen[-1] else task

    executive = TaskExecutive(home, symbolic.ONTOLOGY, settle=settle)
    executive.start(understanding(COFFEE, BOWL))
    result = ended(executive)
    assert result.goal == to_pddl(parse_goal(BOWL))
    assert any("Fridge" in types for types in seen)


def test_a_plan_for_a_reading_that_was_dropped_meanwhile_is_not_executed():
    home = kitchen(seen=True)

    def settle(task, types):
        return understanding(BOWL, COFFEE) if home.active else task

    config = BehaviorConfig(look_around=False)
    executive = TaskExecutive(home, symbolic.ONTOLOGY, config, settle=settle)
    executive.start(understanding(COFFEE, BOWL))
    result = ended(executive)
    assert result.goal == to_pddl(parse_goal(BOWL))
    assert not any("Mug" in action for action, _ in result.actions)
    assert not any("Mug" in e.text for e in home.events if e.kind is EventKind.PLAN)


def test_an_unlikely_reading_competes_once_all_it_speaks_of_is_seen():
    home = kitchen(seen=True)
    asked = []

    def settle(task, types):
        asked.append([to_pddl(r.formula) for r in task.alternatives])
        return task

    read = understanding(COFFEE, "(exists (?o - Knife ?r - CounterTop) (in ?o ?r))")
    first, second = read.alternatives
    laptop = replace(second, formula=parse_goal("(exists (?o - Laptop) (holding ?o))"))
    unlikely = (
        replace(first, probability=0.8),
        *(replace(r, probability=0.1) for r in (second, laptop)),
    )
    executive = TaskExecutive(home, symbolic.ONTOLOGY, settle=settle)
    executive.start(replace(read, alternatives=unlikely))
    ended(executive)
    assert [to_pddl(first.formula), to_pddl(second.formula)] in asked
    assert not any(to_pddl(laptop.formula) in readings for readings in asked)
