# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the stand-in's detector tells, as ``vision_msgs/msg/Detection2DArray``."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from egoplan_ros.nodes.convert.stamps import OPTICAL, header
from egoplan_ros.robots.stand_in.detector import Box
from egoplan_ros.world.errors import InputError


def detection_messages() -> Any:
    """The module of the messages.

    Raises:
        InputError: vision_msgs is not installed.
    """
    try:
        return import_module("vision_msgs.msg")
    except ImportError:
        raise InputError(
            "robot-sim: --detections needs vision_msgs; make setup builds it"
        ) from None


def to_boxes(messages: Any, boxes: Sequence[Box], stamp: float) -> Any:
    """The boxes of a picture; ``messages`` of :func:`detection_messages`, ``stamp`` in seconds."""
    array = messages.Detection2DArray(header=header(stamp, OPTICAL))
    for box in boxes:
        x0, y0, x1, y1 = box.corners
        item = messages.Detection2D(header=array.header)
        item.bbox.center.position.x, item.bbox.center.position.y = 0.5 * (x0 + x1), 0.5 * (y0 + y1)
        item.bbox.size_x, item.bbox.size_y = x1 - x0, y1 - y0
        told = messages.ObjectHypothesisWithPose()
        told.hypothesis.class_id, told.hypothesis.score = box.type, box.score
        item.results.append(told)
        array.detections.append(item)
    return array
