# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goals that mean the same, and goals that do not."""

import pytest

from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.meaning import meaning


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(exists (?m - Mug) (clean ?m))", "(exists (?x - Mug) (clean ?x))"),
        (
            "(exists (?m - Mug ?s - Sink) (and (clean ?m) (in ?m ?s)))",
            "(exists (?a - Sink) (exists (?b - Mug) (and (in ?b ?a) (and (clean ?b)))))",
        ),
        (
            "(exists (?a - Fork ?b - Fork) (and (not (= ?a ?b)) (clean ?a) (cold ?b)))",
            "(exists (?b - Fork ?a - Fork) (and (clean ?b) (cold ?a) (not (= ?a ?b))))",
        ),
        ("(forall (?m - Mug) (not (dirty ?m)))", "(not (exists (?m - Mug) (dirty ?m)))"),
        (
            "(and (exists (?m - Mug) (clean ?m)) (exists (?m - Cup) (clean ?m)))",
            "(exists (?m - Mug ?c - Cup) (and (clean ?c) (clean ?m)))",
        ),
    ],
)
def test_the_same(one: str, other: str) -> None:
    assert meaning(parse_goal(one)) == meaning(parse_goal(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(exists (?m - Mug) (clean ?m))", "(exists (?m - Cup) (clean ?m))"),
        ("(exists (?m - Mug) (clean ?m))", "(forall (?m - Mug) (clean ?m))"),
        ("(exists (?m - Mug) (open ?m))", "(exists (?m - Mug) (not (open ?m)))"),
        ("(exists (?a - Box ?b - Box) (in ?a ?b))", "(exists (?a - Box) (in ?a ?a))"),
        (
            "(exists (?a - Fork ?b - Fork) (and (clean ?a) (cold ?b)))",
            "(exists (?a - Fork ?b - Fork) (and (clean ?a) (cold ?a)))",
        ),
        (
            "(exists (?t - Table) (forall (?m - Mug) (in ?m ?t)))",
            "(forall (?m - Mug) (exists (?t - Table) (in ?m ?t)))",
        ),
        ("(holding Mug_1)", "(holding Mug_2)"),
    ],
)
def test_not_the_same(one: str, other: str) -> None:
    assert meaning(parse_goal(one)) != meaning(parse_goal(other))


def test_types_that_count_as_one() -> None:
    lamps = [parse_goal(f"(exists (?l - {kind}) (toggled ?l))") for kind in ("Desk", "Floor")]
    same = {"Desk": "Lamp", "Floor": "Lamp"}
    assert len({meaning(goal) for goal in lamps}) == 2
    assert len({meaning(goal, same) for goal in lamps}) == 1
