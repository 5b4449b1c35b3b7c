# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Seamless noise on a 256 x 256 image: spectral fields, cells, warps and relief shading.

Every field is periodic in both directions, so that a texture built on it tiles. Fields are float32
arrays (rows, columns); lengths are in images (1 = the whole width) or cycles per image.
"""

from functools import lru_cache

import cv2
import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import fft

SIZE = 256
Field = NDArray[np.float32]
Rng = np.random.Generator


@lru_cache(maxsize=4)
def grid(rows: int = SIZE, columns: int = SIZE) -> tuple[Field, Field]:
    """Coordinates (u, v) of the pixel centres in [0, 1): u to the right, v down."""
    u = (np.arange(columns, dtype=np.float32) + 0.5) / np.float32(columns)
    v = (np.arange(rows, dtype=np.float32) + 0.5) / np.float32(rows)
    across, down = np.meshgrid(u, v)
    return across, down


@lru_cache(maxsize=256)
def _filter(
    slope: float, low: float, high: float, along: float, across: float, shape: tuple[int, int]
) -> Field:
    rows, columns = shape
    fy = (np.fft.fftfreq(rows) * rows).astype(np.float32)[:, None]
    fx = (np.fft.rfftfreq(columns) * rows).astype(np.float32)[None, :]
    f = np.hypot(fx * along, fy * across)
    gain = np.power(np.maximum(f, 0.5), -slope)
    gain *= 1.0 / (1.0 + (low / np.maximum(f, 1e-3)) ** 6) / (1.0 + (f / high) ** 6)
    gain[0, 0] = 0.0
    return np.asarray(gain, np.float32)


def spectral(
    rng: Rng,
    slope: float = 1.5,
    low: float = 0.5,
    high: float = 200.0,
    along: float = 1.0,
    across: float = 1.0,
    shape: tuple[int, int] = (SIZE, SIZE),
) -> Field:
    """Gaussian noise of mean 0 and deviation 1 whose amplitude falls with frequency ** -slope.

    low, high: the band in cycles per image height; along, across: how many times longer than wide
    the structure is to the right and down (a grain along u has along > 1).
    """
    gain = _filter(slope, low, high, along, across, shape)
    rows, columns = gain.shape
    # Frequencies far above the band have no share in the sum, so none are drawn for them.
    down = min(rows // 2, int(2.5 * high / across) + 2)
    right = min(columns, int(2.5 * high / along * shape[1] / shape[0]) + 2)
    white = rng.standard_normal((2 * down, right, 2), np.float32).view(np.complex64)[..., 0]
    spectrum = np.zeros(gain.shape, np.complex64)
    spectrum[:down, :right] = white[:down] * gain[:down, :right]
    spectrum[-down:, :right] = white[down:] * gain[-down:, :right]
    field = np.asarray(fft.irfft2(spectrum, s=shape), np.float32)
    deviation = float(field.std())
    return field * np.float32(1.0 / deviation if deviation > 0 else 1.0)


def unit(field: Field, sharpness: float = 1.0) -> Field:
    """Gaussian noise squeezed into 0..1; a sharpness above 1 makes it more two-valued."""
    return np.asarray(0.5 + 0.5 * np.tanh(np.float32(0.85 * sharpness) * field), np.float32)


def step(field: NDArray[np.floating], edge: float, width: float) -> Field:
    """0 below the edge, 1 above it, with a smooth transition of the given width."""
    away = np.asarray(field, np.float32) - np.float32(edge - width / 2)
    t = np.clip(away / np.float32(width), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), np.float32)


def warp(
    image: Field, right: NDArray[np.floating] | float, down: NDArray[np.floating] | float
) -> Field:
    """The image read at places moved by right and down (in images), periodically."""
    rows, columns = image.shape[:2]
    u, v = grid(rows, columns)
    x = np.asarray((u + right) * np.float32(columns) - np.float32(0.5), np.float32)
    y = np.asarray((v + down) * np.float32(rows) - np.float32(0.5), np.float32)
    moved = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(moved, np.float32)


def sample(image: Field, x: Field, y: Field) -> Field:
    """The periodic image read at pixel coordinates x, y of any size."""
    x, y = np.asarray(x, np.float32), np.asarray(y, np.float32)
    found = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(found, np.float32)


def scattered(rng: Rng, columns: int, rows: int, jitter: float = 1.0) -> Field:
    """Points (rows * columns, 2) in [0, 1), one in each cell of a grid."""
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    points = np.stack([x.ravel(), y.ravel()], 1) + 0.5
    points = points + (rng.random(points.shape) - 0.5) * jitter
    return np.asarray(points / [columns, rows], np.float32)


def worley(
    rng: Rng, columns: int, rows: int, jitter: float = 1.0
) -> tuple[Field, Field, NDArray[np.int32]]:
    """Distances to the nearest and the second nearest of scattered points, and the nearest's index.

    Distances are in widths of a cell of the grid, so about 0..1.
    """
    points = scattered(rng, columns, rows, jitter) * np.array([columns, rows], np.float32)
    return nearest(points.reshape(rows, columns, 2), 1.0)


@njit(cache=True)
def nearest(points: Field, tall: float) -> tuple[Field, Field, NDArray[np.int32]]:
    """As worley, for points (rows, columns, 2) of a grid of cells `tall` times as high as wide."""
    rows, columns = points.shape[:2]
    first = np.empty((SIZE, SIZE), np.float32)
    second = np.empty((SIZE, SIZE), np.float32)
    owner = np.empty((SIZE, SIZE), np.int32)
    for j in range(SIZE):
        y = (j + 0.5) / SIZE * rows
        row = int(y)
        for i in range(SIZE):
            x = (i + 0.5) / SIZE * columns
            column = int(x)
            near, far, mine = 1e9, 1e9, 0
            for down in range(-1, 2):
                r = (row + down) % rows
                for right in range(-1, 2):
                    c = (column + right) % columns
                    dx = points[r, c, 0] + (column + right - c) - x
                    dy = (points[r, c, 1] + (row + down - r) - y) * tall
                    distance = dx * dx + dy * dy
                    if distance < near:
                        far, near, mine = near, distance, r * columns + c
                    elif distance < far:
                        far = distance
            first[j, i], second[j, i] = np.sqrt(near), np.sqrt(far)
            owner[j, i] = mine
    return first, second, owner


def slope_light(
    height: Field, strength: float = 1.0, right: float = 0.95, down: float = 0.45
) -> Field:
    """Brightness (about 1) of a relief lit from the upper left; height in pixels."""
    dx = np.roll(height, -1, 1) - np.roll(height, 1, 1)
    dy = np.roll(height, -1, 0) - np.roll(height, 1, 0)
    shade = np.float32(strength * 0.5) * (dx * np.float32(right) + dy * np.float32(down))
    return np.asarray(np.clip(1.0 + shade, 0.35, 1.65), np.float32)


def blur(image: Field, sigma: float) -> Field:
    """Periodic Gaussian blur; sigma in pixels."""
    pad = int(3 * sigma) + 1
    wide = cv2.copyMakeBorder(image, pad, pad, pad, pad, cv2.BORDER_WRAP)
    soft = cv2.GaussianBlur(wide, (0, 0), sigma)
    return np.asarray(soft[pad:-pad, pad:-pad], np.float32)


def profile(rng: Rng, length: int = SIZE, slope: float = 1.5, high: float = 64.0) -> Field:
    """Periodic noise (length,) of mean 0 and deviation 1."""
    f = np.fft.rfftfreq(length) * length
    gain = np.power(np.maximum(f, 1.0), -slope) / (1 + (f / high) ** 6)
    gain[0] = 0
    white = rng.standard_normal((len(f), 2)) @ np.array([1, 1j])
    line = np.fft.irfft(white * gain, n=length)
    return np.asarray(line / (line.std() + 1e-9), np.float32)
