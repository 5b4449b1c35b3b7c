# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What lies behind panes and in mirrors: rays that go on where they met one, and mixing it in."""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from egoplan_ros.sim.rendering.surfaces import CLEAR, MIRROR, RED

SKIN = 1e-3
"""Metres behind a pane, or before a mirror, at which a ray goes on."""


@njit(cache=True, fastmath=False, error_model="numpy")
def onward(
    pixels: NDArray[np.int64],
    origins: NDArray[np.float32],
    directions: NDArray[np.float32],
    t: NDArray[np.float32],
    row: NDArray[np.int32],
    travelled: NDArray[np.float32],
    planes: NDArray[np.float64],
    surface: NDArray[np.int32],
    materials: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Places (K, 3), ways (K, 3) and metres travelled before (K,) of the rays of some pixels
    behind what they met; the other arguments are as in `shading.shade`."""
    count = len(pixels)
    places = np.empty((count, 3), np.float32)
    ways = np.empty((count, 3), np.float32)
    before = np.empty(count, np.float32)
    for k in range(count):
        i = pixels[k]
        q = row[i]
        start, walked = min(i, len(origins) - 1), min(i, len(travelled) - 1)
        d0, d1, d2 = float(directions[i, 0]), float(directions[i, 1]), float(directions[i, 2])
        p0 = origins[start, 0] + t[i] * d0
        p1 = origins[start, 1] + t[i] * d1
        p2 = origins[start, 2] + t[i] * d2
        if materials[surface[q], MIRROR] > 0:
            n0, n1, n2 = planes[q, 0], planes[q, 1], planes[q, 2]
            along = 2.0 * (n0 * d0 + n1 * d1 + n2 * d2)
            d0, d1, d2 = d0 - along * n0, d1 - along * n1, d2 - along * n2
        length = math.sqrt(d0 * d0 + d1 * d1 + d2 * d2)
        skin = SKIN / length
        places[k, 0], places[k, 1], places[k, 2] = p0 + skin * d0, p1 + skin * d1, p2 + skin * d2
        ways[k, 0], ways[k, 1], ways[k, 2] = d0, d1, d2
        before[k] = travelled[walked] + t[i] * length
    return places, ways, before


@njit(cache=True, fastmath=False, error_model="numpy")
def mix(
    rgb: NDArray[np.uint8],
    pixels: NDArray[np.int64],
    behind: NDArray[np.uint8],
    row: NDArray[np.int32],
    surface: NDArray[np.int32],
    materials: NDArray[np.float32],
) -> None:
    """Mix what is behind (K, 3) into some pixels of rgb (N, 3)."""
    for k in range(len(pixels)):
        i = pixels[k]
        m = surface[row[i]]
        mirror, clear = materials[m, MIRROR], materials[m, CLEAR]
        share = max(mirror, clear)
        for c in range(3):
            # Coloured glass tints what is behind it.
            tint = np.float32(1.0) if mirror > 0 else materials[m, RED + c]
            mixed = rgb[i, c] * (1 - share) + behind[k, c] * tint * share
            rgb[i, c] = min(max(mixed, 0.0), 255.0)
