# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""One use of the hand: approach and act, from other places when it fails, until it is observed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from math import pi

from egoplan_ros.skills.context import SkillContext, SkillFailure, Steps
from egoplan_ros.skills.failure_memory import Place
from egoplan_ros.skills.geometry.aim_point import at_point
from egoplan_ros.skills.geometry.basin import (
    found_no_room,
    is_basin,
    need_room,
    room_in,
    shows,
    takes_up_much,
)
from egoplan_ros.skills.geometry.door_clearance import Swing, swing_of
from egoplan_ros.skills.manipulation.full_receptacle import room_on, tries_when_full
from egoplan_ros.skills.manipulation.opening import Opening
from egoplan_ros.skills.manipulation.packing import packed
from egoplan_ros.skills.manipulation.preconditions import need_open_parent
from egoplan_ros.skills.navigation.navigation import (
    Found,
    approach,
    drive_to,
    here,
    second_look,
    seen_part,
)
from egoplan_ros.skills.viewing.look_inside import Places, stand_over
from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import ABILITY, ErrorCode, PrimitiveKind, PrimitiveResult

_FINAL = frozenset(
    {
        ErrorCode.HAND_OCCUPIED,
        ErrorCode.HAND_EMPTY,
        ErrorCode.NOT_ALLOWED,
        ErrorCode.WRONG_STATE,
        ErrorCode.RECEPTACLE_CLOSED,
    }
)
"""Errors that no other place to stand will cure."""
_DOORS_APART = 1.2
"""Metres between the middles of a door that jams and an open one that may stand before it."""
_ASTRAY = 2
"""What cannot be hit twice is a sliver; what it belongs to may as well stay open."""


class _After(Enum):
    """What follows a try."""

    DONE = auto()
    AGAIN = auto()
    """From the same place."""
    ELSEWHERE = auto()
    """From another one."""


def attempts(
    ctx: SkillContext, kind: PrimitiveKind, name: str, done: Callable[[], bool], door: int = 0
) -> Steps:
    """Approach and act until the outcome is observed.

    Args:
        ctx: of the skill.
        kind: what the hand does.
        name: id of the object it does it to.
        done: whether the outcome is there, by what was observed.
        door: how often what moves may jam; 0 for what is no door.

    Raises:
        SkillFailure: with the last error, when no try is left or none would help.
    """
    yield from _Attempts(ctx, kind, name, done, door).run()


