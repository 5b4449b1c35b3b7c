# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Primary visibility: which triangle each pixel shows and how far it is.

Homogeneous rasterization (Olano and Greer 1997): edge functions of camera-space corners need no
clipping, and the same edge of two triangles gives exactly opposite values, so that no gaps open
between them. Of coplanar triangles the one drawn first stays, whatever happened before the frame.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

NEAR = 0.02
BEYOND = 1e3
"""Metres beyond which parallel rays show nothing."""
TIE = 2e-5
"""Share of the distance (metres for parallel rays) within which the triangle drawn first stays."""


@njit(cache=True, fastmath=False, error_model="numpy")
def in_view(
    spheres: NDArray[np.float32],
    eye: NDArray[np.float64],
    gaze: NDArray[np.float64],
    tan_x: float,
    tan_y: float,
    orthographic: bool,
) -> NDArray[np.bool_]:
    """Which bounding spheres (N, 4) reach into the picture."""
    out = np.zeros(len(spheres), np.bool_)
    slant_x, slant_y = np.sqrt(1 + tan_x * tan_x), np.sqrt(1 + tan_y * tan_y)
    for k in range(len(spheres)):
        dx, dy, dz = spheres[k, 0] - eye[0], spheres[k, 1] - eye[1], spheres[k, 2] - eye[2]
        x = dx * gaze[0, 0] + dy * gaze[1, 0] + dz * gaze[2, 0]
        y = dx * gaze[0, 1] + dy * gaze[1, 1] + dz * gaze[2, 1]
        z = dx * gaze[0, 2] + dy * gaze[1, 2] + dz * gaze[2, 2]
        r = spheres[k, 3]
        if orthographic:
            out[k] = abs(x) <= tan_x + r and abs(y) <= tan_y + r and z >= -r
        else:
            wide = abs(x) - z * tan_x <= r * slant_x
            high = abs(y) - z * tan_y <= r * slant_y
            out[k] = z > -r and wide and high
    return out


