# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from math import isfinite, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.mapping.objects.evidence import (
    PLAIN,
    Kinds,
    Novelty,
    alike,
    bounded,
    direction,
    logit,
    ratios,
    resemblance,
    share,
    told_types,
)
from egoplan_ros.world.detection import Detection

TYPES = 100
probabilities = st.floats(0.0, 1.0)


def seen(*candidates, score=0.9):
    kind = candidates[0][0] if candidates else "Mug"
    return Detection(kind, score, 1, (0, 0, 5, 5), (2, 2), {}, tuple(candidates))


tops = st.lists(
    st.tuples(st.sampled_from("Mug Cup Bowl Pot Pan".split()), st.floats(0.0, 0.33)),
    min_size=1,
    max_size=3,
    unique_by=lambda pair: pair[0],
)


@given(st.one_of(st.floats(), st.just(nan)))
def test_log_odds_are_finite_whatever_is_told(value):
    assert isfinite(logit(value))
    assert abs(logit(value)) <= PLAIN


@given(st.floats(0.01, 0.99))
def test_log_odds_come_back(value):
    assert share(logit(value)) == pytest.approx(value)


@given(st.lists(tops, min_size=1, max_size=5), st.randoms())
def test_the_type_does_not_depend_on_the_order_of_looks(looks, random):
    looks = [seen(*top) for top in looks]
    first, second = Kinds(TYPES), Kinds(TYPES)
    told = [ratios(item, TYPES) for item in looks]
    small = [{name: 0.2 * value for name, value in one.items()} for one in told]  # within bounds
    for one in small:
        first.add(one)
    random.shuffle(small)
    for one in small:
        second.add(one)
    assert dict(first.posterior()) == pytest.approx(dict(second.posterior()))


@given(st.lists(tops, min_size=0, max_size=40))
def test_the_posterior_is_one_and_can_still_change(looks):
    kinds = Kinds(TYPES)
    for top in looks:
        kinds.add(ratios(seen(*top), TYPES))
    told = kinds.posterior()
    assert all(0.0 <= p <= 1.0 for _, p in told)
    assert sum(p for _, p in told) <= 1.0 + 1e-9
    assert [p for _, p in told] == sorted((p for _, p in told), reverse=True)
    for _ in range(4):
        kinds.add(ratios(seen(("Vase", 0.9)), TYPES))
    assert kinds.posterior()[0][0] == "Vase"


def test_looks_that_waver_between_two_types_are_decided_by_their_probabilities():
    kinds = Kinds(TYPES)
    for p in (0.6, 0.55, 0.2):
        kinds.add(ratios(seen(("Mug", p), ("Cup", 0.95 - p)), TYPES))
    assert kinds.posterior()[0][0] == "Cup"


@given(st.integers(1, 1000))
def test_standing_still_is_less_than_two_looks(count):
    novelty = Novelty()
    assert sum(novelty.weight((1, 0, 2), "there", "seen") for _ in range(count)) < 2.0


def test_another_view_and_another_outcome_are_news():
    novelty = Novelty()
    for _ in range(5):
        novelty.weight((1, 0, 2), "there", "seen")
    assert novelty.weight((2, 0, 2), "there", "seen") == 1.0
    assert novelty.weight((1, 0, 2), "there", "missed") == 1.0
    novelty.forget("there")
    assert novelty.weight((2, 0, 2), "there", "seen") == 1.0


def test_novelty_is_kept():
    novelty = Novelty()
    for _ in range(3):
        novelty.weight((1, 0, 2), "open", "True")
    again = Novelty.from_list(novelty.to_list())
    assert again.weight((1, 0, 2), "open", "True") == 1.0 / 16.0


def test_the_step_of_a_grid_and_a_turn_about_the_thing_are_other_views():
    place = np.zeros(3)
    assert direction(np.array([2.0, 0.0, 1.0]), place) == direction(
        np.array([2.02, 0.02, 1.0]), place
    )
    assert direction(np.array([2.0, 0.0, 1.0]), place) != direction(
        np.array([0.0, 2.0, 1.0]), place
    )
    assert direction(np.array([2.0, 0.0, 1.0]), place) != direction(
        np.array([0.8, 0.0, 0.4]), place
    )
    assert all(map(isfinite, direction(place, place)))


def test_candidates_that_are_no_probabilities_are_left_out():
    assert told_types(seen(("Mug", 0.5), ("Cup", nan), ("Pot", 7.0))) == (("Mug", 0.5),)
    assert sum(p for _, p in told_types(seen(("Mug", 0.9), ("Cup", 0.9)))) == pytest.approx(1.0)
    assert ratios(seen(), TYPES).keys() == {"Mug"}


@given(tops, tops)
def test_being_of_one_type_is_a_probability(first, second):
    assert 0.0 <= alike(tuple(first), tuple(second)) <= 1.0


def test_looks_that_cannot_be_compared_tell_nothing():
    one = np.array([1.0, 0.0], np.float32)
    assert resemblance(one, None) is resemblance(one, np.ones(3, np.float32)) is None
    assert resemblance(one, np.array([nan, 0.0], np.float32)) is None
    assert resemblance(one, one) == 1.0


@given(st.floats(-1e6, 1e6))
def test_nothing_is_believed_for_good(value):
    assert 0.009 < share(bounded(value)) < 0.991
