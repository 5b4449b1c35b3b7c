# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The cheapest choice is that of a search through all choices, and is made in time."""

from itertools import combinations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from egoplan_ros.behavior.binding_search import IMPOSSIBLE, cheapest
from egoplan_ros.world.goal import And, Atom, Equal, Formula, Not, parse_goal

NAMES = ["?a", "?b", "?c", "?d"]
PART = st.one_of(
    st.builds(Atom, st.just("in"), st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES))),
    st.builds(Atom, st.sampled_from(["open", "hot"]), st.tuples(st.sampled_from(NAMES))),
    st.builds(Equal, st.sampled_from(NAMES), st.sampled_from(NAMES)).map(Not),
)
COLUMNS = st.sampled_from([("m1", "m2", "m3"), ("f1", "f2")])


def price(part: Formula, env: dict[str, str]) -> float:
    """Some price that depends on the values only."""
    match part:
        case Atom(predicate, args):
            return sum(map(ord, "".join((predicate, *(env[arg] for arg in args))))) % 3 / 2
        case Not(Equal(left, right)):
            return IMPOSSIBLE if env[left] == env[right] else 0.0
    raise AssertionError(part)


def extra(value: str) -> float:
    return int(value[1:]) / 8 - 0.25


def total(parts: list[Formula], env: dict[str, str]) -> float:
    return sum(price(part, env) for part in parts) + sum(map(extra, env.values()))


TWICE = [Not(Equal(*pair)) for pair in (("?a", "?b"),) * 2 + (("?a", "?d"), ("?b", "?d"))]


@example(TWICE, [("f1", "f2"), ("f1", "f2"), ("m1", "m2", "m3"), ("f1", "f2")])
@given(st.lists(PART, max_size=8), st.lists(COLUMNS, min_size=4, max_size=4))
def test_nothing_is_cheaper(parts, kinds):
    found = cheapest(dict(zip(NAMES, kinds, strict=True)), parts, price, extra)
    assert found is not None
    least = min(total(parts, dict(zip(NAMES, names, strict=True))) for names in product(*kinds))
    assert total(parts, found) == pytest.approx(least)


def test_there_is_none_without_candidates():
    assert cheapest({"?a": ["m1"], "?b": []}, [], price, extra) is None


ALIKE = [f"?s{number}" for number in range(6)]
UNEQUAL = " ".join(f"(not (= {one} {other}))" for one, other in combinations(ALIKE, 2))


@pytest.mark.parametrize("apart", [UNEQUAL, ""])
def test_few_of_the_choices_are_looked_at(apart):
    places = " ".join(f"(in {name} ?t)" for name in ALIKE)
    goal = parse_goal(f"(and {apart} {places})")
    assert isinstance(goal, And)
    asked = 0

    def counted(part: Formula, env: dict[str, str]) -> float:
        nonlocal asked
        asked += 1
        return price(part, env)

    columns = {name: [f"s{i}" for i in range(7)] for name in ALIKE} | {"?t": ["t1", "t2", "t3"]}
    assert cheapest(columns, goal.parts, counted, extra) is not None
    assert asked < 12_000  # of five millions
