# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The executive in a symbolic home: success means the goal, it ends, cancel works anywhere."""

from dataclasses import replace

import pytest
import symbolic
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.behavior.ports import EventKind, Pending, Ports
from egoplan_ros.behavior.subtrees.goal import rivals
from egoplan_ros.planning.facts import Facts, goal_holds
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.task import GoalAlternative

kitchen, pursue, understanding = symbolic.kitchen, symbolic.pursue, symbolic.understanding

COFFEE = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"
APPLE = "(exists (?o - Apple ?r - Microwave) (and (sliced ?o) (cold ?o) (in ?o ?r)))"
BOWL = "(exists (?o - Bowl ?r - CounterTop) (and (hot ?o) (in ?o ?r)))"
GOALS = (COFFEE, APPLE, BOWL)
FAILING = sorted(set(ErrorCode) - {ErrorCode.NONE, ErrorCode.ROBOT_FAULT})


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("recovery", ["graph", "replan"])
def test_reaches_goals_with_hidden_and_unseen_objects(goal, recovery):
    home = kitchen()
    result = pursue(home, goal, recovery=recovery)
    assert result.success, result
    assert goal_holds(parse_goal(goal), home.world())
    assert result.failed_actions == 0
    assert result.steps == home.step
    assert result.actions[0] == ("LookAround()", "ok")


class Housekeeper(symbolic.Home):
    """Plans as the planner does for all mugs: satisfied only when nothing is left to look at."""

    def _plan(self, goal):
        world = self.world()
        if not goal_holds(goal, world):
            dirty = next(
                o for o in world.objects.values() if o.type == "Mug" and not o.is_("clean")
            )
            steps = self._fetch(dirty.id, self.held, world, Facts(world, symbolic.ONTOLOGY)) or []
            clean = SymbolicAction("Clean", (dirty.id, "SinkBasin_1"))
            return Plan(PlanStatus.SOLVED, (*steps, clean), 1.0)
        found = self._explore(world)
        return found if found.usable else Plan(PlanStatus.SATISFIED)


def housekeeper():
    things = kitchen().things
    return Housekeeper({**things, "Mug_3": symbolic.Thing("Mug", "Cabinet_1")})


def test_what_is_wanted_of_all_is_done_to_those_not_seen_yet():
    home = housekeeper()
    result = pursue(home, "(forall (?o - Mug) (clean ?o))")
    assert result.success, result
    assert result.reason == "the goal holds"
    mugs = [thing for thing in home.things.values() if thing.type == "Mug"]
    assert len(mugs) == 3
    assert all(mug.states.get("clean") for mug in mugs)


def test_a_spent_budget_ends_the_search_for_others_with_what_was_seen():
    home = housekeeper()
    home.things["Mug_1"].states["clean"] = True
    result = pursue(home, "(forall (?o - Mug) (clean ?o))", max_actions=1)
    assert result.success, result
    assert not all(t.states.get("clean") for t in home.things.values() if t.type == "Mug")


def test_the_look_around_ends_when_all_it_takes_is_in_sight():
    goal = "(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))"

    def look(home, **settings):
        assert pursue(home, goal, **settings).success
        return next(e.text for e in home.events if e.kind is EventKind.ACTION_ENDED)

    things = {
        "Mug_1": symbolic.Thing("Mug"),
        "CoffeeMachine_1": symbolic.Thing("CoffeeMachine"),
    }
    known = symbolic.Home(things, seen=True)
    assert "in sight" in look(known, stop_looking=True)
    things["Mug_1"].parent = None
    assert "in sight" not in look(symbolic.Home(things, seen=True))
    things["Mug_1"] = symbolic.Thing("Mug", zone=1)
    assert "in sight" not in look(symbolic.Home(things), stop_looking=True)


@pytest.mark.parametrize(
    ("goal", "whole"),
    [
        ("(exists (?o - Mug ?r - CounterTop) (in ?o ?r))", False),
        ("(forall (?o - Mug) (not (dirty ?o)))", True),
    ],
)
def test_the_look_around_ends_when_the_goal_holds_already(goal, whole):
    home = kitchen(seen=True)
    result = pursue(home, goal, stop_looking=True)
    assert result.success, result
    assert (home.cancelled == 0) == whole
    assert (result.steps < 3) != whole


