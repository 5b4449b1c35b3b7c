# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Household chores made of several actions: clean, heat, cool, cook, fill, water, brew.

Each looks in the end whether what it is for has come about. What the robot's own act brings about
is believed, seen or not; so it fails where memory knows of no effect and the object is seen without
it.
"""

from math import dist

from egoplan_ros.mapping.objects.effects import KNOB_REACH
from egoplan_ros.skills.context import SkillContext, SkillFailure, Steps
from egoplan_ros.skills.manipulation.manipulation import (
    close,
    open_up,
    pick_up,
    pour_onto,
    put,
    toggle_off,
    toggle_on,
)
from egoplan_ros.skills.navigation.navigation import approach
from egoplan_ros.skills.search import look_around
from egoplan_ros.world.object import ObjectInstance, Source
from egoplan_ros.world.primitive import ErrorCode, PrimitiveKind

_TAP_WITHIN = 1.2
"""Metres between the middles of a basin and of its tap, at most; of a wide one its tap is
farther."""


def clean(ctx: SkillContext, name: str, basin: str) -> Steps:
    """Wash the object in hand: into the basin, water on and off, back in hand."""
    began = ctx.world.stamp
    yield from _rinse(ctx, name, basin)
    _need_effect(ctx, name, "dirty", False, began)


def fill(ctx: SkillContext, name: str, basin: str) -> Steps:
    """Fill the vessel in hand with water; the steps are those of washing."""
    began = ctx.world.stamp
    yield from _rinse(ctx, name, basin)
    _need_effect(ctx, name, "filled", True, began)


def water(ctx: SkillContext, vessel: str, basin: str, plant: str) -> Steps:
    """Fill the vessel in hand at the sink and pour the water onto a plant."""
    yield from fill(ctx, vessel, basin)
    yield from pour_onto(ctx, vessel, plant)


def _rinse(ctx: SkillContext, name: str, basin: str) -> Steps:
    yield from put(ctx, name, basin)
    yield from _run_water(ctx, basin)
    yield from pick_up(ctx, name)


def heat(ctx: SkillContext, name: str, microwave: str) -> Steps:
    """Heat the object in hand in a microwave or its like, and close it again."""
    began = ctx.world.stamp
    yield from _shut_and_heat(ctx, name, microwave)
    _need_effect(ctx, name, "hot", True, began)


def _shut_and_heat(ctx: SkillContext, name: str, microwave: str) -> Steps:
    if ctx.object(microwave).is_("toggled"):
        yield from toggle_off(ctx, microwave)
    yield from open_up(ctx, microwave)
    yield from put(ctx, name, microwave)
    yield from close(ctx, microwave)
    _need_inside(ctx, name, microwave)
    yield from _on_and_off(ctx, microwave)
    yield from open_up(ctx, microwave)
    yield from pick_up(ctx, name)
    yield from _close_if_possible(ctx, microwave)


def cool(ctx: SkillContext, name: str, fridge: str) -> Steps:
    """Cool the object in hand in a fridge, and close it again."""
    began = ctx.world.stamp
    yield from open_up(ctx, fridge)
    yield from put(ctx, name, fridge)
    yield from close(ctx, fridge)
    _need_inside(ctx, name, fridge)
    yield from open_up(ctx, fridge)
    yield from pick_up(ctx, name)
    yield from _close_if_possible(ctx, fridge)
    _need_effect(ctx, name, "cold", True, began)


def heat_on_stove(ctx: SkillContext, name: str, burner: str) -> Steps:
    """Heat the pot in hand, and what is in it, on a burner, which is left off."""
    began = ctx.world.stamp
    yield from put(ctx, name, burner)
    yield from _fire(ctx, burner)
    yield from pick_up(ctx, name)
    _need_effect(ctx, name, "hot", True, began)


def cook(ctx: SkillContext, name: str, appliance: str) -> Steps:
    """Cook the object in hand in a microwave or toaster."""
    began = ctx.world.stamp
    if ctx.ontology.role(ctx.object(appliance).type) == "heater":
        yield from _shut_and_heat(ctx, name, appliance)
    else:
        yield from put(ctx, name, appliance)
        yield from _on_and_off(ctx, appliance)
        yield from pick_up(ctx, name)
    _need_effect(ctx, name, "cooked", True, began)


def brew(ctx: SkillContext, mug: str, machine: str) -> Steps:
    """Make coffee: the mug in hand goes into the machine and stays there, filled.

    Nothing flows into a full one.
    """
    if ctx.object(mug).is_("filled"):
        raise SkillFailure(ErrorCode.WRONG_STATE, f"{mug} is not empty", mug)
    began = ctx.world.stamp
    yield from put(ctx, mug, machine)
    yield from _on_and_off(ctx, machine)
    _need_effect(ctx, mug, "brewed", True, began)


def _need_effect(ctx: SkillContext, name: str, state: str, wanted: bool, began: float) -> None:
    """Whether an object was seen, since the chore began, without what it is for.

    What was not seen is believed of the act, and so is what memory derives from it.
    """
    item = ctx.find(name)
    belief = None if item is None else item.states.get(state)
    if belief is None or belief.source is not Source.OBSERVED or belief.stamp <= began:
        return
    if (belief.probability > 0.5) is not wanted:
        told = f"{name} is {'still' if not wanted else 'not'} {state}"
        raise SkillFailure(ErrorCode.NO_EFFECT, told, name)


def _need_inside(ctx: SkillContext, name: str, appliance: str) -> None:
    """What is in view although the appliance is closed is not in there: it landed beside it."""
    item = ctx.find(name)
    shut = not ctx.object(appliance).is_("open")
    if shut and item is not None and item.view is not None and item.parent != appliance:
        raise SkillFailure(ErrorCode.HAND_EMPTY, f"{name} is not in {appliance}", name)


def _on_and_off(ctx: SkillContext, name: str) -> Steps:
    if ctx.object(name).is_("toggled"):
        yield from toggle_off(ctx, name)
    yield from toggle_on(ctx, name)
    yield from _off_in_the_end(ctx, name, toggle_off(ctx, name))


def _off_in_the_end(ctx: SkillContext, name: str, steps: Steps) -> Steps:
    """What is done while something is on, its switching off included.

    Where that fails it is switched off all the same, by one command beyond the skill's budget, if
    it is in view and the robot obeys. Else the failure tells that it is on.
    """
    try:
        yield from steps
    except SkillFailure as failure:
        item = ctx.find(name)
        obeys = failure.error not in (ErrorCode.ROBOT_FAULT, ErrorCode.CANCELLED)
        if obeys and item is not None and item.is_("toggled") and item.view is not None:
            yield from ctx.act(PrimitiveKind.TOGGLE_OFF, target=item, beyond_budget=True)
            if not failure.final and not ctx.object(name).is_("toggled"):
                return
        if told := ctx.left_on():
            raise SkillFailure(failure.error, f"{failure}; {told}", *failure.objects) from None
        raise


def _run_water(ctx: SkillContext, basin: str) -> Steps:
    faucet = nearest(ctx, "tap", basin, _TAP_WITHIN)
    if faucet is None:
        yield from approach(ctx, basin)
        yield from look_around(ctx, lambda: nearest(ctx, "tap", basin, _TAP_WITHIN) is not None)
        faucet = nearest(ctx, "tap", basin, _TAP_WITHIN)
    if faucet is None:
        raise SkillFailure(ErrorCode.NOT_FOUND, f"no faucet seen at {basin}", basin)
    yield from _on_and_off(ctx, faucet.id)


def nearest(ctx: SkillContext, role: str, place: str, limit: float) -> ObjectInstance | None:
    """The object of a role nearest to another one, within ``limit`` metres between centres."""
    centre = ctx.object(place).center
    found = [
        item for item in ctx.world.of_type(frozenset(ctx.ontology.playing(role))) if not item.held
    ]
    best = min(found, key=lambda item: dist(item.center, centre), default=None)
    return best if best is not None and dist(best.center, centre) <= limit else None


def _fire(ctx: SkillContext, burner: str) -> Steps:
    """Try the knobs, nearest first, until the burner is seen to be lit; then put it out."""
    centre = ctx.object(burner).center
    knobs = sorted(
        ctx.world.of_type(frozenset(ctx.ontology.playing("knob"))),
        key=lambda knob: dist(knob.center, centre),
    )
    knobs = [knob for knob in knobs if dist(knob.center, centre) <= KNOB_REACH]
    if not knobs:
        yield from approach(ctx, burner)
        yield from look_around(ctx, lambda: nearest(ctx, "knob", burner, KNOB_REACH) is not None)
        found = nearest(ctx, "knob", burner, KNOB_REACH)
        knobs = [found] if found else []
    last = SkillFailure(ErrorCode.NO_EFFECT, f"no knob lights {burner}", burner)
    for knob in knobs:
        try:
            if ctx.object(knob.id).is_("toggled"):
                yield from toggle_off(ctx, knob.id)
            yield from toggle_on(ctx, knob.id)
        except SkillFailure as failure:
            if failure.final:
                raise
            last = failure
            continue  # another knob may be the right one
        lit: list[bool] = []
        yield from _off_in_the_end(ctx, knob.id, _see_lit(ctx, burner, knob.id, lit))
        if any(lit):
            return
    raise last


def _see_lit(ctx: SkillContext, burner: str, knob: str, lit: list[bool]) -> Steps:
    """Look whether a burner is lit, then put it out."""
    try:
        yield from approach(ctx, burner)
    except SkillFailure as failure:
        if failure.final:
            raise
        # What was put on it may hide it. Left on, it would burn.
    lit.append(ctx.object(burner).is_("toggled"))
    yield from toggle_off(ctx, knob)


def _close_if_possible(ctx: SkillContext, name: str) -> Steps:
    """Tidy up; a door that will not close does not undo the chore."""
    try:
        yield from close(ctx, name)
    except SkillFailure as failure:
        if failure.final:
            raise
