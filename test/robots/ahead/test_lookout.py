# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace
from math import inf, pi

import numpy as np
import pytest

from egoplan_ros.robots.ahead.lookout import Lookout
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose, compose2d

CAMERA = Camera.from_vertical_fov(320, 240, pi / 3)
BASE = Pose2D(3.0, -2.0, 2.0)
HEIGHT, PITCH, RADIUS = 1.1, 0.4, 0.25


def seen(*boards, stamp: float = 1.0, base: Pose2D = BASE) -> RgbdFrame:
    """The floor and upright boards across the way: metres ahead, left, half width, low, high."""
    pose = camera_optical_pose(base, HEIGHT, PITCH)
    rays = CAMERA.rays().astype(float)
    ends = pose.apply(rays) - np.asarray(pose.position)
    cos, sin = np.cos(base.yaw), np.sin(base.yaw)
    ahead = ends[..., 0] * cos + ends[..., 1] * sin
    left = ends[..., 1] * cos - ends[..., 0] * sin
    with np.errstate(divide="ignore"):
        depth = np.where(ends[..., 2] < 0.0, -HEIGHT / ends[..., 2], np.inf)
        for distance, side, half, low, high in boards:
            scale = distance / ahead
            height = HEIGHT + scale * ends[..., 2]
            hit = (scale > 0) & (np.abs(scale * left - side) < half)
            hit &= (low < height) & (height < high)
            depth = np.where(hit & (scale < depth), scale, depth)
    state = RobotState(stamp, 0, 0, base, PITCH, HEIGHT)
    rgb = np.zeros((CAMERA.height, CAMERA.width, 3), np.uint8)
    return RgbdFrame(stamp, rgb, depth.astype(np.float32), CAMERA, pose, state)


def told(before: RgbdFrame, after: RgbdFrame, distance: float = 1.5) -> float | None:
    frames = [before]
    lookout = Lookout(lambda: frames[-1], RADIUS)
    lookout.begin(distance)
    assert lookout.obstacle(distance) is None  # nothing new yet
    frames.append(after)
    return lookout.obstacle(distance)


LEG = (1.2, 0.0, 0.08, 0.0, 0.8)


def test_what_comes_into_the_way_is_told_with_its_distance():
    assert told(seen(), seen(LEG)) == pytest.approx(1.2, abs=0.05)


@pytest.mark.parametrize(
    "board",
    [
        pytest.param((1.2, 0.5, 0.2, 0.0, 0.8), id="beside the way"),
        pytest.param((2.0, 0.0, 0.3, 0.0, 0.8), id="behind its end"),
        pytest.param((1.2, 0.0, 0.3, 0.0, 0.06), id="a doorstep"),
        pytest.param((1.2, 0.0, 0.3, 1.3, 1.6), id="above the robot"),
        pytest.param((1.2, 0.0, 0.01, 0.7, 0.75), id="stray pixels"),
    ],
)
def test_what_is_in_nobodys_way_is_not(board):
    assert told(seen(), seen(board)) is None


def test_the_way_that_is_left_counts():
    assert told(seen(), seen(LEG), distance=0.5) is None


def test_what_was_there_already_is_the_planners_affair():
    """An arm in view, or a table's edge that the map lets the base pass."""
    arm = (0.5, 0.1, 0.1, 0.7, 0.9)
    assert told(seen(arm), seen(arm)) is None
    assert told(seen(arm), seen(arm, LEG)) == pytest.approx(0.5, abs=0.05)


def test_who_looks_aside_for_a_moment_sees_the_same_way():
    """The strip swung with the robot, and halted it for what stands beside its line."""
    box = (1.3, 0.36, 0.08, 0.0, 0.8)
    straight = seen(box)
    askew = seen(base=replace(BASE, yaw=BASE.yaw + 0.09))
    known = np.isfinite(straight.depth)
    points = straight.camera_pose.apply(CAMERA.rays()[known] * straight.depth[known][:, None])
    depth = askew.depth
    for u, v, z in CAMERA.project(points, askew.camera_pose):
        if CAMERA.contains(u, v) and z < depth[round(v), round(u)]:
            depth[round(v), round(u)] = z
    assert told(straight, askew) is None


