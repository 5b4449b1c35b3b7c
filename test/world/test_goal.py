# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goals: text form, evaluation, refusal of malformed text."""

from itertools import combinations, product

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


def counted(count: int) -> Formula:
    """As many spoons on a table; the table is named last, as in a sentence."""
    names = [f"?s{i}" for i in range(count)]
    unequal = " ".join(f"(not (= {a} {b}))" for a, b in combinations(names, 2))
    places = " ".join(f"(in {name} ?t)" for name in names)
    return parse_goal(f"(exists ({' '.join(names)} - Spoon ?t - Table) (and {unequal} {places}))")


@pytest.mark.parametrize(("count", "expected"), [(7, True), (8, False)])
def test_many_alike_are_counted_without_trying_every_order(count: int, expected: bool) -> None:
    things = {"Spoon": [f"s{i}" for i in range(14)], "Table": ["t1", "t2", "t3"]}
    asked = 0

    def fact(_: str, args: tuple[str, ...]) -> bool:
        nonlocal asked
        asked += 1
        return args[1] == "t2" and int(args[0][1:]) % 2 == 0

    assert holds(counted(count), lambda kind: things[kind], fact) is expected
    assert asked < 5000


CHOSEN = ["?a", "?b", "?c", "?d"]
CONDITIONS = st.one_of(
    st.builds(Atom, st.just("in"), st.tuples(st.sampled_from(CHOSEN), st.sampled_from(CHOSEN))),
    st.builds(Atom, st.sampled_from(["open", "clean"]), st.tuples(st.sampled_from(CHOSEN))),
    st.builds(Equal, st.sampled_from(CHOSEN), st.sampled_from(CHOSEN)),
)
BODIES = st.lists(
    st.one_of(
        CONDITIONS,
        st.builds(Not, CONDITIONS),
        st.builds(Or, st.lists(CONDITIONS, min_size=1, max_size=2).map(tuple)),
    ),
    min_size=1,
    max_size=8,
).map(lambda parts: And(tuple(parts)))


@given(BODIES, st.lists(st.sampled_from(["Mug", "Fridge"]), min_size=4, max_size=4), st.data())
def test_same_answer_as_when_every_choice_is_tried(
    body: Formula, kinds: list[str], data: st.DataObject
) -> None:
    things = {"Mug": ["m1", "m2", "m3"], "Fridge": ["f1", "f2"]}
    ids = [name for names in things.values() for name in names]
    pairs = [("in", pair) for pair in product(ids, ids)]
    facts = data.draw(
        st.frozensets(
            st.sampled_from([*pairs, *((p, (i,)) for p in ("open", "clean") for i in ids)])
        )
    )

    def true(env: dict[str, str]) -> bool:
        return holds(body, lambda kind: things[kind], lambda p, a: (p, a) in facts, env)

    choices = [
        dict(zip(CHOSEN, names, strict=True))
        for names in product(*(things[kind] for kind in kinds))
    ]
    goal = Exists(tuple(zip(CHOSEN, kinds, strict=True)), body)
    found = witness(goal, lambda kind: things[kind], lambda p, a: (p, a) in facts)
    assert (found is not None) is any(map(true, choices))
    assert found is None or (found in choices and true(found))


PLAIN = {"Mug": ["m1", "m2"], "Fridge": ["f1", "f2", "f3"], "Apple": []}


def plainly(formula: Formula, facts: frozenset, env: dict[str, str]) -> bool:
    """The meaning of a formula as it stands in a textbook."""
    match formula:
        case Atom(predicate, args):
            return (predicate, tuple(env.get(arg, arg) for arg in args)) in facts
        case Equal(left, right):
            return env.get(left, left) == env.get(right, right)
        case Not(body):
            return not plainly(body, facts, env)
        case And(parts):
            return all(plainly(part, facts, env) for part in parts)
        case Or(parts):
            return any(plainly(part, facts, env) for part in parts)
        case Exists(variables, body) | Forall(variables, body):
            names = [name for name, _ in variables]
            bound = (
                plainly(body, facts, env | dict(zip(names, ids, strict=True)))
                for ids in product(*(PLAIN[kind] for _, kind in variables))
            )
            return any(bound) if isinstance(formula, Exists) else all(bound)


def quantified(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    """Connectives and quantifiers that may bind the names of those around them anew."""
    variables = st.lists(
        st.tuples(st.sampled_from(["?a", "?b"]), st.sampled_from(sorted(PLAIN))),
        min_size=1,
        max_size=2,
        unique_by=lambda pair: pair[0],
    ).map(tuple)
    parts = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Not, inner),
        st.builds(And, parts),
        st.builds(Or, parts),
        st.builds(Exists, variables, inner),
        st.builds(Forall, variables, inner),
    )


NAMES = st.sampled_from(["?a", "?b"])
NESTED = st.recursive(
    st.one_of(
        st.builds(Atom, st.just("clean"), st.tuples(NAMES)),
        st.builds(Atom, st.just("in"), st.tuples(NAMES, NAMES)),
        st.builds(Equal, NAMES, NAMES),
    ),
    quantified,
    max_leaves=6,
)
IDS = [name for names in PLAIN.values() for name in names]
TRUE = st.frozensets(
    st.sampled_from(
        [*(("in", pair) for pair in product(IDS, IDS)), *(("clean", (i,)) for i in IDS)]
    )
)


@given(NESTED, TRUE)
def test_what_a_quantifier_binds_is_nothing_to_the_formula_around_it(
    body: Formula, facts: frozenset
) -> None:
    goal = Exists((("?a", "Mug"), ("?b", "Fridge")), body)
    assert holds(goal, PLAIN.__getitem__, lambda p, a: (p, a) in facts) == plainly(goal, facts, {})


def test_a_name_bound_anew_inside_keeps_its_meaning_outside() -> None:
    text = "(exists (?m - Mug) (and (exists (?m - Fridge) (open ?m)) (clean ?m)))"
    assert _holds(text)


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
