# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The step lattice: where the robot can stand, and the cheapest way to every pose on it.

Nodes lie one step apart and are aligned to the robot, as AI2-THOR's grid demands; each has four
headings. Clearance is the distance transform of the occupancy grid; unknown cells, and places too
narrow for what is held, may be crossed at a cost. One Dijkstra run from the robot gives the cost of
all poses, so that stand poses are chosen by real path length.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, pi
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.occupancy import OBSTACLE
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.state import WorldState

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Unit steps in map (x, y) for headings 0, 90, 180 and 270 degrees."""
_PAD = 0.6
"""Metres of unknown floor about the map that ways may lead over."""
_WATCHFUL = (1.0, 1.7, 2.0, 1.7)
"""Steps of one ahead, to the left, back and to the right for who looks for something and sees more
where it goes."""
_KINDS = (
    PrimitiveKind.MOVE_AHEAD,
    PrimitiveKind.MOVE_LEFT,
    PrimitiveKind.MOVE_BACK,
    PrimitiveKind.MOVE_RIGHT,
)

Move = tuple[int, int, int]
"""A move from a place: x and y in cells of five centimetres, and the direction."""
Rectangle = tuple[float, float, float, float]
"""Low x, low y, high x, high y; map metres."""


@dataclass(frozen=True, slots=True)
class Node:
    """A lattice pose: column and row of the node, heading 0..3."""

    col: int
    row: int
    heading: int


def heading_of(yaw: float) -> int:
    """The heading 0..3 nearest to a yaw in radians."""
    return round(yaw / (pi / 2.0)) % 4


def edge_key(x: float, y: float, direction: int) -> Move:
    """Name of a move from a place, independent of the lattice's origin."""
    return round(x * 100.0 / 5.0), round(y * 100.0 / 5.0), direction


def hit_point(move: Move, step: float) -> tuple[float, float]:
    """Map metres of where a move of so many metres ends, or what it hits begins."""
    dx, dy = DIRECTIONS[move[2]]
    return move[0] * 0.05 + dx * step, move[1] * 0.05 + dy * step


