# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Subgoal by subgoal: in which order a goal is pursued, and what is given up for the others."""

from dataclasses import replace

import pytest
import symbolic

from egoplan_ros.behavior.config import BehaviorConfig, load_strategy
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.behavior.subgoals import (
    last_subgoal_only,
    next_part,
    parts_in_order,
    subgoals_to_pursue,
    together,
)
from egoplan_ros.language.goals.forms import context_of, subgoals_of, task_type_of
from egoplan_ros.world.action import Plan, PlanStatus
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.task import GoalAlternative, Instruction, Subgoal, TaskUnderstanding

CLEAN_MUG = "(exists (?o - Mug ?r - CoffeeMachine) (and (in ?o ?r) (clean ?o)))"
TWO = (
    "(exists (?a ?b - Apple ?r - SinkBasin)"
    " (and (not (= ?a ?b)) (in ?a ?r) (in ?b ?r) (sliced ?b)))"
)


def told(goal, **others):
    """What language says about a goal, with its subgoals."""
    formula = parse_goal(goal)
    known = TaskUnderstanding(
        Instruction("do it"),
        formula,
        1.0,
        subgoals=subgoals_of(formula),
        context=context_of(formula, symbolic.ONTOLOGY),
        task_type=task_type_of(formula),
    )
    return replace(known, **others)


def stages(goal, subgoals):
    """The goals planned for one after the other, when each comes true."""
    formula = parse_goal(goal)
    order = parts_in_order(formula, subgoals)
    found = []
    while True:
        wanted, part = next_part(formula, order, found.__contains__)
        if part is None:
            return [to_pddl(stage) for stage in found]
        found.append(wanted)


def test_the_told_order_counts_and_what_was_reached_is_kept():
    assert stages(CLEAN_MUG, told(CLEAN_MUG).subgoals) == [
        "(exists (?o - Mug) (clean ?o))",
        "(exists (?o - Mug ?r - CoffeeMachine) (and (in ?o ?r) (clean ?o)))",
    ]


def test_without_subgoals_it_is_the_order_written():
    assert stages(CLEAN_MUG, ())[0] == "(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))"


def test_objects_of_one_type_stay_apart():
    assert stages(TWO, told(TWO).subgoals) == [
        "(exists (?b - Apple) (sliced ?b))",
        "(exists (?a ?b - Apple ?r - SinkBasin)"
        " (and (not (= ?a ?b)) (in ?a ?r) (sliced ?b)))".replace("?a ?b", "?a - Apple ?b", 1),
        to_pddl(parse_goal(TWO)),
    ]


def test_parts_of_several_tasks_and_of_all_things():
    cups = "(forall (?c - Cup) (exists (?s - Shelf) (in ?c ?s)))"
    goal = f"(and (exists (?l - Laptop) (and (open ?l) (not (toggled ?l)))) {cups})"
    order = (Subgoal("Cup", "in", "Shelf"), Subgoal("Laptop", "not toggled"))
    assert stages(goal, order) == [
        cups,
        f"(and (exists (?l - Laptop) (not (toggled ?l))) {cups})",
        goal,
    ]


def test_a_goal_that_cannot_be_cut_is_one_part():
    goal = parse_goal("(or (exists (?l - Laptop) (open ?l)) (exists (?b - Book) (open ?b)))")
    (part,) = parts_in_order(goal, subgoals_of(goal))
    assert together(goal, [part]) == goal


def test_subgoals_that_the_goal_does_not_have_are_left_out():
    order = parts_in_order(parse_goal(CLEAN_MUG), [Subgoal("Cup", "hot"), Subgoal("Mug", "clean")])
    assert [str(part) for part in order] == ["Mug clean", "Mug in CoffeeMachine"]


def test_whose_subgoals_are_pursued():
    mug, formula = told(CLEAN_MUG), parse_goal(CLEAN_MUG)
    clean, put = Subgoal("Mug", "clean"), Subgoal("Mug", "in", "CoffeeMachine")
    assert subgoals_to_pursue(mug, formula, "whole", symbolic.ONTOLOGY) == ()
    assert subgoals_to_pursue(mug, formula, "told", symbolic.ONTOLOGY) == (clean, put)
    assert subgoals_to_pursue(mug, formula, "frames", symbolic.ONTOLOGY) == (clean, put)
    # Frames are filled from the context alone, and without one the words are left.
    other = replace(mug, subgoals=(put, clean))
    assert subgoals_to_pursue(other, formula, "frames", symbolic.ONTOLOGY) == (clean, put)
    assert subgoals_to_pursue(replace(other, context={}), formula, "frames", symbolic.ONTOLOGY) == (
        put,
        clean,
    )
    # Told as a formula alone, and another reading than the likeliest.
    assert subgoals_to_pursue(replace(mug, subgoals=()), formula, "told", symbolic.ONTOLOGY) == ()
    bowl = parse_goal("(exists (?o - Bowl ?r - Shelf) (and (in ?o ?r) (cold ?o)))")
    assert subgoals_to_pursue(mug, bowl, "frames", symbolic.ONTOLOGY) == (
        Subgoal("Bowl", "cold"),
        Subgoal("Bowl", "in", "Shelf"),
    )


def pursued(home, understanding, **settings):
    """The goals that were planned for, in order and once each, and the result."""
    asked, plan = [], home.plan

    def asking(goal):
        asked.append(to_pddl(goal))
        return plan(goal)

    home.plan = asking
    executive = TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig(**settings))
    executive.start(understanding)
    result = symbolic.ended(executive, home)
    return list(dict.fromkeys(asked)), result


