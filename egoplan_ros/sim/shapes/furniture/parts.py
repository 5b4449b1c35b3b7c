# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Parts that many pieces of furniture share: plates of any outline, legs, cushions, mouldings."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, metal
from egoplan_ros.sim.shapes.primitives import Mesh
from egoplan_ros.sim.shapes.solid import Maker, Vec

Outline = NDArray[np.float64]
Place = tuple[float, float]
SOFT = 0.3
"""Power of the superellipsoid that looks like a filled cushion."""
METALS = (
    (0.13, 0.13, 0.14),
    (0.78, 0.79, 0.81),
    (0.72, 0.57, 0.3),
    (0.55, 0.4, 0.28),
    (0.92, 0.92, 0.91),
)
CORNERS = tuple((x, z) for x in (-1, 1) for z in (-1, 1))


def tiled(mesh: Mesh) -> Mesh:
    """The mesh with its texture repeated by metres instead of stretched over it once."""
    mesh.uv = None
    return mesh


def iron(look: Look) -> Material:
    """Metal of frames and feet: black, steel, brass, bronze or white."""
    return metal(look.pick(METALS), rough=float(look.rng.uniform(0.2, 0.6)))


def timber(look: Look) -> Material:
    """The room's wood, or sometimes a wood of its own."""
    if look.rng.random() < 0.7:
        return look.wood
    return look.draw("wood", gloss=0.15, rough=0.4)


def upholstery(look: Look) -> Material:
    """Cloth or leather of any colour; often the room's."""
    roll = look.rng.random()
    if roll < 0.4:
        return look.fabric
    if roll < 0.55:
        return look.draw("leather", gloss=0.25, rough=0.4)
    if roll < 0.65:
        return look.draw("pattern", gloss=0.0)
    return look.draw("fabric", look.hue((0.0, 0.7), (0.25, 0.95)), gloss=0.0)


def rounded(w: float, d: float, corner: float, n: int = 4) -> Outline:
    """Outline (4 * (n + 1), 2) of a rectangle with round corners, x and z, centred."""
    r = min(corner, w * 0.499, d * 0.499)
    turn = np.linspace(0, np.pi / 2, n + 1)
    out = []
    for k, (sx, sz) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        a = turn + k * np.pi / 2
        middle = np.array([sx * (w / 2 - r), sz * (d / 2 - r)])
        out.append(middle + r * np.stack([np.cos(a), np.sin(a)], 1))
    return np.concatenate(out)


def oval(w: float, d: float, n: int = 28, power: float = 1.0) -> Outline:
    """Outline (n, 2) of an ellipse; with `power` < 1 it swells towards a rectangle."""
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    c, s = np.cos(a), np.sin(a)
    ring = np.stack([np.sign(c) * np.abs(c) ** power, np.sign(s) * np.abs(s) ** power], 1)
    return ring * [w / 2, d / 2]


def plate(
    m: Maker,
    outline: Outline,
    y: float,
    thick: float,
    surface: Surfaced,
    at: Place = (0.0, 0.0),
    bevel: float = 0.006,
    under: float = 0.0,
    solid: bool = True,
    when: str = "",
) -> None:
    """A horizontal board of an outline (n, 2), its rim rounded; `under` tapers it downwards."""
    span = np.ptp(outline, axis=0)
    b = min(bevel, thick * 0.4)

    def ring(inset: float, height: float) -> NDArray[np.float64]:
        flat = outline * (1 - 2 * inset / span) + at
        return np.column_stack([flat[:, 0], np.full(len(flat), height), flat[:, 1]])

    rings = [ring(b + under, y), ring(under, y + b), ring(0, y + thick - b), ring(b, y + thick)]
    m.add(tiled(primitives.loft(rings)), surface, solid=solid, when=when)


def beam(
    m: Maker, a: Vec, b: Vec, thick: float | tuple[float, float], surface: Surfaced, n: int = 4
) -> None:
    """A straight bar between two points, square (n = 4) or round; `thick` at its two ends."""
    beams(m, [(a, b)], thick, surface, n)


