# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Per-pixel work: rays, merging hits of several scenes, and the light that a surface sends back."""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from egoplan_ros.sim.rendering import facets as facet
from egoplan_ros.sim.rendering.lights import MEMBERS
from egoplan_ros.sim.rendering.probes import CLEAR as OPEN
from egoplan_ros.sim.rendering.probes import MET, RIM, SIDE, STRIDE, SUNNY, nearest_room, pane_hit
from egoplan_ros.sim.rendering.scene import Scene
from egoplan_ros.sim.rendering.surfaces import (
    CLEAR,
    DECAL,
    DECAL_SPAN,
    EMITS,
    GLOSS,
    MIRROR,
    RED,
    SHARPNESS,
    SHIFT_U,
    SHIFT_V,
    SKY,
    TEXTURE,
)
from egoplan_ros.sim.rendering.textures import level_of, sample

F, U = np.float32, np.uintp
OFF = F(0.02)
"""Metres off a pixel's plane within which probes speak for it."""
SHADE = F(0.1)
"""Light that other surfaces throw into a shadow, as a share of the lamp's."""
CLOSED_IN = F(0.4)
"""Ambient light that reaches a corner closed in on all sides, as a share."""
LEVELS = F(1.0)
"""Display levels by which a highlight may change over a block of pixels that share one value."""
SPAN = F(0.05)
"""Metres that such a block may cover."""
EMPTY = (170, 200, 225)
"""Colour where there is nothing."""


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
def paint(
    row: NDArray[np.int32], owner: NDArray[np.int32], table: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Segmentation colours (N, 4) by triangle row; the table's last row is for nothing."""
    out = np.empty((len(row), 4), np.uint8)
    last = len(table) - 1
    for i in range(len(row)):
        k = owner[row[i]] if row[i] >= 0 else last
        for c in range(4):
            out[i, c] = table[k, c]
    return out


@njit(cache=True, fastmath=True, error_model="numpy", inline="always")
def _tone(value: np.float32) -> np.uint8:
    """Display value; what is very bright comes close to white without burning out."""
    if value > F(0.78):
        value = F(0.78) + F(0.22) * (F(1.0) - math.exp((F(0.78) - value) / F(0.22)))
    return np.uint8(F(255.0) * max(value, F(0.0)))


@njit(cache=True, fastmath=True, error_model="numpy")
def shade(
    origins: NDArray[np.float32],
    directions: NDArray[np.float32],
    t: NDArray[np.float32],
    row: NDArray[np.int32],
    travelled: NDArray[np.float32],
    size: tuple[int, int],
    pixel: float,
    scene: Scene,
    spots: NDArray[np.float32],
    answers: NDArray[np.int64],
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """RGB (N, 3) of first hits, and which of them (N,) let light through or reflect it.

    Args:
        origins: (N, 3) of the rays, or (1, 3) of all; `directions` (N, 3), `t` (N,) in their
            units, 1e30 for no hit.
        directions: see `origins`.
        t: see `origins`.
        row: (N,) triangles that were hit.
        travelled: metres that came before these rays (N,), or (1,) for all.
        size: width and height of the image that the rays form; without probes any.
        pixel: width of a pixel at 1 m, metres.
        scene: surfaces and lights.
        spots: of the probes (3, P) and what they found, `answers` (P,), see probes; empty for
            rays that form no image, on which lamps shine unshadowed.
        answers: see `spots`.
    """
    facets, surface, owner, materials, texels, entries, frames = scene[:7]
    lamps, rooms, members, panes, sun, ambient = scene[7:]
    count = len(t)
    out = np.empty((count, 3), np.uint8)
    onward = np.zeros(count, np.bool_)
    width, height = size
    probed = (width + STRIDE - 1) // STRIDE + 2 * RIM
    sampled = len(answers) > 0
    lit = np.ones(MEMBERS, np.float32)
    nought, one, fine = F(0.0), F(1.0), F(pixel)
    is_open, is_sunny = one, nought if sampled else one
    # A highlight changes by about this times its root of gloss ** 2 * sharpness over a block.
    steep = (F(127.0) * fine / LEVELS) ** 2
    many, late = len(origins) > 1, len(travelled) > 1
    held = U(0xFFFFFFFF)
    gx, gy, gz = nought, nought, nought
    red, green, blue, dim, rise = nought, nought, nought, nought, nought
    shine_r, shine_g, shine_b = nought, nought, nought
    m, slot, over, room = U(0), 0, 0, U(0)
    gloss, sharp, gain = nought, one, nought
    flat, passes, shared = False, False, False
    nx, ny, nz = nought, one, nought
    begin, wide, high = 0, 1, 1
    # Pixels that share a window of four by four probes lie in blocks of two by two; those of one
    # triangle share all that does not change over it.
    blocks = width // 2 + 1
    for block in range((height // 2 + 1) * blocks if sampled else count):
        last = U(0xFFFFFFFF)
        bv, bu = block // blocks, block % blocks
        for inner in range(4 if sampled else 1):
            place = block
            if sampled:
                v, u = 2 * bv - 1 + inner // 2, 2 * bu - 1 + inner % 2
                if v < 0 or u < 0 or v >= height or u >= width:
                    continue
                place = v * width + u
            # Unsigned, so that the compiler need not think of rows counted from the end.
            i = U(place)
            far = t[i]
            if far > F(1e29):
                out[i, 0], out[i, 1], out[i, 2] = EMPTY
                continue
            q = U(row[i])
            start = i if many else U(0)
            d0, d1, d2 = directions[i, 0], directions[i, 1], directions[i, 2]
            px = origins[start, 0] + far * d0
            py = origins[start, 1] + far * d1
            pz = origins[start, 2] + far * d2
            length = math.sqrt(d0 * d0 + d1 * d1 + d2 * d2)
            each = one / length
            d0, d1, d2 = d0 * each, d1 * each, d2 * each
            fresh = q != last
            if fresh:
                last = q
                if q != held:
                    held = q
                    m = U(surface[q])
                    flat = facets[q, facet.FLAT] > 0
                    slot, over = int(materials[m, TEXTURE]), int(materials[m, DECAL])
                    gloss, sharp = materials[m, GLOSS], materials[m, SHARPNESS]
                    gain = materials[m, EMITS]
                    passes = bool(materials[m, MIRROR] > 0 or materials[m, CLEAR] > 0)
                gx, gy, gz = facets[q, 0], facets[q, 1], facets[q, 2]
                slant = -(gx * d0 + gy * d1 + gz * d2)
                if slant < 0:
                    gx, gy, gz, slant = -gx, -gy, -gz, -slant
                reach = far * length + travelled[i if late else U(0)]
                if slot >= 0:
                    footprint = fine / F(6.28)
                    if materials[m, SKY] == 0:
                        footprint = (fine * reach * facets[q, facet.DENSITY]) / math.sqrt(
                            max(slant, F(0.12))
                        )
                    begin, wide, high = level_of(entries, slot, float(footprint))
                room = U(nearest_room(px, pz, rooms))
                shared = bool(
                    flat
                    and over < 0
                    and gloss * gloss * sharp * steep < one
                    and F(2.0) * fine * reach < SPAN * slant
                )
                if sampled and gain == 0:
                    total = 0
                    level = gx * px + gy * py + gz * pz
                    for j in range(SIDE):
                        w = (bv + j) * probed + bu
                        for e in range(w, w + SIDE):
                            p = U(e)
                            off = gx * spots[0, p] + gy * spots[1, p] + gz * spots[2, p] - level
                            total += answers[p] if abs(off) <= OFF else 0
                    for k in range(MEMBERS):
                        number = (total >> (10 * k)) & 31
                        lit[k] = F((total >> (10 * k + 5)) & 31) / F(number) if number else one
                    met = F((total >> MET) & 31)
                    is_open = F((total >> OPEN) & 31) / met if met > 0 else one
                    is_sunny = F((total >> SUNNY) & 31) / met if met > 0 else nought
            r, g, bl = materials[m, RED], materials[m, RED + 1], materials[m, RED + 2]
            k1, k2 = nought, nought
            if slot >= 0 or not flat:
                wx = px - facets[q, facet.CORNER]
                wy = py - facets[q, facet.CORNER + 1]
                wz = pz - facets[q, facet.CORNER + 2]
                k1 = (
                    wx * facets[q, facet.TO_B]
                    + wy * facets[q, facet.TO_B + 1]
                    + wz * facets[q, facet.TO_B + 2]
                )
                k2 = (
                    wx * facets[q, facet.TO_C]
                    + wy * facets[q, facet.TO_C + 1]
                    + wz * facets[q, facet.TO_C + 2]
                )
                k1, k2 = min(max(k1, nought), one), min(max(k2, nought), one)
            if slot >= 0:
                if materials[m, SKY] > 0:
                    tu = math.atan2(d0, d2) / F(2 * math.pi)
                    tv = min(max(F(0.5) - d1 * F(0.7), F(0.01)), F(0.99))
                else:
                    tu = facets[q, facet.UV] + materials[m, SHIFT_U]
                    tu += k1 * facets[q, facet.UV_B] + k2 * facets[q, facet.UV_C]
                    tv = facets[q, facet.UV + 1] + materials[m, SHIFT_V]
                    tv += k1 * facets[q, facet.UV_B + 1] + k2 * facets[q, facet.UV_C + 1]
                tr, tg, tb, _ = sample(texels, begin, wide, high, tu, tv)
                r, g, bl = r * tr, g * tg, bl * tb
            shine = gloss
            if over >= 0:
                o = U(owner[q])
                qx, qy, qz = px - frames[o, 9], py - frames[o, 10], pz - frames[o, 11]
                lx = frames[o, 0] * qx + frames[o, 3] * qy + frames[o, 6] * qz
                ly = frames[o, 1] * qx + frames[o, 4] * qy + frames[o, 7] * qz
                lz = frames[o, 2] * qx + frames[o, 5] * qy + frames[o, 8] * qz
                ax = abs(frames[o, 0] * gx + frames[o, 3] * gy + frames[o, 6] * gz)
                ay = abs(frames[o, 1] * gx + frames[o, 4] * gy + frames[o, 7] * gz)
                az = abs(frames[o, 2] * gx + frames[o, 5] * gy + frames[o, 8] * gz)
                if ay >= ax and ay >= az:
                    tu, tv = lx, lz
                elif ax >= az:
                    tu, tv = lz, ly
                else:
                    tu, tv = lx, ly
                span = materials[m, DECAL_SPAN]
                reach = far * length + travelled[i if late else U(0)]
                db, dw, dh = level_of(entries, over, float(fine * reach / span))
                tr, tg, tb, cover = sample(
                    texels, db, dw, dh, F(0.5) + tu / span, F(0.5) - tv / span
                )
                r, g, bl = r + cover * (tr - r), g + cover * (tg - g), bl + cover * (tb - bl)
                shine *= one - F(0.7) * cover
            if gain > 0:
                out[i, 0], out[i, 1], out[i, 2] = _tone(r * gain), _tone(g * gain), _tone(bl * gain)
                continue
            if fresh or not shared:
                nx = facets[q, facet.SMOOTH]
                ny = facets[q, facet.SMOOTH + 1]
                nz = facets[q, facet.SMOOTH + 2]
                if not flat:
                    nx += k1 * facets[q, facet.SMOOTH_B] + k2 * facets[q, facet.SMOOTH_C]
                    ny += k1 * facets[q, facet.SMOOTH_B + 1] + k2 * facets[q, facet.SMOOTH_C + 1]
                    nz += k1 * facets[q, facet.SMOOTH_B + 2] + k2 * facets[q, facet.SMOOTH_C + 2]
                scale = one / (math.sqrt(nx * nx + ny * ny + nz * nz) + F(1e-20))
                if nx * gx + ny * gy + nz * gz < 0:
                    scale = -scale
                nx, ny, nz = nx * scale, ny * scale, nz * scale
                closeness = CLOSED_IN + (one - CLOSED_IN) * is_open
                # The floor throws light back up at ceilings.
                around = F(0.42) + F(0.07) * ny + F(0.04) * nx + F(0.025) * nz
                around += F(0.08) * max(nought, -ny) * min(py, F(2.5))
                around *= closeness
                red, green, blue = around * ambient[0], around * ambient[1], around * ambient[2]
                shine_r, shine_g, shine_b = nought, nought, nought
                for k in range(MEMBERS):
                    lamp = U(members[room, k])
                    if lamp >= U(len(lamps)):
                        continue
                    lx, ly, lz = lamps[lamp, 0] - px, lamps[lamp, 1] - py, lamps[lamp, 2] - pz
                    facing = nx * lx + ny * ly + nz * lz
                    if facing <= nought:
                        continue
                    square = lx * lx + ly * ly + lz * lz
                    fade = one - square / (lamps[lamp, 7] * lamps[lamp, 7])
                    if fade <= nought:
                        continue
                    near = one / (math.sqrt(square) + F(1e-6))
                    seen = (SHADE + (one - SHADE) * lit[k]) * fade
                    # Ceilings beside a lamp must not burn out.
                    strength = facing * near / (F(0.55) + F(0.13) * square)
                    strength = min(strength, F(1.05)) * seen * F(0.62)
                    red += strength * lamps[lamp, 4]
                    green += strength * lamps[lamp, 5]
                    blue += strength * lamps[lamp, 6]
                    if shine > F(0.02):
                        hx, hy, hz = lx * near - d0, ly * near - d1, lz * near - d2
                        half = nx * hx + ny * hy + nz * hz
                        if half > nought:
                            half /= math.sqrt(hx * hx + hy * hy + hz * hz + F(1e-12))
                            # Schlick's (1994) stand-in for half ** sharp.
                            peak = half * shine * seen
                            peak /= (sharp - sharp * half + half) * (F(0.6) + F(0.08) * square)
                            shine_r += peak * lamps[lamp, 4]
                            shine_g += peak * lamps[lamp, 5]
                            shine_b += peak * lamps[lamp, 6]
                dim, rise = one, nought
                if shine > F(0.3):
                    # Bright things mirror a room in general: light above, dark below.
                    along = d0 * nx + d1 * ny + d2 * nz
                    up = d1 - F(2.0) * along * ny
                    side = d0 - F(2.0) * along * nx
                    # A wave that is close to sin(5 side) for the bands of walls and windows.
                    bend = side * (one - side * side)
                    part = F(0.75) * (shine - F(0.3))
                    dim, rise = one - part, part * (F(0.62) + F(0.34) * up + F(0.3) * bend)
                red, green, blue = dim * red + rise, dim * green + rise, dim * blue + rise
            pr, pg, pb = red, green, blue
            if is_sunny > 0 and len(panes) > 0:
                facing = nx * sun[0] + ny * sun[1] + nz * sun[2]
                if facing > 0 and pane_hit(px, py, pz, int(room), panes, sun) > 0:
                    strength = facing * is_sunny * dim
                    pr += strength * sun[3]
                    pg += strength * sun[4]
                    pb += strength * sun[5]
            out[i, 0] = _tone(r * pr + shine_r)
            out[i, 1] = _tone(g * pg + shine_g)
            out[i, 2] = _tone(bl * pb + shine_b)
            onward[i] = passes
    return out, onward
