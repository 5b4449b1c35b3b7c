# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Looking for things: frontiers, containers, and the places where a type is usually found."""

from collections.abc import Callable
from math import pi

import numpy as np

from egoplan_ros.planning.costs import USUAL
from egoplan_ros.planning.exploration import rank_anchors
from egoplan_ros.planning.facts import GIVE_UP_AFTER, Facts
from egoplan_ros.skills.context import SkillContext, SkillFailure, Steps
from egoplan_ros.skills.manipulation.manipulation import DOOR_TRIES, close, open_further, open_up
from egoplan_ros.skills.manipulation.opening import Opening
from egoplan_ros.skills.navigation.navigation import (
    Reached,
    approach,
    drive_to,
    face,
    nearest_standing,
    second_look,
    tilt_to,
    turn_to,
)
from egoplan_ros.skills.paths.lattice import heading_of
from egoplan_ros.skills.roam import visit_farthest
from egoplan_ros.skills.viewing.look_inside import look_inside
from egoplan_ros.skills.viewing.look_over import look_over
from egoplan_ros.skills.viewing.survey import headings, turn_between_looks
from egoplan_ros.world.floor import THE_FLOOR
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import OBSTACLE
from egoplan_ros.world.primitive import ErrorCode

_NEAR_FRONTIER = 0.7
"""Metres from a frontier within which one stands to look over it."""
_WORTH_TURNING = 0.15
"""Share of unknown floor in a sector from which on it is looked at."""
_SEEN_WELL = 3.0
"""Metres within which unknown floor in a sector counts: an image shows that well."""
_MAX_PLACES = 14
"""Places one search looks at."""


def explore(ctx: SkillContext, anchor: str) -> Steps:
    """Go to a frontier and look into the unknown; ends early once it is no longer unknown."""
    frontier = ctx.world.frontier(anchor)
    if frontier is None:
        # Seen into from elsewhere since the plan was made.
        return
    ctx.watchful = True
    yield from tilt_to(ctx, ctx.config.travel_pitch)

    def gone() -> bool:
        return ctx.world.frontier(anchor) is None

    heading = heading_of(frontier.yaw)
    place = nearest_standing(ctx, frontier.x, frontier.y, heading, _NEAR_FRONTIER)
    if place is None and ctx.vain.collisions.no_way():
        place = nearest_standing(ctx, frontier.x, frontier.y, heading, _NEAR_FRONTIER)
    arrived = False
    if place is not None:
        arrived = yield from drive_to(ctx, *place, frontier.yaw, until=gone)
    if not arrived:
        raise SkillFailure(ErrorCode.PATH_BLOCKED, f"the way is blocked to {anchor}", anchor)
    if not gone():
        yield from turn_to(ctx, frontier.yaw)
        yield from _look_into_unknown(ctx)


def inspect(ctx: SkillContext, name: str) -> Steps:
    """Open a container if need be and look inside, or look at the top of a surface.

    What was inspected before is looked at again from other places: something was overlooked.
    """
    ctx.watchful = True
    item = ctx.object(name)
    if item.doubtful and not (yield from _turned_out(ctx, name)):
        return
    if ctx.ontology.lidded(item.type):
        # One that jams may be left for others, of which most hold nothing either.
        yield from open_up(ctx, name, 1 if _others(ctx, name) else DOOR_TRIES)
    if ctx.ontology.get(item.type).contains == "inside":
        yield from look_inside(ctx, name, item)
        if not ctx.object(name).inspected and (yield from open_further(ctx, name)):
            ctx.vain.looks.pop(name, None)  # from there more may show now
            yield from look_inside(ctx, name, item)
    elif item.inspected:
        yield from look_over(ctx, name)
    else:
        yield from approach(ctx, name)


def _turned_out(ctx: SkillContext, name: str) -> Reached:
    """Look at what is doubtful from near; whether it turned out to be there, and holds things.

    That it is not there, or is another thing, is what the look was for, and no failure.
    """
    try:
        yield from approach(ctx, name)
    except SkillFailure as failure:
        if failure.final or ctx.find(name) is not None:
            raise
    item = ctx.find(name)
    sure = item is not None and not item.doubtful
    return item is not None and sure and ctx.ontology.affords(item.type, "receptacle")


def _others(ctx: SkillContext, name: str) -> bool:
    """Whether there is another container with a door that nobody looked into or failed at yet."""
    return any(
        ctx.ontology.lidded(other.type)
        and not ctx.ontology.affords(other.type, "pickupable")
        and not (other.inspected or other.unreachable)
        for other in ctx.world.objects.values()
        if other.id != name and other.type in ctx.ontology
    )


