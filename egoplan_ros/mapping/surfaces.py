# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Compiled kernels of the pose correction: a table of cells, their planes, and the fit to them.

Each cell of a lattice is known by one key; ``keys`` is the table with open addressing, -1 is free.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def slot(keys, key):
    """Index of the key, or of the free place where it belongs."""
    mask = keys.shape[0] - 1
    k = (key * 0x9E3779B97F4A7C1) >> 20 & mask
    while keys[k] != key and keys[k] != -1:
        k = (k + 1) & mask
    return k


@njit(cache=True)
def key_of(x, y, z, cell):
    """The key of the cell of a point, 21 bits an axis."""
    half = 1 << 20
    ix = int(np.floor(x / cell)) + half
    iy = int(np.floor(y / cell)) + half
    iz = int(np.floor(z / cell)) + half
    return (ix << 42) | (iy << 21) | iz


@njit(cache=True)
def count_in(keys, sums, points, cell, cap):
    """Count points ``(n, 3)`` in; returns the number of new cells."""
    fresh = 0
    for i in range(points.shape[0]):
        x, y, z = points[i]
        k = slot(keys, key_of(x, y, z, cell))
        if keys[k] == -1:
            keys[k] = key_of(x, y, z, cell)
            fresh += 1
        if sums[k, 0] >= cap:
            for j in range(10):
                sums[k, j] *= 0.5
        # About the cell's corner, so that squares keep their digits.
        x -= np.floor(x / cell) * cell
        y -= np.floor(y / cell) * cell
        z -= np.floor(z / cell) * cell
        row = sums[k]
        row[0] += 1.0
        row[1] += x
        row[2] += y
        row[3] += z
        row[4] += x * x
        row[5] += x * y
        row[6] += x * z
        row[7] += y * y
        row[8] += y * z
        row[9] += z * z
    return fresh


@njit(cache=True)
def flatten(keys, sums, planes, points, cell, settled, thick):
    """Planes of the cells in which points lie: normal, offset from the cell's corner, variance.

    The variance is 0 where the cell holds no plane.
    """
    cov = np.empty((3, 3))
    last = -1
    for i in range(points.shape[0]):
        key = key_of(points[i, 0], points[i, 1], points[i, 2], cell)
        if key == last:
            continue
        last = key
        k = slot(keys, key)
        n = sums[k, 0]
        if keys[k] == -1 or n < settled or planes[k, 5] == n:
            continue
        planes[k, 5] = n
        mx = sums[k, 1] / n
        my = sums[k, 2] / n
        mz = sums[k, 3] / n
        cov[0, 0] = sums[k, 4] / n - mx * mx
        cov[0, 1] = cov[1, 0] = sums[k, 5] / n - mx * my
        cov[0, 2] = cov[2, 0] = sums[k, 6] / n - mx * mz
        cov[1, 1] = sums[k, 7] / n - my * my
        cov[1, 2] = cov[2, 1] = sums[k, 8] / n - my * mz
        cov[2, 2] = sums[k, 9] / n - mz * mz
        values, vectors = np.linalg.eigh(cov)
        flat = values[0] < thick * thick and values[1] > 16.0 * max(values[0], 1e-6)
        planes[k, 0] = vectors[0, 0]
        planes[k, 1] = vectors[1, 0]
        planes[k, 2] = vectors[2, 0]
        planes[k, 3] = vectors[0, 0] * mx + vectors[1, 0] * my + vectors[2, 0] * mz
        planes[k, 4] = values[0] if flat else 0.0
        if flat and planes[k, 4] <= 0.0:
            planes[k, 4] = 1e-9


@njit(cache=True)
def normal_equations(keys, planes, points, centre, cell, spread):
    """Gauss-Newton system of a small motion (rotation about ``centre``, then translation)."""
    h = np.zeros((6, 6))
    g = np.zeros(6)
    jac = np.empty(6)
    used = 0
    misfit = 0.0
    for i in range(points.shape[0]):
        x, y, z = points[i]
        k = slot(keys, key_of(x, y, z, cell))
        if keys[k] == -1 or planes[k, 4] <= 0.0:
            continue
        nx, ny, nz = planes[k, 0], planes[k, 1], planes[k, 2]
        gap = (
            nx * (x - np.floor(x / cell) * cell)
            + ny * (y - np.floor(y / cell) * cell)
            + nz * (z - np.floor(z / cell) * cell)
            - planes[k, 3]
        )
        variance = planes[k, 4] + spread
        weight = 1.0 / (1.0 + gap * gap / (9.0 * variance)) ** 2 / variance
        px, py, pz = x - centre[0], y - centre[1], z - centre[2]
        jac[0] = py * nz - pz * ny
        jac[1] = pz * nx - px * nz
        jac[2] = px * ny - py * nx
        jac[3], jac[4], jac[5] = nx, ny, nz
        for r in range(6):
            g[r] += weight * jac[r] * gap
            for c in range(6):
                h[r, c] += weight * jac[r] * jac[c]
        misfit += min(gap * gap / variance, 9.0)
        used += 1
    return h, g, used, misfit / max(used, 1)
