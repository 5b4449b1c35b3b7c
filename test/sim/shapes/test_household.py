# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Household things: designs are sound and small; they open, hold, burn and run out as they say."""

from itertools import product

import numpy as np
import pytest

from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.shapes import build, forms_of
from egoplan_ros.sim.shapes.household import RECIPES
from egoplan_ros.sim.shapes.look import palette
from egoplan_ros.sim.thing import Thing

LOOSE, STANDING = 700, 2000
# Made of many rounded pieces: bears, a pair of boots, figures, trays with things on them.
RICH, RICH_KINDS = 1300, frozenset({"TeddyBear", "Boots", "Statue", "TableTopDecor", "Footstool"})


def drawn(kind, form, seed=0):
    return build(kind, palette(np.random.default_rng([form, seed]), False), form)


def thing(kind, shape, **states):
    made = Thing(kind, kind, kind, shape, np.zeros(3), np.zeros(3), catalog()[kind])
    for name, value in states.items():
        setattr(made, name, value)
    return made


def corners(shape, *states):
    """Corners of the parts that belong to one of the states."""
    found = [p.vertices for p in shape.parts if p.when in states]
    return np.concatenate(found) if found else np.zeros((0, 3))


def budget(kind):
    if not catalog()[kind].can("pick"):
        return STANDING
    return RICH if kind in RICH_KINDS else LOOSE


@pytest.mark.parametrize("kind", sorted(RECIPES))
def test_designs_are_sound_and_within_their_budget(kind):
    for form, seed in product(range(forms_of(kind)), range(3)):
        shape = drawn(kind, form, seed)
        count = 0
        for part in shape.parts:
            assert np.isfinite(part.vertices).all()
            assert part.faces.min() >= 0
            assert part.faces.max() < len(part.vertices)
            triangles = part.vertices[part.faces].astype(float)
            cross = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
            assert np.linalg.norm(cross, axis=1).sum() > 1e-9
            if part.uv is not None:
                assert part.uv.shape == (len(part.faces), 3, 2)
            count += len(part.faces)
        assert count <= budget(kind), form
        assert (shape.half > 0.0009).all()


def test_the_same_draw_is_the_same_thing():
    for kind in RECIPES:
        one, other = drawn(kind, 1, 5), drawn(kind, 1, 5)
        assert len(one.parts) == len(other.parts)
        for a, b in zip(one.parts, other.parts, strict=True):
            assert np.array_equal(a.vertices, b.vertices)
            assert a.material == b.material


@pytest.mark.parametrize("form", range(forms_of("Book")))
def test_an_open_book_is_two_pages_side_by_side(form):
    shape = drawn("Book", form)
    assert len(shape.links) == 1
    shut, wide = thing("Book", shape), thing("Book", shape, openness=1.0)
    size, opened = (np.diff(t.bounds().reshape(2, 3), axis=0)[0] for t in (shut, wide))
    # The uppermost of a pile is narrower than what it lies on.
    assert opened[0] > 1.4 * size[0]
    assert opened[1] < size[1] + 0.03
    pages = [p for p in shape.parts if p.when == "open" and p.material.texture == "page"]
    assert sorted(p.link for p in pages) == [-1, 0]
    # Both lie with their faces up, at about the same height.
    levels = [wide.to_world(p.vertices, p.link)[:, 1].max() for p in pages]
    assert abs(levels[0] - levels[1]) < 0.012


@pytest.mark.parametrize("form", range(forms_of("Laptop")))
def test_a_laptop_turns_up_its_screen_and_shows_content(form):
    shape = drawn("Laptop", form)
    wide = thing("Laptop", shape, openness=1.0)
    assert wide.bounds()[4] > thing("Laptop", shape).bounds()[4] + 0.1
    for state in ("toggled", "!toggled"):
        (screen,) = (p for p in shape.parts if p.when == state)
        at = wide.to_world(screen.vertices, screen.link)
        # It stands upright behind the keys, its picture's upper edge on top, its left at +x.
        u, v = screen.uv.reshape(-1, 2).T
        spots = at[screen.faces.ravel()]
        assert spots[v == 0, 1].min() > spots[v == 1, 1].max()
        assert spots[u == 0, 0].min() > spots[u == 1, 0].max()
        assert np.ptp(at[:, 1]) > 0.1


