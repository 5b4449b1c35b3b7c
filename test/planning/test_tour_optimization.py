# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plans are short in the world: the way of the whole tour counts, and every change is checked."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from planning_random import ONTOLOGY, problems
from planning_usual import Tour, build_model, shorten
from planning_worlds import WorldBuilder

from egoplan_ros.planning import tour_optimization
from egoplan_ros.planning.config import SEARCHES
from egoplan_ros.planning.costs import Costs
from egoplan_ros.planning.engines.fast_downward import solve
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import load_domain
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.problem.build import Model
from egoplan_ros.planning.simulate import Step
from egoplan_ros.planning.validate import Report, validate
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import Formula, parse_goal

DOMAIN = load_domain().without(("Explore", "Inspect"))


def planned(world: WorldBuilder, goal: str) -> list[str]:
    plan = Planner(ONTOLOGY).plan(parse_goal(goal), world.build())
    assert plan.status is PlanStatus.SOLVED
    return [str(action) for action in plan.actions]


def problem(world: WorldBuilder, goal: Formula) -> tuple[Model, Facts]:
    facts = Facts(world.build(), ONTOLOGY)
    return build_model(DOMAIN, facts, goal, sorted(facts.objects)), facts


def steps_of(text: str) -> tuple[Step, ...]:
    words = (line.split() for line in text.splitlines() if line.strip())
    return tuple(Step(DOMAIN.actions[name], tuple(args)) for name, *args in words)


def test_a_farther_mug_beside_the_sink_is_better():
    world = WorldBuilder()
    world.add("Mug", x=-1.0, y=0.0)
    world.add("Mug", x=5.0, y=0.5)
    world.add("SinkBasin", x=5.0, y=0.0)
    world.add("Faucet", x=5.0, y=0.3)
    world.add("CoffeeMachine", x=5.0, y=1.0)
    goal = "(exists (?m - Mug ?c - CoffeeMachine) (and (clean ?m) (in ?m ?c)))"
    assert "PickUp(Mug_2)" in planned(world, goal)


def test_what_is_on_the_way_is_done_on_the_way():
    world = WorldBuilder()
    world.add("CounterTop", x=6.0, y=0.0)
    world.add("DiningTable", x=3.0, y=0.0)
    world.add("Mug", x=5.0, y=0.0)
    world.add("Book", x=0.5, y=0.0)
    found = planned(
        world,
        "(and (exists (?m - Mug ?c - CounterTop) (in ?m ?c))"
        " (exists (?b - Book ?t - DiningTable) (in ?b ?t)))",
    )
    assert found.index("PickUp(Book_1)") < found.index("PickUp(Mug_1)")


def test_the_shelf_beside_the_things_is_better_than_the_near_one():
    world = WorldBuilder()
    world.add("SideTable", x=-1.0, y=0.0)
    world.add("SideTable", x=6.0, y=0.0)
    world.add("Apple", x=5.0, y=0.0)
    world.add("Apple", x=5.0, y=1.0)
    goal = """(exists (?a ?b - Apple ?s - SideTable)
              (and (not (= ?a ?b)) (in ?a ?s) (in ?b ?s)))"""
    assert "GoTo(SideTable_2)" in planned(world, goal)


def test_another_object_with_the_container_it_is_in():
    world = WorldBuilder()
    world.add("Cabinet", open=0.0, inspected=True, x=-1.0, y=0.0)
    world.add("Cabinet", open=0.0, inspected=True, x=4.0, y=1.0)
    world.add("CoffeeMachine", x=4.0, y=0.0)
    world.add("Mug", "Cabinet_1")
    world.add("Mug", "Cabinet_2")
    found = planned(world, "(exists (?m - Mug ?c - CoffeeMachine) (in ?m ?c))")
    assert found[:2] == ["GoTo(Cabinet_2)", "Open(Cabinet_2)"]
    assert "PickUp(Mug_2)" in found
    assert not any("Cabinet_1" in step for step in found)


def test_another_object_without_the_container_of_the_first():
    world = WorldBuilder()
    world.add("Cabinet", open=0.0, inspected=True, x=1.0, y=0.0)
    world.add("CoffeeMachine", x=-1.0, y=0.0)
    world.add("Mug", "Cabinet_1")
    world.add("Mug", x=-2.0, y=0.0)
    goal = parse_goal("(exists (?m - Mug ?c - CoffeeMachine) (in ?m ?c))")
    model, facts = problem(world, goal)
    long = steps_of(
        """GoTo cabinet_1
        Open cabinet_1
        GoTo mug_1
        PickUp mug_1
        GoTo coffeemachine_1
        Put mug_1 coffeemachine_1"""
    )
    found = shorten(long, DOMAIN, model, facts)
    assert [str(step) for step in found] == [
        "(GoTo mug_2)",
        "(PickUp mug_2)",
        "(GoTo coffeemachine_1)",
        "(Put mug_2 coffeemachine_1)",
    ]


