# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks of boxes, outlines and boxes in space."""

from math import radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.perception.detections.regions import label_image
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import (
    Pose,
    Pose2D,
    camera_optical_pose,
    yaw_quaternion,
)
from egoplan_ros.world.raw_detection import MaskLabel, Outline, RawDetection, SpaceBox

CAMERA = Camera.from_vertical_fov(100, 80, radians(60))


def frame_of(depth, pose=None):
    return RgbdFrame(
        1.0,
        np.zeros((80, 100, 3), dtype=np.uint8),
        depth.astype(np.float32),
        CAMERA,
        pose or Pose(),
        RobotState(1.0, 0, 1, Pose2D(), 0.0, 1.5),
    )


def wall(distance=3.0):
    return np.full((80, 100), distance)


def box(left, top, right, bottom, exact=False):
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return RawDetection((("Mug", 1.0),), 0.9, Outline(np.array(corners, dtype=float), exact))


def drawn(frame, *items, labels=None, frames=None):
    return label_image(frame, items, labels, frames or {})


def test_a_box_is_cut_along_the_depth_of_what_is_in_it():
    depth = wall()
    depth[20:50, 30:50] = 1.0
    image = drawn(frame_of(depth), box(25, 15, 55, 55))
    assert ((image == 1) == (depth == 1.0)).all()


def test_what_stands_before_and_behind_a_thing_is_not_it():
    depth = wall()
    depth[20:50, 30:50] = 1.5
    depth[45:60, 25:60] = 0.8  # something before its lower end
    image = drawn(frame_of(depth), box(28, 18, 52, 50))
    assert ((image == 1) == (depth == 1.5)).all()


def test_unknown_depth_is_no_part_of_a_box():
    depth = wall()
    depth[30:40, 30:40] = np.nan
    image = drawn(frame_of(depth), box(20, 20, 50, 50))
    assert not image[30:40, 30:40].any()
    assert image[21:29, 21:49].all()
    assert not drawn(frame_of(np.full((80, 100), np.nan)), box(20, 20, 50, 50)).any()


def test_an_outline_is_filled_whatever_its_depth():
    depth = wall()
    depth[:40] = np.nan
    image = drawn(frame_of(depth), box(20, 20, 50, 60, exact=True))
    assert image[21:59, 21:49].all()
    assert image.astype(bool).sum() <= 31 * 41


def test_the_smaller_thing_is_in_front():
    small, large = box(30, 30, 40, 40, exact=True), box(10, 10, 90, 70, exact=True)
    for items, mine in (((small, large), 1), ((large, small), 2)):
        image = drawn(frame_of(wall()), *items)
        assert (image[31:39, 31:39] == mine).all()
        assert image[12, 12] == 3 - mine


def test_pixels_of_a_label_image_are_taken_as_they_are():
    labels = np.zeros((80, 100), dtype=np.uint16)
    labels[5:9, 5:9] = 40
    image = drawn(
        frame_of(wall()), RawDetection((("Mug", 1.0),), 1.0, MaskLabel(40)), labels=labels
    )
    assert ((image == 1) == (labels == 40)).all()


@given(
    st.floats(-1e5, 1e5),
    st.floats(-1e5, 1e5),
    st.floats(0.1, 1e5),
    st.floats(0.1, 1e5),
    st.booleans(),
)
def test_no_outline_however_far_outside_breaks_it(left, top, width, height, exact):
    image = drawn(frame_of(wall()), box(left, top, left + width, top + height, exact))
    rows, cols = np.nonzero(image)
    if rows.size:
        assert cols.min() >= left - 1
        assert rows.max() <= top + height + 1


@pytest.fixture
def table():
    """A 10 cm cube on the floor 1 m ahead, seen from 1.2 m; (frame, mask of the cube)."""
    pose = camera_optical_pose(Pose2D(), 1.2, radians(50))
    rays = pose.apply(CAMERA.rays().reshape(-1, 3).astype(float)) - np.array(pose.position)
    origin = np.array(pose.position)
    low, high = np.array([0.95, -0.05, 0.0]), np.array([1.05, 0.05, 0.1])
    with np.errstate(divide="ignore", invalid="ignore"):
        floor = np.where(rays[:, 2] < 0, -origin[2] / rays[:, 2], np.nan)
        first, second = (low - origin) / rays, (high - origin) / rays
    enter, leave = np.minimum(first, second).max(1), np.maximum(first, second).min(1)
    hit = (enter < leave) & (enter > 0)
    depth = np.where(hit, enter, floor).reshape(80, 100)
    return frame_of(depth, pose), hit.reshape(80, 100)


@pytest.mark.parametrize("frame", ["map", "camera_color_optical_frame", "turned"])
def test_a_box_in_space_takes_what_lies_in_it_but_not_what_it_stands_on(table, frame):
    picture, truth = table
    turned = Pose((0.4, -2.0, 0.3), yaw_quaternion(0.7))
    frames = {
        "map": Pose(),
        "camera_color_optical_frame": picture.camera_pose,
        "turned": turned,
    }
    parent = frames[frame]
    middle = parent.inverse_apply(np.array([1.0, 0.0, 0.05]))
    x, y, z, w = parent.orientation
    place = Pose(tuple(middle.tolist()), (-x, -y, -z, w))
    item = RawDetection((("Mug", 1.0),), 0.9, SpaceBox(place, (0.1, 0.1, 0.1), frame))
    image = drawn(picture, item, frames=frames)
    mine = image == 1
    assert truth.sum() > 20
    assert (mine & truth).sum() > 0.75 * truth.sum()
    assert (mine & ~truth).sum() == 0


def test_a_box_around_the_camera_and_one_behind_it(table):
    picture, _ = table
    around = SpaceBox(Pose(), (9.0, 9.0, 9.0), "map")
    behind = SpaceBox(Pose((-3.0, 0.0, 0.0)), (1.0, 1.0, 1.0), "map")
    frames = {"map": Pose()}
    all_of_it = drawn(picture, RawDetection((("Mug", 1.0),), 0.9, around), frames=frames)
    assert all_of_it.any()
    assert not drawn(picture, RawDetection((("Mug", 1.0),), 0.9, behind), frames=frames).any()
