# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goals in plain words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.world.goal import And, Atom, Exists, Forall, Formula, Not, Or, parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.words.goal_words import goal_words, type_words

ONTOLOGY = load_ontology()


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("(forall (?k - StoveKnob) (not (toggled ?k)))", "every stove knob is off"),
        (
            "(exists (?m - Mug ?d - Drawer) (and (clean ?m) (in ?m ?d)))",
            "a mug is clean and in a drawer",
        ),
        (
            "(exists (?a - Fork ?b - Fork ?d - DiningTable)"
            " (and (not (= ?a ?b)) (in ?a ?d) (in ?b ?d)))",
            "two forks are on a dining table",
        ),
        (
            "(exists (?d - Fridge) (forall (?a - Apple) (in ?a ?d)))",
            "every apple is in a fridge",
        ),
        ("(exists (?m - Mug) (holding ?m))", "a mug is in the robot's hand"),
        (
            "(forall (?b - Book) (forall (?d - Bed) (not (in ?b ?d))))",
            "every book is not on any bed",
        ),
        (
            "(or (exists (?f - Fridge) (open ?f)) (handempty))",
            "a fridge is open or the hand is empty",
        ),
        ("(and (clean Mug_1) (in Mug_1 Shelf_2))", "Mug_1 is clean and on Shelf_2"),
        ("(and)", "nothing is to be done"),
    ],
)
def test_what_holds_in_the_end(goal: str, words: str) -> None:
    assert goal_words(parse_goal(goal), ONTOLOGY) == words


def test_every_type_has_a_name() -> None:
    for kind in ONTOLOGY.types:
        assert type_words(kind, ONTOLOGY)


_ATOMS = st.sampled_from(
    [Atom("clean", ("?x",)), Atom("in", ("?x", "?y")), Atom("toggled", ("?y",)), Atom("handempty")]
)
_BODIES = st.recursive(
    _ATOMS | _ATOMS.map(Not),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map(tuple).map(And)
        | st.lists(inner, min_size=1, max_size=3).map(tuple).map(Or)
        | inner.map(Not)
    ),
    max_leaves=6,
)


@given(_BODIES, st.sampled_from([Exists, Forall]))
def test_any_goal_has_words(body: Formula, quantifier: type) -> None:
    goal = quantifier((("?x", "Mug"), ("?y", "Shelf")), body)
    words = goal_words(goal, ONTOLOGY)
    assert words.strip()
    assert "?" not in words
