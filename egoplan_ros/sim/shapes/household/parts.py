# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Meshes that several household things share: plates, rings, cushions, ribbons, drapes, leaves."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Color, Material, Surfaced, ceramic
from egoplan_ros.sim.shapes.primitives import Mesh, Vec
from egoplan_ros.sim.shapes.solid import Maker

Floats = NDArray[np.float64]
BLACK: Color = (0.09, 0.09, 0.1)
WHITE: Color = (0.94, 0.94, 0.92)
PAPER: Color = (0.93, 0.91, 0.85)
Axis = Literal["x", "y", "z"]


def some(look: Look, texture: str, kinds: Sequence[int], of: int, gloss: float = 0.05) -> Material:
    """A texture of a class whose members go through `of` kinds in turn, of one of `kinds`."""
    number = int(look.rng.integers(64)) * of + int(look.rng.choice(np.array(kinds)))
    return Material(texture=texture, number=number, gloss=gloss)


def glazed(look: Look) -> Material:
    """Glazed ware: with a texture of its own colours, or plain in any colour."""
    if look.rng.random() < 0.55:
        return ceramic(texture="glaze", number=int(look.rng.integers(64)), color=(1.0, 1.0, 1.0))
    return ceramic(look.hue((0.0, 0.75), (0.25, 0.97)))


def rubber(look: Look) -> Material:
    """Rubber, mostly dark, or plain in one of the colours that household rubber has."""
    if look.rng.random() < 0.5:
        return look.draw("rubber", gloss=0.15)
    tones = ((0.6, 0.2, 0.14), (0.75, 0.3, 0.15), (0.2, 0.35, 0.55), (0.5, 0.25, 0.3))
    return Material(look.pick(tones), gloss=0.2)


def rounded(w: float, d: float, radius: float, k: int = 3) -> Floats:
    """Outline (4 (k + 1), 2) in x and z of a rectangle w by d with rounded corners."""
    r = min(radius, w * 0.499, d * 0.499)
    quarter = np.linspace(0, np.pi / 2, k + 1)
    rows = []
    for number, (sx, sz) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        a = quarter + number * np.pi / 2
        middle = np.array([sx * (w / 2 - r), sz * (d / 2 - r)])
        rows.append(middle + r * np.stack([np.cos(a), np.sin(a)], 1))
    return np.concatenate(rows)


def slab(
    size: Vec, radius: float, bevel: float = 0.0, at: Vec = (0, 0, 0), k: int = 2, top: float = 1.0
) -> Mesh:
    """A plate standing at `at` with rounded corners in plan and bevelled edges above and below.

    `top` scales its upper side: below 1 its walls lean inwards.
    """
    w, h, d = size
    b = min(bevel, h * 0.45)
    levels = [(0.0, b, 1.0), (b, 0.0, 1.0), (h - b, 0.0, top), (h, b, top)] if b > 0 else []
    rings = []
    for y, inset, grow in levels or [(0.0, 0.0, 1.0), (h, 0.0, top)]:
        flat = rounded(w * grow - 2 * inset, d * grow - 2 * inset, max(radius - inset, 1e-4), k)
        rings.append(np.column_stack([flat[:, 0], np.full(len(flat), y), flat[:, 1]]) + at)
    return primitives.loft(rings)


def ring(radius: float, thick: float, n: int = 16, k: int = 5, oval: float = 1.0) -> Mesh:
    """A ring lying flat around the origin; `oval` stretches it along z."""
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)[:, None]
    b = np.linspace(0, 2 * np.pi, k, endpoint=False)[None]
    r = radius + thick * np.cos(b)
    points = np.stack([r * np.cos(a), thick * np.sin(b) + 0 * a, r * np.sin(a) * oval], -1)
    i, j = np.meshgrid(np.arange(n), np.arange(k), indexing="ij")
    one, two = i * k + j, i * k + (j + 1) % k
    three, four = (i + 1) % n * k + j, (i + 1) % n * k + (j + 1) % k
    faces = np.concatenate(
        [np.stack([one, two, three], -1), np.stack([three, two, four], -1)]
    ).reshape(-1, 3)
    return Mesh(points.reshape(-1, 3), faces.astype(np.int32))


