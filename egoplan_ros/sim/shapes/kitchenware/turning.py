"""Bodies of kitchenware: turned on any outline, swept along a bent line, cut from a plate, grown."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from egoplan_ros.sim.shapes.primitives import Floats, Mesh, loft

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
        2 * b
        + (c - a) * t
        + (2 * a - 5 * b + 4 * c - d) * t**2
        + (3 * b - a - 3 * c + d) * t**3
    )
    return np.concatenate([bent.reshape(-1, p.shape[1]), p[-1:]])


def thinned(profile: ArrayLike, tolerance: float = 0.0004) -> Floats:
    """A polyline (K, 2) without the points that lie on the chord between their neighbours."""
    p = np.asarray(profile, float)
    if len(p) < 3:
        return p
    chord = p[-1] - p[0]
    length = float(np.hypot(*chord))
    rel = p - p[0]
    if length < 1e-9:
        off = np.hypot(rel[:, 0], rel[:, 1])
    else:
        off = np.abs(rel[:, 0] * chord[1] - rel[:, 1] * chord[0]) / length
    far = int(np.argmax(off))
    if off[far] < tolerance:
        return p[[0, -1]]
    return np.concatenate([thinned(p[: far + 1], tolerance)[:-1], thinned(p[far:], tolerance)])


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
) -> Mesh:
    """A body whose horizontal sections are scaled outlines.

    Args:
        profile: (K, 2) radius and height from one end to the other.
        outline: (n, 2) unit section.
        mix: (K,) share of the outline in each row, the rest is a circle; None takes it everywhere.
        twist: radians by which the outline turns over the profile.
        wave: (n,) metres that the outermost rows rise, by the square of their radius.
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
    return tidy(loft(rows, caps=False))


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
    return tidy(loft(np.stack(order if across == "x" else order[::-1], -1)))


def slab(outline: ArrayLike, low: float, high: float, edge: float = 0.0) -> Mesh:
    """A plate of a star-shaped outline (n, 2) in x and z between two heights.

    Its rims are chamfered `edge` metres; image coordinates span the outline's box once.
    """
    flat = np.asarray(outline, float)
    middle = flat.mean(0)
    inner = flat + (middle - flat) * (
        edge / np.maximum(np.linalg.norm(flat - middle, axis=1, keepdims=True), edge * 2 + 1e-9)
    )
    rows = [(inner, low), (flat, low + edge), (flat, high - edge), (inner, high)]
    rows = rows if edge > 0 else rows[1:3]
    stack = [np.column_stack([r[:, 0], np.full(len(r), y), r[:, 1]]) for r, y in rows]
    mesh = loft(stack)
    span = np.maximum(np.ptp(flat, axis=0), 1e-9)
    xz = mesh.vertices[:, [0, 2]]
    mesh.uv = ((xz - flat.min(0)) / span)[mesh.faces].astype(np.float32)
    return tidy(mesh)


def face_of(outline: ArrayLike, y: float, dome: float = 0.0) -> Mesh:
    """A picture of outline (n, 2) lying at height y, mapped once over the outline's box."""
    flat = np.asarray(outline, float)
    middle = flat.mean(0)
    rim = np.column_stack([flat[:, 0], np.full(len(flat), y), flat[:, 1]])
    vertices = np.concatenate([rim, [[middle[0], y + dome, middle[1]]]])
    k = np.arange(len(flat))
    faces = np.stack([k, (k + 1) % len(flat), 0 * k + len(flat)], 1).astype(np.int32)
    span = np.maximum(np.ptp(flat, axis=0), 1e-9)
    uv = ((vertices[:, [0, 2]] - flat.min(0)) / span)[faces].astype(np.float32)
    return tidy(Mesh(vertices, faces, uv))


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
    return tidy(loft(unit * grow[..., None] * np.array(radii), caps=False))


def leaf(
    length: float, width: float, bend: float, curl: float, rng: np.random.Generator, rows: int = 4
) -> Mesh:
    """A leaf from the origin along z that bends up by `bend` and frills `curl` metres at its edge."""
    t = np.linspace(0, 1, rows + 1)[:, None]
    s = np.linspace(-1, 1, 5)[None]
    half = width / 2 * np.sin(np.pi * np.clip(t * 0.82 + 0.12, 0, 1)) ** 0.7
    frill = rng.uniform(-1, 1, (rows + 1, 5)) * np.abs(s) * curl
    rise = bend * t**2 + 0.25 * width * s**2 * t + frill
    grid = np.stack([half * s, rise + 0 * s, length * (t - 0.1 * t**2 * s**2)], -1)
    a = np.arange(rows)[:, None] * 5 + np.arange(4)[None]
    low = np.stack([a, a + 1, a + 5], -1).reshape(-1, 3)
    high = np.stack([a + 1, a + 6, a + 5], -1).reshape(-1, 3)
    faces = np.concatenate([low, high]).astype(np.int32)
    uv = np.stack([(s + 1) / 2 + 0 * t, 1 - t + 0 * s], -1).reshape(-1, 2)
    return Mesh(grid.reshape(-1, 3), faces, uv[faces].astype(np.float32))


def rotated(mesh: Mesh, degrees: float) -> Mesh:
    """The mesh turned about the vertical."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turn: NDArray[np.float64] = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    return Mesh(mesh.vertices @ turn.T, mesh.faces, mesh.uv)