@pytest.mark.parametrize(("chance", "whole"), [(0.4, True), (0.1, False)])
def test_while_two_readings_compete_all_around_is_looked_at(chance, whole):
    """All that the likelier one needs is in sight."""
    home = kitchen(seen=True)
    goals = ("(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))", APPLE)
    readings = [GoalAlternative(parse_goal(goals[0]), 0.5)]
    readings += [GoalAlternative(parse_goal(goals[1]), chance)]
    meant = replace(understanding(goals[0]), alternatives=tuple(readings))
    executive = TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig(stop_looking=True))
    executive.start(meant)
    while executive.tick().name == "RUNNING":
        pass
    assert executive.result().success, executive.result()
    look = next(e.text for e in home.events if e.kind is EventKind.ACTION_ENDED)
    assert look.startswith("LookAround()")
    assert ("in sight" not in look) == whole
    assert (home.cancelled == 0) == whole
    executive.close()


def test_only_readings_about_as_likely_as_the_best_are_rivals():
    readings = [GoalAlternative(parse_goal(goal), p) for goal, p in ((COFFEE, 0.5), (APPLE, 0.4))]
    meant = replace(understanding(COFFEE), alternatives=tuple(readings))
    assert rivals(meant, 0.6) == meant.alternatives
    sure = replace(meant, alternatives=(readings[0], replace(readings[1], probability=0.1)))
    assert rivals(sure, 0.6) == (readings[0],)
    assert rivals(replace(meant, alternatives=()), 0.6) == ()


def test_the_home_implements_the_ports():
    home = kitchen()
    assert isinstance(home, Ports)
    assert isinstance(home.plan(parse_goal(COFFEE)), Pending)


def test_what_nothing_can_bring_about_ends_the_task_with_the_reason():
    home = kitchen()
    home.planner_faults = [PlanStatus.IMPOSSIBLE]
    result = pursue(home, COFFEE)
    assert not result.success
    assert result.reason == "this cannot be done: injected"
    assert result.plans == 1


def test_nothing_is_done_when_the_goal_holds_already():
    home = kitchen(seen=True)
    home.things["Mug_1"].parent = "CoffeeMachine_1"
    home.look()
    result = pursue(home, "(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))", look_around=False)
    assert result.success
    assert result.steps == 0
    assert result.plans == 0


def test_as_many_plans_as_are_allowed_may_be_carried_out():
    goal = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"
    needed = pursue(symbolic.kitchen(seen=True), goal).plans
    result = pursue(symbolic.kitchen(seen=True), goal, max_plans=needed)
    assert result.success, result
    home = symbolic.kitchen(seen=True)
    home.faults = {"PickUp": [ErrorCode.NO_EFFECT] * 9}
    result = pursue(home, goal, max_plans=1, recovery="replan")
    assert (result.success, result.plans) == (False, 1)
    assert result.reason.startswith("budget spent: 1 plans; last obstacle: PickUp")


def test_a_new_goal_has_obstacles_of_its_own():
    home = symbolic.kitchen(seen=True)
    home.faults = {"PickUp": [ErrorCode.NO_EFFECT]}
    executive = TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig(max_actions=6))
    executive.start(understanding("(exists (?o - Bowl ?r - CounterTop) (and (hot ?o) (in ?o ?r)))"))
    while not any(code == "no_effect" for _, code in executive.result().actions):
        assert executive.tick().name == "RUNNING"
    executive.new_goal(
        understanding("(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))")
    )
    while executive.tick().name == "RUNNING":
        pass
    assert executive.result().reason == "budget spent: 6 actions"
    executive.close()


