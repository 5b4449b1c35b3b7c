# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bodies of kitchenware: turned on any outline, swept along a line, cut from a plate, grown."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from egoplan_ros.sim.shapes.primitives import Floats, Mesh, Vec, ellipsoid, loft

Profile = Sequence[tuple[float, float]]
Station = tuple[float, float, float, float]


def tidy(mesh: Mesh) -> Mesh:
    """The mesh without triangles that have no area."""
    tri = mesh.vertices[mesh.faces]
    area = np.linalg.norm(np.cross(tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0]), axis=1)
    keep = area > 1e-10
    return Mesh(
        mesh.vertices, mesh.faces[keep], None if mesh.uv is None else mesh.uv[keep], mesh.normals
    )


def spline(points: ArrayLike, steps: int = 3) -> Floats:
    """A smooth line (Catmull-Rom) through points (K, D), `steps` pieces between two of them."""
    p = np.asarray(points, float)
    q = np.concatenate([2 * p[:1] - p[1:2], p, 2 * p[-1:] - p[-2:-1]])
    t = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    a, b, c, d = (q[k : len(q) - 3 + k, None] for k in range(4))
    bent = 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )
    return np.concatenate([bent.reshape(-1, p.shape[1]), p[-1:]])


def thinned(profile: ArrayLike, tolerance: float = 0.0004) -> Floats:
    """A polyline (K, 2) without the points that lie within `tolerance` metres of the chord between
    their neighbours."""
    points: list[tuple[float, float]] = np.asarray(profile, float).tolist()
    keep, spans = {0, len(points) - 1}, [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        (x, y), (u, v) = points[first], points[last]
        u, v = u - x, v - y
        length = float(np.hypot(u, v)) or 1.0
        far, most = 0, tolerance
        for k in range(first + 1, last):
            p, q = points[k][0] - x, points[k][1] - y
            # Ends that meet have no chord: how far off the point is counts then.
            off = abs(p * v - q * u) / length if u or v else abs(p) + abs(q)
            if off > most:
                far, most = k, off
        if far:
            keep.add(far)
            spans += [(first, far), (far, last)]
    return np.array([points[k] for k in sorted(keep)])


def angles(n: int) -> Floats:
    """Directions of n points round a ring, radians."""
    return np.linspace(0, 2 * np.pi, n, endpoint=False)


def ring(n: int, power: float = 1.0, oval: float = 1.0) -> Floats:
    """Unit outline (n, 2): round, with `power` < 1 squarish, stretched along z by `oval`."""
    a = angles(n)
    x, z = np.cos(a), np.sin(a)
    # A superellipse sampled by direction: corners keep as many points as sides.
    size = (np.abs(x) ** (2 / power) + np.abs(z) ** (2 / power)) ** (-power / 2)
    return np.stack([x * size, z * size * oval], 1)


def lobed(n: int, lobes: int, depth: float, sharp: bool = False) -> Floats:
    """Unit outline (n, 2) with so many lobes; `sharp` has grooves between round lobes."""
    wave = np.abs(np.cos(angles(n) * lobes / 2)) if sharp else (1 + np.cos(angles(n) * lobes)) / 2
    return ring(n) * (1 - depth * (1 - wave))[:, None]


def uneven(n: int, rng: np.random.Generator, amount: float, waves: int = 4) -> Floats:
    """Unit outline (n, 2) that bulges at random."""
    a, size = angles(n), np.ones(n)
    for k in range(2, 2 + waves):
        size += amount / (k - 1) * np.cos(k * a + rng.uniform(0, 2 * np.pi))
    return ring(n) * size[:, None]


def turned(
    profile: ArrayLike,
    outline: Floats,
    mix: ArrayLike | None = None,
    twist: float = 0.0,
    wave: Floats | None = None,
    mapped: bool = False,
) -> Mesh:
    """A body whose horizontal sections are scaled outlines.

    Args:
        profile: (K, 2) radius and height from one end to the other.
        outline: (n, 2) unit section.
        mix: (K,) share of the outline in each row, the rest is a circle; None takes it everywhere.
        twist: radians by which the outline turns over the profile.
        wave: (n,) metres that the outermost rows rise, by the square of their radius.
        mapped: whether the image runs once around and once from top to bottom, instead of being
            projected onto each side.
    """
    p = np.asarray(profile, float)
    n = len(outline)
    share = np.ones(len(p)) if mix is None else np.asarray(mix, float)
    section = ring(n)[None] * (1 - share)[:, None, None] + outline[None] * share[:, None, None]
    if twist:
        by = np.linspace(0, twist, len(p))
        c, s = np.cos(by)[:, None], np.sin(by)[:, None]
        x, z = section[..., 0], section[..., 1]
        section = np.stack([x * c - z * s, x * s + z * c], -1)
    rows = np.empty((len(p), n, 3))
    rows[..., 0::2] = section * p[:, None, :1]
    rows[..., 1] = p[:, 1:]
    if wave is not None:
        rows[..., 1] += wave[None] * ((p[:, 0] / p[:, 0].max()) ** 2)[:, None]
    made = loft(list(rows), caps=False)
    if made.uv is not None:
        steps = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(p, axis=0).T))])
        share = 1 - steps / max(float(steps[-1]), 1e-9)
        # The loft counts rows evenly from 1 down to 0.
        even = np.linspace(1, 0, len(p))
        made.uv[..., 1] = np.interp(made.uv[..., 1], even[::-1], share[::-1])
    return tidy(made if mapped else Mesh(made.vertices, made.faces))


