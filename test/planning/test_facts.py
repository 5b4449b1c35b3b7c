# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace

import pytest
from planning_worlds import WorldBuilder, kitchen

from egoplan_ros.planning.facts import Facts, fact, goal_holds
from egoplan_ros.planning.planner import Planner
from egoplan_ros.world.floor import speaks_of_floor
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.object import View
from egoplan_ros.world.ontology import load_ontology


def holds(text: str, world: WorldBuilder) -> bool:
    return goal_holds(parse_goal(text), world.build())


def test_place_hand_and_states():
    world = kitchen()
    world.add("Cup", held=True, clean=0.9, dirty=0.2)
    state = world.build()
    assert fact(state, "in", ("Mug_1", "CounterTop_1"))
    assert not fact(state, "in", ("Mug_1", "CounterTop_2"))
    assert fact(state, "holding", ("Cup_1",))
    assert fact(state, "clean", ("Cup_1",))
    assert not fact(state, "dirty", ("Cup_1",))
    assert not fact(state, "holding", ("Nothing_7",))


def test_the_floor_is_a_place_for_who_speaks_of_it():
    world = WorldBuilder()
    world.add("Desk")
    world.add("Book", "Desk_1")
    state = world.build()
    ball = replace(state.objects["Book_1"], id="BasketBall_1", type="BasketBall", parent=None)
    state = replace(
        state, objects={**state.objects, ball.id: replace(ball, center=(1.0, 0.0, 0.05))}
    )
    on_floor = parse_goal("(exists (?b - BasketBall ?f - Floor) (in ?b ?f))")
    assert goal_holds(on_floor, state)
    assert not Facts(state, load_ontology()).holds(on_floor)
    facts = Facts(state, load_ontology(), floor=True)
    assert facts.holds(on_floor)
    assert facts.fact("near", ("Floor_1",))
    assert not facts.holds(parse_goal("(exists (?b - Book ?f - Floor) (in ?b ?f))"))
    assert facts.objects["Book_1"].parent == "Desk_1"
    planner = Planner(load_ontology())
    assert planner.goal_holds(on_floor, state)
    plan = planner.plan(parse_goal("(exists (?b - Book ?f - Floor) (in ?b ?f))"), state)
    assert str(plan.actions[-1]) == "Put(Book_1, Floor_1)"
    away = parse_goal("(and (handempty) (not (in Book_1 Desk_1)))")
    assert "Floor_1" not in str(planner.plan(away, state).actions)
    # The name of a variable says nothing.
    one = "(and (exists (?x - Floor) (in Book_1 ?x)) (exists (?x - Book) (clean ?x)))"
    assert speaks_of_floor(parse_goal(one))
    assert not speaks_of_floor(away)


def test_inferred_facts():
    world = kitchen()
    world.add("Pen", "Mug_1")
    world.add("AppleSliced", "CounterTop_1")
    nested = world.add("Spoon", "Bowl_1")
    state = world.build()
    assert fact(state, "hidden", ("Tomato_1",))
    assert fact(state, "hidden", (nested,)), "in a bowl in a closed cabinet"
    assert not fact(state, "hidden", ("Pen_1",))
    assert fact(state, "sliced", ("AppleSliced_1",))
    assert fact(state, "full", ("StoveBurner_1",))
    assert not fact(state, "full", ("StoveBurner_2",))
    assert fact(state, "accessible", ("CounterTop_1",))
    assert not fact(state, "accessible", ("Fridge_1",))


@pytest.mark.parametrize(("distance", "seen", "near"), [(1.0, True, True), (1.0, False, False)])
def test_near_needs_view_and_reach(distance, seen, near):
    world = WorldBuilder()
    name = world.add("Sofa", x=distance + 0.15, y=0.0)
    view = View((0.5, 0.5), 100, distance, distance) if seen else None
    world.objects[name] = replace(world.objects[name], view=view)
    assert holds("(exists (?s - Sofa) (near ?s))", world) is near
    world.objects[name] = replace(world.objects[name], center=(5.0, 0.0, 0.4))
    assert not holds("(exists (?s - Sofa) (near ?s))", world)


def test_threshold_and_confidence():
    world = kitchen()
    world.add("Cup", "CounterTop_1", dirty=0.6, confidence=0.4)
    state = world.build()
    ontology = load_ontology()
    assert Facts(state, ontology, threshold=0.5).fact("dirty", ("Cup_1",))
    assert not Facts(state, ontology).fact("dirty", ("Cup_1",))
    assert Facts(state, ontology, min_confidence=0.5).objects_of("Cup") == []


def test_what_does_not_exist_fills_nothing():
    world = kitchen()
    world.add("Pot", "StoveBurner_2", confidence=0.2)
    facts = Facts(world.build(), load_ontology())
    assert not facts.fact("full", ("StoveBurner_2",))
    sure = Facts(world.build(), load_ontology(), min_confidence=0.1)
    assert sure.fact("full", ("StoveBurner_2",))


def test_first_order_goals():
    world = kitchen()
    two = "(exists (?a ?b - Mug ?c - CounterTop) (and (not (= ?a ?b)) (in ?a ?c) (in ?b ?c)))"
    assert holds(two, world)
    assert not holds(two.replace("Mug", "Fork"), world)
    assert holds("(forall (?m - Mug) (in ?m CounterTop_1))", world)
    assert not holds("(exists (?f - Fridge) (open ?f))", world)


def test_witness_names_the_objects():
    facts = Facts(kitchen().build(), load_ontology())
    goal = parse_goal("(exists (?p - Pan ?s - StoveBurner) (in ?p ?s))")
    assert facts.witness(goal) == {"?p": "Pan_1", "?s": "StoveBurner_1"}
