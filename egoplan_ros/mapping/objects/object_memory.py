# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The object memory: instances with stable ids, fused over views (DANLI 3.1, CAPEAM 3.2)."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.objects.absence import absence, heir, missing_like
from egoplan_ros.mapping.objects.association import (
    associate,
    box_gap,
    is_sliver,
)
from egoplan_ros.mapping.objects.beliefs import believed, observe
from egoplan_ros.mapping.objects.boxes import Boxes
from egoplan_ros.mapping.objects.evidence import Direction, direction
from egoplan_ros.mapping.objects.fusion import Fusion
from egoplan_ros.mapping.objects.hand import STAYED, Hand, left_lying, size_in_hand
from egoplan_ros.mapping.objects.inspection import inspect
from egoplan_ros.mapping.objects.relations import REACH, Relations
from egoplan_ros.mapping.objects.sighting import Sighting
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.objects.twins import covered, part, slivers, twins
from egoplan_ros.mapping.objects.visibility import (
    Visibility,
    look,
    remembered_view,
    resolved,
    surfaces,
)
from egoplan_ros.mapping.predicates.support import load_support
from egoplan_ros.mapping.remapping import Moves
from egoplan_ros.world.detection import Detections, Finding
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.object import Belief, ObjectInstance, Source
from egoplan_ros.world.ontology import Ontology

Point = npt.NDArray[np.float64]

_IN_VIEW = 0.3
"""Metres from where it was seen to the row of what turns out to be in the hand."""
_LEFT_BEHIND, _OUT_OF_HAND = 0.5, 0.2
"""Metres: so near to where it lay, and so far from the hand, is what was not lifted with a bowl."""
_IN_HAND: Direction = (0, 0, 0)
"""What is in the hand is always seen from one side."""
_INHERIT = 20.0
"""Seconds within which slices take over the states of the whole."""


