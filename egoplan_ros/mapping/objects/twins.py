"""Rows that turn out to be of one thing."""

from collections.abc import Iterator, Sequence

import numpy as np

from egoplan_ros.mapping.objects.association import ONE_PLACE, in_common
from egoplan_ros.mapping.objects.track import Track


def slivers(touched: Sequence[Track], known: Sequence[Track]) -> Iterator[tuple[Track, Track]]:
    """Pairs of a row and a part of it: a glimpse through a gap, later found to lie within an object
    of its type that was not seen beside it.

    Args:
        touched: rows matched in this frame. known: all rows.
    """
    glimpses = [t for t in known if t.hits <= 2 and t.view is None]
    for track in touched:
        for other in glimpses:
            if (
                other.type == track.type
                and other is not track
                and _not_beside(track, other)
                and np.all(other.low >= track.low - 0.03)
                and np.all(other.high <= track.high + 0.03)
            ):
                yield track, other


def twins(touched: Sequence[Track], known: Sequence[Track]) -> Iterator[tuple[Track, Track]]:
    """Pairs of rows in one place: one thing that was taken for two types, or was seen in parts.

    Of types that are certain there may be two in one place, as a basin in its sink.
    """
    unsure = [t for t in known if t.kinds is not None and not t.held]
    for track in touched:
        others = [t for t in unsure if t is not track and t.view is None]
        if track.kinds is None or not others:
            continue
        filled = in_common(track.low, track.high, others)
        for k in np.flatnonzero(filled >= ONE_PLACE):
            if _not_beside(track, others[k]):
                yield track, others[k]


def _not_beside(first: Track, second: Track) -> bool:
    return second.id not in first.apart and first.id not in second.apart