def test_an_object_that_kept_failing_is_worth_a_detour():
    world = WorldBuilder()
    world.add("CoffeeMachine", x=4.0, y=0.0)
    world.add("Mug", x=-1.0, y=0.0)
    world.add("Mug", x=4.0, y=0.5, unreachable=3)
    found = planned(world, "(exists (?m - Mug ?c - CoffeeMachine) (in ?m ?c))")
    assert "PickUp(Mug_1)" in found


TO_THE_BOWL, TO_THE_SINK = "GoTo bowl_1", "GoTo sinkbasin_1"


@pytest.mark.parametrize("near", [(), ("bowl_1", "sinkbasin_1")])
def test_a_carrier_is_loaded_before_it_is_put_into_a_container(near):
    plan = f"""{"" if near else TO_THE_BOWL}
        PickUp bowl_1
        {"" if near else TO_THE_SINK}
        Put bowl_1 sinkbasin_1
        GoTo fork_1
        PickUp fork_1
        GoTo bowl_1
        Put fork_1 bowl_1"""
    world = WorldBuilder()
    world.add("CounterTop", x=2.0, y=0.0)
    world.add("SinkBasin", x=2.0, y=1.0)
    world.add("Bowl", "CounterTop_1", x=2.0, y=0.2)
    world.add("Fork", "CounterTop_1", x=2.0, y=0.4)
    goal = parse_goal("(exists (?f - Fork ?b - Bowl ?s - SinkBasin) (and (in ?f ?b) (in ?b ?s)))")
    model, facts = problem(world, goal)
    known = replace(model.problem, init=model.problem.init | {("near", name) for name in near})
    model = replace(model, problem=known)
    found = [str(step) for step in shorten(steps_of(plan), DOMAIN, model, facts)]
    assert found == [
        "(GoTo fork_1)",
        "(PickUp fork_1)",
        "(GoTo bowl_1)",
        "(Put fork_1 bowl_1)",
        "(PickUp bowl_1)",
        "(GoTo sinkbasin_1)",
        "(Put bowl_1 sinkbasin_1)",
    ]


@pytest.mark.parametrize("near", [(), ("fridge_1",)])
def test_a_door_is_opened_only_when_something_is_to_go_in(near):
    world = WorldBuilder()
    world.add("Fridge", open=0.0, inspected=True, x=1.0, y=0.0)
    world.add("CounterTop", x=3.0, y=0.0)
    world.add("Bowl", "CounterTop_1")
    goal = parse_goal("(exists (?b - Bowl ?f - Fridge) (in ?b ?f))")
    model, facts = problem(world, goal)
    known = replace(model.problem, init=model.problem.init | {("near", name) for name in near})
    model = replace(model, problem=known)
    early = f"""{"" if near else "GoTo fridge_1"}
        Open fridge_1
        GoTo bowl_1
        PickUp bowl_1
        GoTo fridge_1
        Put bowl_1 fridge_1"""
    assert [str(step) for step in shorten(steps_of(early), DOMAIN, model, facts)] == [
        "(GoTo bowl_1)",
        "(PickUp bowl_1)",
        "(GoTo fridge_1)",
        "(Open fridge_1)",
        "(Put bowl_1 fridge_1)",
    ]


def test_a_way_starts_where_the_last_has_ended():
    world = WorldBuilder()
    world.add("CounterTop", x=3.15, y=0.0)  # 3 m to its edge
    world.add("Mug", x=3.15, y=2.15)  # 2 m from where the robot stands then
    goal = parse_goal("(exists (?m - Mug ?c - CounterTop) (in ?m ?c))")
    model, facts = problem(world, goal)
    measure = Tour(DOMAIN, model, facts)
    assert measure.cost(steps_of("GoTo countertop_1")) == pytest.approx(1 + 2 * 3.0)
    there = "GoTo countertop_1\nGoTo mug_1"
    assert measure.cost(steps_of(there)) == pytest.approx(2 + 2 * (3.0 + 2.0))
    carried = f"{there}\nPickUp mug_1\nGoTo countertop_1\nPut mug_1 countertop_1\nGoTo mug_1"
    assert measure.cost(steps_of(carried)) == pytest.approx(4 + 4 + 2 * (3.0 + 2.0 + 1.85))