@dataclass(slots=True)
class _Attempts:
    """Tries of one use of the hand.

    Attributes:
        ctx, kind, name, done, door: as of :func:`attempts`.
        opening: how far a container is opened, where that is done.
        openness: how far it is opened in this try.
        into: whether something is put into a basin.
        over: the basin as seen from a place from which its floor shows, once.
        stood: places from which it was looked into.
        crowded: places from which there was no room.
        full: how often there was none.
        avoid: places that a try failed at.
        hidden: places from which the object was out of view.
        spot: of the object, to stand near.
        sure: point of the object that was seen, to aim at.
        astray: how often the hand met something else.
        repeated: whether a try was repeated from its place.
        last: the latest failure.
    """

    ctx: SkillContext
    kind: PrimitiveKind
    name: str
    done: Callable[[], bool]
    door: int
    opening: Opening | None = None
    openness: float = 0.0
    into: bool = False
    over: ObjectInstance | None = None
    stood: Places = field(default_factory=list)
    crowded: Places = field(default_factory=list)
    full: int = 0
    avoid: set[Place] = field(default_factory=set)
    hidden: set[Place] = field(default_factory=set)
    spot: Vector3 | None = None
    sure: Vector3 | None = None
    astray: int = 0
    repeated: bool = False
    last: SkillFailure = field(init=False)

    def __post_init__(self) -> None:
        ctx, name = self.ctx, self.name
        self.last = SkillFailure(ErrorCode.OUT_OF_REACH, f"cannot reach {name}", name)
        if self.kind is PrimitiveKind.OPEN:
            self.opening = Opening(ctx, name)
        self.into = self.kind is PrimitiveKind.PUT and is_basin(ctx, self.object)

    @property
    def object(self) -> ObjectInstance:
        """The object as it is believed to be now."""
        return self.ctx.object(self.name)

    def run(self) -> Steps:
        """All tries."""
        if self.into and takes_up_much(self.ctx, self.object):
            yield from self._step_over()
        for _ in range(self.ctx.config.tries):
            item = yield from self._stand()
            if self.into:
                need_room(self.ctx, item)
            if self.kind is PrimitiveKind.PUT and not self.avoid:
                item = packed(self.ctx, item)
            result = yield from self.ctx.act(self.kind, self.openness, target=item)
            missed = _missed(self.ctx, self.kind, item, result)
            after = self._judged(item, result, missed)
            if after is _After.DONE:
                return
            if after is _After.ELSEWHERE:
                yield from self._leave(item, result, missed)
        raise self.last

    def _stand(self) -> Found:
        """Go where the object can be used from; the object as seen from there."""
        if self.over is not None:
            item, self.over = self.over, None
            return item
        ctx = self.ctx
        if self.avoid:
            need_open_parent(ctx, self.object)  # somebody may have shut it meanwhile
        swing = self._swing()
        try:
            item = yield from self._approach(swing)
        except SkillFailure as failure:
            # After a failed try, that try says more than the lack of other places.
            raise self.last if self.avoid and not failure.final else failure from None
        if item.doubtful and not self.avoid:
            item = yield from second_look(ctx, item)
        if self.sure is not None:
            item = at_point(ctx, item, self.sure)
        if self.into and not self.avoid:
            item = yield from _where_it_shows(ctx, item, self.stood)
        if self.opening is not None and swing is not None:
            self.openness = self.opening.from_here(swing)
        return item

    def _swing(self) -> Swing | None:
        if self.opening is not None:
            return self.opening.swing()
        if not (self.door and self.avoid):
            return None
        return swing_of(self.object, self.ctx.ontology, None)

    def _approach(self, swing: Swing | None) -> Found:
        """Approach from where a door has not jammed before: the robot may have stood in its way."""
        ctx, name = self.ctx, self.name
        jammed = set(ctx.vain.jams[name]) if swing is not None else set()
        if jammed - self.avoid:
            try:
                away = self.avoid | jammed
                return (yield from approach(ctx, name, swing, away, self.spot, self.hidden))
            except SkillFailure as failure:
                if failure.final:
                    raise
        return (yield from approach(ctx, name, swing, self.avoid, self.spot, self.hidden))

    def _judged(self, item: ObjectInstance, result: PrimitiveResult, missed: bool) -> _After:
        """What follows from the result of a try.

        Raises:
            SkillFailure: another try would not help.
        """
        if result.success:
            return self._succeeded()
        code = ErrorCode.OCCLUDED if missed else _code(self.kind, result)
        self.last = SkillFailure(code, f"{self.kind} {self.name}: {result.message}", self.name)
        now = self.ctx.find(self.name)
        if now is not None and now.doubtful and not item.doubtful:
            raise self.last  # that it was refused speaks against its being there at all
        if result.needless:
            if self.done():
                return _After.DONE
            if not self.repeated:  # turned at the last moment, the hand met something else
                self.repeated = True
                return _After.AGAIN
        if result.error in _FINAL and not missed:
            raise self.last
        if result.error is ErrorCode.OTHER and not self.repeated:
            self.repeated = True  # mere chance, perhaps: the same place is as good as any
            return _After.AGAIN
        jammed = self.opening is not None and result.error is ErrorCode.COLLISION
        if jammed and self.opening is not None and self.opening.jammed(self.openness):
            return _After.AGAIN
        return _After.ELSEWHERE

    def _succeeded(self) -> _After:
        if self.done():
            self.ctx.vain.jams.pop(self.name, None)
            if self.opening is not None:
                self.opening.opened(self.openness)
            return _After.DONE
        words = f"{self.kind} had no effect on {self.name}"
        self.last = SkillFailure(ErrorCode.NO_EFFECT, words, self.name)
        if self.repeated:
            raise self.last
        self.repeated = True  # a gripper slips, a button is not quite pressed
        return _After.AGAIN

    def _leave(self, item: ObjectInstance, result: PrimitiveResult, missed: bool) -> Steps:
        """Get ready for a try from another place.

        Raises:
            SkillFailure: no other place would help.
        """
        self.avoid.add(here(self.ctx))
        if missed:
            self._aim_elsewhere(item)
        if self.astray >= _ASTRAY:
            raise self.last
        if self.last.error is ErrorCode.RECEPTACLE_FULL:
            yield from self._find_room()
        if self.door and result.error is ErrorCode.COLLISION:
            yield from self._leave_door(item)

    def _aim_elsewhere(self, item: ObjectInstance) -> None:
        if self.kind is PrimitiveKind.CLOSE:
            self.astray += 1
            self.spot = item.as_closed().center  # before it an open one is mostly air
        if self.kind is PrimitiveKind.PUT and item.view != self.object.view:
            # Where its box is something else stands: in the arms of an L-shaped counter, say.
            self.astray += 1
            self.spot = self.sure = seen_part(self.ctx, self.object)

    def _find_room(self) -> Steps:
        """Look for room elsewhere on or in what seems full."""
        ctx, receptacle = self.ctx, self.object
        self.full += 1
        self.crowded.append(here(ctx)[:2])
        self.spot = room_on(ctx, receptacle, self.crowded)
        if self.full >= tries_when_full(ctx, receptacle, self.spot):
            if self.into:
                found_no_room(ctx, receptacle)
            raise self.last
        if ctx.ontology.types[receptacle.type].seat is not None:
            self.hidden.add(here(ctx))  # by the back of a sofa, say
        if ctx.ontology.get(receptacle.type).contains == "inside":
            # The rim of a basin hides its floor; the hand reaches only what the eye sees.
            self.stood.append(here(ctx)[:2])
            yield from self._step_over()

    def _step_over(self) -> Steps:
        """Stand where the floor of the receptacle shows."""
        room = room_in(self.ctx, self.object)
        self.over = yield from stand_over(self.ctx, self.name, self.stood, room)

    def _leave_door(self, item: ObjectInstance) -> Steps:
        """Make room for a door that jams."""
        jams = self.ctx.vain.jams[self.name]
        jams.append(here(self.ctx))
        beside = self.kind is PrimitiveKind.OPEN and _beside_open(self.ctx, item)
        if len(jams) >= self.door or beside:
            raise self.last
        yield from _step_back(self.ctx, item)


