# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Labels on bottles, cans and sprays, and printed packages."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures import motifs
from egoplan_ros.sim.textures.colour import Colour, hsv, image, mix, rgb, scheme, turn
from egoplan_ros.sim.textures.drawing import Canvas, fine_print, name, sentence
from egoplan_ros.sim.textures.noise import Rng, grid, slope_light, spectral
from egoplan_ros.sim.textures.scenery import any_view

_WHITE = rgb("f7f5f0")
_BLACK = rgb("1b1b1e")


def _ink_on(ground: Colour) -> Colour:
    return _BLACK if ground @ np.array([0.3, 0.59, 0.11], np.float32) > 0.55 else _WHITE


def barcode(canvas: Canvas, rng: Rng, x: float, y: float, width: float, height: float) -> None:
    """Black bars on white."""
    canvas.box(x, y, width, height, _WHITE)
    at = x + width * 0.06
    while at < x + width * 0.92:
        wide = width * float(rng.choice([0.012, 0.024, 0.036]))
        canvas.box(at, y + height * 0.08, wide, height * 0.72, _BLACK)
        at += wide + width * float(rng.choice([0.014, 0.028]))
    canvas.box(x + width * 0.1, y + height * 0.86, width * 0.8, height * 0.06, _BLACK)


def table(canvas: Canvas, rng: Rng, x: float, y: float, width: float, height: float) -> None:
    """A small table of figures, such as nutrition facts."""
    canvas.box(x, y, width, height, _WHITE)
    canvas.box(x + 0.01, y + 0.01, width - 0.02, 0.012, _BLACK)
    rows = int(height / 0.035) - 1
    for k in range(rows):
        top = y + 0.03 + k * 0.035
        canvas.box(x + 0.01, top + 0.026, width - 0.02, 0.004, _BLACK)
        canvas.box(x + 0.015, top, width * rng.uniform(0.25, 0.5), 0.015, _BLACK)
        canvas.box(x + width - 0.06, top, 0.04, 0.015, _BLACK)


def _badge(canvas: Canvas, rng: Rng, x: float, y: float, size: float, colour: Colour) -> None:
    canvas.polygon(motifs.place(motifs.star(int(rng.integers(10, 18)), 0.86), x, y, size), colour)
    word = str(rng.choice(["NEW", "BIO", "+20%", "FRESH", "No.1", "XL", "0%", "ECO"]))
    canvas.text(word, x, y + size * 0.12, size * 0.26, _ink_on(colour), weight=800, fit=size * 0.8)


def _food(canvas: Canvas, rng: Rng, colours: list[Colour]) -> None:
    """A can or jar: a band with the brand and fruit below."""
    kind = int(rng.integers(8))
    canvas.box(0, 0, 1, 0.07, colours[3])
    canvas.box(0, 0.93, 1, 0.07, colours[3])
    x = 0.3
    canvas.disc(x, 0.3, 0.27, colours[1], 0.62)
    canvas.disc(x, 0.3, 0.25, colours[4], 0.58)
    canvas.text(name(rng), x, 0.34, 0.12, _ink_on(colours[4]), italic=True, weight=800, fit=0.42)
    canvas.text(sentence(rng, 2).upper(), x, 0.53, 0.045, _ink_on(colours[0]), weight=600, fit=0.5)
    for k in range(3):
        motifs.fruit(canvas, rng, kind, x + (k - 1) * 0.15, 0.75 - 0.04 * (k % 2), 0.24)
    table(canvas, rng, 0.66, 0.14, 0.24, 0.36)
    fine_print(canvas, rng, 0.66, 0.55, 0.24, 6, 0.025, _ink_on(colours[0]))
    barcode(canvas, rng, 0.66, 0.73, 0.24, 0.16)


