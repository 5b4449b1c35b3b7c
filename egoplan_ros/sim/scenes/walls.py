"""Walls of recorded rooms where the record has no ground: what closes it and hides nothing."""

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim import physics
from egoplan_ros.sim.body import RADIUS
from egoplan_ros.sim.scenes.dumped import Entry
from egoplan_ros.sim.scenes.enclosure import GRID, OUTSIDE, Plan, Rect, paths
from egoplan_ros.sim.scenes.raster import Mask, Raster
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
SLIVER = 0.09
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
        return touched[share[touched] < 1.0 - LOST]

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
    needed = set()
    for cell in listed & came.keys():
        at = came[cell]
        while at not in listed and at not in needed and at != reached[0]:
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
    grid = Raster.over(plan.low[0], plan.low[2], plan.high[0], plan.high[2])
    ground = np.concatenate([cells, needed])
    mask = _candidates(grid, world, entries, ground, clear)
    sights = _Sights([e for e in entries if e.kind not in OUTSIDE or e.box[4] > LOWEST], cells)
    hung = np.array([e.box for e in entries if _hangs(e)]).reshape(-1, 6)
    tall = float(plan.high[1])
    solid = _edges(grid, plan)
    out: list[Block] = []
    queue = [r for r in grid.rectangles(mask) if _shuts(r, wrong).any()]
    while queue and len(wrong):
        found = ((r, _joined(grid, mask, solid, r)) for r in queue)
        part, rect = next(((r, wide) for r, wide in found if wide is not None), (None, None))
        if part is None or rect is None:
            break
        queue.remove(part)
        shut = _shuts(rect, wrong)
        if not shut.any():
            continue
        crossed = sights.crossed(rect)
        below = [hung[_over(rect, hung)][:, 1], sights.bottoms[sights.harmed(crossed)]]
        height = min([tall, *(np.concatenate(below) - UNDER).tolist()])
        if height < LOWEST:
            queue = sorted([*queue, *_halves(grid, part)], key=_area, reverse=True)
            continue
        sights.close(crossed, height)
        out.append(Block(rect, height))
        grid.fill(solid, *rect)
        wrong = wrong[~shut]
    return out


def _candidates(
    grid: Raster, world: World, entries: list[Entry], cells: Array, clear: list[tuple[float, Rect]]
) -> Mask:
    """Where there is neither ground nor furniture nor a door that opens."""
    mask: Mask = ~grid.near(paths(cells), KEEP_OFF)
    taken = grid.empty()
    counters = {e.object_id for e in entries if e.kind == "CounterTop"}
    for entry in entries:
        if not (entry.object_id in counters or entry.kind in OUTSIDE or _hangs(entry)):
            grid.fill(taken, *entry.box[[0, 2, 3, 5]])
    for thing in world.things:
        if thing.object_id in counters or thing.facts is None and thing.kind != "Ceiling":
            for box in thing.boxes():
                grid.fill(taken, *box[[0, 2, 3, 5]])
    for _, rect in clear:
        grid.fill(taken, *rect)
    return mask & ~taken


def _hangs(entry: Entry) -> bool:
    """Whether a low wall goes below a thing."""
    return bool(entry.box[1] > LOWEST + UNDER) and entry.kind not in OUTSIDE


def _over(rect: Rect, boxes: Array) -> NDArray[np.bool_]:
    """Which boxes (N, 6) reach over a floor rectangle."""
    apart = (boxes[:, 0] >= rect[2]) | (boxes[:, 3] <= rect[0])
    apart |= (boxes[:, 2] >= rect[3]) | (boxes[:, 5] <= rect[1])
    over: NDArray[np.bool_] = ~apart
    return over


def _edges(grid: Raster, plan: Plan) -> Mask:
    """Cells that are wall already, in a grid with the outer walls as its border."""
    solid = grid.empty()
    for niche in plan.niches:
        grid.fill(solid, *niche)
    return solid


def _joined(grid: Raster, mask: Mask, solid: Mask, rect: Rect) -> Rect | None:
    """The rectangle, stretched over free ground (`mask`) to the nearest wall straight ahead."""
    i0, j0, i1, j1 = _rows(grid, rect)
    n, m = grid.shape
    best: Rect | None = None
    for axis, forward in ((0, False), (0, True), (1, False), (1, True)):
        free = mask[:, j0:j1].all(1) if axis == 0 else mask[i0:i1].all(0)
        wall = solid[:, j0:j1].any(1) if axis == 0 else solid[i0:i1].any(0)
        end, last = ((i0, i1), (j0, j1))[axis][forward], (n, m)[axis] if forward else 0
        step = 1 if forward else -1
        while end != last and not wall[end - (not forward)] and free[end - (not forward)]:
            end += step
        if end == last or wall[end - (not forward)]:
            low, high = ((i0, i1), (j0, j1))[axis]
            low, high = (low, end) if forward else (end, high)
            rows = (low, j0, high, j1) if axis == 0 else (i0, low, i1, high)
            wide = _rect(grid, rows)
            if best is None or _area(wide) < _area(best):
                best = wide
    return best


def _rows(grid: Raster, rect: Rect) -> tuple[int, int, int, int]:
    return (
        round((rect[0] - grid.x0) / grid.step[0]),
        round((rect[1] - grid.z0) / grid.step[1]),
        round((rect[2] - grid.x0) / grid.step[0]),
        round((rect[3] - grid.z0) / grid.step[1]),
    )


def _rect(grid: Raster, rows: tuple[int, int, int, int]) -> Rect:
    return (
        grid.x0 + rows[0] * grid.step[0],
        grid.z0 + rows[1] * grid.step[1],
        grid.x0 + rows[2] * grid.step[0],
        grid.z0 + rows[3] * grid.step[1],
    )


def _halves(grid: Raster, rect: Rect) -> list[Rect]:
    """The rectangle cut across its longer side; none where the parts would be slivers."""
    x0, z0, x1, z1 = rect
    axis = 0 if x1 - x0 >= z1 - z0 else 1
    cells = round((rect[axis + 2] - rect[axis]) / grid.step[axis])
    if cells * grid.step[axis] < 2 * SLIVER:
        return []
    cut = rect[axis] + (cells // 2) * grid.step[axis]
    if axis == 0:
        return [(x0, z0, cut, z1), (cut, z0, x1, z1)]
    return [(x0, z0, x1, cut), (x0, cut, x1, z1)]


def _area(rect: Rect) -> float:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def _shuts(rect: Rect, points: Array) -> NDArray[np.bool_]:
    """On which points (N, 2) nobody can stand beside this wall."""
    box = np.array([[rect[0], 0.0, rect[1], rect[2], 1.0, rect[3]]])
    shut: NDArray[np.bool_] = physics.clearance(points, box)[:, 0] < TOUCH
    return shut