def _where_it_shows(ctx: SkillContext, basin: ObjectInstance, stood: Places) -> Found:
    """Step nearer where none of the free floor of a basin shows; the basin as seen from there."""
    if shows(ctx, basin):
        return basin
    stands = here(ctx)
    over = yield from stand_over(ctx, basin.id, stood, room_in(ctx, basin))
    if over is None and here(ctx) != stands:  # stopped on the way
        over = yield from approach(ctx, basin.id)
    return basin if over is None else over


def _code(kind: PrimitiveKind, result: PrimitiveResult) -> ErrorCode:
    if kind is PrimitiveKind.PUT and result.error is ErrorCode.COLLISION:
        return ErrorCode.RECEPTACLE_FULL
    return result.error


def _missed(
    ctx: SkillContext, kind: PrimitiveKind, item: ObjectInstance, result: PrimitiveResult
) -> bool:
    """Whether the hand met something else than it pointed at: an edge before a sliver in view."""
    if result.error is ErrorCode.RECEPTACLE_CLOSED:
        return not ctx.ontology.affords(item.type, "openable") or _seen_open(ctx, item.id)
    if result.error is not ErrorCode.NOT_ALLOWED:
        return False
    held = ctx.world.held
    if kind is PrimitiveKind.PUT:
        return held is not None and ctx.ontology.fits(held.type, item.type)
    return ctx.ontology.affords(item.type, ABILITY.get(kind, "nothing"))


def _seen_open(ctx: SkillContext, name: str) -> bool:
    """Whether the latest image shows it open: then what is closed is something else."""
    item = ctx.find(name)
    belief = item.states.get("open") if item is not None else None
    return belief is not None and belief.probability > 0.5 and belief.stamp >= ctx.world.stamp


def _beside_open(ctx: SkillContext, item: ObjectInstance) -> bool:
    """Whether another door or drawer near by stands open: shutting it is better than trying on."""
    x, y, _ = item.center
    return any(
        other.is_("open")
        and other.id != item.id
        and other.planar_distance(x, y) < _DOORS_APART
        and other.as_high_as(item)
        and not ctx.ontology.affords(other.type, "pickupable")
        for other in ctx.world.objects.values()
    )


def _step_back(ctx: SkillContext, item: ObjectInstance) -> Steps:
    """Make room for a door: one step away from it."""
    base = ctx.world.robot.base
    yaw = round(base.yaw / (pi / 2.0)) * pi / 2.0
    dx, dy = base.x - item.center[0], base.y - item.center[1]
    step = ctx.config.step
    if abs(dx) >= abs(dy):
        x, y = base.x + (step if dx > 0 else -step), base.y
    else:
        x, y = base.x, base.y + (step if dy > 0 else -step)
    yield from drive_to(ctx, x, y, yaw)
