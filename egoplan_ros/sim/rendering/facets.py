# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What shading needs of a triangle, in one row, so that a pixel reads one place in memory."""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

# Columns of a row. Weights of corners b and c at a point p are B . (p - a) and C . (p - a);
# texture coordinates and normals change along them from what they are at corner a.
NORMAL, CORNER, TO_B, TO_C = 0, 3, 6, 9
UV, UV_B, UV_C, DENSITY, FLAT = 12, 14, 16, 18, 19
SMOOTH, SMOOTH_B, SMOOTH_C = 20, 23, 26
COLUMNS = 29
EVEN = 1e-3
"""Corner normals that differ by less are one."""


@njit(cache=True, fastmath=False, error_model="numpy")
def facets(
    vertices: NDArray[np.float32],
    faces: NDArray[np.int32],
    normals: NDArray[np.float32],
    uv: NDArray[np.float32],
    density: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Rows (T, COLUMNS) of triangles: unit normal, first corner, and the rest as above.

    Args:
        vertices: (V, 3) in the world, metres.
        faces: (T, 3) rows of `vertices`.
        normals: (T, 3, 3) corner normals in the world.
        uv: (T, 3, 2) texture coordinates in repeats.
        density: (T,) repeats per metre.
    """
    out = np.empty((len(faces), COLUMNS), np.float32)
    u, v = np.empty(3), np.empty(3)
    for q in range(len(faces)):
        a, b, c = faces[q, 0], faces[q, 1], faces[q, 2]
        uu, uv_, vv = 0.0, 0.0, 0.0
        for k in range(3):
            u[k] = float(vertices[b, k]) - vertices[a, k]
            v[k] = float(vertices[c, k]) - vertices[a, k]
            uu += u[k] * u[k]
            uv_ += u[k] * v[k]
            vv += v[k] * v[k]
        under = uu * vv - uv_ * uv_
        inverse = 1.0 / under if abs(under) > 1e-20 else 0.0
        gx, gy, gz = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
        scale = 1.0 / (math.sqrt(gx * gx + gy * gy + gz * gz) + 1e-20)
        out[q, NORMAL], out[q, NORMAL + 1], out[q, NORMAL + 2] = gx * scale, gy * scale, gz * scale
        even = True
        for k in range(3):
            out[q, CORNER + k] = vertices[a, k]
            out[q, TO_B + k] = (vv * u[k] - uv_ * v[k]) * inverse
            out[q, TO_C + k] = (uu * v[k] - uv_ * u[k]) * inverse
            out[q, SMOOTH + k] = normals[q, 0, k]
            out[q, SMOOTH_B + k] = normals[q, 1, k] - normals[q, 0, k]
            out[q, SMOOTH_C + k] = normals[q, 2, k] - normals[q, 0, k]
            if abs(out[q, SMOOTH_B + k]) > EVEN or abs(out[q, SMOOTH_C + k]) > EVEN:
                even = False
        for k in range(2):
            out[q, UV + k] = uv[q, 0, k]
            out[q, UV_B + k] = uv[q, 1, k] - uv[q, 0, k]
            out[q, UV_C + k] = uv[q, 2, k] - uv[q, 0, k]
        out[q, DENSITY] = density[q]
        out[q, FLAT] = 1.0 if even else 0.0
    return out
