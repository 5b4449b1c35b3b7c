# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What has to be looked for, and into, before a goal about all objects is known to hold."""

import pytest
from planning_worlds import WorldBuilder

from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.problem.unseen import unseen_that_matter
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology


@pytest.mark.parametrize(
    ("text", "types", "places"),
    [
        ("(exists (?a - Apple) (hot ?a))", set(), set()),
        ("(forall (?a - Apple) (hot ?a))", {"Apple"}, set()),
        ("(not (exists (?a - Apple ?f - Fridge) (in ?a ?f)))", {"Fridge"}, {"Fridge"}),
        ("(forall (?a - Apple) (not (exists (?f - Fridge) (in ?a ?f))))", {"Fridge"}, {"Fridge"}),
        ("(exists (?f - Fridge) (forall (?x - object) (not (in ?x ?f))))", set(), {"Fridge"}),
        ("(forall (?x - object) (imply (in ?x Fridge_1) (cold ?x)))", set(), {"Fridge_1"}),
        ("(forall (?a - Apple) (and (hot ?a) (not (in ?a Fridge_1))))", {"Apple"}, set()),
        ("(forall (?a - Apple) (exists (?p - Plate) (in ?a ?p)))", {"Apple"}, set()),
    ],
)
def test_what_could_break_a_goal(text, types, places):
    assert unseen_that_matter(parse_goal(text)) == (types, places)


def test_what_holds_for_all_that_were_seen_is_checked_and_not_searched_for():
    """DANLI's search fails when there is no other; another reading of the words was taken then."""
    world = WorldBuilder()
    world.add("SinkBasin", x=1.0, y=0.0)
    world.add("Mug", "SinkBasin_1")
    world.add("Cabinet", open=0.0, x=2.0, y=0.0)
    goal = parse_goal("(exists (?s - SinkBasin) (forall (?m - Mug) (in ?m ?s)))")
    plan = Planner(load_ontology(), PlannerConfig(mode="search")).plan(goal, world.build())
    assert plan.status is PlanStatus.EXPLORE
    assert [action.name for action in plan.actions][-1] in ("Inspect", "Explore")
    world.frontier("frontier_1", 2.0, 0.0)
    missing = parse_goal("(exists (?a - Apple) (holding ?a))")
    plan = Planner(load_ontology(), PlannerConfig(mode="search")).plan(missing, world.build())
    assert [str(action) for action in plan.actions] == ["Search(Apple)"]
