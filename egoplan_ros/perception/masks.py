# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks of things from boxes about them, on RGB-D (shared by the back ends that have boxes only).

In a box lie the thing, what it stands on, and what is behind it. A plane is linear in inverse depth
over the image, whatever the camera's intrinsics: 1 / z = a u + b v + c. So the surface that goes on
around the box is found there and removed; of the rest, what is farther from the bulk than a thing
of that size reaches is something else. Without depth, GrabCut (Rother et al. 2004) tells the thing
by its colours.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Image = npt.NDArray[np.uint8]

FAR = 20.0
"""Metres beyond which depth is taken as unknown: no room is longer, and cameras saturate."""


@dataclass(frozen=True, slots=True)
class MaskSettings:
    """How masks are cut.

    Attributes:
        side: pixels of the longer side of a box to work in; larger boxes are shrunk.
        margin: share of the box's longer side that is looked at around it.
        rounds: of GrabCut.
        relief: share of the distance by which a thing stands out of a plane at least.
        reach: metres by which the parts of even a small thing are before or behind its middle.
        depth: the same, of a larger thing, as a share of its longer side.
        flat: share of a box that stands out, below which the thing counts as flat.
        few: share of a box with known depth, below which depth is not used.
    """

    side: int = 96
    margin: float = 0.35
    rounds: int = 1
    relief: float = 0.012
    reach: float = 0.06
    depth: float = 0.5
    flat: float = 0.2
    few: float = 0.3


_SAMPLES, _HYPOTHESES = 300, 48
"""Points about a box and triples of them that its planes are sought with."""


class MaskMaker:
    """Cuts masks; seeded, so that equal frames give equal masks."""

    def __init__(self, settings: MaskSettings | None = None) -> None:
        self.settings = settings or MaskSettings()

    def mask(
        self, rgb: Image, depth: Floats | None, box: tuple[int, int, int, int], focal: float
    ) -> Mask:
        """The thing in a box.

        Args:
            rgb: uint8 ``(h, w, 3)``.
            depth: float32 ``(h, w)`` metres; NaN, 0, inf and more than 20 m count as unknown.
            box: (x_min, y_min, x_max, y_max), inclusive.
            focal: focal length, pixels.

        Returns:
            bool, of the size of the box; at least one pixel is set.
        """
        left, top, right, bottom = box
        rows, columns = bottom - top + 1, right - left + 1
        margin = max(5, round(self.settings.margin * max(rows, columns)))
        window = (
            slice(max(top - margin, 0), min(bottom + margin + 1, rgb.shape[0])),
            slice(max(left - margin, 0), min(right + margin + 1, rgb.shape[1])),
        )
        scale = min(1.0, self.settings.side / max(rows, columns))
        colour = _scaled(rgb[window], scale, cv2.INTER_AREA)
        y0, x0 = top - window[0].start, left - window[1].start
        inner: Mask = np.zeros(colour.shape[:2], dtype=bool)
        y1, x1 = _end(y0 + rows, scale, inner.shape[0]), _end(x0 + columns, scale, inner.shape[1])
        y0, x0 = min(int(y0 * scale), y1 - 1), min(int(x0 * scale), x1 - 1)
        inner[y0:y1, x0:x1] = True
        inverse = None
        if depth is not None:
            near = _scaled(depth[window], scale, cv2.INTER_NEAREST)
            known = np.isfinite(near) & (near > 0.0) & (near < FAR)
            if known[inner].mean() >= self.settings.few:
                inverse = _filled(np.reciprocal(np.where(known, near, 1.0)), known)
        sight = max(rows, columns) / focal
        thing = self._thing(colour, inverse, inner, sight)[y0:y1, x0:x1]
        if not thing.any():
            thing[:] = True
        if thing.shape == (rows, columns):
            return thing
        grown = cv2.resize(thing.astype(np.float32), (columns, rows))
        found = np.asarray(grown > 0.5)
        return found if found.any() else np.ones((rows, columns), dtype=bool)

    def _thing(self, colour: Image, inverse: Floats | None, inner: Mask, sight: float) -> Mask:
        if inverse is None:
            return self._grabcut(colour, inner)
        thing = self._standing_out(inverse, inner, sight)
        # A screen, a book, a rug: depth does not tell it from what it lies in.
        return thing if thing[inner].mean() >= self.settings.flat else inner

    def _standing_out(self, inverse: Floats, inner: Mask, sight: float) -> Mask:
        """What is off the planes around the box and no farther from the bulk than it may reach.

        ``sight``: longer side of the box by the distance.
        """
        out = inner.copy()
        for plane in _planes(inverse, ~inner):
            # Nearer than a plane by a share of the distance; nothing of the thing is behind it.
            off = out & (inverse > plane * (1.0 + self.settings.relief))
            if off.sum() >= 0.08 * inner.sum():
                out = off
        if not out.any():
            return out
        away = np.reciprocal(inverse)
        middle = float(np.median(away[out]))
        reach = self.settings.reach + self.settings.depth * sight * middle
        return np.asarray(out & (np.abs(away - middle) < reach))

    def _grabcut(self, colour: Image, inner: Mask) -> Mask:
        """What differs in colour from what is around the box, beginning with an ellipse in it."""
        guess = _ellipse(inner)
        marks = np.full(inner.shape, cv2.GC_BGD, dtype=np.uint8)
        marks[inner] = cv2.GC_PR_BGD
        marks[guess] = cv2.GC_PR_FGD
        if min(np.count_nonzero(guess), np.count_nonzero(~inner)) < _FEWEST_SAMPLES:
            return inner
        cv2.setRNGSeed(0)
        lab = cv2.cvtColor(colour, cv2.COLOR_RGB2LAB)
        try:
            cv2.grabCut(
                lab,
                marks,
                (0, 0, 1, 1),  # not read: the marks say where to begin
                np.zeros((1, 65)),
                np.zeros((1, 65)),
                self.settings.rounds,
                cv2.GC_INIT_WITH_MASK,
            )
        except cv2.error:
            return inner  # all pixels are alike: there is nothing to tell the thing by
        found = np.asarray((marks == cv2.GC_PR_FGD) & inner)
        if not found.any():
            return inner
        # A thing fills its box: what reaches less far is a part of it, or something else.
        _, _, width, height = cv2.boundingRect(found.astype(np.uint8))
        return found if width * height >= 0.75 * np.count_nonzero(inner) else inner


