# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Kitchenware and food: every design is sound, unlike the others, and shows its states."""

from dataclasses import replace
from functools import cache
from itertools import combinations, product

import cv2
import numpy as np
import pytest

from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.shapes import build, forms_of, kitchenware
from egoplan_ros.sim.shapes.look import palette
from egoplan_ros.sim.shapes.solid import Part, Shape

KINDS = sorted(kitchenware.RECIPES)
CUTLERY = {"ButterKnife", "Fork", "Knife", "Ladle", "Spatula", "Spoon"}
HOLDERS = {"Bowl", "Cup", "Mug", "Pan", "Plate", "Pot"}
# Longest, middle and shortest side at most, metres: what drawers, cupboards and ovens take.
LIMITS = {
    "Bowl": (0.27, 0.25, 0.15),
    "Bread": (0.36, 0.21, 0.18),
    "BreadSliced": (0.13, 0.12, 0.025),
    "Kettle": (0.3, 0.26, 0.22),
    "Knife": (0.36, 0.09, 0.03),
    "Mug": (0.17, 0.15, 0.13),
    "Pan": (0.5, 0.34, 0.14),
    "Plate": (0.31, 0.31, 0.035),
    "Pot": (0.45, 0.36, 0.23),
    "WateringCan": (0.37, 0.24, 0.2),
    "WineBottle": (0.37, 0.14, 0.14),
}
SIDE = 96
ALIKE = 0.93
SHADED_ALIKE = 9.0


@cache
def made(kind: str, form: int, seed: int = 0) -> Shape:
    return build(kind, palette(np.random.default_rng([seed, form]), True), form)


def drawn(shape: Shape, **states: bool) -> list[Part]:
    """The parts that are there in some states."""
    out = []
    for part in shape.parts:
        holds = states.get(part.when.removeprefix("!"), False)
        if not part.when or holds != part.when.startswith("!"):
            out.append(part)
    return out


def view(parts: list[Part], yaw: float, tilt: float) -> np.ndarray:
    """Shaded from 80 to 255 on 0, filling a square of SIDE pixels; the furthest is drawn first."""
    y, t = np.radians((yaw, tilt))
    right = np.array([np.cos(y), 0, -np.sin(y)])
    ahead = np.array([np.sin(y) * np.cos(t), np.sin(t), np.cos(y) * np.cos(t)])
    tri = np.concatenate([p.vertices[p.faces] for p in parts]).astype(float)
    flat = np.stack([tri @ right, -tri @ np.cross(ahead, right)], -1)
    normal = np.cross(tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    shade = 80 + 175 * np.abs(normal @ (ahead + 0.4 * right) / 1.1)
    low, high = flat.min((0, 1)), flat.max((0, 1))
    flat = (flat - (low + high) / 2) * ((SIDE - 4) / (high - low).max()) + SIDE / 2
    picture = np.zeros((SIDE, SIDE), np.uint8)
    for k in np.argsort(tri.mean(1) @ ahead):
        corners = np.round(flat[k] * 16).astype(np.int32)
        cv2.fillConvexPoly(picture, corners, min(float(shade[k]), 255.0), cv2.LINE_8, 4)
    return picture


@cache
def views(kind: str, form: int) -> list[np.ndarray]:
    parts = drawn(made(kind, form))
    return [view(parts, yaw, tilt) for yaw, tilt in ((0, 0), (30, 25), (0, 80), (90, 0))]


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    return float(((a > 0) & (b > 0)).sum() / ((a > 0) | (b > 0)).sum())


def relief(a: np.ndarray, b: np.ndarray) -> float:
    both = (a > 0) & (b > 0)
    return float(np.abs(a[both].astype(float) - b[both]).mean())


def test_there_are_enough_designs() -> None:
    assert [kind for kind in KINDS if forms_of(kind) < 8] == []


@pytest.mark.parametrize("kind", KINDS)
def test_geometry_is_sound(kind: str) -> None:
    for form, seed in product(range(forms_of(kind)), range(3)):
        shape = made(kind, form, seed)
        count = 0
        for part in shape.parts:
            assert np.isfinite(part.vertices).all()
            tri = part.vertices[part.faces].astype(float)
            area = np.linalg.norm(np.cross(tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0]), axis=1)
            assert (area > 1e-11).all(), (form, part.material)
            assert len(area)
            assert part.uv is None or part.uv.shape == (len(part.faces), 3, 2)
            count += len(part.faces) * part.lasting
        assert count <= (400 if kind in CUTLERY else 700), f"design {form}: {count} triangles"
        size = np.sort(shape.half * 2)[::-1]
        assert (size <= LIMITS.get(kind, (0.34, 0.24, 0.24))).all(), size
        assert size[0] > 0.045


