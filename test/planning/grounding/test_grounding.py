# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The grounder against the plan checker: the same actions apply, with the same effects."""

import random
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from planning_random import ONTOLOGY, problems
from planning_usual import build_model
from planning_worlds import kitchen

from egoplan_ros.planning.config import SEARCHES
from egoplan_ros.planning.engines.fast_downward import solve
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.grounding.grounding import Stopped, Task, TooLarge, ground_task
from egoplan_ros.planning.pddl.domain import Domain, parse_domain
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.problem.build import Model
from egoplan_ros.planning.problem.problem import Fact, Problem
from egoplan_ros.planning.simulate import Simulator, Step
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal

DOMAIN = Planner(ONTOLOGY).domain
MUG = parse_goal("(exists (?m - Mug ?c - CoffeeMachine) (and (clean ?m) (in ?m ?c)))")


def never() -> bool:
    return False


def true(condition, state: set[Fact]) -> bool:
    return all((fact in state) is value for fact, value in condition)


def holds(task: Task, state: set[Fact]) -> bool:
    """Whether the ground goal holds, derived facts included."""
    known = set(state)
    while new := {fact for fact, body in task.rules if fact not in known and true(body, known)}:
        known |= new
    return task.goal is not None and true(task.goal, known)


def successors(task: Task, state: set[Fact]) -> dict[tuple[str, int], set[Fact]]:
    """State after each ground action that applies and changes something, by name and cost."""
    found = {}
    for operator in task.operators:
        if true(operator.condition, state):
            fired = [(f, v) for inner, f, v in operator.effects if true(inner, state)]
            after = state - {f for f, v in fired if not v} | {f for f, v in fired if v}
            if after != state:
                found[operator.name, operator.cost] = after
    return found


def expected(domain: Domain, problem: Problem, state: set[Fact]) -> dict[tuple[str, int], set]:
    """The same by executing every action with all its arguments."""
    found = {}
    for action in domain.actions.values():
        for args in product(*(problem.members(kind) for _, kind in action.parameters)):
            simulator = Simulator(domain, problem)
            simulator.state = set(state)
            if not simulator.apply(Step(action, args)):
                name = " ".join((action.name.lower(), *args))
                found[name, simulator.cost] = simulator.state
    return found


def check(domain: Domain, problem: Problem, choice: random.Random, steps: int) -> None:
    task = ground_task(domain, problem, 10**6, never)
    facts = set(task.facts)
    state = set(problem.init)
    for _ in range(steps):
        simulator = Simulator(domain, problem)
        simulator.state = state
        assert holds(task, state & facts) == simulator.holds(problem.goal)
        if task.goal is None:
            return
        after = expected(domain, problem, state)
        changed = {key: s & facts for key, s in after.items() if s & facts != state & facts}
        assert successors(task, state & facts) == changed
        state = after[choice.choice(sorted(changed or after))]


def modelled(builder, goal) -> Model:
    facts = Facts(builder.build(), ONTOLOGY)
    return build_model(DOMAIN, facts, goal, sorted(facts.objects))


@pytest.mark.parametrize(("count", "steps"), [(8, 2), pytest.param(300, 6, marks=pytest.mark.slow)])
def test_random_problems(count, steps):
    @settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(problem=problems(), seed=st.integers(0, 1 << 20))
    def run(problem, seed):
        check(DOMAIN, modelled(*problem).problem, random.Random(seed), steps)

    run()


HARD = """
(define (domain hard)
  (:predicates (on ?a - object) (pair ?a ?b - object) (done))
  (:action Swap :parameters (?a - object)
    :precondition (imply (on ?a) (exists (?b - object) (and (on ?b) (pair ?a ?b))))
    :effect (and
      (forall (?x - object) (when (on ?x) (not (on ?x))))
      (forall (?x - object) (when (or (= ?x ?a) (pair ?x ?a)) (on ?x)))))
  (:action Finish :parameters ()
    :precondition (forall (?x - object) (or (on ?x) (exists (?y - object) (pair ?y ?x))))
    :effect (and (done) (forall (?x - object) (when (not (on ?x)) (on ?x))))))
"""


def test_conditions_of_every_shape():
    domain = parse_domain(HARD, "hard")
    names = [f"o{index}" for index in range(6)]
    for seed in range(10):
        choice = random.Random(seed)
        init = {("on", name) for name in names if choice.random() < 0.5}
        init |= {("pair", *choice.sample(names, 2)) for _ in range(5)}
        goal = parse_goal("(and (done) (not (exists (?x ?y - object) (and (on ?x) (pair ?x ?y)))))")
        problem = Problem(dict.fromkeys(names, "object"), {}, frozenset(init), goal)
        check(domain, problem, choice, 6)


def test_effects_that_contradict_each_other_add():
    text = """(define (domain d) (:predicates (p ?x - object) (q ?x - object))
      (:action Act :parameters (?x - object)
        :effect (and (when (q ?x) (p ?x)) (when (p ?x) (not (p ?x))) (not (q ?x))))
      (:action Other :parameters (?x - object) :effect (q ?x)))"""
    problem = Problem({"a": "object"}, {}, frozenset({("p", "a")}), parse_goal("(not (p a))"))
    check(parse_domain(text, "d"), problem, random.Random(0), 6)


@pytest.mark.parametrize("small", [0, 10**6])
def test_same_answer_from_both_grounders(small):
    def answer(world, goal=MUG):
        return solve(
            DOMAIN,
            modelled(world, goal).problem,
            searches=SEARCHES["short_plans"],
            timeout_s=30.0,
            memory_bytes=2 << 30,
            small=small,
        )

    found = answer(kitchen())
    assert found.status is PlanStatus.SOLVED
    assert [step.action.name for step in found.steps][-1] == "Put"
    world = kitchen()
    del world.objects["Faucet_1"]
    assert answer(world).status is PlanStatus.UNSOLVABLE
    already = answer(kitchen(), parse_goal("(not (open Fridge_1))"))
    assert (already.status, already.steps) == (PlanStatus.SOLVED, ())


def test_limits():
    problem = modelled(kitchen(), MUG).problem
    with pytest.raises(TooLarge):
        ground_task(DOMAIN, problem, 100, never)
    with pytest.raises(Stopped):
        ground_task(DOMAIN, problem, 10**6, lambda: True)
