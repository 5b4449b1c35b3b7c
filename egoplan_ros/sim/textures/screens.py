# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Screens that are on and off, dials, and keys."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures import motifs
from egoplan_ros.sim.textures.colour import Colour, hsv, image, mix, ramp, rgb, scheme, turn
from egoplan_ros.sim.textures.drawing import Canvas, fine_print, name, sentence, smooth, title
from egoplan_ros.sim.textures.noise import Rng, grid, profile, slope_light, spectral, step, unit
from egoplan_ros.sim.textures.scenery import any_view

_WHITE = rgb("f6f7f8")
_DARK = rgb("1e2127")
_GREY = rgb("9aa0a8")


def _window(canvas: Canvas, rng: Rng, x: float, y: float, w: float, h: float, what: int) -> None:
    """A desktop window with a bar and content."""
    canvas.rounded(x - 0.006, y - 0.004, w + 0.016, h + 0.018, 0.02, rgb("20242c"))
    dark = rng.random() < 0.4
    paper, ink = (_DARK, rgb("c8ccd4")) if dark else (_WHITE, rgb("40444c"))
    canvas.rounded(x, y, w, h, 0.016, paper)
    canvas.rounded(x, y, w, 0.05, 0.016, rgb("3a3f4a") if dark else rgb("d5d9df"))
    for k, dot in enumerate(("e0605a", "e2b84c", "62b35a")):
        canvas.disc(x + 0.03 + 0.032 * k, y + 0.025, 0.009, rgb(dot))
    inside = (x + 0.02, y + 0.07, w - 0.04, h - 0.09)
    if what == 0:
        _code(canvas, rng, *inside)
    elif what == 1:
        _chart(canvas, rng, *inside, ink)
    elif what == 2:
        canvas.paste(any_view(rng, int(rng.integers(56))), *inside)
    elif what == 3:
        _sheet(canvas, rng, *inside, ink)
    else:
        fine_print(canvas, rng, *inside[:3], int(inside[3] / 0.03), 0.03, ink)


def _code(canvas: Canvas, rng: Rng, x: float, y: float, w: float, h: float) -> None:
    canvas.box(x - 0.02, y - 0.02, w + 0.04, h + 0.04, rgb("1f232b"))
    inks = [rgb(word) for word in "c678dd 61afef 98c379 e5c07b abb2bf abb2bf e06c75".split()]
    depth = 0
    for k in range(int(h / 0.034)):
        depth = int(np.clip(depth + rng.integers(-1, 2), 0, 4))
        canvas.box(x, y + k * 0.034, 0.012, 0.014, rgb("4a505c"))
        at = x + 0.035 + depth * 0.035
        for _ in range(int(rng.integers(0, 6))):
            long = rng.uniform(0.02, 0.11)
            if at + long > x + w:
                break
            canvas.box(at, y + k * 0.034, long, 0.015, inks[int(rng.integers(len(inks)))])
            at += long + 0.014


def _chart(canvas: Canvas, rng: Rng, x: float, y: float, w: float, h: float, ink: Colour) -> None:
    hue = rng.random()
    kind = int(rng.integers(3))
    for k in range(5):
        canvas.box(x, y + h * k / 4, w, 0.003, _GREY)
    if kind == 0:
        count = int(rng.integers(5, 12))
        for k in range(count):
            tall = h * rng.uniform(0.15, 0.95)
            canvas.box(
                x + (k + 0.15) * w / count,
                y + h - tall,
                0.7 * w / count,
                tall,
                hsv(hue + 0.1 * (k % 2), 0.6, 0.8),
            )
    elif kind == 1:
        for line in range(3):
            t = np.linspace(0, 1, 24)
            level = 0.5 + 0.2 * profile(rng, 24, 1.2, 12)
            points = np.stack([x + t * w, y + h * np.clip(level, 0.02, 0.98)], 1)
            canvas.line(points, hsv(hue + 0.25 * line, 0.7, 0.8), 0.01)
    else:
        start = 0.0
        radius = min(w, h) * 0.42
        for k, part in enumerate(rng.dirichlet(np.ones(5) * 3)):
            t = np.linspace(start, start + part * 2 * np.pi, 14)
            arc = np.stack([np.cos(t), np.sin(t)], 1) * radius
            canvas.polygon(
                np.concatenate([[[0, 0]], arc]) + np.array([x + w / 2, y + h / 2]),
                hsv(hue + 0.17 * k, 0.6, 0.8),
            )
            start += part * 2 * np.pi
        canvas.disc(x + w / 2, y + h / 2, radius * 0.5, ink)


