# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A canvas with smooth edges for what is printed, woven or painted; and invented words."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.colour import Colour
from egoplan_ros.sim.textures.noise import SIZE, Field, Rng

_SCALE = 2
_SHIFT = 4
Points = NDArray[np.float64]


@lru_cache(maxsize=2)
def _face(italic: bool) -> cv2.FontFace:
    return cv2.FontFace("italic" if italic else "sans")


def _ink(colour: Colour) -> tuple[int, int, int]:
    r, g, b = (min(max(int(part * 255), 0), 255) for part in colour.tolist())
    return r, g, b


class Canvas:
    """Draws at twice the image's size; lengths are in images (x to the right, y down).

    A wrapping canvas draws what crosses a border again on the other side. `aspect` is the
    canvas's width over its height.
    """

    def __init__(self, ground: Colour, wrap: bool = False, aspect: int = 1) -> None:
        self.pixels = np.empty((SIZE * _SCALE, SIZE * _SCALE * aspect, 3), np.uint8)
        self.pixels[:] = _ink(ground)
        self._wrap = wrap
        self._unit = SIZE * _SCALE

    def polygon(self, points: Points, colour: Colour) -> None:
        """Fill the polygon (n, 2)."""
        ink = _ink(colour)
        for shift in self._shifts(points):
            at = np.rint((points + shift) * self._unit * 2**_SHIFT).astype(np.int32)
            cv2.fillPoly(self.pixels, [at], ink, cv2.LINE_AA, _SHIFT)

    def line(self, points: Points, colour: Colour, width: float, closed: bool = False) -> None:
        """Draw along the points (n, 2)."""
        ink, thick = _ink(colour), max(1, round(width * self._unit))
        for shift in self._shifts(points):
            at = np.rint((points + shift) * self._unit * 2**_SHIFT).astype(np.int32)
            cv2.polylines(self.pixels, [at], closed, ink, thick, cv2.LINE_AA, _SHIFT)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """Fill the rectangle whose upper left corner is x, y."""
        if self._wrap:
            corners = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
            self.polygon(corners, colour)
            return
        left, top = max(round(x * self._unit), 0), max(round(y * self._unit), 0)
        right = max(round((x + width) * self._unit), left + 1)
        bottom = max(round((y + height) * self._unit), top + 1)
        self.pixels[top:bottom, left:right] = _ink(colour)

    def rounded(
        self, x: float, y: float, width: float, height: float, radius: float, colour: Colour
    ) -> None:
        """Fill a rectangle with round corners."""
        radius = min(radius, width / 2, height / 2)
        angle = np.linspace(0, np.pi / 2, 6)
        arc = np.stack([np.cos(angle), np.sin(angle)], 1) * radius
        parts = [
            arc + [x + width - radius, y + height - radius],  # noqa: RUF005
            arc[::-1] * [-1, 1] + [x + radius, y + height - radius],
            -arc + [x + radius, y + radius],
            arc[::-1] * [1, -1] + [x + width - radius, y + radius],
        ]
        self.polygon(np.concatenate(parts), colour)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        colour: Colour,
        tall: float = 1.0,
        turned: float = 0.0,
    ) -> None:
        """Fill an ellipse with half width `radius` and half height `radius * tall`."""
        self.polygon(ellipse(x, y, radius, radius * tall, turned), colour)

    def ring(self, x: float, y: float, radius: float, colour: Colour, width: float) -> None:
        """Draw a circle."""
        self.line(ellipse(x, y, radius, radius), colour, width, closed=True)

    def text(
        self,
        words: str,
        x: float,
        y: float,
        height: float,
        colour: Colour,
        italic: bool = False,
        weight: int = 400,
        align: str = "centre",
        fit: float = 0.0,
    ) -> float:
        """Write with the base line's middle (or left end) at x, y; returns the text's width.

        fit: make the letters smaller until the text is no wider than this (0: as it is).
        """
        face = _face(italic)
        size = max(4, round(height * self._unit * 1.35))
        width = self._text_width(words, face, size, weight)
        if fit and width > fit * self._unit:
            size = max(4, int(size * fit * self._unit / width))
            width = self._text_width(words, face, size, weight)
        left = x * self._unit - (width / 2 if align == "centre" else 0)
        at = (round(left), round(y * self._unit))
        cv2.putText(self.pixels, words, at, _ink(colour), face, size, weight)
        return width / self._unit

    def paste(
        self, picture: Field | NDArray[np.uint8], x: float, y: float, w: float, h: float
    ) -> None:
        """Lay an image (bytes, or colours 0..1) into the rectangle."""
        if picture.dtype != np.uint8:
            picture = np.clip(picture * 255, 0, 255).astype(np.uint8)
        left, top = round(x * self._unit), round(y * self._unit)
        right, bottom = round((x + w) * self._unit), round((y + h) * self._unit)
        if right <= left or bottom <= top:
            return
        shrinks = (right - left) < picture.shape[1]
        how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
        small = cv2.resize(picture, (right - left, bottom - top), interpolation=how)
        rows, columns = self.pixels.shape[:2]
        first, last = max(top, 0), min(bottom, rows)
        begin, end = max(left, 0), min(right, columns)
        if last > first and end > begin:
            part = small[first - top : last - top, begin - left : end - left]
            self.pixels[first:last, begin:end] = part

    def colours(self) -> Field:
        """The picture (256, 256 * aspect, 3) as colours 0..1."""
        return np.asarray(self.bytes() / np.float32(255), np.float32)

    def bytes(self) -> NDArray[np.uint8]:
        """The picture (256, 256 * aspect, 3)."""
        rows, columns = self.pixels.shape[:2]
        size = (columns // _SCALE, rows // _SCALE)
        return np.asarray(cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA), np.uint8)

    def _text_width(self, words: str, face: cv2.FontFace, size: int, weight: int) -> float:
        box = cv2.getTextSize((1, 1), words, (0, 0), face, size, weight)
        return float(box[2])

    def _shifts(self, points: Points) -> list[tuple[float, float]]:
        if not self._wrap:
            return [(0.0, 0.0)]
        low, high = points.min(0) - 0.02, points.max(0) + 0.02
        right = [k for k in (-2, -1, 0, 1, 2) if high[0] + k > 0 and low[0] + k < 1]
        down = [k for k in (-2, -1, 0, 1, 2) if high[1] + k > 0 and low[1] + k < 1]
        return [(float(i), float(j)) for i in right for j in down]


