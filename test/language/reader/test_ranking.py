# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Candidates of several readers, ranked together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.language.reader.ranking import DESCRIBED, Candidate, ranked, untold_types
from egoplan_ros.language.reader.style import Style
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
NONE: frozenset[str] = frozenset()
EVEN = Style(0.5, 0.5, 0.0)
NAMES = (("Mug",), ("SinkBasin",))


def candidate(goal: str, chance: float, literal: bool, untold: int = 0, *types: str) -> Candidate:
    return Candidate(parse_goal(goal), chance, literal, untold, frozenset(types))


IN = "(exists (?m - Mug ?s - SinkBasin) (in ?m ?s))"
CLEAN = "(exists (?m - Mug) (clean ?m))"
WASHED = "(exists (?m - Mug ?s - SinkBasin) (and (clean ?m) (in ?m ?s)))"


def test_the_style_tells_who_is_believed() -> None:
    two = [
        candidate(IN, 0.8, True, 0, "Mug", "SinkBasin"),
        candidate(WASHED, 0.8, False, 0, "Mug", "SinkBasin"),
    ]
    for style, best in ((Style(0.9, 0.1, 0.0), IN), (Style(0.001, 0.999, 0.0), WASHED)):
        order = ranked(two, NAMES, NONE, style, "annotation", 0.0, ONTOLOGY)
        assert order[0].candidate.formula == parse_goal(best)


def test_what_nobody_said_costs() -> None:
    two = [
        candidate(WASHED, 0.8, False, 1, "Mug", "SinkBasin"),
        candidate(IN, 0.2, False, 0, "Mug", "SinkBasin"),
    ]
    order = ranked(two, NAMES, NONE, EVEN, "annotation", 0.0, ONTOLOGY)
    assert order[0].candidate.formula == parse_goal(IN)


def test_a_name_left_out_costs() -> None:
    two = [
        candidate(CLEAN, 0.5, True, 0, "Mug"),
        candidate(IN, 0.4, True, 0, "Mug", "SinkBasin"),
    ]
    order = ranked(two, NAMES, NONE, EVEN, "annotation", 0.0, ONTOLOGY)
    assert order[0].candidate.formula == parse_goal(IN)


def test_a_state_left_out_costs() -> None:
    two = [
        candidate(IN, 0.5, True, 0, "Mug", "SinkBasin"),
        candidate(WASHED, 0.4, True, 0, "Mug", "SinkBasin"),
    ]
    order = ranked(two, NAMES, frozenset({"clean"}), EVEN, "annotation", 0.0, ONTOLOGY)
    assert order[0].candidate.formula == parse_goal(WASHED)


def test_the_same_goal_of_two_readers_is_one() -> None:
    other = "(exists (?o - Mug ?r - SinkBasin) (in ?o ?r))"
    two = [
        candidate(IN, 0.6, True, 0, "Mug", "SinkBasin"),
        candidate(other, 0.6, False, 0, "Mug", "SinkBasin"),
    ]
    (only,) = ranked(two, NAMES, NONE, EVEN, "annotation", 0.0, ONTOLOGY)
    alone = ranked(two[:1], NAMES, NONE, EVEN, "annotation", 0.0, ONTOLOGY)[0]
    assert only.probability >= alone.probability - 1e-9


def test_nothing_is_nothing() -> None:
    assert ranked([], NAMES, NONE, EVEN, "annotation", 0.0, ONTOLOGY) == []


@given(
    st.lists(
        st.tuples(st.sampled_from([IN, CLEAN, WASHED]), st.floats(0.01, 1), st.booleans()),
        min_size=1,
    ),
    st.sampled_from(sorted(DESCRIBED)),
    st.floats(0, 1),
)
def test_the_best_stays_the_best(
    found: list[tuple[str, float, bool]], kind: str, refusal: float
) -> None:
    total = sum(chance for _, chance, _ in found)
    items = [
        candidate(goal, chance / max(total, 1), literal, 0, "Mug")
        for goal, chance, literal in found
    ]
    chances = [
        item.probability for item in ranked(items, NAMES, NONE, EVEN, kind, refusal, ONTOLOGY)
    ]
    assert chances[0] == pytest.approx(max(chances))
    assert sum(chances) <= 1 + 1e-6
    assert all(0 <= chance <= 1 for chance in chances)


def test_types_that_no_name_tells() -> None:
    assert untold_types(frozenset({"Mug", "Fridge"}), NAMES, ONTOLOGY) == 1
    assert untold_types(frozenset({"Mug"}), NAMES, ONTOLOGY) == 0
