# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Books and newspapers."""

from dataclasses import replace
from functools import partial

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import BLACK, PAPER, Floats, circle, ribbon, slab
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Color, Material, Surfaced, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh
from egoplan_ros.sim.shapes.solid import Maker, Vec

PAPERS: dict[str, tuple[Color, ...]] = {
    "white": ((1.0, 0.99, 0.96), (0.92, 0.92, 0.92), (0.97, 0.93, 0.85)),
    "cheap": ((0.84, 0.79, 0.68), (0.74, 0.72, 0.69), (0.8, 0.69, 0.51)),
    "old": ((0.66, 0.52, 0.35), (0.74, 0.61, 0.43), (0.56, 0.45, 0.33)),
    "sketch": ((0.62, 0.48, 0.34), (0.45, 0.47, 0.5), (0.92, 0.88, 0.8), (0.5, 0.62, 0.55)),
    "printed": ((1.0, 1.0, 1.0),),
}
"""Colours of the pages of books; those printed all over are illustrated."""


def _leaves(look: Look, paper: str) -> Material:
    """What two open pages show."""
    page = look.draw("page", look.pick(PAPERS[paper]))
    number = page.number - page.number % 4 + (3 if paper == "printed" else page.number % 3)
    return replace(page, number=number)


def _page(size: tuple[float, float], y: float, bulge: float, under: bool) -> Mesh:
    """The right half of two pages, its spine at +x, rising towards the spine; `under` is the left
    half and looks down instead."""

    def height(u: Floats, v: Floats) -> Floats:
        hump = np.sin(np.clip(u, 0, 1) ** 2.2 * np.pi) * bulge
        return np.asarray(y - hump if under else y + hump)

    page = primitives.sheet(height, size, 6)
    if page.uv is not None:
        u = page.uv[..., 0]
        page.uv[..., 0] = (1 - u) / 2 if under else (1 + u) / 2
    return page


def _rising_leaf(look: Look, size: tuple[float, float], bulge: float) -> Mesh:
    """A leaf that does not lie down: from the spine at x = 0 it rises over the right page."""
    reach, peak = float(look.rng.uniform(0.35, 0.75)), float(look.rng.uniform(0.016, 0.024))
    t = np.linspace(0, 1, 5)
    path: list[Vec] = [
        (-reach * size[0] * float(k), float(bulge * (k > 0) + peak * np.sin(1.9 * k)), 0.0)
        for k in t
    ]
    return ribbon(path, size[1], 0.0006, (0, 0, 1))


def _bound(
    m: Maker,
    look: Look,
    size: Vec,
    cover: Surfaced,
    board: float = 0.002,
    rim: float = 0.003,
    y: float = 0.0,
    corner: float = 0.0,
    opens: bool = True,
    front: Surfaced | None = None,
    edge: Surfaced = PAPER,
    split: float = 0.5,
    paper: str = "white",
) -> None:
    """A book that lies on its back cover, its spine at +x: the upper half turns over the spine."""
    w, h, d = size
    middle = y + board + (h - 2 * board) * split
    link = m.hinge((w / 2, middle, 0), (0, 0, 1), -180) if opens else -1

    def plate(low: float, wide: float, thick: float, deep: float, what: Surfaced, on: int) -> None:
        x = (w - wide) / 2
        if corner > 0:
            m.add(slab((wide, thick, deep), corner, 0.0, (x, low, 0)), what, on)
        else:
            m.box((x, 0), low, (wide, thick, deep), what, link=on)

    plate(y, w, board, d, cover, -1)
    plate(y + board, w - rim, middle - y - board, d - 2 * rim, edge, -1)
    plate(middle, w - rim, y + h - board - middle, d - 2 * rim, edge, link)
    plate(y + h - board, w, board, d, cover, link)
    if front is not None:
        m.panel((0, y + h + 0.0004, 0), (w, d), front, "up", link=link)
    if opens:
        bulge = min(0.05 * w + 0.12 * h, 0.014)
        leaves = _leaves(look, paper)
        flat = (w - rim, d - 2 * rim)
        m.add(_page(flat, middle + 0.0006, bulge, False), leaves, solid=False, when="open")
        m.add(_page(flat, middle - 0.0006, bulge, True), leaves, link, "", False, "open")
        with m.placed((w / 2 - rim, middle + 0.001, 0)):
            rising = _rising_leaf(look, flat, bulge)
            m.add(rising, Material(leaves.color), solid=False, when="open")


