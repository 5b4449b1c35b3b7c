# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from math import atan2, radians
from xml.etree import ElementTree

import numpy as np
import pytest

from egoplan_ros.nodes.convert.geometry import from_xyz
from egoplan_ros.nodes.robot_sim.robot import mounted
from egoplan_ros.robots.stand_in.urdf import describe
from egoplan_ros.world.geometry import Pose, Pose2D


def angles(turn):
    """Roll, pitch and yaw of URDF that a quaternion stands for."""
    m = Pose((0.0, 0.0, 0.0), (turn.x, turn.y, turn.z, turn.w)).matrix()
    level = np.hypot(m[0, 0], m[1, 0])
    return atan2(m[2, 1], m[2, 2]), atan2(-m[2, 0], level), atan2(m[1, 0], m[0, 0])


@pytest.mark.parametrize("mount", [Pose2D(0.1, 0.0, 0.0), Pose2D(-0.1, 0.05, radians(15.0))])
def test_the_fixed_transforms_are_the_joints_of_the_description(mount):
    camera = (mount, 1.2, 0.3)
    robot = ElementTree.fromstring(describe("base_link", "camera_color_optical_frame", *camera))
    found = {(item.header.frame_id, item.child_frame_id): item for item in mounted(*camera)}
    joints = list(robot.iter("joint"))
    assert len(joints) == len(found) == 2
    for joint in joints:
        item = found[joint.find("parent").get("link"), joint.find("child").get("link")].transform
        origin = joint.find("origin")
        xyz, rpy = ([float(word) for word in origin.get(name).split()] for name in ("xyz", "rpy"))
        np.testing.assert_allclose(from_xyz(item.translation), xyz, atol=1e-6)
        np.testing.assert_allclose(angles(item.rotation), rpy, atol=1e-5)