def disc(center: Vec, radius: float, n: int = 20, facing: str = "front") -> Mesh:
    """A round picture that reads upright from the front, or lying down from before it (`up`)."""
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    x, y = np.cos(a), np.sin(a)
    rim = np.stack([x, y, 0 * x], 1) if facing == "front" else np.stack([x, 0 * x, -y], 1)
    vertices = np.concatenate([rim * radius, np.zeros((1, 3))]) + center
    k = np.arange(n)
    faces = np.stack([k, (k + 1) % n, 0 * k + n], 1).astype(np.int32)
    flat = np.concatenate([np.stack([0.5 - x / 2, 0.5 - y / 2], 1), [[0.5, 0.5]]])
    return Mesh(vertices, faces, flat[faces].astype(np.float32))


def merged(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes of one material as one; texture coordinates only if all have them."""
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = [mesh.faces + start for mesh, start in zip(meshes, starts[:-1], strict=True)]
    uvs = [mesh.uv for mesh in meshes]
    uv = None if any(u is None for u in uvs) else np.concatenate([u for u in uvs if u is not None])
    vertices = np.concatenate([mesh.vertices for mesh in meshes])
    return Mesh(vertices, np.concatenate(faces).astype(np.int32), uv)


def moved(mesh: Mesh, matrix: Floats, shift: Floats) -> Mesh:
    """The mesh turned and shifted, without its normals."""
    return Mesh(mesh.vertices @ matrix.T + shift, mesh.faces, mesh.uv)


def ribbon(path: Sequence[Vec], width: float, thick: float, across: Vec = (1, 0, 0)) -> Mesh:
    """A band of some thickness along a path; its width lies along `across`."""
    points = np.array(path, float)
    side = np.array(across, float)
    along = np.gradient(points, axis=0)
    normal = np.cross(along, side)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-12
    s, n = side * width / 2, normal * thick / 2
    rings = np.stack([points + s + n, points + s - n, points - s - n, points - s + n], 1)
    made = primitives.loft(list(rings))
    return Mesh(made.vertices, made.faces)


def folded(w: float, d: float, layers: int, thick: float, gap: float = 0.0015) -> Mesh:
    """A cloth of some thickness folded to and fro: w wide, d deep, standing on y = 0."""
    pitch = thick + gap
    path: list[Vec] = []
    for k in range(layers):
        y = pitch * (k + 0.5)
        ends = (-d / 2 + pitch / 2, d / 2 - pitch / 2)
        z0, z1 = ends if k % 2 == 0 else ends[::-1]
        path += [(0, y, z0), (0, y, z1)]
        if k < layers - 1:
            out = float(np.sign(z1)) * pitch * 0.5
            path.append((0, y + pitch / 2, z1 + out))
    return ribbon(path, w, thick)


def drape(
    w: float,
    h: float,
    thick: float,
    wave: Callable[[Floats, float], Floats] | None = None,
    width: Callable[[float], float] | None = None,
    rows: int = 4,
    n: int = 11,
    y: float = 0.0,
) -> Mesh:
    """A hanging cloth from y to y + h: `wave`(x in -1..1, v) bends it forwards, `width`(v) is the
    share of w that it has at height v (0 below, 1 above)."""
    u = np.linspace(-1, 1, n)
    rings = []
    for v in np.linspace(0, 1, rows + 1):
        share = width(float(v)) if width else 1.0
        bend = wave(u, float(v)) if wave else 0 * u
        # The edges and the ends are rounded off.
        flat = np.sqrt(np.clip(1 - np.abs(u) ** 6, 0.1, 1)) * thick / 2
        flat = flat * (0.6 if v in (0.0, 1.0) else 1.0)
        x, level = u * w / 2 * share, np.full(n, y + v * h)
        front = np.stack([x, level, bend + flat], 1)
        back = np.stack([x, level, bend - flat], 1)
        rings.append(np.concatenate([front, back[::-1]]))
    made = primitives.loft(rings)
    return Mesh(made.vertices, made.faces)


def cushion(
    size: Vec, ears: float = 0.06, below: float = 0.42, n: int = 9, puff: float = 0.45
) -> Mesh:
    """A stuffed cover lying on y = 0: two sheets sewn together at the edge.

    `ears` is how far its sides draw in between the corners (share of the size), `below` the share
    of its thickness under the seam, `puff` how suddenly it rises from the seam (small: at once).
    """
    w, h, d = size
    t = np.linspace(-1, 1, n + 1)
    # Closer rows near the seam, where it bends most.
    t = np.sign(t) * (1 - (1 - np.abs(t)) ** 1.35)
    v, u = np.meshgrid(t, t, indexing="ij")
    x = u * w / 2 * (1 - ears * (1 - v**2))
    z = v * d / 2 * (1 - ears * (1 - u**2))
    rise = ((1 - u**2) * (1 - v**2)).clip(0) ** puff
    upper = np.stack([x, below * h + (1 - below) * h * rise, z], -1).reshape(-1, 3)
    lower = np.stack([x, below * h * (1 - rise), z], -1).reshape(-1, 3)
    grid = primitives.sheet(lambda a, b: 0 * a, (1.0, 1.0), n)
    faces = np.concatenate([grid.faces, grid.faces + len(upper)]).astype(np.int32)
    return Mesh(np.concatenate([upper, lower]), faces)


def lump(
    rng: np.random.Generator, center: Vec, radii: Vec, rough: float, n: int = 12, power: float = 1.0
) -> Mesh:
    """An irregular ball: `rough` is the share of the radius by which it varies."""
    ball = primitives.ellipsoid((0, 0, 0), (1, 1, 1), n, power)
    p = ball.vertices
    swell = np.zeros(len(p))
    for _ in range(5):
        axis = rng.normal(size=3)
        swell += np.sin(p @ axis * 2.2 + rng.uniform(0, 6)) * rng.uniform(0.3, 0.6)
    return Mesh(p * (1 + rough * swell)[:, None] * radii + center, ball.faces)


class Leaf(NamedTuple):
    """A leaf from `base` towards `turn` (radians about y): it sets out at `rise` radians above the
    level and bends down by `droop` radians towards its tip; `widest` is where along it is so.

    `fold` is how far its edges rise, as a share of its half width; `k` its pieces along.
    """

    base: Vec
    turn: float
    length: float
    width: float
    rise: float
    droop: float
    k: int = 5
    fold: float = 0.2
    widest: float = 0.45


def foliage(leaves: Sequence[Leaf]) -> Mesh:
    """Leaves of equally many pieces as one mesh; each shows the whole image, its midrib along u."""
    k = leaves[0].k
    base = np.array([one.base for one in leaves], float)[:, None]
    rest = np.array([(*one[1:6], *one[7:]) for one in leaves], float).T[..., None]
    turn, length, width, rise, droop, fold, widest = rest
    s = np.linspace(0, 1, k + 1)
    pitch = rise - droop * s
    step = length / k
    zero = np.zeros_like(turn)
    run = np.concatenate([zero, np.cumsum(np.cos(pitch[:, :-1]) * step, 1)], 1)[..., None]
    climb = np.concatenate([zero, np.cumsum(np.sin(pitch[:, :-1]) * step, 1)], 1)[..., None]
    peak = np.where(s < widest, s / widest, (1 - s) / (1 - widest))
    half = (width / 2 * np.sin(peak.clip(0, 1) * np.pi / 2) ** 0.8 + 1e-4)[..., None]
    ahead = np.stack([np.cos(turn), zero, np.sin(turn)], -1)
    across = np.stack([-np.sin(turn), zero, np.cos(turn)], -1)
    up = np.array([0.0, 1.0, 0.0])
    spine = base + run * ahead + climb * up
    lift = half * fold[..., None] * up
    rows = np.stack([spine + half * across + lift, spine, spine - half * across + lift], 2)
    i = np.arange(k)[:, None] * 3 + np.arange(2)[None]
    one_leaf = np.concatenate(
        [np.stack([i, i + 1, i + 3], -1), np.stack([i + 3, i + 1, i + 4], -1)]
    ).reshape(-1, 3)
    grid = np.stack(np.broadcast_arrays(s[:, None], np.array([0.0, 0.5, 1.0])[None]), -1)
    uv = grid.reshape(-1, 2)[one_leaf].astype(np.float32)
    count = len(leaves)
    starts = np.arange(count)[:, None, None] * (3 * k + 3)
    faces = (one_leaf[None] + starts).reshape(-1, 3).astype(np.int32)
    return Mesh(rows.reshape(-1, 3), faces, np.tile(uv, (count, 1, 1)))


def wrapped(radius: float, y: tuple[float, float], reach: float, n: int = 6) -> Mesh:
    """A label around the front of an upright cylinder, `reach` radians to either side."""
    a = np.linspace(reach, -reach, n + 1)
    rim = np.stack([radius * np.sin(a), 0 * a, radius * np.cos(a)], 1)
    vertices = np.concatenate([rim + np.array([0, level, 0]) for level in (y[1], y[0])])
    k = np.arange(n)
    faces = np.concatenate(
        [np.stack([k, k + 1, k + n + 1], 1), np.stack([k + n + 1, k + 1, k + n + 2], 1)]
    )
    u = np.concatenate([np.linspace(0, 1, n + 1)] * 2)
    v = np.repeat([0.0, 1.0], n + 1)
    uv = np.stack([u, v], 1)[faces].astype(np.float32)
    return Mesh(vertices, faces.astype(np.int32), uv)


def circle(
    center: Vec, radius: float, n: int = 12, axis: Axis = "y", start: float = 0.0
) -> list[Vec]:
    """n + 1 points around a circle, the last on the first."""
    a = np.linspace(0, 2 * np.pi, n + 1) + start
    c, s, o = radius * np.cos(a), radius * np.sin(a), 0 * a
    flat = {"x": (o, c, s), "y": (c, o, s), "z": (c, s, o)}[axis]
    return [(float(x), float(y), float(z)) for x, y, z in np.stack(flat, 1) + np.array(center)]


def strokes(m: Maker, segments: Sequence[tuple[Vec, Vec]], thick: float, surface: Surfaced) -> None:
    """Thin threads (strings, wires, cracks), three-sided."""
    ends = np.array(segments, float)
    along = ends[:, 1] - ends[:, 0]
    across = np.cross(
        along, np.where(np.abs(along[:, 1:2]) > np.abs(along[:, :1]), [1.0, 0, 0], [0, 1.0, 0])
    )
    across *= thick / (np.linalg.norm(across, axis=1, keepdims=True) + 1e-12)
    up = np.cross(along, across)
    up *= thick / (np.linalg.norm(up, axis=1, keepdims=True) + 1e-12)
    rim = np.stack([across, -across / 2 + up * 0.866, -across / 2 - up * 0.866], 1)
    corners = ends[:, :, None] + rim[:, None]
    prism = np.array([[0, 1, 3], [3, 1, 4], [1, 2, 4], [4, 2, 5], [2, 0, 5], [5, 0, 3]])
    faces = (np.arange(len(ends))[:, None, None] * 6 + prism).reshape(-1, 3)
    m.add(Mesh(corners.reshape(-1, 3), faces.astype(np.int32)), surface, solid=False)


@contextmanager
def lying(m: Maker, along: Axis, at: Vec = (0, 0, 0)) -> Iterator[None]:
    """Turn what is lathed about y inside so that its upper end points along +x or +z."""
    turned = {"x": (0.0, 0.0, -90.0), "y": (0.0, 0.0, 0.0), "z": (90.0, 0.0, 0.0)}[along]
    with m.placed(at, turned):
        yield


SEGMENTS = {
    "0": "abcdef",
    "1": "bc",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
}


def digits(m: Maker, text: str, center: Vec, height: float, surface: Surfaced) -> None:
    """Seven-segment digits and colons that face the front."""
    w, t = height * 0.5, height * 0.12
    widths = [w * 0.5 if c == ":" else w * 1.5 for c in text]
    x0, y0, z = center
    left = x0 + sum(widths) / 2
    quads = []

    def bar(x: float, y: float, bw: float, bh: float) -> None:
        a, b, c, d = x + bw / 2, x - bw / 2, y + bh / 2, y - bh / 2
        quads.append(primitives.quad([(a, c, z), (b, c, z), (b, d, z), (a, d, z)]))

    for char, wide in zip(text, widths, strict=True):
        x = left - wide / 2
        left -= wide
        if char == ":":
            bar(x, y0 + height * 0.2, t, t)
            bar(x, y0 - height * 0.2, t, t)
            continue
        h = height / 2
        places = {
            "a": (0, h, w, t),
            "b": (-w / 2, h / 2, t, h),
            "c": (-w / 2, -h / 2, t, h),
            "d": (0, -h, w, t),
            "e": (w / 2, -h / 2, t, h),
            "f": (w / 2, h / 2, t, h),
            "g": (0, 0, w, t),
        }
        for name in SEGMENTS[char]:
            dx, dy, bw, bh = places[name]
            bar(x + dx, y0 + dy, bw, bh)
    m.add(merged(quads), surface, solid=False)
