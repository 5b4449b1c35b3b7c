# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Compressed images (``sensor_msgs/msg/CompressedImage``) as ``image_transport`` sends them."""

from typing import Any

import cv2
import numpy as np
from sensor_msgs.msg import CompressedImage, Image

from egoplan_ros.world.errors import InputError

_HEADER = 12
"""Bytes before the PNG of ``compressedDepth``: the kind of compression and two numbers of it."""
_PNG = b"\x89PNG"


def unpacked(message: CompressedImage) -> Image:
    """The image: ``rgb8`` of colour, ``16UC1`` of depth.

    Raises:
        InputError: it is damaged, or depth that was compressed with a loss.
    """
    data = bytes(message.data)
    deep = "compressedDepth" in message.format
    if deep:
        kind = message.format.split(";")[0].strip()
        if kind != "16UC1":
            raise InputError(
                f"depth compressed from {kind[:20] or 'nothing'} is not exact; publish 16UC1"
            )
        data = data[_HEADER:] if data[_HEADER : _HEADER + 4] == _PNG else data
    pixels: Any = None
    if data:
        way = cv2.IMREAD_UNCHANGED if deep else cv2.IMREAD_COLOR
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), way)
    if pixels is None or (deep and (pixels.dtype != np.uint16 or pixels.ndim != 2)):
        raise InputError(f"a compressed image ({message.format[:40]!r}) cannot be read")
    if not deep:
        pixels = cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)
    height, width = pixels.shape[:2]
    image = Image(header=message.header, height=height, width=width)
    image.encoding = "16UC1" if deep else "rgb8"
    image.step = width * (2 if deep else 3)
    image.data = pixels.astype("<u2" if deep else np.uint8).tobytes()
    return image
