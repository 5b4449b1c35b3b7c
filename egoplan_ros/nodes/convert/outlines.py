# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Outlines of what a ``Detections`` message holds, be it of ROS or of a recording."""

from typing import Any

import numpy as np

from egoplan_ros.perception.outlines import Outline, outlines


def outlines_of(message: Any) -> tuple[Outline, ...]:
    """Of each detection in the message's label image (``16UC1``); nothing here needs ROS."""
    picture = message.label_image
    kind = ">u2" if picture.is_bigendian else "<u2"
    labels = np.frombuffer(bytes(picture.data), kind).reshape(picture.height, picture.step // 2)
    types = {int(item.label): item.type for item in message.detections}
    return outlines(labels[:, : picture.width], types)
