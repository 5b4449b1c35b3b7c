# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Measures of a chair, and what of it carries and hinders."""

from dataclasses import dataclass

from egoplan_ros.sim.shapes.furniture.parts import block
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.solid import Maker


@dataclass(frozen=True, slots=True)
class Plan:
    """Measures of one chair in metres: width, depth, height of seat and of back."""

    w: float
    d: float
    seat: float
    top: float


def chair_plan(look: Look, back: tuple[float, float] = (0.82, 1.0)) -> Plan:
    """Measures drawn for a chair whose back is as high as `back` says."""
    u = look.rng.uniform
    return Plan(float(u(0.4, 0.47)), float(u(0.41, 0.47)), float(u(0.43, 0.47)), float(u(*back)))


def seat_on(m: Maker, p: Plan, back: float = 0.04) -> None:
    """Support on the seat, and what of the chair is in the way of things."""
    w, d = p.w / 2, p.d / 2
    m.surface((-w + 0.04, w - 0.04), (-d + back + 0.03, d - 0.03), p.seat + 1e-3, 0.5)
    block(m, (-w, p.seat - 0.05, -d), (w, p.seat, d))
    block(m, (-w, p.seat, -d), (w, p.top, -d + back))
