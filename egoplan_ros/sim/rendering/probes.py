# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Light that is sampled: every second pixel asks lamps, sun and surroundings, and neighbours share
the answers.

Interleaved sampling (Keller and Heidrich 2001): of any four by four neighbouring probes each looks
at another point of the lamps and in another direction, so that their mean over one surface is
smooth and without noise.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from egoplan_ros.sim.rendering.lights import MEMBERS

STRIDE = 2
SIDE = 4
RIM = SIDE // 2
"""Probes that speak for nothing around the grid, so that every window is whole."""
MET, CLEAR, SUNNY = 10 * MEMBERS, 10 * MEMBERS + 5, 10 * MEMBERS + 10
"""Where a probe's answers are counted, in fields of five bits: met at all, open surroundings, sun;
before them, for each lamp of the room, asked at bit 10 k and free at bit 10 k + 5. Sixteen probes
are summed up in one integer."""
LIFT = 0.004
NEARBY = 0.45
"""Metres within which surroundings take away ambient light."""


def _directions() -> NDArray[np.float32]:
    """Sixteen cosine-weighted directions (16, 3) about z."""
    k = np.arange(16)
    radius = np.sqrt((k + 0.5) / 16)
    angle = k * 2.399963
    return np.column_stack(
        [radius * np.cos(angle), radius * np.sin(angle), np.sqrt(1 - radius**2)]
    ).astype(np.float32)


AROUND = _directions()
# A shuffled order spreads neighbouring probes over lamps and directions.
ORDER = np.array([0, 10, 2, 8, 5, 15, 7, 13, 1, 11, 3, 9, 4, 14, 6, 12], np.int64)


@njit(cache=True, fastmath=True, inline="always", error_model="numpy")
def nearest_room(x: float, z: float, rooms: NDArray[np.float32]) -> int:
    """Row of the room whose floor is nearest to a place."""
    best, nearest = 0, 1e30
    for k in range(len(rooms)):
        dx = max(rooms[k, 0] - x, x - rooms[k, 2], 0.0)
        dz = max(rooms[k, 1] - z, z - rooms[k, 3], 0.0)
        if dx + dz < nearest:
            best, nearest = k, dx + dz
    return best


@njit(cache=True, fastmath=True, inline="always", error_model="numpy")
def pane_hit(
    x: float,
    y: float,
    z: float,
    room: int,
    panes: NDArray[np.float32],
    sun: NDArray[np.float32],
) -> float:
    """Distance at which the way from a point to the sun leaves through a pane of its room; 0 when
    it does not."""
    for k in range(len(panes)):
        if panes[k, 9] != room:
            continue
        # One side of a pane is vertical, the other along x or z.
        if panes[k, 3] != 0.0:
            t = (panes[k, 2] - z) / sun[2] if sun[2] != 0.0 else -1.0
            a = (x + t * sun[0] - panes[k, 0]) / panes[k, 3]
        else:
            t = (panes[k, 0] - x) / sun[0] if sun[0] != 0.0 else -1.0
            a = (z + t * sun[2] - panes[k, 2]) / panes[k, 5]
        b = (y + t * sun[1] - panes[k, 1]) / panes[k, 7]
        if t > 0.0 and 0.0 < a < 1.0 and 0.0 < b < 1.0:
            return t
    return 0.0