def _spine(m: Maker, size: Vec, cover: Surfaced, bow: float, bands: int = 0) -> None:
    """The back of a closed book, rounded outwards by `bow`; `bands` raised ribs across it."""
    w, h, d = size
    a = np.linspace(-np.pi / 2, np.pi / 2, 7)
    path: list[Vec] = [
        (w / 2 + bow * float(np.cos(t)), h / 2 * (1 + float(np.sin(t))), 0.0) for t in a
    ]
    m.add(ribbon(path, d, 0.002, (0, 0, 1)), cover, solid=False, when="!open")
    wider: list[Vec] = [(x + 0.0015, p, z) for x, p, z in path]
    for k in range(bands):
        z = d * ((k + 1) / (bands + 1) - 0.5)
        with m.placed((0, 0, z)):
            m.add(ribbon(wider, 0.006, 0.003, (0, 0, 1)), cover, solid=False, when="!open")


def _hue(look: Look) -> Material:
    tone = look.rng.random()
    if tone < 0.2:
        return Material((0.1, 0.1, 0.11), gloss=0.1)
    if tone < 0.35:
        return Material((0.92, 0.9, 0.86), gloss=0.1)
    return Material(look.hue((0.3, 0.85), (0.25, 0.85)), gloss=0.1)


def _novel(m: Maker, look: Look) -> None:
    w, h, d = (float(look.rng.uniform(*r)) for r in ((0.14, 0.18), (0.024, 0.045), (0.2, 0.25)))
    cover = _hue(look)
    _bound(m, look, (w, h, d), cover, 0.0028, 0.004, front=look.draw("book_cover"))
    _spine(m, (w, h, d), cover, 0.007)


def _thin_paperback(m: Maker, look: Look) -> None:
    w, h, d = (float(look.rng.uniform(*r)) for r in ((0.12, 0.15), (0.01, 0.016), (0.18, 0.21)))
    cover = _hue(look)
    art = look.draw("book_cover", gloss=0.2)
    _bound(m, look, (w, h, d), cover, 0.0008, 0.0, front=art, paper="cheap")
    m.box((w / 2 + 0.0004, 0), 0, (0.0008, h, d), cover, when="!open")


def _brick(m: Maker, look: Look) -> None:
    w, h, d = (float(look.rng.uniform(*r)) for r in ((0.12, 0.15), (0.05, 0.07), (0.18, 0.22)))
    cover = _hue(look)
    art = look.draw("book_cover")
    _bound(m, look, (w, h, d), cover, 0.001, 0.0005, front=art, split=0.55, paper="cheap")
    # The reading creases of a thick paperback.
    _spine(m, (w, h, d), cover, -0.004)
    for k in (0.35, 0.5, 0.62):
        m.box((w / 2 - 0.002, 0), h * k, (0.001, 0.001, d), PAPER, solid=False, when="!open")


def _notebook(m: Maker, look: Look) -> None:
    w, h, d = (float(look.rng.uniform(*r)) for r in ((0.15, 0.21), (0.012, 0.02), (0.21, 0.29)))
    cover = plastic(look.hue((0.2, 0.8), (0.3, 0.9)))
    _bound(m, look, (w, h, d), cover, 0.0012, 0.002, corner=0.008, paper="sketch")
    m.box((0, d * 0.12), h, (w * 0.55, 0.0006, d * 0.18), PAPER, link=0, solid=False)
    wire = metal() if look.rng.random() < 0.6 else plastic(BLACK)
    count = 8
    for z in np.linspace(-d * 0.45, d * 0.45, count):
        hoop = circle((w / 2 - 0.003, h / 2, float(z)), h / 2 + 0.003, 6, "z")
        m.tube(hoop, 0.0011, wire, n=3, caps=False)


