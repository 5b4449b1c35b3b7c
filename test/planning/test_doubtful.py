# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is too uncertain to act on is a place to look at, not a fact."""

from dataclasses import replace

import pytest
from planning_usual import rank_anchors
from planning_worlds import WorldBuilder

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.planner import Planner
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
MUG, CUP = (("Mug", 0.7), ("Cup", 0.28)), (("Cup", 0.6), ("Mug", 0.38))
GOAL = parse_goal("(exists (?m - Mug ?t - DiningTable) (in ?m ?t))")


def world(candidates=MUG, confidence=0.7, explored=False, doubtful=True):
    builder = WorldBuilder()
    builder.add("DiningTable", x=2.0, y=0.0)
    builder.add("CounterTop", x=-2.0, y=0.0)
    name = builder.add(candidates[0][0], "CounterTop_1", confidence=confidence)
    item = builder.objects[name]
    builder.objects[name] = replace(item, candidates=candidates, doubtful=doubtful)
    if explored:
        builder.explored.add(name)
    return builder.build(), name


def test_it_is_no_fact_but_looked_at():
    state, name = world()
    facts = Facts(state, ONTOLOGY)
    assert name not in facts.objects
    assert facts.item(name) is state.objects[name]
    plan = Planner(ONTOLOGY).plan(GOAL, state)
    assert plan.status is PlanStatus.EXPLORE
    assert [str(action) for action in plan.actions] == [f"Inspect({name})"]


def test_what_may_be_a_mug_is_looked_at_for_a_mug():
    state, name = world(CUP)
    anchors = rank_anchors(["Mug"], Facts(state, ONTOLOGY))
    assert name in {anchor.id for anchor in anchors}
    assert name not in {anchor.id for anchor in rank_anchors(["Fork"], Facts(state, ONTOLOGY))}


def test_the_likelier_one_comes_first():
    builder = WorldBuilder()
    builder.add("CounterTop", x=-2.0, y=0.0)
    for confidence in (0.3, 0.7):
        name = builder.add("Mug", x=1.5, y=0.0, confidence=confidence)
        builder.objects[name] = replace(builder.objects[name], doubtful=True)
    anchors = [a.id for a in rank_anchors(["Mug"], Facts(builder.build(), ONTOLOGY))]
    assert anchors.index("Mug_2") < anchors.index("Mug_1")


def test_looked_at_in_vain_it_counts_for_what_it_most_probably_is():
    state, name = world(confidence=0.9, explored=True)
    assert name in Facts(state, ONTOLOGY).objects
    assert Planner(ONTOLOGY).plan(GOAL, state).status is PlanStatus.SOLVED
    state, name = world(CUP, explored=True)
    assert name not in Facts(state, ONTOLOGY).objects
    assert name not in {a.id for a in rank_anchors(["Mug"], Facts(state, ONTOLOGY))}


@pytest.mark.parametrize("doubtful", [False, True])
def test_what_is_in_the_hand_is_never_doubted(doubtful):
    state, name = world(doubtful=doubtful)
    held = replace(state.objects[name], held=True, parent=None)
    state = replace(state, objects={**state.objects, name: held})
    assert name in Facts(state, ONTOLOGY).objects
