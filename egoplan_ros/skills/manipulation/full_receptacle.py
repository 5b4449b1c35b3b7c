# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What to do about a receptacle that is full, as it seems."""

import numpy as np

from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.basin import is_basin, shows
from egoplan_ros.skills.geometry.placing import free_spots, nearest_spot
from egoplan_ros.skills.viewing.look_inside import Places
from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.object import ObjectInstance

_TRIES = 3
"""Places on or in a receptacle that are tried before it counts as full."""
_CLOSE_BY = 1.0
"""Metres to a free spot from which on it counts that there is no room; from afar little is."""
_SPARSE = 0.1
"""Share of a container's floor; who takes up less is not why nothing more fits."""
_SMALL = 0.4
"""Metres; a receptacle this small is within the hand's reach as a whole."""


def tries_when_full(ctx: SkillContext, receptacle: ObjectInstance, spot: Vector3 | None) -> int:
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
    return _TRIES if spot is not None else _TRIES - 1


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


def room_on(ctx: SkillContext, receptacle: ObjectInstance, tried: Places) -> Vector3 | None:
    """A spot on the receptacle that memory believes to be free, nearest to the robot.

    Rather one beyond the reach of all places from which no room was found: memory was wrong about
    what is within.
    """
    if ctx.ontology.get(receptacle.type).contains != "surface":
        return receptacle.center
    spots = free_spots(receptacle, ctx.world.held, ctx.world, ctx.ontology)
    gaps = np.hypot(*(spots[:, None, :2] - np.array(tried)[None]).transpose(2, 0, 1))
    beyond = spots[(gaps > ctx.config.reach).all(axis=1)]
    spots = beyond if len(beyond) else spots
    base = ctx.world.robot.base
    return nearest_spot(spots, base.x, base.y) if len(spots) else None