class Lattice:
    """All poses around the robot and the moves between them.

    Attributes:
        xs: x of each column in metres, shape ``(cols,)``.
        ys: y of each row in metres, shape ``(rows,)``.
        clearance: metres from each node to the nearest occupied cell, ``(rows, cols)``.
        unknown: whether a node lies in unknown space, ``(rows, cols)``.
        passable: for each direction, whether the move from a node is free, ``(4, rows, cols)``.
        price: cost of a step ahead onto each node, 1 on known ground with room, ``(rows, cols)``.
        start: the robot's pose.
        watchful: whether going where the camera does not look costs more.
        holonomic: whether the robot moves sideways, too.
    """

    def __init__(
        self,
        world: WorldState,
        config: SkillConfig,
        margin: float,
        blocked: Collection[Move],
        watchful: bool = False,
        keep_out: Iterable[Rectangle] = (),
    ) -> None:
        base, grid, step = world.robot.base, world.grid, config.step
        rows, cols = grid.data.shape
        low = np.array(grid.origin) - _PAD
        high = np.array(grid.origin) + np.array([cols, rows]) * grid.resolution + _PAD
        place = np.array([base.x, base.y])
        before = np.ceil((place - np.minimum(low, place)) / step).astype(int)
        after = np.ceil((np.maximum(high, place) - place) / step).astype(int)
        self.xs = base.x + step * np.arange(-before[0], after[0] + 1)
        self.ys = base.y + step * np.arange(-before[1], after[1] + 1)
        self.start = Node(int(before[0]), int(before[1]), heading_of(base.yaw))
        self.watchful, self.holonomic = watchful, world.robot.holonomic
        self._config, self._need = config, world.robot.radius + margin
        # What is held can be wider than the body. A preference, no ban: it may be held clear of
        # what stands there.
        self._carried = world.body + margin if world.body > world.robot.radius else 0.0
        self._measure(world, keep_out)
        self._find_moves(world, blocked)
        self._wary = self._near_collisions(blocked)
        self.price = self._prices()
        self._cost: npt.NDArray[np.float64] | None = None
        self._from: npt.NDArray[np.int32] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols)."""
        return len(self.ys), len(self.xs)

    @property
    def tight(self) -> bool:
        """Whether the robot stands where it could not be planned to go."""
        return bool(self.clearance[self.start.row, self.start.col] < self._need)

    def node(self, x: float, y: float, heading: int = 0) -> Node | None:
        """The node nearest to a map point; None outside the lattice."""
        col = round((x - self.xs[0]) / self._config.step)
        row = round((y - self.ys[0]) / self._config.step)
        inside = 0 <= row < len(self.ys) and 0 <= col < len(self.xs)
        return Node(int(col), int(row), heading) if inside else None

    def pose(self, node: Node) -> Pose2D:
        """Map pose of a node."""
        return Pose2D(float(self.xs[node.col]), float(self.ys[node.row]), node.heading * pi / 2.0)

    def steps_to(self, node: Node) -> int:
        """Steps from the robot to a node were nothing in the way."""
        return abs(node.col - self.start.col) + abs(node.row - self.start.row)

    def costs(self) -> npt.NDArray[np.float64]:
        """Cost in steps from the robot to every pose, ``(rows, cols, 4)``; inf if unreachable."""
        if self._cost is None:
            from scipy.sparse.csgraph import dijkstra  # late: it is slow to import

            graph = self.graph()
            cost, origin = dijkstra(graph, indices=self.index(self.start), return_predecessors=True)
            self._cost, self._from = cost.reshape(*self.shape, 4), origin
        return self._cost

    def path(self, goal: Node) -> list[Node] | None:
        """Poses after the start up to ``goal``; None when it cannot be reached."""
        if self.costs()[goal.row, goal.col, goal.heading] == inf:
            return None
        assert self._from is not None
        state, start = self.index(goal), self.index(self.start)
        states = []
        while state != start:
            states.append(self._node(state))
            state = int(self._from[state])
        return states[::-1]

    def free(self, here: Node, there: Node) -> bool:
        """Whether the step between two neighbouring poses is free of known obstacles."""
        direction = direction_of(here, there)
        return direction is None or bool(self.passable[direction, here.row, here.col])

    def path_cost(self, path: Sequence[Node]) -> float:
        """Cost in steps of a way from the robot; inf if a step of it is not free."""
        total = 0.0
        for here, there in pairwise((self.start, *path)):
            direction = direction_of(here, there)
            if direction is None:
                total += 1.0
            else:
                total += float(self.step_costs(here.heading, direction)[here.row, here.col])
        return total

    def straight(self, here: Node, there: Node) -> float:
        """Clearance in metres along the straight line between two nodes; -1 over unknown floor or
        past a collision."""
        from scipy.ndimage import map_coordinates  # late: it is slow to import

        ends = (self.pose(here), self.pose(there))
        count = 2 + int(ends[0].distance_to(ends[1].x, ends[1].y) / (0.25 * self._config.step))
        line = np.linspace((here.row, here.col), (there.row, there.col), count).T
        near = tuple(np.rint(line).astype(int))
        fine = 2.0 * line + 1.0
        if self._unseen[tuple(np.rint(fine).astype(int))].any() or self._wary[near].any():
            return -1.0
        return float(map_coordinates(self._fine, fine, order=1).min())

    def ease(self, nodes: Iterable[Node]) -> float:
        """Clearance in metres that a short cut past these nodes must have: theirs, or enough."""
        enough = max(self._need + self._config.costs.roomy, self._carried)
        return min(enough, *(float(self.clearance[node.row, node.col]) for node in nodes))

    def _measure(self, world: WorldState, keep_out: Iterable[Rectangle]) -> None:
        from scipy.ndimage import distance_transform_edt  # late: it is slow to import

        grid = world.grid
        pad = round(_PAD / grid.resolution) + 2
        data = np.pad(grid.data, pad, constant_values=-1)
        occupied = data >= OBSTACLE
        if occupied.any():
            distance = distance_transform_edt(~occupied, sampling=grid.resolution)
        else:
            distance = np.full(data.shape, 10.0)
        half = self._config.step / 2.0
        xs = np.arange(self.xs[0] - half, self.xs[-1] + 1.5 * half, half)
        ys = np.arange(self.ys[0] - half, self.ys[-1] + 1.5 * half, half)
        cols = np.floor((xs - grid.origin[0]) / grid.resolution).astype(int) + pad
        rows = np.floor((ys - grid.origin[1]) / grid.resolution).astype(int) + pad
        inside = ((rows >= 0) & (rows < data.shape[0]))[:, None] & (
            (cols >= 0) & (cols < data.shape[1])
        )[None, :]
        picked = np.ix_(rows.clip(0, data.shape[0] - 1), cols.clip(0, data.shape[1] - 1))
        # Odd places are half-way between nodes, so that a move is checked at its middle too.
        self._fine = np.where(inside, distance[picked], 10.0)
        self._unseen = np.where(inside, data[picked] < 0, True)
        for low_x, low_y, high_x, high_y in keep_out:
            gap_x = np.maximum(np.maximum(low_x - xs, xs - high_x), 0.0)
            gap_y = np.maximum(np.maximum(low_y - ys, ys - high_y), 0.0)
            self._fine = np.minimum(self._fine, np.hypot(gap_x[None, :], gap_y[:, None]))
        self.clearance = self._fine[1::2, 1::2][: self.shape[0], : self.shape[1]]
        self.unknown = self._unseen[1::2, 1::2][: self.shape[0], : self.shape[1]]

    def _find_moves(self, world: WorldState, blocked: Collection[Move]) -> None:
        rows, cols = self.shape
        good = self.clearance >= self._need
        # Wherever the robot stands is free, whatever the map says.
        good[self.start.row, self.start.col] = True
        self.passable = np.zeros((4, rows, cols), dtype=bool)
        here = (self.start.row, self.start.col)
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            target = np.zeros_like(good)
            ys, xs = _overlap(rows, dy), _overlap(cols, dx)
            target[ys[0], xs[0]] = good[ys[1], xs[1]]
            middle = self._fine[1 + dy :: 2, 1 + dx :: 2][:rows, :cols] >= self._need
            free = good & target & middle
            # Leaving a tight place must stay possible where the way out gets wider.
            wider = self._fine[1 + dy :: 2, 1 + dx :: 2][:rows, :cols][here]
            if target[here] and wider >= min(self.clearance[here], self._need) - 0.02:
                free[here] = True
            self.passable[direction] = free
        for key in blocked:
            node = self.node(key[0] * 0.05, key[1] * 0.05)
            if node is not None:
                self.passable[key[2], node.row, node.col] = False

    def _near_collisions(self, blocked: Collection[Move]) -> npt.NDArray[np.float64]:
        """Extra cost around collisions: what was hit is probably wider than one step."""
        extra = np.zeros(self.shape)
        for move in blocked:
            hit_x, hit_y = hit_point(move, self._config.step)
            gap = np.hypot(self.xs[None, :] - hit_x, self.ys[:, None] - hit_y)
            near = np.maximum(1.0 - gap / (3.0 * self._config.step), 0.0)
            extra += self._config.costs.collision_cost * near
        return extra

    def step_costs(self, heading: int, direction: int) -> npt.NDArray[np.float64]:
        """Cost of the step from each node in a direction with a heading, ``(rows, cols)``; inf
        where it is not free."""
        costs = np.full(self.shape, inf)
        side = (direction - heading) % 4
        if side % 2 and not self.holonomic:
            return costs
        ours = self._config.costs
        aside = (1.0, ours.sideways_cost, ours.backwards_cost, ours.sideways_cost)
        factor = (_WATCHFUL if self.watchful else aside)[side]
        (dx, dy), here = DIRECTIONS[direction], np.nonzero(self.passable[direction])
        there = (here[0] + dy, here[1] + dx)
        # Going where the camera does not look is for known ground only.
        costs[here] = self.price[there] * factor + (4.0 * self.unknown[there] if side else 0.0)
        return costs

    def _prices(self) -> npt.NDArray[np.float64]:
        costs = self._config.costs
        price = np.ones(self.shape) + costs.unknown_cost * self.unknown
        tight = (self._need + costs.roomy - self.clearance) / costs.roomy
        price += costs.tight_cost * np.clip(tight, 0.0, 1.0) + self._wary
        return price + costs.carried_cost * (self.clearance < self._carried)

    def graph(self) -> "csr_matrix":
        """Poses, ``(row * cols + col) * 4 + heading`` each, and the costs between neighbours."""
        from scipy.sparse import csr_matrix  # late: it is slow to import

        rows, cols = self.shape
        index = np.arange(rows * cols).reshape(rows, cols)
        tails, heads, costs = [], [], []

        def add(tail: npt.NDArray[np.int_], head: npt.NDArray[np.int_], cost: object) -> None:
            tails.append(tail.ravel())
            heads.append(head.ravel())
            costs.append(np.broadcast_to(np.asarray(cost, dtype=float), tail.shape).ravel())

        for heading in range(4):
            for turn in (1, 3):
                add(index * 4 + heading, index * 4 + (heading + turn) % 4, 1.0)
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            for heading in range(4):
                cost = self.step_costs(heading, direction)
                here = np.nonzero(cost < inf)
                there = (here[0] + dy, here[1] + dx)
                add(index[here] * 4 + heading, index[there] * 4 + heading, cost[here])
        size = rows * cols * 4
        return csr_matrix(
            (np.concatenate(costs), (np.concatenate(tails), np.concatenate(heads))),
            shape=(size, size),
        )

    def index(self, node: Node) -> int:
        """Of a pose in :meth:`graph`."""
        return (node.row * len(self.xs) + node.col) * 4 + node.heading

    def _node(self, state: int) -> Node:
        place, heading = divmod(state, 4)
        row, col = divmod(place, len(self.xs))
        return Node(col, row, heading)


def direction_of(here: Node, there: Node) -> int | None:
    """Direction 0..3 of the move between two neighbouring poses; None for a turn on the spot."""
    delta = (there.col - here.col, there.row - here.row)
    return DIRECTIONS.index(delta) if delta != (0, 0) else None


def command(here: Node, there: Node) -> PrimitiveKind:
    """The primitive that takes the robot from one pose to a neighbouring one."""
    direction = direction_of(here, there)
    if direction is not None:
        return _KINDS[(direction - here.heading) % 4]
    left = (there.heading - here.heading) % 4 == 1
    return PrimitiveKind.ROTATE_LEFT if left else PrimitiveKind.ROTATE_RIGHT


def direction_towards(kind: PrimitiveKind, yaw: float) -> int:
    """The direction 0..3 nearest to where a translation takes a robot of some yaw (radians)."""
    return (heading_of(yaw) + _KINDS.index(kind)) % 4


def _overlap(size: int, shift: int) -> tuple[slice, slice]:
    """Slices of the places that have a neighbour at ``shift``, and of those neighbours."""
    if shift > 0:
        return slice(0, size - shift), slice(shift, size)
    return slice(-shift, size), slice(0, size + shift)
