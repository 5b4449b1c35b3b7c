# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Random worlds and first-order goals for property tests."""

from hypothesis import strategies as st
from planning_worlds import WorldBuilder

from egoplan_ros.world.goal import Formula, parse_goal
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
MOVABLES = ["Mug", "Apple", "Potato", "Knife", "Plate", "Bowl", "Spoon", "Tomato", "SaltShaker"]
PLACES = ["CounterTop", "DiningTable", "Fridge", "Cabinet", "Drawer", "Microwave", "SinkBasin"]
PLACES += ["CoffeeMachine", "StoveBurner", "GarbageCan"]
STATES = ["clean", "hot", "cold", "holding", "sliced", "cooked", "filled", "dirty", "near"]
PLACE_STATES = ["open", "toggled", "near", "dirty"]


@st.composite
def worlds(draw: st.DrawFn) -> WorldBuilder:
    """A small home: open and closed places, things in and on each other, maybe one in hand."""
    world = WorldBuilder()
    places = []
    for kind in ["CounterTop", *draw(st.lists(st.sampled_from(PLACES), min_size=3, max_size=8))]:
        toggled = float(kind == "Microwave" and draw(st.booleans()))
        places.append(world.add(kind, open=float(draw(st.booleans())), toggled=toggled))
    if draw(st.integers(0, 3)):
        world.add("Faucet", toggled=0.0)
    hand_free = True
    carriers: list[str] = []
    for kind in draw(st.lists(st.sampled_from(MOVABLES), min_size=4, max_size=10)):
        held = hand_free and draw(st.integers(0, 6)) == 0
        hand_free &= not held
        spots = [p for p in places + carriers if ONTOLOGY.fits(kind, world.objects[p].type)]
        spots = [p for p in spots if not full(world, p)]
        parent = None if held else draw(st.sampled_from([None, *spots]))
        states = {
            name: draw(st.sampled_from([0.1, 0.5, 0.9]))
            for name in draw(st.sets(st.sampled_from(["dirty", "clean", "cooked"]), max_size=2))
        }
        failed = draw(st.sampled_from([0, 0, 0, 1, 3, 9]))
        name = world.add(kind, parent, held=held, unreachable=failed, **states)
        if ONTOLOGY.affords(kind, "receptacle") and parent in (None, *places):
            carriers.append(name)
    return world


def full(world: WorldBuilder, name: str) -> bool:
    """Whether a place has as many objects as it may."""
    capacity = ONTOLOGY.types[world.objects[name].type].capacity
    inside = sum(item.parent == name for item in world.objects.values())
    return capacity is not None and inside >= capacity


@st.composite
def problems(draw: st.DrawFn) -> tuple[WorldBuilder, Formula]:
    """A world and a goal, mostly about types that are there.

    Quantifiers up to three deep, conjunction, disjunction, negation and distinct objects.
    """
    world = draw(worlds())
    there = {item.type for item in world.objects.values()}
    if not draw(st.integers(0, 7)):
        there |= {*MOVABLES, *PLACES}
    kinds = [kind for kind in MOVABLES if kind in there]
    places = [kind for kind in PLACES if kind in there]
    return world, parse_goal(draw(_quantified(kinds, places, depth=2)))


@st.composite
def _quantified(draw: st.DrawFn, kinds: list[str], places: list[str], depth: int) -> str:
    kind = draw(st.sampled_from(kinds))
    place = draw(st.sampled_from(places))
    word = draw(st.sampled_from(["exists", "exists", "forall"]))
    shape = draw(st.integers(0, 5))
    if depth > 0 and shape == 0:
        join = draw(st.sampled_from(["and", "or"]))
        parts = [draw(_quantified(kinds, places, depth=depth - 1)) for _ in range(2)]
        return f"({join} {' '.join(parts)})"
    if depth > 0 and shape == 1:
        return f"(not {draw(_quantified(kinds, places, depth=depth - 1))})"
    if shape == 2:
        body = draw(_literal("?a", place))
        return f"(exists (?a ?b - {kind}) (and (not (= ?a ?b)) {body} {body.replace('?a', '?b')}))"
    if shape == 3:
        inner = draw(_place_literal("?r"))
        return f"({word} (?r - {place}) (and {inner} (exists (?a - {kind}) (in ?a ?r))))"
    if shape == 4:
        inner = draw(_place_literal("?r"))
        return f"(exists (?r - {place}) (and {inner} (forall (?a - {kind}) (in ?a ?r))))"
    join = draw(st.sampled_from(["and", "and", "or"]))
    parts = draw(st.lists(_literal("?a", place), min_size=1, max_size=3))
    return f"({word} (?a - {kind}) ({join} {' '.join(parts)}))"


@st.composite
def _literal(draw: st.DrawFn, name: str, place: str) -> str:
    if draw(st.booleans()):
        text = f"(exists (?p - {place}) (in {name} ?p))"
    else:
        text = f"({draw(st.sampled_from(STATES))} {name})"
    return text if draw(st.integers(0, 3)) else f"(not {text})"


@st.composite
def _place_literal(draw: st.DrawFn, name: str) -> str:
    text = f"({draw(st.sampled_from(PLACE_STATES))} {name})"
    return text if draw(st.booleans()) else f"(not {text})"