def around(mesh: Mesh, copies: float) -> Mesh:
    """The mesh with its image so often around it, one copy's middle in front."""
    assert mesh.uv is not None
    uv = mesh.uv.copy()
    uv[..., 0] = uv[..., 0] * copies + 0.5 - copies / 4
    return Mesh(mesh.vertices, mesh.faces, uv)


def from_above(mesh: Mesh) -> Mesh:
    """The mesh with one image laid over it as seen from above, its upper edge to the back."""
    xz = mesh.vertices[:, [0, 2]]
    low, size = xz.min(0), np.maximum(np.ptp(xz, axis=0), 1e-9)
    share = (xz - low) / size
    uv = np.stack([1 - share[:, 0], share[:, 1]], 1)
    return Mesh(mesh.vertices, mesh.faces, uv[mesh.faces].astype(np.float32))


def bar(
    stations: Sequence[Station], steps: int = 3, n: int = 8, power: float = 1.0, across: str = "x"
) -> Mesh:
    """A bar along a bent line in a plane: rows of (along, y, width, thickness), smoothly joined.

    It runs along z and is wide along x (cutlery); with `across` = "z" along x, wide along z
    (handles). `power` < 1 makes its section boxy.
    """
    s = spline(stations, steps)
    tangent = np.gradient(s[:, :2], axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True) + 1e-12
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
    a = angles(n) + np.pi / n
    c, d = (np.sign(f(a)) * np.abs(f(a)) ** power for f in (np.cos, np.sin))
    line = s[:, None, :2] + normal[:, None] * (s[:, 3] / 2)[:, None, None] * d[None, :, None]
    side = np.maximum(s[:, 2], 0)[:, None] / 2 * c[None]
    order = (side, line[..., 1], line[..., 0])
    made = loft(list(np.stack(order if across == "x" else order[::-1], -1)))
    return tidy(Mesh(made.vertices, made.faces))


def slab(outline: ArrayLike, low: float, high: float, edge: float = 0.0) -> Mesh:
    """A plate of a star-shaped outline (n, 2) in x and z between two heights, chamfered `edge`
    metres."""
    flat = np.asarray(outline, float)
    middle = flat.mean(0)
    away = np.linalg.norm(flat - middle, axis=1, keepdims=True)
    inner = flat + (middle - flat) * (edge / np.maximum(away, edge * 2 + 1e-9))
    rows = [(inner, low), (flat, low + edge), (flat, high - edge), (inner, high)]
    rows = rows if edge > 0 else rows[1:3]
    made = loft([np.column_stack([r[:, 0], np.full(len(r), y), r[:, 1]]) for r, y in rows])
    return tidy(Mesh(made.vertices, made.faces))


