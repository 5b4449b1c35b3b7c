# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which objects the agent sees and can reach (protocol section 2.7), by rays to sample points."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.catalog import TRANSPARENT
from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.world import World

VERTICAL_SLACK = 0.1
# How far behind a pane or a water surface looking goes on, as a share of the way to the point.
BEHIND = 0.02


@dataclass(frozen=True, slots=True)
class Sight:
    """Visible objects by index in `World.things`; `blocked` are seen only through glass."""

    visible: frozenset[int]
    blocked: frozenset[int]


class Eyes:
    """Visibility queries against one world."""

    def __init__(self, world: World, renderer: Renderer) -> None:
        self.world = world
        self.renderer = renderer

    def look(self, aspect: float) -> Sight:
        """What is visible from the present camera pose; `aspect` is width / height."""
        body, world = self.world.body, self.world
        things = [
            (i, t) for i, t in enumerate(world.things) if t.facts is not None and not t.out_of_sight
        ]
        seen, blocked = self.check(body.eye(), body.gaze(), aspect, things)
        return Sight(frozenset(seen), frozenset(blocked))

    def check(
        self, eye: Array, gaze: Array, aspect: float, things: list[tuple[int, Thing]]
    ) -> tuple[set[int], set[int]]:
        """Indices of the visible things among `things`, and those visible through glass only."""
        near = self._near(eye, things)
        points, owners = _gather([item for item, ok in zip(things, near, strict=True) if ok])
        keep = self.in_frame(eye, gaze, aspect, points)
        return self._trace(eye, points[keep], owners[keep])

    def _near(self, eye: Array, things: list[tuple[int, Thing]]) -> list[bool]:
        """Which things have some part within visibilityDistance along the floor.

        AI2-THOR asks this of the colliders, and not of the points that are looked at then: the
        floor is visible wherever it is seen, and so is the far end of a bed that one stands at.
        """
        boxes, owners = self.world.boxes()
        off = np.maximum(np.maximum(boxes[:, :3] - eye, eye - boxes[:, 3:]), 0.0)
        reach = self.world.settings.visibility_distance
        close = set(owners[np.hypot(off[:, 0], off[:, 2]) <= reach].tolist())
        return [i in close for i, _ in things]

    def in_reach(self, eye: Array, points: Array, extra: float = 0.0) -> NDArray[np.bool_]:
        """Points within visibilityDistance (+ `extra`) horizontally and vertically."""
        reach = self.world.settings.visibility_distance + extra
        offset = points - eye
        # The slack keeps flat things on the floor usable for a standing agent at the default 1.5 m.
        near: NDArray[np.bool_] = (np.hypot(offset[:, 0], offset[:, 2]) <= reach) & (
            np.abs(offset[:, 1]) <= reach + VERTICAL_SLACK
        )
        return near

    def in_frame(self, eye: Array, gaze: Array, aspect: float, points: Array) -> NDArray[np.bool_]:
        """Points inside the camera's viewport."""
        tan = np.tan(np.radians(self.world.settings.fov) / 2)
        local = (points - eye) @ gaze
        z = local[:, 2]
        inside: NDArray[np.bool_] = (
            (z > self.world.settings.near)
            & (np.abs(local[:, 0]) <= z * tan * aspect)
            & (np.abs(local[:, 1]) <= z * tan)
        )
        return inside

    def _trace(
        self, eye: Array, points: Array, owners: NDArray[np.int64]
    ) -> tuple[set[int], set[int]]:
        if len(points) == 0:
            return set(), set()
        hit, through = self.reaches(eye, points, owners)
        visible = set(owners[hit].tolist())
        blocked = set(owners[through].tolist()) - set(owners[hit & ~through].tolist())
        return visible, blocked & visible

    def reaches(
        self, eye: Array, points: Array, owners: NDArray[np.int64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Per point: does the ray from `eye` (3,) or (N, 3) first meet its owner?

        The second array tells where that happens only through a see-through object.
        """
        directions = (points - eye).astype(np.float32)
        origins = np.broadcast_to(eye.astype(np.float32), directions.shape).copy()
        # What the agent holds right before its camera is no obstacle to acting past it.
        hits = self.renderer.cast(origins, directions, held=False)
        things = self.world.things
        ok = (hits.owner == owners) | (hits.t > 1.0005)
        through = np.zeros(len(points), bool)
        glass = np.array([t.kind in TRANSPARENT for t in things] + [False])[hits.owner]
        # Water is drawn, but hides nothing and lets the hand through.
        may_flow = np.array([t.toggled or t.filled for t in things] + [False])[hits.owner]
        water = np.zeros(len(points), bool)
        if len(rows := np.flatnonzero(~ok & may_flow)):
            water[rows] = self.renderer.fluid(hits.row[rows])
        rows = np.flatnonzero(~ok & (glass | water))
        if len(rows):
            # Look on behind it.
            onward = origins[rows] + (hits.t[rows, None] + BEHIND) * directions[rows]
            again = self.renderer.cast(onward.astype(np.float32), directions[rows], held=False)
            seen = (again.owner == owners[rows]) | (again.t > 1.0005 - hits.t[rows] - BEHIND)
            ok[rows] = seen
            through[rows] = seen & glass[rows]
        return ok, through

    def point_under(
        self, x: float, y: float, aspect: float, held: bool = True
    ) -> tuple[Thing | None, Array | None]:
        """The thing and the world point at viewport fractions (x, y), origin top left.

        With `held` false, the ray passes through what the agent carries.
        """
        body, world = self.world.body, self.world
        tan = np.tan(np.radians(world.settings.fov) / 2)
        ray = body.gaze() @ np.array([(2 * x - 1) * tan * aspect, (1 - 2 * y) * tan, 1.0])
        eye = body.eye()
        hits = self.renderer.cast(eye[None].astype(np.float32), ray[None].astype(np.float32), held)
        if hits.owner[0] < 0:
            return None, None
        return world.things[int(hits.owner[0])], eye + float(hits.t[0]) * ray


def _gather(things: list[tuple[int, Thing]]) -> tuple[Array, NDArray[np.int64]]:
    if not things:
        return np.zeros((0, 3)), np.zeros(0, np.int64)
    points = [t.view_points() for _, t in things]
    owners = [np.full(len(p), i) for (i, _), p in zip(things, points, strict=True)]
    return np.concatenate(points), np.concatenate(owners).astype(np.int64)
