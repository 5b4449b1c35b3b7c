# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Compiled kernels of the voxel map: back-projection, ray carving, projection to 2D, ray casting.

Arrays of voxels are indexed ``[ix, iy, iz]`` with z contiguous. A voxel changes at most once per
frame: end points first (hit), then everything between them and the camera (miss), as in OctoMap;
only one ray is walked per end voxel, which is what makes it quick.
"""

from math import floor, sqrt

import numpy as np
from numba import njit

UNCLASSED = 32767
"""Class index of what nobody has told the class of."""


@njit(cache=True, fastmath=False)
def back_project(depth, fx, fy, cx, cy, rotation, translation, low, high, points, good):
    """Map points of every pixel.

    Args:
        depth: float32 ``(h, w)``.
        fx, fy, cx, cy: intrinsics.
        rotation, translation: optical frame to map, float64 ``(3, 3)`` and ``(3,)``.
        low, high: depth outside of this range, NaN and infinity are marked as not good.
        points: float32 ``(h * w, 3)``, filled.
        good: bool ``(h * w,)``, filled.
    """
    height, width = depth.shape
    tan_x = (np.arange(width) - cx) / fx
    for v in range(height):
        y = (v - cy) / fy
        bx = rotation[0, 1] * y + rotation[0, 2]
        by = rotation[1, 1] * y + rotation[1, 2]
        bz = rotation[2, 1] * y + rotation[2, 2]
        for u in range(width):
            d = depth[v, u]
            i = v * width + u
            fine = d > low and d < high
            good[i] = fine
            if fine:
                x = tan_x[u]
                points[i, 0] = translation[0] + d * (rotation[0, 0] * x + bx)
                points[i, 1] = translation[1] + d * (rotation[1, 0] * x + by)
                points[i, 2] = translation[2] + d * (rotation[2, 0] * x + bz)
            else:
                points[i, 0] = np.nan
                points[i, 1] = np.nan
                points[i, 2] = np.nan


@njit(cache=True)
def extent(points, good, classes):
    """Corners of the x-y rectangle of the points that count (x0, y0, x1, y1), and how many do."""
    x0 = y0 = np.inf
    x1 = y1 = -np.inf
    count = 0
    for i in range(points.shape[0]):
        if good[i] and classes[i] >= 0:
            x0 = min(x0, points[i, 0])
            y0 = min(y0, points[i, 1])
            x1 = max(x1, points[i, 0])
            y1 = max(y1, points[i, 1])
            count += 1
    return x0, y0, x1, y1, count


@njit(cache=True)
def carve(
    odds,
    seen,
    first,
    votes,
    label,
    stamp,
    dirty,
    ends,
    points,
    good,
    classes,
    camera,
    origin,
    setting,
):
    """Integrate one frame.

    Args:
        odds: float32 voxels, log-odds. seen: int32 voxels, frame mark of the last change.
        first: int32 voxels, frame number of the first; 0 unknown.
        votes, label: uint8 and int16 voxels, majority vote on the class (Boyer-Moore).
        stamp: frame number from 1; ``seen`` gets ``2 * stamp`` for miss, ``+ 1`` for hit.
        dirty: bool blocks of 16^3 voxels, set where a voxel changed between occupied and not.
        ends: int64 ``(n, 4)`` work space for end voxels and whether they are hits.
        points, good: of :func:`back_project`. classes: int16 ``(n,)``; negative: skip this ray;
            ``UNCLASSED``: it has no vote.
        camera: float64 ``(3,)``. origin: float64 ``(3,)`` corner of voxel (0, 0, 0).
        setting: float64 (resolution, max_range, hit, miss, low, high, free space: 1 or 0).

    Returns:
        Number of rays walked.
    """
    resolution, _, _, miss, low, _, free = setting
    inverse = 1.0 / resolution
    sx = (camera[0] - origin[0]) * inverse
    sy = (camera[1] - origin[1]) * inverse
    sz = (camera[2] - origin[2]) * inverse
    count = _mark_ends(
        odds,
        seen,
        first,
        votes,
        label,
        stamp,
        dirty,
        ends,
        points,
        good,
        classes,
        camera,
        origin,
        setting,
    )
    if free == 0.0:
        return 0
    for k in range(count):
        _walk(
            odds,
            seen,
            first,
            votes,
            dirty,
            sx,
            sy,
            sz,
            ends[k, 0],
            ends[k, 1],
            ends[k, 2],
            2 * stamp + 1,
            2 * stamp,
            miss,
            low,
        )
    return count


@njit(cache=True)
def _mark_ends(
    odds,
    seen,
    first,
    votes,
    label,
    stamp,
    dirty,
    ends,
    points,
    good,
    classes,
    camera,
    origin,
    setting,
):
    """Change the voxels in which rays end, and list in ``ends`` the rays that are to be walked.

    Arguments are as for :func:`carve`; returns how many of ``ends`` are filled.
    """
    resolution, reach, hit, miss, low, high, free = setting
    nx, ny, nz = odds.shape
    inverse = 1.0 / resolution
    sx = (camera[0] - origin[0]) * inverse
    sy = (camera[1] - origin[1]) * inverse
    sz = (camera[2] - origin[2]) * inverse
    count = 0
    mark_end, mark_hit = 2 * stamp, 2 * stamp + 1
    # End points: every pixel votes on the class, the first one in a voxel makes the hit.
    for i in range(points.shape[0]):
        if not good[i] or classes[i] < 0:
            continue
        dx = points[i, 0] - camera[0]
        dy = points[i, 1] - camera[1]
        dz = points[i, 2] - camera[2]
        length = sqrt(dx * dx + dy * dy + dz * dz)
        is_hit = length <= reach
        if free == 0.0 and not is_hit:
            continue
        # Half a millimetre further in, so that a face on a voxel border falls inside.
        scale = (length + 5e-4) / length if is_hit else reach / length
        ix = floor(sx + dx * scale * inverse)
        iy = floor(sy + dy * scale * inverse)
        iz = floor(sz + dz * scale * inverse)
        if ix < 0 or iy < 0 or ix >= nx or iy >= ny:
            continue
        if iz < 0 or iz >= nz:
            # Above or below the map: the ray still carves what it crosses, thinned out.
            if i % 7 == 0 and count < ends.shape[0]:
                ends[count, 0], ends[count, 1], ends[count, 2], ends[count, 3] = ix, iy, iz, i
                count += 1
            continue
        if is_hit and classes[i] != UNCLASSED:
            if votes[ix, iy, iz] == 0:
                label[ix, iy, iz] = classes[i]
                votes[ix, iy, iz] = 1
            elif label[ix, iy, iz] == classes[i]:
                if votes[ix, iy, iz] < 250:
                    votes[ix, iy, iz] += 1
            else:
                votes[ix, iy, iz] -= 1
        before = seen[ix, iy, iz]
        if before == mark_hit or (before == mark_end and not is_hit):
            continue
        if before == 0:
            first[ix, iy, iz] = stamp
        if before != mark_end and count < ends.shape[0]:
            ends[count, 0], ends[count, 1], ends[count, 2], ends[count, 3] = ix, iy, iz, i
            count += 1
        seen[ix, iy, iz] = mark_hit if is_hit else mark_end
        old = odds[ix, iy, iz]
        new = min(old + hit, high) if is_hit else max(old - miss, low)
        odds[ix, iy, iz] = new
        if (old <= 0.0) != (new <= 0.0):
            dirty[ix >> 4, iy >> 4, iz >> 4] = True
    return count


@njit(cache=True)
def _walk(odds, seen, first, votes, dirty, sx, sy, sz, ex, ey, ez, mark_hit, mark_end, miss, low):
    # Amanatides & Woo's traversal from the camera to the centre of the end voxel.
    nx, ny, nz = odds.shape
    dx = ex + 0.5 - sx
    dy = ey + 0.5 - sy
    dz = ez + 0.5 - sz
    x = floor(sx)
    y = floor(sy)
    z = floor(sz)
    step_x = 1 if dx > 0 else -1
    step_y = 1 if dy > 0 else -1
    step_z = 1 if dz > 0 else -1
    gain_x = abs(1.0 / dx) if dx != 0.0 else 1e18
    gain_y = abs(1.0 / dy) if dy != 0.0 else 1e18
    gain_z = abs(1.0 / dz) if dz != 0.0 else 1e18
    t_x = ((x + 1 - sx) if dx > 0 else (sx - x)) * gain_x
    t_y = ((y + 1 - sy) if dy > 0 else (sy - y)) * gain_y
    t_z = ((z + 1 - sz) if dz > 0 else (sz - z)) * gain_z
    for _ in range(abs(ex - x) + abs(ey - y) + abs(ez - z)):
        if 0 <= x < nx and 0 <= y < ny and 0 <= z < nz:
            before = seen[x, y, z]
            if before != mark_hit and before != mark_end:
                if before == 0:
                    first[x, y, z] = mark_end >> 1
                seen[x, y, z] = mark_end
                old = odds[x, y, z]
                if old > low:
                    new = max(old - miss, low)
                    odds[x, y, z] = new
                    if new <= 0.0 < old:
                        dirty[x >> 4, y >> 4, z >> 4] = True
                        votes[x, y, z] = 0
        if t_x < t_y and t_x < t_z:
            x += step_x
            t_x += gain_x
        elif t_y < t_z:
            y += step_y
            t_y += gain_y
        else:
            z += step_z
            t_z += gain_z


@njit(cache=True)
def project_columns(odds, seen, layers, part, out):
    """2D occupancy of the columns of a rectangle.

    Args:
        odds, seen: voxels.
        layers: z indices (floor_low, band_low, knee, band_high): floor layer from ``floor_low`` to
            ``band_low``, obstacles from ``band_low`` to ``band_high``; free needs something known
            below ``knee``, so that the air behind a counter does not count as floor.
        part: (x0, y0, x1, y1), columns from the first to before the last.
        out: int8 ``(ny, nx)``, in that rectangle filled with -1, 0 or 100.
    """
    floor_low, band_low, knee, band_high = layers
    x0, y0, x1, y1 = part
    for ix in range(x0, x1):
        for iy in range(y0, y1):
            value = -1
            for iz in range(band_low, band_high):
                if odds[ix, iy, iz] > 0.0:
                    value = 100
                    break
            if value < 0:
                for iz in range(floor_low, knee):
                    if seen[ix, iy, iz] > 0:
                        value = 0
                        break
            out[iy, ix] = value


@njit(cache=True)
def cast(odds, seen, origin, resolution, start, direction, reach, through_unknown):
    """First occupied voxel along a ray.

    Returns:
        Distance in metres to the entry of the voxel that stopped the ray (or ``reach``), and what
        it met: 1 occupied, 0 nothing, -1 unknown voxel (only unless ``through_unknown``).
    """
    nx, ny, nz = odds.shape
    norm = sqrt(direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2)
    d = direction / norm
    s = (start - origin) / resolution
    x = floor(s[0])
    y = floor(s[1])
    z = floor(s[2])
    steps = np.empty(3, dtype=np.int64)
    gain = np.empty(3)
    t = np.empty(3)
    cell = (x, y, z)
    for k in range(3):
        steps[k] = 1 if d[k] > 0 else -1
        gain[k] = abs(1.0 / d[k]) if d[k] != 0.0 else 1e18
        gap = (cell[k] + 1 - s[k]) if d[k] > 0 else (s[k] - cell[k])
        # Along a border, too, a ray parallel to it leaves no cell on this axis.
        t[k] = gap * gain[k] if d[k] != 0.0 else gain[k]
    travelled = 0.0
    limit = reach / resolution
    while travelled <= limit:
        inside = 0 <= x < nx and 0 <= y < ny and 0 <= z < nz
        if inside and odds[x, y, z] > 0.0:
            return travelled * resolution, 1
        if not through_unknown and (not inside or seen[x, y, z] == 0):
            return travelled * resolution, -1
        if t[0] < t[1] and t[0] < t[2]:
            x += steps[0]
            travelled = t[0]
            t[0] += gain[0]
        elif t[1] < t[2]:
            y += steps[1]
            travelled = t[1]
            t[1] += gain[1]
        else:
            z += steps[2]
            travelled = t[2]
            t[2] += gain[2]
    return reach, 0
