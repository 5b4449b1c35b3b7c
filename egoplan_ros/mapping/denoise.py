# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Grain of the depth image: how much there is, and how it is taken out."""

import cv2
import numpy as np
import numpy.typing as npt

_GRAINY = 0.004
"""Metres of noise below which depth is taken as it is."""
_EDGE = 3.0
"""Multiples of the noise that smoothing may move a pixel."""


def grain(depth: npt.NDArray[np.float32]) -> float:
    """Standard deviation in metres of the noise from pixel to pixel.

    From second differences along some rows, which vanish on smooth surfaces; the median leaves out
    edges.
    """
    rows = depth[::16]
    rows = np.where(rows > 0, rows, np.float32(np.nan))  # 0 is unknown, too
    with np.errstate(invalid="ignore"):  # infinite is "too far" (REP 117)
        bend = rows[:, :-2] - 2.0 * rows[:, 1:-1] + rows[:, 2:]
    bend = np.abs(bend[np.isfinite(bend)])
    return float(np.median(bend) / 0.6745 / 6.0**0.5) if bend.size else 0.0


def smooth(depth: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Depth without its grain; one that has none, and unknown pixels, stay as they are."""
    noise = grain(depth)
    if noise < _GRAINY:
        return depth
    known = np.isfinite(depth) & (depth > 0)
    calm = cv2.medianBlur(np.where(known, depth, np.float32(1e3)), 5)
    # At edges and corners the median may be of the surface behind: what moved by more than noise
    # does stays as it was measured.
    return np.where(known & (np.abs(calm - depth) < _EDGE * noise), calm, depth).astype(np.float32)
