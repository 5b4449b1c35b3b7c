# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Using things by hand: each action with its preconditions, retries and observed outcome."""

from collections.abc import Callable
from functools import partial

from egoplan_ros.skills.context import SkillContext, SkillFailure, Steps
from egoplan_ros.skills.floor import lay_down
from egoplan_ros.skills.manipulation.attempts import attempts
from egoplan_ros.skills.manipulation.opening import Opening
from egoplan_ros.skills.manipulation.preconditions import (
    need_empty_hand,
    need_in_hand,
    need_open,
    need_open_parent,
)
from egoplan_ros.skills.navigation.navigation import Reached, tilt_to
from egoplan_ros.world.floor import THE_FLOOR
from egoplan_ros.world.primitive import ErrorCode, PrimitiveKind

DOOR_TRIES = 3
"""A door that jams twice may open yet; one that jams thrice has something standing before it: from
then on it has one try a skill, for that may be gone."""


def pick_up(ctx: SkillContext, name: str) -> Steps:
    """Take an object; the hand must be empty."""
    need_empty_hand(ctx)
    item = ctx.object(name)
    need_open_parent(ctx, item)
    holder = item.parent or ""
    yield from _use_inside(ctx, holder, PrimitiveKind.PICK, name, lambda: ctx.world.robot.holding)


def put(ctx: SkillContext, name: str, receptacle: str) -> Steps:
    """Put the object in hand into or onto a receptacle."""
    need_in_hand(ctx, name)
    if receptacle == THE_FLOOR.id:
        yield from lay_down(ctx, ctx.object(name))
        return
    need_open(ctx, ctx.object(receptacle))
    if Opening(ctx, receptacle).too_narrow:
        yield from open_further(ctx, receptacle)
    yield from _use_inside(
        ctx, receptacle, PrimitiveKind.PUT, receptacle, lambda: not ctx.world.robot.holding
    )
    yield from _see_it_there(ctx, name, receptacle)


def _see_it_there(ctx: SkillContext, name: str, receptacle: str) -> Steps:
    """Look once more, lower, where the frame after a put does not show what was put down.

    Raises:
        SkillFailure: HAND_EMPTY, it is seen in or on something else, to be picked up from there.
    """
    item, place = ctx.find(name), ctx.find(receptacle)
    if item is None or place is None:
        return
    if item.view is None and place.view is not None:
        yield from tilt_to(ctx, ctx.world.robot.camera_pitch + ctx.config.tilt)
        item = ctx.find(name)
    holder = ctx.find(item.parent) if item and item.view and item.parent else None
    below = ctx.find(holder.parent) if holder and holder.parent else None  # of a bowl, say
    if holder is None or holder.id == place.parent:
        return  # a pan on a burner has what is in it, and so has the burner, by their boxes
    # Two of a type side by side may be one of which the parts were seen from two places.
    if place.type not in (holder.type, below and below.type):
        raise SkillFailure(ErrorCode.HAND_EMPTY, f"{name} is not in {receptacle}", name)


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
    yield from attempts(ctx, PrimitiveKind.OPEN, name, lambda: _is(ctx, name, "open", True), tries)


def open_further(ctx: SkillContext, name: str) -> Reached:
    """Open further what stands open by a part; whether that could be done, and was."""
    item = ctx.find(name)
    if item is None or not Opening(ctx, name).further:
        return False
    try:
        yield from attempts(ctx, PrimitiveKind.OPEN, name, lambda: True, 1)
    except SkillFailure as failure:
        if failure.final:
            raise
    return ctx.object(name).openness > item.openness


def close(ctx: SkillContext, name: str) -> Steps:
    """Close a container; nothing to do when it clearly is closed."""
    if ctx.object(name).surely("open", False):
        return
    yield from attempts(
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
    if ctx.ontology.role(held.type) != "blade":
        raise SkillFailure(
            ErrorCode.HAND_OCCUPIED, f"slicing {name} needs a knife, not {held.id}", held.id
        )
    item = ctx.object(name)
    if item.is_("sliced"):
        return
    need_open_parent(ctx, item)
    yield from attempts(ctx, PrimitiveKind.SLICE, name, lambda: _is_cut(ctx, item.id))


def pour(ctx: SkillContext, name: str) -> Steps:
    """Empty the container in hand, once more where that failed by chance or had no effect."""
    last = SkillFailure(ErrorCode.NO_EFFECT, f"{name} is still full", name)
    for tried in (False, True):
        need_in_hand(ctx, name)
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
    need_in_hand(ctx, name)
    wet = partial(_is, ctx, target, "filled", True)
    yield from attempts(ctx, PrimitiveKind.POUR_ONTO, target, wet)


def _use_inside(
    ctx: SkillContext, container: str, kind: PrimitiveKind, name: str, done: Callable[[], bool]
) -> Steps:
    """Act in a container; where that fails, once more if the container could be opened further."""
    try:
        yield from attempts(ctx, kind, name, done)
    except SkillFailure as failure:
        if failure.final or not (yield from open_further(ctx, container)):
            raise
        yield from attempts(ctx, kind, name, done)


def _toggle(ctx: SkillContext, kind: PrimitiveKind, name: str) -> Steps:
    wanted = kind is PrimitiveKind.TOGGLE_ON
    yield from attempts(ctx, kind, name, lambda: _is(ctx, name, "toggled", wanted))


def _is(ctx: SkillContext, name: str, state: str, wanted: bool) -> bool:
    """Whether a state is as wanted, as far as known; an object lost from memory may be."""
    item = ctx.find(name)
    return item is None or state not in item.states or item.is_(state) == wanted


def _is_cut(ctx: SkillContext, name: str) -> bool:
    """Whether the whole object is gone; another one near by is not it."""
    item = ctx.world.objects.get(name)
    return item is None or item.is_("sliced")