def _sheet(canvas: Canvas, rng: Rng, x: float, y: float, w: float, h: float, ink: Colour) -> None:
    rows, columns = max(2, int(h / 0.045)), 5
    canvas.box(x, y, w, 0.036, rgb("3f7f5a"))
    for r in range(rows):
        canvas.box(x, y + r * 0.045 + 0.038, w, 0.002, _GREY)
        for c in range(columns):
            canvas.box(x + c * w / columns, y, 0.002, h, _GREY)
            if rng.random() < 0.7:
                canvas.box(
                    x + (c + 0.15) * w / columns,
                    y + r * 0.045 + 0.012,
                    w / columns * rng.uniform(0.2, 0.7),
                    0.014,
                    ink,
                )


def _desktop(canvas: Canvas, rng: Rng, number: int) -> None:
    _, v = grid()
    a, b, c = (
        hsv(turn(number), 0.6, 0.5),
        hsv(turn(number) + 0.15, 0.6, 0.8),
        hsv(turn(number) - 0.1, 0.5, 0.3),
    )
    if number % 2:
        canvas.paste(any_view(rng, number), 0, 0, 1, 1)
    else:
        field = unit(spectral(rng, 2.4, 0.5, 4))
        canvas.paste(ramp(np.asarray(field * 0.7 + 0.3 * v, np.float32), [c, a, b]), 0, 0, 1, 1)
    for k in range(int(rng.integers(1, 4))):
        w, h = rng.uniform(0.4, 0.62), rng.uniform(0.36, 0.6)
        _window(
            canvas,
            rng,
            rng.uniform(0.03, 0.95 - w),
            rng.uniform(0.05, 0.84 - h),
            w,
            h,
            (number + k) % 5,
        )
    canvas.rounded(0.15, 0.915, 0.7, 0.075, 0.03, rgb("dfe3ea"))
    for k in range(9):
        canvas.rounded(0.175 + k * 0.073, 0.925, 0.055, 0.055, 0.012, hsv(rng.random(), 0.65, 0.85))


def _film(canvas: Canvas, rng: Rng, number: int) -> None:
    """A scene with figures, dark bars and sometimes words below."""
    canvas.paste(
        np.clip(any_view(rng, number) * [0.95, 1.0, 1.08], 0, 1).astype(np.float32), 0, 0, 1, 1
    )
    for _ in range(int(rng.integers(1, 4))):
        x, size = rng.uniform(0.15, 0.85), rng.uniform(0.12, 0.3)
        coat = hsv(rng.random(), rng.uniform(0.2, 0.6), rng.uniform(0.15, 0.6))
        skin = rgb(str(rng.choice("e8c3a0 b97f58 8a5a3c d9a57c".split())))
        body = smooth(
            np.array(
                [[-1.0, 2.6], [-0.85, 0.2], [-0.35, -0.1], [0.35, -0.1], [0.85, 0.2], [1.0, 2.6]]
            )
        )
        top = 0.92 - size * 2.2
        canvas.polygon(body * size * 0.62 + np.array([x, top + size * 0.8]), coat)
        canvas.disc(x, top + size * 0.4, size * 0.3, skin, 1.25)
        canvas.disc(x, top + size * 0.22, size * 0.33, coat * 0.35, 0.75)
    for y in (0.0, 0.9):
        canvas.box(0, y, 1, 0.1, rgb("050506"))
    if number % 2:
        canvas.text(sentence(rng, 5).capitalize() + ".", 0.5, 0.86, 0.045, _WHITE, fit=0.8)


