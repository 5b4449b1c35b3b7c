# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import tempfile
from pathlib import Path

import pytest
from planning_usual import build_model
from planning_worlds import kitchen

from egoplan_ros.planning.config import SEARCHES, PlannerConfig
from egoplan_ros.planning.engines.fast_downward import find_programs, read_plan, solve
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.simulate import Simulator
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

GOAL = parse_goal("(exists (?m - Mug ?c - CoffeeMachine) (and (clean ?m) (in ?m ?c)))")
# Filling washes, and nothing makes unwashed again.
IMPOSSIBLE = parse_goal("(exists (?b - Bowl) (and (filled ?b) (not (clean ?b))))")


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def left_over(folder: Path) -> list[Path]:
    return list(folder.iterdir())


@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_solves(search):
    planner = Planner(load_ontology(), PlannerConfig(search=search))
    plan = planner.plan(GOAL, kitchen().build())
    assert plan.status is PlanStatus.SOLVED
    assert plan.times["ground"] > 0.0
    assert plan.times["search"] > 0.0


def test_timeout_is_typed_and_leaves_no_file(scratch):
    planner = Planner(load_ontology(), PlannerConfig(timeout_s=0.01, pruning=False))
    plan = planner.plan(GOAL, kitchen().build())
    assert plan.status is PlanStatus.TIMEOUT
    assert plan.times["total"] < 2.0
    assert left_over(scratch) == []


def test_search_that_cannot_end_is_stopped(scratch):
    planner = Planner(load_ontology(), PlannerConfig(timeout_s=1.0, pruning=False))
    plan = planner.plan(IMPOSSIBLE, kitchen().build())
    assert plan.status is PlanStatus.TIMEOUT
    assert plan.times["total"] < 5.0
    assert left_over(scratch) == []


def test_cancel_is_typed_and_leaves_no_file(scratch):
    planner = Planner(load_ontology(), PlannerConfig(pruning=False))
    calls = iter([False, False])
    plan = planner.plan(GOAL, kitchen().build(), cancelled=lambda: next(calls, True))
    assert plan.status is PlanStatus.CANCELLED
    assert left_over(scratch) == []
    assert planner.plan(GOAL, kitchen().build(), cancelled=lambda: True).times["ground"] == 0.0


def test_solved_leaves_no_file(scratch):
    assert Planner(load_ontology()).plan(GOAL, kitchen().build()).usable
    assert left_over(scratch) == []


def test_malformed_search_is_unsupported_with_the_reason():
    planner = Planner(load_ontology(), PlannerConfig(search="no_such_search(ff())"))
    plan = planner.plan(GOAL, kitchen().build())
    assert plan.status is PlanStatus.UNSUPPORTED
    assert "no_such_search" in plan.message


def test_translator_is_found_outside_our_process():
    programs = find_programs()
    assert programs.search.exists()
    assert (programs.translator / "fast_downward" / "translate").is_dir()


def test_a_wrong_plan_of_the_solver_is_caught():
    planner = Planner(load_ontology())
    facts = planner._facts(GOAL, kitchen().build())
    model = build_model(planner.domain, facts, GOAL, sorted(facts.objects))
    steps = read_plan("(pickup mug_1)\n; cost = 2\n", planner.domain)
    assert [str(step) for step in steps] == ["(PickUp mug_1)"]
    trouble = Simulator(planner.domain, model.problem).apply(steps[0])
    assert "near mug_1" in trouble


def test_unsolvable_is_told_from_timeout():
    planner = Planner(load_ontology())
    world = kitchen()
    del world.objects["Faucet_1"]
    facts = planner._facts(GOAL, world.build())
    model = build_model(planner.domain, facts, GOAL, sorted(facts.objects))
    answer = solve(
        planner.domain,
        model.problem,
        searches=planner.config.searches,
        timeout_s=20.0,
        memory_bytes=2 << 30,
    )
    assert answer.status is PlanStatus.UNSOLVABLE


@pytest.mark.slow
def test_engines_of_unified_planning(scratch):
    planner = Planner(load_ontology(), PlannerConfig(engine="fast-downward", timeout_s=60.0))
    plan = planner.plan(GOAL, kitchen().build())
    assert plan.status is PlanStatus.SOLVED, plan.message
    assert [action.name for action in plan.actions][-1] in ("Put", "Brew")
    planner = Planner(load_ontology(), PlannerConfig(engine="no-such-engine", timeout_s=60.0))
    plan = planner.plan(GOAL, kitchen().build())
    assert plan.status is not PlanStatus.SOLVED
    assert "no-such-engine" in plan.message
    assert left_over(scratch) == []
