# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Images in which there is nothing to see."""

import numpy as np
import numpy.typing as npt

_DARK, _BRIGHT = 6, 249
_SHARE = 0.97
_STEP = 4


def exposure_fault(rgb: npt.NDArray[np.uint8]) -> str:
    """What is wrong with an image that is black or over-exposed all over; "" for a good one.

    Args:
        rgb: uint8 ``(h, w, 3)``; every fourth row and column is looked at.
    """
    light = rgb[::_STEP, ::_STEP].max(axis=2) if rgb.size else np.zeros((1, 1))
    if np.mean(light <= _DARK) >= _SHARE:
        return "the image is black; is the camera covered, or the light off?"
    if np.mean(rgb[::_STEP, ::_STEP].min(axis=2) >= _BRIGHT) >= _SHARE:
        return "the image is over-exposed all over; check the camera's exposure"
    return ""
