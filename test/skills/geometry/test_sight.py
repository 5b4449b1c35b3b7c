# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where map points lie in the image, for cameras of any shape."""

from dataclasses import replace
from math import hypot, pi, radians

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from toy_home import ToyHome

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.sight import from_image, to_image
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import View
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
CAMERAS = st.builds(
    Camera.from_vertical_fov, st.integers(64, 1920), st.integers(64, 1080), st.floats(0.5, 2.0)
)


def context(home, camera):
    return SkillContext(home.world(), ONTOLOGY, SkillConfig(camera=camera))


@given(
    camera=CAMERAS,
    yaw=st.floats(-pi, pi),
    pitch=st.sampled_from([0.0, 0.5, 1.0]),
    x=st.floats(-3, 3),
    y=st.floats(-3, 3),
    z=st.floats(0, 2),
)
def test_there_and_back(camera, yaw, pitch, x, y, z):
    home = ToyHome()
    home.base, home.pitch = Pose2D(0.3, -0.2, yaw), pitch
    ctx = context(home, camera)
    u, v, depth = (float(part[0]) for part in to_image(ctx, np.array([[x, y, z]])))
    assume(depth > 0.1)
    robot = ctx.world.robot
    distance = hypot(x - robot.base.x, y - robot.base.y, z - robot.camera_height)
    view = View((u, v), 100, distance, 1.0)
    assert from_image(ctx, view) == pytest.approx((x, y, z), abs=1e-6)


def test_a_wide_image_shows_more_to_the_sides():
    home = ToyHome()
    aside = np.array([[1.0, 0.9, 1.5]])
    square = context(home, Camera.from_vertical_fov(480, 480, radians(42.0)))
    wide = context(home, Camera.from_vertical_fov(640, 480, radians(42.0)))
    assert to_image(square, aside)[0][0] < to_image(wide, aside)[0][0] < 0.0
    assert wide.config.half_view > square.config.half_view
    usual = SkillConfig()
    assert usual.half_view == pytest.approx(radians(40.0))
    assert replace(usual, camera=wide.config.camera).half_view == wide.config.half_view
