# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Exploration anchors: reachable borders between free and unknown floor.

EPA's unknown nodes (F.2) and OGAMUS's exploration goals (3.2) become frontiers of the 2D grid.
"""

from dataclasses import dataclass, replace
from math import atan2, hypot, pi
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.borders import borders, middle
from egoplan_ros.mapping.clearance import Clearance
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.remapping import Moves
from egoplan_ros.mapping.seen_floor import SeenFloor
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Vector3, wrap_angle
from egoplan_ros.world.occupancy import FREE, UNKNOWN, OccupancyGrid
from egoplan_ros.world.state import Frontier

_STAND_OFF = 1.2
"""Metres from a frontier to the point from which it is to be seen, at most."""
_BESIDE_BODY, _ACROSS = 0.35, 1.5
"""Metres from reachable ground to a frontier: beside the robot's body, and seen across what is in
the way, which counts once there are no others."""
_REACHED = 2
"""Mark of ground that can be reached."""


@dataclass(slots=True)
class _Anchor:
    id: str
    middle: tuple[float, float]
    cells: npt.NDArray[np.int64]  # (n, 2) absolute (col, row)
    frontier: Frontier
    looks: int = 0
    visits: int = 0
    first_size: int = 0


class Frontiers:
    """Finds frontiers in each grid and keeps their ids and what became of them."""

    def __init__(self, config: MappingConfig) -> None:
        self.config = config
        self.limits = config.thresholds
        self._clearance = Clearance()
        self.clear()

    def clear(self) -> None:
        """Forget all ids and what was explored."""
        self._anchors: list[_Anchor] = []
        self._next = 1
        self._exhausted: set[tuple[int, int]] = set()
        self.explored: set[str] = set()
        reach = self.config.near_range
        self._seen = SeenFloor(reach) if reach else None

    def update(
        self, grid: OccupancyGrid, frame: RgbdFrame, held: Vector3 | None = None
    ) -> tuple[Frontier, ...]:
        """Frontiers of this grid; ids persist while a frontier stays about where it is.

        Args:
            grid: the floor.
            frame: the latest; where the robot is and what it sees.
            held: size of what the robot holds, metres; None for nothing.
        """
        base = frame.robot.base
        self._look(frame)
        reachable = self._reachable(grid, frame, frame.robot.body(held))
        if self._seen is not None:
            self._seen.look(frame)
            grid = self._seen.known(grid)
        beyond = 0.0
        least = self.config.frontier_cells
        near = self.config.inflation + _BESIDE_BODY
        groups = borders(grid, reachable, near, self._exhausted, least)
        if not groups:
            beyond = _ACROSS - _BESIDE_BODY
            groups = borders(grid, reachable, _ACROSS, self._exhausted, least)
        fresh = self._match(groups)
        kept: list[_Anchor] = []
        for anchor in fresh:
            stand = self._stand(grid, reachable, anchor, (base.x, base.y), _STAND_OFF + beyond)
            if stand is None:
                continue
            found = self._frontier(grid, anchor, stand)
            # Little of it shows, and most places to look into come first: with all of the gain,
            # some episodes in rooms for training took 20 to 44 steps more.
            share = self.limits.glimpse_share if beyond else 1.0
            anchor.frontier = replace(found, gain=share * found.gain)
            kept.append(anchor)
        alive = {anchor.id for anchor in kept}
        self.explored |= {anchor.id for anchor in self._anchors} - alive
        self._anchors = kept
        return tuple(anchor.frontier for anchor in kept)

    def move(self, moves: Moves) -> None:
        """What is known of the floor lies elsewhere: the robot's pose was corrected."""
        size = self.config.resolution
        gone = np.array(sorted(self._exhausted), dtype=np.int64).reshape(-1, 2)
        self._exhausted = {(c, r) for c, r in moves.cells(gone, size).tolist()}
        if self._seen is not None:
            self._seen.move(moves)
        for anchor in self._anchors:
            anchor.cells = moves.cells(anchor.cells, size)
            anchor.middle = middle(anchor.cells, size)

    def give_up(self, name: str) -> bool:
        """Count a frontier that could not be reached as explored; False when there is no such."""
        anchor = next((anchor for anchor in self._anchors if anchor.id == name), None)
        if anchor is None:
            return False
        self._exhausted |= {(int(c), int(r)) for c, r in anchor.cells}
        self.explored.add(name)
        self._anchors.remove(anchor)
        return True

    def _look(self, frame: RgbdFrame) -> None:
        # A frontier that was looked at from near, or stood at, and is still there, is exhausted:
        # what hides behind it cannot be seen from reachable ground.
        base = frame.robot.base
        remaining: list[_Anchor] = []
        for anchor in self._anchors:
            x, y = anchor.middle
            reach = self.config.near_range or self.limits.look_range
            if _in_plain_view(frame, (x, y, 0.15), reach):
                anchor.looks += 1
            goal = anchor.frontier
            near = hypot(goal.x - base.x, goal.y - base.y) <= 0.36
            if near and abs(wrap_angle(goal.yaw - base.yaw)) <= pi / 4 + 0.05:
                anchor.visits += 1
            shrunk = len(anchor.cells) < 0.6 * anchor.first_size
            limit = self.config.frontier_looks
            if shrunk:
                anchor.looks = anchor.visits = 0
                anchor.first_size = len(anchor.cells)
            elif anchor.looks > limit or anchor.visits > limit:
                self._exhausted |= {(int(c), int(r)) for c, r in anchor.cells}
                self.explored.add(anchor.id)
                continue
            remaining.append(anchor)
        self._anchors = remaining

    def _reachable(
        self, grid: OccupancyGrid, frame: RgbdFrame, body: float
    ) -> npt.NDArray[np.bool_]:
        robot = frame.robot
        size = grid.resolution
        row, col = grid.cell(robot.base.x, robot.base.y)
        data = grid.data
        wide = self._clearance.wide(grid, body + self.config.inflation)
        passable = (data == FREE) & wide
        blind = self.limits.blind_range
        reach = int(blind / size) + 1
        top, left = max(row - reach, 0), max(col - reach, 0)
        near = slice(top, max(row + reach + 1, 0)), slice(left, max(col + reach + 1, 0))
        rows, cols = np.ogrid[near]
        rows, cols = rows[: data.shape[0] - top], cols[:, : data.shape[1] - left]
        distance = np.hypot(rows - row, cols - col) * size
        passable[near] |= (data[near] == UNKNOWN) & wide[near] & (distance < blind)
        passable[near] |= distance <= robot.radius
        ground = passable.astype(np.uint8)
        cv2.floodFill(ground, None, (col, row), _REACHED, flags=4)
        result: npt.NDArray[np.bool_] = (ground == _REACHED) & (data == FREE)
        return result

    def _match(self, groups: list[npt.NDArray[np.int64]]) -> list[_Anchor]:
        size = self.config.resolution
        middles = [middle(part, size) for part in groups]
        pairs = sorted(
            (hypot(x - anchor.middle[0], y - anchor.middle[1]), g, a)
            for g, (x, y) in enumerate(middles)
            for a, anchor in enumerate(self._anchors)
        )
        taken: dict[int, int] = {}
        for distance, g, a in pairs:
            if (
                distance <= self.limits.frontier_shift
                and g not in taken
                and a not in taken.values()
            ):
                taken[g] = a
        result: list[_Anchor] = []
        for g, part in enumerate(groups):
            if g in taken:
                anchor = self._anchors[taken[g]]
                anchor.cells, anchor.middle = part, middles[g]
            else:
                blank = Frontier(f"frontier_{self._next}", 0.0, 0.0, 0.0, 0.0)
                anchor = _Anchor(blank.id, middles[g], part, blank, first_size=len(part))
                self._next += 1
            result.append(anchor)
        return result

    def _stand(
        self,
        grid: OccupancyGrid,
        reachable: npt.NDArray[np.bool_],
        anchor: _Anchor,
        robot: tuple[float, float],
        within: float,
    ) -> tuple[float, float] | None:
        # Reachable free ground near the frontier, the nearer to 0.5 m from it the better.
        x, y = anchor.middle
        row, col = grid.cell(x, y)
        reach = int(within / grid.resolution)
        top, left = max(row - reach, 0), max(col - reach, 0)
        rows, cols = np.nonzero(reachable[top : row + reach + 1, left : col + reach + 1])
        if rows.size:
            distance = np.hypot(rows + top - row, cols + left - col) * grid.resolution
            best = int(np.argmin(np.abs(distance - 0.5)))
            if distance[best] <= within:
                return grid.point(int(rows[best] + top), int(cols[best] + left))
        if hypot(x - robot[0], y - robot[1]) <= within:
            return robot
        return None

    def _frontier(
        self, grid: OccupancyGrid, anchor: _Anchor, stand: tuple[float, float]
    ) -> Frontier:
        # Unknown cells within 1 m of the frontier: their mean gives the heading, their area the
        # gain.
        x, y = anchor.middle
        row, col = grid.cell(x, y)
        reach = int(1.0 / grid.resolution)
        top, left = row - reach, col - reach
        span = 2 * reach + 1
        window = np.full((span, span), UNKNOWN, dtype=np.int8)
        r0, c0 = max(top, 0), max(left, 0)
        part = grid.data[r0 : top + span, c0 : left + span]
        window[r0 - top : r0 - top + part.shape[0], c0 - left : c0 - left + part.shape[1]] = part
        rows, cols = np.nonzero(window == UNKNOWN)
        inside = np.hypot(rows - reach, cols - reach) <= reach
        gain = float(inside.sum()) * grid.resolution**2
        ux = (left + cols[inside].mean() + 0.5) * grid.resolution + grid.origin[0]
        uy = (top + rows[inside].mean() + 0.5) * grid.resolution + grid.origin[1]
        # Across the frontier's middle, unless that is where we stand.
        mx, my = 0.5 * (ux + x), 0.5 * (uy + y)
        yaw = atan2(my - stand[1], mx - stand[0])
        return Frontier(anchor.id, stand[0], stand[1], yaw, gain)

    def to_arrays(self) -> dict[str, Any]:
        """What :meth:`from_arrays` needs; live frontiers are found again."""
        cells = np.array(sorted(self._exhausted), dtype=np.int64).reshape(-1, 2)
        seen = {"seen": self._seen.to_array()} if self._seen and self._seen.cells else {}
        return seen | {
            "exhausted": cells,
            "explored": np.array(sorted(self.explored), dtype=np.str_),
            "next": np.array(self._next),
        }

    def from_arrays(self, arrays: dict[str, Any]) -> None:
        """Become what was stored."""
        self.clear()
        self._exhausted = {(int(c), int(r)) for c, r in arrays["exhausted"]}
        self.explored = {str(name) for name in arrays["explored"]}
        self._next = int(arrays["next"])
        if self._seen is not None:
            self._seen.cells = {(int(c), int(r)) for c, r in arrays.get("seen", ())}


def _in_plain_view(frame: RgbdFrame, point: tuple[float, float, float], reach: float) -> bool:
    camera: Camera = frame.camera
    u, v, depth = camera.project(np.array([point]), frame.camera_pose)[0]
    if not 0.3 < depth < reach or not camera.contains(float(u), float(v)):
        return False
    seen = float(frame.depth[round(float(v)), round(float(u))])
    return bool(np.isfinite(seen) and seen > depth - 0.3)
