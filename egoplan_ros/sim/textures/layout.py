# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How floors and walls are divided into tiles, bricks and boards, periodically.

A layout is a `Cells`: for each pixel which piece it belongs to, how far it is from that piece's
edge, and where it lies along and across the piece.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.noise import SIZE, Field, Rng, grid, nearest, worley


class Cells(NamedTuple):
    """Pieces of a surface; lengths in pixels."""

    piece: NDArray[np.int64]
    """Number of the piece, the same on both sides of the image's border."""
    edge: Field
    """Distance to the piece's edge."""
    along: Field
    """Distance from the piece's beginning, along its longer side."""
    across: Field
    """Distance from the piece's beginning, across it."""


def values(rng: Rng, piece: NDArray[np.int64], columns: int = 1) -> Field:
    """Random numbers 0..1 per piece, (h, w) or (h, w, columns)."""
    table = rng.random((4096, columns)).astype(np.float32)
    found = table[piece % 4096]
    return found[..., 0] if columns == 1 else found


def _number(x: NDArray[np.floating], y: NDArray[np.floating]) -> NDArray[np.int64]:
    """A number for the piece whose centre is at x, y (in images)."""
    i = np.rint((x % 1.0) * 1024).astype(np.int64) % 1024
    j = np.rint((y % 1.0) * 1024).astype(np.int64) % 1024
    result: NDArray[np.int64] = (i * 7919 + j * 104729) % 1048573
    return result


def bricks(columns: int, rows: int, shift: float | Field = 0.5) -> Cells:
    """Rows of equal pieces, each row moved by shift pieces (a number per row, or one for all)."""
    u, v = grid()
    y = v * np.float32(rows)
    row = np.floor(y)
    moves = np.asarray(shift, np.float32)
    offset = (row * moves) % 1.0 if moves.ndim == 0 else moves[row.astype(int) % len(moves)]
    x = u * np.float32(columns) + offset
    column = np.floor(x)
    fx, fy = x - column, y - row
    width, height = SIZE / columns, SIZE / rows
    edge = np.minimum(np.minimum(fx, 1 - fx) * width, np.minimum(fy, 1 - fy) * height)
    piece = (column.astype(np.int64) % columns) + row.astype(np.int64) * 61
    along, across = fx * np.float32(width), fy * np.float32(height)
    if height > width:
        along, across = across, along
    return Cells(piece, edge, along, across)


def boards(rng: Rng, rows: int, pieces: int) -> Cells:
    """Rows of boards of unequal length, about `pieces` in a row."""
    u, v = grid()
    y = v * np.float32(rows)
    row = np.clip(np.floor(y), 0, rows - 1).astype(int)
    cuts = np.sort((np.arange(pieces) + rng.uniform(-0.3, 0.3, (rows, pieces))) / pieces, 1)
    cuts = (cuts + rng.random((rows, 1))).astype(np.float32)
    first = cuts[row, 0]
    x = first + (u - first) % 1.0
    index = np.zeros(u.shape, np.int64)
    for k in range(1, pieces):
        index += x >= cuts[row, k]
    ends = np.concatenate([cuts, cuts[:, :1] + 1], 1)
    start, stop = ends[row, index], ends[row, index + 1]
    fy = y - np.floor(y)
    edge = np.minimum(
        np.minimum(x - start, stop - x) * SIZE, np.minimum(fy, 1 - fy) * (SIZE / rows)
    )
    return Cells(
        index + row * 17,
        edge.astype(np.float32),
        ((x - start) * SIZE).astype(np.float32),
        (fy * (SIZE / rows)).astype(np.float32),
    )


def basket(squares: int, strips: int) -> Cells:
    """Squares of parallel strips that lie along and across in turn; an even number of squares."""
    u, v = grid()
    x, y = u * np.float32(squares), v * np.float32(squares)
    i, j = np.floor(x), np.floor(y)
    flat = ((i + j) % 2) == 0
    fx, fy = x - i, y - j
    along, side = np.where(flat, fx, fy), np.where(flat, fy, fx) * strips
    strip = np.floor(side)
    across = side - strip
    size = SIZE / squares
    edge = np.minimum(
        np.minimum(along, 1 - along) * size, np.minimum(across, 1 - across) * size / strips
    )
    piece = ((i + j * squares) * strips + strip).astype(np.int64)
    return Cells(piece, edge, along * np.float32(size), across * np.float32(size / strips))


def herringbone(length: int, repeats: int, diagonal: bool) -> Cells:
    """Blocks `length` times as long as wide, laid in a zigzag; diagonal turns it by 45 degrees."""
    u, v = grid()
    n = length * repeats * (1 if diagonal else 2)
    x, y = ((u + v) * n, (u - v) * n) if diagonal else (u * n, v * n)
    i, j = np.floor(x), np.floor(y)
    m = (i - j) % (2 * length)
    flat = m < length
    tall = 2 * length - 1 - m
    fx, fy = x - i, y - j
    along = np.where(flat, m + fx, tall + fy)
    across = np.where(flat, fy, fx)
    cx = np.where(flat, i - m + length / 2, i + 0.5)
    cy = np.where(flat, j + 0.5, j - tall + length / 2)
    px, py = ((cx + cy) / (2 * n), (cx - cy) / (2 * n)) if diagonal else (cx / n, cy / n)
    size = SIZE / n / (np.sqrt(2) if diagonal else 1)
    edge = np.minimum(np.minimum(along, length - along), np.minimum(across, 1 - across)) * size
    return Cells(
        _number(px, py),
        np.asarray(edge, np.float32),
        np.asarray(along * size, np.float32),
        np.asarray(across * size, np.float32),
    )


