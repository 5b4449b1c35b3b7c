# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A plan for chosen objects is judged as it would be with all of them, without building that."""

import random
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from planning_random import ONTOLOGY, problems
from planning_usual import build_model
from planning_worlds import kitchen

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import EXPLORATION_ACTIONS, Domain, load_domain, parse_domain
from egoplan_ros.planning.problem.build import Model, constants
from egoplan_ros.planning.recheck import rename_steps, trouble_with_all
from egoplan_ros.planning.simulate import Simulator, Step
from egoplan_ros.planning.validate import validate
from egoplan_ros.world.floor import speaks_of_floor
from egoplan_ros.world.goal import Formula, parse_goal

DOMAIN = load_domain().without(EXPLORATION_ACTIONS)
SPREADING = """
(define (domain stir)
  (:predicates (in ?o - object ?r - object) (open ?o - object) (dirty ?o - object))
  (:action Shake :parameters (?r - object) :precondition (open ?r)
   :effect (forall (?x - object) (when (in ?x ?r) (dirty ?x))))
  (:action Empty :parameters (?r - object) :precondition (open ?r)
   :effect (forall (?x - object) (not (in ?x ?r)))))
"""


def walk(model: Model, length: int, dice: random.Random) -> list[Step]:
    """Random actions, each applicable when only the model's objects are looked at."""
    simulator, steps = Simulator(DOMAIN, model.problem), []
    for _ in range(length):
        for _ in range(80):
            action = dice.choice(list(DOMAIN.actions.values()))
            domains = [model.problem.members(kind) for _, kind in action.parameters]
            if all(domains):
                step = Step(action, tuple(map(dice.choice, domains)))
                if not simulator.apply(step):
                    steps.append(step)
                    break
    return steps


def by_all(goal: Formula, steps: list[Step], domain: Domain, model: Model, facts: Facts) -> str:
    """Why a plan is wrong, executed on all objects."""
    whole = build_model(domain, facts, goal, sorted(facts.objects))
    return validate(domain, whole.problem, rename_steps(steps, model, whole)).problem


@settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(problem=problems(), seed=st.integers(0, 1 << 20), share=st.sampled_from([0.3, 0.6, 0.9]))
def test_the_verdict_is_that_of_the_plan_among_all_objects(problem, seed, share):
    world, goal = problem
    dice = random.Random(seed)
    facts = Facts(world.build(), ONTOLOGY, floor=speaks_of_floor(goal))
    chosen = {name for name in facts.objects if dice.random() < share} | constants(goal)
    if dice.random() < 0.8:  # with what they are in, as they are chosen mostly
        for name in list(chosen):
            while (name := facts.objects[name].parent) is not None:
                chosen.add(name)
    model = build_model(DOMAIN, facts, goal, sorted(chosen))
    steps = walk(model, dice.randint(0, 6), dice)
    whole = partial(build_model, DOMAIN, facts, goal, sorted(facts.objects))
    found = trouble_with_all(goal, steps, DOMAIN, model, facts, whole)
    assert bool(found) == bool(by_all(goal, steps, DOMAIN, model, facts)), found


def plan_of(text: str, model: Model, domain: Domain = DOMAIN) -> list[Step]:
    """Steps of lines as ``Put Mug_1 Shelf_1``, with object ids."""
    names = {original: plain for plain, original in model.ids.items()}
    words = [line.split() for line in text.strip().splitlines()]
    return [Step(domain.actions[w[0]], tuple(names[x] for x in w[1:])) for w in words]


@pytest.mark.parametrize(("in_the_way", "trouble"), [(False, False), (True, True)])
def test_what_was_left_out_is_looked_at_where_all_are_spoken_of(in_the_way, trouble):
    world = kitchen()
    mug = world.add("Mug", world.add("CounterTop"))
    bowl = world.add("Bowl", world.add("CounterTop"))
    if in_the_way:
        world.add("Egg", bowl)
    world.add("Faucet", toggled=0.0)
    facts = Facts(world.build(), ONTOLOGY)
    goal = parse_goal(f"(clean {bowl})")
    table = facts.objects[bowl].parent
    chosen = {bowl, table, "SinkBasin_1", *facts.objects_of("Faucet")}
    model = build_model(DOMAIN, facts, goal, sorted(chosen))
    steps = plan_of(
        f"GoTo {bowl}\nPickUp {bowl}\nGoTo SinkBasin_1\nClean {bowl} SinkBasin_1", model
    )
    found = trouble_with_all(goal, steps, DOMAIN, model, facts, pytest.fail)
    assert bool(found) is trouble
    assert ("precondition (forall" in found) is trouble
    assert bool(by_all(goal, steps, DOMAIN, model, facts)) is trouble
    assert mug not in chosen


def test_where_an_action_reaches_what_was_left_out_all_take_part():
    domain = parse_domain(SPREADING, "spreading")
    world = kitchen()
    box = world.add("Fridge", open=1.0)
    egg = world.add("Egg", box, dirty=0.0)
    facts = Facts(world.build(), ONTOLOGY)
    built = []

    def judged(goal: str, plan: str) -> str:
        formula = parse_goal(goal)
        model = build_model(domain, facts, formula, [box])

        def whole() -> Model:
            built.append(True)
            return build_model(domain, facts, formula, sorted(facts.objects))

        steps = plan_of(plan, model, domain)
        return trouble_with_all(formula, steps, domain, model, facts, whole)

    dirtied = judged(f"(not (dirty {egg}))", f"Shake {box}")
    assert dirtied == "the goal does not hold at the end of the plan"
    assert built
    del built[:]
    assert judged(f"(forall (?e - Egg) (not (in ?e {box})))", f"Empty {box}") == ""
    assert judged(f"(in {egg} {box})", f"Empty {box}") == dirtied
    assert not built