@pytest.mark.parametrize("form", range(forms_of("Box")))
def test_an_open_box_can_be_filled_from_above(form):
    shape = drawn("Box", form)
    assert shape.links
    (floor,) = shape.surfaces
    assert floor.x1 - floor.x0 > 0.15
    assert floor.z1 - floor.z0 > 0.15
    wide = thing("Box", shape, openness=1.0)
    boxes = wide.boxes_at(1.0)
    inside = (boxes[:, [0, 2]] < [floor.x1 - 0.04, floor.z1 - 0.04]).all(1)
    inside &= (boxes[:, [3, 5]] > [floor.x0 + 0.04, floor.z0 + 0.04]).all(1)
    assert not (inside & (boxes[:, 4] > floor.y + 0.03) & (boxes[:, 1] > floor.y + 0.03)).any()
    assert floor.y < -shape.half[1] + 0.03


@pytest.mark.parametrize("kind", ["DogBed", "Footstool"])
def test_what_carries_has_a_surface_on_it(kind):
    for form in range(forms_of(kind)):
        shape = drawn(kind, form)
        (top,) = shape.surfaces
        assert top.x1 - top.x0 > 0.1
        assert top.z1 - top.z0 > 0.1
        assert max(-top.x0, top.x1) < shape.half[0]
        assert max(-top.z0, top.z1) < shape.half[2]
        # Under its middle something reaches up to it, and nothing stands out above that.
        middle = np.array([(top.x0 + top.x1) / 2, (top.z0 + top.z1) / 2])
        solid = np.concatenate([p.vertices[p.faces] for p in shape.parts]).astype(float)
        near = (solid[:, :, [0, 2]].min(1) <= middle + 0.02).all(1)
        near &= (solid[:, :, [0, 2]].max(1) >= middle - 0.02).all(1)
        highest = solid[near][:, :, 1].max()
        assert abs(highest - top.y) < 0.035


@pytest.mark.parametrize("kind", ["PaperTowelRoll", "ToiletPaper", "TissueBox"])
def test_what_is_used_up_is_smaller_and_shows_its_rest(kind):
    for form in range(forms_of(kind)):
        shape = drawn(kind, form)
        full, rest = corners(shape, "!used_up"), corners(shape, "used_up")
        assert len(full)
        assert len(rest)
        left = corners(shape, "", "used_up")
        if kind == "TissueBox":
            assert full[:, 1].max() > left[:, 1].max() + 0.01
        else:
            # The paper hid the core.
            assert np.abs(full[:, 0]).max() > np.abs(rest[:, 0]).max() + 0.005


def test_a_burning_candle_has_a_flame_on_each_wick():
    for form in range(forms_of("Candle")):
        shape = drawn("Candle", form)
        flames = [p for p in shape.parts if p.when == "toggled" and np.ptp(p.vertices[:, 1]) > 0.01]
        assert flames
        for flame in flames:
            assert flame.role == "glow"
            wide = np.ptp(flame.vertices, axis=0)
            assert wide[1] > 2 * max(wide[0], wide[2])


def test_a_phone_shows_content_where_it_was_dark():
    for form in range(forms_of("CellPhone")):
        shape = drawn("CellPhone", form)
        (lit,) = (p for p in shape.parts if p.when == "toggled")
        (dark,) = (p for p in shape.parts if p.when == "!toggled")
        assert lit.role == "glow"
        assert (lit.material.texture, dark.material.texture) == ("screen", "off_screen")
        assert np.array_equal(lit.vertices, dark.vertices)


def test_water_stands_in_a_pot_below_its_rim():
    for form in range(forms_of("HousePlant")):
        for seed in range(4):
            shape = drawn("HousePlant", form, seed)
            water = corners(shape, "filled")
            if len(water):
                assert np.ptp(water[:, 1]) < 0.002
                assert -shape.half[1] + 0.05 < water[0, 1] < shape.half[1] - 0.05
