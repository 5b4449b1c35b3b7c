# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pictures on walls: paintings in several manners, and posters."""

import cv2
import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures import motifs
from egoplan_ros.sim.textures.colour import Colour, hsv, image, mix, rgb, scheme, turn
from egoplan_ros.sim.textures.drawing import (
    Canvas,
    ellipse,
    fine_print,
    name,
    smooth,
    title,
)
from egoplan_ros.sim.textures.noise import (
    Field,
    Rng,
    grid,
    slope_light,
    spectral,
    step,
    unit,
    warp,
    worley,
)
from egoplan_ros.sim.textures.scenery import any_view


def _brushed(rng: Rng, picture: Field, size: float) -> Field:
    """The picture as strokes of a brush: each cell takes one colour, turned with a slow field."""
    n = int(256 / size)
    u, v = grid()
    inside = np.clip(np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v)) / 0.06, 0, 1)
    bend = 0.012 * inside * spectral(rng, 1.4, 1, 24)
    _, _, index = worley(rng, n, int(n * 1.6), 1.0)
    count = np.bincount(index.ravel(), minlength=index.max() + 1) + 1e-6
    mean = np.stack(
        [np.bincount(index.ravel(), picture[..., k].ravel(), len(count)) / count for k in range(3)],
        1,
    )
    mean = mean * rng.uniform(0.92, 1.08, (len(count), 1)) + rng.normal(0, 0.012, mean.shape)
    strokes = warp(mean.astype(np.float32)[index], bend, bend[:, ::-1])
    bristles = spectral(rng, 0.7, 6, 120, along=4)
    relief = slope_light(np.asarray(1.2 * bristles, np.float32), 0.06)
    return mix(picture, strokes, 0.8) * relief[..., None]


def _still_life(rng: Rng, colours: list[Colour]) -> Field:
    """Fruit, a bowl and a jug on a table."""
    wall = hsv(rng.random(), rng.uniform(0.1, 0.4), rng.uniform(0.2, 0.75))
    table = hsv(rng.uniform(0.03, 0.13), rng.uniform(0.2, 0.6), rng.uniform(0.35, 0.85))
    canvas = Canvas(wall)
    u, v = grid()
    glow = np.exp(-((u - 0.3) ** 2 + (v - 0.35) ** 2) / 0.15).astype(np.float32)
    canvas.paste(mix(wall * 0.75, np.clip(wall * 1.2, 0, 1), glow), 0, 0, 1, 1)
    canvas.box(0, 0.64, 1, 0.36, table)
    canvas.box(0, 0.64, 1, 0.02, table * 0.7)
    x = rng.uniform(0.2, 0.35)
    body = colours[1]
    jug = smooth(
        np.array(
            [
                [-0.5, 0.9],
                [-0.62, 0.2],
                [-0.3, -0.5],
                [-0.36, -0.8],
                [0.3, -0.8],
                [0.3, -0.5],
                [0.62, 0.2],
                [0.5, 0.9],
            ]
        )
    )
    for k, shade in ((1.0, 0.7), (0.8, 1.0), (0.3, 1.25)):
        canvas.polygon(
            jug * [0.16 * k, 0.26] + np.array([x - 0.02 * (1 - k), 0.5]),
            np.clip(body * shade, 0, 1),
        )
    if rng.random() < 0.6:
        for k in range(7):
            angle = -1.57 + (k - 3) * 0.3
            tip = np.array([x, 0.3]) + 0.22 * np.array([np.cos(angle), np.sin(angle)])
            motifs.sprig(canvas, rng, x, 0.3, 0.2, angle, rgb("4a6b3a"), 3)
            motifs.flower(
                canvas,
                rng,
                float(tip[0]),
                float(tip[1]),
                0.12,
                [colours[2], colours[3], rgb("e3b341")],
            )
    canvas.disc(0.68, 0.77, 0.24, table * 0.6, 0.2)
    for k in range(int(rng.integers(3, 6))):
        fx, fy = 0.5 + 0.1 * k, 0.72 - 0.05 * (k % 2)
        motifs.fruit(canvas, rng, int(rng.integers(6)), fx, fy, rng.uniform(0.17, 0.24))
    bowl = np.array([[-0.5, 0], [0.5, 0], [0.34, 0.5], [0.18, 0.56], [-0.18, 0.56], [-0.34, 0.5]])
    if rng.random() < 0.6:
        canvas.polygon(bowl * [0.5, 0.26] + np.array([0.69, 0.72]), colours[3])
        canvas.polygon(bowl * [0.2, 0.24] + np.array([0.6, 0.72]), np.clip(colours[3] * 1.2, 0, 1))
    return canvas.colours()


