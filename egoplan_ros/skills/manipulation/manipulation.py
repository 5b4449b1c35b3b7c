"""Using things by hand: each action with its preconditions, retries and observed outcome."""

from collections.abc import Callable
from functools import partial
from math import pi

import numpy as np

from egoplan_ros.skills.context import SkillContext, SkillFailure, Steps
from egoplan_ros.skills.failure_memory import Place
from egoplan_ros.skills.floor import lay_down
from egoplan_ros.skills.manipulation.aim_point import at_point
from egoplan_ros.skills.manipulation.basin import (
    found_no_room,
    is_basin,
    need_room,
    room_in,
    shows,
    takes_up_much,
)
from egoplan_ros.skills.manipulation.door_clearance import Swing, swing_of
from egoplan_ros.skills.manipulation.opening import Opening
from egoplan_ros.skills.manipulation.packing import packed
from egoplan_ros.skills.manipulation.placing import free_spots, nearest_spot
from egoplan_ros.skills.navigation.navigation import (
    Found,
    Reached,
    approach,
    drive_to,
    here,
    second_look,
    seen_part,
)
from egoplan_ros.skills.viewing.look_inside import Places, stand_over
from egoplan_ros.world.floor import THE_FLOOR
from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import ABILITY, ErrorCode, PrimitiveKind, PrimitiveResult

KNIVES = ("Knife", "ButterKnife")

_FINAL = frozenset(
    {ErrorCode.HAND_OCCUPIED, ErrorCode.HAND_EMPTY, ErrorCode.NOT_ALLOWED, ErrorCode.WRONG_STATE}
)
"""Errors that no other place to stand will cure."""
_FULL_TRIES = 3
DOOR_TRIES = 3
"""A door that jams twice may open yet; one that jams thrice has something standing before it: from
then on it has one try a skill, for that may be gone."""
_BESIDE = 1.2
"""Metres between the middles of a door that jams and an open one that may stand before it."""
_ASTRAY = 2
"""What cannot be hit twice is a sliver; what it belongs to may as well stay open."""
_CLOSE_BY = 1.0
"""Metres to a free spot from which on it counts that there is no room; from afar little is."""
_SPARSE = 0.1
"""Share of a container's floor; who takes up less is not why nothing more fits."""
_SMALL = 0.4
"""Metres; a receptacle this small is within the hand's reach as a whole."""


def pick_up(ctx: SkillContext, name: str) -> Steps:
    """Take an object; the hand must be empty."""
    _need_empty_hand(ctx)
    item = ctx.object(name)
    _need_open_parent(ctx, item)
    holder = item.parent or ""
    yield from _use_inside(ctx, holder, PrimitiveKind.PICK, name, lambda: ctx.world.robot.holding)


def put(ctx: SkillContext, name: str, receptacle: str) -> Steps:
    """Put the object in hand into or onto a receptacle."""
    _need_in_hand(ctx, name)
    if receptacle == THE_FLOOR.id:
        yield from lay_down(ctx, ctx.object(name))
        return
    _need_open(ctx, ctx.object(receptacle))
    if Opening(ctx, receptacle).too_narrow:
        yield from open_further(ctx, receptacle)
    yield from _use_inside(
        ctx, receptacle, PrimitiveKind.PUT, receptacle, lambda: not ctx.world.robot.holding
    )


def open_up(ctx: SkillContext, name: str, tries: int = DOOR_TRIES) -> Steps:
    """Open a container, if need be by a part; nothing to do when it clearly is.

    Args:
        ctx: of the skill.
        name: id of the container.
        tries: how often its door may jam.
    """
    item = ctx.object(name)
    if item.surely("open"):
        return
    if item.is_("toggled") and ctx.ontology.get(item.type).must_be_off_to_open:
        raise SkillFailure(ErrorCode.WRONG_STATE, f"{name} must be switched off first", name)
    yield from _use(ctx, PrimitiveKind.OPEN, name, lambda: _is(ctx, name, "open", True), tries)


def open_further(ctx: SkillContext, name: str) -> Reached:
    """Open further what stands open by a part; whether that could be done, and was."""
    item = ctx.find(name)
    if item is None or not Opening(ctx, name).further:
        return False
    try:
        yield from _use(ctx, PrimitiveKind.OPEN, name, lambda: True, 1)
    except SkillFailure as failure:
        if failure.final:
            raise
    return ctx.object(name).openness > item.openness


def close(ctx: SkillContext, name: str) -> Steps:
    """Close a container; nothing to do when it clearly is closed."""
    if ctx.object(name).surely("open", False):
        return
    yield from _use(
        ctx, PrimitiveKind.CLOSE, name, lambda: _is(ctx, name, "open", False), DOOR_TRIES
    )