def face_of(outline: ArrayLike, y: float, reach: float = 0.0) -> Mesh:
    """A face of outline (n, 2) lying at height y; with a `reach` the image's middle is put on its
    middle and the image's circle of that radius (the square's half is 0.5) on its rim."""
    flat = np.asarray(outline, float)
    middle = flat.mean(0)
    rim = np.column_stack([flat[:, 0], np.full(len(flat), y), flat[:, 1]])
    vertices = np.concatenate([rim, [[middle[0], y, middle[1]]]])
    k = np.arange(len(flat))
    faces = np.stack([k, (k + 1) % len(flat), 0 * k + len(flat)], 1).astype(np.int32)
    if reach <= 0:
        return tidy(Mesh(vertices, faces))
    way = vertices[:, [0, 2]] - middle
    far = np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    uv = 0.5 + way / far * reach * (far > 1e-6)
    return tidy(Mesh(vertices, faces, uv[faces].astype(np.float32)))


def lump(
    radii: tuple[float, float, float], rng: np.random.Generator, amount: float, n: int = 18
) -> Mesh:
    """An uneven ellipsoid about the origin, as roots and heads of leaves grow."""
    rows = n // 2 + 1
    lat = np.linspace(-np.pi / 2, np.pi / 2, rows)[:, None]
    lon = angles(n)[None]
    unit = np.stack(
        [np.cos(lat) * np.cos(lon), np.sin(lat) + 0 * lon, np.cos(lat) * np.sin(lon)], -1
    )
    grow = np.ones((rows, n))
    for _ in range(5):
        push, phase = rng.normal(0, 1.6, 3), rng.uniform(0, 2 * np.pi)
        grow += amount / 2 * np.sin(unit @ push * 1.6 + phase)
    made = loft(list(unit * grow[..., None] * np.array(radii)), caps=False)
    return tidy(Mesh(made.vertices, made.faces))


def ball(center: Vec, radii: Vec, n: int = 10) -> Mesh:
    """An ellipsoid."""
    made = ellipsoid(center, radii, n)
    return tidy(Mesh(made.vertices, made.faces))


def leaf(
    length: float, width: float, arc: float, curl: float, rng: np.random.Generator, rows: int = 4
) -> Mesh:
    """A leaf from the origin along z: it bends up by `arc` degrees on its way, its sides rise, its
    edge frills by `curl` metres."""
    t = np.linspace(0, 1, rows + 1)[:, None]
    s = np.linspace(-1, 1, 5)[None]
    half = width / 2 * np.sin(np.pi * (0.1 + 0.66 * t)) ** 0.8
    way = t * (1 - 0.15 * (t * s) ** 2)
    bend = np.radians(arc) if abs(arc) > 0.1 else 0.002
    ahead, up = np.sin(bend * way) / bend, (1 - np.cos(bend * way)) / bend
    frill = rng.uniform(-1, 1, (rows + 1, 5)) * np.abs(s) * curl
    side = 0.22 * width * s**2 * np.sin(np.pi * t * 0.8) * (abs(arc) > 0.1) + frill
    z = length * ahead - side * np.sin(bend * way)
    y = length * up + side * np.cos(bend * way)
    grid = np.stack([half * s, y, z], -1)
    a = np.arange(rows)[:, None] * 5 + np.arange(4)[None]
    low = np.stack([a, a + 1, a + 5], -1).reshape(-1, 3)
    high = np.stack([a + 1, a + 6, a + 5], -1).reshape(-1, 3)
    return Mesh(grid.reshape(-1, 3), np.concatenate([low, high]).astype(np.int32))