def _wine(canvas: Canvas, rng: Rng, colours: list[Colour]) -> None:
    paper = hsv(0.11, rng.uniform(0.03, 0.15), rng.uniform(0.88, 0.96))
    canvas.box(0, 0, 1, 1, paper)
    ink = rgb(str(rng.choice("3a1518 1f2a24 2a2420 1c2340".split())))
    canvas.line(
        np.array([[0.05, 0.05], [0.95, 0.05], [0.95, 0.95], [0.05, 0.95]]), ink, 0.008, True
    )
    kind = int(rng.integers(3))
    if kind == 0:
        for k in range(5):
            canvas.line(
                np.array(
                    [
                        [0.2 + 0.15 * k, 0.42],
                        [0.28 + 0.12 * k, 0.3 - 0.03 * (k % 2)],
                        [0.38 + 0.1 * k, 0.42],
                    ]
                ),
                ink,
                0.008,
            )
        motifs.house(canvas, rng, 0.5, 0.42, 0.34, paper * 0.8, ink)
    elif kind == 1:
        motifs.animal(canvas, int(rng.integers(7)), 0.5, 0.28, 0.34, ink)
    else:
        motifs.damask(canvas, 0.5, 0.28, 0.36, ink, paper, int(rng.integers(9)))
    canvas.text(name(rng).upper(), 0.5, 0.6, 0.12, ink, weight=500, fit=0.8)
    canvas.box(0.3, 0.65, 0.4, 0.008, rgb("a8843c"))
    canvas.text(sentence(rng, 2).title(), 0.5, 0.73, 0.055, ink, italic=True, fit=0.7)
    canvas.text(str(int(rng.integers(1988, 2026))), 0.5, 0.87, 0.08, rgb("8a2328"), weight=600)


def _clean(canvas: Canvas, rng: Rng, colours: list[Colour]) -> None:
    """Spray or washing-up liquid: waves, bubbles and a loud brand."""
    for k in range(3):
        t = np.linspace(0, 1, 20)
        wave = 0.5 + 0.12 * k + 0.07 * np.sin(2 * np.pi * (t + k * 0.3))
        outline = np.concatenate([np.stack([t, wave], 1), [[1, 1], [0, 1]]])
        canvas.polygon(outline, colours[1 + k])
    for _ in range(14):
        x, y, r = rng.random(), rng.uniform(0.45, 0.95), rng.uniform(0.01, 0.05)
        canvas.ring(x, y, r, np.clip(colours[1] * 0.5 + 0.5, 0, 1), 0.008)
        canvas.disc(x - r * 0.3, y - r * 0.3, r * 0.25, _WHITE)
    ink = _ink_on(colours[0])
    canvas.text(name(rng).upper(), 0.5, 0.25, 0.19, ink, italic=True, weight=900, fit=0.9)
    canvas.text(sentence(rng, 2).upper(), 0.5, 0.36, 0.06, ink, weight=500, fit=0.7)
    _badge(canvas, rng, 0.8, 0.55, 0.26, colours[4])
    if rng.random() < 0.6:
        motifs.fruit(canvas, rng, 1, 0.28, 0.72, 0.28)
    fine_print(canvas, rng, 0.08, 0.88, 0.5, 4, 0.025, _WHITE)


def _plain(canvas: Canvas, rng: Rng, colours: list[Colour]) -> None:
    """Soap or cosmetics: much white, small type, one sprig."""
    paper = [_WHITE, np.clip(colours[0] * 0.3 + 0.66, 0, 1).astype(np.float32)][
        int(rng.integers(2))
    ]
    canvas.box(0, 0, 1, 1, paper)
    ink = rgb("2c3230")
    green = hsv(rng.uniform(0.2, 0.5), 0.35, 0.5)
    for k in range(3):
        motifs.sprig(canvas, rng, 0.5, 0.48, 0.36, -1.57 + (k - 1) * 0.6, green, 4)
        motifs.flower(
            canvas, rng, 0.5 + (k - 1) * 0.16, 0.2, 0.12, [colours[1], colours[2], colours[4]]
        )
    canvas.text(name(rng).lower(), 0.5, 0.63, 0.13, ink, weight=300, fit=0.8)
    canvas.text(sentence(rng, 3), 0.5, 0.71, 0.045, ink, weight=400, fit=0.7)
    canvas.box(0.4, 0.76, 0.2, 0.008, colours[1])
    fine_print(canvas, rng, 0.25, 0.82, 0.5, 4, 0.025, rgb("8a8d8a"))
    canvas.text(f"{int(rng.choice([200, 250, 400, 500]))} ml", 0.5, 0.96, 0.04, ink)


