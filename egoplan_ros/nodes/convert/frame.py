# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An RGB-D frame from its messages, which share one stamp."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from egoplan_ros.nodes.convert.detection import from_detections
from egoplan_ros.nodes.convert.image import from_camera_info, from_color, from_depth
from egoplan_ros.nodes.convert.robot import from_robot_state
from egoplan_ros.world.frame import RgbdFrame

COLOR = "camera/color/image_raw"
INFO = "camera/color/camera_info"
DEPTH = "camera/depth/image_raw"
STATE = "robot_state"
ORACLE = "oracle/detections"
DETECTIONS = "detections"


def to_frame(messages: Mapping[str, Any]) -> RgbdFrame:
    """A frame from messages by topic; without color its image is black.

    Raises:
        InputError: wrong encoding, or sizes that do not agree.
    """
    camera = from_camera_info(messages[INFO])
    state, pose = from_robot_state(messages[STATE])
    if COLOR in messages:
        rgb = from_color(messages[COLOR])
    else:
        rgb = np.zeros((camera.height, camera.width, 3), dtype=np.uint8)
    return RgbdFrame(
        stamp=state.stamp,
        rgb=rgb,
        depth=from_depth(messages[DEPTH]),
        camera=camera,
        camera_pose=pose,
        robot=state,
        oracle=from_detections(messages[ORACLE]) if ORACLE in messages else None,
    )