def search(ctx: SkillContext, kind: str) -> Steps:
    """Look in the likeliest places until another object of the type (or a subtype) is seen.

    Those known before do not do, or nobody would search.
    """
    kinds = ctx.ontology.subtypes(kind)
    known = frozenset(ctx.world.objects)
    if ctx.config.search == "farthest":
        yield from visit_farthest(ctx, lambda: bool(_others_of(ctx, kinds, known)))
        return
    tried: set[str] = set()

    def found() -> bool:
        return bool(_others_of(ctx, kinds, known))

    for _ in range(_MAX_PLACES):
        if found():
            return
        place = _next_place(ctx, kind, tried)
        if place is None:
            break
        tried.add(place)
        try:
            if ctx.world.frontier(place) is not None:
                yield from explore(ctx, place)
            else:
                yield from inspect(ctx, place)
                if ctx.ontology.pulled_out(ctx.object(place).type) and not found():
                    # Pulled out, it hides those below and is in the way of those beside.
                    yield from close(ctx, place)
        except SkillFailure as failure:
            if failure.final:
                raise
    if not found():
        raise SkillFailure(ErrorCode.NOT_FOUND, f"no {kind} found in {len(tried)} places")


def _others_of(
    ctx: SkillContext, kinds: frozenset[str], known: frozenset[str]
) -> list[ObjectInstance]:
    """Objects of the types that were not known before."""
    return [item for item in ctx.world.of_type(kinds) if not item.held and item.id not in known]


def go_to(ctx: SkillContext, name: str) -> Steps:
    """Have an object in view and within reach; a frontier is explored, and the floor is here.

    Of which hardly anything shows, that is looked at from a second place: a rim, say, hides it.
    """
    if name == THE_FLOOR.id:
        return
    if ctx.world.frontier(name) is not None:
        yield from explore(ctx, name)
    else:
        item = ctx.object(name)
        shut = ctx.ontology.lidded(item.type) and not item.is_("open")
        moves = shut and not ctx.ontology.pulled_out(item.type)
        item = yield from approach(ctx, name, Opening(ctx, name).swing() if moves else None)
        if ctx.ontology.hardly_shows(item.type, item.size):
            yield from second_look(ctx, item)


def look_around(ctx: SkillContext, done: Callable[[], bool]) -> Steps:
    """Tilt and turn on the spot until ``done``; at most one full turn at two pitches."""
    looks = headings(ctx)
    for yaw in looks:
        yield from face(ctx, yaw)
        for pitch in (ctx.config.travel_pitch, 0.0):
            if done():
                return
            yield from tilt_to(ctx, pitch)
    if not done():
        yield from turn_to(ctx, looks[0])


def _look_into_unknown(ctx: SkillContext) -> Steps:
    """Look level, then to whichever sides still have unknown floor."""
    base = ctx.world.robot.base
    yield from tilt_to(ctx, 0.0)
    yield from tilt_to(ctx, ctx.config.travel_pitch)
    turn = turn_between_looks(ctx)
    count = round(pi / 2.0 / turn)
    to_the_left = [look * turn for look in range(1, count + 1)]
    for side in (*to_the_left, *(-side for side in to_the_left)):
        if _unknown_share(ctx, base.x, base.y, base.yaw + side, turn) > _WORTH_TURNING:
            yield from face(ctx, base.yaw + side)


def _unknown_share(ctx: SkillContext, x: float, y: float, yaw: float, width: float) -> float:
    """Share of unknown cells that rays in a sector meet before a wall."""
    grid = ctx.world.grid
    angles = yaw + np.linspace(-0.5 * width, 0.5 * width, 13)
    unknown = total = 0
    for angle in angles:
        for reach in np.arange(0.3, _SEEN_WELL, grid.resolution):
            value = grid.value(x + reach * float(np.cos(angle)), y + reach * float(np.sin(angle)))
            if value >= OBSTACLE:
                break
            total += 1
            unknown += value < 0
    return unknown / total if total else 0.0


def _next_place(ctx: SkillContext, kind: str, tried: set[str]) -> str | None:
    """Where to look next; what was given up comes last."""
    facts = Facts(ctx.world, ctx.ontology)
    anchors = rank_anchors([kind], facts, GIVE_UP_AFTER, USUAL, given_up=True)
    return next((anchor.id for anchor in anchors if anchor.id not in tried), None)
