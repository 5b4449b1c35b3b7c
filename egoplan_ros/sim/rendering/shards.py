# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is left of a broken thing: the pieces of its own surface, lying where it stood."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.shapes.solid import Part, Shape

PIECES = (7, 13)
SPREAD = 1.15
"""How far pieces lie from the middle at most, in half extents of the whole thing."""
STANDING = 0.3
"""Share of pieces that stay upright instead of lying flat."""


def shards(shape: Shape, parts: Sequence[Part], seed: int) -> list[Part]:
    """The triangles of some parts in pieces on the ground, in the frame of the shape.

    Triangles that lie close together make up a piece (Voronoi cells of seeded points).
    """
    rng = np.random.default_rng(seed)
    centers = [p.vertices[p.faces].mean(1) for p in parts]
    everything = np.concatenate(centers).astype(float)
    count = min(int(rng.integers(PIECES[0], PIECES[1])), len(everything))
    unit = np.maximum(np.ptp(everything, axis=0), 1e-3)
    sites = everything[rng.choice(len(everything), count, replace=False)] / unit
    nearest = np.argmin(((everything / unit)[:, None] - sites[None]) ** 2 @ np.ones(3), axis=1)
    moves = [_fallen(rng, shape, parts, centers, nearest == k) for k in range(count)]
    out, start = [], 0
    for part, middle in zip(parts, centers, strict=True):
        mine = nearest[start : start + len(middle)]
        start += len(middle)
        # Every triangle gets corners of its own: neighbours in other pieces move otherwise.
        corners = part.vertices[part.faces].astype(float)
        for k in np.unique(mine):
            turned, pivot, place = moves[k]
            rows = mine == k
            corners[rows] = (corners[rows] - pivot) @ turned.T + place
        faces = np.arange(3 * len(part.faces), dtype=np.int32).reshape(-1, 3)
        uv = part.uv
        vertices = corners.reshape(-1, 3).astype(np.float32)
        out.append(replace(part, vertices=vertices, faces=faces, uv=uv, normals=None, link=-1))
    floor = -float(shape.half[1])
    for part in out:
        part.vertices[:, 1] = np.maximum(part.vertices[:, 1], floor + 1e-3)
    return out


def _fallen(
    rng: np.random.Generator,
    shape: Shape,
    parts: Sequence[Part],
    centers: list[NDArray[np.float32]],
    chosen: NDArray[np.bool_],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Rotation (3, 3), pivot (3,) and new place (3,) of one piece."""
    corners, start = [], 0
    for part, middle in zip(parts, centers, strict=True):
        rows = chosen[start : start + len(middle)]
        start += len(middle)
        corners.append(part.vertices[part.faces[rows]].reshape(-1, 3))
    points = np.concatenate(corners).astype(float)
    pivot = points.mean(0)
    turned = _about_y(rng.uniform(0, 2 * np.pi))
    if rng.random() > STANDING and len(points) > 3:
        # Its thinnest extent points up: it lies flat.
        _, _, axes = np.linalg.svd(points - pivot, full_matrices=False)
        frame = np.stack([axes[0], axes[2], axes[1]])
        if np.linalg.det(frame) < 0:
            frame[0] *= -1
        turned = turned @ frame
    around = (points - pivot) @ turned.T
    angle, far = rng.uniform(0, 2 * np.pi), np.sqrt(rng.uniform(0.05, 1.0)) * SPREAD
    half = shape.half
    place = np.array([far * half[0] * np.cos(angle), 0.0, far * half[2] * np.sin(angle)])
    place[1] = -half[1] - around[:, 1].min() + rng.uniform(0, 0.25) * np.ptp(around[:, 1])
    return turned, pivot, place


def _about_y(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