@pytest.mark.parametrize("kind", KINDS)
def test_what_holds_things_has_a_floor_within_its_walls(kind: str) -> None:
    for form in range(forms_of(kind)):
        shape = made(kind, form)
        assert bool(shape.surfaces) == (kind in HOLDERS)
        for surface in shape.surfaces:
            # Above its underside, below its rim, inside its outline.
            assert -shape.half[1] < surface.y < shape.half[1], form
            assert min(surface.x1 - surface.x0, surface.z1 - surface.z0) > 0.03, form
            assert surface.x1 < shape.half[0], form
            assert surface.z1 < shape.half[2], form


@pytest.mark.sample(8)
@pytest.mark.parametrize("kind", KINDS)
def test_designs_differ(kind: str) -> None:
    twins = []
    for a, b in combinations(range(forms_of(kind)), 2):
        pairs = list(zip(views(kind, a), views(kind, b), strict=True))
        if min(overlap(p, q) for p, q in pairs) >= ALIKE:
            twins.append((a, b, [round(relief(p, q), 1) for p, q in pairs]))
    assert all(max(away) > SHADED_ALIKE for _, _, away in twins), twins


@pytest.mark.parametrize("kind", [k for k in KINDS if catalog()[k].can("fill")])
def test_liquid_shows_below_the_rim(kind: str) -> None:
    for form in range(forms_of(kind)):
        shape = made(kind, form)
        liquid = [p for p in shape.parts if p.role == "liquid"]
        assert liquid
        assert all(p.when == "filled" for p in liquid)
        top = max(float(p.vertices[:, 1].max()) for p in liquid)
        assert -shape.half[1] * 0.2 < top < shape.half[1]
        clear = any(p.material.clear > 0 for p in shape.parts)
        deep = max(float(np.ptp(p.vertices[:, 1])) for p in liquid)
        assert not clear or deep > 0.02, "a glass shows its contents from the side"


def test_used_up_soap_leaves_an_empty_bottle() -> None:
    for form in range(forms_of("SoapBottle")):
        shape = made("SoapBottle", form)
        inside = replace(shape, parts=[p for p in shape.parts if p.material.clear == 0])
        full, empty = drawn(inside), drawn(inside, used_up=True)
        away = np.abs(view(full, 30, 25).astype(int) - view(empty, 30, 25)) > 8
        assert away.mean() > 0.01
        level = [
            max(float(p.vertices[:, 1].max()) for p in parts if p.when in ("!used_up", "used_up"))
            for parts in (full, empty)
        ]
        assert level[1] < level[0] - 1e-3 or form in (6, 9)
        assert any(p.material.clear > 0 for p in shape.parts)


def test_kettles_have_a_lid_that_opens() -> None:
    for form in range(forms_of("Kettle")):
        shape = made("Kettle", form)
        assert len(shape.links) == 1
        assert any(p.link == 0 for p in shape.parts)


def test_two_draws_of_a_design_are_not_the_same() -> None:
    for kind in KINDS:
        one, other = made(kind, 0, 1), made(kind, 0, 2)
        assert np.abs(one.half - other.half).max() > 1e-4 or kind == "Plate"


def test_building_is_repeatable() -> None:
    for kind in KINDS:
        one = build(kind, palette(np.random.default_rng(5), True))
        other = build(kind, palette(np.random.default_rng(5), True))
        assert [p.material for p in one.parts] == [p.material for p in other.parts]
        for a, b in zip(one.parts, other.parts, strict=True):
            assert np.array_equal(a.vertices, b.vertices)