def toggle_on(ctx: SkillContext, name: str) -> Steps:
    """Switch on; nothing to do when it clearly is on."""
    item = ctx.object(name)
    if item.surely("toggled"):
        return
    if item.is_("open") and ctx.ontology.get(item.type).must_be_closed_to_toggle:
        raise SkillFailure(ErrorCode.WRONG_STATE, f"{name} must be closed first", name)
    yield from _toggle(ctx, PrimitiveKind.TOGGLE_ON, name)


def toggle_off(ctx: SkillContext, name: str) -> Steps:
    """Switch off; nothing to do when it clearly is off."""
    item = ctx.object(name)
    if "toggled" in item.states and item.surely("toggled", False):
        return
    yield from _toggle(ctx, PrimitiveKind.TOGGLE_OFF, name)


def cut(ctx: SkillContext, name: str) -> Steps:
    """Slice an object with the knife in hand."""
    held = ctx.world.held
    if not ctx.world.robot.holding or held is None:
        raise SkillFailure(ErrorCode.HAND_EMPTY, f"slicing {name} needs a knife in hand", name)
    if held.type not in KNIVES:
        raise SkillFailure(
            ErrorCode.HAND_OCCUPIED, f"slicing {name} needs a knife, not {held.id}", held.id
        )
    item = ctx.object(name)
    if item.is_("sliced"):
        return
    _need_open_parent(ctx, item)
    yield from _use(ctx, PrimitiveKind.SLICE, name, lambda: _is_cut(ctx, item.id))


def pour(ctx: SkillContext, name: str) -> Steps:
    """Empty the container in hand, once more where that failed by chance or had no effect."""
    last = SkillFailure(ErrorCode.NO_EFFECT, f"{name} is still full", name)
    for tried in (False, True):
        _need_in_hand(ctx, name)
        held = ctx.world.held
        if held is not None and "filled" in held.states and not held.is_("filled"):
            if tried:
                return
            raise SkillFailure(ErrorCode.WRONG_STATE, f"{name} is already empty", name)
        result = yield from ctx.act(PrimitiveKind.POUR, target=held)
        held = ctx.world.held
        full = held is not None and held.is_("filled")
        if result.needless or (result.success and not full):
            return
        if not result.success:
            last = SkillFailure(result.error, result.message, name)
            if result.error is not ErrorCode.OTHER:
                break
    raise last


def pour_onto(ctx: SkillContext, name: str, target: str) -> Steps:
    """Pour what is in the vessel in hand onto something that takes water, a plant."""
    _need_in_hand(ctx, name)
    wet = partial(_is, ctx, target, "filled", True)
    yield from _use(ctx, PrimitiveKind.POUR_ONTO, target, wet)


def _use_inside(
    ctx: SkillContext, container: str, kind: PrimitiveKind, name: str, done: Callable[[], bool]
) -> Steps:
    """Act in a container; where that fails, once more if the container could be opened further."""
    try:
        yield from _use(ctx, kind, name, done)
    except SkillFailure as failure:
        if failure.final or not (yield from open_further(ctx, container)):
            raise
        yield from _use(ctx, kind, name, done)


def _toggle(ctx: SkillContext, kind: PrimitiveKind, name: str) -> Steps:
    wanted = kind is PrimitiveKind.TOGGLE_ON
    yield from _use(ctx, kind, name, lambda: _is(ctx, name, "toggled", wanted))


