# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames and a detector's messages, by stamp."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.perception.detections.matching import Match, StampMatcher

SECOND = 1_000_000_000


def matcher(tolerance=0.05, patience=5.0):
    return StampMatcher(tolerance, patience)


def decided(one, now, alive=True):
    return [(match.frame, match.message) for match in one.decided(now, alive)]


def test_a_message_of_the_very_stamp_decides_at_once():
    one = matcher()
    one.frame(SECOND, SECOND, 0.0)
    assert one.decided(0.0) == []
    one.message(SECOND, "mine", 0.1)
    assert one.decided(0.1) == [Match(SECOND, "mine", 0.0)]
    assert one.decided(9.0) == []


def test_it_may_come_before_its_frame():
    one = matcher()
    one.message(SECOND, "mine", 0.0)
    one.frame(SECOND, SECOND, 0.1)
    assert decided(one, 0.1) == [(SECOND, "mine")]


def test_a_stamp_that_lost_its_digits_is_still_the_same():
    one = matcher()
    one.frame(SECOND + 999_999, SECOND + 999_999, 0.0)
    one.message(SECOND, "in milliseconds", 0.0)
    assert decided(one, 0.0) == [(SECOND + 999_999, "in milliseconds")]


def test_the_nearest_within_the_tolerance_is_taken_once_one_from_after_the_frame_is_there():
    one = matcher()
    one.message(SECOND - 33_000_000, "before", 0.0)
    one.frame(SECOND, SECOND, 0.0)
    assert decided(one, 0.1) == []  # the one of its very stamp may be on the way
    one.message(SECOND + 30_000_000, "after", 0.2)
    assert decided(one, 0.2) == [(SECOND, "after")]


def test_one_that_is_nearly_of_it_is_taken_when_no_closer_one_comes():
    one = matcher()
    one.frame(SECOND, SECOND, 0.0)
    one.message(SECOND - 33_000_000, "early", 0.0)
    assert decided(one, 0.4) == []
    assert decided(one, 0.6) == [(SECOND, "early")]


def test_what_comes_of_later_pictures_only_says_that_the_frame_was_not_judged():
    one = matcher()
    one.frame(SECOND, SECOND, 0.0)
    one.message(SECOND - 200_000_000, "of before", 0.0)
    assert decided(one, 0.0) == []
    one.message(SECOND + 200_000_000, "of after", 0.1)
    (match,) = one.decided(0.1)
    assert match.message is None
    assert abs(match.apart) == pytest.approx(0.2)


def test_a_detector_that_says_nothing_gives_a_frame_up_but_only_if_it_is_there():
    one = matcher(patience=5.0)
    one.frame(SECOND, SECOND, 0.0)
    assert decided(one, 100.0, alive=False) == []
    assert decided(one, 4.9) == []
    assert decided(one, 5.1) == [(SECOND, None)]
    one.message(SECOND, "late", 6.0)
    assert one.late == 1
    one.frame(SECOND, SECOND, 7.0)  # sent again for somebody who missed it
    assert decided(one, 7.0) == [(SECOND, "late")]


def test_a_frame_that_is_sent_again_gets_the_same():
    one = matcher()
    one.frame(SECOND, SECOND, 0.0)
    one.message(SECOND, "mine", 0.0)
    for now in (0.0, 1.0, 50.0):
        one.frame(SECOND, SECOND, now)
        assert decided(one, now) == [(SECOND, "mine")]
    one.frame(2 * SECOND, 2 * SECOND, 60.0)
    one.message(3 * SECOND, "of after", 60.0)
    for now in (60.0, 61.0):
        one.frame(2 * SECOND, 2 * SECOND, now)
        assert decided(one, now) == [(2 * SECOND, None)]


def test_a_message_that_is_of_one_frame_is_not_taken_for_the_next():
    """Simulated frames follow each other as closely as that."""
    one = matcher()
    one.frame(SECOND, SECOND, 0.0)
    one.message(SECOND, "first", 0.0)
    assert decided(one, 0.0) == [(SECOND, "first")]
    one.frame(SECOND + 20_000_000, SECOND + 20_000_000, 1.0)
    assert decided(one, 2.0) == []
    one.message(SECOND + 20_000_000, "second", 2.0)
    assert decided(one, 2.0) == [(SECOND + 20_000_000, "second")]
    one.frame(SECOND, SECOND, 3.0)
    assert decided(one, 3.0) == [(SECOND, "first")]


def test_nothing_is_taken_over_a_reset():
    one = matcher()
    one.message(SECOND, "of the episode before", 0.0)
    one.frame(SECOND, SECOND, 0.0)
    one.clear()
    one.frame(SECOND, SECOND, 1.0)
    assert decided(one, 1.0) == []
    assert one.waiting == SECOND


def test_a_message_from_before_the_clock_was_set_back_decides_nothing():
    one = matcher()
    one.message(1000 * SECOND, "of another clock", 0.0)
    one.frame(SECOND, SECOND, 0.0)
    assert decided(one, 1.0) == []


def test_what_is_newer_gives_up_what_is_older():
    one = matcher()
    one.frame(SECOND, SECOND, 0.0)
    one.frame(2 * SECOND, 2 * SECOND, 0.0)
    one.message(2 * SECOND, "newer", 0.0)
    # The detector went on to the next: the first was not judged.
    assert decided(one, 0.0) == [(SECOND, None), (2 * SECOND, "newer")]
    assert one.waiting is None


@given(
    st.lists(
        st.tuples(st.booleans(), st.integers(0, 400), st.floats(0.0, 0.2)), min_size=1, max_size=60
    ),
    st.sampled_from([0.0, 0.05, 0.3]),
)
def test_no_message_is_taken_for_a_frame_it_is_not_near_and_nothing_piles_up(events, tolerance):
    one, now = matcher(tolerance), 0.0
    for is_frame, hundredths, passed in events:
        now += passed
        stamp = hundredths * SECOND // 100
        if is_frame:
            one.frame(stamp, stamp, now)
        else:
            one.message(stamp, stamp, now)
        for match in one.decided(now):
            if match.message is not None:
                assert abs(match.message - match.frame) <= max(tolerance, 0.002) * SECOND
        assert len(one._frames) <= 8
        assert len(one._messages) <= 32
