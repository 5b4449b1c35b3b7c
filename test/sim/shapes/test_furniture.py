# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Furniture: designs are sound, carry where they say, differ from each other, show states."""

import inspect
from itertools import combinations, product

import cv2
import numpy as np
import pytest

from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.shapes import build, forms_of
from egoplan_ros.sim.shapes.furniture import RECIPES
from egoplan_ros.sim.shapes.furniture.ceiling_lamps import CEILING_LAMPS, ceiling_lamp
from egoplan_ros.sim.shapes.furniture.doors import DOORS, door, skirting
from egoplan_ros.sim.shapes.furniture.rugs import rug
from egoplan_ros.sim.shapes.look import palette
from egoplan_ros.sim.shapes.solid import Maker, Shape
from egoplan_ros.sim.thing import Thing

BUDGET = 2000
CARRYING = (
    "ArmChair Bed Chair CoffeeTable Desk DiningTable Dresser LaundryHamper Ottoman Shelf SideTable "
    "Sofa Stool TVStand"
).split()
SIDE = 96
ALIKE = 0.93
SAME_EDGES = 0.75


def drawn(kind: str, form: int, seed: int = 0, **options: object) -> Shape:
    rng = np.random.default_rng([form, seed])
    return build(kind, palette(rng, False), form, **options)


def thing(kind: str, shape: Shape, **states: object) -> Thing:
    made = Thing(kind, kind, kind, shape, np.zeros(3), np.zeros(3), catalog()[kind])
    for name, value in states.items():
        setattr(made, name, value)
    return made


@pytest.mark.parametrize("kind", sorted(RECIPES))
def test_designs_are_sound_and_within_their_budget(kind):
    for form, seed in product(range(forms_of(kind)), range(3)):
        shape = drawn(kind, form, seed)
        count = 0
        for part in shape.parts:
            assert np.isfinite(part.vertices).all()
            assert part.faces.min() >= 0
            assert part.faces.max() < len(part.vertices)
            corners = part.vertices[part.faces]
            cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            assert np.linalg.norm(cross, axis=1).sum() > 1e-8
            if part.uv is not None:
                assert part.uv.shape == (len(part.faces), 3, 2)
            count += len(part.faces)
        assert count <= BUDGET, form
        assert (shape.half > 0.0009).all()


@pytest.mark.parametrize("kind", CARRYING)
def test_what_a_design_says_it_carries_lies_on_it_and_is_free(kind):
    for form, seed in product(range(forms_of(kind)), range(3)):
        shape = drawn(kind, form, seed)
        assert shape.surfaces
        boxes = np.array([box for link, box in shape.solids if link < 0])
        for face in shape.surfaces:
            assert face.x1 - face.x0 > 0.1
            assert face.z1 - face.z0 > 0.1
            low, high = np.array([face.x0, face.z0]), np.array([face.x1, face.z1])
            assert (low > -shape.half[[0, 2]] - 1e-6).all()
            assert (high < shape.half[[0, 2]] + 1e-6).all()
            over = (boxes[:, [3, 5]] > low).all(1) & (boxes[:, [0, 2]] < high).all(1)
            in_the_way = (boxes[:, 4] > face.y + 0.003) & (boxes[:, 1] < face.y + 0.1)
            assert not (over & in_the_way).any(), form
            grid = np.stack(np.meshgrid(*np.linspace(low + 0.01, high - 0.01, 6).T), -1)
            held = 0
            for spot in grid.reshape(-1, 2):
                under = (boxes[:, [0, 2]] < spot).all(1) & (boxes[:, [3, 5]] > spot).all(1)
                held += bool((np.abs(face.y - boxes[under, 4]) < 0.025).any())
            assert held >= 0.75 * 36, form


@pytest.mark.parametrize("kind", [k for k in sorted(RECIPES) if k not in ("Chair", "Stool")])
def test_an_asked_size_is_kept(kind):
    if "size" not in inspect.signature(RECIPES[kind]).parameters:
        pytest.skip("of its own size")
    default = inspect.signature(RECIPES[kind]).parameters["size"].default
    for form in range(forms_of(kind)):
        for factor in (0.85, 1.0, 1.25):
            size = np.array(default) * factor
            shape = drawn(kind, form, size=tuple(size))
            assert shape.half[[0, 2]] * 2 == pytest.approx(size[[0, 2]], rel=0.12, abs=0.1)
            assert shape.half[1] * 2 == pytest.approx(size[1], rel=0.12, abs=0.08)


def test_seats_fit_the_places_kept_for_them():
    for kind, most in (("Chair", 0.48), ("Stool", 0.4)):
        for form in range(forms_of(kind)):
            for seed in range(4):
                assert (drawn(kind, form, seed).half[[0, 2]] * 2 < most).all()


