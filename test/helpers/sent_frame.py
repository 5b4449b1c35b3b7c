# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The messages of one frame, as the robot's bridge sends them."""

from typing import Any

import numpy as np
from egoplan_ros.msg import Detections as DetectionsMsg
from egoplan_ros.msg import RobotState as RobotStateMsg
from sensor_msgs.msg import CameraInfo, Image

from egoplan_ros.nodes.convert.detection import to_detections
from egoplan_ros.nodes.convert.image import to_camera_info, to_color, to_depth
from egoplan_ros.nodes.convert.robot import to_robot_state
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose, Pose2D

CAMERA = Camera.from_vertical_fov(20, 16, 1.5)
KINDS = {
    "camera/color/image_raw": Image,
    "camera/depth/image_raw": Image,
    "camera/color/camera_info": CameraInfo,
    "oracle/detections": DetectionsMsg,
    "robot_state": RobotStateMsg,
}


def frame(stamp: float) -> dict[str, Any]:
    """Messages of a good frame by topic."""
    labels = np.zeros((16, 20), dtype=np.uint16)
    state = RobotState(stamp, 0, 1, Pose2D(), 0.0, 1.5)
    return {
        "camera/color/image_raw": to_color(np.full((16, 20, 3), 120, dtype=np.uint8), stamp),
        "camera/depth/image_raw": to_depth(np.ones((16, 20), dtype=np.float32), stamp),
        "camera/color/camera_info": to_camera_info(CAMERA, stamp),
        "oracle/detections": to_detections(Detections(stamp, labels, (), "oracle")),
        "robot_state": to_robot_state(state, Pose()),
    }