def _craft(canvas: Canvas, rng: Rng, colours: list[Colour]) -> None:
    """Beer, sauce or spirits: a round sign with words around it."""
    for k in range(24):
        angle = k * 2 * np.pi / 24
        a, b = angle, angle + np.pi / 24
        ray = np.array(
            [[0, 0], [1.2 * np.cos(a), 1.2 * np.sin(a)], [1.2 * np.cos(b), 1.2 * np.sin(b)]]
        )
        canvas.polygon(ray + np.array([0.5, 0.42]), np.clip(colours[0] * 0.86, 0, 1))
    for radius, colour in ((0.36, colours[3]), (0.33, colours[4]), (0.24, colours[1])):
        canvas.disc(0.5, 0.4, radius, colour)
    motifs.animal(canvas, int(rng.integers(7)), 0.5, 0.4, 0.3, _ink_on(colours[1]))
    for k in range(16):
        angle = k * 2 * np.pi / 16
        canvas.disc(0.5 + 0.285 * np.cos(angle), 0.4 + 0.285 * np.sin(angle), 0.012, colours[3])
    canvas.box(0, 0.68, 1, 0.17, colours[3])
    canvas.text(name(rng).upper(), 0.5, 0.81, 0.12, _ink_on(colours[3]), weight=800, fit=0.9)
    canvas.text(
        f"{sentence(rng, 2)} · {int(rng.integers(33, 75))} cl",
        0.5,
        0.93,
        0.045,
        _ink_on(colours[0]),
        fit=0.8,
    )


def label(rng: Rng, number: int) -> NDArray[np.uint8]:
    """A label, mapped once around (or on the front); the number goes through the kinds."""
    colours = scheme(rng, turn(number, 0.05), 5, 1.35)
    canvas = Canvas(colours[0])
    [_food, _wine, _clean, _plain, _craft][number % 5](canvas, rng, colours)
    out = canvas.colours() * (1 + 0.01 * spectral(rng, 1.5, 1, 60))[..., None]
    return image(out)


