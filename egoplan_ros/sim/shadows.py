"""Soft shadows: every second pixel sees one of sixteen points of a square lamp, neighbours share.

Interleaved sampling (Keller and Heidrich 2001): of any four by four neighbouring probes each looks
at another point of the lamp, so that their mean over one surface is smooth and without noise.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from egoplan_ros.sim.world import World

STRIDE = 2
SIDE = 4
LAMP = 0.5
BELOW = 0.2
LIFT = 0.004
NOTHING = 2
MIXED = 3
FLAT = 0.02


def lamps(world: World) -> NDArray[np.float32]:
    """One lamp below each ceiling (L, 7): its centre and the floor x0, z0, x1, z1 it lights."""
    boxes = [t.bounds() for t in world.things if t.kind == "Ceiling"]
    if not boxes:
        boxes = [np.concatenate([[*world.low[[0]], 2.5, world.low[2]], world.high])]
    rows = [
        [(b[0] + b[3]) / 2, b[1] - BELOW, (b[2] + b[5]) / 2, b[0], b[2], b[3], b[5]] for b in boxes
    ]
    return np.array(rows, np.float32)


@njit(cache=True, fastmath=False)
def lamp_of(x: float, z: float, lights: NDArray[np.float32]) -> int:
    """Row of the lamp that lights a place: the one whose floor is nearest."""
    best = 0
    nearest = 1e30
    for k in range(len(lights)):
        dx = max(lights[k, 3] - x, x - lights[k, 5], 0.0)
        dz = max(lights[k, 4] - z, z - lights[k, 6], 0.0)
        if dx + dz < nearest:
            nearest = dx + dz
            best = k
    return best


@njit(cache=True, fastmath=False)
def probes(
    origins: NDArray[np.float32],
    directions: NDArray[np.float32],
    t: NDArray[np.float32],
    row: NDArray[np.int32],
    normals: NDArray[np.float32],
    size: tuple[int, int],
    lights: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Starts and directions (M, 3) of the shadow rays; a direction of zero where nothing is hit.

    Probes are a grid of ceil(height / 2) by ceil(width / 2), row by row; `size` is (width, height).
    """
    width, height = size
    across = (width + STRIDE - 1) // STRIDE
    down = (height + STRIDE - 1) // STRIDE
    starts = np.zeros((across * down, 3), np.float32)
    ways = np.zeros((across * down, 3), np.float32)
    for v in range(down):
        for u in range(across):
            i = v * STRIDE * width + u * STRIDE
            m = v * across + u
            if t[i] > 1e29:
                continue
            n0, n1, n2 = normals[row[i], 0], normals[row[i], 1], normals[row[i], 2]
            d0, d1, d2 = directions[i, 0], directions[i, 1], directions[i, 2]
            lift = LIFT if n0 * d0 + n1 * d1 + n2 * d2 <= 0 else -LIFT
            p0 = origins[i, 0] + t[i] * d0 + lift * n0
            p1 = origins[i, 1] + t[i] * d1 + lift * n1
            p2 = origins[i, 2] + t[i] * d2 + lift * n2
            k = lamp_of(p0, p2, lights)
            # A bit-reversed order spreads the points of neighbouring probes over the lamp.
            a = (u % SIDE) * 5 % SIDE
            b = (v % SIDE + 2 * (u % 2)) % SIDE
            starts[m, 0], starts[m, 1], starts[m, 2] = p0, p1, p2
            ways[m, 0] = lights[k, 0] + ((a + 0.5) / SIDE - 0.5) * LAMP - p0
            ways[m, 1] = lights[k, 1] - p1
            ways[m, 2] = lights[k, 2] + ((b + 0.5) / SIDE - 0.5) * LAMP - p2
    return starts, ways


@njit(cache=True, fastmath=False)
def windows(dark: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Per probe the common value of the four by four probes from it on, or `MIXED`.

    Beyond the right and the lower border there are no probes; those of `NOTHING` fit to any value.
    """
    across = (size[0] + STRIDE - 1) // STRIDE
    down = (size[1] + STRIDE - 1) // STRIDE
    out = np.empty((down + 2, across + 2), np.uint8)
    for j in range(-2, down):
        for i in range(-2, across):
            value = NOTHING
            for b in range(max(j, 0), min(j + SIDE, down)):
                for a in range(max(i, 0), min(i + SIDE, across)):
                    found = dark[b * across + a]
                    if found in (NOTHING, value):
                        continue
                    value = found if value == NOTHING else MIXED
            out[j + 2, i + 2] = value
    return out


@njit(cache=True, fastmath=False)
def share(
    u: int,
    v: int,
    size: tuple[int, int],
    p: tuple[float, float, float],
    n: tuple[float, float, float],
    starts: NDArray[np.float32],
    dark: NDArray[np.uint8],
    common: NDArray[np.uint8],
) -> float:
    """Share of the lamp seen from a point p with normal n at pixel (u, v)."""
    width, height = size
    across = (width + STRIDE - 1) // STRIDE
    down = (height + STRIDE - 1) // STRIDE
    first_u = (u + 1) // STRIDE - 2
    first_v = (v + 1) // STRIDE - 2
    value = common[first_v + 2, first_u + 2]
    if value != MIXED:
        return 0.0 if value == 1 else 1.0
    lit = 0.0
    count = 0.0
    for j in range(first_v, first_v + SIDE):
        if j < 0 or j >= down:
            continue
        for i in range(first_u, first_u + SIDE):
            if i < 0 or i >= across:
                continue
            m = j * across + i
            if dark[m] == NOTHING:
                continue
            off = (
                n[0] * (starts[m, 0] - p[0])
                + n[1] * (starts[m, 1] - p[1])
                + n[2] * (starts[m, 2] - p[2])
            )
            if off < -FLAT or off > FLAT:
                continue
            count += 1.0
            if dark[m] == 0:
                lit += 1.0
    return lit / count if count > 0 else 1.0
