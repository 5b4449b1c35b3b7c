# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""When a receptacle counts as looked into (EPA: unknown containers become known)."""

from math import hypot

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.interior import Interior, interior
from egoplan_ros.mapping.objects.beliefs import believed
from egoplan_ros.mapping.objects.sighting import Sighting
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.thresholds import Thresholds
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.ontology import Ontology

_SHALLOW = 0.25
"""Metres: what is deeper is no basin."""
_SHADOW = 0.10
"""Metres of floor behind its near rim from which on too much of a basin is hidden."""
_BEFORE = 0.04
"""Metres before a sample point of what still lies there: the size of small things."""
_WALL = 0.03
"""Metres: what is seen nearer to a side is the wall."""


def inspect(
    track: Track,
    seen: Sighting,
    frame: RgbdFrame,
    ontology: Ontology,
    limits: Thresholds,
) -> None:
    """Update ``inspected`` of a receptacle that is in view.

    An inside counts once most of it has been seen, over any number of frames; a top when it is
    looked down on from near.

    Args:
        track: changed in place. seen: its sighting in this frame.
        frame: depth and camera pose.
        ontology: affordances.
        limits: from how near, and how much of it.
    """
    kind = ontology.types.get(track.type)
    if track.inspected or kind is None or "receptacle" not in kind.affords:
        return
    openable = ontology.lidded(track.type)
    if kind.contains != "inside" and not openable:
        camera = frame.camera_pose.position
        planar = hypot(camera[0] - seen.middle[0], camera[1] - seen.middle[1])
        steep = (camera[2] - float(track.high[2])) / max(planar, 0.1)
        near = seen.distance <= limits.top_range and seen.pixels >= limits.top_pixels
        track.inspected = bool(near and steep >= limits.top_slope)
        return
    if (openable and not believed(track, "open")) or seen.distance > limits.inside_range:
        return
    if ontology.pulled_out(track.type) and seen.cut and track.frames_open < limits.cut_frames:
        track.frames_open += 1
        return  # the part beyond the image is not part of the believed box yet
    box = (track.low, track.high)
    base = frame.robot.base
    closed = box if track.closed_box is None else track.closed_box
    inside = interior(track.type, ontology, closed, box, base.x, base.y)
    now = _seen(inside, frame)
    if not openable or ontology.opens_at_top(track.type):
        # The wall of a bin that narrows downwards lies within its box, too.
        now &= inside.visible_from(np.array([frame.camera_pose.position]))[0]
        if _rim_shadow(inside, frame) > _SHADOW:
            now[:] = False
    old = track.looked_into
    if old is None or len(old) != len(now):
        old = np.zeros_like(now)
    track.looked_into = old | now
    # Who walks up to a bin sees more of it at each step, and should not have enough before.
    more = not openable and bool((now & ~old).any())
    track.frames_open += seen.distance <= limits.patient_range and bool(now.any()) and not more
    needed = limits.inside_share - limits.share_patience * track.frames_open
    needed = max(needed, limits.least_share)
    share = float(track.looked_into.mean())
    if ontology.pulled_out(track.type):
        share *= track.openness  # what is not out yet keeps the rest of its inside to itself
    elif openable:
        # The lintel of a low cupboard hides its upper shelf wherever one stands.
        visible = inside.visible_from(np.array([frame.camera_pose.position]))[0]
        if share >= limits.visible_share * visible.mean():
            needed = limits.least_share
    track.inspected = bool(share >= needed)


def _rim_shadow(inside: Interior, frame: RgbdFrame) -> float:
    """Metres of floor that the near rim of a basin sunk into a counter hides; 0 for deep bins.

    What is hidden there was never seen, so the believed box does not tell of it.
    """
    camera = np.asarray(frame.camera_pose.position)
    deep = float(inside.high[2] - inside.low[2])
    if deep > _SHALLOW:
        return 0.0
    beyond = np.maximum(np.maximum(inside.low - camera, camera - inside.high)[:2], 0.0)
    above = max(float(camera[2] - inside.high[2]), 0.05)
    return deep * float(np.hypot(*beyond)) / above


def _seen(inside: Interior, frame: RgbdFrame) -> npt.NDArray[np.bool_]:
    """Which sample points the camera sees, or would but for what lies in there."""
    u, v, depth = frame.camera.project(inside.points, frame.camera_pose).T
    height, width = frame.depth.shape
    found = (depth > 0.1) & (u >= 0) & (v >= 0) & (u <= width - 1) & (v <= height - 1)
    col = np.where(found, np.round(u), 0).astype(np.int64)
    row = np.where(found, np.round(v), 0).astype(np.int64)
    measured = frame.depth[row, col].astype(np.float64)
    found &= np.isfinite(measured) & (measured > 0)
    measured = np.where(found, measured, 1.0)
    camera = np.asarray(frame.camera_pose.position)
    hit = camera + (inside.points - camera) * (measured / np.where(found, depth, 1.0))[:, None]
    within = np.all((hit > inside.low + _WALL) & (hit < inside.high - _WALL), axis=1)
    return np.asarray(found & ((measured > depth - _BEFORE) | within))
