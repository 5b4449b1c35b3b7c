# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Looking into a container from where most of its inside is in view."""

from collections.abc import Callable, Generator
from math import inf

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.door_footprints import hiding_doors, open_doors
from egoplan_ros.mapping.interior import Interior, corners, interior
from egoplan_ros.skills.context import SkillContext, SkillFailure, Steps
from egoplan_ros.skills.geometry.sight import MARGIN, box_in_image, pitches_at
from egoplan_ros.skills.navigation.navigation import (
    approach,
    drive_to,
    in_reach,
    look_at,
    make_lattice,
    tilt_to,
)
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import ErrorCode, Primitive
from egoplan_ros.world.skill import Feedback

Places = list[tuple[float, float]]
Found = Generator[Primitive, Feedback, ObjectInstance | None]

_LOOKS = 3
"""Places one looks in from."""
_FAR = 1.7
"""Metres along the floor from which one looks in, at most."""
_LEAST = 0.0
"""Steps by which what else there is to see must be worth more than the way there."""
_FAR_FROM_TOP = 8.0
"""Steps a metre from what is open at the top: from near one sees its floor."""
_APART, _LITTLE_APART = 0.3, 0.2
"""Metres between the places of looks: usually, and where those never showed enough."""
_HIDDEN = 0.15
"""Share of the inside that may be left unseen where enough is seen, were nothing before it."""
_NEW_SIDE = 4.0
"""Steps that a look from a radian further round is worth where something hides the inside."""


def look_inside(ctx: SkillContext, name: str, before: ObjectInstance) -> Steps:
    """Look in from up to three places, until memory says that enough of the inside was seen.

    Who looks into it again, because something was not found, looks from three others: what was
    missed lies where the first looks saw it badly. So does who never saw enough: its own rim, or
    its own door, hides the rest, unless it was another door, which is closed by now. Each place is
    chosen for what the places before it cannot show: behind the front of a drawer one looks from
    its side. After the first, none is worth a longer way than what it shows.

    Args:
        ctx: of the skill.
        name: id of the container, open by now.
        before: the container as it was known before it was opened.

    Raises:
        SkillFailure: NOT_VISIBLE: a door that was left open stands before it; PATH_BLOCKED or
            OUT_OF_REACH: it cannot be got near.
    """
    item = ctx.object(name)
    if item.inspected and not before.inspected:
        return
    robot = ctx.world.robot
    inside = interior(
        item.type,
        ctx.ontology,
        corners(item.as_closed() if before.is_("open") else before),
        corners(item),
        robot.base.x,
        robot.base.y,
    )
    if ctx.ontology.pulled_out(item.type):
        low, high = inside.low, inside.high
        ctx.keep_out[name] = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    looks = ctx.vain.looks[name]
    thorough = bool(looks) and not before.inspected
    again = before.inspected or thorough
    tried: Places = [(pose.x, pose.y) for pose in item.seen_from] if before.inspected else []
    tried += looks if thorough else []
    stood, looked = len(tried), False

    def shown() -> bool:
        return ctx.object(name).inspected and not before.inspected

    for _ in range(_LOOKS):
        least = -inf if again or len(tried) == stood else _LEAST
        wanted = _unseen(ctx, inside, tried)
        side = 0.0
        if wanted.mean() < (ctx.config.costs.look_share if again else _HIDDEN):
            # What could be seen and was not is hidden, maybe by the container's own door.
            wanted = np.ones_like(wanted)
            side = 0.0 if again else _NEW_SIDE
        place = _best_place(ctx, inside, tried, wanted, least, side, thorough)
        if place is None and thorough:
            place = _best_place(ctx, inside, tried, np.ones_like(wanted), thorough=True)
        if place is None:
            break
        x, y, heading = place
        tried.append((x, y))
        arrived = yield from drive_to(
            ctx, x, y, heading * np.pi / 2.0, shown, ctx.config.costs.detour
        )
        if shown():
            return
        if not arrived:
            continue
        looked = True
        looks.append((x, y))
        yield from _look(ctx, inside, shown)
        if shown():
            return
        if door := _hiding(ctx, name):
            looks.clear()  # once it is closed, they may show more
            raise SkillFailure(ErrorCode.NOT_VISIBLE, f"{door} hides the inside of {name}", name)
    if len(tried) == stood:
        looks.clear()
    if not looked:
        yield from approach(ctx, name)


