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


def _density(
    vertices: NDArray[np.float32], faces: NDArray[np.int32], uv: NDArray[np.float32]
) -> NDArray[np.float32]:
    tri = vertices[faces]
    one, two = tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0]
    area = np.linalg.norm(np.cross(one, two), axis=1) + 1e-12
    a, b = uv[:, 1] - uv[:, 0], uv[:, 2] - uv[:, 0]
    mapped = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])
    return np.sqrt(mapped / area).astype(np.float32)


def projected(
    vertices: NDArray[np.float32], faces: NDArray[np.int32], span: float
) -> NDArray[np.float32]:
    """Texture coordinates (T, 3, 2) projected along each face's main axis, reading upright.

    Fronts are those to +z; tops have their upper edge towards -z. The image's u runs along the
    longer side of the part where the texture repeats (grain, boards); with a `span` of 0 the image
    covers the part's side once.
    """
    tri = vertices[faces].astype(np.float64)
    normal = np.cross(tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0])
    # Which way a face looks is told by where it lies, as windings are not kept.
    low, high = vertices.min(0).astype(np.float64), vertices.max(0).astype(np.float64)
    middle, size = (low + high) / 2, np.maximum(high - low, 1e-6)
    axis = np.argmax(np.abs(normal), axis=1)
    outer = np.take_along_axis(tri.mean(1) - middle, axis[:, None], 1)[:, 0] >= 0
    uv = np.empty((len(faces), 3, 2))
    for k, (across, down) in enumerate(((2, 1), (0, 2), (0, 1))):
        for side in (False, True):
            rows = (axis == k) & (outer == side)
            if not rows.any():
                continue
            u, v = tri[rows][..., across], tri[rows][..., down]
            mirrored = (not side, True, side)[k]
            u = high[across] - u if mirrored else u - low[across]
            v = v - low[down] if k == 1 else high[down] - v
            if span == 0:
                u, v = u / size[across], v / size[down]
            else:
                if size[down] > size[across] * 1.2:
                    u, v = v, u
                u, v = u / span, v / span
            uv[rows] = np.stack([u, v], -1)
    return uv.astype(np.float32)


@njit(cache=True, fastmath=False)
def corner_normals(
    vertices: NDArray[np.float32], faces: NDArray[np.int32], crease: float
) -> NDArray[np.float32]:
    """Unit normals (T, 3, 3) of triangle corners: faces at one vertex that meet at less than the
    crease angle (given as its cosine) share theirs, weighted by area, whichever way they wind."""
    count, known = len(faces), len(vertices)
    face = np.zeros((count, 3), np.float64)
    for k in range(count):
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
        face[k, 0] = y0 * z1 - z0 * y1
        face[k, 1] = z0 * x1 - x0 * z1
        face[k, 2] = x0 * y1 - y0 * x1
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
