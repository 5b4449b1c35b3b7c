"""When a receptacle counts as looked into (EPA: unknown containers become known)."""

from math import hypot

import numpy as np

from egoplan_ros.mapping.beliefs import believed
from egoplan_ros.mapping.sighting import Sighting
from egoplan_ros.mapping.track import Track
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.ontology import Ontology

_INSIDE_RANGE = 2.0
_TOP_RANGE = 2.5
_GIVE_UP = 3
"""Frames open, near and in view after which it counts as inspected even without a view inside."""


def inspect(
    track: Track, seen: Sighting, frame: RgbdFrame, through: float, ontology: Ontology
) -> None:
    """Update ``inspected`` of a receptacle that is in view.

    Args:
        track: changed in place. seen: its sighting in this frame.
        frame: camera pose.
        through: fraction of its surface, as it was when closed, that is looked through now.
        ontology: affordances.
    """
    kind = ontology.types.get(track.type)
    if track.inspected or kind is None or "receptacle" not in kind.affords:
        return
    camera = frame.camera_pose.position
    planar = hypot(camera[0] - seen.middle[0], camera[1] - seen.middle[1])
    steep = (camera[2] - float(track.high[2])) / max(planar, 0.1)
    if "openable" in kind.affords:
        if not believed(track, "open") or seen.distance > _INSIDE_RANGE or seen.pixels < 80:
            return
        track.frames_open += 1
        depth = float(np.min(np.ptp(seen.samples[:, :2], axis=0))) if len(seen.samples) else 0.0
        sees_in = through >= 0.25 or steep >= 0.35 or (seen.pixels >= 500 and depth >= 0.15)
        track.inspected = sees_in or track.frames_open >= _GIVE_UP
        return
    needed = 0.45 if kind.contains == "inside" else 0.12
    track.inspected = seen.distance <= _TOP_RANGE and steep >= needed and seen.pixels >= 150
