"""Images of the surfaces in use, packed into one buffer with their mip pyramids."""

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.textures.catalogue import TEXTURES
from egoplan_ros.sim.textures.store import pyramid, texture

Key = tuple[str, int]
COLUMNS = 3
"""Of an atlas entry: where its texels begin, width and height of its largest level."""


def key_of(material: Material) -> Key | None:
    """The image a material shows; None for a bare colour."""
    if not material.texture:
        return None
    return material.texture, material.number % TEXTURES[material.texture].count


def span_of(material: Material) -> float | None:
    """Metres one repeat covers, 0 for whole pictures, None without an image."""
    if not material.texture:
        return None
    return TEXTURES[material.texture].span if material.span is None else material.span


class Atlas:
    """Texels (N, 4) of all images asked for so far, and where each begins (entries (S, 3))."""

    def __init__(self) -> None:
        self._slots: dict[Key, int] = {}
        self._count = 0
        self.texels: NDArray[np.uint8] = np.zeros((1 << 16, 4), np.uint8)
        self.entries: NDArray[np.int64] = np.zeros((0, COLUMNS), np.int64)

    def slots(self, keys: Sequence[Key | None]) -> list[int]:
        """Entries of some images, loaded where they are not yet; -1 for None."""
        new = [k for k in dict.fromkeys(keys) if k is not None and k not in self._slots]
        if new:
            self._load(new)
        return [-1 if k is None else self._slots[k] for k in keys]

    def _load(self, keys: list[Key]) -> None:
        images = [texture(*key) for key in keys]
        levels = [pyramid(image) for image in images]
        need = self._count + sum(len(p) for p in levels)
        if need > len(self.texels):
            grown = np.zeros((max(need, len(self.texels) * 3 // 2), 4), np.uint8)
            grown[: self._count] = self.texels[: self._count]
            self.texels = grown
        rows = []
        for key, image, flat in zip(keys, images, levels, strict=True):
            self._slots[key] = len(self._slots)
            self.texels[self._count : self._count + len(flat)] = flat
            rows.append((self._count, image.shape[1], image.shape[0]))
            self._count += len(flat)
        self.entries = np.concatenate([self.entries, np.array(rows, np.int64)])


@njit(cache=True, fastmath=True, inline="always")
def sample(
    texels: NDArray[np.uint8],
    entries: NDArray[np.int64],
    slot: int,
    u: float,
    v: float,
    texel: float,
) -> tuple[float, float, float, float]:
    """Colour and opacity in [0, 1] of an image at (u, v), blended between texels, from the level
    whose texels are about `texel` wide, in repeats of the image."""
    begin, wide, high = entries[slot, 0], entries[slot, 1], entries[slot, 2]
    footprint = texel * wide
    while footprint > 1.5 and (wide > 1 or high > 1):
        begin += wide * high
        wide = max(wide >> 1, 1)
        high = max(high >> 1, 1)
        footprint *= 0.5
    x = (u - np.floor(u)) * wide - 0.5
    y = (v - np.floor(v)) * high - 0.5
    i, j = int(np.floor(x)), int(np.floor(y))
    fx, fy = x - i, y - j
    i0 = i if i >= 0 else i + wide
    j0 = j if j >= 0 else j + high
    i1 = i + 1 if i + 1 < wide else i + 1 - wide
    j1 = j + 1 if j + 1 < high else j + 1 - high
    a, b = begin + j0 * wide + i0, begin + j0 * wide + i1
    c, d = begin + j1 * wide + i0, begin + j1 * wide + i1
    wa, wb = (1 - fx) * (1 - fy), fx * (1 - fy)
    wc, wd = (1 - fx) * fy, fx * fy
    s = np.float32(1 / 255.0)
    return (
        s * (wa * texels[a, 0] + wb * texels[b, 0] + wc * texels[c, 0] + wd * texels[d, 0]),
        s * (wa * texels[a, 1] + wb * texels[b, 1] + wc * texels[c, 1] + wd * texels[d, 1]),
        s * (wa * texels[a, 2] + wb * texels[b, 2] + wc * texels[c, 2] + wd * texels[d, 2]),
        s * (wa * texels[a, 3] + wb * texels[b, 3] + wc * texels[c, 3] + wd * texels[d, 3]),
    )