def test_what_was_passed_hides_nothing():
    frames = [seen((0.8, 0.2, 0.1, 0.0, 0.6))]
    lookout = Lookout(lambda: frames[-1], RADIUS)
    lookout.begin(1.5)
    cos, sin = np.cos(BASE.yaw), np.sin(BASE.yaw)
    later = replace(BASE, x=BASE.x + 0.9 * cos, y=BASE.y + 0.9 * sin)
    frames.append(seen(base=later))
    assert lookout.obstacle(0.6) is None
    frames.append(seen((0.6, 0.0, 0.08, 0.0, 0.8), base=later))
    assert lookout.obstacle(0.6) == pytest.approx(0.6, abs=0.05)


@pytest.mark.parametrize("lost", [0.0, 0.2])
def test_what_is_held_may_flicker(lost):
    pan = (0.42, 0.0, 0.13, 0.75, 1.0)
    before, after = seen(pan), seen(pan)
    gone = np.random.default_rng(0).random(before.depth.shape) < lost
    before.depth[gone] = np.nan
    assert told(before, after) is None


def test_the_floor_does_not_rise_when_the_base_rocks():
    rocking = seen()
    pose = camera_optical_pose(BASE, HEIGHT, PITCH + 0.04)
    assert told(seen(), replace(rocking, camera_pose=pose), distance=3.0) is None


@pytest.mark.parametrize(
    ("board", "near"),
    [
        pytest.param((0.9, 0.0, 0.15, 0.0, 1.7), 0.65, id="in the way"),
        pytest.param((0.9, 0.5, 0.15, 0.0, 1.7), 0.65, id="close beside it"),
        pytest.param((0.9, 0.9, 0.15, 0.0, 1.7), inf, id="far beside it"),
        pytest.param((0.9, 0.0, 0.15, 0.0, 0.28), inf, id="a low box"),
        pytest.param((0.9, 0.0, 0.005, 0.0, 0.4), inf, id="stray pixels"),
        pytest.param((2.4, 0.0, 0.30, 0.0, 1.7), 2.15, id="far ahead"),
    ],
)
def test_the_nearest_thing_as_high_as_people_is_told(board, near):
    frames = [seen()]
    lookout = Lookout(lambda: frames[-1], RADIUS)
    lookout.begin(1.0)
    assert lookout.near == inf
    frames.append(seen(board, stamp=2.0))
    lookout.obstacle(1.0)
    assert lookout.near == pytest.approx(near, abs=0.03)
    lookout.begin(1.0)
    assert lookout.near == pytest.approx(near, abs=0.03)


def unseen(frame: RgbdFrame, distance: float = 1.0) -> str:
    lookout = Lookout(lambda: frame, RADIUS)
    lookout.begin(distance)
    return lookout.unseen(distance)


def hole(ahead: float, side: float, half: float, depth: float = np.nan) -> RgbdFrame:
    """A square of the floor of which no depth comes."""
    frame = seen()
    cos, sin = np.cos(BASE.yaw), np.sin(BASE.yaw)
    rays = CAMERA.rays()
    known = np.isfinite(frame.depth)
    points = frame.camera_pose.apply((rays[known] * frame.depth[known][:, None]).astype(float))
    dx, dy = points[:, 0] - BASE.x, points[:, 1] - BASE.y
    inside = (np.abs(dx * cos + dy * sin - ahead) < half) & (
        np.abs(dy * cos - dx * sin - side) < half
    )
    values = frame.depth[known]
    values[inside] = depth
    frame.depth[known] = values
    return frame


