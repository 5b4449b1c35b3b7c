# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Meshes that shapes are made of: boxes, turned bodies, pipes, outlines, cushions, sheets.

Every function returns a :class:`Mesh` in metres, right-hand rule nowhere assumed: the renderer
takes the side that faces the eye. Normals are given where they do not follow from the faces
(bevels); all other smoothing is by crease angle, see rendering.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Vec = tuple[float, float, float]

_UNIT = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)], float)
_BOX_FACES = np.array(
    [
        [0, 1, 3],
        [0, 3, 2],
        [4, 6, 7],
        [4, 7, 5],
        [0, 4, 5],
        [0, 5, 1],
        [2, 3, 7],
        [2, 7, 6],
        [0, 2, 6],
        [0, 6, 4],
        [1, 5, 7],
        [1, 7, 3],
    ],
    dtype=np.int32,
)


@dataclass(slots=True)
class Mesh:
    """Triangles: vertices (V, 3), faces (T, 3), texture coordinates per corner (T, 3, 2) in
    repeats of the image, u to the right and v downwards, and normals per vertex (V, 3).

    Without texture coordinates the image is projected onto each side (see `rendering.mesh`).
    """

    vertices: Floats
    faces: Ints
    uv: NDArray[np.float32] | None = None
    normals: NDArray[np.float32] | None = None


def box(low: Floats, size: Floats) -> Mesh:
    """A box with sharp edges from its lowest corner (3,)."""
    return Mesh(low + _UNIT * size, _BOX_FACES)


def bevelled_box(low: Floats, size: Floats, bevel: float) -> Mesh:
    """A box whose edges are rounded off `bevel` metres wide."""
    b = min(bevel, float(size.min()) * 0.45)
    # Vertex 3 * corner + axis lies on the side across `axis`; corners count as in `_UNIT`.
    at = np.repeat(_UNIT, 3, axis=0)
    across = np.tile(np.eye(3), (8, 1))
    vertices = low + at * size + (1 - 2 * at) * (1 - across) * b
    normals = ((2 * at - 1) * across).astype(np.float32)
    faces = [(3 * c, 3 * c + 1, 3 * c + 2) for c in range(8)]
    for axis in range(3):
        # Corners are numbered x, y, z from the highest bit on.
        one, two, along = (4 >> (axis + 1) % 3, 4 >> (axis + 2) % 3, 4 >> axis)
        for side in (0, along):
            ring = [3 * c + axis for c in (side, side + one, side + one + two, side + two)]
            faces += [(ring[0], ring[1], ring[2]), (ring[0], ring[2], ring[3])]
        # The four edges along this axis join the sides of the other two.
        first, second = (axis + 1) % 3, (axis + 2) % 3
        for c in (0, one, two, one + two):
            near, far = 3 * c, 3 * (c + along)
            faces += [
                (near + first, far + first, far + second),
                (near + first, far + second, near + second),
            ]
    return Mesh(vertices, np.array(faces, np.int32), None, normals)


@lru_cache(maxsize=512)
def _strips(rows: int, n: int, closed: bool) -> Ints:
    """Triangles between `rows` rings of n vertices each; shared, not to be written to."""
    row = np.arange(rows - 1)[:, None] * n
    k = np.arange(n if closed else n - 1)[None]
    nxt = (k + 1) % n
    a, b, c, d = row + k, row + nxt, row + n + k, row + n + nxt
    faces = np.concatenate(
        [np.stack([a, b, c], -1).reshape(-1, 3), np.stack([c, b, d], -1).reshape(-1, 3)]
    ).astype(np.int32)
    faces.flags.writeable = False
    return faces


def _strip_uv(u: Floats, v: Floats, rows: int, n: int, closed: bool) -> NDArray[np.float32]:
    """Corner coordinates (T, 3, 2) matching `_strips`; u (n or n + 1,), v (rows,)."""
    count = n if closed else n - 1
    u0, u1 = np.broadcast_arrays(u[:count], u[1 : count + 1])
    grid = [np.broadcast_to(x, (rows - 1, count)) for x in (u0, u1)]
    low, high = (np.broadcast_to(x[:, None], (rows - 1, count)) for x in (v[:-1], v[1:]))
    a, b = np.stack([grid[0], low], -1), np.stack([grid[1], low], -1)
    c, d = np.stack([grid[0], high], -1), np.stack([grid[1], high], -1)
    first = np.stack([a, b, c], 2).reshape(-1, 3, 2)
    second = np.stack([c, b, d], 2).reshape(-1, 3, 2)
    return np.concatenate([first, second]).astype(np.float32)


