# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Negative evidence (DANLI A.5): a thing should be seen, and its place shows something else."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from egoplan_ros.mapping.objects.association import may_be_one
from egoplan_ros.mapping.objects.evidence import resemblance
from egoplan_ros.mapping.objects.fusion import certainty
from egoplan_ros.mapping.objects.sighting import Sighting
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.objects.visibility import Visibility
from egoplan_ros.mapping.thresholds import Thresholds

_PART = 0.25
"""Share of a small thing's surface that must be in plain sight to tell that it has left."""
_MOST = 0.7
"""Share of the points in view that speak against a thing that is gone."""
_FILLED = 0.6
"""Share of its bounding box in the image that a thing fills."""


@dataclass(frozen=True, slots=True)
class Absence:
    """What a frame says against an object.

    Attributes:
        part: enough of it is in plain sight, and is something else, to tell that it has left when
            its like turned up elsewhere.
        whole: most of it should be seen, and is not.
        counts: it would be large enough to be reported.
        plainly: the camera looks through its place.
        pixels: that it should fill.
    """

    part: bool
    whole: bool
    counts: bool
    plainly: bool
    pixels: float


def absence(
    index: int,
    track: Track,
    visible: Visibility,
    seen: Iterable[Sighting],
    small: bool,
    limits: Thresholds,
) -> Absence:
    """What is to be said against an object that no sighting was matched to.

    Args:
        index: its row of ``visible``. track: the object.
        visible: what the image says about remembered surfaces.
        seen: the frame's sightings.
        small: it can be carried.
        limits: pixels from which on it would be reported.
    """
    count, total = int(visible.in_view[index]), int(visible.total[index])
    through = against = int(visible.through[index])
    part = False
    if small or track.doubtful:
        # Even at the right depth: a flat thing that left shows the table it lay on.
        row = visible.other[index]
        own = sum(int(row[s.label]) for s in seen if s.may_be(track) and s.label < row.size)
        against, clear = int(row.sum()) - own, int(row.sum())
        # Of a part that nothing hides, this is enough when its like turned up elsewhere.
        part = clear >= max(4, _PART * total) and against >= _MOST * clear
    needed = max(4, 0.5 * total)
    return Absence(
        part=part and small,
        whole=count >= needed and against >= _MOST * count,
        counts=_large(visible, index, limits),
        plainly=through >= _MOST * count,
        pixels=max(float(visible.spots[index]), _FILLED * float(visible.area[index])),
    )


def _large(visible: Visibility, index: int, limits: Thresholds) -> bool:
    # Would perception have reported it? Thin and far things fill few pixels; things remembered by
    # few points, seen from near, leave gaps between them.
    spots = int(visible.spots[index])
    apart = spots >= 0.9 * visible.in_view[index] and visible.area[index] >= limits.absent_pixels
    return spots >= limits.absent_spots or bool(apart)


def missing_like(fresh: Track, tracks: Iterable[Track], stamp: float) -> Track | None:
    """The object like a new one that was not where it had been: by its looks, else the nearest."""
    gone = [
        track
        for track in tracks
        if track is not fresh
        and track.absent
        and track.last_seen < stamp
        and not track.held
        and _one_moved(track, fresh)
    ]
    return min(gone, key=lambda track: (-_looks(track, fresh), _apart(track, fresh)), default=None)


def heir(track: Track, tracks: Iterable[Track]) -> Track | None:
    """An object of its type that turned up elsewhere since it was last seen.

    Not one that the robot has had in its hand since: it knows that one from this.
    """
    fresh = [
        other
        for other in tracks
        if other is not track
        and other.first_seen > track.last_seen
        and (not other.used or other.used <= track.last_seen)
        and track.apart.get(other.id, 0) <= 0
        and _one_moved(track, other)
    ]
    return max(fresh, key=lambda other: (_looks(track, other), other.first_seen), default=None)


def _one_moved(old: Track, new: Track) -> bool:
    """Whether what is seen in a new place may be what is missing in an old one: as much must speak
    for that it is there as is left for that the old one is still where it was."""
    return may_be_one(old, new) and certainty(new) >= certainty(old) and _looks(old, new) >= 0.0


def _looks(first: Track, second: Track) -> float:
    return round(resemblance(first.looks, second.looks) or 0.0, 1)


def _apart(first: Track, second: Track) -> float:
    return float(np.linalg.norm(first.center - second.center))