@pytest.mark.parametrize("unknown", [np.nan, 0.0, -np.inf, -1.0])
def test_no_depth_at_all_is_no_free_way(unknown):
    frame = seen(LEG)
    frame.depth[:] = unknown
    assert "no depth at all" in unseen(frame)


def test_a_way_whose_floor_is_seen_is_known():
    assert unseen(seen()) == ""
    assert unseen(seen(LEG)) == ""  # an obstacle, and known


@pytest.mark.parametrize("unknown", [np.nan, 0.0])
def test_a_hole_in_the_way_may_hide_something(unknown):
    assert "1.0 m ahead" in unseen(hole(1.1, 0.05, 0.15, unknown))
    assert unseen(hole(1.1, 0.6, 0.15, unknown)) == ""  # beside it
    assert unseen(hole(2.2, 0.0, 0.15, unknown)) == ""  # behind its end
    assert unseen(hole(1.1, 0.05, 0.06, unknown)) == ""  # a glint
    assert unseen(hole(1.1, 0.05, 0.15, np.inf)) == ""  # by REP 118 the way is free there


@pytest.mark.parametrize("lost", [0.1, 0.3])
def test_pixels_that_are_lost_here_and_there_hide_nothing(lost):
    frame = seen()
    frame.depth[np.random.default_rng(1).random(frame.depth.shape) < lost] = np.nan
    assert unseen(frame) == ""


def test_a_camera_that_sees_no_near_floor_must_know_some_depth():
    level = camera_optical_pose(BASE, HEIGHT, -0.3)
    wall = np.full((CAMERA.height, CAMERA.width), np.nan, np.float32)
    frame = replace(seen(), camera_pose=level, depth=wall)
    frame.depth[:10] = 3.0
    assert "of the way ahead" in unseen(frame)
    frame.depth[180:200, 100:220] = 2.0
    assert unseen(frame) == ""


@pytest.mark.parametrize(
    ("depth", "told"),
    [(2.0, ""), (inf, ""), (np.nan, "no depth"), (0.0, "no depth"), (-1.0, "no depth")],
)
def test_depth_from_anywhere_is_some(depth, told):
    frame = seen()
    frame.depth[:] = np.nan
    frame.depth[::8, ::8] = depth
    lookout = Lookout(lambda: frame, RADIUS)
    assert told in lookout.sightless()
    assert bool(lookout.sightless()) is bool(told)


def test_without_a_picture_there_is_nothing_to_tell():
    lookout = Lookout(lambda: None, RADIUS)
    lookout.begin(1.0)
    assert lookout.obstacle(1.0) is None
    assert lookout.unseen(1.0) == lookout.sightless() == "there is no camera image"


def test_a_map_that_is_moved_under_the_base_makes_all_floor_unseen() -> None:
    camera = Camera.from_vertical_fov(80, 60, 1.2)
    odometry, shift = Pose2D(), Pose2D()

    def shot() -> RgbdFrame:
        base = compose2d(shift, odometry)
        pose = camera_optical_pose(base, 1.2, 0.9)
        ways = pose.apply(camera.rays().astype(float)) - np.asarray(pose.position)
        depth = np.where(ways[..., 2] < -0.1, -1.2 / ways[..., 2], 0.0).astype(np.float32)
        state = RobotState(0.0, 0, 0, base, 0.9, 1.2, odometry=odometry)
        return RgbdFrame(0.0, np.zeros((60, 80, 3), np.uint8), depth, camera, pose, state)

    lookout = Lookout(shot, 0.2)
    lookout.watch()
    assert lookout.knows(0.0, 1.0)
    for way in np.arange(0.0, 0.6, 0.05):
        odometry = Pose2D(float(way), 0.0, 0.0)
        lookout.watch()
    shift = Pose2D(0.02, 0.01, 0.01)
    lookout.watch()
    assert lookout.knows(pi, 0.2), "trodden a moment ago"
    shift = Pose2D(1.5, 0.5, 0.3)
    lookout.watch()
    assert not lookout.knows(pi, 0.2)