def lathe(
    profile: Sequence[tuple[float, float]],
    center: tuple[float, float],
    n: int,
    oval: float = 1.0,
    corners: int = 0,
) -> Mesh:
    """Surface of revolution about the vertical through `center`; profile is (radius, y).

    `oval` stretches it along z; `corners` >= 3 makes a prism with so many sides instead of a round
    body. Texture coordinates run once around and once from top to bottom of the profile's length.
    """
    count = corners or n
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False) + (np.pi / count if corners else 0.0)
    ring = np.stack([np.cos(angle), np.zeros(count), np.sin(angle) * oval], 1)
    points = np.array(profile, float)
    rows = ring[None] * points[:, :1, None] + np.array([center[0], 0.0, center[1]])
    rows[..., 1] += points[:, 1:]
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    v = 1.0 - length / max(float(length[-1]), 1e-9)
    faces = _strips(len(points), count, True)
    uv = _strip_uv(np.linspace(0, 1, count + 1), v, len(points), count, True)
    vertices = rows.reshape(-1, 3)
    tri = vertices[faces]
    area = np.linalg.norm(np.cross(tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0]), axis=1)
    keep = area > 1e-12
    return Mesh(vertices, faces[keep], uv[keep])


def ellipsoid(center: Vec, radii: Vec, n: int, power: float = 1.0, bumps: float = 0.0) -> Mesh:
    """A (super-)ellipsoid; `power` < 1 makes it boxier, `bumps` ripples its surface."""
    ball = _ball(n, power, bumps)
    return Mesh(ball.vertices * radii + center, ball.faces, ball.uv)