def _picture_book(m: Maker, look: Look) -> None:
    w, h, d = (float(look.rng.uniform(*r)) for r in ((0.24, 0.29), (0.014, 0.024), (0.22, 0.26)))
    cover = _hue(look)
    art = look.draw("painting", gloss=0.35)
    _bound(m, look, (w, h, d), cover, 0.003, 0.004, front=art, paper="printed")
    m.box((w / 2, 0), 0, (0.003, h, d), cover, when="!open")
    with m.placed((w * 0.1, h + 0.0006, -d * 0.36)):
        m.box((0, 0), 0, (w * 0.5, 0.0005, d * 0.1), (0.95, 0.95, 0.93), link=0, solid=False)


def _old_leather(m: Maker, look: Look) -> None:
    w, h, d = (float(look.rng.uniform(*r)) for r in ((0.14, 0.19), (0.035, 0.055), (0.2, 0.26)))
    hide = look.draw("leather", gloss=0.25)
    gold = metal((0.8, 0.65, 0.3))
    _bound(m, look, (w, h, d), hide, 0.004, 0.005, edge=(0.82, 0.72, 0.5), paper="old")
    _spine(m, (w, h, d), hide, 0.011, bands=4)
    for sx in (-1, 1):
        for sz in (-1, 1):
            corner = [(sx * w / 2, sz * d / 2), (sx * (w / 2 - 0.03), sz * d / 2)]
            corner.append((sx * w / 2, sz * (d / 2 - 0.03)))
            tri = np.array([(x, h + 0.0006, z) for x, z in corner])
            m.add(Mesh(tri, np.array([[0, 1, 2]], np.int32)), gold, 0, solid=False)
    frame = ((0, 0.34, 0.7, 0.004), (0, -0.34, 0.7, 0.004), (0.35, 0, 0.006, 0.68))
    for x, z, fw, fd in (*frame, (-0.35, 0, 0.006, 0.68)):
        size = (w * fw, 0.0005, d * fd)
        m.box((x * w, z * d), h, size, gold, link=0, solid=False)


def _journal(m: Maker, look: Look) -> None:
    w, h, d = (float(look.rng.uniform(*r)) for r in ((0.1, 0.15), (0.014, 0.022), (0.15, 0.21)))
    cover = look.draw("leather")
    _bound(m, look, (w, h, d), cover, 0.0015, 0.003, corner=0.012, paper="sketch")
    m.add(slab((0.006, h - 0.002, d), 0.002, 0.001, (w / 2 - 0.002, 0.001, 0)), cover, when="!open")
    band = look.hue((0.4, 0.9), (0.4, 0.9))
    m.box((-w * 0.36, 0), -0.0008, (0.006, h + 0.0016, d + 0.001), band, when="!open")
    mark: list[Vec] = [(w * 0.2, h / 2, d * k) for k in (0.4, 0.5, 0.52, 0.57)]
    m.add(ribbon(mark, 0.005, 0.0008), band, solid=False)


def _pile(m: Maker, look: Look) -> None:
    """Books on top of each other; the uppermost opens."""
    y = 0.0
    count = int(look.rng.integers(2, 4))
    for k in range(count):
        w, h, d = (float(look.rng.uniform(*r)) for r in ((0.13, 0.2), (0.014, 0.028), (0.18, 0.25)))
        w, d = w - 0.012 * k, d - 0.015 * k
        cover = _hue(look)
        turn = float(look.rng.uniform(-14, 14)) if k < count - 1 else 0.0
        with m.placed((float(look.rng.uniform(-0.01, 0.01)) if turn else 0, y, 0), (0, turn, 0)):
            last = k == count - 1
            front = look.draw("book_cover") if last else None
            if last:
                m.links.clear()
            low = 0.0 if not last else y
            with m.placed((0, -low, 0)):
                _bound(m, look, (w, h, d), cover, 0.002, 0.003, low, opens=last, front=front)
            m.box((w / 2, 0), 0, (0.002, h, d), cover, when="!open" if last else "")
        y += h + 0.0005


