# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the robot's own actions bring about (DANLI 3.1: effects override classifiers)."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.objects.beliefs import believed, cast_doubt, effect
from egoplan_ros.mapping.objects.object_memory import ObjectMemory
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.object import Belief, Source
from egoplan_ros.world.primitive import ABILITY, ErrorCode, PrimitiveKind, PrimitiveResult

_TAP_REACH = 1.0
"""Metres between the middles of a tap and of the basin its water runs into, at most."""
KNOB_REACH = 1.2
"""Metres between the middles of a knob and of its burner, at most: it may be at the other end."""
_HALF_DEPTH = 0.2
"""Metres behind a front, of which alone one knows, to the middle of what it belongs to."""

Point = npt.NDArray[np.float64]


class Effects:
    """Applies the effect of successful primitives to the object memory.

    Attributes:
        memory: what changes.
        left: (type, open box, closed box) of the door that was closed last, None if none was.
    """

    def __init__(self, memory: ObjectMemory) -> None:
        self.memory = memory
        self.left: tuple[str, tuple[Point, Point], tuple[Point, Point]] | None = None
        self._handlers: dict[PrimitiveKind, Callable[[Track, float], None]] = {
            PrimitiveKind.OPEN: self._open,
            PrimitiveKind.CLOSE: self._close,
            PrimitiveKind.TOGGLE_ON: self._on,
            PrimitiveKind.TOGGLE_OFF: self._off,
            PrimitiveKind.SLICE: self._slice,
            PrimitiveKind.POUR_ONTO: self._pour_onto,
        }

    def apply(self, result: PrimitiveResult, robot: RobotState, pointed: Point | None) -> None:
        """Apply one result; failed primitives and moves change nothing.

        Refused because it is so already, an act tells as much as one that succeeded. Refused
        because something is closed, it casts doubt on that this is open: seen closed as well, it
        is. Refused because what is there does not let itself be acted on so, or because nothing is,
        it casts doubt on what this was taken for.

        Args:
            result: what was done.
            robot: state after it.
            pointed: map point the primitive pointed at, if known.
        """
        self.left = None
        if not (result.success or result.needless):
            if result.error is ErrorCode.RECEPTACLE_CLOSED:
                self._doubt_open(result.primitive.object_id)
            self._doubt_what(result)
            return
        memory, primitive, stamp = self.memory, result.primitive, robot.stamp
        kind = primitive.kind
        if kind is PrimitiveKind.PICK:
            track = memory.tracks.get(primitive.object_id)
            if track is None:
                track = memory.nearest(primitive.object_type, pointed)
            if track is None and primitive.object_type:
                place = np.array([robot.base.x, robot.base.y, 1.0]) if pointed is None else pointed
                track = memory.create_unseen(primitive.object_type, place, stamp)
            if track is not None:
                track.used = stamp
                memory.take(track, stamp)
            return
        if kind in (PrimitiveKind.PUT, PrimitiveKind.DROP):
            self._release(primitive.object_id if kind is PrimitiveKind.PUT else "", robot, pointed)
            return
        if kind is PrimitiveKind.POUR:
            held = memory.held
            if held is not None:
                effect(held, stamp, filled=False, brewed=False)
            return
        target = memory.tracks.get(primitive.object_id)
        if target is None and kind in self._handlers:
            target = memory.nearest(primitive.object_type, pointed)
        handler = self._handlers.get(kind)
        if handler is not None and target is not None:
            target.unreachable, target.used = 0, stamp
            # Shut, it shows no more than it did.
            target.explored = target.explored and kind is PrimitiveKind.CLOSE
            handler(target, stamp)
            if kind is PrimitiveKind.OPEN and result.success:
                moved = primitive.openness != target.openness
                if moved and memory.ontology.pulled_out(target.type):
                    target.looked_into = None  # what was seen of it is elsewhere now
                target.openness = primitive.openness

    def _doubt_open(self, name: str) -> None:
        track = self.memory.tracks.get(name)
        if track is not None and believed(track, "open"):
            cast_doubt(track, "open")

    def _doubt_what(self, result: PrimitiveResult) -> None:
        track = self.memory.tracks.get(result.primitive.object_id)
        kind = result.primitive.kind
        if track is None:
            return
        memory, ontology = self.memory, self.memory.ontology
        held, need = memory.held, ABILITY.get(kind)
        if result.error is ErrorCode.NOT_VISIBLE and need is not None:
            memory.fusion.refused(track, frozenset())
        elif result.error is ErrorCode.NOT_ALLOWED and need is not None:
            able = {name for name in ontology.types if ontology.affords(name, need)}
            memory.fusion.refused(track, able)
        elif result.error is ErrorCode.NOT_ALLOWED and kind is PrimitiveKind.PUT and held:
            # What is in the hand does not belong there: one of both is not what it was taken for.
            able = {name for name in ontology.types if ontology.fits(name, track.type)}
            places = {name for name in ontology.types if ontology.fits(held.type, name)}
            memory.fusion.refused(held, able)
            memory.fusion.refused(track, places)
            memory.settle_type(held)
        memory.settle_type(track)

    def _release(self, receptacle: str, robot: RobotState, pointed: Point | None) -> None:
        # A camera may show the empty hand before the action's result arrives.
        held = self.memory.held or self.memory.tracks.get(self.memory.dropped)
        if held is None:
            return
        onto = self.memory.tracks.get(receptacle)
        if onto is not None:
            onto.unreachable, onto.used = 0, robot.stamp
        if pointed is None:
            ahead = np.array([np.cos(robot.base.yaw), np.sin(robot.base.yaw), 0.0])
            pointed = np.array([robot.base.x, robot.base.y, 0.1]) + 0.5 * ahead
        if onto is not None and onto.closed_box is not None:
            pointed = _interior(onto.closed_box, robot)
        self.memory.release(held, onto, pointed)
        if onto is not None:
            self._entered(held, onto, robot.stamp)

    def _entered(self, item: Track, receptacle: Track, stamp: float) -> None:
        # Put under a running tap or onto a hot burner.
        role = self._role(receptacle)
        if role == "basin":
            taps = self._around("tap", receptacle.center, _TAP_REACH)
            if any(believed(tap, "toggled") for tap in taps):
                self._wash(item, stamp)
        elif role == "burner" and believed(receptacle, "toggled"):
            self._heat(item, stamp, cook=True)

    def _open(self, target: Track, stamp: float) -> None:
        effect(target, stamp, open=True)
        target.frames_open = 0

    def _close(self, target: Track, stamp: float) -> None:
        effect(target, stamp, open=False)
        opened = (target.low.copy(), target.high.copy())
        target.shut()
        if target.closed_box is not None:
            self.left = target.type, opened, target.closed_box
        if self.memory.ontology.pulled_out(target.type):
            self._take_along(target, opened)
        if self.memory.ontology.affords(target.type, "cold_source"):
            for item in self.memory.contents(target.id):
                effect(item, stamp, cold=True, hot=False)

    def _take_along(self, drawer: Track, opened: tuple[Point, Point]) -> None:
        # What lies in a drawer goes in with it, as far as its front does. It comes out again with
        # it, by how far is not known before it is seen.
        moved = np.stack([drawer.low - opened[0], drawer.high - opened[1]])[:, :2]
        face, axis = np.unravel_index(int(np.argmax(np.abs(moved))), moved.shape)
        for item in self.memory.contents(drawer.id):
            center = item.center
            center[axis] += moved[face, axis]
            item.place(center)
            item.pending, item.view, item.poses = True, None, []

    def _on(self, target: Track, stamp: float) -> None:
        effect(target, stamp, toggled=True)
        memory = self.memory
        role = self._role(target)
        if role == "tap":
            for basin in self._around("basin", target.center, _TAP_REACH)[:1]:
                for item in memory.contents(basin.id):
                    self._wash(item, stamp)
        elif role in ("heater", "toaster"):
            if role == "toaster" or not believed(target, "open"):
                self._heat_contents(target, stamp)
        elif role == "brewer":
            for item in memory.contents(target.id, deep=False):
                fillable = memory.ontology.affords(item.type, "fillable")
                if fillable and not believed(item, "filled"):
                    effect(item, stamp, filled=True, brewed=True, cold=False)
        elif role == "knob":
            self._knob(target, stamp)

    def _off(self, target: Track, stamp: float) -> None:
        effect(target, stamp, toggled=False)
        if self._role(target) == "knob":
            self._doubt_burners(target, stamp)

    def _knob(self, knob: Track, stamp: float) -> None:
        # Which burner a knob belongs to cannot be told from the knob. Burners that glow are seen
        # to (see settle); where they do not, it is the nearest one with something on it.
        self._doubt_burners(knob, stamp)
        burners = self._around("burner", knob.center, KNOB_REACH)
        if any("toggled" in burner.states for burner in burners):
            return
        loaded = [burner for burner in burners if self.memory.contents(burner.id)]
        for burner in loaded[:1]:
            self._heat_contents(burner, stamp)

    def _doubt_burners(self, knob: Track, stamp: float) -> None:
        for burner in self._around("burner", knob.center, KNOB_REACH):
            if "toggled" in burner.states:
                burner.believe({"toggled": Belief(0.5, Source.PRIOR, stamp)})

    def settle(self, stamp: float) -> None:
        """After a frame is integrated: what stands on a burner that is on gets hot.

        A flame is seen, or, where a pot covers it, the pot that is seen to be hot.
        """
        kinds = self.memory.ontology.playing("burner")
        burners = [track for track in self.memory.tracks.values() if track.type in kinds]
        for burner in burners:
            if self._warms(burner):
                effect(burner, stamp, toggled=True)
                self._heat_contents(burner, stamp)
            elif burner.view and believed(burner, "toggled"):
                self._heat_contents(burner, stamp)

    def _warms(self, burner: Track) -> bool:
        doubt = burner.states.get("toggled")
        if doubt is None or doubt.source is not Source.PRIOR:
            return False
        knobs = self._around("knob", burner.center, KNOB_REACH)
        if not any(believed(knob, "toggled") for knob in knobs):
            return False
        heat = [item.states.get("hot") for item in self.memory.contents(burner.id)]
        return any(h is not None and h.probability > 0.5 and h.stamp >= doubt.stamp for h in heat)

    def _heat_contents(self, holder: Track, stamp: float) -> None:
        for item in self.memory.contents(holder.id):
            self._heat(item, stamp, cook=self.memory.ontology.cooks(holder.type, item.type))

    def _slice(self, target: Track, stamp: float) -> None:
        self.memory.forget_sliced(target, stamp)

    def _pour_onto(self, target: Track, stamp: float) -> None:
        effect(target, stamp, filled=True)
        if self.memory.held is not None:
            effect(self.memory.held, stamp, filled=False, brewed=False)

    def _wash(self, item: Track, stamp: float) -> None:
        effect(item, stamp, clean=True, dirty=False)
        if self.memory.ontology.affords(item.type, "fillable"):
            if not believed(item, "filled"):
                effect(item, stamp, brewed=False)  # what is full stays full of the same
            effect(item, stamp, filled=True)

    def _heat(self, item: Track, stamp: float, cook: bool) -> None:
        effect(item, stamp, hot=True, cold=False)
        if cook and self.memory.ontology.affords(item.type, "cookable"):
            effect(item, stamp, cooked=True)

    def _role(self, track: Track) -> str | None:
        return self.memory.ontology.role(track.type)

    def _around(self, role: str, center: Point, reach: float) -> list[Track]:
        near = [
            (float(np.linalg.norm(track.center[:2] - center[:2])), track.id, track)
            for track in self.memory.tracks.values()
            if self._role(track) == role
        ]
        return [track for distance, _, track in sorted(near)[:] if distance <= reach]


def _interior(box: tuple[Point, Point], robot: RobotState) -> Point:
    """Middle of a container of which perhaps only the closed front was seen.

    What was pointed at may have been its open door, so the place behind the front is the better
    guess.
    """
    low, high = box
    center = 0.5 * (low + high)
    size = high - low
    axis = int(np.argmin(size[:2]))
    if size[axis] < 0.15:
        side = center[axis] - (robot.base.x, robot.base.y)[axis]
        center[axis] += np.sign(side) * _HALF_DEPTH
    if size[2] < 1.0:
        center[2] = low[2] + min(0.1, 0.5 * float(size[2]))  # no shelves: it stands on the bottom
    return np.asarray(center)