class ObjectMemory:
    """All instances of an episode.

    Attributes:
        tracks: rows by id.
        skipped: labels of the latest frame that belong to what is in hand, or may.
        dropped: id of what the gripper lost without our doing, until something else is taken.
    """

    def __init__(self, ontology: Ontology, config: MappingConfig) -> None:
        self.ontology = ontology
        self.config, self.limits = config, config.thresholds
        learned = load_support() if config.relations == "learned" else None
        self.relations = Relations(ontology, learned)
        self.hand = Hand(self.limits)
        self._candidates, self._boxes = Boxes(), Boxes()
        self.fusion = Fusion(len(ontology.types), config)
        self.clear()

    def clear(self) -> None:
        """Forget everything, ids included."""
        self.tracks: dict[str, Track] = {}
        self.skipped: frozenset[int] = frozenset()
        self.counters: dict[str, int] = {}
        self._sliced: list[tuple[str, Point, Mapping[str, Belief], float]] = []
        self.dropped = ""
        self._sizes: dict[str, npt.NDArray[np.float64]] = {}
        self._lay: dict[str, Point] = {}
        self.hand.clear()

    @property
    def held(self) -> Track | None:
        """The object in hand."""
        return next((track for track in self.tracks.values() if track.held), None)

    def contents(self, receptacle: str, deep: bool = True) -> list[Track]:
        """Objects in or on a receptacle; with ``deep``, also what is in or on those."""
        found: list[Track] = []
        waiting = [receptacle]
        while waiting:
            name = waiting.pop()
            mine = [t for t in self.tracks.values() if t.parent == name and t not in found]
            found += mine
            waiting += [t.id for t in mine] if deep else []
        return found

    def near(self, name: str, reach: float = 0.5) -> list[str]:
        """Ids of the objects near one, nearest first; boxes at most ``reach`` metres apart.

        Raises:
            InputError: no such object.
        """
        if name not in self.tracks:
            raise InputError(f"mapping: no object {name!r} in memory; it may have been forgotten")
        return self.relations.near(self.tracks[name], self.tracks, reach)

    def move(self, moves: Moves) -> None:
        """What was seen lies elsewhere in map: the poses it was seen from were corrected."""
        for track in self.tracks.values():
            track.move(moves.at(track.last_seen))
        self._lay = {name: moves.motions[-1].apply(place) for name, place in self._lay.items()}
        self._sliced = [
            (kind, moves.at(stamp).apply(place), states, stamp)
            for kind, place, states, stamp in self._sliced
        ]

    def nearest(self, kind: str, point: Point | None, reach: float = 0.6) -> Track | None:
        """The object of a type whose box is nearest to a map point and in reach of it."""
        if point is None or not kind:
            return None
        best, best_distance = None, reach
        for track in self.tracks.values():
            if track.type == kind and not track.held:
                apart = np.maximum(np.maximum(track.low - point, point - track.high), 0.0)
                distance = float(np.linalg.norm(apart))
                if distance < best_distance:
                    best, best_distance = track, distance
        return best

    def update(self, frame: RgbdFrame, seen: list[Sighting], detections: Detections) -> None:
        """Integrate the sightings of one frame."""
        seen = [item for item in seen if item.type in self.ontology]
        for track in self.tracks.values():
            if track.view is not None:
                track.view = None
        seen, ignore = self._set_hand_aside(frame, seen, detections)
        held = self.held
        tracks = list(self.tracks.values())
        if held is not None:
            carried = {held.id, *(track.id for track in self.contents(held.id))}
            tracks = [track for track in tracks if track.id not in carried]
        self._candidates.refresh(tracks)
        visible = look(frame, detections, surfaces(self._candidates, frame), ignore)
        waiting = (track for track in tracks if track.pending)
        places = self.relations.whereabouts(waiting, self.tracks)
        result = associate(
            seen, tracks, visible, self.ontology, self.config, places, self._candidates
        )
        touched: list[Track] = []
        for s, t in result.pairs:
            self._match(tracks[t], seen[s], visible, t, frame)
            inspect(tracks[t], seen[s], frame, self.ontology, self.limits)
            touched.append(tracks[t])
        for s in result.new:
            if self._worth_a_row(seen[s]):
                track = self._create(seen[s], frame)
                inspect(track, seen[s], frame, self.ontology, self.limits)
                touched.append(track)
                small = self._small(track.type)
                lost = missing_like(track, self.tracks.values(), frame.stamp) if small else None
                missing = lost or self._left_behind(track, held)
                if missing is not None:
                    self._move(missing, track)
        for kept, absorbed in result.same:
            if covered(tracks[kept], tracks[absorbed]):
                self._join(tracks[kept], tracks[absorbed])
        part(touched)
        self._boxes.refresh(self.tracks.values())
        for find in (slivers, twins):
            if pairs := list(find(touched, self._boxes)):
                for whole, other in pairs:
                    self._join(whole, other)
                self._boxes.refresh(self.tracks.values())
        if detections.judged:
            matched = {t for _, t in result.pairs} | {t for _, t in result.same}
            self._doubt(tracks, matched, visible, seen, frame, detections.finding)
            for t in result.gone:
                if self._known(tracks[t]):
                    self.remove(tracks[t].id)
        self._relate(touched)
        if self.config.retrospective_masks:
            self._recall(frame, detections, tracks, visible, held is not None)

    def take(self, track: Track, stamp: float) -> None:
        """The robot picked an object up."""
        for other in self.tracks.values():
            other.held = False
        source = self.tracks.get(track.parent or "")
        if source is not None:
            # There is more room in it now.
            source.unreachable = 0
        self._lay = {item.id: item.center for item in (track, *self.contents(track.id))}
        track.held, track.parent, track.placed = True, None, ""
        self._sizes = {track.id: track.size.astype(np.float64)}
        track.pending, track.unreachable, track.last_seen = False, 0, stamp
        track.exposed = track.absent = False
        self.fusion.felt(track)
        track.samples = np.empty((0, 3), dtype=np.float32)
        track.poses = []
        self.dropped = ""
        self.hand.clear()

    def release(self, track: Track, onto: Track | None, point: Point) -> None:
        """The robot put the held object onto or into something (or dropped it) near a point."""
        track.held, track.pending, track.unreachable = False, True, 0
        track.view, track.poses, self.dropped = None, [], ""
        track.parent = None if onto is None else onto.id
        track.placed = "" if onto is None else onto.id
        track.exposed = self.relations.closed(track, self.tracks)
        center = np.array(point, dtype=np.float64)
        if onto is not None:
            if onto.closed_box is None:
                center = np.clip(center, onto.low, onto.high)
            if self.ontology.types[onto.type].contains == "inside":
                if not self.ontology.affords(onto.type, "openable"):
                    center[2] = float(onto.low[2]) + 0.5 * float(track.size[2])  # to the bottom
            else:
                center[2] = min(center[2], float(onto.high[2])) + 0.5 * float(track.size[2])
        track.place(center)
        if not self.config.relocation_tracking:
            self.remove(track.id)
        for item in self.contents(track.id):
            item.pending, item.view, item.poses = True, None, []
            item.place(center + np.array([0.0, 0.0, 0.03]))
        self.hand.clear()

    def create_unseen(self, kind: str, point: Point, stamp: float) -> Track:
        """An object that the robot knows of without having placed it in 3D."""
        half = 0.5 * np.array(getattr(self.ontology.types.get(kind), "size", None) or (0.1,) * 3)
        blank = np.empty((0, 3), dtype=np.float32)
        track = Track(self._name(kind), kind, point - half, point + half, blank)
        track.first_seen = track.last_seen = stamp
        track.believe(self._given(kind, stamp))
        self.tracks[track.id] = track
        return track

    def forget_sliced(self, track: Track, stamp: float) -> None:
        """The whole object is gone; slices found there soon take over its states."""
        keep = {k: v for k, v in track.states.items() if k in ("hot", "cold", "cooked", "clean")}
        self._sliced.append((track.type, track.center, keep, stamp))
        self.remove(track.id)
        made = (f"{track.type}{ending}" for ending in ("Sliced", "Cracked"))
        slices = next((kind for kind in made if kind in self.ontology), "")
        if self.config.location_caching and slices:
            row = self.create_unseen(slices, track.center, stamp)
            row.believe(keep)
            row.pending, row.parent, row.used = True, track.parent, stamp

    def date_back(self, seconds: float) -> None:
        """The clock was set back: what is remembered keeps its age."""
        for track in self.tracks.values():
            track.date_back(seconds)
        self._sliced = [
            (kind, place, states, stamp - seconds) for kind, place, states, stamp in self._sliced
        ]

    def remove(self, name: str) -> None:
        """Forget one object; what was in or on it has no parent any more."""
        self.tracks.pop(name, None)
        for track in self.tracks.values():
            if track.parent == name:
                track.parent = None

    def snapshot(self) -> dict[str, ObjectInstance]:
        """Immutable rows by id, of what is likely enough to be worth a look, or holds what is."""
        least = self.fusion.worth
        parents = {track.parent for track in self.tracks.values()}
        return {
            name: track.row or track.snapshot()
            for name, track in self.tracks.items()
            if track.existence >= least or track.held or name in parents
        }

    def explored(self) -> frozenset[str]:
        """Ids of those that were explored as well as can be."""
        return frozenset(name for name, track in self.tracks.items() if track.explored)

    def _known(self, track: Track) -> bool:
        # Its name may have gone on to another row since the frame began.
        return self.tracks.get(track.id) is track

    def _name(self, kind: str) -> str:
        self.counters[kind] = self.counters.get(kind, 0) + 1
        return f"{kind}_{self.counters[kind]}"

    def _given(self, kind: str, stamp: float) -> dict[str, Belief]:
        entry = self.ontology.types.get(kind)
        states = {} if entry is None else entry.states
        return {name: Belief(float(on), Source.PRIOR, stamp) for name, on in states.items()}

    def _set_hand_aside(
        self, frame: RgbdFrame, seen: list[Sighting], detections: Detections
    ) -> tuple[list[Sighting], npt.NDArray[np.bool_] | None]:
        held = self.held
        if held is not None and not frame.robot.holding:
            # The gripper says it is empty: it fell.
            base = frame.robot.base
            self.release(held, None, np.array([base.x, base.y, 0.1]))
            self.dropped = held.id
            held = None
        self.skipped = frozenset()
        held = self._noticed(frame, seen, held)
        if held is None:
            if frame.robot.holding:  # the map waits until it is known which one it is
                near = (seen[k] for k in self.hand.about(frame, seen))
                small = (item for item in near if self.ontology.affords(item.type, "pickupable"))
                self.skipped = frozenset(item.label for item in small)
            return seen, None
        mine, inside = self.hand.find(frame, seen, held, self.contents(held.id))
        instead = self._taken_instead(frame, seen, held, inside) if mine is None else None
        if instead is not None:
            held.held = False
            held.place(self._lay[held.id])
            self.take(instead, frame.stamp)
            held = instead
            mine, inside = self.hand.find(frame, seen, held, ())
        center = self.hand.rest(frame)
        if mine is not None:
            item = seen[mine]
            held.view = item.view
            half = 0.5 * size_in_hand(self._sizes.get(held.id), item.high - item.low)
            center = 0.5 * (item.low + item.high)
            held.low, held.high = center - half, center + half
            observe(held, item.detection.states, frame.stamp, _IN_HAND)
        else:
            held.place(center)
        held.last_seen = frame.stamp
        for child in self.contents(held.id):
            child.place(center)
        for child in self.contents(held.id):
            if any(child.type == seen[k].type for k in inside):
                self._lay.pop(child.id, None)  # it has come along
        labels = [seen[k].label for k in (*inside, *([] if mine is None else [mine]))]
        self.skipped = frozenset(labels)
        rest = [item for item in seen if item.label not in self.skipped]
        ignore = np.isin(detections.labels, labels) if labels else None
        return rest, ignore

    def _taken_instead(
        self, frame: RgbdFrame, seen: list[Sighting], held: Track, inside: list[int]
    ) -> Track | None:
        """What lay on a thing or came to stand before it, if that is in the hand and the thing is
        seen where it lay.

        Of a plate that little shows of, the hand easily gets what lies on it.
        """
        stayed = left_lying(seen, held.type, self._lay.get(held.id))
        if stayed is None or self.nearest(held.type, stayed.middle, STAYED) is not None:
            return None
        types = {seen[k].type for k in inside}
        above = next((item for item in self.contents(held.id) if item.type in types), None)
        small = (k for k in self.hand.about(frame, seen) if self._small(seen[k].type))
        first = None if above is not None else next(small, None)
        if first is None:
            return above
        return self.nearest(seen[first].type, seen[first].middle, _IN_VIEW) or self._create(
            seen[first], frame
        )

    def _small(self, kind: str) -> bool:
        return self.ontology.affords(kind, "pickupable")

    def _noticed(self, frame: RgbdFrame, seen: list[Sighting], held: Track | None) -> Track | None:
        """What is in the hand by all that is seen: somebody may have put it there, or the robot
        may have taken the wrong thing."""
        inside = {} if held is None else {item.type for item in self.contents(held.id)}
        small = [
            item
            for item in seen
            if self.ontology.affords(item.type, "pickupable") and item.type not in inside
        ]
        along = self.hand.comes_along(frame, small)
        if along is None or not frame.robot.holding:
            return held
        found, place = small[along[0]], along[1]
        if held is not None:
            if found.may_be(held) or self.hand.find(frame, seen, held, ())[0] is not None:
                return held
            if held.kinds is not None and found.detection.candidates:
                # Who errs at times may take for another thing what was rightly taken.
                self.fusion.seen(held, found, _IN_HAND)
                self.settle_type(held)
                return held
            self.remove(held.id)
        # Until now it was taken for one that lies about.
        track = self.nearest(found.type, place, _IN_VIEW) or self._create(found, frame)
        self.take(track, frame.stamp)
        return track

    def _match(
        self, track: Track, seen: Sighting, visible: Visibility, index: int, frame: RgbdFrame
    ) -> None:
        small = self.ontology.affords(track.type, "pickupable")
        gone = visible.looked_through(index)
        moved = small and len(track.samples) > 0 and (gone > 0.5 or self._outgrown(track, seen))
        contradicted = None
        if len(track.samples):
            contradicted = visible.contradicted(index, seen.label if small else None)
        if believed(track, "open") and seen.detection.states.get("open", 1.0) < 0.5:
            track.shut()
            contradicted = None
        if not is_sliver(seen, track, self.ontology):
            track.absorb(seen, contradicted, moved)
        if moved:
            track.placed, track.poses = "", []
        carrier = self.tracks.get(track.parent or "")
        if track.pending and carrier is not None and carrier.pending and carrier.placed:
            # They were put down together; what lies on a plate may hide all of it.
            carrier.place(track.center - np.array([0.0, 0.0, 0.5 * float(track.size[2])]))
        track.pending = False
        self._seen(track, seen, frame)
        if self.ontology.affords(track.type, "openable") and not believed(track, "open"):
            track.keep_closed()

    def _outgrown(self, track: Track, seen: Sighting) -> bool:
        # A rigid thing cannot reach from where it was to where it is.
        size = self.ontology.types[track.type].size
        union = float((np.maximum(track.high, seen.high) - np.minimum(track.low, seen.low)).max())
        whole = max(float(track.size.max()), float((seen.high - seen.low).max()))
        return size is not None and union > 2 * seen.slack + max(1.3 * whole, 1.2 * max(size))

    def _seen(self, track: Track, seen: Sighting, frame: RgbdFrame) -> None:
        view = direction(np.asarray(frame.camera_pose.position), track.center)
        self.fusion.seen(track, seen, view)
        self.settle_type(track)
        observe(track, seen.detection.states, frame.stamp, view)
        track.view = seen.view
        track.hits, track.absent = track.hits + 1, False
        track.last_seen = frame.stamp
        track.remember_pose(frame.robot.base, seen)

    def _worth_a_row(self, seen: Sighting) -> bool:
        # A sliver at the image border or of a large thing would only be joined to it later.
        x0, y0, x1, y1 = seen.detection.box
        thin = min(x1 - x0, y1 - y0) < 2
        far = 0.0 < self.config.near_range < seen.view.planar
        if far or seen.detection.score < 1.0 / self.config.vain_cost:
            return False
        if self.ontology.affords(seen.type, "pickupable"):
            needed = self.limits.new_small_pixels
        else:
            needed = self.limits.new_pixels * (2 if seen.distance < 2.0 else 1)
            needed *= 3 if thin else 1  # what shows through a gap is not worth a row of its own
        return seen.pixels >= needed and not (thin and seen.cut)

    def _create(self, seen: Sighting, frame: RgbdFrame) -> Track:
        track = Track(
            id=self._name(seen.type),
            type=seen.type,
            low=seen.low.copy(),
            high=seen.high.copy(),
            samples=seen.samples,
            states=self._given(seen.type, frame.stamp),
            first_seen=frame.stamp,
            cut=seen.cut,
            existence=0.0,
        )
        for whole, place, states, stamp in self._sliced:
            near = float(np.linalg.norm(place - track.center)) < 0.5
            if near and frame.stamp - stamp < _INHERIT and track.type.startswith(whole):
                track.believe(states)
        self._seen(track, seen, frame)
        if self.ontology.affords(track.type, "openable") and not believed(track, "open"):
            track.keep_closed()
        self.tracks[track.id] = track
        return track

    def _join(self, kept: Track, other: Track) -> None:
        if not (self._known(other) and self._known(kept)):
            return
        # The older name survives, and with it the type that is surer.
        older = other.age < kept.age
        if older and other.type == kept.type:
            kept.id, other.id = other.id, kept.id
            self.tracks[kept.id], self.tracks[other.id] = kept, other
        kept.merge(other)
        for track in self.tracks.values():
            track.renamed(other.id, kept.id)
        for name in (kept.id, other.id):
            kept.apart.pop(name, None)
        del self.tracks[other.id]
        self.settle_type(kept)

    def _doubt(
        self,
        tracks: list[Track],
        matched: set[int],
        visible: Visibility,
        seen: list[Sighting],
        frame: RgbdFrame,
        finding: Finding | None,
    ) -> None:
        eye = np.asarray(frame.camera_pose.position)
        for t in np.flatnonzero(visible.in_view).tolist():
            track = tracks[t]
            if t in matched:
                continue
            if not self._known(track) or track.pending:
                continue
            if self.relations.shut_in(track, self.tracks):
                continue
            if not resolved(track.center, track.size, frame):
                continue
            small = self._small(track.type)
            found = absence(t, track, visible, seen, small, self.limits)
            if found.whole and found.counts:
                view = direction(eye, track.center)
                self.fusion.missed(track, view, small, found.plainly, found.pixels, finding)
            track.absent = track.absent or found.part or found.whole
            other = heir(track, self.tracks.values()) if found.part else None
            if other is not None:
                self._move(track, other)
            elif self.fusion.lost(track):
                self.remove(track.id)

    def _left_behind(self, fresh: Track, held: Track | None) -> Track | None:
        """What should have come along in the thing in hand, where that is seen without it and a new
        one of its type turns up near where it lay."""
        if held is None or held.view is None:
            return None
        if box_gap(fresh.low, fresh.high, held.low, held.high) < _OUT_OF_HAND:
            return None
        for item in self.contents(held.id):
            lay = self._lay.get(item.id, np.full(3, np.inf))
            near = float(np.linalg.norm(fresh.center - lay)) < _LEFT_BEHIND
            if item.type == fresh.type and near:
                return item
        return None

    def _move(self, old: Track, new: Track) -> None:
        """What is missing in one place and has turned up in another is one object, moved."""
        name, other = (old.id, new.id) if old.type == new.type else (new.id, old.id)
        for track in self.tracks.values():
            track.renamed(other, name)
        del self.tracks[new.id], self.tracks[old.id]
        new.id, new.first_seen = name, old.first_seen
        new.states = {**old.states, **new.states}
        new.placed, new.used, new.unreachable = "", old.used, 0
        if new.parent == name:
            new.parent = None
        new.names = {old.type: old.id, **old.names, **new.names}
        self.tracks[name] = new

    def settle_type(self, track: Track) -> None:
        """Once another type is clearly likelier, it is of that type.

        An id tells the type of what it names, so the thing gets another name then: plans that mean
        it by the old one are made anew. It keeps one name for each type.
        """
        kind = self.fusion.settle(track)
        if kind != track.type and kind in self.ontology:
            self._retype(track, kind)
            self.fusion.settle(track)

    def _retype(self, track: Track, kind: str) -> None:
        old = track.id
        track.names[track.type] = old
        new = track.names.get(kind, "")
        if not new or new in self.tracks:
            new = self._name(kind)
        track.type, track.id = kind, new
        track.names[kind] = new
        if self.tracks.get(old) is track:
            self.tracks = {t.id: t for t in self.tracks.values()}
            for other in self.tracks.values():
                other.renamed(old, new)
        if not self.relations.has_parent(kind):
            track.parent = None

    def _recall(
        self,
        frame: RgbdFrame,
        detections: Detections,
        tracks: list[Track],
        visible: Visibility,
        holding: bool,
    ) -> None:
        # What was used before, is not recognised, and has not gone: its mask is where it was, but
        # for a door shut before it, and a bowl that would be missed with something in the hand.
        for t in np.flatnonzero(visible.seen >= 3).tolist():
            track = tracks[t]
            lost = track.used and track.view is None and self._known(track)
            there = visible.through[t] <= 0.3 * visible.in_view[t]
            missed = holding and self.ontology.is_carrier(track.type)
            if lost and there and not missed and not self.relations.shut_in(track, self.tracks):
                track.view = remembered_view(frame, track.samples, detections, track.type)

    def _relate(self, touched: list[Track]) -> None:
        if len(self._boxes.tracks) != len(self.tracks):  # some are forgotten since
            self._boxes.refresh(self.tracks.values())
        for track in touched:
            if self.relations.has_parent(track.type) and self._known(track):
                beside = self._boxes.beside(track.low, track.high, REACH)
                track.parent = self.relations.parent(track, self.tracks, beside)
                track.exposed = self.relations.closed(track, self.tracks)