fault_tables = st.dictionaries(
    st.sampled_from(
        ["PickUp", "Put", "GoTo", "Clean", "Heat", "Open", "Slice", "Explore", "Inspect"]
    ),
    st.lists(st.sampled_from(FAILING), min_size=1, max_size=30),
    max_size=4,
)
planner_faults = st.lists(
    st.sampled_from(
        [PlanStatus.TIMEOUT, PlanStatus.CRASH, PlanStatus.UNSOLVABLE, PlanStatus.SATISFIED]
    ),
    max_size=6,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    goal=st.sampled_from(GOALS),
    faults=fault_tables,
    planner=planner_faults,
    recovery=st.sampled_from(["graph", "replan"]),
)
def test_always_ends_and_success_means_that_the_goal_holds(goal, faults, planner, recovery):
    home = kitchen()
    home.faults = faults
    home.planner_faults = planner
    result = pursue(home, goal, recovery=recovery)
    assert result.success == goal_holds(parse_goal(goal), home.world())
    assert result.reason
    assert result.success or result.reason != "the goal holds"
    assert result.plans <= BehaviorConfig().max_plans
    assert len(result.actions) <= BehaviorConfig().max_actions


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(goal=st.sampled_from(GOALS), ticks=st.integers(0, 60), faults=fault_tables)
def test_cancel_takes_effect_within_one_tick(goal, ticks, faults):
    home = kitchen()
    home.faults = faults
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    executive.start(understanding(goal))
    ended = any(executive.tick().name != "RUNNING" for _ in range(ticks))
    executive.cancel("the user said stop")
    before = home.step
    assert executive.tick().name in ("FAILURE", "SUCCESS")
    assert home.active == 0
    assert ended or home.step == before
    assert ended or executive.result().reason == "the user said stop"
    assert executive.status().action == ""
    executive.close()


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ticks=st.integers(0, 40))
def test_a_new_goal_takes_over(ticks):
    home = kitchen()
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    executive.start(understanding(COFFEE))
    for _ in range(ticks):
        executive.tick()
    if executive.result().success:
        return
    executive.new_goal(understanding(BOWL))
    executive.tick()
    assert home.active == 0
    while executive.tick().name == "RUNNING":
        pass
    assert executive.result().success
    assert executive.result().goal == to_pddl(parse_goal(BOWL))
    executive.close()


def test_what_the_old_goal_used_up_does_not_count_against_the_new_one():
    home = kitchen(seen=True)
    patience = BehaviorConfig().max_planner_failures
    home.planner_faults = [PlanStatus.TIMEOUT] * (patience - 1)
    home.faults = {"LookAround": [ErrorCode.NO_EFFECT] * 2}
    executive = TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig(look_around=False))
    executive.start(understanding(COFFEE))
    while executive.result().blocking.get("planner_timeout", 0) < patience - 1:
        assert executive.tick().name == "RUNNING"
    assert executive.blocking_graph().roots
    executive.new_goal(understanding(BOWL))
    executive.tick()
    assert not executive.blocking_graph().roots
    home.planner_faults = [PlanStatus.TIMEOUT]
    while executive.tick().name == "RUNNING":
        pass
    assert executive.result().success, executive.result()
    executive.close()


def test_what_was_done_for_the_old_goal_is_no_circle_of_the_new_one():
    """Each approach asks for a new plan, and every look changes some belief."""
    home = symbolic.restless(kitchen(seen=True))
    config = BehaviorConfig(look_around=False, replan_after=("GoTo",))
    executive = TaskExecutive(home, symbolic.ONTOLOGY, config)
    executive.start(understanding(COFFEE))

    def approaches(number):
        while executive.result().actions.count(("GoTo(Mug_1)", "ok")) < number:
            assert executive.tick().name == "RUNNING"

    approaches(config.loop_limit)
    executive.new_goal(understanding("(exists (?o - Mug) (and (hot ?o) (holding ?o)))"))
    approaches(2 * config.loop_limit)
    assert not executive.result().blocking.get("no_effect")
    approaches(2 * config.loop_limit + 1)
    executive.tick()
    assert executive.result().blocking["no_effect"] == 1
    executive.close()


def test_the_same_executive_serves_task_after_task():
    home = kitchen()
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    for goal in GOALS:
        executive.start(understanding(goal))
        while executive.tick().name == "RUNNING":
            pass
        assert executive.result().success, goal
    executive.close()


def test_step_budget_ends_the_task_with_its_reason():
    home = kitchen()
    result = pursue(home, APPLE, max_steps=10)
    assert not result.success
    assert "10 steps" in result.reason
    assert result.steps == 10


def test_failed_primitives_budget():
    home = kitchen()
    home.faults = {"PickUp": [ErrorCode.NO_EFFECT] * 50}
    result = pursue(home, COFFEE, max_failed_primitives=2, repeat_limit=50)
    assert not result.success
    assert "2 failed primitives" in result.reason
    assert result.failed_actions == 2