def _abstract(rng: Rng, colours: list[Colour], member: int) -> Field:
    kind = member % 4
    canvas = Canvas(colours[0])
    if kind == 0:  # rectangles and black bars
        xs = np.sort(rng.random(4)).tolist()
        ys = np.sort(rng.random(4)).tolist()
        for i, (a, b) in enumerate(zip([0, *xs], [*xs, 1], strict=True)):
            for j, (c, d) in enumerate(zip([0, *ys], [*ys, 1], strict=True)):
                paper = rgb("f0ece0") if (i * 3 + j) % 3 else colours[(i + j) % 4]
                canvas.box(a, c, b - a, d - c, paper)
        for at in xs:
            canvas.box(at - 0.008, 0, 0.016, 1, rgb("1a1a1c"))
        for at in ys:
            canvas.box(0, at - 0.008, 1, 0.016, rgb("1a1a1c"))
        return canvas.colours()
    if kind == 1:  # soft fields of colour
        _, v = grid()
        edge = 0.03 * spectral(rng, 1.6, 0.5, 20)
        index = step(v + edge, 0.36, 0.05) + step(v + edge, 0.7, 0.05)
        out = mix(
            mix(colours[1], colours[2], np.clip(index, 0, 1)), colours[3], np.clip(index - 1, 0, 1)
        )
        u, _ = grid()
        rim = step(np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v)) + edge * 0.5, 0.06, 0.04)
        out = mix(np.broadcast_to(colours[0], out.shape), out, rim)
        return out * (1 + 0.06 * spectral(rng, 1.5, 0.5, 60))[..., None]
    if kind == 2:  # arches, discs and leaves in the modern manner
        for k in range(3):
            x, y, r = rng.uniform(0.2, 0.8), rng.uniform(0.4, 0.9), rng.uniform(0.14, 0.3)
            for shrink in (1.0, 0.7, 0.42):
                canvas.disc(x, y, r * shrink, colours[(k + int(shrink * 10)) % 5])
                canvas.box(
                    x - r * shrink, y, 2 * r * shrink, 1, colours[(k + int(shrink * 10)) % 5]
                )
        canvas.disc(rng.uniform(0.2, 0.8), 0.22, rng.uniform(0.07, 0.14), colours[4])
        motifs.sprig(canvas, rng, 0.5, 0.95, 0.6, -1.5, rgb("2f3a35"), 5)
        return canvas.colours()
    field = spectral(rng, 2.2, 0.5, 12)  # poured paint
    for _ in range(2):
        field = warp(field, 0.07 * spectral(rng, 2, 0.5, 10), 0.07 * spectral(rng, 2, 0.5, 10))
    index = np.floor(unit(field) * 7).astype(int) % len(colours)
    out = np.stack(colours)[index]
    splash = step(spectral(rng, 1.0, 4, 50), 2.0, 0.1)
    return mix(out, colours[(int(rng.integers(5)))] * 0.3, splash)


def _portrait(rng: Rng, colours: list[Colour]) -> Field:
    """A head and shoulders before a ground."""
    canvas = Canvas(colours[0])
    u, v = grid()
    glow = np.exp(-((u - 0.4) ** 2 + (v - 0.4) ** 2) / 0.2).astype(np.float32)
    canvas.paste(mix(colours[0] * 0.55, colours[0], glow), 0, 0, 1, 1)
    skin = rgb(str(rng.choice("e8c3a0 d9a57c b97f58 8a5a3c 5c3a28 f0d0b4".split())))
    hair = rgb(str(rng.choice("2a1d16 4a3020 7a5230 b48a4a 1a1a1c 8c8984".split())))
    x = 0.5 + rng.uniform(-0.05, 0.05)
    if rng.random() < 0.5:
        canvas.disc(x, 0.48, 0.26, hair, 1.35)
    coat = smooth(
        np.array(
            [[-0.5, 0.5], [-0.44, -0.1], [-0.14, -0.32], [0.14, -0.32], [0.44, -0.1], [0.5, 0.5]]
        )
    )
    canvas.polygon(coat * [0.86, 0.7] + np.array([x, 0.93]), colours[1])
    canvas.box(x - 0.075, 0.54, 0.15, 0.18, skin * 0.8)
    canvas.polygon(
        motifs.place(np.array([[-0.5, -0.4], [0.5, -0.4], [0, 0.5]]), x, 0.75, 0.26), colours[3]
    )
    canvas.disc(x, 0.43, 0.15, skin * 0.86, 1.3)
    canvas.disc(x - 0.025, 0.43, 0.12, skin, 1.4)
    canvas.polygon(ellipse(x, 0.285, 0.165, 0.1), hair)
    canvas.disc(x - 0.13, 0.36, 0.05, hair, 2.0)
    canvas.disc(x + 0.13, 0.36, 0.05, hair, 2.0)
    for side in (-1, 1):
        canvas.disc(x + side * 0.055, 0.425, 0.022, rgb("f4efe8"), 0.6)
        canvas.disc(x + side * 0.055, 0.425, 0.012, rgb("2a2420"))
        brow = np.array([[-0.035, 0.012], [0, 0], [0.035, 0.008]])
        canvas.line(brow + np.array([x + side * 0.055, 0.392]), hair * 0.8, 0.008)
    canvas.line(np.array([[x, 0.43], [x - 0.018, 0.49], [x + 0.008, 0.497]]), skin * 0.65, 0.008)
    canvas.disc(x - 0.002, 0.545, 0.042, rgb("a8483f"), 0.26)
    return canvas.colours()