def package(rng: Rng, number: int) -> NDArray[np.uint8]:
    """The front of a package: cereal, tissues, parcel, medicine, tea, frozen food."""
    colours = scheme(rng, turn(number, 0.45), 5, 1.4)
    kind = number % 6
    canvas = Canvas(colours[0])
    ink = _ink_on(colours[0])
    if kind == 0:  # cereal: a bowl, a splash and a loud name
        u, v = grid()
        glow = np.exp(-((u - 0.5) ** 2 + (v - 0.55) ** 2) / 0.12).astype(np.float32)
        canvas.paste(mix(colours[0], np.clip(colours[0] * 0.4 + 0.6, 0, 1), glow), 0, 0, 1, 1)
        loud = colours[1] * 0.7 if colours[0].mean() > 0.5 else _WHITE
        canvas.text(name(rng).upper(), 0.5, 0.22, 0.19, loud, weight=900, fit=0.9)
        canvas.text(name(rng), 0.5, 0.33, 0.07, loud, italic=True, weight=600, fit=0.6)
        canvas.disc(0.5, 0.72, 0.36, _WHITE, 0.36)
        canvas.disc(0.5, 0.7, 0.32, rgb("f3ead8"), 0.3)
        for _ in range(70):
            t, r = rng.uniform(0, 6.3), np.sqrt(rng.random())
            x, y = 0.5 + 0.3 * r * np.cos(t), 0.7 + 0.085 * r * np.sin(t)
            canvas.ring(x, y, 0.02, hsv(0.09, 0.6, rng.uniform(0.6, 0.85)), 0.012)
        bowl = np.array([[-0.36, 0.0], [0.36, 0.0], [0.22, 0.26], [-0.22, 0.26]])
        canvas.polygon(bowl + np.array([0.5, 0.75]), colours[1])
        _badge(canvas, rng, 0.83, 0.48, 0.22, colours[4])
    elif kind == 1:  # tissues: a print all over and an oval opening
        for x, y in motifs.scattered_places(rng, 30, 0.13):
            if number % 12 < 6:
                motifs.flower(canvas, rng, x, y, 0.15, [colours[1], colours[2], colours[4]])
            else:
                motifs.leaf(
                    canvas, x, y, 0.17, rng.uniform(0, 6), colours[1 + int(rng.integers(3))]
                )
        canvas.disc(0.5, 0.5, 0.33, np.clip(colours[0] * 0.5 + 0.5, 0, 1), 0.5)
        canvas.text(name(rng), 0.5, 0.54, 0.13, rgb("3a4a6a"), italic=True, weight=500, fit=0.5)
    elif kind == 2:  # parcel: cardboard with tape, label and signs
        brown = rgb(str(rng.choice("b98f62 a87e52 c4a078 9a7450".split())))
        canvas.box(0, 0, 1, 1, brown)
        canvas.box(0, 0.42, 1, 0.16, np.clip(brown * rng.uniform(1.05, 1.2) + 0.04, 0, 1))
        canvas.box(0.52, 0.1, 0.4, 0.28, _WHITE)
        fine_print(canvas, rng, 0.55, 0.13, 0.3, 4, 0.03, _BLACK)
        barcode(canvas, rng, 0.55, 0.26, 0.34, 0.1)
        for k in range(2):
            x = 0.1 + 0.16 * k
            canvas.line(
                np.array([[x, 0.66], [x + 0.12, 0.66], [x + 0.12, 0.84], [x, 0.84]]),
                _BLACK,
                0.008,
                True,
            )
            canvas.line(
                np.array([[x + 0.03, 0.74], [x + 0.06, 0.69], [x + 0.09, 0.74]]), _BLACK, 0.01
            )
            canvas.line(np.array([[x + 0.06, 0.69], [x + 0.06, 0.81]]), _BLACK, 0.01)
        canvas.text(name(rng).upper(), 0.68, 0.78, 0.09, brown * 0.35, weight=700, fit=0.5)
    elif kind == 3:  # tools, toys, medicine: blocks and a picture
        canvas.box(0, 0, 1, 1, _WHITE)
        canvas.polygon(np.array([[0, 0], [1, 0], [1, 0.24], [0, 0.4]]), colours[1])
        canvas.polygon(np.array([[0, 0.4], [1, 0.24], [1, 0.28], [0, 0.45]]), colours[4])
        canvas.text(name(rng), 0.5, 0.2, 0.15, _ink_on(colours[1]), weight=800, fit=0.85)
        canvas.text(
            f"{int(rng.integers(4, 40))} x {int(rng.choice([10, 50, 100, 250]))} mg",
            0.3,
            0.58,
            0.07,
            _BLACK,
            weight=600,
            fit=0.45,
        )
        canvas.disc(0.72, 0.63, 0.17, colours[2])
        motifs.animal(canvas, int(rng.integers(7)), 0.72, 0.63, 0.2, _WHITE)
        fine_print(canvas, rng, 0.07, 0.66, 0.4, 5, 0.03, rgb("6a6a6a"))
        barcode(canvas, rng, 0.07, 0.84, 0.28, 0.12)
    elif kind == 4:  # tea, chocolate, spices: a frame, ornament and a picture
        canvas.line(
            np.array([[0.05, 0.05], [0.95, 0.05], [0.95, 0.95], [0.05, 0.95]]),
            colours[4],
            0.02,
            True,
        )
        canvas.paste(any_view(rng, number), 0.16, 0.4, 0.68, 0.42)
        canvas.line(
            np.array([[0.16, 0.4], [0.84, 0.4], [0.84, 0.82], [0.16, 0.82]]),
            colours[4],
            0.012,
            True,
        )
        canvas.text(name(rng), 0.5, 0.25, 0.16, ink, italic=True, weight=700, fit=0.8)
        canvas.text(sentence(rng, 3).upper(), 0.5, 0.35, 0.045, ink, fit=0.7)
        canvas.text(f"{int(rng.integers(2, 20)) * 25} g", 0.5, 0.91, 0.05, ink)
    else:  # juice or frozen food: fruit heaped in the lower half
        canvas.polygon(np.array([[0, 0.5], [0.5, 0.4], [1, 0.5], [1, 1], [0, 1]]), colours[1])
        canvas.text(name(rng), 0.5, 0.22, 0.17, ink, weight=900, fit=0.88)
        canvas.text(sentence(rng, 2).upper(), 0.5, 0.33, 0.055, ink, weight=500, fit=0.7)
        first = int(rng.integers(8))
        for k in range(9):
            x, y = 0.18 + 0.32 * (k % 3) + 0.05 * (k // 3), 0.6 + 0.14 * (k // 3)
            motifs.fruit(canvas, rng, first + (k % 2) * int(rng.integers(2)), x, y, 0.26)
        _badge(canvas, rng, 0.16, 0.42, 0.2, colours[4])
    height = 0.25 * spectral(rng, 0.4, 10, 120)
    return image(canvas.colours() * slope_light(height, 0.06)[..., None])
