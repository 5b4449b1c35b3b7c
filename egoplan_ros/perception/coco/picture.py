# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A camera's image as the input of a network, and the way back."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.coco.found import Floats


@dataclass(frozen=True, slots=True)
class Preprocessing:
    """How a network wants its images.

    Attributes:
        bgr: blue first instead of red.
        mean, std: by channel, in the order of the channels, of values 0 to 255.
        keep_ratio: scaled alike in both directions and padded, instead of stretched.
        centred: padded on both sides, instead of on the right and at the bottom.
        padding: value from 0 to 255 of what is padded.
    """

    bgr: bool = False
    mean: tuple[float, float, float] = (0.0, 0.0, 0.0)
    std: tuple[float, float, float] = (255.0, 255.0, 255.0)
    keep_ratio: bool = False
    centred: bool = False
    padding: float = 0.0


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the image lies in the network's input.

    Attributes:
        scale: input pixels an image pixel, x and y.
        offset: pixels of the input left of and above it.
        size: height and width of the image.
    """

    scale: tuple[float, float]
    offset: tuple[int, int]
    size: tuple[int, int]

    def back(self, boxes: Floats) -> Floats:
        """Boxes ``(n, 4)`` of the input in pixels of the image, cut at its border."""
        height, width = self.size
        scale, offset = np.tile(self.scale, 2), np.tile(self.offset, 2)
        moved = (boxes - offset) / scale
        result: Floats = np.clip(moved, 0.0, [width, height, width, height]).astype(np.float32)
        return result


def to_input(
    rgb: npt.NDArray[np.uint8], size: tuple[int, int], wanted: Preprocessing
) -> tuple[Floats, Placement]:
    """The input ``(1, 3, height, width)`` of a network, and where the image lies in it.

    Args:
        rgb: uint8 ``(h, w, 3)``.
        size: height and width of the input.
        wanted: what the network was trained with.
    """
    (rows, columns), (height, width) = rgb.shape[:2], size
    if wanted.keep_ratio:
        scale = min(height / rows, width / columns)
        inner = (max(round(rows * scale), 1), max(round(columns * scale), 1))
    else:
        inner = (height, width)
    free = (width - inner[1], height - inner[0])
    offset = (free[0] // 2, free[1] // 2) if wanted.centred else (0, 0)
    shrinks = inner[0] * inner[1] < rows * columns
    resized = cv2.resize(
        rgb, inner[::-1], interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    )
    blob = np.full((1, 3, height, width), wanted.padding, dtype=np.float32)
    window = blob[0, :, offset[1] : offset[1] + inner[0], offset[0] : offset[0] + inner[1]]
    window[:] = np.moveaxis(resized[..., ::-1] if wanted.bgr else resized, 2, 0)
    blob -= np.array(wanted.mean, dtype=np.float32).reshape(3, 1, 1)
    blob /= np.array(wanted.std, dtype=np.float32).reshape(3, 1, 1)
    scales = (inner[1] / columns, inner[0] / rows)
    return blob, Placement(scales, offset, (rows, columns))
