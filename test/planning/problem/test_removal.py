# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goals that want things away from where they are."""

from dataclasses import replace

import pytest
from planning_worlds import WorldBuilder, kitchen

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.problem.removal import stranded, to_be_moved, unwanted_in
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
EVERYTHING = "(forall (?d - {} ?x - object) (not (and (pickupable ?x) (in ?x ?d))))"
CLEARED = f"(and (handempty) {EVERYTHING})"


@pytest.mark.parametrize(
    ("goal", "unwanted"),
    [
        (EVERYTHING.format("Desk"), True),
        ("(forall (?d - Desk) (forall (?p - Pen) (not (in ?p ?d))))", True),
        ("(not (in Pen_1 Desk_1))", True),
        ("(forall (?d - Desk) (forall (?b - Book) (not (in ?b ?d))))", False),
        (EVERYTHING.format("Shelf"), False),
        ("(exists (?p - Pen ?d - Desk) (in ?p ?d))", False),
    ],
)
def test_where_a_goal_wants_something_not_to_be(goal, unwanted):
    world = WorldBuilder()
    world.add("Pen", world.add("Desk"))
    assert unwanted_in(parse_goal(goal), "Pen_1", "Desk_1", world.build(), ONTOLOGY) is unwanted


def test_what_is_to_be_moved():
    world = WorldBuilder()
    world.add("Pillow", world.add("Sofa"))
    world.add("Pillow", world.add("Bed"))
    world.add("Book", held=True)
    facts = Facts(world.build(), ONTOLOGY)

    def moved(text: str) -> set[str]:
        return {item.id for item in to_be_moved(parse_goal(text), facts)}

    assert moved(CLEARED.format("Sofa")) == {"Pillow_1", "Book_1"}
    assert moved("(exists (?p - Pillow) (holding ?p))") == {"Book_1"}


def test_what_lies_on_the_floor_is_to_be_moved_from_there():
    world = WorldBuilder()
    world.add("Desk")
    world.add("Book", "Desk_1")
    state = world.build()
    low = replace(state.objects["Book_1"], parent=None, center=(1.0, 0.0, 0.05))
    state = replace(state, objects={**state.objects, "Book_1": low})
    goal = parse_goal("(and (handempty) (forall (?f - Floor ?b - Book) (not (in ?b ?f))))")
    facts = Facts(state, ONTOLOGY, floor=True)
    assert [item.id for item in to_be_moved(goal, facts)] == ["Book_1"]
    assert unwanted_in(goal, "Book_1", "Floor_1", state, ONTOLOGY)
    assert str(Planner(ONTOLOGY).plan(goal, state).actions[-1]) == "Put(Book_1, Desk_1)"


def test_furniture_is_looked_for_where_nothing_known_takes_a_thing():
    world = WorldBuilder()
    world.add("Pillow", world.add("Sofa"))
    world.add("CoffeeTable")
    world.frontier("frontier_1", 2.0, 0.0)
    goal = parse_goal(CLEARED.format("Sofa"))
    state = world.build()
    wanted = stranded(goal, Facts(state, ONTOLOGY))
    assert "ArmChair" in wanted
    assert not {"CoffeeTable", "Box", "Floor"} & wanted
    plan = Planner(ONTOLOGY).plan(goal, state)
    assert plan.status is PlanStatus.EXPLORE
    assert "ArmChair" in plan.message
    chair = world.add("ArmChair", x=1.0, y=1.0)
    state = world.build()
    assert not stranded(goal, Facts(state, ONTOLOGY))
    assert stranded(goal, Facts(state, ONTOLOGY), {chair}) == wanted
    assert Planner(ONTOLOGY).plan(goal, state).status is PlanStatus.SOLVED
    only = parse_goal(EVERYTHING.format("Sofa"))  # it may stay in the hand
    assert not stranded(only, Facts(state, ONTOLOGY), {chair})


def test_a_basin_counts_as_empty_only_when_one_has_looked_into_it():
    world = WorldBuilder()
    basin = world.add("SinkBasin", inspected=False)
    goal = parse_goal("(forall (?s - SinkBasin) (forall (?k - Knife) (not (in ?k ?s))))")
    plan = Planner(ONTOLOGY).plan(goal, world.build())
    assert [str(action) for action in plan.actions] == [f"Inspect({basin})"]
    state = world.build()
    seen = replace(state.objects[basin], inspected=True)
    state = replace(state, objects={**state.objects, basin: seen})
    assert Planner(ONTOLOGY).plan(goal, state).status is PlanStatus.SATISFIED


def test_what_lies_in_a_bin_is_sliced_outside_of_it():
    world = kitchen()
    world.add("Apple", "GarbageCan_1")
    world.objects.pop("Apple_1", None)
    goal = "(exists (?a - Apple) (and (sliced ?a) (hot ?a)))"
    order = [str(a) for a in Planner(ONTOLOGY).plan(parse_goal(goal), world.build()).actions]
    before = order[: order.index("Slice(Apple_2)")]
    assert "PickUp(Apple_2)" in before
    assert any(a.startswith("Put(Apple_2") and "GarbageCan" not in a for a in before)
    assert before[-1].startswith(("PickUp(Knife", "GoTo(Apple_2"))