def _news(canvas: Canvas, rng: Rng, number: int) -> None:
    canvas.paste(any_view(rng, number), 0, 0, 1, 1)
    _portrait(canvas, rng, 0.35)
    bar = hsv(turn(number), 0.75, 0.6)
    canvas.box(0, 0.76, 1, 0.12, bar)
    canvas.box(0, 0.88, 1, 0.07, _WHITE)
    canvas.text(
        sentence(rng, 4).capitalize(), 0.04, 0.845, 0.07, _WHITE, weight=700, align="left", fit=0.9
    )
    canvas.text(sentence(rng, 8), 0.04, 0.93, 0.035, _DARK, align="left", fit=0.92)
    canvas.box(0.82, 0.05, 0.13, 0.08, bar)
    canvas.text(name(rng)[:3].upper(), 0.885, 0.11, 0.05, _WHITE, weight=800)


def _portrait(canvas: Canvas, rng: Rng, x: float) -> None:
    skin = rgb(str(rng.choice("e8c3a0 b97f58 8a5a3c d9a57c".split())))
    coat = hsv(rng.random(), 0.3, rng.uniform(0.15, 0.5))
    body = smooth(
        np.array([[-0.32, 0.45], [-0.27, 0.1], [-0.1, 0.0], [0.1, 0.0], [0.27, 0.1], [0.32, 0.45]])
    )
    canvas.polygon(body + np.array([x, 0.5]), coat)
    canvas.box(x - 0.05, 0.42, 0.1, 0.12, skin * 0.85)
    canvas.disc(x, 0.34, 0.11, skin, 1.3)
    canvas.disc(x, 0.24, 0.12, coat * 0.4, 0.6)
    for side in (-0.04, 0.04):
        canvas.disc(x + side, 0.34, 0.012, _DARK)
    canvas.disc(x, 0.425, 0.03, rgb("a8483f"), 0.25)


def _game(canvas: Canvas, rng: Rng, number: int) -> None:
    """Platforms, coins and a hero, or a board of gems."""
    if number % 2:
        sky, earth = hsv(turn(number), 0.4, 0.9), hsv(turn(number) + 0.4, 0.6, 0.5)
        canvas.box(0, 0, 1, 1, sky)
        for k in range(3):
            canvas.disc(rng.random(), rng.uniform(0.08, 0.3), rng.uniform(0.05, 0.1), _WHITE, 0.45)
            canvas.disc(k * 0.45, 0.95, 0.33, mix(sky, earth, 0.4))
        canvas.box(0, 0.86, 1, 0.14, earth)
        canvas.box(0, 0.86, 1, 0.03, hsv(0.3, 0.7, 0.7))
        for _ in range(5):
            x, y = rng.uniform(0, 0.8), rng.uniform(0.35, 0.75)
            for b in range(3):
                canvas.box(x + b * 0.07, y, 0.065, 0.065, rgb("b5733c"))
                canvas.disc(x + b * 0.07 + 0.03, y - 0.06, 0.02, rgb("f4c93c"))
        motifs.animal(canvas, number, 0.4, 0.78, 0.16, rgb("c8372d"))
    else:
        canvas.box(0, 0, 1, 1, hsv(turn(number), 0.6, 0.25))
        for i in range(8):
            for j in range(8):
                x, y, hue = 0.12 + i * 0.11, 0.16 + j * 0.1, int(rng.integers(6)) / 6
                shape = motifs.star(int(3 + hue * 6), 0.8)
                canvas.box(x - 0.05, y - 0.046, 0.1, 0.092, hsv(turn(number), 0.5, 0.35))
                canvas.polygon(motifs.place(shape, x, y, 0.085), hsv(hue, 0.8, 0.95))
                canvas.disc(x - 0.012, y - 0.015, 0.012, _WHITE)
    canvas.text(f"{int(rng.integers(100, 99999))}", 0.12, 0.08, 0.05, _WHITE, weight=800)
    for k in range(3):
        canvas.disc(0.8 + k * 0.06, 0.06, 0.022, rgb("e0413a"))