def test_a_hamper_has_one_lid_that_turns_up():
    for form in range(forms_of("LaundryHamper")):
        shape = drawn("LaundryHamper", form)
        (lid,) = shape.links
        assert not lid.slides
        shut, wide = thing("LaundryHamper", shape), thing("LaundryHamper", shape, openness=1.0)
        assert wide.bounds()[4] > shut.bounds()[4] + 0.2


def views(shape: Shape) -> list[tuple[np.ndarray, np.ndarray]]:
    """Silhouette and edges from the front and from 30 degrees, scaled to one height."""
    out = []
    parts = [p for p in shape.parts if p.lasting]
    corners = np.concatenate([p.vertices[p.faces] for p in parts]).astype(float)
    # Neighbouring parts are told apart though they face the same way.
    tone = np.concatenate([np.full(len(p.faces), 14 * (k % 4)) for k, p in enumerate(parts)])
    for angle in (0.0, 30.0):
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        turned = corners @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]).T
        tilt = turned @ np.array([[1, 0, 0], [0, 0.94, -0.34], [0, 0.34, 0.94]]).T
        flat = tilt[:, :, :2]
        tall = np.ptp(flat[:, :, 1])
        scale = (SIDE - 4) / tall
        pixels = (flat - [0, flat[:, :, 1].min()]) * scale + [SIDE * 1.5, 2]
        normal = np.cross(tilt[:, 1] - tilt[:, 0], tilt[:, 2] - tilt[:, 0])
        normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-12
        shade = 55 + tone + 150 * np.abs(normal @ [0.3, 0.5, 0.8])
        canvas = np.zeros((SIDE, SIDE * 3), np.uint8)
        for k in np.argsort(tilt[:, :, 2].mean(1)):
            cv2.fillConvexPoly(canvas, np.round(pixels[k]).astype(np.int32), float(shade[k]))
        edges = cv2.dilate(cv2.Canny(canvas, 40, 80), np.ones((3, 3)))
        out.append((canvas > 0, edges > 0))
    return out


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    return float((a & b).sum() / max((a | b).sum(), 1))


def alike(one: Shape, other: Shape) -> bool:
    """Whether two shapes have the same outline and the same lines within it."""
    pairs = list(zip(views(one), views(other), strict=True))
    outline = min(overlap(a[0], b[0]) for a, b in pairs)
    lines = min(overlap(a[1], b[1]) for a, b in pairs)
    return outline >= ALIKE and lines >= SAME_EDGES


@pytest.mark.sample(6)
@pytest.mark.parametrize("kind", sorted(k for k in RECIPES if forms_of(k) > 1))
def test_designs_of_a_type_differ(kind):
    least = 8 if catalog()[kind].can("pick") else 4
    assert forms_of(kind) >= least
    shapes = [drawn(kind, form, 1) for form in range(forms_of(kind))]
    same = [
        pair for pair in combinations(range(len(shapes)), 2) if alike(*(shapes[k] for k in pair))
    ]
    assert not same


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("Bed", "dirty"),
        ("Television", "toggled"),
        ("Desktop", "toggled"),
        ("Blinds", "open"),
    ],
)
def test_a_state_exchanges_parts(kind, state):
    for form in range(forms_of(kind)):
        shape = drawn(kind, form)
        here = sum(len(p.faces) for p in shape.parts if p.when == state)
        gone = sum(len(p.faces) for p in shape.parts if p.when == f"!{state}")
        assert here > 0
        assert gone > 0


@pytest.mark.parametrize("kind", ["DeskLamp", "FloorLamp"])
def test_a_lamp_shines_to_every_side(kind):
    for form in range(forms_of(kind)):
        shape = drawn(kind, form)
        glow = np.concatenate([p.vertices for p in shape.parts if p.role == "glow"])
        middle = (glow.min(0) + glow.max(0)) / 2
        wide = np.ptp(glow, axis=0)
        assert wide.min() > 0.002
        for axis in (0, 2):
            assert (glow[:, axis] > middle[axis]).any()
            assert (glow[:, axis] < middle[axis]).any()


def test_doors_lamps_and_rugs_are_drawn_in_several_designs():
    look = palette(np.random.default_rng(3), False)
    for draw, count in ((door, DOORS), (ceiling_lamp, CEILING_LAMPS)):
        sizes = set()
        for form in range(count):
            maker = Maker()
            draw(maker, look, form)
            faces = sum(len(p.faces) for p in maker.parts)
            assert faces <= BUDGET
            sizes.add(faces)
        assert len(sizes) > count / 2
    maker = Maker()
    ceiling_lamp(maker, look, 4)
    assert not maker.solids
    assert any(p.role == "glow" for p in maker.parts)
    for form, long in ((False, 2.0), (True, 1.2)):
        maker = Maker()
        rug(maker, look, (long, 1.2), form)
        assert not maker.solids
        assert maker.finish().height < 0.001
    maker = Maker()
    skirting(maker, look, 3.0)
    assert not maker.solids
