# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rows that turn out to be of one thing."""

from collections.abc import Iterator, Sequence

import numpy as np

from egoplan_ros.mapping.objects.association import ONE_PLACE, THICK, in_common, same_surface
from egoplan_ros.mapping.objects.boxes import Boxes
from egoplan_ros.mapping.objects.evidence import SURE
from egoplan_ros.mapping.objects.track import Track

_WITHIN = 0.3
"""Share of the smaller of two boxes that lies in the other one if they may be of one thing."""

_TOLD = 0.1
"""Metres off a thing at which it may be told to be."""


def part(touched: Sequence[Track]) -> None:
    """Things of one type that are seen at the same time are two; where masks may be wrong, only
    those that do not lie within each other.

    Args:
        touched: rows matched in this frame; changed in place.
    """
    for track in touched:
        for other in touched:
            if other is track or other.type != track.type:
                continue
            if _exact(track, other) or _shared(track, other) < _WITHIN:
                track.apart[other.id] = track.apart.get(other.id, 0) + 1


def covered(first: Track, second: Track) -> bool:
    """One mask covers both: whether they are one thing by all that was seen.

    Exact masks never part one thing, others do at times, and at times cover two.

    Args:
        first, second: rows of types that may be one; changed in place.
    """
    if not _exact(first, second):
        for track, other in ((first, second), (second, first)):
            if other.id in track.apart:
                track.apart[other.id] -= 1
    return _not_beside(first, second)


def _exact(first: Track, second: Track) -> bool:
    return first.kinds is None or second.kinds is None


def slivers(touched: Sequence[Track], known: Boxes) -> Iterator[tuple[Track, Track]]:
    """Pairs of a row and a part of it: a glimpse through a gap, later found to lie within an object
    of its type that was not seen beside it. What is only told of lies in it, or on it.

    Args:
        touched: rows matched in this frame. known: all rows.
    """
    for track in touched:
        for other in known.near(track.low, track.high, _TOLD):
            if (
                other.type == track.type
                and other.hits <= 2
                and other.view is None
                and other is not track
                and _not_beside(track, other)
                and _lies_in(other, track)
            ):
                yield track, other


def _lies_in(glimpse: Track, whole: Track) -> bool:
    if glimpse.hits == 0 and glimpse.existence < SURE:  # of its box only the middle is told
        low = high = glimpse.center
        margin = _TOLD
    else:
        low, high, margin = glimpse.low, glimpse.high, 0.03
    return bool(np.all(low >= whole.low - margin) and np.all(high <= whole.high + margin))


def twins(touched: Sequence[Track], known: Boxes) -> Iterator[tuple[Track, Track]]:
    """Pairs of rows in one place: one thing that was taken for two types, or was seen in parts.

    Of types that are certain there may be two in one place, as a basin in its sink.
    """
    for track in touched:
        if track.kinds is None:
            continue
        others = [
            t
            for t in known.near(track.low, track.high, THICK)
            if t.kinds is not None and not t.held and t is not track and t.view is None
        ]
        if not others:
            continue
        filled = in_common(track.low, track.high, others)
        for k in np.flatnonzero(filled >= ONE_PLACE):
            other = others[k]
            one = other.type == track.type or same_surface(track.samples, other.samples)
            if one and _not_beside(track, other):
                yield track, other


def _not_beside(first: Track, second: Track) -> bool:
    return first.apart.get(second.id, 0) <= 0 and second.apart.get(first.id, 0) <= 0


def _shared(first: Track, second: Track) -> float:
    low, high = np.maximum(first.low, second.low), np.minimum(first.high, second.high)
    volume = float(np.maximum(high - low, 0.0).prod())
    return volume / max(float(min(first.size.prod(), second.size.prod())), 1e-9)
