"""Per-pixel work: rays, merging hits of several scenes, and the light that a surface sends back."""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from egoplan_ros.sim.rendering.lights import MEMBERS
from egoplan_ros.sim.rendering.probes import SIDE, STRIDE, nearest_room, pane_hit
from egoplan_ros.sim.rendering.textures import sample

# Columns of a row of the table of materials (M, 14).
RED, TEXTURE, GLOSS, SHARPNESS, MIRROR, CLEAR, EMITS, DECAL, DECAL_SPAN, SKY, SHIFT_U, SHIFT_V = (
    0,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
)
COLUMNS = 14
FLAT = 0.02
"""Metres off a pixel's plane within which probes speak for it."""
SHADE = 0.1
"""Light that other surfaces throw into a shadow, as a share of the lamp's."""
CLOSED_IN = 0.4
"""Ambient light that reaches a corner closed in on all sides, as a share."""
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


@njit(cache=True, fastmath=True, inline="always")
def _tone(value: float) -> np.uint8:
    """Display value; what is very bright comes close to white without burning out."""
    if value > 0.78:
        value = 0.78 + 0.22 * (1.0 - math.exp(-(value - 0.78) / 0.22))
    return np.uint8(255.0 * max(value, 0.0))


@njit(cache=True, fastmath=True)
def shade(
    origins: NDArray[np.float32],
    directions: NDArray[np.float32],
    t: NDArray[np.float32],
    row: NDArray[np.int32],
    size: tuple[int, int],
    pixel: float,
    travelled: float,
    vertices: NDArray[np.float32],
    faces: NDArray[np.int32],
    normals: NDArray[np.float32],
    uv: NDArray[np.float32],
    density: NDArray[np.float32],
    surface: NDArray[np.int32],
    owner: NDArray[np.int32],
    materials: NDArray[np.float32],
    texels: NDArray[np.uint8],
    entries: NDArray[np.int64],
    frames: NDArray[np.float32],
    lamps: NDArray[np.float32],
    rooms: NDArray[np.float32],
    members: NDArray[np.int64],
    panes: NDArray[np.float32],
    sun: NDArray[np.float32],
    ambient: NDArray[np.float32],
    starts: NDArray[np.float32],
    answers: NDArray[np.uint8],
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """RGB (N, 3) of first hits, and which of them (N,) let light through or reflect it.

    Args:
        origins: (N, 3) of the rays; `directions` (N, 3), `t` (N,) in their units, 1e30 for no hit.
        directions: see `origins`.
        t: see `origins`.
        row: (N,) triangles that were hit.
        size: width and height of the image that the rays form; without probes any.
        pixel: width of a pixel at 1 m, metres; `travelled` metres came before these rays.
        travelled: see `pixel`.
        vertices: geometry of all triangles: (V, 3), and per triangle `faces` (T, 3), corner
            `normals` (T, 3, 3), `uv` (T, 3, 2), their `density` (T,), the row `surface` (T,) of
            its material and its `owner` (T,).
        faces: see `vertices`.
        normals: see `vertices`.
        uv: see `vertices`.
        density: see `vertices`.
        surface: see `vertices`.
        owner: see `vertices`.
        materials: (M, COLUMNS); images are rows of `entries` in `texels`, see textures.
        texels: see `materials`.
        entries: see `materials`.
        frames: per owner rotation (9) and position (3), for decals that stick to things.
        lamps: see :class:`~egoplan_ros.sim.rendering.lights.Lighting`, like the next five.
        rooms: see `lamps`.
        members: see `lamps`.
        panes: see `lamps`.
        sun: see `lamps`.
        ambient: see `lamps`.
        starts: of the probes (M, 3) and what they found, `answers` (M,), see probes; empty for
            rays that form no image, on which lamps shine unshadowed.
        answers: see `starts`.
    """
    count = len(t)
    out = np.empty((count, 3), np.uint8)
    onward = np.zeros(count, np.bool_)
    width, height = size
    across = (width + STRIDE - 1) // STRIDE
    down = (height + STRIDE - 1) // STRIDE
    sampled = len(answers)
    lit = np.ones(MEMBERS, np.float32)
    number = np.zeros(MEMBERS, np.float32)
    is_open, is_sunny = np.float32(1.0), np.float32(0.0 if sampled else 1.0)
    # Pixels that share a window of four by four probes lie in blocks of two by two; those of one
    # triangle share all that does not change over it.
    wide = width // 2 + 1
    for block in range((height // 2 + 1) * wide if sampled else count):
        last = -1
        bv, bu = block // wide, block % wide
        for inner in range(4 if sampled else 1):
            i = block
            if sampled:
                v, u = 2 * bv - 1 + inner // 2, 2 * bu - 1 + inner % 2
                if v < 0 or u < 0 or v >= height or u >= width:
                    continue
                i = v * width + u
            far = t[i]
            if far > 1e29:
                out[i, 0], out[i, 1], out[i, 2] = EMPTY
                continue
            q = row[i]
            d0, d1, d2 = directions[i, 0], directions[i, 1], directions[i, 2]
            px = origins[i, 0] + far * d0
            py = origins[i, 1] + far * d1
            pz = origins[i, 2] + far * d2
            length = math.sqrt(d0 * d0 + d1 * d1 + d2 * d2)
            d0, d1, d2 = d0 / length, d1 / length, d2 / length
            if q != last:
                last = q
                m = surface[q]
                a, b, c = faces[q, 0], faces[q, 1], faces[q, 2]
                ox, oy, oz = vertices[a, 0], vertices[a, 1], vertices[a, 2]
                ux, uy, uz = vertices[b, 0] - ox, vertices[b, 1] - oy, vertices[b, 2] - oz
                vx, vy, vz = vertices[c, 0] - ox, vertices[c, 1] - oy, vertices[c, 2] - oz
                uu = ux * ux + uy * uy + uz * uz
                uvv = ux * vx + uy * vy + uz * vz
                vv = vx * vx + vy * vy + vz * vz
                under = uu * vv - uvv * uvv
                inverse = 1.0 / under if abs(under) > 1e-20 else 0.0
                gx, gy, gz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
                scale = 1.0 / (math.sqrt(gx * gx + gy * gy + gz * gz) + 1e-20)
                if gx * d0 + gy * d1 + gz * d2 > 0:
                    scale = -scale
                gx, gy, gz = gx * scale, gy * scale, gz * scale
                slot = int(materials[m, TEXTURE])
                gloss = materials[m, GLOSS]
                sharp = materials[m, SHARPNESS]
                gain = materials[m, EMITS]
                over = int(materials[m, DECAL])
                passes = materials[m, MIRROR] > 0 or materials[m, CLEAR] > 0
                room = nearest_room(px, pz, rooms)
                if sampled and gain == 0:
                    for k in range(MEMBERS):
                        lit[k], number[k] = 0.0, 0.0
                    clear, met, bright = 0.0, 0.0, 0.0
                    for j in range(max(bv - 2, 0), min(bv - 2 + SIDE, down)):
                        for e in range(max(bu - 2, 0), min(bu - 2 + SIDE, across)):
                            w = j * across + e
                            off = (
                                gx * (starts[w, 0] - px)
                                + gy * (starts[w, 1] - py)
                                + gz * (starts[w, 2] - pz)
                            )
                            if off < -FLAT or off > FLAT:
                                continue
                            found = answers[w]
                            k = found & 7
                            if k < MEMBERS:
                                number[k] += 1.0
                                if found & 8:
                                    lit[k] += 1.0
                            met += 1.0
                            if found & 16:
                                clear += 1.0
                            if found & 32:
                                bright += 1.0
                    for k in range(MEMBERS):
                        lit[k] = lit[k] / number[k] if number[k] > 0 else 1.0
                    is_open = np.float32(clear / met if met > 0 else 1.0)
                    is_sunny = np.float32(bright / met if met > 0 else 0.0)
            wx, wy, wz = px - ox, py - oy, pz - oz
            wu, wv = wx * ux + wy * uy + wz * uz, wx * vx + wy * vy + wz * vz
            k1 = min(max((vv * wu - uvv * wv) * inverse, 0.0), 1.0)
            k2 = min(max((uu * wv - uvv * wu) * inverse, 0.0), 1.0)
            k0 = 1.0 - k1 - k2
            r, g, bl = materials[m, RED], materials[m, RED + 1], materials[m, RED + 2]
            reach = far * length + travelled
            if materials[m, SKY] > 0:
                if slot >= 0:
                    tu = math.atan2(d0, d2) / (2 * math.pi)
                    tv = min(max(0.5 - d1 * 0.7, 0.01), 0.99)
                    tr, tg, tb, _ = sample(texels, entries, slot, tu, tv, pixel / 6.28)
                    r, g, bl = r * tr, g * tg, bl * tb
            elif slot >= 0:
                slant = max(-(gx * d0 + gy * d1 + gz * d2), 0.12)
                footprint = pixel * reach * density[q] / math.sqrt(slant)
                tu = k0 * uv[q, 0, 0] + k1 * uv[q, 1, 0] + k2 * uv[q, 2, 0] + materials[m, SHIFT_U]
                tv = k0 * uv[q, 0, 1] + k1 * uv[q, 1, 1] + k2 * uv[q, 2, 1] + materials[m, SHIFT_V]
                tr, tg, tb, _ = sample(texels, entries, slot, tu, tv, footprint)
                r, g, bl = r * tr, g * tg, bl * tb
            shine = gloss
            if over >= 0:
                k = owner[q]
                qx, qy, qz = px - frames[k, 9], py - frames[k, 10], pz - frames[k, 11]
                lx = frames[k, 0] * qx + frames[k, 3] * qy + frames[k, 6] * qz
                ly = frames[k, 1] * qx + frames[k, 4] * qy + frames[k, 7] * qz
                lz = frames[k, 2] * qx + frames[k, 5] * qy + frames[k, 8] * qz
                ax = abs(frames[k, 0] * gx + frames[k, 3] * gy + frames[k, 6] * gz)
                ay = abs(frames[k, 1] * gx + frames[k, 4] * gy + frames[k, 7] * gz)
                az = abs(frames[k, 2] * gx + frames[k, 5] * gy + frames[k, 8] * gz)
                if ay >= ax and ay >= az:
                    tu, tv = lx, lz
                elif ax >= az:
                    tu, tv = lz, ly
                else:
                    tu, tv = lx, ly
                span = materials[m, DECAL_SPAN]
                tr, tg, tb, cover = sample(
                    texels, entries, over, 0.5 + tu / span, 0.5 - tv / span, pixel * reach / span
                )
                r, g, bl = r + cover * (tr - r), g + cover * (tg - g), bl + cover * (tb - bl)
                shine *= 1.0 - 0.7 * cover
            if gain > 0:
                out[i, 0], out[i, 1], out[i, 2] = _tone(r * gain), _tone(g * gain), _tone(bl * gain)
                continue
            nx = k0 * normals[q, 0, 0] + k1 * normals[q, 1, 0] + k2 * normals[q, 2, 0]
            ny = k0 * normals[q, 0, 1] + k1 * normals[q, 1, 1] + k2 * normals[q, 2, 1]
            nz = k0 * normals[q, 0, 2] + k1 * normals[q, 1, 2] + k2 * normals[q, 2, 2]
            scale = 1.0 / (math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-20)
            if nx * gx + ny * gy + nz * gz < 0:
                scale = -scale
            nx, ny, nz = nx * scale, ny * scale, nz * scale
            closeness = CLOSED_IN + (1.0 - CLOSED_IN) * is_open
            # The floor throws light back up at ceilings.
            around = 0.42 + 0.07 * ny + 0.04 * nx + 0.025 * nz
            around = (around + 0.08 * max(0.0, -ny) * min(py, 2.5)) * closeness
            red, green, blue = around * ambient[0], around * ambient[1], around * ambient[2]
            shine_r, shine_g, shine_b = 0.0, 0.0, 0.0
            for k in range(MEMBERS):
                lamp = members[room, k]
                if lamp < 0:
                    continue
                lx, ly, lz = lamps[lamp, 0] - px, lamps[lamp, 1] - py, lamps[lamp, 2] - pz
                facing = nx * lx + ny * ly + nz * lz
                if facing <= 0.0:
                    continue
                square = lx * lx + ly * ly + lz * lz
                fade = 1.0 - square / (lamps[lamp, 7] * lamps[lamp, 7])
                if fade <= 0.0:
                    continue
                each = 1.0 / (math.sqrt(square) + 1e-6)
                seen = (SHADE + (1.0 - SHADE) * lit[k]) * fade
                # Ceilings beside a lamp must not burn out.
                strength = min(facing * each / (0.55 + 0.13 * square), 1.05) * seen * 0.62
                red += strength * lamps[lamp, 4]
                green += strength * lamps[lamp, 5]
                blue += strength * lamps[lamp, 6]
                if shine > 0.02:
                    hx, hy, hz = lx * each - d0, ly * each - d1, lz * each - d2
                    half = (nx * hx + ny * hy + nz * hz) / math.sqrt(
                        hx * hx + hy * hy + hz * hz + 1e-12
                    )
                    if half > 0.0:
                        # Schlick's (1994) stand-in for half ** sharp.
                        peak = half / (sharp - sharp * half + half)
                        peak *= shine * seen / (0.6 + 0.08 * square)
                        shine_r += peak * lamps[lamp, 4]
                        shine_g += peak * lamps[lamp, 5]
                        shine_b += peak * lamps[lamp, 6]
            if is_sunny > 0 and len(panes) > 0:
                facing = nx * sun[0] + ny * sun[1] + nz * sun[2]
                if facing > 0 and pane_hit(px, py, pz, room, panes, sun) > 0:
                    strength = facing * is_sunny
                    red += strength * sun[3]
                    green += strength * sun[4]
                    blue += strength * sun[5]
            if shine > 0.3:
                # Bright things mirror a room in general: light above, dark below.
                along = d0 * nx + d1 * ny + d2 * nz
                up = d1 - 2.0 * along * ny
                side = d0 - 2.0 * along * nx
                # A wave that is close to sin(5 side) for the bands of walls and windows.
                bend = side * (1.0 - side * side)
                room_light = 0.62 + 0.34 * up + 0.3 * bend
                part = 0.75 * (shine - 0.3)
                red += part * (room_light - red)
                green += part * (room_light - green)
                blue += part * (room_light - blue)
            out[i, 0] = _tone(r * red + shine_r)
            out[i, 1] = _tone(g * green + shine_g)
            out[i, 2] = _tone(bl * blue + shine_b)
            if passes:
                onward[i] = True
    return out, onward
