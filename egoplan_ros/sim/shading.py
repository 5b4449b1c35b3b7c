"""Per-pixel work: making rays, merging hits of several scenes, procedural texture and light."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from egoplan_ros.sim.shadows import lamp_of, share, windows

# Light that other surfaces throw into a shadow, as a share of the lamp's.
SHADE = 0.15


@njit(cache=True, fastmath=False)
def _hash(x: int, y: int, z: int) -> float:
    h = (x * 374761393 + y * 668265263 + z * 1442695041) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFF) / 65535.0


@njit(cache=True, fastmath=False)
def _texture(kind: int, a: float, b: float, c: float) -> float:
    """Brightness factor at surface coordinates a, b (in the face) and c (along its normal)."""
    if kind == 1:  # wood: stretched grain
        ring = np.sin(a * 6.0 + 2.2 * np.sin(b * 1.3 + c) + 14.0 * b)
        return (
            0.92
            + 0.06 * ring
            + 0.05 * (_hash(int(np.floor(a * 30)), int(np.floor(b * 300)), 1) - 0.5)
        )
    if kind == 2:  # tiles 30 cm with joints
        u = a / 0.3
        v = b / 0.3
        fu = u - np.floor(u)
        fv = v - np.floor(v)
        if fu < 0.025 or fv < 0.025:
            return 0.72
        return 0.95 + 0.08 * (_hash(int(np.floor(u)), int(np.floor(v)), 2) - 0.5)
    if kind == 4:  # fabric: fine weave
        return 0.93 + 0.12 * (_hash(int(np.floor(a * 160)), int(np.floor(b * 160)), 3) - 0.5)
    if kind == 5:  # brushed metal
        return 0.95 + 0.08 * (_hash(int(np.floor(a * 15)), int(np.floor(b * 350)), 4) - 0.5)
    if kind == 6:  # planks 12 cm x 90 cm
        v = b / 0.12
        row = np.floor(v)
        u = a / 0.9 + _hash(int(row), 7, 7)
        if v - row < 0.04 or u - np.floor(u) < 0.006:
            return 0.7
        tone = _hash(int(np.floor(u)), int(row), 5)
        return 0.86 + 0.16 * tone + 0.05 * np.sin(b * 160 + 4 * np.sin(a * 5))
    if kind == 7:  # speckled stone
        return 0.9 + 0.22 * (
            _hash(int(np.floor(a * 110)), int(np.floor(b * 110)), int(np.floor(c * 110))) - 0.5
        )
    if kind == 3:  # smooth stone
        return 0.95 + 0.05 * np.sin(a * 9 + 3 * np.sin(b * 5))
    return 1.0


@njit(cache=True, fastmath=False)
def rays(
    width: int, height: int, tan_x: float, tan_y: float, gaze: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Directions (height * width, 3), bottom row first, with unit length along the view axis."""
    out = np.empty((height * width, 3), np.float32)
    for j in range(height):
        y = np.float32(((j + 0.5) / height * 2 - 1) * tan_y)
        for i in range(width):
            x = np.float32(((i + 0.5) / width * 2 - 1) * tan_x)
            row = j * width + i
            for k in range(3):
                out[row, k] = x * gaze[k, 0] + y * gaze[k, 1] + gaze[k, 2]
    return out


@njit(cache=True, fastmath=False)
def merge(
    t: NDArray[np.float32],
    row: NDArray[np.int32],
    owner: NDArray[np.int32],
    origins: NDArray[np.float32],
    directions: NDArray[np.float32],
    triangle: NDArray[np.int32],
    planes: NDArray[np.float64],
    owners: NDArray[np.int32],
    base: int,
) -> None:
    """Take over the hits of one more scene where they are nearer; `row` counts over all scenes.

    Embree is asked for the triangle alone, a fifth quicker than for all it can tell; how far it is
    follows from the `planes` (T, 4): normal and distance from the origin.
    """
    for i in range(len(t)):
        k = triangle[i]
        if k < 0:
            continue
        away = planes[k, 3]
        along = 0.0
        for c in range(3):
            away -= planes[k, c] * origins[i, c]
            along += planes[k, c] * directions[i, c]
        far = away / along if along != 0.0 else np.inf
        if 0.0 <= far < t[i]:
            t[i] = far
            row[i] = base + k
            owner[i] = owners[k]