def beams(
    m: Maker,
    ends: Sequence[tuple[Vec, Vec]],
    thick: float | tuple[float, float],
    surface: Surfaced,
    n: int = 4,
) -> None:
    """Several such bars of one thickness as one part: spindles, rods, slats."""
    points = np.array(ends, float)
    count = len(points)
    axis = points[:, 1] - points[:, 0]
    axis /= np.linalg.norm(axis, axis=1, keepdims=True) + 1e-12
    side = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis), axis=1)])
    side /= np.linalg.norm(side, axis=1, keepdims=True) + 1e-12
    up = np.cross(axis, side)
    # A square section stands with its sides, not its corners, to the front.
    turn = np.arange(n) * 2 * np.pi / n + np.pi / n
    ring = side[:, None] * np.cos(turn)[:, None] + up[:, None] * np.sin(turn)[:, None]
    widths = (thick, thick) if isinstance(thick, float) else thick
    radii = np.array(widths) * (2**-0.5 if n == 4 else 0.5)
    vertices = points[:, :, None] + radii[:, None, None] * ring[:, None]
    k = np.arange(n)
    nxt, fan = (k + 1) % n, np.arange(1, n - 1)
    faces = [np.stack([k, nxt, k + n], 1), np.stack([k + n, nxt, nxt + n], 1)]
    faces += [np.stack([0 * fan + s, fan + s, fan + s + 1], 1) for s in (0, n)]
    one = np.concatenate(faces)
    rows = (one[None] + (np.arange(count) * 2 * n)[:, None, None]).reshape(-1, 3)
    m.add(Mesh(vertices.reshape(-1, 3), rows.astype(np.int32)), surface, solid=False)


def block(m: Maker, low: Sequence[float], high: Sequence[float]) -> None:
    """An obstacle that nothing is drawn for: fine parts are hit as one."""
    m.solids.append((-1, np.concatenate([np.array(low, float), np.array(high, float)])))


def legs(
    m: Maker,
    style: str,
    size: tuple[float, float],
    height: float,
    thick: float,
    surface: Surfaced,
    splay: float = 0.0,
    top: float = 0.0,
    solid: bool = True,
) -> None:
    """Four legs below a rectangle of `size`; they stand `splay` further out than they begin.

    `style`: square, taper (square, thinner below), round (tapered), turned, bun, hairpin, peg.
    """
    w, d = size[0] / 2 - thick / 2, size[1] / 2 - thick / 2
    for sx, sz in CORNERS:
        x, z = sx * w, sz * d
        head, foot = (x - sx * splay, height, z - sz * splay), (x, 0.0, z)
        if style == "square":
            m.box((x, z), 0, (thick, height, thick), surface, solid=False, bevel=0.004)
        elif style == "taper":
            beam(m, foot, head, (thick * 0.6, thick), surface)
        elif style == "turned":
            m.lathe(turned(thick / 2, height), surface, center=(x, z), n=8, solid=False)
        elif style == "hairpin":
            near = (head[0] - sx * 0.07, height, head[2])
            over = (head[0], height, head[2] - sz * 0.07)
            m.tube([near, foot, over], 0.006, surface, n=6)
        elif style == "bun":
            m.ellipsoid(
                (x, height / 2, z), (thick / 2, height / 2, thick / 2), surface, n=10, solid=False
            )
        elif style == "peg":
            m.cylinder((x, z), 0, thick / 2, height, surface, n=12, solid=False)
        else:
            beam(m, foot, head, (thick * 0.55, thick), surface, n=10)
        if solid:
            t = thick / 2
            reach = top or height
            block(m, (x - t, 0, z - t), (x + t, reach, z + t))


def turned(radius: float, height: float) -> list[Place]:
    """Profile of a turned leg: rings, a vase and a foot."""
    shares = (
        (0.0, 0.0),
        (0.55, 0.0),
        (0.7, 0.04),
        (0.45, 0.1),
        (0.6, 0.35),
        (0.95, 0.6),
        (0.6, 0.7),
        (0.9, 0.74),
        (0.7, 0.78),
        (1.0, 0.82),
        (1.0, 1.0),
    )
    return [(r * radius, y * height) for r, y in shares]


def cushion(
    m: Maker,
    center: Place,
    y: float,
    size: Vec,
    surface: Surfaced,
    power: float = SOFT,
    n: int = 12,
    solid: bool = True,
    when: str = "",
) -> None:
    """A filled cushion in a box of `size` that stands at height y."""
    mesh = primitives.ellipsoid(
        (center[0], y + size[1] / 2, center[1]),
        (size[0] / 2, size[1] / 2, size[2] / 2),
        n,
        power,
    )
    m.add(tiled(mesh), surface, solid=solid, when=when)


def channels(
    m: Maker, centers: Sequence[Place], y: float, size: Vec, surface: Surfaced, n: int = 10
) -> None:
    """Equal upright rolls of padding side by side, as one part that is no obstacle."""
    w, h, d = size
    one = primitives.ellipsoid((0.0, y + h / 2, 0.0), (w / 2, h / 2, d / 2), n, 0.5)
    shift = np.array([(x, 0.0, z) for x, z in centers])
    vertices = (one.vertices[None] + shift[:, None]).reshape(-1, 3)
    step = np.arange(len(shift))[:, None, None] * len(one.vertices)
    faces = (one.faces[None] + step).reshape(-1, 3).astype(np.int32)
    m.add(Mesh(vertices, faces), surface, solid=False)