def _use(
    ctx: SkillContext,
    kind: PrimitiveKind,
    name: str,
    done: Callable[[], bool],
    door: int = 0,
) -> Steps:
    """Approach and act, from other places when it fails, until the outcome is observed."""
    avoid: set[Place] = set()
    hidden: set[Place] = set()
    spot: Vector3 | None = None
    sure: Vector3 | None = None
    full = astray = 0
    over: ObjectInstance | None = None
    stood: Places = []
    crowded: Places = []
    repeated = False
    last = SkillFailure(ErrorCode.OUT_OF_REACH, f"cannot reach {name}", name)
    opening = Opening(ctx, name) if kind is PrimitiveKind.OPEN else None
    openness = 0.0
    into = kind is PrimitiveKind.PUT and is_basin(ctx, ctx.object(name))
    if into and takes_up_much(ctx, ctx.object(name)):
        over = yield from stand_over(ctx, name, stood, room_in(ctx, ctx.object(name)))
    for _ in range(ctx.config.tries):
        if over is None:
            if avoid:
                _need_open_parent(ctx, ctx.object(name))  # somebody may have shut it meanwhile
            swing = None
            if opening is not None:
                swing = opening.swing()
            elif door and avoid:
                swing = swing_of(ctx.object(name), None)
            try:
                item = yield from _approach(ctx, name, swing, avoid, spot, hidden)
            except SkillFailure as failure:
                # After a failed try, that try says more than the lack of other places.
                raise last if avoid and not failure.final else failure from None
            if item.doubtful and not avoid:
                item = yield from second_look(ctx, item)
            if sure is not None:
                item = at_point(ctx, item, sure)
            if into and not avoid:
                item = yield from _where_it_shows(ctx, item, stood)
        else:
            item, over = over, None
        if into:
            need_room(ctx, item)
        if kind is PrimitiveKind.PUT and not avoid:
            item = packed(ctx, item)
        if opening is not None and swing is not None:
            openness = opening.from_here(swing)
        result = yield from ctx.act(kind, openness, target=item)
        missed = _missed(ctx, kind, item, result)
        if result.success:
            if done():
                ctx.vain.jams.pop(name, None)
                if opening is not None:
                    opening.opened(openness)
                return
            last = SkillFailure(ErrorCode.NO_EFFECT, f"{kind} had no effect on {name}", name)
            if repeated:
                raise last
            repeated = True  # a gripper slips, a button is not quite pressed
            continue
        code = ErrorCode.OCCLUDED if missed else _code(kind, result)
        last = SkillFailure(code, f"{kind} {name}: {result.message}", name)
        now = ctx.find(name)
        if now is not None and now.doubtful and not item.doubtful:
            raise last  # that it was refused speaks against its being there at all
        if result.needless:
            if done():
                return
            if not repeated:  # turned at the last moment, the hand met something else
                repeated = True
                continue
        if (result.error in _FINAL or result.error is ErrorCode.RECEPTACLE_CLOSED) and not missed:
            raise last
        if result.error is ErrorCode.OTHER and not repeated:
            repeated = True  # mere chance, perhaps: the same place is as good as any
            continue
        if opening is not None and result.error is ErrorCode.COLLISION and opening.jammed(openness):
            continue
        avoid.add(here(ctx))
        if missed and kind is PrimitiveKind.CLOSE:
            astray += 1
            spot = item.as_closed().center  # before it an open one is mostly air
        if missed and kind is PrimitiveKind.PUT and item.view != ctx.object(name).view:
            # Where its box is something else stands: in the arms of an L-shaped counter, say.
            astray += 1
            spot = sure = seen_part(ctx, ctx.object(name))
        if astray >= _ASTRAY:
            raise last
        if last.error is ErrorCode.RECEPTACLE_FULL:
            full += 1
            crowded.append(here(ctx)[:2])
            spot = _room_on(ctx, ctx.object(name), crowded)
            if full >= _tries_when_full(ctx, ctx.object(name), spot):
                if into:
                    found_no_room(ctx, ctx.object(name))
                raise last
            if ctx.ontology.types[ctx.object(name).type].seat is not None:
                hidden.add(here(ctx))  # by the back of a sofa, say
            if ctx.ontology.get(ctx.object(name).type).contains == "inside":
                # The rim of a basin hides its floor; the hand reaches only what the eye sees.
                stood.append(here(ctx)[:2])
                over = yield from stand_over(ctx, name, stood, room_in(ctx, ctx.object(name)))
        if door and result.error is ErrorCode.COLLISION:
            ctx.vain.jams[name].append(here(ctx))
            beside = kind is PrimitiveKind.OPEN and _beside_open(ctx, item)
            if len(ctx.vain.jams[name]) >= door or beside:
                raise last
            yield from _step_back(ctx, item)
    raise last


def _approach(
    ctx: SkillContext,
    name: str,
    swing: Swing | None,
    avoid: set[Place],
    spot: Vector3 | None,
    hidden: set[Place],
) -> Found:
    """Approach from where a door has not jammed before: the robot may have stood in its way."""
    jammed = set(ctx.vain.jams[name]) if swing is not None else set()
    if jammed - avoid:
        try:
            return (yield from approach(ctx, name, swing, avoid | jammed, spot, hidden))
        except SkillFailure as failure:
            if failure.final:
                raise
    return (yield from approach(ctx, name, swing, avoid, spot, hidden))


