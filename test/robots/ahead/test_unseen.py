# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which ways a mounted camera looks along."""

from math import cos, radians, sin

import numpy as np
import pytest

from egoplan_ros.robots.ahead.lookout import Lookout
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose, compose2d

HEIGHT, PITCH, RADIUS = 1.575, radians(17.0), 0.25
"""Of `robot-sim`, and the footprint as it comes."""
STRAIGHT = 48.0, (0.1, 0.0, 0.0)
ASKEW = 42.7, (0.15, 0.1, 20.0)
"""Vertical field of view, degrees, and mount: metres ahead and to the left, degrees to the left."""
LINE = Pose2D(1.0, -2.0, 0.7)


def shot(
    fov: float,
    mount: tuple[float, float, float],
    at: Pose2D = LINE,
    *,
    size: tuple[int, int] = (320, 240),
    height: float = HEIGHT,
    wall: float = 3.0,
) -> RgbdFrame:
    """The floor, and a wall so many metres ahead; nothing is measured below 0.25 m, over 6 m."""
    camera = Camera.from_vertical_fov(*size, radians(fov))
    eye = compose2d(at, Pose2D(mount[0], mount[1], radians(mount[2])))
    pose = camera_optical_pose(eye, height, PITCH)
    ways = pose.apply(camera.rays().astype(float)) - np.asarray(pose.position)
    ahead = ways[..., 0] * cos(LINE.yaw) + ways[..., 1] * sin(LINE.yaw)
    with np.errstate(divide="ignore"):
        floor = np.where(ways[..., 2] < 0.0, -height / ways[..., 2], np.inf)
        front = np.where(ahead > 0.0, wall / ahead, np.inf)
    depth = np.minimum(floor, front)
    depth[(depth < 0.25) | (depth > 6.0)] = np.nan
    state = RobotState(1.0, 0, 0, at, PITCH, height)
    rgb = np.zeros((*depth.shape, 3), np.uint8)
    return RgbdFrame(1.0, rgb, depth.astype(np.float32), camera, pose, state)


def told(frame: RgbdFrame, distance: float) -> str:
    """Of the way along LINE."""
    frames = [shot(*STRAIGHT)]
    lookout = Lookout(lambda: frames[-1], RADIUS)
    lookout.begin(distance)
    frames.append(frame)
    return lookout.unseen(distance)


@pytest.mark.parametrize("to_go", [0.01, 0.25, 1.5, 3.0])
@pytest.mark.parametrize("size", [(320, 240), (160, 120)])
@pytest.mark.parametrize(("fov", "mount"), [STRAIGHT, ASKEW, (42.7, (0.15, -0.1, -20.0))])
def test_who_looks_ahead_may_go_ahead(fov, mount, size, to_go):
    """A base steers on its way, so that its heading is off its line by a few degrees."""
    for off in (-0.05, 0.0, 0.05):
        base = compose2d(LINE, Pose2D(0.5, 0.02, off))
        for wall in (0.8 * to_go + 0.5, 5.0):
            assert told(shot(fov, mount, base, size=size, wall=wall), to_go) == ""


@pytest.mark.parametrize("height", [0.25, 0.6, HEIGHT])
@pytest.mark.parametrize("yaw", [75.0, -75.0, 90.0, 180.0])
def test_a_camera_that_is_turned_away_knows_nothing_of_the_way(yaw, height):
    frame = shot(42.7, (0.1, 0.0, yaw), height=height)
    assert told(frame, 1.5) == "the camera does not look along the way"


def test_a_base_that_turned_off_its_line_does_not_see_it_any_more():
    assert told(shot(*ASKEW, compose2d(LINE, Pose2D(yaw=0.5))), 1.5) != ""


def test_the_end_of_the_way_lies_below_a_camera_that_sits_far_ahead():
    """Which saw it from farther back."""
    assert told(shot(48.0, (0.4, 0.0, 0.0)), 0.1) == ""
    assert told(shot(48.0, (0.4, 0.0, 0.0)), 0.5) == ""