def painting(rng: Rng, number: int) -> NDArray[np.uint8]:
    """A painting; the number goes through landscape, still life, abstract, portrait and others."""
    colours = scheme(rng, turn(number, 0.7), 5, 1.1)
    kind = number % 6
    if kind in (0, 4):
        out = any_view(rng, number // 2 + number)
        size = float(rng.choice([4, 6, 9]))
    elif kind == 1:
        out, size = _still_life(rng, colours), 4.0
    elif kind in (2, 5):
        out, size = _abstract(rng, colours, number // 3), 0.0
    else:
        out, size = _portrait(rng, colours), 3.5
    if size:
        out = np.clip(
            mix(np.array([0.5, 0.45, 0.4], np.float32), out, rng.uniform(1.0, 1.25)), 0, 1
        )
        out = _brushed(rng, out, size)
    canvas_weave = slope_light(np.asarray(0.4 * spectral(rng, 0.2, 30, 128), np.float32), 0.1)
    return image(out * canvas_weave[..., None])


def _photo(rng: Rng, number: int) -> Field:
    """A view as a photograph: graded in two tones, or black and white."""
    out = any_view(rng, number)
    kind = int(rng.integers(3))
    grey = out.mean(-1, keepdims=True)
    if kind == 0:
        return np.asarray(np.repeat(np.clip((grey - 0.5) * 1.3 + 0.5, 0, 1), 3, -1), np.float32)
    if kind == 1:
        dark, light = hsv(rng.random(), 0.6, 0.25), hsv(rng.random(), 0.25, 1.0)
        return mix(dark, light, grey[..., 0])
    return np.asarray(np.clip(out * 1.05, 0, 1), np.float32)


def _map(rng: Rng, canvas: Canvas, colours: list[Colour]) -> None:
    """Land, sea, roads and names, or the streets of a town."""
    land = unit(spectral(rng, 1.9, 0.7, 40))
    sea = step(land, rng.uniform(0.3, 0.5), 0.02)
    out = mix(rgb("a9cbd8"), mix(rgb("e8e3c8"), rgb("b7c79a"), step(land, 0.65, 0.1)), sea)
    lines = np.abs((land * 12) % 1 - 0.5)
    out = out * (1 - 0.12 * (lines < 0.06))[..., None]
    canvas.paste(out.astype(np.float32), 0.06, 0.06, 0.88, 0.78)
    for k in range(7):
        points = 0.08 + np.sort(rng.random((4, 2)), 0) * [0.84, 0.74]
        points[:, k % 2] = points[:, k % 2][:: 1 if k % 3 else -1]
        canvas.line(
            smooth(points, False), colours[1] if k % 2 else rgb("c9473a"), 0.006 + 0.004 * (k == 0)
        )
    for _ in range(6):
        x, y = rng.uniform(0.12, 0.8), rng.uniform(0.12, 0.78)
        canvas.disc(x, y, 0.01, rgb("2a2a2a"))
        canvas.text(name(rng), x + 0.02, y + 0.01, 0.03, rgb("2a2a2a"), align="left", fit=0.2)
    canvas.text(name(rng).upper(), 0.5, 0.94, 0.075, rgb("2a2a2a"), weight=700, fit=0.8)


def _diagram(rng: Rng, canvas: Canvas, colours: list[Colour]) -> None:
    """A table of plants, fruit or animals with names below."""
    canvas.text(title(rng), 0.5, 0.11, 0.07, colours[1], weight=600, fit=0.85)
    n, m = 3, int(rng.choice([3, 4]))
    kind = int(rng.integers(3))
    for i in range(n):
        for j in range(m):
            x, y = (i + 0.5) / n, 0.14 + (j + 0.42) * 0.82 / m
            size = 0.5 / max(n, m)
            if kind == 0:
                motifs.fruit(canvas, rng, i * m + j, x, y, size)
            elif kind == 1:
                motifs.animal(canvas, i * m + j, x, y, size * 1.2, colours[1 + (i + j) % 3] * 0.8)
            else:
                motifs.sprig(canvas, rng, x, y + size * 0.5, size * 1.1, -1.57, rgb("4f7045"), 4)
                motifs.flower(
                    canvas, rng, x, y - size * 0.5, size * 0.5, [colours[1], colours[2], colours[3]]
                )
            canvas.text(name(rng), x, y + size * 0.85, 0.03, rgb("333333"), fit=0.28)


def poster(rng: Rng, number: int) -> NDArray[np.uint8]:
    """A poster; the number goes through type, film, concert, map, diagram, photo and travel."""
    colours = scheme(rng, turn(number, 0.15), 5, 1.2)
    ink = rgb("1d1d20") if colours[0].mean() > 0.5 else rgb("f4f1ea")
    canvas = Canvas(colours[0])
    kind = number % 7
    if kind == 0:  # type alone
        y = 0.02
        for k, word in enumerate((title(rng) + " " + title(rng)).split()[:5]):
            tall = rng.uniform(0.1, 0.2)
            y += tall + 0.035
            canvas.text(
                word.upper(),
                0.08,
                y,
                tall,
                [ink, colours[1], colours[4]][k % 3],
                weight=800,
                align="left",
                fit=0.85,
            )
    elif kind == 1:  # film
        canvas.paste(_photo(rng, number + 3), 0, 0, 1, 0.8)
        motifs_x = rng.uniform(0.3, 0.7)
        dark = rgb("101014")
        canvas.polygon(
            smooth(
                np.array(
                    [
                        [-0.3, 0.8],
                        [-0.2, 0.52],
                        [-0.06, 0.46],
                        [0.06, 0.46],
                        [0.2, 0.52],
                        [0.3, 0.8],
                    ]
                )
            )
            + np.array([motifs_x, 0]),
            dark,
        )
        canvas.disc(motifs_x, 0.38, 0.085, dark, 1.25)
        canvas.box(0, 0.78, 1, 0.22, rgb("0f0f12"))
        canvas.text(
            title(rng).upper(), 0.5, 0.88, 0.09, colours[4] * 0.5 + 0.5, weight=800, fit=0.9
        )
        fine_print(canvas, rng, 0.15, 0.92, 0.7, 3, 0.02, rgb("8a8a8a"))
    elif kind == 2:  # concert
        for k in range(14):
            angle = k * 2 * np.pi / 14
            ray = np.array(
                [
                    [0, 0],
                    [1.5 * np.cos(angle), 1.5 * np.sin(angle)],
                    [1.5 * np.cos(angle + 0.22), 1.5 * np.sin(angle + 0.22)],
                ]
            )
            canvas.polygon(ray + np.array([0.5, 0.45]), colours[1])
        canvas.disc(0.5, 0.45, 0.25, colours[3])
        motifs.animal(canvas, number // 7, 0.5, 0.45, 0.36, colours[0])
        canvas.text(name(rng).upper(), 0.5, 0.17, 0.12, ink, weight=900, fit=0.92)
        canvas.text(
            f"{int(rng.integers(1, 29))} . {int(rng.integers(1, 13))} . {name(rng)}",
            0.5,
            0.9,
            0.07,
            ink,
            weight=600,
            fit=0.9,
        )
    elif kind == 3:
        canvas = Canvas(rgb("f2ecdc"))
        _map(rng, canvas, colours)
    elif kind == 4:
        canvas = Canvas(rgb("f3ecdc"))
        _diagram(rng, canvas, [c * 0.85 for c in colours])
    elif kind == 5:  # photograph with a white border
        canvas = Canvas(rgb("f4f3f0"))
        canvas.paste(_photo(rng, number), 0.07, 0.07, 0.86, 0.74)
        canvas.text(title(rng), 0.5, 0.9, 0.05, rgb("303030"), weight=300, fit=0.8)
    else:  # travel: flat layers
        flat = any_view(rng, number * 2 + 1)
        soft = cv2.medianBlur((flat * 255).astype(np.uint8), 7).astype(np.float32)
        poured = np.asarray(np.round(soft / 42.0) * 42.0 / 255, np.float32)
        canvas.paste(
            np.clip(poured * [1.05, 1.0, 0.92], 0, 1).astype(np.float32), 0.05, 0.05, 0.9, 0.9
        )
        canvas.text(name(rng).upper(), 0.5, 0.9, 0.12, rgb("f8efd8"), weight=800, fit=0.8)
    out = canvas.colours() * (1 + 0.01 * spectral(rng, 1.6, 1, 60))[..., None]
    return image(out)
