# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plans without a second try, and plans made anew after each motion: what the papers compare."""

from dataclasses import replace

import symbolic

from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.primitive import ErrorCode

GOAL = "(exists (?o - Mug ?r - SinkBasin) (in ?o ?r))"
HOLD = "(exists (?o - Mug) (holding ?o))"


def failing(code=ErrorCode.OTHER):
    """A kitchen in which the first try to pick the mug up fails."""
    home = symbolic.kitchen()
    home.faults["PickUp(Mug_1)"] = [code]
    return home


def test_what_fails_once_is_tried_again_unless_nothing_is_done_about_it():
    for recovery, done in (("graph", True), ("replan", True), ("none", False)):
        result = symbolic.pursue(failing(), GOAL, recovery=recovery)
        assert result.success is done, recovery
    assert "PickUp(Mug_1) failed" in result.reason
    assert result.actions[-1] == ("PickUp(Mug_1)", "other")


def test_another_subgoal_is_gone_on_with_when_one_fails():
    goal = "(exists (?o - Mug ?r - SinkBasin) (and (in ?o ?r) (clean ?o)))"
    for subgoals, done in (("whole", False), ("told", True)):
        home = symbolic.kitchen()
        home.faults["Put"] = [ErrorCode.OTHER]
        result = symbolic.pursue(home, goal, recovery="none", subgoals=subgoals)
        assert result.success is done, result.reason


def test_a_place_that_cannot_be_explored_is_left_for_another_all_the_same():
    home = symbolic.kitchen()
    del home.things["Mug_1"]
    home.faults["Inspect(Cabinet_1)"] = [ErrorCode.OUT_OF_REACH]
    assert symbolic.pursue(home, HOLD, recovery="none").success


def moved_away(home):
    """Somebody carries the mug into the sink while the robot goes there."""

    def carry():
        if any(action.name == "GoTo" for action in home.started):
            home.things["Mug_1"].parent = "SinkBasin_1"
            home.look()

    home.hook = carry
    return home


def test_without_monitoring_a_plan_is_tried_as_it_was_made():
    plans = {}
    for monitored in (True, False):
        home = moved_away(symbolic.kitchen())
        result = symbolic.pursue(
            home, HOLD, execution_monitoring=monitored, recovery="replan", look_around=True
        )
        surprises = [e.text for e in home.events if e.kind.value == "surprise"]
        plans[monitored] = (result.plans, surprises)
    assert any("moved" in text for text in plans[True][1])
    assert plans[False] == (1, [])


WAY = 8
"""Primitives on the way to anything."""


def walking(home):
    """The robot's base moves with every primitive."""
    sight = home.world

    def world():
        state = sight()
        base = Pose2D(0.01 * home.step, 0.0, 0.0)
        return replace(state, robot=replace(state.robot, base=base))

    home.world = world
    home.plan = lambda goal: symbolic.Job(home, 1, lambda: home._plan(goal), steps=False)
    start = home.start_skill

    def start_skill(action):
        job = start(action)
        job.calls = WAY if action.name == "GoTo" else job.calls
        return job

    home.start_skill = start_skill
    return home


def test_a_plan_is_made_anew_after_each_motion_and_the_action_goes_on():
    once = symbolic.pursue(walking(symbolic.kitchen()), GOAL)
    home = walking(symbolic.kitchen())
    result = symbolic.pursue(home, GOAL, replan_after_motion=True)
    assert result.success
    assert {code for _, code in result.actions} == {"ok"}
    assert [name for name, _ in result.actions] == [name for name, _ in once.actions]
    assert result.plans == once.plans + WAY - 2


def test_what_the_new_plan_does_not_begin_with_is_left():
    home = walking(symbolic.kitchen())
    plan, made = home._plan, []

    def other(goal):
        found = plan(goal)
        made.append(found)
        if len(made) == 2:
            return replace(found, actions=found.actions[1:])
        return found

    home._plan = other
    result = symbolic.pursue(home, GOAL, replan_after_motion=True)
    assert result.success
    assert [code for _, code in result.actions].count("cancelled") == 1


def test_planning_again_stops_with_the_budget_of_plans():
    result = symbolic.pursue(
        walking(symbolic.kitchen()), GOAL, replan_after_motion=True, max_plans=4
    )
    assert result.plans == 4