def ellipse(x: float, y: float, a: float, b: float, turned: float = 0.0, steps: int = 28) -> Points:
    """Outline (steps, 2) of an ellipse with half axes a, b, turned by radians."""
    t = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    px, py = a * np.cos(t), b * np.sin(t)
    c, s = np.cos(turned), np.sin(turned)
    return np.stack([x + c * px - s * py, y + s * px + c * py], 1)


def smooth(points: Points, closed: bool = True, rounds: int = 2) -> Points:
    """The outline with its corners cut (Chaikin)."""
    for _ in range(rounds):
        following = np.roll(points, -1, 0)
        if not closed:
            points, following = points[:-1], following[:-1]
        points = np.stack([0.75 * points + 0.25 * following, 0.25 * points + 0.75 * following], 1)
        points = points.reshape(-1, 2)
    return points


_STARTS = "b br c cl d f fl g gr h j k l m n p pl qu r s sh st t tr v w z".split()
_VOWELS = "a e i o u a e o ai ea ou".split()
_ENDS = "n r l s x ra na ta lo to va ly ster field wood mont brook well ley ton dale".split()
_NOUNS = (
    "river garden winter letter island window stranger summer silence mountain road harvest "
    "ocean memory night house bread light paper forest city star bird bridge salt stone"
).split()
_ADJECTIVES = (
    "last quiet golden hidden long small blue broken early distant wild secret green lost "
    "burning tender hollow silver common open"
).split()


def name(rng: Rng) -> str:
    """An invented proper name."""
    middle = rng.choice(_STARTS) + rng.choice(_VOWELS)
    word = rng.choice(_STARTS) + rng.choice(_VOWELS)
    if rng.random() < 0.4:
        word += middle
    return str(word + rng.choice(_ENDS)).capitalize()


def title(rng: Rng) -> str:
    """An invented title of two or three words."""
    noun, adjective = str(rng.choice(_NOUNS)), str(rng.choice(_ADJECTIVES))
    forms = [
        f"the {adjective} {noun}",
        f"{adjective} {noun}",
        f"a {noun} of {rng.choice(_NOUNS)}",
        f"{noun} & {rng.choice(_NOUNS)}",
        f"the {noun}",
    ]
    return forms[int(rng.integers(len(forms)))].title()


def sentence(rng: Rng, words: int) -> str:
    """Invented lower-case text; up to three words are without small words such as 'the'."""
    pool = _NOUNS + _ADJECTIVES
    if words > 3:
        pool = pool + "the of and in a to it was with by for on".split() * 3
    return " ".join(str(word) for word in rng.choice(pool, words))


def fine_print(
    canvas: Canvas,
    rng: Rng,
    x: float,
    y: float,
    width: float,
    lines: int,
    pitch: float,
    colour: Colour,
) -> None:
    """Lines of text too small to read, drawn as words of grey strokes."""
    for k in range(lines):
        at, end = x, x + width * (rng.uniform(0.4, 0.8) if k == lines - 1 else 1.0)
        while at < end:
            long = min(rng.uniform(0.8, 4.0) * pitch, end - at)
            top = y + k * pitch
            canvas.box(at, top, long, pitch * 0.42, colour)
            if rng.random() < 0.5:
                canvas.box(at + long * 0.3, top - pitch * 0.16, pitch * 0.16, pitch * 0.3, colour)
            at += long + pitch * 0.4