def chevron(columns: int, rows: int) -> Cells:
    """Slanted blocks that meet in a zigzag; an even number of columns."""
    u, v = grid()
    x = u * np.float32(columns)
    column = np.floor(x)
    fx = x - column
    odd = column % 2 == 1
    lean = SIZE / columns * 0.6 / (SIZE / rows)
    y = v * np.float32(rows) + np.where(odd, 1 - fx, fx) * np.float32(lean)
    row = np.floor(y)
    fy = y - row
    width, height = SIZE / columns, SIZE / rows * 0.86
    edge = np.minimum(np.minimum(fx, 1 - fx) * width, np.minimum(fy, 1 - fy) * height)
    piece = column.astype(np.int64) * 131 + row.astype(np.int64) % rows
    along = np.where(odd, 1 - fx, fx) * np.float32(width * 1.17)
    return Cells(piece, edge, along.astype(np.float32), fy * np.float32(height))


def hexagons(columns: int, rows: int) -> Cells:
    """Hexagons in rows that are moved by half a piece; an even number of rows."""
    return _staggered(columns, rows, round_pieces=False)


def pennies(columns: int, rows: int) -> Cells:
    """Round pieces in rows that are moved by half a piece; an even number of rows."""
    return _staggered(columns, rows, round_pieces=True)


def _staggered(columns: int, rows: int, round_pieces: bool) -> Cells:
    u, v = grid()
    width = SIZE / columns
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    points = np.stack([x + 0.25 + 0.5 * (y % 2), y + 0.5], -1).astype(np.float32)
    near, second, owner = nearest(points, columns / rows)
    edge = (0.47 - near) * width if round_pieces else (second - near) * (width / 2)
    middle = points.reshape(-1, 2)[owner]
    along = ((u * columns - middle[..., 0] + columns / 2) % columns) - columns / 2 + 0.5
    across = ((v * rows - middle[..., 1] + rows / 2) % rows - rows / 2) * columns / rows + 0.5
    return Cells(
        owner.astype(np.int64),
        np.asarray(edge, np.float32),
        np.asarray(along * width, np.float32),
        np.asarray(across * width, np.float32),
    )


def octagons(columns: int) -> Cells:
    """Octagons with small squares between them."""
    u, v = grid()
    size = SIZE / columns
    x, y = u * np.float32(columns), v * np.float32(columns)
    i, j = np.floor(x), np.floor(y)
    a, b = np.abs(x - i - 0.5), np.abs(y - j - 0.5)
    cut = 0.78 - (a + b)
    big = cut > 0
    inside = np.minimum(np.minimum(0.5 - a, 0.5 - b), cut * 0.707)
    edge = np.where(big, inside, -cut * 0.707) * size
    corner = (
        2000
        + (np.rint(x).astype(np.int64) % columns)
        + 61 * (np.rint(y).astype(np.int64) % columns)
    )
    piece = np.where(big, (i + j * 61).astype(np.int64), corner)
    return Cells(
        piece,
        np.asarray(edge, np.float32),
        np.asarray((x - i) * size, np.float32),
        np.asarray((y - j) * size, np.float32),
    )


def scales(columns: int, rows: int) -> Cells:
    """Round scales, each row covering the next; an even number of rows."""
    u, v = grid()
    x, y = u * np.float32(columns), v * np.float32(rows)
    size = SIZE / columns
    row = np.floor(y)
    done = np.zeros(u.shape, bool)
    piece = np.zeros(u.shape, np.int64)
    edge = np.zeros(u.shape, np.float32)
    tall = columns / rows
    for up in (1, 0, -1, -2):
        r = row + up
        shift = (r % 2) * 0.5
        column = np.floor(x - shift)
        dx, dy = x - shift - column - 0.5, (y - r) * tall
        inside = np.where(dy < 0, 0.5 - np.hypot(dx, dy), 0.5 - np.abs(dx))
        inside = np.where(dy < 0, inside, 0.5 - np.abs(dx))
        mine = (~done) & (inside > 0)
        edge = np.where(mine, inside * size, edge).astype(np.float32)
        number = (column % columns) + (r % rows) * 61
        piece = np.where(mine, number, piece).astype(np.int64)
        done |= mine
    return Cells(piece, edge, u * np.float32(SIZE), v * np.float32(SIZE))


def flags(rng: Rng, columns: int, rows: int) -> Cells:
    """Broken flags of natural stone."""
    near, second, owner = worley(rng, columns, rows, 0.85)
    u, v = grid()
    edge = (second - near) * np.float32(SIZE / columns / 2)
    return Cells(owner.astype(np.int64), edge, u * np.float32(SIZE), v * np.float32(SIZE))
