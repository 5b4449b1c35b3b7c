# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where map points lie in the latest image, by the robot's pose and camera."""

from itertools import product
from math import atan2, hypot

import numpy as np
import numpy.typing as npt

from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.stand_pose import nearest_pitch
from egoplan_ros.world.geometry import Pose, Vector3, camera_optical_pose
from egoplan_ros.world.object import View

Floats = npt.NDArray[np.float64]

MARGIN = 0.05
"""Share of the image along its sides where nothing is pointed at."""


def to_image(ctx: SkillContext, points: Floats) -> tuple[Floats, Floats, Floats]:
    """Columns and rows, as shares of the image, and depth in metres of map points ``(n, 3)``.

    A point is in the image when its depth is positive and both shares are in [0, 1].
    """
    camera = ctx.config.camera
    u, v, depth = camera.project(points, _pose(ctx)).T
    return u / camera.width, v / camera.height, depth


def box_in_image(ctx: SkillContext, low: Floats, high: Floats, margin: float = 0.0) -> bool:
    """Whether all of a box lies in the image, hidden or not.

    Args:
        ctx: of the skill.
        low: corner ``(3,)``, map metres.
        high: the opposite corner.
        margin: share of the image along its sides that does not count.
    """
    u, v, depth = to_image(ctx, np.array(list(product(*zip(low, high, strict=True)))))
    clear = (u > margin) & (u < 1.0 - margin) & (v > margin) & (v < 1.0 - margin)
    return bool(((depth > 0.0) & clear).all())


def from_image(ctx: SkillContext, view: View) -> Vector3:
    """The map point that a view points at, metres."""
    camera = ctx.config.camera
    u, v = view.point[0] * camera.width, view.point[1] * camera.height
    ray = np.array([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, 1.0])
    x, y, z = _pose(ctx).apply(ray / np.linalg.norm(ray) * view.distance)
    return float(x), float(y), float(z)


def pitches_at(ctx: SkillContext, aim: Floats) -> tuple[float, float]:
    """The camera pitches nearest to a map point, the better one first, radians."""
    robot = ctx.world.robot
    flat = max(hypot(aim[0] - robot.base.x, aim[1] - robot.base.y), 0.05)
    angle = atan2(robot.camera_height - aim[2], flat)
    first = nearest_pitch(angle, ctx.config)
    return first, first + (ctx.config.tilt if angle > first else -ctx.config.tilt)


def _pose(ctx: SkillContext) -> Pose:
    robot = ctx.world.robot
    return camera_optical_pose(robot.base, robot.camera_height, robot.camera_pitch)
