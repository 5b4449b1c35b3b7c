# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Large things go into large cupboards."""

from dataclasses import replace

import pytest
from planning_worlds import WorldBuilder

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.problem.tight_receptacles import snug_places
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
CABINET = "(exists (?o - {} ?r - Cabinet) (in ?o ?r))"


def home(*sizes, thing="Pan", size=(0.4, 0.25, 0.05)):
    """A thing on a counter and cupboards of some sizes, the first one nearest."""
    world = WorldBuilder()
    world.add("CounterTop", x=0.5, y=0.0)
    world.add(thing, "CounterTop_1")
    for k, _ in enumerate(sizes):
        world.add("Cabinet", open=0.0, x=0.0, y=1.0 + 0.3 * k)
    state = world.build()
    objects = dict(state.objects)
    objects[f"{thing}_1"] = replace(objects[f"{thing}_1"], size=size)
    objects["CounterTop_1"] = replace(objects["CounterTop_1"], size=(0.6, 2.0, 0.9))
    for k, each in enumerate(sizes):
        name = f"Cabinet_{k + 1}"
        objects[name] = replace(objects[name], size=each)
    return replace(state, objects=objects)


@pytest.mark.parametrize(
    ("thing", "size", "snug"),
    [
        ("Pan", (0.4, 0.25, 0.05), {"Cabinet_1"}),
        ("WineBottle", (0.08, 0.08, 0.32), {"Cabinet_1", "Cabinet_2"}),
        ("Mug", (0.1, 0.1, 0.1), set()),
    ],
)
def test_what_may_be_too_small(thing, size, snug):
    state = home((0.02, 0.5, 0.65), (0.3, 0.9, 0.65), (0.3, 0.9, 1.0), thing=thing, size=size)
    goal = parse_goal(CABINET.format(thing))
    assert snug_places(goal, Facts(state, ONTOLOGY)) == snug
    assert (
        snug_places(parse_goal(f"(not {CABINET.format(thing)})"), Facts(state, ONTOLOGY)) == set()
    )


def test_the_size_of_what_is_in_hand_counts():
    state = home((0.02, 0.5, 0.65))
    small = replace(state.objects["Pan_1"], id="Pan_2", size=(0.2, 0.2, 0.05))
    known = replace(state, objects={**state.objects, "Pan_2": small})
    goal = parse_goal(CABINET.format("Pan"))
    assert not snug_places(goal, Facts(known, ONTOLOGY))
    held = replace(state.objects["Pan_1"], held=True)
    known = replace(known, objects={**known.objects, "Pan_1": held})
    assert snug_places(goal, Facts(known, ONTOLOGY)) == {"Cabinet_1"}


def test_of_what_is_hardly_seen_nobody_knows_how_large_it_is():
    state = home((0.01, 0.1, 0.7), (0.01, 0.5, 0.1))
    assert snug_places(parse_goal(CABINET.format("Pan")), Facts(state, ONTOLOGY)) == {"Cabinet_2"}


def test_drawers_and_tables_are_never_snug():
    world = WorldBuilder()
    world.add("Pan")
    world.add("Drawer", open=0.0)
    world.add("DiningTable")
    facts = Facts(world.build(), ONTOLOGY)
    for kind in ("Drawer", "DiningTable"):
        assert not snug_places(parse_goal(f"(exists (?o - Pan ?r - {kind}) (in ?o ?r))"), facts)


def test_a_pan_goes_into_the_larger_cupboard_farther_away():
    small = [(0.02, 0.5, 0.7)] * 8
    planner = Planner(ONTOLOGY)
    plan = planner.plan(parse_goal(CABINET.format("Pan")), home(*small, (0.02, 0.9, 0.7)))
    assert plan.status is PlanStatus.SOLVED
    assert plan.actions[-1].args == ("Pan_1", "Cabinet_9")
    plan = planner.plan(parse_goal(CABINET.format("Pan")), home(*small))
    assert plan.status is PlanStatus.SOLVED  # small ones are better than none


def test_what_is_taken_away_goes_onto_what_is_broad_enough():
    """A pillow off a sofa: no chair has room for it, an armchair has."""
    world = WorldBuilder()
    world.add("Pillow", world.add("Sofa"))
    world.add("Chair", x=0.5, y=0.0)
    world.add("ArmChair", x=0.0, y=4.0)
    state = world.build()
    sizes = {
        "Sofa_1": (1.0, 2.5, 1.0),
        "Pillow_1": (0.28, 0.49, 0.07),
        "Chair_1": (0.7, 0.6, 0.9),
        "ArmChair_1": (0.9, 0.9, 0.9),
    }
    objects = {name: replace(item, size=sizes[name]) for name, item in state.objects.items()}
    state = replace(state, objects=objects)
    cleared = "(forall (?s - Sofa ?x - {}) (not (and (pickupable ?x) (in ?x ?s))))"
    for kind in ("Pillow", "object"):
        goal = parse_goal(f"(and (handempty) {cleared.format(kind)})")
        assert snug_places(goal, Facts(state, ONTOLOGY)) == {"Chair_1"}
        plan = Planner(ONTOLOGY).plan(goal, state, explore=False)
        assert plan.status is PlanStatus.SOLVED
        assert str(plan.actions[-1]) == "Put(Pillow_1, ArmChair_1)"
    assert not snug_places(
        parse_goal("(exists (?p - Pillow) (holding ?p))"), Facts(state, ONTOLOGY)
    )
