# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Triangles of a shape ready to be drawn: smooth normals and texture coordinates per corner."""

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from egoplan_ros.sim.rendering.textures import span_of
from egoplan_ros.sim.shapes.solid import Part

CREASE = float(np.cos(np.radians(38.0)))
"""Faces that meet at a smaller angle are one curved surface."""


@dataclass(slots=True)
class DrawnPart:
    """A part's corner normals (T, 3, 3), texture coordinates (T, 3, 2) in repeats of the image,
    and repeats per metre (T,)."""

    normals: NDArray[np.float32]
    uv: NDArray[np.float32]
    density: NDArray[np.float32]


def drawn(part: Part) -> DrawnPart:
    """Normals and texture coordinates of a part, in its own frame."""
    vertices = np.ascontiguousarray(part.vertices, np.float32)
    faces = np.ascontiguousarray(part.faces, np.int32)
    if part.normals is not None:
        normals = np.ascontiguousarray(part.normals[faces], np.float32)
    else:
        normals = corner_normals(vertices, faces, CREASE)
    # Nothing is mapped to bare colours; decals are laid on by position.
    span = span_of(part.material)
    if span is None:
        uv = np.zeros((len(faces), 3, 2), np.float32)
        return DrawnPart(normals, uv, np.ones(len(faces), np.float32))
    if part.uv is None:
        mapped = projected(vertices, faces, span)
    elif span > 0:
        mapped = _in_metres(vertices, faces, part.uv, span)
    else:
        mapped = np.ascontiguousarray(part.uv, np.float32)
    return DrawnPart(normals, mapped, _density(vertices, faces, mapped))


def _in_metres(
    vertices: NDArray[np.float32], faces: NDArray[np.int32], uv: NDArray[np.float32], span: float
) -> NDArray[np.float32]:
    """Coordinates that wrap once, stretched so that one repeat covers about `span` metres.

    Whole repeats, as the wrap's ends meet.
    """
    tri = vertices[faces]
    out = uv.copy()
    for axis in (0, 1):
        a, b = np.diff(tri, axis=1).reshape(-1, 3), np.diff(uv[..., axis], axis=1).reshape(-1)
        moved = np.abs(b) > 1e-4
        if moved.any():
            metres = np.percentile(np.linalg.norm(a[moved], axis=1) / np.abs(b[moved]), 60)
            out[..., axis] *= max(round(float(metres) / span), 1)
    return out


@njit(cache=True, fastmath=False, inline="always")
def _normal(
    vertices: NDArray[np.float32], faces: NDArray[np.int32], k: int
) -> tuple[float, float, float]:
    """Normal of a triangle, as long as twice its area, in single precision as the rays are."""
    a, b, c = faces[k, 0], faces[k, 1], faces[k, 2]
    x0, y0, z0 = (
        vertices[b, 0] - vertices[a, 0],
        vertices[b, 1] - vertices[a, 1],
        vertices[b, 2] - vertices[a, 2],
    )
    x1, y1, z1 = (
        vertices[c, 0] - vertices[a, 0],
        vertices[c, 1] - vertices[a, 1],
        vertices[c, 2] - vertices[a, 2],
    )
    return y0 * z1 - z0 * y1, z0 * x1 - x0 * z1, x0 * y1 - y0 * x1


