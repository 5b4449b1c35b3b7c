# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Things are carried in a bowl only while it takes them."""

import pytest
from planning_worlds import WorldBuilder

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.problem.carriers import only_carries, spent_carriers
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
CLEARED = (
    "(and (handempty) (forall (?t - DiningTable ?x - object)"
    " (not (and (pickupable ?x) (in ?x ?t)))))"
)


def table(*, unreachable=0):
    """Two spoons and a bowl on a table; a counter beside it."""
    world = WorldBuilder()
    world.add("DiningTable", x=1.0, y=0.0)
    world.add("Spoon", "DiningTable_1", count=2)
    world.add("Bowl", "DiningTable_1", unreachable=unreachable)
    world.add("CounterTop", x=1.0, y=1.0)
    return world.build()


@pytest.mark.parametrize(
    ("goal", "carries"),
    [
        (CLEARED, True),
        ("(exists (?s - Spoon ?b - Bowl) (in ?s ?b))", False),
        ("(exists (?s - Spoon ?b - object) (in ?s ?b))", False),
        ("(in Spoon_1 Bowl_1)", False),
        ("(not (in Spoon_1 Bowl_1))", True),
        ("(exists (?b - Bowl ?r - Fridge) (in ?b ?r))", True),
    ],
)
def test_what_is_wanted_in_it_counts(goal, carries):
    state = table()
    assert only_carries(state.objects["Bowl_1"], parse_goal(goal), ONTOLOGY) is carries
    assert not only_carries(state.objects["CounterTop_1"], parse_goal(goal), ONTOLOGY)


def test_one_that_took_nothing_more_is_no_carrier_any_longer():
    goal = parse_goal(CLEARED)

    def puts(unreachable):
        plan = Planner(ONTOLOGY).plan(goal, table(unreachable=unreachable))
        assert plan.status is PlanStatus.SOLVED
        return {a.args[1] for a in plan.actions if a.name == "Put"}

    assert puts(0) == {"Bowl_1", "CounterTop_1"}
    assert puts(3) == {"CounterTop_1"}
    assert spent_carriers(goal, Facts(table(unreachable=3), ONTOLOGY), 2) == {"Bowl_1"}
    wanted = parse_goal("(exists (?s - Spoon ?b - Bowl) (in ?s ?b))")
    assert not spent_carriers(wanted, Facts(table(unreachable=3), ONTOLOGY), 2)
    assert Planner(ONTOLOGY).plan(wanted, table(unreachable=3)).status is PlanStatus.SOLVED