def _phone(canvas: Canvas, rng: Rng, number: int) -> None:
    """A phone's home screen: icons in rows over a wall paper."""
    if number % 2:
        canvas.paste(any_view(rng, number), 0, 0, 1, 1)
    else:
        u, v = grid()
        canvas.paste(
            ramp(
                np.asarray(0.6 * v + 0.4 * u, np.float32),
                [hsv(turn(number), 0.6, 0.9), hsv(turn(number) + 0.2, 0.7, 0.4)],
            ),
            0,
            0,
            1,
            1,
        )
    canvas.text(
        f"{int(rng.integers(0, 24)):02d}:{int(rng.integers(0, 60)):02d}",
        0.5,
        0.16,
        0.11,
        _WHITE,
        weight=300,
    )
    for j in range(4):
        for i in range(4):
            x, y = 0.09 + i * 0.225, 0.26 + j * 0.15 + (0.06 if j == 3 else 0)
            colour = hsv(rng.random(), rng.uniform(0.3, 0.8), rng.uniform(0.7, 0.98))
            canvas.rounded(x, y, 0.145, 0.1, 0.03, colour)
            canvas.disc(x + 0.072, y + 0.05, 0.025, _WHITE)
            canvas.box(x + 0.03, y + 0.112, 0.085, 0.01, _WHITE)


