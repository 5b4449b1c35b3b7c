# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.objects.association import associate, box_gap, is_sliver
from egoplan_ros.mapping.objects.sighting import Sighting
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.objects.visibility import Visibility
from egoplan_ros.world.detection import Detection
from egoplan_ros.world.object import Belief, View
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()


def sighting(kind, center, size=(0.1, 0.1, 0.1), label=1, cut=False):
    center, half = np.array(center, float), np.array(size, float) / 2
    return Sighting(
        detection=Detection(kind, 1.0, label, (0, 0, 1, 1), (0, 0)),
        low=center - half,
        high=center + half,
        middle=center,
        samples=(center + half * np.array([[1, 1, 1], [-1, -1, -1.0]])).astype(np.float32),
        pixels=100,
        distance=1.0,
        cut=cut,
        view=View((0.5, 0.5), 100, 1.0, 0.8),
    )


def track(kind, center, size=(0.1, 0.1, 0.1), name="", cut=False):
    center, half = np.array(center, float), np.array(size, float) / 2
    return Track(name or f"{kind}_1", kind, center - half, center + half, np.zeros((0, 3)), cut=cut)


def blind(n, labels=10):
    zero = np.zeros(n, dtype=np.int64)
    votes = np.zeros((n, labels), dtype=np.int64)
    return Visibility(
        zero,
        zero,
        zero,
        zero,
        zero,
        votes,
        zero.astype(float),
        votes,
        zero,
        np.zeros(0, bool),
        np.zeros(0, bool),
        np.zeros(0, np.int64),
        zero,
    )


def saw(n, votes, seen=10, labels=10):
    table = blind(n, labels)
    table.in_view = np.full(n, seen)
    table.seen = np.full(n, seen)
    for t, label, count in votes:
        table.votes[t, label] = count
    return table


def run(seen, tracks, visible=None, **settings_):
    visible = visible or blind(len(tracks))
    return associate(seen, tracks, visible, ONTOLOGY, MappingConfig(**settings_))


def test_types_never_mix():
    result = run([sighting("Mug", (1, 0, 1))], [track("Cup", (1, 0, 1))])
    assert result.pairs == ()
    assert result.new == (0,)


def test_two_mugs_keep_apart():
    seen = [sighting("Mug", (1, 0.2, 1), label=1), sighting("Mug", (1, 0, 1), label=2)]
    tracks = [track("Mug", (1, 0, 1)), track("Mug", (1, 0.2, 1), name="Mug_2")]
    assert set(run(seen, tracks).pairs) == {(0, 1), (1, 0)}


def test_a_second_mug_near_a_hidden_first_one_is_new():
    result = run([sighting("Mug", (1, 0.18, 1))], [track("Mug", (1, 0, 1))])
    assert result.new == (0,)


def test_a_mug_that_left_its_place_is_found_nearby():
    table = blind(1)
    table.in_view, table.through = np.array([10]), np.array([9])
    result = run([sighting("Mug", (1, 0.35, 1))], [track("Mug", (1, 0, 1))], table)
    assert result.pairs == ((0, 0),)


def test_pieces_of_a_counter_become_one():
    left = track("CounterTop", (1.5, 1.0, 0.45), (0.6, 1.0, 0.9), cut=True)
    piece = sighting("CounterTop", (1.5, 0.05, 0.45), (0.6, 0.9, 0.9), cut=True)
    assert run([piece], [left]).pairs == ((0, 0),)


def test_adjacent_drawers_stay_two():
    first = track("Drawer", (1.4, 0.4, 0.6), (0.02, 0.4, 0.2), cut=True)
    second = sighting("Drawer", (1.4, 0.0, 0.6), (0.02, 0.4, 0.2), cut=True)
    assert run([second], [first]).new == (0,)


def test_a_sliver_of_a_tap_at_the_edge_of_the_image_is_no_second_tap():
    tap = track("Faucet", (-1.54, 2.07, 1.07), (0.18, 0.2, 0.33))
    sliver = sighting("Faucet", (-1.43, 2.15, 0.94), (0.07, 0.03, 0.07), cut=True)
    assert run([sliver], [tap]).pairs == ((0, 0),)
    assert is_sliver(sliver, tap, ONTOLOGY)
    assert not is_sliver(sighting("Faucet", tap.center, (0.2, 0.2, 0.3), cut=True), tap, ONTOLOGY)
    beside = sighting("Faucet", (-1.3, 2.15, 0.94), (0.07, 0.03, 0.07), cut=True)
    assert run([beside], [tap]).new == (0,)
    knob = track("StoveKnob", (1.0, 0.0, 1.0), (0.06, 0.06, 0.06))
    next_one = sighting("StoveKnob", (1.0, 0.1, 1.0), (0.06, 0.06, 0.06), cut=True)
    assert run([next_one], [knob]).new == (0,)


def test_an_open_door_belongs_to_the_cabinet_that_is_open():
    shut = track("Cabinet", (1.0, 0.0, 1.7), (0.02, 0.4, 0.7))
    ajar = track("Cabinet", (1.0, 0.42, 1.7), (0.02, 0.4, 0.7), name="Cabinet_2")
    ajar.states["open"] = Belief(1.0)
    door = sighting("Cabinet", (0.8, 0.21, 1.7), (0.4, 0.02, 0.7))
    door.detection.states["open"] = 1.0
    assert run([door], [shut, ajar]).pairs == ((0, 1),)
    assert run([door], [shut]).new == (0,)


