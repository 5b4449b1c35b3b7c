# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which types a goal needs that nothing is known of."""

import pytest
from planning_worlds import kitchen

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import load_domain
from egoplan_ros.planning.problem.requirements import missing_types
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology


@pytest.mark.parametrize(
    ("goal", "missing"),
    [
        ("(exists (?m - Mug) (clean ?m))", set()),
        ("(exists (?l - Laptop ?b - Bed) (in ?l ?b))", {"Laptop", "Bed"}),
        ("(or (exists (?l - Laptop) (open ?l)) (exists (?m - Mug) (clean ?m)))", set()),
        ("(or (exists (?l - Laptop) (open ?l)) (exists (?b - Bed) (open ?b)))", {"Laptop", "Bed"}),
        ("(forall (?l - Laptop) (open ?l))", set()),
        ("(forall (?m - Mug) (exists (?b - Bed) (in ?m ?b)))", {"Bed"}),
        ("(clean Vase_7)", {"Vase"}),
        ("(in Laptop_3 Bed_1)", {"Laptop", "Bed"}),
        ("(clean thing_x)", {"thing_x"}),  # no type of that name: told as it was written
    ],
)
def test_what_nothing_is_known_of_is_missing(goal, missing):
    ontology = load_ontology()
    domain = load_domain()
    world = kitchen().build()
    assert missing_types(parse_goal(goal), domain, Facts(world, ontology)) == missing