def test_no_more_plans_are_checked_than_allowed(monkeypatch):
    checked = []

    def refuse(*arguments):
        checked.append(arguments)
        return Report("never valid", 0)

    world = WorldBuilder()
    world.add("CounterTop", x=-1.0, y=0.0)
    for index in range(60):
        world.add("Mug", x=-1.0 - 0.01 * index, y=0.0)
    world.add("Mug", x=4.0, y=0.0)
    goal = parse_goal("(exists (?m - Mug ?c - CounterTop) (in ?m ?c))")
    model, facts = problem(world, goal)
    far = steps_of("GoTo mug_61\nPickUp mug_61\nGoTo countertop_1\nPut mug_61 countertop_1")
    monkeypatch.setattr(tour_optimization, "validate", refuse)
    assert shorten(far, DOMAIN, model, facts) == far
    assert len(checked) == Costs().tour_checks


@settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(case=problems(), search=st.sampled_from(["short_plans", "lama_first"]))
def test_a_shortened_plan_is_valid_and_never_longer(case, search):
    builder, goal = case
    model, facts = problem(builder, goal)
    answer = solve(
        DOMAIN, model.problem, searches=SEARCHES[search], timeout_s=2.0, memory_bytes=2 << 30
    )
    if answer.status is not PlanStatus.SOLVED:
        return
    found = shorten(answer.steps, DOMAIN, model, facts)
    assert validate(DOMAIN, model.problem, found).problem == ""
    measure = Tour(DOMAIN, model, facts)
    assert measure.cost(found) <= measure.cost(answer.steps)
    assert shorten(answer.steps, DOMAIN, model, facts) == found


def test_a_way_that_serves_nothing_is_not_gone_however_long_the_plan():
    world = WorldBuilder()
    world.add("CounterTop", x=3.0, y=0.0)
    world.add("DiningTable", x=-3.0, y=0.0)
    world.add("Mug", x=1.0, y=0.0)
    goal = parse_goal("(exists (?m - Mug ?t - DiningTable) (in ?m ?t))")
    model, facts = problem(world, goal)
    needed = "GoTo mug_1\nPickUp mug_1\nGoTo diningtable_1\nPut mug_1 diningtable_1"
    idle = "GoTo countertop_1\n"
    found = shorten(steps_of(50 * idle + needed), DOMAIN, model, facts)
    assert found == steps_of(needed)
    near = parse_goal("(exists (?c - CounterTop) (near ?c))")
    model, facts = problem(world, near)
    assert shorten(steps_of(idle), DOMAIN, model, facts) == steps_of(idle)


def test_nothing_is_thrown_away_that_was_only_to_be_elsewhere():
    world = WorldBuilder()
    world.add("CounterTop", x=1.0, y=0.0)
    world.add("GarbageCan", x=1.0, y=0.5)
    world.add("DiningTable", x=6.0, y=0.0)
    world.add("Bread", "CounterTop_1")
    off = "(forall (?b - Bread ?c - CounterTop) (not (in ?b ?c)))"
    assert "Put(Bread_1, DiningTable_1)" in planned(world, f"(and (handempty) {off})")
    binned = planned(world, "(exists (?b - Bread ?g - GarbageCan) (in ?b ?g))")
    assert "Put(Bread_1, GarbageCan_1)" in binned


def test_only_the_way_to_a_door_is_left_out_when_it_is_opened_later():
    """What was done before stays: the mug is picked up all the same."""
    world = WorldBuilder()
    world.add("Mug", x=2.0, y=0.0)
    world.add("Fridge", open=0.0, inspected=True, x=-4.0, y=0.0)
    world.add("CounterTop", x=2.0, y=1.0)
    world.add("Bowl", x=2.0, y=0.5)
    goal = parse_goal(
        "(and (exists (?m - Mug ?c - CounterTop) (in ?m ?c))"
        " (exists (?b - Bowl ?f - Fridge) (in ?b ?f)))"
    )
    model, facts = problem(world, goal)
    long = steps_of(
        """GoTo mug_1
        PickUp mug_1
        GoTo countertop_1
        Put mug_1 countertop_1
        GoTo fridge_1
        Open fridge_1
        GoTo bowl_1
        PickUp bowl_1
        GoTo fridge_1
        Put bowl_1 fridge_1"""
    )
    found = [str(step).strip("()") for step in shorten(long, DOMAIN, model, facts)]
    assert sorted(step for step in found if not step.startswith("GoTo")) == sorted(
        str(step).strip("()") for step in long if not str(step).startswith("(GoTo")
    )
    assert found.count("GoTo fridge_1") == 1
    assert len(found) == len(long) - 1
