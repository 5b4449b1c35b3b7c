# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What depends on the camera, on the robot's hand or on the home: settings of the world model."""

from dataclasses import dataclass
from math import radians

from egoplan_ros.world.system.settings import Settings, setting


@dataclass(frozen=True, slots=True)
class Thresholds(Settings):
    """From how near, with how many pixels and for how long one looks; metres, pixels, frames.

    Counts of pixels suit pictures of 300 x 300.

    Raises:
        InputError: a value that is no number, or beyond its limits.
    """

    ROOM = "mapping"

    # Looking into and onto things.
    inside_range: float = setting(2.0, "metres up to which one sees what lies in a container", 0.1)
    top_range: float = setting(2.5, "metres up to which one sees what lies on a surface", 0.1)
    top_slope: float = setting(
        0.12, "tangent of the angle at which one looks down on a surface, at least", 0.0, 10.0
    )
    top_pixels: int = setting(150, "pixels of a surface that is looked onto, at least", 1, 10**6)
    inside_share: float = setting(
        0.8, "share of the inside of a container that must have been seen at first", 0.0, 1.0
    )
    share_patience: float = setting(
        0.04, "share less that is asked after each frame from near, so that looking ends", 0.0, 1.0
    )
    least_share: float = setting(
        0.6, "share that is asked in any case; less comes first for a second look", 0.0, 1.0
    )
    visible_share: float = setting(
        0.9, "share of what shows from where one stands that is taken for all of it", 0.0, 1.0
    )
    cut_frames: int = setting(
        3, "frames after which a drawer that never fits into the image is taken as seen", 0, 1000
    )
    patient_range: float = setting(
        1.9, "metres within which a look at an open container counts against its unseen rest", 0.1
    )
    # Frontiers.
    blind_range: float = setting(
        1.2, "metres about the robot where unseen floor is passable: below its own view", 0.0, 10.0
    )
    look_range: float = setting(
        3.0, "metres up to which a frontier is looked at: from farther few pixels show it", 0.4
    )
    frontier_shift: float = setting(
        0.6, "metres: a frontier whose middle moves less keeps its id", 0.01, 10.0
    )
    glimpse_share: float = setting(
        0.05, "share of its area that the gain of a frontier across something is", 0.0, 1.0
    )
    # The hand.
    hand_range: float = setting(
        0.95, "metres from the camera within which what is held is looked for", 0.1, 5.0
    )
    hand_right: float = setting(
        0.0, "metres to the right of the camera's axis where it usually is", -2.0, 2.0
    )
    hand_below: float = setting(
        0.2, "metres below the camera's axis where it usually is", -2.0, 2.0
    )
    hand_ahead: float = setting(0.45, "metres ahead of the camera where it usually is", 0.0, 2.0)
    hand_spread: float = setting(
        0.35,
        "metres from where it was seen within which it is; until then, metres from there within "
        "which what shows is it and marks no map",
        0.01,
        2.0,
    )
    # What perception reports.
    new_pixels: int = setting(
        12, "pixels that new furniture has, at least; twice as many from near", 1, 10**6
    )
    new_small_pixels: int = setting(
        2, "the same for what is carried: a knife at the back of a drawer shows no more", 1, 10**6
    )
    absent_pixels: int = setting(
        100, "pixels a thing must fill or span for its absence to mean anything", 1, 10**6
    )
    absent_spots: int = setting(
        40, "points of it in view from which on it would have been reported", 1, 10**6
    )
    # Errors of the pose.
    align_near: float = setting(
        0.6,
        "metres of depth from which on frames are compared: nearer are hand and load",
        0.0,
        2.0,
    )
    align_far: float = setting(
        6.0, "metres of depth up to which they are: farther the noise is too large", 2.0, 50.0
    )
    pose_turn: float = setting(
        radians(2.0), "radians by which a pose is expected to be wrong", 1e-4, 1.0
    )
    pose_shift: float = setting(0.02, "metres by which a pose is expected to be wrong", 1e-4, 1.0)
