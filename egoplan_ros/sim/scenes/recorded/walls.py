# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Walls of recorded rooms where the record has no ground: what closes it and hides nothing."""

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim import physics
from egoplan_ros.sim.body import RADIUS
from egoplan_ros.sim.scenes.raster import Mask, Raster
from egoplan_ros.sim.scenes.recorded.dumped import Entry
from egoplan_ros.sim.scenes.recorded.enclosure import GRID, OUTSIDE, Plan, Rect, paths
from egoplan_ros.sim.thing import Array
from egoplan_ros.sim.world import World

SIGHT = 2.0
"""Metres up to which a thing is to be seen from where one stands; a little over a reach."""
FEW = 8
"""Nearest places from which a thing is looked at that has none within sight."""
LOST = 0.25
"""Share of the sights of a thing that walls may take away."""
LOWEST = 0.5
"""Metres; a wall below a window, a picture or a switch is at least as high."""
UNDER = 0.05
NARROW = 0.35
"""Metres a stretch of wall is at least long, along one side; what is shorter looks like a post."""
KEEP_OFF = RADIUS + 0.005
TOUCH = RADIUS - physics.SKIN


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of wall: its floor rectangle and height, metres."""

    rect: Rect
    height: float


class _Sights:
    """Lines from the ground to recorded things, and how many of each thing's are left."""

    def __init__(self, entries: list[Entry], cells: Array) -> None:
        rows, owners = [], []
        self.bottoms = np.array([e.box[1] for e in entries])
        for number, entry in enumerate(entries):
            low, high = entry.box[[0, 2]], entry.box[[3, 5]]
            nearest = np.clip(cells, low, high)
            far = np.linalg.norm(cells - nearest, axis=1)
            chosen = np.flatnonzero(far < SIGHT)
            if not len(chosen):
                chosen = np.argsort(far)[:FEW]
            for target in (nearest[chosen], np.broadcast_to((low + high) / 2, (len(chosen), 2))):
                rows.append(np.concatenate([cells[chosen], target], axis=1))
                owners += [number] * len(chosen)
        self.lines = np.concatenate(rows)
        self.owners = np.array(owners)
        # What is seen from close by is what one works with.
        length = np.linalg.norm(self.lines[:, :2] - self.lines[:, 2:], axis=1)
        self.weights = 1.0 / (0.3 + length)
        self.all = np.bincount(self.owners, self.weights, len(entries))
        self.open = np.ones(len(self.lines), bool)

    def crossed(self, rect: Rect) -> NDArray[np.bool_]:
        """Which lines go through a floor rectangle."""
        start, way = self.lines[:, :2], self.lines[:, 2:] - self.lines[:, :2]
        low, high = np.array(rect[:2]) + 1e-6, np.array(rect[2:]) - 1e-6
        way = np.where(np.abs(way) < 1e-9, 1e-9, way)
        a, b = (low - start) / way, (high - start) / way
        enter = np.minimum(a, b).max(axis=1)
        leave = np.maximum(a, b).min(axis=1)
        hit: NDArray[np.bool_] = (enter < leave) & (leave > 0) & (enter < 1)
        return hit

    def harmed(self, crossed: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Things that would lose too many of their lines."""
        left = self.open & ~crossed
        share = np.bincount(self.owners[left], self.weights[left], len(self.all)) / self.all
        touched = np.unique(self.owners[self.open & crossed])
        result: NDArray[np.int64] = touched[share[touched] < 1.0 - LOST]
        return result

    def close(self, crossed: NDArray[np.bool_], height: float) -> None:
        """Take lines away; those to things above the wall stay."""
        self.open &= ~(crossed & (self.bottoms[self.owners] < height))


def strays(world: World, cells: Array) -> tuple[Array, Array]:
    """Cells that the agent reaches though they are not in the list: needless ones (N, 2), and
    those (M, 2) over which alone it gets to others that are."""
    start = np.array([world.body.x, world.body.z])
    reached = [_key(x, z) for x, z in physics.reachable(world, start, GRID)]
    if not reached:
        return np.zeros((0, 2)), np.zeros((0, 2))
    listed = {_key(x, z) for x, z in cells}
    left, came = set(reached[1:]), {reached[0]: reached[0]}
    # Every cell over as few unlisted ones as possible: listed neighbours come first.
    queue = deque([reached[0]])
    while queue:
        at = queue.popleft()
        for step in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            to = at[0] + step[0], at[1] + step[1]
            if to in left:
                left.remove(to)
                came[to] = at
                if to in listed:
                    queue.appendleft(to)
                else:
                    queue.append(to)
    needed = {reached[0]} - listed
    for cell in listed & came.keys():
        at = came[cell]
        while at not in listed and at not in needed:
            needed.add(at)
            at = came[at]
    wrong = [c for c in reached if c not in listed and c not in needed]
    return np.array(wrong).reshape(-1, 2) * GRID, np.array(sorted(needed)).reshape(-1, 2) * GRID


def _key(x: float, z: float) -> tuple[int, int]:
    return round(float(x) / GRID), round(float(z) / GRID)


def closing(
    world: World, plan: Plan, entries: list[Entry], cells: Array, clear: list[tuple[float, Rect]]
) -> list[Block]:
    """Walls, each joined to a wall, on ground that is not in the list.

    What can be seen from the listed ground stays in sight, what is before a door (`clear`) free.
    Ground that no such wall closes stays open.
    """
    wrong, needed = strays(world, cells)
    entries = [e for e in entries if e.kind != "Floor"]
    if not len(wrong) or not entries:
        return []
    sites = _Sites(world, plan, entries, np.concatenate([cells, needed]), clear)
    sights = _Sights([e for e in entries if e.kind not in OUTSIDE or e.box[4] > LOWEST], cells)
    hung = np.array([e.box for e in entries if _hangs(e)]).reshape(-1, 6)
    tall = float(plan.high[1])
    out: list[Block] = []
    queue = [r for r in sites.grid.rectangles(sites.mask) if _shuts(r, wrong).any()]
    while queue and len(wrong):
        found = ((r, sites.joined(r)) for r in queue)
        part, rect = next(((r, wide) for r, wide in found if wide is not None), (None, None))
        if part is None or rect is None:
            break
        queue.remove(part)
        shut = _shuts(rect, wrong)
        if not shut.any() or sites.post(rect):
            continue
        crossed = sights.crossed(rect)
        below = [hung[_over(rect, hung)][:, 1], sights.bottoms[sights.harmed(crossed)]]
        height = min([tall, *(np.concatenate(below) - UNDER).tolist()])
        if height < LOWEST:
            queue = sorted([*queue, *sites.halves(part)], key=_area, reverse=True)
            continue
        sights.close(crossed, height)
        out.append(Block(rect, height))
        sites.grid.fill(sites.solid, *rect)
        wrong = wrong[~shut]
    return out


class _Sites:
    """Where walls may stand: a bitmap whose border is the outer walls.

    `mask` has neither ground nor furniture nor what is before a door, `solid` walls, `held` those
    and furniture.
    """

    def __init__(
        self,
        world: World,
        plan: Plan,
        entries: list[Entry],
        ground: Array,
        clear: list[tuple[float, Rect]],
    ) -> None:
        self.grid = grid = Raster.over(plan.low[0], plan.low[2], plan.high[0], plan.high[2])
        self.solid = grid.empty()
        for niche in plan.niches:
            grid.fill(self.solid, *niche)
        self.held = self.solid.copy()
        counters = {e.object_id for e in entries if e.kind == "CounterTop"}
        for entry in entries:
            if not (entry.object_id in counters or entry.kind in OUTSIDE or _hangs(entry)):
                grid.fill(self.held, *entry.box[[0, 2, 3, 5]])
        for thing in world.things:
            if thing.object_id in counters or (thing.facts is None and thing.kind != "Ceiling"):
                for box in thing.boxes():
                    grid.fill(self.held, *box[[0, 2, 3, 5]])
        self.mask: Mask = ~grid.near(paths(ground), KEEP_OFF) & ~self.held
        for _, rect in clear:
            before = grid.empty()
            grid.fill(before, *rect)
            self.mask &= ~before

    def joined(self, rect: Rect) -> Rect | None:
        """The rectangle, stretched over free ground to the nearest wall straight ahead."""
        i0, j0, i1, j1 = rows = self._rows(rect)
        n, m = self.grid.shape
        best: Rect | None = None
        for axis, forward in ((0, False), (0, True), (1, False), (1, True)):
            across = slice(j0, j1) if axis == 0 else slice(i0, i1)
            mask, solid = (self.mask, self.solid) if axis == 0 else (self.mask.T, self.solid.T)
            free: Mask = np.all(mask[:, across], axis=1)
            wall: Mask = np.any(solid[:, across], axis=1)
            end, last = rows[axis + 2 * forward], (n, m)[axis] if forward else 0
            while end != last and not wall[end - (not forward)] and free[end - (not forward)]:
                end += 1 if forward else -1
            if end == last or wall[end - (not forward)]:
                wide = [i0, j0, i1, j1]
                wide[axis + 2 * forward] = end
                stretched = self._rect(wide)
                if best is None or _area(stretched) < _area(best):
                    best = stretched
        return best

    def post(self, rect: Rect) -> bool:
        """Whether a wall here would be short and stand free but for what it leans on."""
        if max(rect[2] - rect[0], rect[3] - rect[1]) >= NARROW:
            return False
        i0, j0, i1, j1 = self._rows(rect)
        held = np.pad(self.held | self.solid, 1, constant_values=True)
        i0, j0, i1, j1 = i0 + 1, j0 + 1, i1 + 1, j1 + 1
        along = held[i0 - 1, j0:j1].all() + held[i1, j0:j1].all()
        across = held[i0:i1, j0 - 1].all() + held[i0:i1, j1].all()
        return not (along and across)

    def halves(self, rect: Rect) -> list[Rect]:
        """The rectangle cut across its longer side; none of a single cell."""
        rows = self._rows(rect)
        axis = 0 if rect[2] - rect[0] >= rect[3] - rect[1] else 1
        if rows[axis + 2] - rows[axis] < 2:
            return []
        first, second = list(rows), list(rows)
        first[axis + 2] = second[axis] = (rows[axis] + rows[axis + 2]) // 2
        return [self._rect(first), self._rect(second)]

    def _rows(self, rect: Rect) -> tuple[int, int, int, int]:
        grid = self.grid
        return (
            round((rect[0] - grid.x0) / grid.step[0]),
            round((rect[1] - grid.z0) / grid.step[1]),
            round((rect[2] - grid.x0) / grid.step[0]),
            round((rect[3] - grid.z0) / grid.step[1]),
        )

    def _rect(self, rows: list[int]) -> Rect:
        grid = self.grid
        return (
            grid.x0 + rows[0] * grid.step[0],
            grid.z0 + rows[1] * grid.step[1],
            grid.x0 + rows[2] * grid.step[0],
            grid.z0 + rows[3] * grid.step[1],
        )


def _hangs(entry: Entry) -> bool:
    """Whether a low wall goes below a thing."""
    return bool(entry.box[1] > LOWEST + UNDER) and entry.kind not in OUTSIDE


def _over(rect: Rect, boxes: Array) -> NDArray[np.bool_]:
    """Which boxes (N, 6) reach over a floor rectangle."""
    apart = (boxes[:, 0] >= rect[2]) | (boxes[:, 3] <= rect[0])
    apart |= (boxes[:, 2] >= rect[3]) | (boxes[:, 5] <= rect[1])
    over: NDArray[np.bool_] = ~apart
    return over


def _area(rect: Rect) -> float:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def _shuts(rect: Rect, points: Array) -> NDArray[np.bool_]:
    """On which points (N, 2) nobody can stand beside this wall."""
    box = np.array([[rect[0], 0.0, rect[1], rect[2], 1.0, rect[3]]])
    shut: NDArray[np.bool_] = physics.clearance(points, box)[:, 0] < TOUCH
    return shut
