# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from math import radians
from xml.etree import ElementTree

import numpy as np

from egoplan_ros.robots.stand_in.urdf import describe
from egoplan_ros.world.geometry import (
    OPTICAL_ROTATION,
    Pose,
    Pose2D,
    multiply,
    pitch_quaternion,
    yaw_quaternion,
)


def rotation(rpy):
    """Of URDF: about the fixed axes x, y, z in this order."""
    (cr, sr), (cp, sp), (cy, sy) = ((np.cos(a), np.sin(a)) for a in rpy)
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    about_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return about_z @ about_y @ about_x


def test_the_description_says_where_the_camera_is():
    mount = Pose2D(0.1, 0.05, radians(15.0))
    robot = ElementTree.fromstring(describe("base_link", "optical", mount, 1.2, 0.3))
    joints = {item.find("child").get("link"): item for item in robot.iter("joint")}
    assert joints["optical"].find("parent").get("link") == "camera_link"
    assert joints["camera_link"].find("parent").get("link") == "base_link"
    pose = np.eye(4)
    for name in ("camera_link", "optical"):
        origin = joints[name].find("origin")
        step = np.eye(4)
        step[:3, 3] = [float(word) for word in origin.get("xyz").split()]
        step[:3, :3] = rotation([float(word) for word in origin.get("rpy").split()])
        pose = pose @ step
    turn = multiply(yaw_quaternion(mount.yaw), multiply(pitch_quaternion(0.3), OPTICAL_ROTATION))
    np.testing.assert_allclose(pose, Pose((0.1, 0.05, 1.2), turn).matrix(), atol=1e-4)
