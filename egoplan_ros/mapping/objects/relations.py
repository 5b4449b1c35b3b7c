# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which receptacle an object is in or on, from geometry (OGAMUS's ``on`` predicate, EPA F.2)."""

from collections.abc import Collection, Iterable, Mapping

import numpy as np

from egoplan_ros.mapping.interior import front_plane
from egoplan_ros.mapping.objects.association import box_gap
from egoplan_ros.mapping.objects.beliefs import believed
from egoplan_ros.mapping.objects.expected_places import ExpectedPlace
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.predicates.support import SupportModel
from egoplan_ros.world.ontology import Ontology

_MARGIN = 0.05
"""Metres by which boxes of what touches may be apart."""
_CONTACT = 0.08
"""Metres between the underside of a thing and the top it stands on."""
_TIGHT = 0.03
"""Metres between a thing and a surface from which on something else may carry it."""
_FLOOR_LEVEL = 0.03
"""Metres: what begins below this stands on the floor ..."""
_LOW_TABLE = 0.25
"""... and not on a surface that ends above this."""
_BOARD = 0.1
"""Metres: a surface no thicker than this, as far as it was seen, is flat."""
_SMALL_FURNITURE = 0.75
"""Metres: largest extent of furniture that is small."""
REACH = 0.5
"""Metres from a thing within which there is what holds it: boxes grow with every view."""
_BEYOND_FURNITURE, _BEYOND_CARRIER = 0.12, 0.05
"""Metres by which the middle of what was put into furniture, or into a box or onto a plate, may be
seen beyond its rim."""