def test_the_budget_of_failures_ends_an_action_under_way():
    """One skill alone can fail far more often than the task may."""
    home = kitchen()
    start = home.start_skill

    def hopeless(action):
        pending = start(action)
        if action.name == "PickUp":
            pending.calls = 1000
            pending.failures = 0
            go_on = pending.done
            tell = pending.cancel

            def done():
                pending.failures += 1
                return go_on()

            def cancel():
                tell()
                return SkillResult(action, False, ErrorCode.CANCELLED, failures=pending.failures)

            pending.done, pending.cancel = done, cancel
        return pending

    home.start_skill = hopeless
    result = pursue(home, COFFEE)
    assert "10 failed primitives" in result.reason
    assert result.failed_actions == 10
    assert home.cancelled == 1


def test_an_impossible_goal_ends_honestly():
    home = kitchen()
    result = pursue(home, "(exists (?o - Laptop ?r - CounterTop) (in ?o ?r))")
    assert not result.success
    assert "no plan" in result.reason
    assert result.blocking["no_plan"] >= 1


def test_a_dead_robot_ends_the_task():
    home = kitchen()

    def die():
        if home.step > 7:
            raise RobotError("the simulator was killed")

    home.hook = die
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    executive.start(understanding(COFFEE))
    while executive.tick().name == "RUNNING":
        pass
    assert "the simulator was killed" in executive.result().reason
    assert not executive.result().success
    executive.close()


def test_exploration_stops_when_something_that_matters_comes_into_view():
    home = kitchen()

    def appear():
        if home.step == 4:
            home.reveal({1})

    home.hook = appear
    result = pursue(home, COFFEE)
    assert result.success
    assert ("Explore(frontier_1)", "cancelled") in result.actions
    assert home.cancelled == 1


@pytest.mark.parametrize("bumps", [2, 10])
def test_what_failed_in_an_action_that_was_cut_short_counts(bumps):
    home = kitchen()
    home.bumps = bumps

    def appear():
        if home.step == 4:
            home.reveal({1})

    home.hook = appear
    result = pursue(home, COFFEE)
    assert home.cancelled == 1
    assert result.failed_actions == bumps
    assert result.success == (bumps < BehaviorConfig().max_failed_primitives)


def test_what_failed_in_a_resolution_that_was_cut_short_counts():
    home = kitchen()
    home.bumps = 2
    plan = home._plan
    home._plan = lambda goal: (
        plan(goal) if "CoffeeMachine_1" in home.believed else Plan(PlanStatus.UNSOLVABLE)
    )

    def appear():
        if home.started and home.started[-1].name == "Explore":
            home.reveal({1})

    home.hook = appear
    result = pursue(home, COFFEE)
    assert result.success, result
    assert home.cancelled == 1
    assert result.failed_actions == 2


def test_snapshot_and_status_describe_the_running_tree():
    home = kitchen()
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    executive.start(understanding(COFFEE))
    phases = set()
    while executive.tick().name == "RUNNING":
        rows = executive.snapshot()
        progress = executive.status()
        phases.add(progress.phase)
        assert rows[0].depth == 0
        assert all(rows[child].depth == row.depth + 1 for row in rows for child in row.children)
        assert progress.plan_index <= len(progress.plan)
        assert progress.steps == home.step
    assert {"looking around", "planning", "exploring", "executing"} <= phases
    assert {row.name for row in rows} >= {"pursue", "recover", "plan", "execute"}
    kinds = [event.kind for event in home.events]
    assert kinds[0] is EventKind.STARTED
    assert kinds[-1] is EventKind.FINISHED
    assert executive.status().phase == "done"
    executive.close()


def test_a_task_that_cannot_be_done_ends_as_failed():
    executive = TaskExecutive(kitchen(), symbolic.ONTOLOGY, BehaviorConfig(max_steps=1))
    executive.start(understanding(COFFEE))
    while executive.tick().name == "RUNNING":
        assert executive.status().phase not in ("done", "failed")
    assert executive.status().phase == "failed"
    executive.close()


def test_start_is_needed():
    executive = TaskExecutive(kitchen(), symbolic.ONTOLOGY)
    with pytest.raises(RuntimeError, match="start"):
        executive.tick()
    executive.close()
