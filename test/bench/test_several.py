# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A goal of one thing is asked of several."""

import pytest

from egoplan_ros.bench.evaluator import conditions
from egoplan_ros.bench.several import several
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.meaning import meaning


def test_what_is_said_of_the_thing_is_asked_of_each() -> None:
    goal = parse_goal("(exists (?o - Mug ?r - Plate) (and (clean ?r) (sliced ?o) (in ?o ?r)))")
    found = several(goal, "?o", 2)
    assert meaning(found) == meaning(
        parse_goal(
            "(exists (?a ?b - Mug ?r - Plate) (and (not (= ?a ?b)) (clean ?r) "
            "(sliced ?a) (in ?a ?r) (sliced ?b) (in ?b ?r)))"
        )
    )
    assert conditions(found) == 5
    assert meaning(several(goal, "?o", 1)) == meaning(goal)


def test_each_may_have_a_place_of_its_own() -> None:
    goal = parse_goal("(exists (?o - Mug) (exists (?r - Shelf) (in ?o ?r)))")
    found = several(goal, "?o", 2)
    assert meaning(found) == meaning(
        parse_goal(
            "(exists (?a ?b - Mug) (and (not (= ?a ?b)) "
            "(exists (?r - Shelf) (in ?a ?r)) (exists (?s - Shelf) (in ?b ?s))))"
        )
    )
    assert conditions(found) == 2


@pytest.mark.parametrize(
    "goal", ["(forall (?o - Mug) (clean ?o))", "(exists (?m - Mug) (clean ?m))"]
)
def test_a_goal_without_the_variable_is_told(goal: str) -> None:
    with pytest.raises(InputError, match="no \\?o in"):
        several(parse_goal(goal), "?o", 2)
