# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pixels of an image message, be it of ROS or of a recording; nothing here needs ROS."""

from typing import Any

import numpy as np
import numpy.typing as npt


def rgb(message: Any) -> npt.NDArray[np.uint8]:
    """Pixels of an ``rgb8`` or ``bgr8`` image, uint8 RGB ``(h, w, 3)``."""
    rows = np.frombuffer(message.data, dtype=np.uint8).reshape(message.height, message.step)
    image = rows[:, : 3 * message.width].reshape(message.height, message.width, 3)
    return image[..., ::-1] if message.encoding == "bgr8" else image
