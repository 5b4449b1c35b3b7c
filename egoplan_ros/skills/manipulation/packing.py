# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to put what leaves little room: at an end, so that a second one fits beside it."""

from dataclasses import replace
from math import hypot

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.door_footprints import hidden_by_doors, open_doors
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.placing import free_spots, let_in, level
from egoplan_ros.skills.geometry.sight import MARGIN, to_image
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import ObjectInstance

_SCARCE = 3.0
"""How many of what is held must fit in a row, at least, for it not to matter where it lies."""
_USUAL = 0.2
"""Metres: what comes next may be as long as this."""
_CLEAR = 0.14
"""Metres: nothing is pointed at nearer to a rim than half of this."""
_FLOOR = 0.03
"""Metres above the underside of its box where things lie in a container."""
_NEARER = 0.1
"""Metres by which a place must be nearer than the hand reaches."""


def packed(ctx: SkillContext, receptacle: ObjectInstance) -> ObjectInstance:
    """The receptacle, pointed at near one of its ends when what is held takes up much of it.

    Args:
        ctx: of the skill; what is held is what will be put there.
        receptacle: in view and within reach.
    """
    held = ctx.world.held
    if held is None or receptacle.view is None or not _flat(ctx, receptacle):
        return receptacle
    length = max(*held.size[:2], _USUAL)
    if max(receptacle.size[:2]) >= _SCARCE * length:
        return receptacle
    width = max(min(held.size[:2]), _CLEAR)
    small = replace(held, size=(width, width, 0.1))
    spots = free_spots(receptacle, small, ctx.world, ctx.ontology)
    if not len(spots):
        return receptacle
    robot = ctx.world.robot
    spots[:, 2] = _level(ctx, receptacle)
    u, v, depth = to_image(ctx, spots)
    planar = np.hypot(spots[:, 0] - robot.base.x, spots[:, 1] - robot.base.y)
    good = (depth > 0.0) & (planar <= ctx.config.reach - _NEARER)
    for place in (u, v):
        good &= (place > MARGIN) & (place < 1.0 - MARGIN)
    if not ctx.ontology.pulled_out(receptacle.type) and _hollow(ctx, receptacle):
        # Its near side would be hit instead of what that hides.
        rest = 1.0 - _entry(receptacle, robot.base, spots[:, :2])
        good &= spots[:, 2] + (robot.camera_height - spots[:, 2]) * rest > receptacle.top
    doors = [d for d in open_doors(ctx.world, ctx.ontology) if d.id != receptacle.id]
    good &= ~hidden_by_doors(ctx.world, spots, doors)  # else the door would be pointed at
    if not good.any():
        return receptacle
    half = np.array(receptacle.size[:2]) / 2.0
    off = np.abs(spots[:, :2] - np.array(receptacle.center[:2])) / half
    # The ends of the longer side first; of equally good ones the nearest.
    value = off @ (half / half.max()) - 0.1 * planar
    best = int(np.argmax(np.where(good, value, -np.inf)))
    x, y, z = (float(part) for part in spots[best])
    if let_in(receptacle, ctx.world, x, y):
        return receptacle
    view = replace(
        receptacle.view,
        point=(float(u[best]), float(v[best])),
        planar=float(planar[best]),
        distance=hypot(float(planar[best]), robot.camera_height - z),
    )
    return replace(receptacle, view=view)


def _entry(
    receptacle: ObjectInstance, base: Pose2D, spots: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Share of the way from the robot to each spot, in plan, after which the box begins."""
    start = np.array([base.x, base.y])
    center, half = np.array(receptacle.center[:2]), np.array(receptacle.size[:2]) / 2.0
    face = np.clip(start, center - half, center + half)
    way = spots - start
    ahead = np.abs(way) > 1e-6
    shares = np.where(ahead, (face - start) / np.where(ahead, way, 1.0), 0.0)
    return np.asarray(shares.max(axis=1))


def _flat(ctx: SkillContext, receptacle: ObjectInstance) -> bool:
    """Whether one looks down on the place where things lie: no shelves behind a door, no box on
    top of a wardrobe, no tall hamper."""
    eye, ontology, kind = ctx.world.robot.camera_height, ctx.ontology, receptacle.type
    if ontology.get(kind).contains == "surface":
        return _level(ctx, receptacle) < eye
    carton = ontology.opens_at_top(kind) and ontology.affords(kind, "pickupable")
    return (ontology.pulled_out(kind) or carton) and receptacle.top < eye


def _hollow(ctx: SkillContext, receptacle: ObjectInstance) -> bool:
    return ctx.ontology.get(receptacle.type).contains == "inside"


def _level(ctx: SkillContext, receptacle: ObjectInstance) -> float:
    """Height of the place where things lie."""
    if _hollow(ctx, receptacle):
        return receptacle.bottom + _FLOOR
    return level(receptacle, ctx.world, ctx.ontology)
