# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node with the back end `coco`: a photograph with depth in, detections and an overlay out."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from egoplan_ros.msg import Detections as DetectionsMsg
from egoplan_ros.msg import RobotState as RobotStateMsg
from lifecycle_msgs.msg import State, Transition
from sensor_msgs.msg import CameraInfo, Image

from egoplan_ros.nodes.convert.detection import from_detections
from egoplan_ros.nodes.convert.image import from_color, to_camera_info, to_color, to_depth
from egoplan_ros.nodes.convert.robot import to_robot_state
from egoplan_ros.nodes.qos import EVENTS, sensor
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose, Pose2D

COFFEE = Path(__file__).parents[1] / "perception" / "photographs" / "coffee.jpg"
KINDS = {
    "camera/color/image_raw": Image,
    "camera/depth/image_raw": Image,
    "camera/color/camera_info": CameraInfo,
    "robot_state": RobotStateMsg,
}


def frame(rgb: np.ndarray, stamp: float) -> dict[str, Any]:
    rows, columns = rgb.shape[:2]
    camera = Camera.from_vertical_fov(columns, rows, 1.0)
    state = RobotState(stamp, 0, 1, Pose2D(), 0.0, 1.5)
    depth = np.full((rows, columns), 0.6, dtype=np.float32)
    depth[:40] = np.nan
    return {
        "camera/color/image_raw": to_color(rgb, stamp),
        "camera/depth/image_raw": to_depth(depth, stamp),
        "camera/color/camera_info": to_camera_info(camera, stamp),
        "robot_state": to_robot_state(state, Pose()),
    }


@pytest.mark.system
def test_a_photograph_gives_detections_and_bad_images_a_diagnostic(
    solo: Callable[..., Any],
) -> None:
    words = ["-p", "backend:=coco", "-p", "threshold:=0.1", "-p", "reliable_sensors:=true"]
    node, probe = solo("perception", *words)
    assert probe.change("perception", Transition.TRANSITION_CONFIGURE)
    assert probe.change("perception", Transition.TRANSITION_ACTIVATE)
    publishers = {
        topic: probe.node.create_publisher(
            kind, topic, EVENTS if kind is RobotStateMsg else sensor(True)
        )
        for topic, kind in KINDS.items()
    }
    told: list[Any] = []
    pictures: list[Any] = []
    probe.node.create_subscription(DetectionsMsg, "detections", told.append, EVENTS)
    probe.node.create_subscription(Image, "detections/image", pictures.append, sensor(True))
    probe.until(lambda: all(p.get_subscription_count() for p in publishers.values()), 20.0, "links")
    coffee = np.ascontiguousarray(cv2.imread(str(COFFEE))[..., ::-1])
    stamps = iter(range(1, 1000))

    last = 0.0

    def while_sent(rgb: np.ndarray, condition: Callable[[], Any], what: str) -> None:
        """A frame a second: one may be lost, and a busy machine takes its time for each."""

        def met() -> Any:
            nonlocal last
            if time.monotonic() - last > 1.0:
                last = time.monotonic()
                for topic, message in frame(rgb, float(next(stamps))).items():
                    publishers[topic].publish(message)
            return condition()

        probe.until(met, 60.0, what)

    while_sent(coffee, lambda: told and pictures, "detections and the overlay")
    detections = from_detections(told[-1])
    types = {item.type: item for item in detections.items}
    assert {"DiningTable", "Cup"} <= set(types)
    assert types["Cup"].candidates[1][0] == "Mug"
    assert detections.labels.shape == coffee.shape[:2]
    assert from_color(pictures[-1]).shape == coffee.shape

    bad = {
        "8x8 pixels is too small": np.zeros((8, 8, 3), dtype=np.uint8),
        "the image is black": np.zeros((48, 64, 3), dtype=np.uint8),
        "over-exposed": np.full((48, 64, 3), 255, dtype=np.uint8),
    }
    for part, rgb in bad.items():
        while_sent(rgb, lambda part=part: part in probe.complaints(), part)
    count = len(told)
    while_sent(coffee, lambda: len(told) > count, "detections again")
    assert probe.state("perception") == State.PRIMARY_STATE_ACTIVE
    assert node.end() == 0, node.text
    assert "Traceback" not in node.text


@pytest.mark.system
@pytest.mark.parametrize(
    ("argument", "line"),
    [
        ("model:=none.onnx", "none.onnx: cannot be read"),
        ("names:=none.txt", "none.txt: cannot be read"),
        ("layout:=yolo9", "layout 'yolo9' is unknown"),
    ],
)
def test_files_that_do_not_fit_are_told(solo: Callable[..., Any], argument: str, line: str) -> None:
    node, probe = solo("perception", "-p", "backend:=coco", "-p", argument)
    assert not probe.change("perception", Transition.TRANSITION_CONFIGURE)
    probe.complaint("perception", line)
    assert node.end() == 0, node.text
    assert "Traceback" not in node.text