def stand_over(ctx: SkillContext, name: str, tried: Places, room: Interior | None = None) -> Found:
    """Go where most of the inside is in view; the container as seen from there, or None.

    Args:
        ctx: of the skill.
        name: id of an open container or basin.
        tried: places that are not worth another visit; the new one is added.
        room: the part of the inside that matters, where any of that can be seen at all.
    """
    item = ctx.object(name)
    base = ctx.world.robot.base
    place = None
    if room is not None and len(room.points):
        place = _best_place(ctx, room, tried, np.ones(len(room.points), dtype=bool), thorough=True)
    if place is None:
        closed, now = corners(item.as_closed()), corners(item)
        inside = interior(item.type, ctx.ontology, closed, now, base.x, base.y)
        place = _best_place(ctx, inside, tried, np.ones(len(inside.points), dtype=bool))
    if place is None:
        return None
    x, y, heading = place
    tried.append((x, y))
    arrived = yield from drive_to(ctx, x, y, heading * np.pi / 2.0, detour=ctx.config.costs.detour)
    if not arrived:
        return None
    found = yield from look_at(ctx, name)
    return found if found is not None and in_reach(ctx, found) else None


def _look(ctx: SkillContext, inside: Interior, shown: Callable[[], bool]) -> Steps:
    """Tilt to the middle of what should be in view, and once further when that is not enough.

    What lies well within the image and does not show has something before it: no tilt helps.
    """
    robot = ctx.world.robot
    eye = np.array([robot.base.x, robot.base.y, robot.camera_height])
    visible = inside.visible_from(eye[None])[0]
    aim = inside.points[visible if visible.any() else slice(None)].mean(axis=0)
    for pitch in pitches_at(ctx, aim):
        if box_in_image(ctx, inside.low, inside.high, MARGIN):
            return
        yield from tilt_to(ctx, pitch)
        if shown():
            return


def _hiding(ctx: SkillContext, name: str) -> str:
    """The door that stands open and hides the inside, so that no other place shows more; or ""."""
    doors = [door for door in open_doors(ctx.world, ctx.ontology) if door.id != name]
    found = hiding_doors(ctx.world, ctx.object(name), doors, ctx.ontology)
    return found[0].id if found else ""


def _unseen(ctx: SkillContext, inside: Interior, tried: Places) -> npt.NDArray[np.bool_]:
    """Points that cannot be seen from the places tried; all when there are none."""
    height = ctx.world.robot.camera_height
    eyes = np.array([(x, y, height) for x, y in tried]).reshape(-1, 3)
    return np.asarray(~inside.visible_from(eyes).any(axis=0))


def _best_place(
    ctx: SkillContext,
    inside: Interior,
    tried: Places,
    wanted: npt.NDArray[np.bool_],
    least: float = -inf,
    new_side: float = 0.0,
    thorough: bool = False,
) -> tuple[float, float, int] | None:
    """(x, y, heading) of the place from which most of what is wanted is seen for the way there.

    None when no place is worth more than ``least`` steps. A place that lies round the container
    from those tried is worth ``new_side`` steps more a radian. Who is ``thorough`` goes anywhere
    new from where a single point more is seen.
    """
    lattice = make_lattice(ctx, ctx.config.margins[0])  # a look is not worth a collision
    height = ctx.world.robot.camera_height
    middle = inside.points.mean(axis=0)
    xs, ys = np.meshgrid(lattice.xs, lattice.ys)
    eyes = np.stack([xs.ravel(), ys.ravel(), np.full(xs.size, height)], axis=1)
    share = (inside.visible_from(eyes) & wanted).mean(axis=1).reshape(xs.shape)
    dx, dy = middle[0] - xs, middle[1] - ys
    enough = share > 0.0 if thorough else share >= ctx.config.costs.look_share
    near = (np.hypot(dx, dy) <= _FAR) & enough & ~lattice.unknown
    for x, y in tried:
        near &= np.hypot(xs - x, ys - y) > (_LITTLE_APART if thorough else _APART)
    if not near.any():
        return None
    bearing = np.arctan2(dy, dx)[..., None] - np.arange(4) * np.pi / 2.0
    bearing = np.abs((bearing + np.pi) % (2.0 * np.pi) - np.pi)
    value: npt.NDArray[np.float64] = ctx.config.costs.look_worth * share[..., None]
    value = value - lattice.costs() - 2.0 * bearing
    if inside.axis == 2:
        value -= _FAR_FROM_TOP * np.hypot(dx, dy)[..., None]
    if tried:
        value += new_side * _round(middle, tried, dx, dy)[..., None]
    value[~near] = -inf
    value[bearing > ctx.config.half_view] = -inf
    row, col, heading = np.unravel_index(int(np.argmax(value)), value.shape)
    if value[row, col, heading] <= least:
        return None
    return float(lattice.xs[col]), float(lattice.ys[row]), int(heading)


def _round(
    middle: npt.NDArray[np.float64],
    tried: Places,
    dx: npt.NDArray[np.float64],
    dy: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """Angle in radians about the middle from each place to the nearest of those tried."""
    stood = np.array([np.arctan2(middle[1] - y, middle[0] - x) for x, y in tried])
    apart = np.abs(np.arctan2(dy, dx)[..., None] - stood)
    return np.asarray(np.minimum(apart, 2.0 * np.pi - apart).min(axis=-1))