@pytest.mark.parametrize("strategy", ["danli", "capeam"])
def test_the_strategies_named_after_it_pursue_subgoals_in_order(strategy):
    how = load_strategy(strategy).subgoals
    home = symbolic.kitchen(seen=True)
    asked, result = pursued(home, told(CLEAN_MUG), subgoals=how)
    assert result.success
    assert asked == stages(CLEAN_MUG, told(CLEAN_MUG).subgoals)
    assert any(event.kind is EventKind.SUBGOAL for event in home.events)


def test_the_last_subgoal_alone_is_all_there_is_to_do():
    home = symbolic.kitchen(seen=True)
    asked, result = pursued(home, told(CLEAN_MUG), subgoals="last")
    put = "(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))"
    assert asked == [put]
    assert result.success
    assert result.goal == put
    assert not symbolic.goal_holds(parse_goal(CLEAN_MUG), home.world())


def test_of_each_reading_the_last_subgoal_is_left():
    bowl = parse_goal("(exists (?o - Bowl ?r - Shelf) (and (in ?o ?r) (cold ?o)))")
    hot = parse_goal("(exists (?o - Bowl ?r - Shelf) (and (in ?o ?r) (hot ?o)))")
    mug = told(CLEAN_MUG)
    readings = ((bowl, 0.35), (mug.formula, 0.4), (hot, 0.25))
    mug = replace(mug, alternatives=tuple(GoalAlternative(*item) for item in readings))
    found = last_subgoal_only(mug, symbolic.ONTOLOGY)
    put = "(exists (?o - Bowl ?r - Shelf) (in ?o ?r))"
    assert [(to_pddl(r.formula), r.probability) for r in found.alternatives] == [
        (put, pytest.approx(0.6)),
        ("(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))", 0.4),
    ]
    assert to_pddl(found.formula) == put
    assert found.subgoals == (Subgoal("Bowl", "in", "Shelf"),)
    again = last_subgoal_only(found, symbolic.ONTOLOGY)
    assert again == found


def test_a_new_goal_is_cut_to_its_last_subgoal_too():
    home = symbolic.kitchen(seen=True)
    executive = TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig(subgoals="last"))
    executive.start(told(BOTH))
    executive.tick()
    executive.new_goal(told(CLEAN_MUG))
    result = symbolic.ended(executive, home)
    assert result.goal == "(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))"


def test_as_a_whole_it_is_planned_for_at_once():
    asked, result = pursued(symbolic.kitchen(seen=True), told(CLEAN_MUG))
    assert result.success
    assert asked == [to_pddl(parse_goal(CLEAN_MUG))]


BOTH = "(and (exists (?o - Mug) (clean ?o)) (exists (?o - Apple ?r - SinkBasin) (in ?o ?r)))"
WASHED, PUT = "(exists (?o - Mug) (clean ?o))", "(exists (?o - Apple ?r - SinkBasin) (in ?o ?r))"


class OneByOne(symbolic.Home):
    """A home whose planner can do one of the tasks at a time, and one of them only later."""

    patience = 0  # calls for washing that find nothing

    def _plan(self, goal):
        text = to_pddl(goal)
        if "clean" in text and not symbolic.goal_holds(parse_goal(WASHED), self.world()):
            if self.patience > 0:
                self.patience -= 1
                return Plan(PlanStatus.UNSOLVABLE, message="no way to wash")
            return super()._plan(parse_goal(WASHED))
        if "Apple" in text:
            return super()._plan(parse_goal(PUT))
        return super()._plan(goal)


@pytest.mark.parametrize("patience", [1, 10_000])
def test_what_is_given_up_is_returned_to_at_the_end(patience):
    home = OneByOne(symbolic.kitchen(seen=True).things, seen=True)
    home.patience = patience
    asked, result = pursued(
        home,
        told(BOTH),
        subgoals="told",
        recovery="replan",
        max_planner_failures=1,
    )
    assert asked == [WASHED, PUT, BOTH]
    assert symbolic.goal_holds(parse_goal(PUT), home.world()), "the next subgoal was moved on to"
    assert result.success == (patience < 10)
    if not result.success:
        assert "no way to wash" in result.reason


def test_the_only_subgoal_is_not_given_up_for_nothing():
    home = OneByOne(symbolic.kitchen(seen=True).things, seen=True)
    home.patience = 10_000
    asked, result = pursued(home, told(WASHED), subgoals="told", recovery="replan")
    assert asked == [WASHED]
    assert not result.success


def test_a_subgoal_that_takes_too_long_waits_for_the_others():
    home = OneByOne(symbolic.kitchen(seen=True).things, seen=True)
    home.faults["Clean"] = [symbolic.ErrorCode.NO_EFFECT] * 4
    asked, result = pursued(home, told(BOTH), subgoals="told", recovery="replan", subgoal_steps=6)
    assert asked[:2] == [WASHED, PUT]
    assert result.success


def test_a_new_goal_starts_with_all_its_subgoals():
    home = OneByOne(symbolic.kitchen(seen=True).things, seen=True)
    home.patience = 2
    executive = TaskExecutive(
        home, symbolic.ONTOLOGY, BehaviorConfig(subgoals="told", recovery="replan")
    )
    executive.start(told(BOTH))
    board = executive._task.board
    while not board.given_up:
        assert executive.tick().name == "RUNNING"
    executive.new_goal(told(BOTH))
    executive.tick()
    assert not board.given_up
    executive.close()


@pytest.mark.parametrize("values", [{"subgoals": "some"}, {"subgoal_steps": 0}])
def test_bad_settings_are_told(values):
    with pytest.raises(InputError, match="subgoal"):
        BehaviorConfig(**values)
