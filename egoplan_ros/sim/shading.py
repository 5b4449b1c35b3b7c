"""Per-pixel shading: procedural texture, ceiling lamp, ambient light."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


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
def shade(
    origins: NDArray[np.float32],
    directions: NDArray[np.float32],
    t: NDArray[np.float32],
    owner: NDArray[np.int32],
    normals: NDArray[np.float32],
    colors: NDArray[np.float32],
    tex: NDArray[np.int8],
    frames: NDArray[np.float32],
    lamp: NDArray[np.float32],
    gain: np.float32,
) -> NDArray[np.uint8]:
    """RGB (N, 3) of first hits. `frames` holds per owner rotation (9) and position (3)."""
    out = np.empty((len(t), 3), np.uint8)
    for i in range(len(t)):
        if t[i] > 1e29:
            out[i, 0], out[i, 1], out[i, 2] = 170, 200, 225
            continue
        px = origins[i, 0] + t[i] * directions[i, 0]
        py = origins[i, 1] + t[i] * directions[i, 1]
        pz = origins[i, 2] + t[i] * directions[i, 2]
        r, g, b = colors[i, 0], colors[i, 1], colors[i, 2]
        if r > 1.5:
            out[i, 0] = np.uint8(255 * min(r - 2.0, 1.0))
            out[i, 1] = np.uint8(255 * min(g - 2.0, 1.0))
            out[i, 2] = np.uint8(255 * min(b - 2.0, 1.0))
            continue
        nx, ny, nz = normals[i, 0], normals[i, 1], normals[i, 2]
        if nx * directions[i, 0] + ny * directions[i, 1] + nz * directions[i, 2] > 0:
            nx, ny, nz = -nx, -ny, -nz
        lx, ly, lz = lamp[0] - px, lamp[1] - py, lamp[2] - pz
        d2 = lx * lx + ly * ly + lz * lz
        d = np.sqrt(d2)
        direct = max(0.0, (nx * lx + ny * ly + nz * lz) / (d + 1e-6)) * 1.0 / (0.55 + 0.13 * d2)
        # A little sideways tint tells apart faces that the lamp treats alike.
        ambient = 0.44 + 0.10 * ny + 0.05 * nx + 0.03 * nz
        light = ambient + 0.62 * min(direct, 1.15)
        k = owner[i]
        if tex[i] != 0:
            qx, qy, qz = px - frames[k, 9], py - frames[k, 10], pz - frames[k, 11]
            ax = frames[k, 0] * qx + frames[k, 3] * qy + frames[k, 6] * qz
            ay = frames[k, 1] * qx + frames[k, 4] * qy + frames[k, 7] * qz
            az = frames[k, 2] * qx + frames[k, 5] * qy + frames[k, 8] * qz
            mx = abs(frames[k, 0] * nx + frames[k, 3] * ny + frames[k, 6] * nz)
            my = abs(frames[k, 1] * nx + frames[k, 4] * ny + frames[k, 7] * nz)
            mz = abs(frames[k, 2] * nx + frames[k, 5] * ny + frames[k, 8] * nz)
            if my >= mx and my >= mz:
                light *= _texture(tex[i], ax, az, ay)
            elif mx >= mz:
                light *= _texture(tex[i], ay, az, ax)
            else:
                light *= _texture(tex[i], ay, ax, az)
        light *= gain
        out[i, 0] = np.uint8(min(255.0, 255.0 * r * light))
        out[i, 1] = np.uint8(min(255.0, 255.0 * g * light))
        out[i, 2] = np.uint8(min(255.0, 255.0 * b * light))
    return out
