# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The mutable row behind an :class:`ObjectInstance`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.objects.evidence import SURE, Candidates, Kinds, Novelty, share
from egoplan_ros.mapping.objects.sighting import Sighting
from egoplan_ros.world.geometry import Pose, Pose2D, Vector3, compose2d, moved_box
from egoplan_ros.world.object import Belief, ObjectInstance, Source, View
from egoplan_ros.world.transforms import flattened

MAX_SAMPLES = 96
"""Surface points of an object that are kept."""
_POSES = 4
"""Poses it was seen best from that are kept."""
_BEST_DISTANCE = 1.1
"""Metres along the floor from which a thing is seen best: near, and well in view."""
_SHOWN = frozenset(
    "id type low high states parent held inspected view first_seen last_seen unreachable hits "
    "pending poses closed_box openness existence candidates doubtful".split()
)
"""Attributes that the immutable row is made of."""


_WEIGHT = {Source.PRIOR: 0, Source.OBSERVED: 1, Source.EFFECT: 2}


@dataclass(slots=True, eq=False)
class Track:
    """What is remembered of one object; fields as in :class:`ObjectInstance`, and:

    Attributes:
        low, high: corners of its box in map, metres.
        samples: float32 ``(n, 3)`` points of its surface that were seen.
        hits: frames in which it was matched.
        existence: log-odds that it is there at all.
        kinds: evidence of its type; None while every look was certain of it.
        novelty: from which views what was told.
        reached: corners of its latest sighting.
        names: its ids by type, if it was taken for several.
        looks: mean embedding, unit length; None: unknown.
        used: when the robot last acted on it, seconds; 0 never.
        absent: when its place was last in view, something else was seen there.
        exposed: it was seen although what holds it is closed: it is on it, not in it.
        pending: the robot put it somewhere and has not seen it there yet.
        placed: id of the receptacle the robot put it on or into, "" otherwise.
        cut: no view has had it whole.
        closed_samples, closed_box: openables: surface and corners when last seen closed.
        explored: it was looked into or onto as well as can be, although not all of it was seen.
        free_floor: square metres of free floor around it when it was last used or explored in vain.
        doubted: when using it failed for the first time since it last could be used, seconds.
        frames_open: frames in which it was seen open from near.
        looked_into: bool per sample point of its inside: seen.
        contradictions: log-odds of the observations in a row against an effect, by state.
        poses: (score, pose) of good views, best first.
        apart: by id of an object of its type, frames in which both were seen beside each other,
            less those in which one mask covered both; above 0 they are two.
        row: the latest immutable row, None once something it shows was set.
    """

    id: str
    type: str
    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]
    samples: npt.NDArray[np.float32]
    states: Mapping[str, Belief] = field(default_factory=dict)
    parent: str | None = None
    held: bool = False
    inspected: bool = False
    view: View | None = None
    first_seen: float = 0.0
    last_seen: float = 0.0
    unreachable: int = 0
    openness: float = 1.0
    hits: int = 0
    existence: float = SURE
    candidates: Candidates = ()
    doubtful: bool = False
    kinds: Kinds | None = None
    novelty: Novelty = field(default_factory=Novelty)
    reached: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None = None
    names: dict[str, str] = field(default_factory=dict)
    looks: npt.NDArray[np.float32] | None = None
    used: float = 0.0
    absent: bool = False
    exposed: bool = False
    pending: bool = False
    placed: str = ""
    explored: bool = False
    cut: bool = True
    closed_samples: npt.NDArray[np.float32] | None = None
    closed_box: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None = None
    free_floor: float = 0.0
    doubted: float = 0.0
    frames_open: int = 0
    looked_into: npt.NDArray[np.bool_] | None = None
    contradictions: dict[str, float] = field(default_factory=dict)
    poses: list[tuple[float, Pose2D]] = field(default_factory=list)
    apart: dict[str, int] = field(default_factory=dict)
    row: ObjectInstance | None = None

    def __post_init__(self) -> None:
        self.candidates = self.candidates or ((self.type, 1.0),)

    def believe(self, states: Mapping[str, Belief]) -> None:
        """Believe this of some states; ``states`` is set as a whole, so that the row follows."""
        self.states = {**self.states, **states}

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        if name in _SHOWN:
            object.__setattr__(self, "row", None)

    @property
    def center(self) -> npt.NDArray[np.float64]:
        """Middle of the box, map metres."""
        return 0.5 * (self.low + self.high)

    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Extent along x, y, z, metres."""
        return self.high - self.low

    def place(self, center: npt.NDArray[np.float64]) -> None:
        """Move the box without having seen it there; its surface is unknown then."""
        half = 0.5 * self.size
        self.low, self.high = center - half, center + half
        self.samples = np.empty((0, 3), dtype=np.float32)

    def move(self, motion: Pose) -> None:
        """It lies elsewhere in map: the pose that it was seen from was corrected."""
        self.low, self.high = moved_box(motion, (self.low, self.high))
        self.samples = motion.apply(self.samples).astype(np.float32)
        if self.closed_samples is not None:
            self.closed_samples = motion.apply(self.closed_samples).astype(np.float32)
        if self.closed_box is not None:
            self.closed_box = moved_box(motion, self.closed_box)
        if self.reached is not None:
            self.reached = moved_box(motion, self.reached)
        turn = Pose2D(*flattened(motion))
        self.poses = [(score, compose2d(turn, pose)) for score, pose in self.poses]

    def date_back(self, seconds: float) -> None:
        """All that is dated happened earlier by so many seconds of a clock that was set back."""
        self.first_seen, self.last_seen = self.first_seen - seconds, self.last_seen - seconds
        self.used -= seconds if self.used else 0.0
        self.doubted -= seconds if self.doubted else 0.0
        self.states = {
            name: replace(belief, stamp=belief.stamp - seconds)
            for name, belief in self.states.items()
        }

    def keep_closed(self) -> None:
        """Remember how it looks while it is closed."""
        self.closed_samples, self.closed_box = self.samples, (self.low.copy(), self.high.copy())

    def shut(self) -> None:
        """Its door or drawer went back to where it was when last seen closed."""
        if self.closed_samples is not None and self.closed_box is not None:
            self.samples = self.closed_samples
            self.low, self.high = (corner.copy() for corner in self.closed_box)
        self.frames_open, self.openness = 0, 1.0

    def absorb(
        self, seen: Sighting, contradicted: npt.NDArray[np.bool_] | None, moved: bool
    ) -> None:
        """Take over where a sighting says the object is.

        Args:
            seen: matched sighting.
            contradicted: bool per sample: the camera looked through where it was.
            moved: forget the old place altogether.
        """
        if moved or self.pending or not len(self.samples):
            self.low, self.high = seen.low.copy(), seen.high.copy()
            self.samples = seen.samples
            self.cut = seen.cut
            return
        kept = self.samples
        if contradicted is not None and contradicted.any():
            kept = kept[~contradicted]
            if contradicted.mean() > 0.25:
                # A part of it moved (a door, a drawer): its box follows what is left.
                points = np.concatenate([kept, seen.low[None], seen.high[None]])
                self.low = points.min(axis=0).astype(np.float64)
                self.high = points.max(axis=0).astype(np.float64)
        low, high = self._confirmed(seen)
        self.low = np.minimum(self.low, low)
        self.high = np.maximum(self.high, high)
        self.samples = spread(np.concatenate([seen.samples, kept]), float(self.size.max()))
        self.cut = self.cut and seen.cut

    def _confirmed(self, seen: Sighting) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Corners of a sighting as far as the one before reached, too, if masks may be wrong: a
        mask that takes in what is beside or behind a thing seldom does so twice."""
        if not seen.detection.candidates or self.reached is None:
            before = seen.low, seen.high
        else:
            before = self.reached
        self.reached = seen.low, seen.high
        return np.maximum(seen.low, before[0]), np.minimum(seen.high, before[1])

    def merge(self, other: "Track") -> None:
        """The other row was a part of this, or the same thing: what it tells counts here, too.

        Where both tell something, what was brought about counts before what was seen, and what was
        seen or done later before the rest; this one is in view.
        """
        self.low, self.high = np.minimum(self.low, other.low), np.maximum(self.high, other.high)
        self.first_seen = min(self.first_seen, other.first_seen)
        self.inspected = self.inspected or other.inspected
        self.cut = self.cut and other.cut
        mine = self.states
        told = {
            name: belief
            for name, belief in other.states.items()
            if name not in mine or _rank(belief) > _rank(mine[name])
        }
        self.believe(told)
        if self.closed_box is None:
            self.closed_box, self.closed_samples = other.closed_box, other.closed_samples
        seen, there = self.looked_into, other.looked_into
        if seen is None:
            self.looked_into = there
        elif there is not None and len(there) == len(seen):
            self.looked_into = seen | there
        if other.used > self.used:
            self.openness = other.openness
        self.used, self.placed = max(self.used, other.used), self.placed or other.placed
        self.explored = self.explored or other.explored
        self.free_floor = max(self.free_floor, other.free_floor)
        if other.unreachable > self.unreachable:
            self.unreachable, self.doubted = other.unreachable, other.doubted
        for name, frames in other.apart.items():
            self.apart[name] = max(frames, self.apart.get(name, 0))
        self.existence = max(self.existence, other.existence)
        if self.looks is None:
            self.looks = other.looks
        if self.kinds is not None or other.kinds is not None:
            known = self.kinds or Kinds.certain(self.type, 0)
            more = other.kinds or Kinds.certain(other.type, 0)
            self.kinds = Kinds(max(known.types, more.types), known.log)
            self.kinds.add(more.log)
            self.candidates = self.kinds.posterior()

    def renamed(self, old: str, new: str) -> None:
        """Another object is known by another name from now on."""
        self.parent = new if self.parent == old else self.parent
        self.placed = new if self.placed == old else self.placed
        if old in self.apart and self.id != new:
            frames = self.apart.pop(old)
            self.apart[new] = max(frames, self.apart.get(new, 0))

    def remember_pose(self, base: Pose2D, seen: Sighting) -> None:
        """Keep the base poses from which it was seen well."""
        planar = float(np.hypot(seen.middle[0] - base.x, seen.middle[1] - base.y))
        score = seen.pixels**0.5 / (1.0 + 10.0 * abs(planar - _BEST_DISTANCE))
        for k, (old, pose) in enumerate(self.poses):
            if (
                pose.distance_to(base.x, base.y) < 0.1
                and abs(pose.bearing_to(base.x + np.cos(base.yaw), base.y + np.sin(base.yaw))) < 0.2
            ):
                if score <= old:
                    return
                del self.poses[k]
                break
        self.poses = sorted([*self.poses, (score, base)], key=lambda entry: -entry[0])[:_POSES]

    @property
    def age(self) -> tuple[float, float]:
        """Of two tracks the older one has the less: seconds when first seen, number in its id."""
        number = self.id.rsplit("_", 1)[-1]
        return self.first_seen, float(number) if number.isdigit() else inf

    def snapshot(self) -> ObjectInstance:
        """The immutable row; the same one while nothing changes."""
        if self.row is not None:
            return self.row
        center, size = _middle_and_extent(self.low, self.high)
        confidence = share(self.existence)
        told = len(self.candidates) > 1 or self.candidates[0][1] < 1.0
        row = ObjectInstance(
            id=self.id,
            type=self.type,
            center=center,
            size=size,
            confidence=0.5 * confidence if self.pending else confidence,
            states=dict(self.states),
            parent=self.parent,
            held=self.held,
            inspected=self.inspected,
            closed_box=None if self.closed_box is None else _middle_and_extent(*self.closed_box),
            view=self.view,
            first_seen=self.first_seen,
            last_seen=self.last_seen,
            seen_from=tuple(pose for _, pose in self.poses),
            unreachable=self.unreachable,
            openness=self.openness,
            candidates=self.candidates if told else (),
            doubtful=self.doubtful and not self.held,
        )
        self.row = row
        return row


def _rank(belief: Belief) -> tuple[int, float]:
    return _WEIGHT[belief.source], belief.stamp


def _middle_and_extent(
    low: npt.NDArray[np.float64], high: npt.NDArray[np.float64]
) -> tuple[Vector3, Vector3]:
    x, y, z = (0.5 * (low + high)).tolist()
    width, depth, height = np.maximum(high - low, 1e-3).tolist()
    return (x, y, z), (width, depth, height)


def spread(points: npt.NDArray[np.float32], extent: float) -> npt.NDArray[np.float32]:
    """At most ``MAX_SAMPLES`` points, one per cell of a lattice that fits the extent."""
    if len(points) <= MAX_SAMPLES // 2:
        return points
    cell = max(0.01, extent / 10.0)
    keys = np.floor(points / cell).astype(np.int64)
    code = (keys[:, 0] * 73856093) ^ (keys[:, 1] * 19349663) ^ (keys[:, 2] * 83492791)
    _, first = np.unique(code, return_index=True)
    first.sort()
    kept = points[first]
    if len(kept) > MAX_SAMPLES:
        kept = kept[np.linspace(0, len(kept) - 1, MAX_SAMPLES).astype(int)]
    return kept
