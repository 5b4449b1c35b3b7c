# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

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
    """Texels (N,) of all images asked for so far, red in the lowest byte, then green, blue and
    opacity; and where each image begins (entries (S, 3))."""

    def __init__(self) -> None:
        self._slots: dict[Key, int] = {}
        self._count = 0
        self.texels: NDArray[np.uint32] = np.zeros(1 << 16, np.uint32)
        self.entries: NDArray[np.int64] = np.zeros((0, COLUMNS), np.int64)

    def slots(self, keys: Sequence[Key | None]) -> list[int]:
        """Entries of some images, loaded where they are not yet; -1 for None."""
        new = [k for k in dict.fromkeys(keys) if k is not None and k not in self._slots]
        if new:
            self._load(new)
        return [-1 if k is None else self._slots[k] for k in keys]

    def _load(self, keys: list[Key]) -> None:
        images = [texture(*key) for key in keys]
        levels = [pyramid(image).view("<u4").ravel() for image in images]
        need = self._count + sum(len(p) for p in levels)
        if need > len(self.texels):
            grown = np.zeros(max(need, len(self.texels) * 3 // 2), np.uint32)
            grown[: self._count] = self.texels[: self._count]
            self.texels = grown
        rows = []
        for key, image, flat in zip(keys, images, levels, strict=True):
            self._slots[key] = len(self._slots)
            self.texels[self._count : self._count + len(flat)] = flat
            rows.append((self._count, image.shape[1], image.shape[0]))
            self._count += len(flat)
        self.entries = np.concatenate([self.entries, np.array(rows, np.int64)])


@njit(cache=True, error_model="numpy", inline="always")
def level_of(entries: NDArray[np.int64], slot: int, texel: float) -> tuple[int, int, int]:
    """First texel, width and height of the level of an image whose texels are about `texel` wide,
    in repeats of the image."""
    begin, wide, high = entries[slot, 0], entries[slot, 1], entries[slot, 2]
    footprint = texel * wide
    while footprint > 1.5 and (wide > 1 or high > 1):
        begin += wide * high
        wide = max(wide >> 1, 1)
        high = max(high >> 1, 1)
        footprint *= 0.5
    return begin, wide, high


_LANES = 0x00FF00FF00FF00FF
"""One byte in each two of an integer."""


@njit(cache=True, fastmath=True, error_model="numpy", inline="always")
def sample(
    texels: NDArray[np.uint32], begin: int, wide: int, high: int, u: np.float32, v: np.float32
) -> tuple[np.float32, np.float32, np.float32, np.float32]:
    """Colour and opacity in [0, 1] of one level of an image at (u, v), blended between texels.

    All four channels are blended at once in lanes of sixteen bits, with weights in 256ths.
    """
    x = (u - np.floor(u)) * np.float32(wide) + np.float32(0.5)
    y = (v - np.floor(v)) * np.float32(high) + np.float32(0.5)
    i, j = int(x), int(y)
    fx = int((x - np.float32(i)) * np.float32(256.0))
    fy = int((y - np.float32(j)) * np.float32(256.0))
    i0 = i - 1 if i > 0 else wide - 1
    j0 = j - 1 if j > 0 else high - 1
    i1 = i if i < wide else i - wide
    j1 = j if j < high else j - high
    # Unsigned, so that the compiler need not think of rows counted from the end.
    a, b = texels[np.uintp(begin + j0 * wide + i0)], texels[np.uintp(begin + j0 * wide + i1)]
    c, d = texels[np.uintp(begin + j1 * wide + i0)], texels[np.uintp(begin + j1 * wide + i1)]
    wa, wc = ((256 - fx) * (256 - fy) + 128) >> 8, ((256 - fx) * fy + 128) >> 8
    total = (
        ((np.int64(a) | (np.int64(a) << 24)) & _LANES) * wa
        + ((np.int64(b) | (np.int64(b) << 24)) & _LANES) * (256 - fy - wa)
        + ((np.int64(c) | (np.int64(c) << 24)) & _LANES) * wc
        + ((np.int64(d) | (np.int64(d) << 24)) & _LANES) * (fy - wc)
    )
    s = np.float32(1 / 65280.0)
    # Bytes of a texel are red, green, blue, opacity, the lowest first; lanes take every other one.
    return (
        s * np.float32(total & 0xFFFF),
        s * np.float32((total >> 32) & 0xFFFF),
        s * np.float32((total >> 16) & 0xFFFF),
        s * np.float32((total >> 48) & 0xFFFF),
    )
