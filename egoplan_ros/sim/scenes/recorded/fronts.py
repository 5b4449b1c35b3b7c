# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which way recorded furniture faces: the record has its box, not its front."""

import numpy as np

from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.scenes.raster import Mask, Raster
from egoplan_ros.sim.scenes.recorded.dumped import Dump, Entry
from egoplan_ros.sim.scenes.recorded.enclosure import Plan, Rect
from egoplan_ros.sim.scenes.recorded.fitting import Box, box_of, usual_size
from egoplan_ros.sim.thing import Array

STRIP = (0.1, 0.8)
OWN_FRONT = 0.2
OWN_DOOR = 0.15
HANDLE = 1.0
"""Weights of the recorded rotation, of others and of doors, and of a hinge or handle."""
HINGE_EDGE = 0.7
FACE = (0.85, 0.3)
"""Shares of the half sizes of a box: how far out a hinge is at least along both axes; how far out
the middle of a front is along one at least, along the other at most."""
BEFORE = 0.45
"""Metres before a door or drawer that are kept clear."""
MISFIT = 0.35


class Fronts:
    """Turns boxes so that their front looks at open ground."""

    def __init__(self, dump: Dump, plan: Plan) -> None:
        grid = Raster.over(plan.low[0], plan.low[2], plan.high[0], plan.high[2], 0.1)
        self.grid = grid
        if dump.cells is not None and len(dump.cells):
            self.open: Mask = grid.near(dump.cells, 0.2)
        else:
            self.open = ~grid.empty()
            for entry in dump.entries:
                if entry.kind != "Floor" and entry.box[1] < 1.2 and entry.box[4] > 0.2:
                    covered = grid.empty()
                    grid.fill(covered, *entry.box[[0, 2, 3, 5]])
                    self.open &= ~covered
            for niche in plan.niches:
                covered = grid.empty()
                grid.fill(covered, *niche)
                self.open &= ~covered

    def faced(self, entry: Entry, box: Box) -> Box:
        """The box turned by the number of quarters that suits the type best."""
        usual = np.array(usual_size(entry.kind))[[0, 2]]
        best, chosen = -np.inf, box
        opens = catalog()[entry.kind].can("open")
        handle = _handle(entry) if opens else None
        for quarters in range(4):
            turned = box.turned(quarters)
            size = turned.size[[0, 2]]
            # The wrong way round a long thing would be squeezed along and stretched across.
            ratio = np.log(max(size[0], 0.01) / max(size[1], 0.01)) - np.log(usual[0] / usual[1])
            score = -MISFIT * abs(float(ratio)) * (1.0 if _shapely(usual) else 0.3)
            if handle is None:
                weight = OWN_DOOR if opens else OWN_FRONT
                score += weight * float(_ahead(entry) @ turned.axes[:, 2])
            else:
                score += HANDLE * float(handle @ turned.axes[:, 2])
            if not catalog()[entry.kind].can("pick"):
                score += self._room_before(turned)
            if score > best + 1e-9:
                best, chosen = score, turned
        return chosen

    def kept_clear(self, entries: list[Entry]) -> list[tuple[float, Rect]]:
        """Heights of cupboards and drawers, and the floor (x0, z0, x1, z1) before their doors."""
        clear = []
        for entry in entries:
            if catalog()[entry.kind].can("open") and not catalog()[entry.kind].can("pick"):
                box = self.faced(entry, box_of(entry))
                ahead = box.axes[[0, 2], 2] * (box.size[2] / 2.0 + BEFORE)
                corner = np.abs(box.axes[[0, 2], 0]) * box.size[0] / 2.0
                ends = box.center[[0, 2]] + np.stack(
                    [-corner, corner, ahead - corner, ahead + corner]
                )
                clear.append((float(entry.box[1]), (*ends.min(axis=0), *ends.max(axis=0))))
        return clear

    def _room_before(self, box: Box) -> float:
        """Share of open ground in the strip before the front, 0 to 1."""
        ahead, right = box.axes[[0, 2], 2], box.axes[[0, 2], 0]
        length = np.linalg.norm(ahead)
        if length < 0.5:
            return 0.0
        across = np.linspace(-0.4, 0.4, 5) * max(float(box.size[0]), 0.3)
        along = float(box.size[2]) / 2 + np.linspace(*STRIP, 8)
        points = (
            box.center[[0, 2]]
            + ahead * along[:, None, None] / length
            + right * across[None, :, None]
        ).reshape(-1, 2)
        return float(self._lookup(points).mean())

    def _lookup(self, points: Array) -> Mask:
        i = np.floor((points[:, 0] - self.grid.x0) / self.grid.step[0]).astype(int)
        j = np.floor((points[:, 1] - self.grid.z0) / self.grid.step[1]).astype(int)
        n, m = self.grid.shape
        ok = (i >= 0) & (i < n) & (j >= 0) & (j < m)
        out = np.zeros(len(points), bool)
        out[ok] = self.open[i[ok], j[ok]]
        return out


def _shapely(usual: Array) -> bool:
    return bool(max(usual) / max(min(usual), 1e-3) > 1.4)


def _handle(entry: Entry) -> Array | None:
    """The side on which a door or drawer is fixed or held, None where the record does not tell.

    The recorded position of a cabinet is its hinge: on one side of the box, and by the thickness of
    the door behind its front. That of many drawers and flaps is the middle of their front. Where
    open ground shows the front of a cabinet beyond doubt, as it does for 140 in rooms for training,
    the hinge is there, too, in 128 of 129 that tell it; the recorded rotation agrees in 35.
    """
    offset = ((entry.position - entry.center) / np.maximum(entry.size / 2.0, 1e-3))[[0, 2]]
    far = np.abs(offset)
    near, away = int(np.argmin(far)), int(np.argmax(far))
    if far[near] > HINGE_EDGE and far[away] - far[near] > 0.005:
        axis = near
    elif far[away] > FACE[0] and far[near] < FACE[1]:
        axis = away
    else:
        return None
    front = np.zeros(3)
    front[2 * axis] = np.sign(offset[axis])
    return front


def _ahead(entry: Entry) -> Array:
    yaw = np.radians(entry.rotation[1])
    return np.array([np.sin(yaw), 0.0, np.cos(yaw)])