_FEWEST_SAMPLES = 40
"""Pixels of thing and of background that GrabCut's mixtures of five Gaussians need."""


def _end(value: int, scale: float, limit: int) -> int:
    return max(1, min(round(value * scale), limit))


def _scaled(image: npt.NDArray[Any], scale: float, how: int) -> npt.NDArray[Any]:
    if scale >= 1.0:
        return np.ascontiguousarray(image)
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=how))


def _ellipse(inner: Mask) -> Mask:
    """The ellipse in the box: a thing without depth fills about that."""
    rows, columns = np.flatnonzero(inner.any(axis=1)), np.flatnonzero(inner.any(axis=0))
    y, x = np.ogrid[: inner.shape[0], : inner.shape[1]]
    centre = (0.5 * (rows[0] + rows[-1]), 0.5 * (columns[0] + columns[-1]))
    half = (0.5 * len(rows), 0.5 * len(columns))
    inside = ((y - centre[0]) / half[0]) ** 2 + ((x - centre[1]) / half[1]) ** 2 <= 0.81
    return np.asarray(inside & inner)


def _planes(inverse: Floats, around: Mask) -> list[Floats]:
    """Inverse depth over the window of the one or two largest planes around a box.

    RANSAC (Fischler and Bolles 1981) on inverse depth, then least squares on what lies on it.
    """
    v, u = np.nonzero(around)
    if len(v) > _SAMPLES:
        kept = np.linspace(0, len(v) - 1, _SAMPLES).astype(int)
        v, u = v[kept], u[kept]
    table = np.stack([u, v, np.ones_like(u)], axis=1).astype(np.float64)
    values = inverse[v, u].astype(np.float64)
    y, x = np.mgrid[: inverse.shape[0], : inverse.shape[1]]
    found: list[Floats] = []
    total = len(values)
    random = np.random.default_rng(0)
    while len(found) < 2 and len(values) >= max(12, 0.25 * total):
        triples = random.integers(0, len(values), (_HYPOTHESES, 3))
        matrices, rights = table[triples], values[triples]
        fine = np.abs(np.linalg.det(matrices)) > 1.0
        if not fine.any():
            break
        planes = np.linalg.solve(matrices[fine], rights[fine][..., None])[..., 0]
        near = np.abs(table @ planes.T - values[:, None]) < 0.01 * values[:, None]
        best = near[:, near.sum(axis=0).argmax()]
        if best.sum() < max(9, 0.2 * total):
            break
        fitted, *_ = np.linalg.lstsq(table[best], values[best], rcond=None)
        found.append(np.asarray(fitted[0] * x + fitted[1] * y + fitted[2], dtype=np.float32))
        away = np.abs(table @ fitted - values) >= 0.02 * values
        table, values = table[away], values[away]
    return found


def _filled(inverse: npt.NDArray[np.floating], known: Mask) -> Floats:
    """Unknown pixels from the nearest known one.

    Depth cameras lose the pixels at the edges of things, on both sides.
    """
    values: Floats = inverse.astype(np.float32)
    if not known.all():
        _, nearest = cv2.distanceTransformWithLabels(
            (~known).astype(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
        )
        table = np.zeros(int(nearest.max()) + 1, dtype=np.float32)
        table[nearest[known]] = values[known]
        values = table[nearest]
    return values