def test_a_drawer_pulled_out_below_an_open_one_is_neither_that_one_nor_new():
    """Of both, only what is pulled out is in view; the lower one was opened a moment ago."""
    upper = track("Drawer", (0, 0.1, 0.6), (0.4, 0.7, 0.3), name="Drawer_1")
    lower = track("Drawer", (0, 0.25, 0.28), (0.4, 0.4, 0.3), name="Drawer_2")
    for item in (upper, lower):
        item.states["open"] = Belief(1.0)
    out = [
        sighting("Drawer", (0, -0.15, 0.29), (0.4, 0.2, 0.3), label=1),
        sighting("Drawer", (0, -0.07, 0.61), (0.4, 0.36, 0.28), label=2),
    ]
    for item in out:
        item.detection.states["open"] = 1.0
    assert set(run(out, [upper, lower], saw(2, [(0, 2, 9)])).pairs) == {(0, 1), (1, 0)}
    assert run(out[1:], [lower]).new == (0,)
    lower.states["open"] = Belief(0.0)
    assert run(out[:1], [upper, lower]).pairs == ((0, 1),)


def test_an_open_door_is_not_that_of_the_cabinet_above():
    above = track("Cabinet", (1, 0, 1.2), (0.6, 0.3, 0.4))
    above.states["open"] = Belief(1.0)
    door = sighting("Cabinet", (0.7, -0.3, 0.8), (0.02, 0.3, 0.4))
    door.detection.states["open"] = 1.0
    assert run([door], [above]).new == (0,)


def test_seen_surface_beats_distance():
    # The remembered surface of each lies on the other detection than the nearer one.
    seen = [sighting("Mug", (1, 0, 0.5), label=1), sighting("Mug", (1, 0, 0.7), label=2)]
    tracks = [track("Mug", (1, 0, 0.55)), track("Mug", (1, 0, 0.68), name="Mug_2")]
    table = saw(2, [(0, 2, 9), (1, 1, 9)])
    assert set(run(seen, tracks, table).pairs) == {(1, 0), (0, 1)}


def test_two_parts_on_one_detection_are_one_object():
    tracks = [
        track("CounterTop", (1, 1, 0.9), (0.6, 0.8, 0.02)),
        track("CounterTop", (1, -1, 0.9), (0.6, 0.8, 0.02), name="CounterTop_2"),
    ]
    whole = sighting("CounterTop", (1, 0, 0.9), (0.6, 3.0, 0.02), label=3)
    result = run([whole], tracks, saw(2, [(0, 3, 10), (1, 3, 10)]))
    (pair,) = result.pairs
    assert result.same == ((pair[1], 1 - pair[1]),)


def test_ogamus_matches_within_twenty_centimetres():
    tracks = [track("Mug", (1, 0, 1))]
    assert run([sighting("Mug", (1, 0.19, 1))], tracks, matcher="ogamus").pairs == ((0, 0),)
    assert run([sighting("Mug", (1, 0.21, 1))], tracks, matcher="ogamus").new == (0,)


@pytest.mark.parametrize(("detected", "new", "gone"), [(1, 0, 1), (2, 0, 0), (3, 1, 0)])
def test_danli_counts(detected, new, gone):
    seen = [sighting("Mug", (1, 0.3 * k, 1), label=k + 1) for k in range(detected)]
    tracks = [track("Mug", (1, 0.3 * k, 1), name=f"Mug_{k}") for k in range(2)]
    result = run(seen, tracks, saw(2, []), matcher="danli")
    assert len(result.pairs) == min(detected, 2)
    assert len(result.new) == new
    assert len(result.gone) == gone


def test_danli_leaves_alone_what_is_out_of_view():
    result = run([sighting("Mug", (1, 0, 1))], [track("Mug", (5, 5, 1))], matcher="danli")
    assert result.gone == ()
    assert result.new == (0,)


boxes = st.tuples(*[st.floats(-3, 3)] * 3)


@given(boxes, boxes, st.tuples(*[st.floats(0.01, 2)] * 3), st.tuples(*[st.floats(0.01, 2)] * 3))
def test_gap_is_symmetric_and_zero_only_when_touching(a, b, size_a, size_b):
    a, b = np.array(a), np.array(b)
    sa, sb = np.array(size_a) / 2, np.array(size_b) / 2
    gap = box_gap(a - sa, a + sa, b - sb, b + sb)
    assert gap == box_gap(b - sb, b + sb, a - sa, a + sa)
    touching = bool(np.all(np.abs(a - b) <= sa + sb))
    assert (gap < 1e-9) == touching or abs(gap) < 1e-6


@settings(max_examples=60, deadline=None)
@given(
    st.lists(boxes, min_size=1, max_size=6),
    st.lists(boxes, max_size=6),
    st.sampled_from(["hungarian", "danli", "ogamus"]),
)
def test_matching_is_one_to_one_and_complete(here, there, matcher):
    seen = [sighting("Mug", p, label=k + 1) for k, p in enumerate(here)]
    tracks = [track("Mug", p, name=f"Mug_{k}") for k, p in enumerate(there)]
    result = run(seen, tracks, saw(len(tracks), []), matcher=matcher)
    sources = [s for s, _ in result.pairs]
    targets = [t for _, t in result.pairs]
    assert len(set(targets)) == len(targets)
    assert sorted(sources + list(result.new)) == list(range(len(seen)))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=8, unique=True), st.randoms())
def test_the_order_of_detections_does_not_matter(places, rng):
    tracks = [track("Apple", (0.3 * k, 0, 1), name=f"Apple_{k}") for k in places]
    seen = [sighting("Apple", (0.3 * k + 0.02, 0, 1), label=n + 1) for n, k in enumerate(places)]
    shuffled = list(range(len(seen)))
    rng.shuffle(shuffled)
    result = run([seen[k] for k in shuffled], tracks)
    assert {(shuffled[s], t) for s, t in result.pairs} == {(k, k) for k in range(len(places))}