@njit(cache=True, fastmath=False)
def _density(
    vertices: NDArray[np.float32], faces: NDArray[np.int32], uv: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Repeats of the image per metre (T,)."""
    out = np.empty(len(faces), np.float32)
    for k in range(len(faces)):
        x, y, z = _normal(vertices, faces, k)
        area = np.sqrt(x * x + y * y + z * z) + 1e-12
        p, q = uv[k, 1, 0] - uv[k, 0, 0], uv[k, 1, 1] - uv[k, 0, 1]
        r, s = uv[k, 2, 0] - uv[k, 0, 0], uv[k, 2, 1] - uv[k, 0, 1]
        out[k] = np.sqrt(abs(p * s - q * r) / area)
    return out


@njit(cache=True, fastmath=False)
def projected(
    vertices: NDArray[np.float32], faces: NDArray[np.int32], span: float
) -> NDArray[np.float32]:
    """Texture coordinates (T, 3, 2) projected along each face's main axis, reading upright.

    Fronts are those to +z; tops have their upper edge towards -z. The image's u runs along the
    longer side of the part where the texture repeats (grain, boards); with a `span` of 0 the image
    covers the part's side once.
    """
    low, high = np.full(3, 1e30), np.full(3, -1e30)
    for k in range(len(vertices)):
        for c in range(3):
            low[c] = min(low[c], vertices[k, c])
            high[c] = max(high[c], vertices[k, c])
    size = np.maximum(high - low, 1e-6)
    out = np.empty((len(faces), 3, 2), np.float32)
    for k in range(len(faces)):
        a, b, d = faces[k, 0], faces[k, 1], faces[k, 2]
        x, y, z = _normal(vertices, faces, k)
        x, y, z = abs(x), abs(y), abs(z)
        axis = 0 if x >= y and x >= z else 1 if y >= z else 2
        # Which way a face looks is told by where it lies, as windings are not kept.
        place = (vertices[a, axis] + vertices[b, axis] + vertices[d, axis]) / 3
        outer = place >= (low[axis] + high[axis]) / 2
        across, down = (2, 1) if axis == 0 else (0, 2) if axis == 1 else (0, 1)
        mirrored = (not outer) if axis == 0 else True if axis == 1 else outer
        for j in range(3):
            n = faces[k, j]
            u = (
                high[across] - vertices[n, across]
                if mirrored
                else vertices[n, across] - low[across]
            )
            v = vertices[n, down] - low[down] if axis == 1 else high[down] - vertices[n, down]
            if span == 0:
                out[k, j, 0], out[k, j, 1] = u / size[across], v / size[down]
            elif size[down] > size[across] * 1.2:
                out[k, j, 0], out[k, j, 1] = v / span, u / span
            else:
                out[k, j, 0], out[k, j, 1] = u / span, v / span
    return out


@njit(cache=True, fastmath=False)
def corner_normals(
    vertices: NDArray[np.float32], faces: NDArray[np.int32], crease: float
) -> NDArray[np.float32]:
    """Unit normals (T, 3, 3) of triangle corners: faces at one vertex that meet at less than the
    crease angle (given as its cosine) share theirs, weighted by area, whichever way they wind."""
    count, known = len(faces), len(vertices)
    face = np.zeros((count, 3), np.float64)
    for k in range(count):
        face[k, 0], face[k, 1], face[k, 2] = _normal(vertices, faces, k)
    first = np.zeros(known + 1, np.int64)
    for k in range(count):
        for j in range(3):
            first[faces[k, j] + 1] += 1
    for k in range(known):
        first[k + 1] += first[k]
    fill = first[:-1].copy()
    around = np.empty(3 * count, np.int64)
    for k in range(count):
        for j in range(3):
            around[fill[faces[k, j]]] = k
            fill[faces[k, j]] += 1
    out = np.empty((count, 3, 3), np.float32)
    for k in range(count):
        length = np.sqrt(face[k, 0] ** 2 + face[k, 1] ** 2 + face[k, 2] ** 2) + 1e-20
        for j in range(3):
            sx, sy, sz = 0.0, 0.0, 0.0
            for m in range(first[faces[k, j]], first[faces[k, j] + 1]):
                o = around[m]
                dot = face[k, 0] * face[o, 0] + face[k, 1] * face[o, 1] + face[k, 2] * face[o, 2]
                other = np.sqrt(face[o, 0] ** 2 + face[o, 1] ** 2 + face[o, 2] ** 2) + 1e-20
                cosine = dot / (length * other)
                if abs(cosine) >= crease:
                    way = 1.0 if cosine > 0 else -1.0
                    sx += way * face[o, 0]
                    sy += way * face[o, 1]
                    sz += way * face[o, 2]
            size = np.sqrt(sx * sx + sy * sy + sz * sz) + 1e-20
            out[k, j, 0] = sx / size
            out[k, j, 1] = sy / size
            out[k, j, 2] = sz / size
    return out


@njit(cache=True, fastmath=False)
def planes_of(vertices: NDArray[np.float32], faces: NDArray[np.int32]) -> NDArray[np.float64]:
    """Unit normal and distance from the origin (T, 4) of each triangle's plane."""
    out = np.empty((len(faces), 4))
    for k in range(len(faces)):
        a = faces[k, 0]
        x, y, z = _normal(vertices, faces, k)
        length = np.sqrt(float(x) * x + float(y) * y + float(z) * z) + 1e-20
        out[k, 0], out[k, 1], out[k, 2] = x / length, y / length, z / length
        out[k, 3] = (
            out[k, 0] * vertices[a, 0] + out[k, 1] * vertices[a, 1] + out[k, 2] * vertices[a, 2]
        )
    return out