def _board_book(m: Maker, look: Look) -> None:
    """A small child's book of few thick pages."""
    w, h, d = (float(look.rng.uniform(*r)) for r in ((0.15, 0.18), (0.022, 0.032), (0.15, 0.18)))
    cover = Material(look.hue((0.5, 0.9), (0.7, 0.95)), gloss=0.3)
    front = look.draw("book_cover", gloss=0.3)
    _bound(m, look, (w, h, d), cover, 0.003, 0.0, corner=0.025, paper="printed")
    m.panel((0.004, h + 0.0005, 0), (w * 0.8, d * 0.8), front, "up", link=0)
    for k in (0.3, 0.7):
        gap = slab((w + 0.0008, 0.0012, d + 0.0008), 0.025, 0.0, (0, h * k, 0))
        m.add(gap, (0.55, 0.52, 0.48), link=0 if k > 0.5 else -1, solid=False)
    m.box((w / 2 - 0.001, 0), 0, (0.004, h, d - 0.05), cover, when="!open")


def _magazine(m: Maker, look: Look) -> None:
    """Stapled sheets with a bent-up corner."""
    w, h, d = (float(look.rng.uniform(*r)) for r in ((0.19, 0.22), (0.005, 0.008), (0.26, 0.29)))
    gloss = look.draw("book_cover", gloss=0.5)
    edge = (0.86, 0.86, 0.84)
    _bound(m, look, (w, h, d), (0.9, 0.9, 0.9), 0.0005, 0.0, edge=edge, paper="printed")

    def curl(u: Floats, v: Floats) -> Floats:
        return np.asarray(h + 0.0006 + 0.02 * np.clip((1 - u) + v - 1.45, 0, 1) ** 1.5)

    m.add(primitives.sheet(curl, (w, d), 8), gloss, 0, solid=False)
    a = np.linspace(-np.pi / 2, np.pi / 2, 5)
    fold: list[Vec] = [
        (w / 2 + h / 2 * float(np.cos(t)), h / 2 + h / 2 * float(np.sin(t)), 0) for t in a
    ]
    m.add(ribbon(fold, d, 0.0006, (0, 0, 1)), gloss, solid=False, when="!open")


BOOKS = (
    _novel,
    _thin_paperback,
    _brick,
    _notebook,
    _picture_book,
    _old_leather,
    _journal,
    _pile,
    _board_book,
    _magazine,
)


@forms(len(BOOKS))
def book(m: Maker, look: Look, form: int) -> None:
    """Hardbacks, paperbacks, notebooks, magazines; open, two pages show."""
    BOOKS[form](m, look)


def _folded_paper(m: Maker, look: Look, w: float, h: float, d: float, sheets: int) -> None:
    """Sheets around a fold at the near edge, printed above."""
    ink = look.draw("newspaper")
    a = np.linspace(-np.pi / 2, np.pi / 2, 5)
    for k in range(sheets):
        r = h / 2 * (1 - k / sheets)
        back = -d / 2 + 0.004 * k
        path: list[Vec] = [(0, h / 2 - r, back)]
        path += [(0, h / 2 + r * float(np.sin(t)), d / 2 - h / 2 + r * float(np.cos(t))) for t in a]
        path.append((0, h / 2 + r, back))
        m.add(ribbon(path, w - 0.003 * (k % 2), 0.001), (0.86, 0.85, 0.81))
    m.box((0, -h / 4), h * 0.2, (w * 0.985, h * 0.6, d - h / 2 - 0.006), (0.8, 0.79, 0.76))
    m.panel((0, h + 0.0008, -h / 4), (w * 0.98, d - h / 2), ink, "up")


