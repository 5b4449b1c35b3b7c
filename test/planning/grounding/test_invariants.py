# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace

import pytest
from planning_worlds import kitchen

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.grounding.invariants import contradiction
from egoplan_ros.planning.pddl.domain import EXPLORATION_ACTIONS, load_domain, parse_domain
from egoplan_ros.planning.planner import Planner
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.resources import config_path

DOMAIN = load_domain().without(EXPLORATION_ACTIONS)


def found(text, world=None, domain=DOMAIN):
    facts = Facts((world or kitchen()).build(), load_ontology())
    return contradiction(parse_goal(text), domain, facts)


def test_nothing_is_looked_for_that_would_not_help():
    """A bread was searched for all over the home before the contradiction was told."""
    world = kitchen().build()
    objects = {name: item for name, item in world.objects.items() if item.type != "Bread"}
    goal = parse_goal("(exists (?b - Bread) (and (hot ?b) (cold ?b)))")
    plan = Planner(load_ontology()).plan(goal, replace(world, objects=objects))
    assert plan.status is PlanStatus.IMPOSSIBLE
    assert "never true together" in plan.message


@pytest.mark.parametrize(
    "text",
    [
        "(exists (?a - Apple) (and (hot ?a) (cold ?a)))",
        "(exists (?a ?b - Mug) (and (not (= ?a ?b)) (holding ?a) (holding ?b)))",
        "(and (holding Mug_1) (holding Mug_2))",
        "(exists (?a - Mug) (and (holding ?a) (exists (?c - Cabinet) (in ?a ?c))))",
        "(exists (?a - Mug ?c ?d - Cabinet) (and (not (= ?c ?d)) (in ?a ?d) (in ?a ?c)))",
        "(exists (?a - Mug ?c - Cabinet ?f - Fridge) (and (in ?a ?f) (in ?a ?c)))",
        "(exists (?a - Mug ?b - Plate) (and (holding ?a) (holding ?b)))",
    ],
)
def test_contradictions_are_told_without_a_search(text):
    assert "never true together" in found(text)
    plan = Planner(load_ontology()).plan(parse_goal(text), kitchen().build())
    assert plan.status is PlanStatus.IMPOSSIBLE
    assert plan.times["ground"] == 0.0
    assert "never true together" in plan.message


@pytest.mark.parametrize(
    "text",
    [
        "(exists (?a ?b - Mug) (and (holding ?a) (holding ?b)))",
        "(exists (?a ?b - Mug) (and (not (= ?a ?b)) (hot ?a) (cold ?b)))",
        "(exists (?a - Mug ?c ?d - Cabinet) (and (in ?a ?d) (in ?a ?c)))",
        "(exists (?a - Mug) (or (hot ?a) (cold ?a)))",
        "(exists (?a - Apple) (and (sliced ?a) (hot ?a) (near ?a)))",
        "(and (exists (?a - Mug) (holding ?a)) (exists (?a - Plate) (holding ?a)))",
        "(holding Mug_1)",
    ],
)
def test_what_can_be_is_not_called_a_contradiction(text):
    assert found(text) == ""


def test_what_holds_now_is_possible():
    world = kitchen()
    name = world.add("Plate", "CounterTop_1", clean=1.0, dirty=1.0)
    text = f"(and (clean {name}) (dirty {name}))"
    assert found(text, world) == ""
    item = world.objects[name]
    world.objects[name] = replace(item, states={"dirty": item.states["dirty"]})
    assert found(text, world) != ""


def test_an_action_that_breaks_a_pair_is_noticed():
    text = config_path("household.pddl").read_text()
    # A second hand, and a microwave that does not warm what is cold.
    two_hands = parse_domain(
        text.replace("(not (hidden ?o)) (handempty))", "(not (hidden ?o)))"), ""
    )
    holding = "(exists (?a ?b - Mug) (and (not (= ?a ?b)) (holding ?a) (holding ?b)))"
    assert found(holding, domain=two_hands) == ""
    odd = parse_domain(text.replace("(hot ?o) (not (cold ?o))", "(hot ?o)"), "")
    assert found("(exists (?a - Apple) (and (hot ?a) (cold ?a)))", domain=odd) == ""