@njit(cache=True, fastmath=False)
def paint(owner: NDArray[np.int32], table: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Segmentation colours (N, 4) by owner; the table's last row is for no owner."""
    out = np.empty((len(owner), 4), np.uint8)
    last = len(table) - 1
    for i in range(len(owner)):
        k = owner[i] if owner[i] >= 0 else last
        for c in range(4):
            out[i, c] = table[k, c]
    return out


@njit(cache=True, fastmath=False)
def shade(
    origins: NDArray[np.float32],
    directions: NDArray[np.float32],
    t: NDArray[np.float32],
    row: NDArray[np.int32],
    owner: NDArray[np.int32],
    normals: NDArray[np.float32],
    colors: NDArray[np.float32],
    tex: NDArray[np.int8],
    frames: NDArray[np.float32],
    lights: NDArray[np.float32],
    gain: np.float32,
    size: tuple[int, int],
    starts: NDArray[np.float32],
    dark: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """RGB (N, 3) of first hits; `row` indexes normals, colors and tex of all triangles.

    `frames` holds per owner rotation (9) and position (3); `lights`, `starts` and `dark` are the
    lamps and the shadow probes of an image of `size` (width, height), see shadows.py.
    """
    out = np.empty((len(t), 3), np.uint8)
    common = windows(dark, size)
    for i in range(len(t)):
        if t[i] > 1e29:
            out[i, 0], out[i, 1], out[i, 2] = 170, 200, 225
            continue
        px = origins[i, 0] + t[i] * directions[i, 0]
        py = origins[i, 1] + t[i] * directions[i, 1]
        pz = origins[i, 2] + t[i] * directions[i, 2]
        q = row[i]
        r, g, b = colors[q, 0], colors[q, 1], colors[q, 2]
        if r > 1.5:
            out[i, 0] = np.uint8(255 * min(r - 2.0, 1.0))
            out[i, 1] = np.uint8(255 * min(g - 2.0, 1.0))
            out[i, 2] = np.uint8(255 * min(b - 2.0, 1.0))
            continue
        nx, ny, nz = normals[q, 0], normals[q, 1], normals[q, 2]
        if nx * directions[i, 0] + ny * directions[i, 1] + nz * directions[i, 2] > 0:
            nx, ny, nz = -nx, -ny, -nz
        lamp = lamp_of(px, pz, lights)
        lx, ly, lz = lights[lamp, 0] - px, lights[lamp, 1] - py, lights[lamp, 2] - pz
        d2 = lx * lx + ly * ly + lz * lz
        d = np.sqrt(d2)
        direct = max(0.0, (nx * lx + ny * ly + nz * lz) / (d + 1e-6)) * 1.0 / (0.55 + 0.13 * d2)
        # A little sideways tint tells apart faces that the lamp treats alike.
        ambient = 0.46 + 0.06 * ny + 0.05 * nx + 0.03 * nz
        # The floor throws light back up at ceilings.
        ambient += 0.12 * max(np.float32(0.0), -ny) * py
        if direct > 0.0:
            v = i // size[0]
            u = i - v * size[0]
            seen = share(u, v, size, (px, py, pz), (nx, ny, nz), starts, dark, common)
            direct = min(direct, 1.15) * (SHADE + (1.0 - SHADE) * seen)
        light = ambient + 0.62 * direct
        k = owner[i]
        if tex[q] != 0:
            qx, qy, qz = px - frames[k, 9], py - frames[k, 10], pz - frames[k, 11]
            ax = frames[k, 0] * qx + frames[k, 3] * qy + frames[k, 6] * qz
            ay = frames[k, 1] * qx + frames[k, 4] * qy + frames[k, 7] * qz
            az = frames[k, 2] * qx + frames[k, 5] * qy + frames[k, 8] * qz
            mx = abs(frames[k, 0] * nx + frames[k, 3] * ny + frames[k, 6] * nz)
            my = abs(frames[k, 1] * nx + frames[k, 4] * ny + frames[k, 7] * nz)
            mz = abs(frames[k, 2] * nx + frames[k, 5] * ny + frames[k, 8] * nz)
            if my >= mx and my >= mz:
                light *= _texture(tex[q], ax, az, ay)
            elif mx >= mz:
                light *= _texture(tex[q], ay, az, ax)
            else:
                light *= _texture(tex[q], ay, ax, az)
        light *= gain
        out[i, 0] = np.uint8(min(255.0, 255.0 * r * light))
        out[i, 1] = np.uint8(min(255.0, 255.0 * g * light))
        out[i, 2] = np.uint8(min(255.0, 255.0 * b * light))
    return out
