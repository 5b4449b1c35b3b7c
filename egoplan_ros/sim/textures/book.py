# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Book covers, pages and newspapers."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures import motifs
from egoplan_ros.sim.textures.colour import Colour, hsv, image, mix, rgb, scheme, turn
from egoplan_ros.sim.textures.drawing import Canvas, fine_print, name, sentence, title
from egoplan_ros.sim.textures.noise import Rng, grid, slope_light, spectral
from egoplan_ros.sim.textures.scenery import any_view

_INK = rgb("26262a")


def _contrast(ground: Colour) -> Colour:
    return rgb("f5f0e4") if ground @ np.array([0.3, 0.59, 0.11], np.float32) < 0.5 else _INK


def _two_lines(
    canvas: Canvas,
    words: str,
    y: float,
    height: float,
    ink: Colour,
    weight: int,
    italic: bool = False,
) -> None:
    """A title, broken into two lines where it is long."""
    parts = words.split()
    if len(words) > 11 and len(parts) > 1:
        half = (len(parts) + 1) // 2
        canvas.text(" ".join(parts[:half]), 0.5, y, height, ink, italic, weight, fit=0.84)
        canvas.text(
            " ".join(parts[half:]), 0.5, y + height * 1.3, height, ink, italic, weight, fit=0.84
        )
    else:
        canvas.text(words, 0.5, y + height * 0.5, height, ink, italic, weight, fit=0.84)


def book_cover(rng: Rng, number: int) -> NDArray[np.uint8]:
    """The front of a book: photograph, ornament, type, figure, bands, cloth with gold, pattern."""
    colours = scheme(rng, turn(number, 0.8), 5, 1.25)
    kind = number % 7
    ground = colours[0]
    if kind in (1, 5):
        ground = hsv(turn(number, 0.8), rng.uniform(0.3, 0.7), rng.uniform(0.2, 0.5))
    canvas = Canvas(ground)
    ink = _contrast(ground)
    author = f"{name(rng)} {name(rng)}"
    words = title(rng)
    if kind == 0:  # picture all over
        canvas.paste(any_view(rng, number * 3 + 1), 0, 0, 1, 1)
        canvas.box(0.0, 0.1, 1, 0.34, colours[1] * 0.5)
        _two_lines(canvas, words.upper(), 0.23, 0.11, rgb("f5f0e4"), 800)
        canvas.text(author, 0.5, 0.93, 0.06, rgb("f8f4ea"), weight=600, fit=0.8)
    elif kind == 1:  # cloth with a golden ornament
        gold = rgb("d2ad5a")
        canvas.line(
            np.array([[0.07, 0.06], [0.93, 0.06], [0.93, 0.94], [0.07, 0.94]]), gold, 0.012, True
        )
        motifs.damask(canvas, 0.5, 0.62, 0.42, gold, ground, number)
        _two_lines(canvas, words, 0.22, 0.1, gold, 500, True)
        canvas.text(author, 0.5, 0.9, 0.045, gold, fit=0.7)
    elif kind == 2:  # large type
        y = 0.04
        for k, word in enumerate(words.upper().split()):
            y += 0.19
            canvas.text(
                word,
                0.07,
                y,
                0.16,
                [ink, colours[1], colours[2]][k % 3],
                weight=900,
                align="left",
                fit=0.86,
            )
        canvas.box(0.07, 0.86, 0.3, 0.012, colours[1])
        canvas.text(author, 0.07, 0.94, 0.05, ink, align="left", fit=0.86)
    elif kind == 3:  # a figure on a disc
        canvas.disc(0.5, 0.6, 0.3, colours[1])
        canvas.disc(0.62, 0.5, 0.1, colours[4])
        motifs.animal(
            canvas, number, 0.5, 0.62, 0.38, colours[3] if colours[3].mean() < 0.5 else _INK
        )
        for side in (-1, 1):
            motifs.sprig(
                canvas,
                rng,
                0.5 + side * 0.3,
                0.94,
                0.34,
                -1.57 + side * 0.3,
                hsv(0.33, 0.4, 0.4),
                5,
            )
        _two_lines(canvas, words, 0.14, 0.1, ink, 700)
        canvas.text(author, 0.5, 0.97, 0.045, ink, fit=0.8)
    elif kind == 4:  # textbook: bands, a photograph and small type
        canvas.box(0, 0.34, 1, 0.4, colours[1])
        canvas.paste(any_view(rng, number), 0.0, 0.36, 1.0, 0.36)
        canvas.box(0, 0, 0.09, 1, colours[2])
        _two_lines(canvas, words, 0.15, 0.1, ink, 600)
        canvas.text(author, 0.55, 0.84, 0.055, ink, fit=0.8)
        canvas.text(f"{int(rng.integers(2, 12))}th edition", 0.55, 0.93, 0.04, ink, italic=True)
    elif kind == 5:  # rays or circles
        for k in range(9):
            canvas.ring(0.5, 0.66, 0.05 + 0.06 * k, colours[1 + k % 4], 0.02)
        canvas.box(0, 0, 1, 0.4, ground)
        _two_lines(canvas, words.upper(), 0.17, 0.12, ink, 800)
        canvas.text(author.upper(), 0.5, 0.95, 0.05, ink, weight=600, fit=0.8)
    else:  # flowers around a panel: cookery, gardening, verse
        for k, (x, y) in enumerate(motifs.scattered_places(rng, 28, 0.14)):
            if number % 2:
                motifs.fruit(canvas, rng, number + k % 2, x, y, 0.18)
            else:
                motifs.sprig(canvas, rng, x, y, 0.18, rng.uniform(0, 6.3), hsv(0.32, 0.4, 0.5), 3)
                motifs.flower(canvas, rng, x, y, 0.15, [colours[1], colours[2], colours[4]])
        canvas.rounded(0.14, 0.24, 0.72, 0.46, 0.04, rgb("f6f1e4"))
        _two_lines(canvas, words, 0.4, 0.1, _INK, 600, True)
        canvas.text(author, 0.5, 0.65, 0.045, _INK, fit=0.6)
    out = canvas.colours()
    u, _ = grid()
    fold = (
        1
        - 0.22 * np.exp(-(((u - 0.035) / 0.008) ** 2))
        + 0.06 * np.exp(-(((u - 0.02) / 0.008) ** 2))
    )
    height = (0.5 if kind in (1, 5) else 0.15) * spectral(rng, 0.2, 24, 128)
    worn = 1 + 0.02 * spectral(rng, 1.6, 1, 40)
    return image(out * (fold * worn * slope_light(np.asarray(height, np.float32), 0.12))[..., None])


