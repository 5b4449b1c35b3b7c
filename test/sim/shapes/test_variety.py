# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How many designs there are of each type, counted from the generator, and that they differ."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.shapes import RECIPES, forms_of
from egoplan_ros.sim.specimens import camera_of, specimen
from egoplan_ros.sim.textures.catalogue import TEXTURES

PICKED_UP, FIXED, PICTURES = 8, 4, 20
SIDE = 56
FLAT = 0.12
WANTED = frozenset({"depth", "instances"})
KINDS = sorted(set(RECIPES) & set(catalog()))


def test_there_are_enough_designs():
    least = {kind: PICKED_UP if catalog()[kind].can("pick") else FIXED for kind in KINDS}
    assert [kind for kind in KINDS if forms_of(kind) < least[kind]] == []


def test_there_are_enough_textures_of_each_class():
    assert {name: t.count for name, t in TEXTURES.items() if t.count < PICTURES} == {}
    assert len(TEXTURES) > 40


def look(kind, form, tilt):
    """Outline (SIDE, SIDE) and depth within it, over its extent, of one design."""
    world = specimen(kind, form, form)
    camera = camera_of(world, 25.0, tilt)
    frame = Renderer(world).frame(camera.position, camera.gaze(), camera.fov, (SIDE, SIDE), WANTED)
    ids = frame.instances[..., :3].astype(int) @ (1, 256, 65536)
    mask = ids != ids[0, 0]
    extent = float(np.linalg.norm(world.things[0].shape.half)) * 2
    return mask, np.where(mask, frame.depth, 0.0) / extent


def apart(one, two):
    """Share of the larger outline in which two designs differ in outline or in relief."""
    (mask, depth), (other, their) = one, two
    both = mask & other
    shift = np.median((depth - their)[both]) if both.any() else 0.0
    relief = both & (np.abs(depth - their - shift) > 0.006)
    return ((mask ^ other) | relief).sum() / max(mask.sum(), other.sum())


@pytest.mark.sample(15)
@pytest.mark.parametrize("kind", KINDS)
def test_designs_differ_in_form(kind):
    views = [[look(kind, form, tilt) for form in range(forms_of(kind))] for tilt in (20.0, 60.0)]
    assert len(views[0]) == forms_of(kind)
    pairs = list(itertools.combinations(range(forms_of(kind)), 2))
    alike = [p for p in pairs if max(apart(view[p[0]], view[p[1]]) for view in views) < 0.04]
    half = specimen(kind, 0, 0).things[0].shape.half
    if half.min() < FLAT * half.max():
        # Cards, panes, doors: they differ by print and profile, which an outline does not tell.
        assert len(alike) < len(pairs)
    else:
        assert len(alike) <= len(pairs) // 5


def rows_of(heading):
    """Cells of the table that follows a comment in docs/appearance.md."""
    page = (Path(__file__).parents[3] / "docs" / "appearance.md").read_text("utf-8")
    lines = page.split(f"<!-- {heading}:")[1].splitlines()[4:]
    table = itertools.takewhile(lambda line: line.startswith("|"), lines)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_the_page_tells_how_many_designs_and_textures_there_are():
    told = {k: int(n) for _, n, kinds in rows_of("variety") for k in kinds.split(", ")}
    assert told == {kind: forms_of(kind) for kind in KINDS}
    told = {name: int(n) for n, names in rows_of("textures") for name in names.split(", ")}
    assert told == {name: entry.count for name, entry in TEXTURES.items()}
