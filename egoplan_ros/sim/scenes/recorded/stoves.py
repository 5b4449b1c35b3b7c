# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Stoves of recorded rooms: the record has burners and knobs, neither what carries them nor which
knob turns which burner."""

from dataclasses import dataclass

import numpy as np

from egoplan_ros.sim.scenes.recorded.dumped import Entry
from egoplan_ros.sim.scenes.recorded.enclosure import Rect
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.solid import Maker
from egoplan_ros.sim.thing import Array

ONE = 0.75
"""Metres between the middles of neighbouring burners of one stove at most."""
COLUMN = 0.12
"""Metres along a stove within which burners or knobs stand one behind the other."""
MARGIN = 0.05
PANEL = 0.08
"""Metres above the burners from which knobs are on a panel behind them."""


@dataclass(slots=True)
class Stove:
    """Burners and knobs that belong together; `ahead` (2,) points to whom cooks, along x or z."""

    burners: list[Entry]
    knobs: list[Entry]
    ahead: Array

    @property
    def top(self) -> float:
        """Height of what carries the burners, metres."""
        return float(min(e.box[1] for e in self.burners))

    @property
    def panel(self) -> float | None:
        """Height up to which a panel behind the burners carries the knobs, if one does."""
        high = [float(e.box[4]) for e in self.knobs if e.center[1] > self.top + PANEL]
        return max(high) if high else None

    def footprint(self) -> Rect:
        """Floor rectangle of the body: under all burners, and as far as the knobs."""
        low = np.min([e.box[[0, 2]] for e in self.burners], axis=0) - MARGIN
        high = np.max([e.box[[3, 5]] for e in self.burners], axis=0) + MARGIN
        for knob in self.knobs:
            low = np.minimum(low, knob.center[[0, 2]])
            high = np.maximum(high, knob.center[[0, 2]])
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def pairs(self) -> list[tuple[Entry, Entry]]:
        """Knobs with their burners, one to one: from the left, of two in a column the front one
        first."""
        return list(zip(self._ordered(self.knobs), self._ordered(self.burners), strict=False))

    def _ordered(self, parts: list[Entry]) -> list[Entry]:
        # Facing the stove, which looks at whom cooks: its own right is their left.
        left = np.array([self.ahead[1], -self.ahead[0]])
        along = np.array([-float(e.center[[0, 2]] @ left) for e in parts])
        order = np.argsort(along)
        column = np.zeros(len(parts), int)
        column[order[1:]] = np.cumsum(np.diff(along[order]) > COLUMN)
        # Knobs in a row may lie as close as a column's: then the left one is the first.
        near = [round(float(e.center[[0, 2]] @ self.ahead), 2) for e in parts]
        rows = sorted(range(len(parts)), key=lambda k: (column[k], -near[k], along[k]))
        return [parts[k] for k in rows]


def stoves(entries: list[Entry]) -> list[Stove]:
    """All stoves of a room; every knob belongs to the nearest."""
    groups: list[list[Entry]] = []
    for burner in (e for e in entries if e.kind == "StoveBurner"):
        near = [g for g in groups if min(_apart(burner, e) for e in g) < ONE]
        groups = [g for g in groups if g not in near]
        groups.append([burner, *(e for g in near for e in g)])
    knobs: list[list[Entry]] = [[] for _ in groups]
    for knob in (e for e in entries if e.kind == "StoveKnob"):
        if groups:
            apart = [min(_apart(knob, e) for e in g) for g in groups]
            knobs[int(np.argmin(apart))].append(knob)
    return [Stove(g, k, _ahead(g, k)) for g, k in zip(groups, knobs, strict=True)]


def _apart(a: Entry, b: Entry) -> float:
    return float(np.linalg.norm((a.center - b.center)[[0, 2]]))


def _ahead(burners: list[Entry], knobs: list[Entry]) -> Array:
    """Knobs are in front of the burners, or on a panel behind and above them."""
    if not knobs:
        return np.array([0.0, 1.0])
    middle = np.mean([e.center for e in burners], axis=0)
    offset = np.mean([e.center for e in knobs], axis=0) - middle
    axis = 0 if abs(offset[0]) > abs(offset[2]) else 2
    behind = offset[1] > PANEL
    ahead = np.zeros(2)
    ahead[axis // 2] = -1.0 if (offset[axis] > 0) == bool(behind) else 1.0
    return ahead


def oven(size: Array, panel: float, look: Look) -> Maker:
    """A body of `size` with a door in front and, if any, a panel behind that is `panel` higher."""
    width, height, depth = (float(v) for v in size)
    m = Maker()
    m.box((0, 0), 0, (width, height - 0.006, depth), look.appliance)
    m.box((0, 0), height - 0.006, (width, 0.006, depth), (0.1, 0.1, 0.11))
    front = depth / 2
    m.box((0, front), height * 0.25, (width * 0.9, height * 0.53, 0.012), (0.14, 0.14, 0.15))
    glass = (width * 0.6, height * 0.28, 0.004)
    m.box((0, front + 0.008), height * 0.36, glass, (0.05, 0.05, 0.06), solid=False)
    bar = (width * 0.75, 0.02, 0.02)
    m.box((0, front + 0.03), height * 0.8, bar, look.handle, solid=False)
    if panel > 0:
        m.box((0, -front + 0.015), height, (width, panel, 0.03), look.appliance)
    return m