def page(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Two open pages: text, columns, drawings, tables, music; every fourth illustrated all over."""
    paper = hsv(0.11, rng.uniform(0.02, 0.14), rng.uniform(0.9, 0.97))
    if number % 4 == 3:
        return _leaves(_illustrated(rng, number), rng)
    canvas = Canvas(paper)
    ink = rgb("3c3a3a")
    kind = number % 6
    for side in range(2):
        x, wide = 0.05 + 0.5 * side, 0.4
        pitch = rng.uniform(0.022, 0.032)
        what = (kind + side * (1 + number // 6)) % 6
        y = 0.08
        if rng.random() < 0.4 or what == 4:
            canvas.text(title(rng), x + wide / 2, y + 0.05, 0.055, ink, weight=600, fit=wide)
            y += 0.12
        if what == 0:
            fine_print(canvas, rng, x, y, wide, int((0.9 - y) / pitch), pitch, ink)
        elif what == 1:
            for k in range(2):
                fine_print(canvas, rng, x + 0.205 * k, y, 0.19, int((0.9 - y) / pitch), pitch, ink)
        elif what == 2:
            canvas.paste(any_view(rng, int(rng.integers(50))), x, y, wide, 0.36)
            fine_print(canvas, rng, x, y + 0.4, wide, int((0.5 - y) / pitch), pitch, ink)
        elif what == 3:  # drawing with a caption
            beast = int(rng.integers(12))
            if beast < 7:
                motifs.animal(canvas, beast, x + wide / 2, y + 0.2, 0.32, rgb("5a544e"))
            else:
                for k in range(4):
                    motifs.fruit(
                        canvas,
                        rng,
                        beast + k,
                        x + 0.1 + 0.2 * (k % 2),
                        y + 0.1 + 0.2 * (k // 2),
                        0.16,
                    )
            fine_print(canvas, rng, x + 0.05, y + 0.42, wide - 0.1, 2, pitch, rgb("777777"))
            fine_print(canvas, rng, x, y + 0.5, wide, int((0.42 - y) / pitch), pitch, ink)
        elif what == 4:  # table or list
            for k in range(9):
                top = y + 0.01 + k * 0.07
                canvas.box(x, top + 0.05, wide, 0.003, ink)
                canvas.box(x, top, wide * rng.uniform(0.2, 0.45), 0.014, ink)
                canvas.box(x + wide * 0.6, top, wide * rng.uniform(0.1, 0.38), 0.014, rgb("7a3a34"))
        else:  # music
            for k in range(7):
                top = y + k * 0.115
                for line in range(5):
                    canvas.box(x, top + line * 0.014, wide, 0.003, ink)
                for note in range(9):
                    nx, ny = x + 0.02 + note * wide / 9, top + rng.integers(0, 9) * 0.007
                    canvas.disc(nx, ny, 0.009, ink, 0.75)
                    canvas.box(nx + 0.006, ny - 0.045, 0.003, 0.045, ink)
        canvas.text(str(int(rng.integers(10, 300))), x + wide / 2, 0.965, 0.025, ink)
    return _leaves(canvas, rng)


def _illustrated(rng: Rng, number: int) -> Canvas:
    """A picture across both pages with a few lines beside it, or an album of photographs."""
    if number % 8 == 7:
        canvas = Canvas(hsv(turn(number), rng.uniform(0.1, 0.4), rng.uniform(0.1, 0.3)))
        for k in range(4):
            x = 0.06 + 0.5 * (k % 2) + rng.uniform(0, 0.06)
            y = 0.08 + 0.45 * (k // 2) + rng.uniform(0, 0.06)
            canvas.box(x, y, 0.32, 0.34, rgb("ece8dc"))
            canvas.paste(any_view(rng, number + 3 * k), x + 0.015, y + 0.015, 0.29, 0.27)
        return canvas
    canvas = Canvas(hsv(turn(number), rng.uniform(0.3, 0.7), rng.uniform(0.4, 0.9)))
    canvas.paste(any_view(rng, number), 0.0, 0.0, 1.0, rng.uniform(0.78, 1.0))
    x, y = rng.uniform(0.06, 0.12) + 0.5 * rng.integers(2), rng.uniform(0.1, 0.66)
    canvas.rounded(x, y, 0.32, 0.22, 0.02, rgb("f6f1e4"))
    fine_print(canvas, rng, x + 0.03, y + 0.04, 0.26, 5, 0.034, _INK)
    return canvas


def _leaves(canvas: Canvas, rng: Rng) -> NDArray[np.uint8]:
    """The two pages with the shade of the gutter between them and their edges yellowed."""
    u, v = grid()
    gutter = 1 - 0.38 * np.exp(-np.abs(u - 0.5) / 0.022) - 0.07 * np.exp(-np.abs(u - 0.5) / 0.1)
    yellow = np.clip(1.2 * (np.maximum(np.abs(u - 0.5), np.abs(v - 0.5)) - 0.42) / 0.08, 0, 1)
    out = canvas.colours() * (gutter * (1 + 0.01 * spectral(rng, 1.2, 1, 80)))[..., None]
    return image(
        mix(out, out * np.array([0.93, 0.87, 0.74], np.float32), yellow.astype(np.float32))
    )


def newspaper(rng: Rng, number: int) -> NDArray[np.uint8]:
    """The front of a newspaper: a name, headlines, columns and pictures."""
    paper = hsv(rng.uniform(0.08, 0.14), rng.uniform(0.02, 0.1), rng.uniform(0.8, 0.92))
    if number % 6 == 5:
        paper = rgb("f2d9c4")
    canvas = Canvas(paper)
    ink = rgb("2e2d2d")
    grey = rgb("5a5857")
    accent = hsv(turn(number), 0.7, 0.55)
    if number % 3 == 0:
        canvas.box(0.03, 0.025, 0.94, 0.12, accent)
    canvas.text(
        f"The {name(rng)}",
        0.5,
        0.12,
        0.09,
        paper if number % 3 == 0 else ink,
        number % 2 == 0,
        800,
        fit=0.86,
    )
    canvas.box(0.03, 0.155, 0.94, 0.005, ink)
    canvas.box(0.03, 0.172, 0.94, 0.003, ink)
    columns = int(rng.choice([3, 4, 5]))
    pitch = 0.0145
    canvas.text(
        sentence(rng, 3).capitalize(), 0.03, 0.25, 0.07, ink, weight=700, align="left", fit=0.94
    )
    wide = 0.94 / columns
    photo_columns = int(rng.integers(1, columns))
    left = int(rng.integers(0, columns - photo_columns + 1))
    picture = any_view(rng, number)
    if number % 2:
        picture = np.repeat(picture.mean(-1, keepdims=True), 3, -1).astype(np.float32)
    tall = rng.uniform(0.22, 0.34)
    for k in range(columns):
        x, y = 0.03 + k * wide, 0.28
        if left <= k < left + photo_columns:
            y += tall + 0.03
        while y < 0.95:
            lines = min(int(rng.integers(9, 26)), int((0.97 - y) / pitch))
            fine_print(canvas, rng, x, y, wide - 0.018, lines, pitch, grey)
            y += lines * pitch + 0.012
            if y < 0.9:
                canvas.box(x, y, wide - 0.018, 0.002, ink)
                canvas.text(
                    sentence(rng, 2).capitalize(),
                    x,
                    y + 0.04,
                    0.034,
                    ink,
                    weight=700,
                    align="left",
                    fit=wide - 0.02,
                )
                y += 0.058
    canvas.paste(picture, 0.03 + left * wide, 0.28, photo_columns * wide - 0.018, tall)
    out = canvas.colours() * (1 + 0.02 * spectral(rng, 0.8, 2, 120))[..., None]
    if number % 4 == 3:  # folded
        _, v = grid()
        out = out * (1 - 0.18 * np.exp(-np.abs(v - 0.5) / 0.008))[..., None]
    return image(out)