def _web(canvas: Canvas, rng: Rng, number: int) -> None:
    """A page of a shop, a feed of messages, or a film library."""
    dark = number % 2 == 0
    paper, ink = (rgb("15171c"), rgb("d8dade")) if dark else (_WHITE, rgb("33373d"))
    accent = hsv(turn(number), 0.65, 0.75)
    canvas.box(0, 0, 1, 1, paper)
    canvas.box(0, 0, 1, 0.09, accent)
    canvas.text(name(rng), 0.04, 0.065, 0.05, _WHITE, weight=800, align="left")
    canvas.rounded(0.45, 0.025, 0.45, 0.04, 0.02, _WHITE)
    canvas.paste(any_view(rng, number), 0.04, 0.12, 0.92, 0.32)
    canvas.text(title(rng), 0.08, 0.4, 0.06, _WHITE, weight=700, align="left", fit=0.6)
    for k in range(8):
        x, y = 0.04 + (k % 4) * 0.235, 0.48 + (k // 4) * 0.26
        canvas.rounded(x, y, 0.215, 0.17, 0.015, hsv(turn(k + number), 0.4, 0.75))
        if k % 2:
            motifs.fruit(canvas, rng, k + number, x + 0.107, y + 0.085, 0.13)
        else:
            motifs.animal(canvas, k + number, x + 0.107, y + 0.085, 0.12, _DARK)
        fine_print(canvas, rng, x, y + 0.185, 0.2, 2, 0.028, ink)


def screen(rng: Rng, number: int) -> NDArray[np.uint8]:
    """What a screen shows: desktop, film, news, game, phone, pages, editor, charts in turn."""
    canvas = Canvas(_DARK)
    kind = number % 8
    if kind in (0, 5):
        _desktop(canvas, rng, number)
    elif kind == 1:
        _film(canvas, rng, number)
    elif kind == 2:
        _news(canvas, rng, number)
    elif kind == 3:
        _game(canvas, rng, number // 8 + number)
    elif kind == 4:
        _phone(canvas, rng, number // 8)
    elif kind == 6:
        _web(canvas, rng, number // 8)
    elif (number // 8) % 3 == 0:
        _code(canvas, rng, 0.03, 0.04, 0.94, 0.92)
    elif (number // 8) % 3 == 1:
        canvas.box(0, 0, 1, 1, _WHITE)
        canvas.text(title(rng), 0.5, 0.14, 0.07, _DARK, weight=700, fit=0.8)
        _chart(canvas, rng, 0.08, 0.22, 0.5, 0.6, _GREY)
        fine_print(canvas, rng, 0.64, 0.25, 0.3, 14, 0.035, _GREY)
    else:
        canvas.paste(any_view(rng, number), 0, 0, 1, 1)
    return canvas.bytes()


def off_screen(rng: Rng, number: int) -> NDArray[np.uint8]:
    """A dark screen: a faint gradient, reflections of windows and lamps, dust, finger marks."""
    u, v = grid()
    base = hsv(rng.uniform(0.55, 0.75), rng.uniform(0.0, 0.3), rng.uniform(0.04, 0.14))
    lean = rng.uniform(-1, 1)
    out = base * (1 + 0.7 * (0.5 - v) + 0.4 * lean * (u - 0.5))[..., None]
    tint = hsv(rng.uniform(0.5, 0.65), 0.2, 1.0)
    if number % 4 in (0, 1):  # a window in perspective, with bars
        x, y = rng.uniform(0.15, 0.6), rng.uniform(0.1, 0.4)
        w, h = rng.uniform(0.15, 0.35), rng.uniform(0.2, 0.4)
        a = (u - x + 0.15 * lean * (v - y)) / w
        b = (v - y + 0.1 * lean * (u - x)) / h
        pane = step(0.5 - np.abs(a - 0.5), 0, 0.04) * step(0.5 - np.abs(b - 0.5), 0, 0.04)
        bars = step(np.abs(a - 0.5), 0.03, 0.02) * step(np.abs(b - 0.45), 0.03, 0.02)
        out = mix(out, tint, (0.22 * rng.uniform(0.5, 1.1) * pane * bars).astype(np.float32))
    if number % 4 in (1, 2):  # a lamp
        away = np.hypot(u - rng.random(), (v - rng.uniform(0.05, 0.5)) * 1.3)
        glow = np.exp(-((away / 0.06) ** 2)) * 0.5 + np.exp(-((away / 0.3) ** 2)) * 0.08
        out = mix(out, rgb("ffe6bd"), glow.astype(np.float32))
    if number % 4 == 3:  # a streak of daylight
        streak = np.exp(-(((u + v * lean - rng.uniform(0.2, 0.9)) / rng.uniform(0.08, 0.2)) ** 2))
        out = mix(out, tint, 0.16 * streak.astype(np.float32))
    room = unit(spectral(rng, 2.2, 0.5, 10))
    out = out * (0.85 + 0.3 * room)[..., None]
    dust = step(spectral(rng, 0.2, 24, 110), 2.4, 0.6)
    smear = unit(spectral(rng, 1.5, 2, 40, across=2) - 1.6)
    return image(out + (0.05 * dust + 0.05 * smear)[..., None])


def dial(rng: Rng, number: int) -> NDArray[np.uint8]:
    """The face of a clock or watch, round or digital, on a ground that shows around it."""
    colours = scheme(rng, turn(number), 5, 1.0)
    face = [_WHITE, rgb("f1e8d2"), colours[0], _DARK, hsv(turn(number), 0.5, 0.35)][number % 5]
    ink = _DARK if face.mean() > 0.5 else _WHITE
    canvas = Canvas(face)
    hour, minute = int(rng.integers(12)), int(rng.integers(60))
    if number % 6 == 5:  # digits
        canvas = Canvas(_DARK)
        glow = hsv([0.0, 0.33, 0.55, 0.1][number // 6 % 4], 0.8, 0.95)
        canvas.rounded(0.06, 0.25, 0.88, 0.5, 0.04, rgb("0c0d10"))
        _digits(canvas, f"{hour + 1:02d}:{minute:02d}", 0.12, 0.33, 0.76, 0.34, glow)
        return canvas.bytes()
    for k in range(60):
        angle = k * np.pi / 30
        way = np.array([np.sin(angle), -np.cos(angle)])
        long = 0.05 if k % 5 == 0 else 0.02
        if number % 3 != 1 or k % 5 == 0:
            canvas.line(
                np.stack([0.5 + way * 0.46, 0.5 + way * (0.46 - long)]),
                ink,
                0.012 if k % 5 == 0 else 0.004,
            )
    numerals = ["XII I II III IIII V VI VII VIII IX X XI", "12 1 2 3 4 5 6 7 8 9 10 11"][
        number % 2
    ].split()
    if number % 4 != 3:
        for k, word in enumerate(numerals):
            angle = k * np.pi / 6
            if number % 4 == 2 and k % 3:
                continue
            canvas.text(
                word,
                0.5 + 0.34 * np.sin(angle),
                0.53 - 0.34 * np.cos(angle),
                0.075,
                ink,
                weight=500,
            )
    if number % 3 == 0:
        canvas.ring(0.5, 0.5, 0.2, mix(face, ink, 0.25), 0.006)
    canvas.text(name(rng), 0.5, 0.36, 0.04, ink, fit=0.3)
    accent = colours[1]
    for angle, long, wide, colour in (
        ((hour + minute / 60) * np.pi / 6, 0.24, 0.028, ink),
        (minute * np.pi / 30, 0.38, 0.018, ink),
        (rng.uniform(0, 6.3), 0.4, 0.007, accent),
    ):
        way = np.array([np.sin(angle), -np.cos(angle)])
        canvas.line(np.stack([0.5 - way * 0.06, 0.5 + way * long]), colour, wide)
    canvas.disc(0.5, 0.5, 0.022, accent)
    u, v = grid()
    radius = np.hypot(u - 0.5, v - 0.5)
    shade = 1 - 0.25 * step(radius, 0.485, 0.02) + 0.05 * (0.5 - v)
    return image(canvas.colours() * np.asarray(shade, np.float32)[..., None])


_SEGMENTS = "abcdef bc abged abgcd fgbc afgcd afgedc abc abcdefg abcfgd".split()


def _digits(
    canvas: Canvas, text: str, x: float, y: float, w: float, h: float, glow: Colour
) -> None:
    """Seven-segment figures; the segments that are off show faintly."""
    pitch = w / (len(text) - 0.5)
    lines = {
        "a": (0, 0, 1, 0),
        "b": (1, 0, 1, 0.5),
        "c": (1, 0.5, 1, 1),
        "d": (0, 1, 1, 1),
        "e": (0, 0.5, 0, 1),
        "f": (0, 0, 0, 0.5),
        "g": (0, 0.5, 1, 0.5),
    }
    at = x
    for letter in text:
        if letter == ":":
            for dot in (0.3, 0.7):
                canvas.disc(at + pitch * 0.2, y + h * dot, 0.018, glow)
            at += pitch * 0.5
            continue
        for key, (a, b, c, d) in lines.items():
            on = key in _SEGMENTS[int(letter)]
            wide = pitch * 0.62
            points = np.array(
                [[at + a * wide + 0.008, y + b * h], [at + c * wide + 0.008, y + d * h]]
            )
            canvas.line(points, glow if on else glow * 0.14, 0.026)
        at += pitch


def keys(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Keys: a laptop's keyboard, a remote control, a phone's keypad, a microwave oven's panel."""
    kind = number % 4
    body = [rgb("2a2c30"), rgb("b9bcc0"), rgb("e9e9e6"), rgb("17181b")][int(rng.integers(4))]
    cap = mix(body, _DARK if body.mean() > 0.4 else _GREY, rng.uniform(0.15, 0.9)).astype(
        np.float32
    )
    if kind == 0 and body.mean() < 0.3:
        cap = rgb("121316")
    ink = _WHITE if cap.mean() < 0.5 else _DARK
    canvas = Canvas(body)
    letters = "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"
    if kind == 0:
        rows = 6
        for j in range(rows):
            x, y = 0.03, 0.05 + j * 0.15
            while x < 0.95:
                wide = 0.06
                if j == 5 and 0.25 < x < 0.3:
                    wide = 0.36
                elif x < 0.04 and j > 1:
                    wide = 0.06 + 0.02 * (j - 1)
                elif x + 0.14 > 0.97:
                    wide = 0.97 - x
                canvas.rounded(x, y + 0.006, wide, 0.13, 0.015, cap * 0.6)
                canvas.rounded(x, y, wide, 0.125, 0.015, cap)
                if wide < 0.1:
                    canvas.text(str(rng.choice(list(letters))), x + wide / 2, y + 0.08, 0.045, ink)
                x += wide + 0.012
    elif kind == 1:
        accents = [rgb("c8372d"), rgb("3f9a4a"), rgb("e0b53c"), rgb("3668b8")]
        canvas.disc(0.2, 0.07, 0.05, accents[0], 1.0)
        for k in range(4):
            canvas.rounded(0.1 + k * 0.21, 0.15, 0.15, 0.04, 0.02, accents[k])
        canvas.disc(0.5, 0.36, 0.2, cap, 0.62)
        canvas.disc(0.5, 0.36, 0.09, body, 0.62)
        for j in range(6):
            for i in range(3):
                x, y = 0.12 + i * 0.28, 0.53 + j * 0.078
                canvas.rounded(x, y, 0.2, 0.055, 0.026, cap)
                if j < 4:
                    canvas.text("123456789*0#"[j * 3 + i], x + 0.1, y + 0.044, 0.04, ink)
    elif kind == 2:
        canvas.rounded(
            0.1, 0.05, 0.8, 0.2, 0.02, rgb("9fb39a") if number % 8 == 2 else rgb("0d1216")
        )
        glow = rgb("2a332a") if number % 8 == 2 else hsv(turn(number), 0.6, 0.95)
        _digits(canvas, f"{int(rng.integers(1000, 9999))}", 0.4, 0.09, 0.46, 0.12, glow)
        for j in range(4):
            for i in range(3):
                x, y = 0.1 + i * 0.28, 0.3 + j * 0.17
                canvas.rounded(x, y + 0.01, 0.24, 0.13, 0.04, cap * 0.6)
                canvas.rounded(x, y, 0.24, 0.13, 0.04, cap)
                canvas.text("123456789*0#"[j * 3 + i], x + 0.12, y + 0.095, 0.08, ink, weight=600)
    else:
        canvas.rounded(0.08, 0.05, 0.84, 0.18, 0.02, rgb("0a0c0d"))
        _digits(
            canvas,
            f"{int(rng.integers(1, 13)):02d}:{int(rng.integers(60)):02d}",
            0.2,
            0.08,
            0.6,
            0.12,
            hsv([0.33, 0.5, 0.0, 0.1][number // 4 % 4], 0.75, 0.95),
        )
        for j in range(5):
            for i in range(3):
                x, y = 0.08 + i * 0.29, 0.28 + j * 0.1
                canvas.rounded(x, y, 0.26, 0.08, 0.015, cap)
                if j > 2:
                    canvas.box(x + 0.05, y + 0.03, 0.16, 0.018, ink)
                else:
                    canvas.text(str(j * 3 + i + 1), x + 0.13, y + 0.06, 0.05, ink)
        canvas.rounded(0.08, 0.81, 0.4, 0.13, 0.02, rgb("3f8a4a"))
        canvas.rounded(0.52, 0.81, 0.4, 0.13, 0.02, rgb("b8392f"))
    height = 0.15 * spectral(rng, 0.2, 30, 128)
    return image(canvas.colours() * slope_light(height, 0.1)[..., None])
