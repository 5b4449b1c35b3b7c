"""Goals: text form, evaluation, refusal of malformed text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import (
    And,
    Atom,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    holds,
    parse_goal,
    to_pddl,
    variable_types,
    witness,
)

WORLD = {"Mug": ["m1", "m2"], "Fridge": ["f1"], "Apple": []}
FACTS = {("in", ("m1", "f1")), ("clean", ("m1",)), ("open", ("f1",))}


def _holds(text: str) -> bool:
    return holds(parse_goal(text), lambda t: WORLD.get(t, []), lambda p, a: (p, a) in FACTS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(exists (?m - Mug ?f - Fridge) (and (clean ?m) (on ?m ?f)))", True),
        ("(exists (?a ?b - Mug) (and (not (= ?a ?b)) (in ?a f1) (in ?b f1)))", False),
        ("(forall (?m - Mug) (in ?m f1))", False),
        ("(forall (?a - Apple) (in ?a f1))", True),
        ("(exists (?a - Apple) (holding ?a))", False),
        ("(or (open f1) (hot m1))", True),
        ("(imply (hot m1) (cold m1))", True),
        ("(not (open f1))", False),
    ],
)
def test_evaluation(text: str, expected: bool) -> None:
    assert _holds(text) is expected


def test_witness_names_the_objects() -> None:
    goal = parse_goal("(exists (?m - Mug) (clean ?m))")
    found = witness(goal, lambda t: WORLD.get(t, []), lambda p, a: (p, a) in FACTS)
    assert found == {"?m": "m1"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(",
        ")",
        "(and (open x)",
        "(not)",
        "(exists (x - Mug) (open x))",
        "(exists (?x - Mug))",
        "(open x) extra",
        "(= a)",
        "((open x))",
        "(exists (?x - Mug ?x - Cup) (open ?x))",
        "(" * 300 + ")" * 300,
        "x" * 30_000,
    ],
)
def test_malformed_text_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse_goal(text)
    assert "\n" not in str(error.value)


NAMES = st.sampled_from(["m1", "f1", "?x"])
LEAVES = st.one_of(
    st.builds(Atom, st.just("in"), st.tuples(NAMES, NAMES)),
    st.builds(Atom, st.sampled_from(["open", "clean"]), st.tuples(NAMES)),
    st.builds(Equal, NAMES, NAMES),
)
VARIABLES = st.just((("?x", "Mug"), ("?y", "Fridge")))


def _extend(children: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    parts = st.lists(children, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Not, children),
        st.builds(And, parts),
        st.builds(Or, parts),
        st.builds(Exists, VARIABLES, children),
        st.builds(Forall, VARIABLES, children),
    )


@given(st.recursive(LEAVES, _extend, max_leaves=8))
def test_text_form_reads_back(formula: Formula) -> None:
    assert parse_goal(to_pddl(formula)) == formula
    assert set(variable_types(formula).values()) <= {"Mug", "Fridge"}


@given(st.text(max_size=60))
def test_any_text_gives_a_formula_or_an_input_error(text: str) -> None:
    try:
        formula = parse_goal(text)
    except InputError:
        return
    assert parse_goal(to_pddl(formula)) == formula
