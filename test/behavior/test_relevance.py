# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a goal still lacks."""

from dataclasses import replace

import pytest

from egoplan_ros.behavior.relevance import in_place, missing_types
from egoplan_ros.planning.problem.requirements import needed_counts
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.object import Belief, ObjectInstance, Source
from egoplan_ros.world.occupancy import empty_grid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState

ONTOLOGY = load_ontology()
TWO = "(exists (?a ?b - Pen ?r - Desk) (and (not (= ?a ?b)) (in ?a ?r) (in ?b ?r)))"
EITHER = "(exists (?a ?b - Pen ?r - Desk) (and (in ?a ?r) (in ?b ?r)))"

SLICES = "(exists (?a ?b - Apple) (and (not (= ?a ?b)) (sliced ?a) (sliced ?b)))"


def world(*names: str) -> WorldState:
    things = [ObjectInstance(n, n.split("_")[0], (0, 0, 1), (0.1, 0.1, 0.1)) for n in names]
    robot = RobotState(0.0, 0, 1, Pose2D(), 0.0, 1.5, False)
    return WorldState(0.0, robot, {item.id: item for item in things}, empty_grid())


@pytest.mark.parametrize(
    ("goal", "known", "missing"),
    [
        (TWO, ("Desk_1",), {"Pen"}),
        (TWO, ("Desk_1", "Pen_1"), {"Pen"}),
        (TWO, ("Desk_1", "Pen_1", "Pen_2"), set()),
        (EITHER, ("Desk_1", "Pen_1"), set()),
        (SLICES, ("Apple_1", "Knife_1"), set()),
        (SLICES, ("AppleSliced_1", "Knife_1"), {"Apple"}),
        ("(exists (?k - Knife) (holding ?k))", ("ButterKnife_1",), {"Knife"}),
        ("(exists (?m - Mug) (hot ?m))", ("Mug_1",), {"Microwave"}),
        ("(exists (?m - Mug) (hot ?m))", ("Mug_1", "StoveBurner_1"), {"Microwave"}),
        ("(exists (?p - Pot) (hot ?p))", ("Pot_1", "Microwave_1"), {"StoveBurner", "StoveKnob"}),
        ("(exists (?p - Pot) (hot ?p))", ("Pot_1", "StoveBurner_1"), {"StoveKnob"}),
        ("(exists (?p - Pot) (hot ?p))", ("Pot_1", "StoveBurner_1", "StoveKnob_1"), set()),
        ("(exists (?m - Mug) (clean ?m))", ("Mug_1", "SinkBasin_1"), {"Faucet"}),
        ("(exists (?m - Mug) (clean ?m))", ("Mug_1", "SinkBasin_1", "Faucet_1"), set()),
        ("(exists (?m - Mug) (filled ?m))", ("Mug_1", "Faucet_1"), {"SinkBasin"}),
        ("(exists (?m - Mug) (filled ?m))", ("Mug_1", "CoffeeMachine_1"), set()),
        ("(exists (?m - Mug ?b - basin) (in ?m ?b))", ("Mug_1",), {"SinkBasin"}),
        ("(exists (?m - Mug ?b - basin) (in ?m ?b))", ("Mug_1", "SinkBasin_1"), set()),
    ],
)
def test_what_is_missing(goal, known, missing):
    assert set(missing_types(parse_goal(goal), world(*known), ONTOLOGY)) == missing


def test_what_lies_where_the_goal_wants_it_has_served():
    known = world("Desk_1", "Shelf_1", "Pen_1", "Pen_2", "Book_1")
    things = dict(known.objects)
    for name, place in (("Pen_1", "Desk_1"), ("Pen_2", "Shelf_1"), ("Book_1", "Desk_1")):
        things[name] = replace(things[name], parent=place)
    assert in_place(parse_goal(TWO), replace(known, objects=things), ONTOLOGY) == {"Pen_1"}


def test_what_still_lacks_a_state_or_shall_be_elsewhere_has_not_served():
    known = world("Desk_1", "Mug_1", "Mug_2")
    things = {name: replace(item, parent="Desk_1") for name, item in known.objects.items()}
    hot = {"hot": Belief(1.0, Source.EFFECT)}
    things |= {"Desk_1": known.objects["Desk_1"], "Mug_2": replace(things["Mug_2"], states=hot)}
    known = replace(known, objects=things)
    warm = parse_goal("(exists (?m - Mug ?d - Desk) (and (hot ?m) (in ?m ?d)))")
    assert in_place(warm, known, ONTOLOGY) == {"Mug_2"}
    away = parse_goal("(exists (?d - Desk) (forall (?m - Mug) (not (in ?m ?d))))")
    assert in_place(away, known, ONTOLOGY) == frozenset()


def test_different_objects_are_counted_and_others_are_not():
    assert needed_counts(parse_goal(TWO)) == {"Pen": 2, "Desk": 1}
    assert needed_counts(parse_goal(EITHER)) == {"Pen": 1, "Desk": 1}
    assert needed_counts(parse_goal(f"(not {TWO})")) == {"Pen": 2, "Desk": 1}