def _tries_when_full(ctx: SkillContext, receptacle: ObjectInstance, spot: Vector3 | None) -> int:
    """From how many places to try putting something there that found no room from this one.

    Args:
        ctx: of the skill.
        receptacle: that is full, as it seems.
        spot: of it that memory believes to be free.
    """
    basin = is_basin(ctx, receptacle)
    kind = ctx.ontology.get(receptacle.type)
    fixed = kind.contains == "inside" and "pickupable" not in kind.affords
    if max(receptacle.size[:2]) < _SMALL and not fixed:
        return 1  # what does not go into a bowl from here does not from there
    held = ctx.world.held
    if kind.seat is not None and held is not None and receptacle.narrow_for(held, seat=True):
        return 1  # nor is a chair broader from its other side
    if basin and not shows(ctx, receptacle):
        return 1  # nor does its floor from anywhere else
    close_by = spot is None or ctx.world.robot.base.distance_to(*spot[:2]) < _CLOSE_BY
    if _crowded(ctx, receptacle):
        return 1 if close_by or basin else 2  # clearing it is better than trying on
    if basin and any(not item.held for item in ctx.world.contents(receptacle.id)):
        return 2
    if ctx.ontology.affords(receptacle.type, "openable") and _others(ctx, receptacle):
        return 1  # another one is a better chance than another place before this
    return _FULL_TRIES if spot is not None else _FULL_TRIES - 1


def _where_it_shows(ctx: SkillContext, basin: ObjectInstance, stood: Places) -> Found:
    """Step nearer where none of the free floor of a basin shows; the basin as seen from there."""
    if shows(ctx, basin):
        return basin
    stands = here(ctx)
    over = yield from stand_over(ctx, basin.id, stood, room_in(ctx, basin))
    if over is None and here(ctx) != stands:  # stopped on the way
        over = yield from approach(ctx, basin.id)
    return basin if over is None else over


def _others(ctx: SkillContext, receptacle: ObjectInstance) -> bool:
    """Whether there are more of its type that nothing failed at yet."""
    kind = frozenset({receptacle.type})
    return any(o.id != receptacle.id and not o.unreachable for o in ctx.world.of_type(kind))


def _crowded(ctx: SkillContext, receptacle: ObjectInstance) -> bool:
    """Whether what lies in it may be why nothing more fits."""
    areas = [o.size[0] * o.size[1] for o in ctx.world.contents(receptacle.id) if not o.held]
    if ctx.ontology.get(receptacle.type).contains != "inside":
        return bool(areas)
    return sum(areas) > _SPARSE * receptacle.size[0] * receptacle.size[1]


def _room_on(ctx: SkillContext, receptacle: ObjectInstance, tried: Places) -> Vector3 | None:
    """A spot on the receptacle that memory believes to be free, nearest to the robot.

    Rather one beyond the reach of all places from which no room was found: memory was wrong about
    what is within.
    """
    if ctx.ontology.get(receptacle.type).contains != "surface":
        return receptacle.center
    spots = free_spots(receptacle, ctx.world.held, ctx.world)
    gaps = np.hypot(*(spots[:, None, :2] - np.array(tried)[None]).transpose(2, 0, 1))
    beyond = spots[(gaps > ctx.config.reach).all(axis=1)]
    spots = beyond if len(beyond) else spots
    base = ctx.world.robot.base
    return nearest_spot(spots, base.x, base.y) if len(spots) else None


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
        and other.planar_distance(x, y) < _BESIDE
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


def _is(ctx: SkillContext, name: str, state: str, wanted: bool) -> bool:
    """Whether a state is as wanted, as far as known; an object lost from memory may be."""
    item = ctx.find(name)
    return item is None or state not in item.states or item.is_(state) == wanted


def _is_cut(ctx: SkillContext, name: str) -> bool:
    """Whether the whole object is gone; another one near by is not it."""
    item = ctx.world.objects.get(name)
    return item is None or item.is_("sliced")


def _need_empty_hand(ctx: SkillContext) -> None:
    if ctx.world.robot.holding:
        held = ctx.world.held
        name = held.id if held else "something"
        raise SkillFailure(
            ErrorCode.HAND_OCCUPIED, f"the hand holds {name}", *([held.id] if held else [])
        )


def _need_in_hand(ctx: SkillContext, name: str) -> None:
    if not ctx.world.robot.holding:
        raise SkillFailure(ErrorCode.HAND_EMPTY, f"{name} is not in hand", name)
    held = ctx.world.held
    if held is not None and held.id != name and ctx.find(name) is not held:
        raise SkillFailure(
            ErrorCode.HAND_OCCUPIED, f"the hand holds {held.id}, not {name}", held.id
        )


def _need_open(ctx: SkillContext, item: ObjectInstance) -> None:
    if ctx.ontology.lidded(item.type) and not item.is_("open"):
        raise SkillFailure(ErrorCode.RECEPTACLE_CLOSED, f"{item.id} is closed", item.id)


def _need_open_parent(ctx: SkillContext, item: ObjectInstance) -> None:
    parent = ctx.find(item.parent) if item.parent else None
    if parent is not None and item.view is None:
        _need_open(ctx, parent)
