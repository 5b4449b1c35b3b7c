# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was tried in vain, over many skills."""

from collections import defaultdict
from math import dist, inf

from egoplan_ros.skills.paths.collisions import Collisions
from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import PrimitiveKind

Place = tuple[float, float, int]
"""Map metres and heading in quarter turns."""
Content = tuple[str, frozenset[str]]
"""A receptacle and what lies in it."""

_SAME_PITCH = 0.05
"""Radians within which a camera pitch is the same."""
_MOVED = 0.15
"""Metres by which an object is believed to have moved before old places count anew."""


class InVain:
    """Places that did not show an object, so that the next skill tries others; doors that jam.

    Places are forgotten when the object is seen, when it moved, when no other place is left, and in
    a new episode; looks into containers only in the last two cases.

    Attributes:
        collisions: moves that hit something, kept along with them.
        limits: camera pitch, radians, at which the robot refused to look further up or down.
        stale: whether the last primitive brought no fresh image.
        jams: from where each door or drawer has jammed since it last moved, once for each time.
        travel: shares of its travel to which each door or drawer that jammed was opened since, 0
            for not at all, and at which it jammed.
        crowded: basins that were left alone as too full, with what lay in them.
        full: basins in which nothing found room when it was last tried, with what lay in them.
        looks: floor points from which each open container was looked into, in map metres.
    """

    def __init__(self) -> None:
        self.collisions = Collisions()
        self.looks: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        self.jams: defaultdict[str, list[Place]] = defaultdict(list)
        self.travel: dict[str, tuple[float, float]] = {}
        self.crowded: set[Content] = set()
        self.full: set[Content] = set()
        self.limits: dict[PrimitiveKind, float] = {}
        self.stale = False
        self._episode = -1
        self._places: dict[str, tuple[Vector3, set[Place]]] = {}

    def begin(self, episode: int) -> None:
        """A skill starts; what another episode taught does not count."""
        if episode != self._episode:
            self._episode = episode
            self._places.clear()
            self.looks.clear()
            self.jams.clear()
            self.travel.clear()
            self.crowded.clear()
            self.full.clear()
            self.collisions.clear()
            self.stale = False
        self.collisions.begin()

    def ends_at(self, kind: PrimitiveKind, pitch: float) -> bool:
        """Whether the camera is known not to tilt further that way from a pitch in radians."""
        return abs(self.limits.get(kind, inf) - pitch) < _SAME_PITCH

    def add(self, item: ObjectInstance, place: Place) -> None:
        """An object was not seen from a place."""
        center, places = self._places.get(item.id, (item.center, set()))
        if dist(center, item.center) > _MOVED:
            center, places = item.center, set()
        self._places[item.id] = center, places | {place}

    def of(self, item: ObjectInstance) -> frozenset[Place]:
        """Places that did not show an object where it is believed to be."""
        center, places = self._places.get(item.id, (item.center, set()))
        return frozenset() if dist(center, item.center) > _MOVED else frozenset(places)

    def forget(self, name: str) -> None:
        """An object was seen after all, or every place was tried."""
        self._places.pop(name, None)