def tufted(
    m: Maker, size: tuple[float, float], deep: float, rows: int, columns: int, surface: Surfaced
) -> None:
    """A quilted, buttoned sheet (width, height) facing +z, its lower edge at y = 0."""
    across, up = 4 * columns + 1, 4 * rows + 1
    u, v = np.meshgrid(np.linspace(0, 1, across), np.linspace(0, 1, up))
    a, b = u * columns, v * rows
    waves = np.abs(np.sin(np.pi * (a + b)) * np.sin(np.pi * (a - b)))
    edge = np.clip(np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v)) * 12, 0, 1)
    height = deep * (0.35 + 0.65 * np.sqrt(waves)) * edge
    points = np.stack([(u - 0.5) * size[0], v * size[1], height], -1).reshape(-1, 3)
    first = (np.arange(up - 1)[:, None] * across + np.arange(across - 1)).ravel()
    cells = np.stack([first, first + 1, first + across + 1, first + across], 1)
    faces = np.concatenate([cells[:, :3], cells[:, [0, 2, 3]]]).astype(np.int32)
    m.add(Mesh(points, faces), surface, solid=False)


def ribbon(
    m: Maker,
    path: Sequence[Place],
    low: float | Sequence[float],
    high: float | Sequence[float],
    thick: float,
    surface: Surfaced,
    lean: float = 0.0,
    solid: bool = False,
) -> None:
    """An upright curved wall along a path of (x, z): backs of chairs, tubs, rims.

    Args:
        path: its middle line.
        low, high: heights of its lower and upper edge, for all or for each point.
        thick: metres.
        lean: how far its upper edge is displaced towards -z.
    """
    line = np.array(path, float)
    along = np.gradient(line, axis=0)
    side = np.stack([along[:, 1], -along[:, 0]], 1)
    side /= np.linalg.norm(side, axis=1, keepdims=True) + 1e-12
    y0, y1 = (np.broadcast_to(np.asarray(v, float), len(line)) for v in (low, high))
    tall = y1 - y0
    r = np.minimum(thick / 2, tall / 3) / np.maximum(tall, 1e-9)
    # Section: share of half the thickness, share of the height.
    off = np.array([-1, -1, -0.5, 0.5, 1, 1]) * thick / 2
    share = np.stack([0 * r, 1 - r, 1 + 0 * r, 1 + 0 * r, 1 - r, 0 * r], 1)
    flat = line[:, None] + side[:, None] * off[:, None]
    y = y0[:, None] + share * tall[:, None]
    rings = np.stack([flat[..., 0], y, flat[..., 1] - lean * share], -1)
    m.add(tiled(primitives.loft(list(rings))), surface, solid=solid)


def arc(
    width: float, depth: float, n: int, begin: float = 0.0, end: float = 180.0
) -> list[tuple[float, float]]:
    """Points (x, z) of half an ellipse behind the origin, from +x (0) over -z (90) to -x (180)."""
    a = np.radians(np.linspace(begin, end, n))
    return [(float(width / 2 * np.cos(t)), float(-depth * np.sin(t))) for t in a]


def moulding(
    m: Maker,
    outline: Outline,
    profile: Sequence[Place],
    surface: Surfaced,
    middle: Place = (0.0, 0.0),
    z: float = 0.0,
    solid: bool = False,
) -> None:
    """A frame around an outline (x, y): `profile` is (inset, height towards +z) from outside in."""
    span = np.ptp(outline, axis=0)
    rings = []
    for inset, rise in profile:
        flat = outline * (1 - 2 * inset / span) + middle
        rings.append(np.column_stack([flat, np.full(len(flat), z + rise)]))
    m.add(tiled(primitives.loft(rings, caps=False)), surface, solid=solid)


def face(
    m: Maker,
    outline: Outline,
    surface: Surfaced,
    middle: Place = (0.0, 0.0),
    z: float = 0.0,
    role: str = "",
    when: str = "",
) -> None:
    """A flat picture facing +z with an outline (n, 2), its image mapped once over the whole."""
    n = len(outline)
    span = np.ptp(outline, axis=0)
    ring = np.column_stack([outline + middle, np.full(n, z)])
    points = np.concatenate([ring, [[*middle, z]]])
    # Seen from the front x runs to the left.
    flat = np.concatenate([0.5 - outline / span, [[0.5, 0.5]]])
    k = np.arange(n)
    faces = np.stack([k, (k + 1) % n, np.full(n, n)], 1).astype(np.int32)
    mesh = Mesh(points, faces, flat[faces].astype(np.float32))
    m.add(mesh, surface, role=role, solid=False, when=when)


def square(w: float, h: float) -> Outline:
    """The four corners of a rectangle, centred."""
    return np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * [w / 2, h / 2]