def _rolled(m: Maker, look: Look, band: bool) -> None:
    """A paper rolled up, loose or with a rubber band."""
    r, length = float(look.rng.uniform(0.022, 0.034)), float(look.rng.uniform(0.28, 0.36))
    turns = np.linspace(0, 5.3 * np.pi if band else 3.6 * np.pi, 34)
    spiral = r * (0.35 + 0.65 * turns / turns[-1])
    path: list[Vec] = [
        (float(s * np.cos(t)), float(r + s * np.sin(t)), 0.0)
        for t, s in zip(turns, spiral, strict=True)
    ]
    if not band:
        x, y, _ = path[-1]
        path += [(x + 0.03, y * 0.5 + 0.004, 0.0), (x + 0.07, 0.003, 0.0)]
    m.add(ribbon(path, length, 0.001, (0, 0, 1)), look.draw("newspaper"))
    if band:
        hoop = circle((0, r, length * 0.1), r + 0.0015, 14, "z")
        m.add(ribbon(hoop, 0.005, 0.002, (0, 0, 1)), look.pick(((0.7, 0.2, 0.2), (0.8, 0.6, 0.3))))


def _tightly_rolled(m: Maker, look: Look) -> None:
    _rolled(m, look, True)


def _loosely_rolled(m: Maker, look: Look) -> None:
    _rolled(m, look, False)


def _half_sheet(side: int, lift: float, u: Floats, v: Floats) -> Floats:
    """Height of the left (-1) or right half of an opened paper."""
    across = (1 + side) / 4 + u / 2
    fold = 0.02 * np.abs(2 * across - 1) ** 1.6
    return np.asarray(0.003 + lift + fold + 0.003 * np.sin(7 * v + 5 * across + 250 * lift))


def _spread(m: Maker, look: Look) -> None:
    """An opened paper, its halves not quite flat."""
    w, d = float(look.rng.uniform(0.3, 0.36)), float(look.rng.uniform(0.22, 0.26))
    for k in range(2):
        with m.placed((0.006 * k, 0, 0), (0, 4.0 * k, 0)):
            for side in (-1, 1):
                half = primitives.sheet(partial(_half_sheet, side, 0.008 * k), (w / 2, d), 6)
                with m.placed((side * w / 4, 0, 0)):
                    m.add(half, look.draw("newspaper"))


def _crumpled_pile(m: Maker, look: Look) -> None:
    """A stack of several papers, each a little askew."""
    y = 0.0
    for _ in range(4):
        with m.placed((0, y, 0), (0, float(look.rng.uniform(-5, 5)), 0)):
            _folded_paper(m, look, 0.2, 0.009, 0.3, 1)
        y += 0.01


def _tabloid(m: Maker, look: Look) -> None:
    """Folded twice into a thick small block."""
    _folded_paper(m, look, 0.2, 0.034, 0.16, 3)


def _broadsheet(m: Maker, look: Look) -> None:
    w = float(look.rng.uniform(0.2, 0.24))
    _folded_paper(m, look, w, float(look.rng.uniform(0.01, 0.016)), 0.32, 2)


def _with_supplement(m: Maker, look: Look) -> None:
    """A glossy supplement sticks out of the paper."""
    _folded_paper(m, look, 0.22, 0.016, 0.28, 2)
    with m.placed((-0.03, 0.007, 0.0), (0, 12, 0)):
        m.box((0, 0.02), 0, (0.2, 0.003, 0.27), look.draw("book_cover", gloss=0.4))


def _arched(m: Maker, look: Look) -> None:
    """A folded paper that keeps the bend of the letter box."""
    w, d = 0.2, float(look.rng.uniform(0.28, 0.34))
    s = np.linspace(-1, 1, 11)
    for k in range(3):
        path: list[Vec] = [
            (0, float(0.032 * (1 - t * t)) + 0.003 * k, float(t * d / 2 * (1 - 0.02 * k)))
            for t in s
        ]
        m.add(ribbon(path, w, 0.0022), look.draw("newspaper") if k == 2 else (0.85, 0.84, 0.8))


NEWSPAPERS = (
    _broadsheet,
    _tabloid,
    _tightly_rolled,
    _spread,
    _with_supplement,
    _crumpled_pile,
    _loosely_rolled,
    _arched,
)


@forms(len(NEWSPAPERS))
def newspaper(m: Maker, look: Look, form: int) -> None:
    """Papers folded, rolled up, spread out or in a pile."""
    NEWSPAPERS[form](m, look)


RECIPES: dict[str, Recipe] = {"Book": book, "Newspaper": newspaper}