@njit(cache=True, fastmath=False, error_model="numpy")
def rasterize(
    vertices: NDArray[np.float32],
    faces: NDArray[np.int32],
    chunks: NDArray[np.int64],
    shown: NDArray[np.bool_],
    base: int,
    eye: NDArray[np.float64],
    gaze: NDArray[np.float64],
    tan_x: float,
    tan_y: float,
    orthographic: bool,
    size: tuple[int, int],
    near: NDArray[np.float64],
    row: NDArray[np.int32],
) -> None:
    """Draw the triangles of the shown chunks into near and row (both height * width).

    Args:
        vertices: (V, 3) in the world, metres.
        faces: (T, 3) rows of `vertices`.
        chunks: (N, 4) first and last + 1 face, first and last + 1 vertex of each thing.
        shown: (N,) chunks to draw.
        base: added to the row of a triangle.
        eye: camera position (3,); `gaze` its axes as columns: right, up, ahead.
        gaze: see `eye`.
        tan_x: half the picture's width at 1 m, or in metres if orthographic; `tan_y` likewise.
        tan_y: see `tan_x`.
        orthographic: parallel rays instead of a pinhole.
        size: width and height in pixels; row 0 is the bottom of the picture.
        near: how near the triangle seen so far is, see :func:`depths`; 0 for nothing.
        row: triangle seen so far.
    """
    width, height = size
    # 1 / depth is linear in the picture, or depth itself where rays are parallel.
    gain, extra = (1.0, TIE) if orthographic else (1.0 + TIE, 0.0)
    most = BEYOND - NEAR if orthographic else 1.0 / NEAR
    step = 2.0 * tan_x / width
    for c in range(len(chunks)):
        if not shown[c]:
            continue
        v0, v1 = chunks[c, 2], chunks[c, 3]
        # In the camera's frame: right, up, ahead, and where it shows in the picture's plane.
        local = np.empty((v1 - v0, 5), np.float64)
        for k in range(v0, v1):
            dx, dy, dz = vertices[k, 0] - eye[0], vertices[k, 1] - eye[1], vertices[k, 2] - eye[2]
            for m in range(3):
                local[k - v0, m] = dx * gaze[0, m] + dy * gaze[1, m] + dz * gaze[2, m]
            z = local[k - v0, 2]
            if z >= NEAR:
                w = 1.0 if orthographic else z
                local[k - v0, 3], local[k - v0, 4] = local[k - v0, 0] / w, local[k - v0, 1] / w
        for f in range(chunks[c, 0], chunks[c, 1]):
            a, b, d = faces[f, 0] - v0, faces[f, 1] - v0, faces[f, 2] - v0
            ax, ay, az = local[a, 0], local[a, 1], local[a, 2]
            bx, by, bz = local[b, 0], local[b, 1], local[b, 2]
            dx, dy, dz = local[d, 0], local[d, 1], local[d, 2]
            if az < NEAR and bz < NEAR and dz < NEAR:
                continue
            if orthographic:
                aw = bw = dw = 1.0
            else:
                aw, bw, dw = az, bz, dz
            # Bounding box in the picture's plane; corners behind the eye are cut at NEAR.
            low_x, high_x, low_y, high_y = 1e30, -1e30, 1e30, -1e30
            for k in (a, b, d):
                if local[k, 2] >= NEAR:
                    x, y = local[k, 3], local[k, 4]
                    low_x, high_x = min(low_x, x), max(high_x, x)
                    low_y, high_y = min(low_y, y), max(high_y, y)
            if az < NEAR or bz < NEAR or dz < NEAR:
                for k, m in ((a, b), (b, d), (d, a)):
                    pz, qz = local[k, 2], local[m, 2]
                    if (pz >= NEAR) != (qz >= NEAR):
                        t = (NEAR - pz) / (qz - pz)
                        w = 1.0 if orthographic else NEAR
                        x = (local[k, 0] + t * (local[m, 0] - local[k, 0])) / w
                        y = (local[k, 1] + t * (local[m, 1] - local[k, 1])) / w
                        low_x, high_x = min(low_x, x), max(high_x, x)
                        low_y, high_y = min(low_y, y), max(high_y, y)
            if low_x > tan_x or high_x < -tan_x or low_y > tan_y or high_y < -tan_y:
                continue
            i0 = max(int(np.ceil((max(low_x, -tan_x) / tan_x + 1) * 0.5 * width - 0.5001)), 0)
            i1 = min(
                int(np.floor((min(high_x, tan_x) / tan_x + 1) * 0.5 * width - 0.4999)), width - 1
            )
            j0 = max(int(np.ceil((max(low_y, -tan_y) / tan_y + 1) * 0.5 * height - 0.5001)), 0)
            j1 = min(
                int(np.floor((min(high_y, tan_y) / tan_y + 1) * 0.5 * height - 0.4999)), height - 1
            )
            if i0 > i1 or j0 > j1:
                continue
            # Edge k is opposite corner k.
            e0x, e0y, e0z = by * dw - bw * dy, bw * dx - bx * dw, bx * dy - by * dx
            e1x, e1y, e1z = dy * aw - dw * ay, dw * ax - dx * aw, dx * ay - dy * ax
            e2x, e2y, e2z = ay * bw - aw * by, aw * bx - ax * bw, ax * by - ay * bx
            det = e0x * ax + e0y * ay + e0z * aw
            if det == 0.0:
                continue
            # Scaled so that insides are positive and the three sum up to `near`.
            e0x, e0y, e0z = e0x / det, e0y / det, e0z / det
            e1x, e1y, e1z = e1x / det, e1y / det, e1z / det
            e2x, e2y, e2z = e2x / det, e2y / det, e2z / det
            if orthographic:
                ex = -(e0x * az + e1x * bz + e2x * dz)
                ey = -(e0y * az + e1y * bz + e2y * dz)
                ez = BEYOND - (e0z * az + e1z * bz + e2z * dz)
            else:
                ex, ey, ez = e0x + e1x + e2x, e0y + e1y + e2y, e0z + e1z + e2z
            for j in range(j0, j1 + 1):
                y = ((j + 0.5) / height * 2 - 1) * tan_y
                c0, c1, c2, c3 = e0y * y + e0z, e1y * y + e1z, e2y * y + e2z, ey * y + ez
                # The span of the row inside all three edges, one pixel wider to either side.
                left, right = -tan_x, tan_x
                if e0x > 0:
                    left = max(left, -c0 / e0x)
                elif e0x < 0:
                    right = min(right, -c0 / e0x)
                if e1x > 0:
                    left = max(left, -c1 / e1x)
                elif e1x < 0:
                    right = min(right, -c1 / e1x)
                if e2x > 0:
                    left = max(left, -c2 / e2x)
                elif e2x < 0:
                    right = min(right, -c2 / e2x)
                if left > right + 2 * step:
                    continue
                first = max(int(np.floor((left + tan_x) / step - 0.5)) - 1, i0)
                last = min(int(np.ceil((right + tan_x) / step - 0.5)) + 1, i1)
                # Each edge function only grows or only falls along the row, rounded or not, so that
                # what is inside is one run.
                while first <= last:
                    x = (first + 0.5) * step - tan_x
                    if e0x * x + c0 >= 0 and e1x * x + c1 >= 0 and e2x * x + c2 >= 0:
                        break
                    first += 1
                while last > first:
                    x = (last + 0.5) * step - tan_x
                    if e0x * x + c0 >= 0 and e1x * x + c1 >= 0 and e2x * x + c2 >= 0:
                        break
                    last -= 1
                # Unsigned, so that the compiler need not think of places counted from the end.
                begin = np.uintp(j * width + first)
                mark = np.int32(base + f)
                for i in range(last - first + 1):
                    w = ex * ((first + i + 0.5) * step - tan_x) + c3
                    at = begin + np.uintp(i)
                    over = w > near[at] * gain + extra and w <= most
                    near[at] = w if over else near[at]
                    row[at] = mark if over else row[at]


@njit(cache=True, fastmath=False, error_model="numpy")
def depths(near: NDArray[np.float64], orthographic: bool) -> NDArray[np.float32]:
    """Distance along the optical axis in metres (N,) of what `rasterize` drew; 1e30 for nothing."""
    out = np.empty(len(near), np.float32)
    for k in range(len(near)):
        if near[k] <= 0.0:
            out[k] = 1e30
        else:
            out[k] = BEYOND - near[k] if orthographic else 1.0 / near[k]
    return out