@njit(cache=True, fastmath=True, error_model="numpy")
def probes(
    origins: NDArray[np.float32],
    directions: NDArray[np.float32],
    t: NDArray[np.float32],
    row: NDArray[np.int32],
    planes: NDArray[np.float64],
    size: tuple[int, int],
    camera: NDArray[np.float32],
    lamps: NDArray[np.float32],
    rooms: NDArray[np.float32],
    members: NDArray[np.int64],
    panes: NDArray[np.float32],
    sun: NDArray[np.float32],
    around: NDArray[np.float32],
    order: NDArray[np.int64],
) -> tuple[
    NDArray[np.float32],
    NDArray[np.int64],
    NDArray[np.float32],
    NDArray[np.float32],
    NDArray[np.int64],
]:
    """All probes of an image of `size` (width, height) and the rays that they ask by.

    Returns:
        spots (3, P), where probes stand; answers (P,), what they know without rays, counted as
        told at `MET`; starts and ways (R, 3) of rays to lamps and to the sun; questions (R,), the
        place in answers times 64 and the bit that a free way counts at.

    Surroundings are open if a point close by in some direction is not hidden in the picture itself
    (Mittring 2007). `camera` is (14,): position, axes by columns, half width and half height at
    1 m. Probes are a grid of ceil(height / 2) by ceil(width / 2), row by row, with a RIM around.
    """
    width, height = size
    across = (width + STRIDE - 1) // STRIDE
    down = (height + STRIDE - 1) // STRIDE
    wide = across + 2 * RIM
    # Far away from every surface, so that it speaks for none.
    spots = np.full((3, wide * (down + 2 * RIM)), 1e9, np.float32)
    answers = np.zeros(spots.shape[1], np.int64)
    starts = np.empty((2 * across * down, 3), np.float32)
    ways = np.empty((2 * across * down, 3), np.float32)
    questions = np.empty(2 * across * down, np.int64)
    asked = 0
    for v in range(down):
        for u in range(across):
            i = v * STRIDE * width + u * STRIDE
            if t[i] > 1e29:
                continue
            m = (v + RIM) * wide + u + RIM
            q = row[i]
            n0, n1, n2 = planes[q, 0], planes[q, 1], planes[q, 2]
            d0, d1, d2 = directions[i, 0], directions[i, 1], directions[i, 2]
            facing = n0 * d0 + n1 * d1 + n2 * d2
            if facing > 0:
                n0, n1, n2, facing = -n0, -n1, -n2, -facing
            # Over a pixel a slanting surface comes this much nearer: it must not hide itself.
            slant = -facing / np.sqrt(d0 * d0 + d1 * d1 + d2 * d2)
            bias = 0.012 + 3.0 * camera[13] / height * t[i] / max(slant, 0.04)
            start = min(i, len(origins) - 1)
            p0 = origins[start, 0] + t[i] * d0 + LIFT * n0
            p1 = origins[start, 1] + t[i] * d1 + LIFT * n1
            p2 = origins[start, 2] + t[i] * d2 + LIFT * n2
            spots[0, m], spots[1, m], spots[2, m] = p0, p1, p2
            place = order[(v % SIDE) * SIDE + u % SIDE]
            room = nearest_room(p0, p2, rooms)
            have = 0
            for k in range(MEMBERS):
                if members[room, k] >= 0 and lamps[members[room, k], 3] > 0:
                    have += 1
            found = 1 << MET
            if have > 0:
                slot = place % have
                found += 1 << (10 * slot)
                lamp = members[room, slot]
                point = place // have
                a = ((point * 5) % 16 + 0.5) / 16 - 0.5
                b = ((point * 7 + 3) % 16 + 0.5) / 16 - 0.5
                broad = lamps[lamp, 3]
                w0 = lamps[lamp, 0] + a * broad - p0
                w1 = lamps[lamp, 1] - p1
                w2 = lamps[lamp, 2] + b * broad - p2
                # What faces away from a lamp is dark without asking.
                if n0 * w0 + n1 * w1 + n2 * w2 > 0:
                    starts[asked, 0], starts[asked, 1], starts[asked, 2] = p0, p1, p2
                    ways[asked, 0], ways[asked, 1], ways[asked, 2] = w0, w1, w2
                    questions[asked] = m * 64 + 10 * slot + 5
                    asked += 1
            # Tangent frame without branches (Duff et al. 2017).
            s = 1.0 if n2 >= 0 else -1.0
            e = -1.0 / (s + n2)
            f = n0 * n1 * e
            stretch = NEARBY * (0.15 + 0.85 * ((place * 7) % 16) / 15.0)
            r0, r1, r2 = around[place, 0], around[place, 1], around[place, 2]
            s0 = p0 + stretch * (r0 * (1 + s * n0 * n0 * e) + r1 * f + r2 * n0) - camera[0]
            s1 = p1 + stretch * (r0 * s * f + r1 * (s + n1 * n1 * e) + r2 * n1) - camera[1]
            s2 = p2 + stretch * (-r0 * s * n0 - r1 * n1 + r2 * n2) - camera[2]
            far = s0 * camera[5] + s1 * camera[8] + s2 * camera[11]
            hidden = False
            if far > 0.05:
                x = (s0 * camera[3] + s1 * camera[6] + s2 * camera[9]) / (far * camera[12])
                y = (s0 * camera[4] + s1 * camera[7] + s2 * camera[10]) / (far * camera[13])
                if -1 < x < 1 and -1 < y < 1:
                    near = t[int((y + 1) * 0.5 * height) * width + int((x + 1) * 0.5 * width)]
                    hidden = near < far - bias and far - near < 1.5 * NEARBY
            if not hidden:
                found += 1 << CLEAR
            answers[m] = found
            if n0 * sun[0] + n1 * sun[1] + n2 * sun[2] > 0:
                out = pane_hit(p0, p1, p2, room, panes, sun)
                if out > 0:
                    starts[asked, 0], starts[asked, 1], starts[asked, 2] = p0, p1, p2
                    ways[asked, 0], ways[asked, 1] = out * sun[0], out * sun[1]
                    ways[asked, 2] = out * sun[2]
                    questions[asked] = m * 64 + SUNNY
                    asked += 1
    return spots, answers, starts[:asked], ways[:asked], questions[:asked]


@njit(cache=True)
def count_free(
    answers: NDArray[np.int64], questions: NDArray[np.int64], hit: NDArray[np.int32]
) -> None:
    """Add to the answers of probes which of their rays (R,) met nothing, -1."""
    for r in range(len(questions)):
        if hit[r] < 0:
            answers[questions[r] >> 6] += 1 << (questions[r] & 63)
