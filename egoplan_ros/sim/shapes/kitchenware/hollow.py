# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hollow ware: a wall about a room for things or liquid."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from egoplan_ros.sim.shapes.kitchenware.finishes import WATER
from egoplan_ros.sim.shapes.kitchenware.turning import (
    Profile,
    around,
    from_above,
    ring,
    spline,
    thinned,
    turned,
)
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.primitives import Floats
from egoplan_ros.sim.shapes.solid import Maker


def profile(points: Profile, steps: int = 4, coarse: float = 0.006) -> Floats:
    """A smooth profile (K, 2) of radius and rising height; points within `coarse` of its size from
    the line between their neighbours are left out."""
    bent = spline(points, steps)
    bent[:, 0] = np.maximum(bent[:, 0], 0.0)
    bent[:, 1] = np.maximum.accumulate(np.maximum(bent[:, 1], points[0][1]))
    return thinned(bent, max(0.0004, coarse * float(bent.max())))


def straight(points: Profile) -> Floats:
    """A profile of straight pieces."""
    return np.array(points, float)


@dataclass(slots=True)
class Hollow:
    """A vessel: its outside (K, 2) as radius and rising height, its wall and where its floor lies.

    `outline` and `mix` as of :func:`turning.turned`, the outline (n, 2), the mix by height.
    """

    outer: Floats
    wall: float
    floor: float
    outline: Floats
    mix: tuple[float, float] = (1.0, 1.0)
    wave: Floats | None = None

    @property
    def height(self) -> float:
        """Height of the rim."""
        return float(self.outer[-1, 1])

    @property
    def mouth(self) -> float:
        """Outer radius of the rim."""
        return float(self.outer[-1, 0])

    def radius(self, y: float) -> float:
        """Outer radius at a height."""
        return float(np.interp(y, self.outer[:, 1], self.outer[:, 0]))

    def room(self, low: float, high: float, slack: float = 0.0) -> Floats:
        """Profile (K, 2) of the inside from `low` to `high`, `slack` metres off the wall."""
        y = self.outer[:, 1]
        heights = np.concatenate([[low], y[(y > low + 1e-4) & (y < high - 1e-4)], [high]])
        radii = np.interp(heights, y, self.outer[:, 0]) - self.wall - slack
        inside = np.column_stack([np.maximum(radii, 0.001), heights])
        # What stands behind glass must not stick out through it.
        return thinned(inside, 0.0003 + slack if slack else 0.022 * (high - low))

    def shares(self, heights: ArrayLike) -> Floats:
        """Mix of the outline at heights."""
        y = np.asarray(heights, float)
        return self.mix[0] + (self.mix[1] - self.mix[0]) * np.clip(y / self.height, 0, 1)

    def add(
        self, m: Maker, rows: Floats, surface: Material, role: str = "", picture: str = ""
    ) -> None:
        """Add a body of this section; `picture` lays an image "around" it or on it "above"."""
        mix = self.shares(rows[:, 1])
        made = turned(rows, self.outline, mix, wave=self.wave, mapped=picture == "around")
        if picture == "around":
            made = around(made, 1)
        elif picture == "above":
            made = from_above(made)
        m.add(made, surface, role=role, solid=not role)

    def build(
        self,
        m: Maker,
        outside: Material,
        inside: Material | None = None,
        band: Material | None = None,
        rim: Material | None = None,
        above: bool = False,
    ) -> None:
        """Add wall, lip and floor; `band` is a picture round the outside, `rim` a rolled edge,
        and the inside a picture if `above`."""
        inside = inside or outside
        base = np.array([[0.0, self.outer[0, 1]]])
        top = self.height
        lip = np.array([[self.mouth - self.wall / 2, top + self.wall * 0.35]])
        within = self.room(self.floor, top)[::-1]
        floor = np.array([[0.0, self.floor]])
        if band is not None:
            self.add(m, self.outer, band, picture="around")
            self.add(m, np.concatenate([base, self.outer[:1]]), outside)
        if inside == outside:
            outer = self.outer[-1:] if band is not None else np.concatenate([base, self.outer])
            self.add(m, np.concatenate([outer, lip, within, floor]), outside)
        else:
            if band is None:
                self.add(m, np.concatenate([base, self.outer, lip]), outside)
            rows = np.concatenate([lip, within, floor])
            self.add(m, rows, inside, picture="above" if above else "")
        if rim is not None:
            r, w = self.mouth, self.wall * 0.8
            edge = [(r + w, top - w), (r + w, top + w), (r - self.wall, top + w)]
            self.add(m, np.array(edge), rim)

    def fill(self, m: Maker, below: float, through: bool = False) -> None:
        """Liquid up to `below` metres under the rim; a whole body where the wall is glass."""
        level = self.height - below
        if through:
            body = self.room(self.floor + 0.001, level, 0.0004)
            rows = np.concatenate([[[0.0, self.floor + 0.001]], body, [[0.0, level]]])
        else:
            rows = np.concatenate([self.room(level - 0.001, level)[-1:], [[0.0, level]]])
        self.add(m, rows, Material(WATER, gloss=0.6, rough=0.1), "liquid")

    def hold(self, m: Maker, clear: float, share: float = 0.95) -> None:
        """Declare the floor as what things are put on."""
        side = float(self.room(self.floor + 0.006, self.height)[0, 0]) * share
        m.surface((-side, side), (-side, side), self.floor + 0.002, clear)


def round_vessel(outer: Floats, wall: float, floor: float, n: int = 20) -> Hollow:
    """A vessel with round sections."""
    return Hollow(outer, wall, floor, ring(n))