class Relations:
    """Finds parents among the receptacles of the object memory."""

    def __init__(self, ontology: Ontology, model: SupportModel | None = None) -> None:
        """``model``: asked what lies in or on what; None: rules alone tell."""
        self.ontology = ontology
        self.model = model

    def has_parent(self, kind: str) -> bool:
        """Whether objects of a type lie in or on something worth knowing."""
        if self.ontology.affords(kind, "pickupable"):
            return True
        entry = self.ontology.types.get(kind)
        if entry is None or entry.size is None or "moveable" not in entry.affords:
            return False
        return max(entry.size) < _SMALL_FURNITURE

    def parent(
        self, track: Track, tracks: Mapping[str, Track], beside: Collection[Track] | None = None
    ) -> str | None:
        """The receptacle that holds an object that is in view now; None when there is none.

        Args:
            track: the object.
            tracks: all rows by id.
            beside: those at most ``REACH`` from it along the floor, in their order; None: all.
        """
        candidates = [
            (self._rank(track, other), other.id)
            for other in self._holders(track, tracks.values() if beside is None else beside)
            if not self._circle(track.id, other.id, tracks)
        ]
        # What the robot did itself is known better than what the geometry suggests.
        if track.placed and track.placed in tracks:
            receptacle = tracks[track.placed]
            carrier = self.ontology.affords(receptacle.type, "pickupable")
            near = _near(track, receptacle, _BEYOND_CARRIER if carrier else _BEYOND_FURNITURE)
            near = near and not self._fell(track, receptacle) and not self._shut(receptacle)
            near = near and not self._sunk(track, receptacle)
            near = near and not self._outside(track, receptacle)
            near = near and not self._beside_basin(track, receptacle)
            if track.placed in {name for _, name in candidates} or near:
                return self._dropped_into(track.placed, candidates, tracks)
            track.placed = ""
        if not candidates:
            return self._floor(track, tracks.values())
        best = min(candidates)
        current = next((entry for entry in candidates if entry[1] == track.parent), None)
        if current is not None and current[0][0] <= 1.3 * best[0][0]:
            return current[1]
        return best[1]

    def _holders(self, track: Track, beside: Collection[Track]) -> Iterable[Track]:
        """What an object may lie in or on, by the model, or by rules.

        Rules tell what is in a container that was seen closed: the model was taught with true
        boxes, and what was seen of a shut door is its front alone.
        """
        asked: list[Track] = []
        for other in beside:
            if self.model is None or other.closed_box is not None:
                by_rule = self._may_hold(track, other) and self._is_over(track, other)
                by_rule = by_rule and self._holds(track, other)
                if by_rule and not self._carried_above(track, other, beside):
                    yield other
            elif self._may_hold(track, other) and not self._shut(other):
                asked.append(other)
        if self.model is None or not asked:
            return
        boxes = np.array([np.concatenate([other.low, other.high]) for other in asked])
        # What it was in or on, it may be within what a view may miss.
        known = [other.id in (track.parent, track.placed) for other in asked]
        boxes[np.ix_(known, (0, 1))] -= _MARGIN
        boxes[np.ix_(known, (3, 4))] += _MARGIN
        mine = np.broadcast_to(np.concatenate([track.low, track.high]), boxes.shape)
        kinds = [other.type for other in asked]
        opened = np.array([_open(other) for other in asked])
        found = self.model.probability(mine, [track.type] * len(asked), boxes, kinds, opened)
        yield from (other for other, p in zip(asked, found, strict=True) if p > 0.5)

    def _may_hold(self, track: Track, other: Track) -> bool:
        if other is track or other.held or other.type == "Floor":
            return False
        if other.pending and other.id != track.parent:
            return False  # where it was put is a guess, and what is seen there may be beside it
        near = box_gap(track.low, track.high, other.low, other.high) <= REACH
        return near and self.ontology.fits(track.type, other.type) and not self._sunk(track, other)

    def _dropped_into(
        self,
        name: str,
        candidates: list[tuple[tuple[float, float], str]],
        tracks: Mapping[str, Track],
    ) -> str:
        """The bowl that stands where something was put, if it is seen to have landed in that."""
        carriers = [
            (rank, other)
            for rank, other in candidates
            if tracks[other].parent == name
            and self.ontology.affords(tracks[other].type, "pickupable")
        ]
        return min(carriers)[1] if carriers else name

    def near(self, track: Track, tracks: Mapping[str, Track], reach: float = 0.5) -> list[str]:
        """Ids of the objects whose boxes are within reach (metres) of an object's, nearest first.

        Floors are near to everything and are left out, and so is what a closed container keeps
        apart from the object.
        """
        mine, found = self.shut_in(track, tracks), []
        for other in tracks.values():
            if other is track or other.type == "Floor":
                continue
            gap = box_gap(track.low, track.high, other.low, other.high)
            if gap <= reach and self.shut_in(other, tracks) == mine:
                found.append((gap, other.id))
        return [name for _, name in sorted(found)]

    def shut_in(self, track: Track, tracks: Mapping[str, Track]) -> str:
        """The closed thing that it is believed to be in, and so out of sight; "" for none."""
        return "" if track.exposed else self._closed_holder(track, tracks)

    def _closed_holder(self, track: Track, tracks: Mapping[str, Track]) -> str:
        """The innermost closed thing it is believed to be in or on, "" for none."""
        current, seen = track, {track.id}
        while current.parent is not None and current.parent in tracks:
            current = tracks[current.parent]
            if current.id in seen:
                break
            seen.add(current.id)
            if self.ontology.affords(current.type, "openable") and not believed(current, "open"):
                return current.id
        return ""

    def closed(self, track: Track, tracks: Mapping[str, Track]) -> bool:
        """Whether what an object is in or on is believed closed (at any depth)."""
        return self._closed_holder(track, tracks) != ""

    def whereabouts(
        self, waiting: Iterable[Track], tracks: Mapping[str, Track]
    ) -> dict[str, ExpectedPlace]:
        """By id, where those pending tracks may turn up of which that is known; the others may be
        anywhere near."""
        found: dict[str, ExpectedPlace] = {}
        for track in waiting:
            shut = self.shut_in(track, tracks)
            holder = tracks.get(shut or track.parent or "")
            if holder is None or not (shut or self._settled(holder)):
                continue
            corners = [track.low, track.high, holder.low, holder.high, *(holder.closed_box or ())]
            low, high = np.min(corners, axis=0), np.max(corners, axis=0)
            found[track.id] = ExpectedPlace(low, high, bool(shut))
        return found

    def _settled(self, holder: Track) -> bool:
        # The end of the floor or of a counter is seldom in view, and a bowl is moved about.
        loose = self.ontology.affords(holder.type, "pickupable")
        return not (holder.cut or holder.pending or loose or holder.type == "Floor")

    def _is_over(self, track: Track, other: Track) -> bool:
        # Beside a pot, plate or coffee machine is soon within a margin of it.
        affords = self.ontology.types[other.type].affords
        small = "pickupable" in affords or {"moveable", "heat_source"} <= affords
        margin = 0.0 if small and other.id != track.parent else _MARGIN
        return _over(track, other, margin) or self._hangs(track, other)

    def _rank(self, track: Track, other: Track) -> tuple[float, float]:
        # The smallest footprint wins: the plate on the table rather than the table, and the oven
        # on the counter, too, when its open door reaches far over it.
        low, high = other.closed_box or (other.low, other.high)
        size = np.maximum((high - low)[:2], 0.05)
        return float(size.prod()), float(np.linalg.norm(other.center - track.center))

    def _holds(self, track: Track, other: Track) -> bool:
        if self._hangs(track, other):
            return True
        center = track.center
        kind = self.ontology.types[other.type]
        bottom, top = float(track.low[2]), float(other.high[2])
        if kind.contains == "inside":
            if self._shut(other) or self._outside(track, other):
                return False
            tall = other.size[2] > 0.15
            result: bool = other.low[2] - _MARGIN <= bottom <= top - (0.03 if tall else -0.02)
            return result
        if abs(bottom - top) <= _CONTACT:
            return True
        if self._fell(track, other):
            return False
        inside = other.low[2] - _MARGIN <= bottom <= top
        within = float(center[2]) <= top + _CONTACT
        rough = self.ontology.types[other.type].rises or other.size[2] < 0.5
        return bool(inside and within and (rough or self._deep(track, other)))

    def _shut(self, receptacle: Track) -> bool:
        """Whether what is in view cannot be in it, because it is closed."""
        inside = self.ontology.types[receptacle.type].contains == "inside"
        openable = self.ontology.affords(receptacle.type, "openable")
        return inside and openable and not believed(receptacle, "open", 1.0)

    def _beside_basin(self, track: Track, basin: Track) -> bool:
        """Whether what was put into an open basin landed on the counter around it instead."""
        kind = self.ontology.types[basin.type]
        if kind.contains != "inside" or {"openable", "pickupable"} & kind.affords:
            return False
        return bool(track.low[2] > basin.high[2] - _TIGHT) and not _over(track, basin, 0.0)

    def _outside(self, track: Track, other: Track) -> bool:
        """Whether a thing lies before or beside an open container, where only its leaf swings."""
        if other.closed_box is None or self.ontology.opening(other.type) in ("drawer", "lid"):
            return False
        poses = other.poses or track.poses
        if not poses or self.ontology.affords(other.type, "pickupable"):
            return False
        viewer = poses[0][1]
        now = (other.low, other.high)
        axis, front, ahead = front_plane(other.closed_box, now, viewer.x, viewer.y)
        beyond = float(track.center[axis]) - front
        low, high = (float(corner[1 - axis]) for corner in other.closed_box)
        along = float(track.center[1 - axis])
        aside = max(low - along, along - high) > _MARGIN
        return aside or (beyond if ahead else -beyond) > _MARGIN

    def _fell(self, track: Track, surface: Track) -> bool:
        """Whether a thing lies on the floor under or beside a surface: a round table was missed."""
        flat = self.ontology.types[surface.type].contains != "inside"
        return flat and track.low[2] < _FLOOR_LEVEL and surface.high[2] > _LOW_TABLE

    def _sunk(self, track: Track, surface: Track) -> bool:
        """Whether a thing reaches below a flat surface: it lies in a basin let into that, or under.

        What hangs on a hook or rail does so, too.
        """
        kind = self.ontology.types[surface.type]
        if kind.contains != "surface" or kind.rises or kind.capacity == 1:
            return False
        flat = float(surface.size[2]) <= _BOARD and "pickupable" not in kind.affords
        return flat and bool(track.low[2] < surface.low[2] - _TIGHT)

    def _carried_above(self, track: Track, surface: Track, others: Iterable[Track]) -> bool:
        """Whether something else that does not move lies between a surface and a thing over it: the
        rim of a tub on the deck around it."""
        kind = self.ontology.types[surface.type]
        # A chair's box ends with its back: pushed under a desk it reaches up to what lies there.
        top = min(float(surface.high[2]), kind.seat or float("inf"))
        bottom = float(track.low[2])
        if kind.contains == "inside":
            # What lies on a table near its edge is within a margin of the drawer pulled out there.
            if bottom < top or _over(track, surface, 0.0):
                return False
        elif bottom - top <= _TIGHT:
            return False
        return any(
            top < other.high[2] <= bottom + _TIGHT
            and not self.ontology.affords(other.type, "pickupable")
            and _over(track, other, 0.0)
            for other in others
            if other is not track and other is not surface
        )

    def _hangs(self, track: Track, other: Track) -> bool:
        # Over a rail or on a hook: it touches it, and reaches from there downwards.
        if not (track.low[2] < other.low[2] - _CONTACT and track.high[2] >= other.low[2]):
            return False
        kind = self.ontology.types[other.type]
        if kind.capacity != 1 or kind.contains != "surface" or other.size[2] > 0.5:
            return False
        return box_gap(track.low, track.high, other.low, other.high) <= _MARGIN

    @staticmethod
    def _deep(track: Track, other: Track) -> bool:
        # A tall surface whose box reaches above the board: a coffee machine, a desk with shelves.
        return float(track.high[2]) <= float(other.high[2])

    def _floor(self, track: Track, others: Iterable[Track]) -> str | None:
        if float(track.low[2]) > 0.1 or not self.ontology.affords(track.type, "pickupable"):
            return None
        return next((other.id for other in others if other.type == "Floor"), None)

    @staticmethod
    def _circle(child: str, parent: str, tracks: Mapping[str, Track]) -> bool:
        seen: set[str] = set()
        current: str | None = parent
        while current is not None and current in tracks and current not in seen:
            if current == child:
                return True
            seen.add(current)
            current = tracks[current].parent
        return False


def _open(track: Track) -> float:
    """1 for what is believed open, 0 closed, -1 for what nothing is known of."""
    belief = track.states.get("open")
    return -1.0 if belief is None else float(belief.probability > 0.5)


def _over(track: Track, other: Track, margin: float) -> bool:
    """Whether the middle of one box lies over or under the other; in plain numbers, for speed."""
    for axis in (0, 1):
        middle = 0.5 * (track.low[axis] + track.high[axis])
        if not other.low[axis] - margin <= middle <= other.high[axis] + margin:
            return False
    return True


def _near(track: Track, receptacle: Track, margin: float) -> bool:
    low, high = receptacle.low - margin, receptacle.high + margin
    high = high + np.array([0.0, 0.0, 0.15])
    return bool(np.all(track.center >= low) and np.all(track.center <= high))
