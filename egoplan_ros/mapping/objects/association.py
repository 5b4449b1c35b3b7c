# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which detection is which remembered object.

Three matchers: ``hungarian`` (default; class, where remembered surface is seen again, box overlap,
distance), ``danli`` (counts rule of DANLI A.5) and ``ogamus`` (20 cm threshold, OGAMUS 3.2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.objects.beliefs import believed
from egoplan_ros.mapping.objects.boxes import Boxes
from egoplan_ros.mapping.objects.evidence import UNLIKE, alike, resemblance
from egoplan_ros.mapping.objects.expected_places import ExpectedPlace
from egoplan_ros.mapping.objects.sighting import Sighting
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.objects.visibility import Visibility
from egoplan_ros.world.ontology import Ontology

_NEVER = 1e3
"""Cost of what is never one object."""
_FAR = 2.0
"""Metres between boxes beyond which nothing is taken for the same object."""
_PIECES = 0.15
"""Metres between the visible parts of one small thing, at most."""
_SLIVER = 0.06
"""Metres: a piece at the image's edge that reaches no farther beyond a tap is a piece of it."""
_EXTENDED = 1.0
"""Metres: types whose typical extent is at least this are seen in pieces."""
ONE_PLACE = 0.4
"""Share of the place they fill that two boxes have in common if they are of one thing."""
THICK = 0.05
"""Metres that a box has in each direction, at least, where overlaps are measured."""
_SAME_SURFACE = 0.4
"""Share of the points of one surface that lie on the other if both are of one thing."""
_NEAR_SURFACE, _SPACING = 0.04, 0.1
"""Metres between points of one surface, and the share of its extent."""
_ANOTHER, _LOOKS = 0.3, 0.2
"""Cost of being taken for another type, and of looks that have nothing in common."""
_PULLED, _SAME_FRONT = 0.45, 0.7
"""Metres from what shows of an open drawer back to where it was, at most; and the share of its
width and height that both have in common."""


@dataclass(frozen=True, slots=True)
class Association:
    """Outcome for one frame.

    Attributes:
        pairs: (sighting index, track index).
        new: indices of sightings of unknown objects.
        same: (kept, absorbed) track indices of which one mask covers both.
        gone: indices of tracks to forget at once (only by DANLI's counts rule).
    """

    pairs: tuple[tuple[int, int], ...]
    new: tuple[int, ...]
    same: tuple[tuple[int, int], ...] = ()
    gone: tuple[int, ...] = ()


def associate(
    seen: Sequence[Sighting],
    tracks: Sequence[Track],
    visible: Visibility,
    ontology: Ontology,
    config: MappingConfig,
    places: Mapping[str, ExpectedPlace] | None = None,
    boxes: Boxes | None = None,
) -> Association:
    """Match the sightings of one frame to tracks of types that they may be of, one to one.

    Args:
        seen: sightings, without those of the object in hand.
        tracks: candidates; ``visible`` has one row for each.
        visible: what the image says about the tracks.
        ontology: affordances and typical sizes.
        config: which matcher, and thresholds.
        places: by id, where pending tracks may turn up.
        boxes: of the tracks, if they are known already.
    """
    boxes = boxes or Boxes(tracks)
    pairs: list[tuple[int, int]] = []
    same: list[tuple[int, int]] = []
    gone: list[int] = []
    judge = _Judge(ontology, config, places or {})
    for mine, theirs in _groups(seen, tracks):
        if not mine or not theirs:
            continue
        if config.matcher == "danli":
            found, lost = _danli(mine, theirs, seen, tracks, visible)
            gone += lost
        elif config.matcher == "ogamus":
            found = _ogamus(mine, theirs, seen, tracks, config)
        else:
            found = _hungarian(mine, theirs, seen, boxes, visible, judge)
            same += _duplicates(found, mine, theirs, seen, tracks, visible)
        pairs += found
    pairs += _in_one_place(pairs, seen, boxes)
    matched = {s for s, _ in pairs}
    new = tuple(s for s in range(len(seen)) if s not in matched)
    return Association(tuple(pairs), new, tuple(same), tuple(gone))


def _groups(seen: Sequence[Sighting], tracks: Sequence[Track]) -> list[tuple[list[int], list[int]]]:
    """Sightings and tracks that may be of one type, directly or by way of others."""
    root: dict[str, str] = {}

    def find(kind: str) -> str:
        while (up := root.setdefault(kind, kind)) != kind:
            kind = up
        return kind

    for kinds in ([s.kinds for s in seen], [t.candidates for t in tracks]):
        for candidates in kinds:
            if len(candidates) == 1:
                continue
            likely = [name for name, p in candidates if p >= UNLIKE]
            for name in likely[1:]:
                root[find(name)] = find(likely[0])
    groups: dict[str, tuple[list[int], list[int]]] = {}
    for s, sighting in enumerate(seen):
        groups.setdefault(find(sighting.type), ([], []))[0].append(s)
    theirs: dict[str, list[int]] = {}
    for t, track in enumerate(tracks):
        theirs.setdefault(track.type, []).append(t)
    for kind, rows in theirs.items():
        groups.setdefault(find(kind), ([], []))[1].extend(rows)
    for _, rows in groups.values():
        rows.sort()
    return list(groups.values())


def _in_one_place(
    pairs: Sequence[tuple[int, int]], seen: Sequence[Sighting], boxes: Boxes
) -> list[tuple[int, int]]:
    """Further pairs of what fills one place, whatever types it is taken for.

    No two things do; only of a type that is certain it is known that there are two all the same, as
    a basin in its sink.
    """
    matched, used = ({pair[k] for pair in pairs} for k in (0, 1))
    tracks, found = boxes.tracks, []
    for s, sighting in enumerate(seen):
        if s in matched or not sighting.detection.candidates:
            continue
        free = [
            t
            for t in boxes.rows_near(sighting.low, sighting.high, THICK)
            if t not in used and tracks[t].kinds is not None and not tracks[t].pending
        ]
        if not free:
            continue
        filled = in_common(sighting.low, sighting.high, [tracks[t] for t in free])
        best = int(np.argmax(filled))
        if filled[best] >= ONE_PLACE and same_surface(sighting.samples, tracks[free[best]].samples):
            found.append((s, free[best]))
            used.add(free[best])
    return found


def same_surface(first: npt.NDArray[np.float32], second: npt.NDArray[np.float32]) -> bool:
    """Whether points of two surfaces, ``(n, 3)`` and ``(m, 3)``, are of one: what stands beneath a
    table fills its box as well, but not where the table is.
    """
    if not len(first) or not len(second):
        return True
    extent = min(
        float((points.max(axis=0) - points.min(axis=0)).max()) for points in (first, second)
    )
    away = np.linalg.norm(first[:, None] - second[None], axis=2)
    near = away < max(_NEAR_SURFACE, _SPACING * extent)
    return bool(max(near.any(axis=0).mean(), near.any(axis=1).mean()) >= _SAME_SURFACE)


def in_common(
    low: npt.NDArray[np.float64], high: npt.NDArray[np.float64], tracks: Sequence[Track]
) -> npt.NDArray[np.float64]:
    """Share that a box has in common with those of tracks, of all that both fill, ``(n,)``.

    Flat boxes count as 5 cm thick.
    """
    lows, highs = np.array([t.low for t in tracks]), np.array([t.high for t in tracks])
    pad = np.maximum(THICK - np.maximum(highs - lows, high - low), 0.0) / 2.0
    shared = np.minimum(highs, high) - np.maximum(lows, low) + 2.0 * pad
    volume = np.maximum(shared, 0.0).prod(axis=1)
    both = (highs - lows + 2.0 * pad).prod(axis=1) + (high - low + 2.0 * pad).prod(axis=1)
    return np.asarray(volume / np.maximum(both - volume, 1e-9))


def may_be_one(first: Track, second: Track) -> bool:
    """Whether two tracks may be of one type."""
    if first.type == second.type:
        return True
    return alike(first.candidates, second.candidates) >= UNLIKE


def _solve(cost: npt.NDArray[np.float64]) -> list[tuple[int, int]]:
    if 1 in cost.shape:  # most types are in view once
        best = divmod(int(np.argmin(cost)), cost.shape[1])
        return [best] if cost[best] < _NEVER else []
    from scipy.optimize import linear_sum_assignment  # late: it is slow to import

    rows, cols = linear_sum_assignment(cost)
    return [(int(r), int(c)) for r, c in zip(rows, cols, strict=True) if cost[r, c] < _NEVER]


def _distances(
    mine: list[int], theirs: list[int], seen: Sequence[Sighting], tracks: Sequence[Track]
) -> npt.NDArray[np.float64]:
    here = np.array([0.5 * (seen[s].low + seen[s].high) for s in mine])
    there = np.array([tracks[t].center for t in theirs])
    result: npt.NDArray[np.float64] = np.linalg.norm(here[:, None] - there[None], axis=2)
    return result


def _danli(
    mine: list[int],
    theirs: list[int],
    seen: Sequence[Sighting],
    tracks: Sequence[Track],
    visible: Visibility,
) -> tuple[list[tuple[int, int]], list[int]]:
    theirs = [t for t in theirs if visible.seen[t] + visible.through[t] > 0 or tracks[t].pending]
    if not theirs:
        return [], []
    found = _solve(_distances(mine, theirs, seen, tracks))
    used = {c for _, c in found}
    lost = [t for c, t in enumerate(theirs) if c not in used] if len(mine) < len(theirs) else []
    return [(mine[r], theirs[c]) for r, c in found], lost


def _ogamus(
    mine: list[int],
    theirs: list[int],
    seen: Sequence[Sighting],
    tracks: Sequence[Track],
    config: MappingConfig,
) -> list[tuple[int, int]]:
    cost = _distances(mine, theirs, seen, tracks)
    cost[cost > config.match_distance] = _NEVER
    return [(mine[r], theirs[c]) for r, c in _solve(cost)]


def is_sliver(sighting: Sighting, track: Track, ontology: Ontology) -> bool:
    """Whether a sighting is a piece, at the image's edge, of a fitting such as a tap.

    It touches what is known of the track, hardly overlaps it and reaches little beyond it, so that
    it says nothing new of the track's extent; of what it shows more may be seen in a moment.
    """
    kind = track.type
    if not sighting.cut or any(
        ontology.affords(kind, use) for use in ("pickupable", "receptacle", "openable")
    ):
        return False
    juts = np.maximum(track.low - sighting.low, sighting.high - track.high).max()
    touches = box_gap(sighting.low, sighting.high, track.low, track.high) == 0.0
    return bool(touches and juts < _SLIVER and _overlap(sighting, track) <= 0.3)


class _Judge:
    """Cost of calling a sighting and a track one object; ``_NEVER`` forbids it."""

    def __init__(
        self, ontology: Ontology, config: MappingConfig, places: Mapping[str, ExpectedPlace]
    ) -> None:
        self.ontology = ontology
        self.config = config
        self.places = places
        self._kind = ""

    def _of(self, kind: str) -> None:
        """What is to be known of a type."""
        if kind == self._kind:
            return
        self._kind = kind
        entry = self.ontology.types.get(kind)
        size = entry.size if entry is not None else None
        self.small = self.ontology.affords(kind, "pickupable")
        self.extended = kind == "Floor" or (
            not self.small and size is not None and max(size) >= _EXTENDED
        )
        self.typical = 0.5 if size is None else max(size)
        self.edges = None if size is None else np.sort(size)

    def cost(
        self, sighting: Sighting, track: Track, share: float, gone: float, in_view: bool
    ) -> float:
        """Cost in 0 ... 3.

        Args:
            sighting: the detection in 3D.
            track: the candidate.
            share: fraction of the track's points in view that lie on this very detection.
            gone: fraction of the track's points in view that are looked through.
            in_view: some of the track's points can be seen or seen through.
        """
        self._of(track.type)
        looks = resemblance(sighting.detection.embedding, track.looks)
        strange = 0.0 if looks is None else _LOOKS * (1.0 - looks)
        if sighting.type == track.type:
            return strange + self._placed(sighting, track, share, gone, in_view)
        same = alike(sighting.kinds, track.candidates)
        if same < UNLIKE:
            return _NEVER
        there = share >= 0.2 or track.pending or _overlap(sighting, track) > 0.3
        if not there and np.linalg.norm(sighting.middle - track.center) > 0.5 * self.typical:
            return _NEVER
        strange += _ANOTHER * (1.0 - same)
        return strange + self._placed(sighting, track, share, gone, in_view)

    def _placed(
        self, sighting: Sighting, track: Track, share: float, gone: float, in_view: bool
    ) -> float:
        """Cost of the place alone."""
        center = 0.5 * (sighting.low + sighting.high)
        distance = float(np.linalg.norm(center - track.center))
        if track.pending:
            place = self.places.get(track.id)
            allowed = place is None or place.allow(sighting.low, sighting.high, distance)
            return 1.0 + min(distance, 1.0) if allowed and distance < 1.2 else _NEVER
        if share >= 0.2 and (self.small or self.extended or _overlap(sighting, track) > 0.02):
            return 0.5 * (1.0 - share) + 0.1 * min(distance, 1.0)
        gap = box_gap(sighting.low, sighting.high, track.low, track.high)
        if self.small:
            return self._small(sighting, track, distance, gap, gone, in_view)
        return self._furniture(sighting, track, distance, gap)

    def _small(
        self,
        sighting: Sighting,
        track: Track,
        distance: float,
        gap: float,
        gone: float,
        in_view: bool,
    ) -> float:
        reach, slack = self.config.match_distance, sighting.slack
        if gap < 0.02 + slack and distance < max(reach, 0.5 * self.typical) + slack:
            return 0.6 + distance
        if _overlap(sighting, track) > 0.5:
            return 0.8 + distance
        if gone > 0.5 and distance < 3 * reach:
            return 0.9 + distance
        if not in_view and gap < _PIECES and self._fits(sighting, track):
            return 0.95 + distance
        return _NEVER

    def _fits(self, sighting: Sighting, track: Track) -> bool:
        # Parts of a thing that something hides: together they are no larger than one of its type.
        if self.edges is None:
            return False
        union = np.maximum(sighting.high, track.high) - np.minimum(sighting.low, track.low)
        return bool(np.all(np.sort(union) <= self.edges + 0.01))

    def _furniture(self, sighting: Sighting, track: Track, distance: float, gap: float) -> float:
        is_open = sighting.detection.states.get("open", 0.0) > 0.5
        # A door or drawer is as high as what it belongs to: it is not that of the one above.
        level = sighting.low[2] > track.low[2] - 0.05 and sighting.high[2] < track.high[2] + 0.05
        stands_open = is_open and level and believed(track, "open")
        if stands_open and sighting.cut and 0.04 <= gap < float(track.size[:2].max()):
            return 1.0 + distance  # the far end of a door that reaches as far as it is wide
        if is_open and self.ontology.pulled_out(sighting.type) and _pulled_out(sighting, track):
            return 0.8 + gap
        if gap > 0.15 + sighting.slack:
            return _NEVER
        if self.extended:
            level = abs(float(sighting.high[2] - track.high[2])) < 0.25
            open_ended = sighting.cut and track.cut
            overlap = _overlap(sighting, track) > 0.3
            return 0.7 + gap if overlap or (open_ended and level) else _NEVER
        if _overlap(sighting, track) > 0.3 or distance < 0.05 + sighting.slack:
            return 0.7 + distance
        if is_sliver(sighting, track, self.ontology):
            return 0.9 + distance
        # A door that stands open is seen from its other side without the body it belongs to.
        if stands_open and gap < 0.04:
            return 1.0 + distance
        # Pieces that no view has joined stay apart: two drawers side by side look the same.
        return _NEVER


def _hungarian(
    mine: list[int],
    theirs: list[int],
    seen: Sequence[Sighting],
    boxes: Boxes,
    visible: Visibility,
    judge: _Judge,
) -> list[tuple[int, int]]:
    tracks = boxes.tracks
    cost = np.full((len(mine), len(theirs)), _NEVER)
    lows, highs = boxes.lows[theirs], boxes.highs[theirs]
    low, high = (np.array([getattr(seen[s], k) for s in mine]) for k in ("low", "high"))
    apart = np.maximum(np.maximum(lows[None] - high[:, None], low[:, None] - highs[None]), 0.0)
    gaps = np.linalg.norm(apart, axis=2)
    for c in np.flatnonzero(gaps.min(axis=0) <= _FAR).tolist():
        t = theirs[c]
        in_view = max(int(visible.in_view[t]), 1)
        evidence = max(int(visible.seen[t]), 1)
        gone = visible.through[t] / in_view if visible.in_view[t] >= 3 else 0.0
        open_view = bool(visible.in_view[t] > visible.hidden[t])
        for r, s in enumerate(mine):
            label = seen[s].label
            count = int(visible.votes[t, label]) if label < visible.votes.shape[1] else 0
            if gaps[r, c] > _FAR:
                continue
            share = count / evidence if count >= 2 else 0.0
            cost[r, c] = judge.cost(seen[s], tracks[t], share, gone, open_view)
    return [(mine[r], theirs[c]) for r, c in _solve(cost)]


def _duplicates(
    found: list[tuple[int, int]],
    mine: list[int],
    theirs: list[int],
    seen: Sequence[Sighting],
    tracks: Sequence[Track],
    visible: Visibility,
) -> list[tuple[int, int]]:
    # A track without a match whose seen surface lies on a detection that matched another track:
    # both were parts of one object (DANLI A.5 joins partial observations alike).
    match = dict(found)
    used = set(match.values())
    same: list[tuple[int, int]] = []
    for t in theirs:
        if t in used or tracks[t].pending or visible.seen[t] < 4:
            continue
        for s, kept in match.items():
            if not may_be_one(tracks[kept], tracks[t]):
                continue
            label = seen[s].label
            count = visible.votes[t, label] if label < visible.votes.shape[1] else 0
            if count >= 0.7 * visible.seen[t] and visible.seen[t] >= 0.5 * visible.in_view[t]:
                same.append((kept, t))
                break
    return same


def box_gap(
    low: npt.NDArray[np.float64],
    high: npt.NDArray[np.float64],
    other_low: npt.NDArray[np.float64],
    other_high: npt.NDArray[np.float64],
) -> float:
    """Distance in metres between two axis-aligned boxes, 0 when they touch or overlap."""
    apart = np.maximum(np.maximum(other_low - high, low - other_high), 0.0)
    return float(np.sqrt((apart**2).sum()))


def _pulled_out(sighting: Sighting, track: Track) -> bool:
    """Whether a sighting is the drawer of a track, pulled out from where it was."""
    low, high = np.maximum(sighting.low, track.low), np.minimum(sighting.high, track.high)
    apart = low - high
    shared = -apart / np.maximum(np.minimum(sighting.high - sighting.low, track.size), 0.01)
    along = int(np.argmin(shared[:2]))
    front = [1 - along, 2]
    return bool(np.all(shared[front] > _SAME_FRONT) and apart[along] < _PULLED)


def _overlap(sighting: Sighting, track: Track) -> float:
    # Shared volume over the smaller volume. Flat boxes are given 5 cm of thickness, in that
    # direction only, so that stacked drawers share nothing.
    thin = np.minimum(sighting.high - sighting.low, track.size) < 0.05
    pad = np.where(thin, 0.025, 0.0)
    low = np.maximum(sighting.low, track.low) - pad
    high = np.minimum(sighting.high, track.high) + pad
    shared = float(np.prod(np.maximum(high - low, 0.0)))
    first = float(np.prod(sighting.high - sighting.low + 2 * pad))
    second = float(np.prod(track.size + 2 * pad))
    return shared / max(min(first, second), 1e-9)