@lru_cache(maxsize=512)
def _ball(n: int, power: float, bumps: float) -> Mesh:
    """The ellipsoid of radius 1; shared, not to be written to."""
    count = max(n // 2 + 1, 5)
    lat = np.linspace(-np.pi / 2, np.pi / 2, count)
    lon = np.linspace(0, 2 * np.pi, n, endpoint=False)
    la, lo = np.meshgrid(lat, lon, indexing="ij")
    grow = 1 + bumps * np.sin(5 * lo + 3 * la) * np.cos(la)

    def bend(v: Floats) -> Floats:
        out: Floats = np.sign(v) * np.abs(v) ** power
        return out

    points = np.stack(
        [
            bend(np.cos(la)) * bend(np.cos(lo)) * grow,
            bend(np.sin(la)),
            bend(np.cos(la)) * bend(np.sin(lo)) * grow,
        ],
        -1,
    )
    uv = _strip_uv(np.linspace(0, 1, n + 1), np.linspace(1, 0, count), count, n, True)
    # Of the squares at the poles one triangle has no area.
    keep = np.r_[n : (2 * count - 3) * n]
    return Mesh(points.reshape(-1, 3), _strips(count, n, True)[keep], uv[keep])


def tube(points: Sequence[Vec], radius: float | Sequence[float], n: int, caps: bool) -> Mesh:
    """A bent pipe through `points`; `radius` is one for all or one for each."""
    path = np.array(points, float)
    radii = np.broadcast_to(np.asarray(radius, float), len(path))
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-12
    # One common helper keeps neighbouring rings from twisting against each other.
    helper = np.eye(3)[int(np.argmin(np.abs(along).max(0)))]
    side = np.cross(along, helper)
    side /= np.linalg.norm(side, axis=1, keepdims=True) + 1e-12
    up = np.cross(along, side)
    angle = np.linspace(0, 2 * np.pi, n, endpoint=False)
    ring = side[:, None] * np.cos(angle)[:, None] + up[:, None] * np.sin(angle)[:, None]
    vertices = (path[:, None] + radii[:, None, None] * ring).reshape(-1, 3)
    faces = _strips(len(path), n, True)
    if caps:
        fan = np.arange(1, n - 1)
        last = (len(path) - 1) * n
        faces = np.concatenate(
            [faces, *(np.stack([0 * fan + s, s + fan, s + fan + 1], 1) for s in (0, last))]
        ).astype(np.int32)
    return Mesh(vertices, faces)


def extrusion(outline: Sequence[tuple[float, float]], thick: float) -> Mesh:
    """A plate of a convex or star-shaped outline (x, y), from z = 0 to `thick`."""
    ring = np.array(outline, float)
    n = len(ring)
    middle = ring.mean(0)
    flat = np.concatenate([ring, middle[None]])
    back = np.column_stack([flat, np.zeros(n + 1)])
    front = np.column_stack([flat, np.full(n + 1, thick)])
    k = np.arange(n)
    nxt = (k + 1) % n
    sides = [[k, nxt, k + n + 1], [k + n + 1, nxt, nxt + n + 1]]
    ends = [[k, nxt, 0 * k + n], [k + n + 1, nxt + n + 1, 0 * k + 2 * n + 1]]
    faces = np.concatenate([np.stack(rows, 1) for rows in sides + ends]).astype(np.int32)
    return Mesh(np.concatenate([back, front]), faces)


def sheet(height: Callable[[Floats, Floats], Floats], size: tuple[float, float], n: int) -> Mesh:
    """A rectangle of n by n cells in x and z, centred, with `height`(u, v) above it (cloth, food).

    u and v are in [0, 1]; the image is mapped once.
    """
    t = np.linspace(0, 1, n + 1)
    v, u = np.meshgrid(t, t, indexing="ij")
    points = np.stack([(u - 0.5) * size[0], height(u, v), (v - 0.5) * size[1]], -1)
    return Mesh(
        points.reshape(-1, 3),
        _strips(n + 1, n + 1, False),
        _strip_uv(1.0 - t, t, n + 1, n + 1, False),
    )


def loft(rings: Sequence[NDArray[np.floating]], caps: bool = True) -> Mesh:
    """A body through closed rings of equally many points each ((n, 3) from bottom to top)."""
    stack = np.array(rings, float)
    rows, n = stack.shape[:2]
    faces = _strips(rows, n, True)
    uv = _strip_uv(np.linspace(0, 1, n + 1), np.linspace(1, 0, rows), rows, n, True)
    vertices = stack.reshape(-1, 3)
    if caps:
        middles = stack[[0, -1]].mean(1)
        k = np.arange(n)
        for number, start in enumerate((0, (rows - 1) * n)):
            hub = np.full(n, len(vertices) + number)
            fan = np.stack([start + k, start + (k + 1) % n, hub], 1)
            faces = np.concatenate([faces, fan]).astype(np.int32)
            uv = np.concatenate([uv, np.zeros((n, 3, 2), np.float32)])
        vertices = np.concatenate([vertices, middles])
    return Mesh(vertices, faces, uv)


def quad(corners: Sequence[Vec]) -> Mesh:
    """A flat picture: its corners as the beholder has them, top left, top right, bottom right,
    bottom left."""
    uv = np.array([[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]]], np.float32)
    return Mesh(np.array(corners, float), np.array([[0, 1, 2], [0, 2, 3]], np.int32), uv)


def curve(points: Sequence[tuple[float, float]], steps: int = 4) -> list[tuple[float, float]]:
    """A smooth profile through points (Catmull-Rom), `steps` pieces between two of them."""
    p = np.array(points, float)
    q = np.concatenate([2 * p[:1] - p[1:2], p, 2 * p[-1:] - p[-2:-1]])
    out = []
    for k in range(len(p) - 1):
        a, b, c, d = q[k : k + 4]
        for t in np.linspace(0, 1, steps, endpoint=False):
            r = 0.5 * (
                2 * b
                + (c - a) * t
                + (2 * a - 5 * b + 4 * c - d) * t * t
                + (3 * b - a - 3 * c + d) * t**3
            )
            out.append((max(float(r[0]), 0.0), float(r[1])))
    return [*out, (float(p[-1, 0]), float(p[-1, 1]))]
