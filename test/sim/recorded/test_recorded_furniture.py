# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recorded furniture: stoves and their knobs, room in cupboards and on shelves, taps and basins."""

import itertools
import json
import os
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.sim.effects import basins_under
from egoplan_ros.sim.placing import find_spot
from egoplan_ros.sim.scenes import load
from egoplan_ros.sim.scenes.export import export
from egoplan_ros.sim.scenes.recorded import dumped
from egoplan_ros.sim.scenes.recorded.fitting import box_of
from egoplan_ros.sim.scenes.recorded.interiors import COMPARTMENT, board, opened_up, uncovered
from egoplan_ros.sim.scenes.recorded.rebuilt import rebuild
from egoplan_ros.sim.scenes.recorded.stoves import stoves
from egoplan_ros.sim.shapes.solid import Maker

ROOMS = os.environ.get("EGOPLAN_ROOMS", "")
KITCHENS = range(1, 31, 6)


def recording(name):
    """A room of our own, recorded, as AI2-THOR's dumps are: without what controls what."""
    dump = dumped.parse(json.loads(json.dumps(export(load(name)))), "here", name)
    for entry in dump.entries:
        entry.controls = ()
    return dump


def knobs(world):
    return [t for t in world.things if t.kind == "StoveKnob"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("number", KITCHENS)
def test_knobs_are_paired_with_the_burners_of_their_place(number):
    name = f"FloorPlan{number}"
    truth = {t.object_id: t.controls[0].object_id for t in knobs(load(name))}
    found = stoves(recording(name).entries)
    assert {k.object_id: b.object_id for s in found for k, b in s.pairs()} == truth


@pytest.mark.parametrize("turn", range(4))
def test_pairs_do_not_depend_on_how_the_room_lies(turn):
    dump = recording("FloorPlan3")
    wanted = [[(k.object_id, b.object_id) for k, b in s.pairs()] for s in stoves(dump.entries)]
    for entry in dump.entries:
        for _ in range(turn):
            x0, y0, z0, x1, y1, z1 = entry.box
            entry.box = np.array([z0, y0, -x1, z1, y1, -x0])
    assert [
        [(k.object_id, b.object_id) for k, b in s.pairs()] for s in stoves(dump.entries)
    ] == wanted


def test_a_recorded_knob_turns_its_burner_on(home):
    place = home("FloorPlan401")
    place.sim.enter(rebuild(recording("FloorPlan3")))
    knob = knobs(place.sim.world)[0]
    assert place.do("ToggleObjectOn", objectId=knob.object_id, forceAction=True)
    assert [t for t in place.all("StoveBurner") if t.toggled] == knob.controls


def test_what_the_record_says_of_knobs_holds():
    dump = dumped.parse(json.loads(json.dumps(export(load("FloorPlan3")))), "here", "room")
    rows = [e for e in dump.entries if e.kind == "StoveKnob"]
    rows[0].controls, rows[1].controls = rows[1].controls, rows[0].controls
    wanted = {e.object_id: list(e.controls) for e in rows}
    found = {t.object_id: [c.object_id for c in t.controls] for t in knobs(rebuild(dump))}
    assert found == wanted


def test_a_stove_carries_burners_that_no_counter_does():
    world = rebuild(recording("FloorPlan3"))
    bodies = np.array([t.bounds() for t in world.things if t.kind == "StoveBase"])
    for burner in (t for t in world.things if t.kind == "StoveBurner"):
        x, y, z = burner.position
        under = (bodies[:, 0] < x) & (x < bodies[:, 3]) & (bodies[:, 2] < z) & (z < bodies[:, 5])
        assert (np.abs(bodies[under, 4] - y) < 0.1).any()
        assert (bodies[under, 1] < 0.01).any()


def cupboards(dump):
    return [e for e in dump.entries if e.kind == "Cabinet"]


def test_a_shallow_cupboard_reaches_back_to_the_wall():
    """AI2-THOR records little more than the doors of some."""
    dump = recording("FloorPlan12")
    ways = {t.object_id: t.matrix[:, 2] for t in load("FloorPlan12").things if t.kind == "Cabinet"}
    before = {e.object_id: e.box.copy() for e in cupboards(dump)}
    for entry in cupboards(dump):
        entry.corners = None
        ahead = ways[entry.object_id]
        axis = int(np.argmax(np.abs(ahead)))
        side = axis + (3 if ahead[axis] > 0 else 0)
        entry.box[axis], entry.box[axis + 3] = np.sort(
            [entry.box[side], entry.box[side] - np.sign(ahead[axis]) * 0.1]
        )
        hinge = entry.center
        hinge[axis] = entry.box[side] - np.sign(ahead[axis]) * 0.01
        hinge[2 - axis] = entry.box[5 - axis]
        entry.position = hinge
    world = rebuild(dump)
    for object_id, box in before.items():
        thing = world.find(object_id)
        axis = int(np.argmax(np.abs(ways[object_id])))
        assert (thing.bounds()[3:] - thing.bounds()[:3])[axis] > 0.8 * (box[3:] - box[:3])[axis]
        assert (thing.bounds()[:3] > world.low - 0.11).all()


def test_a_cupboard_holds_what_stands_as_high_as_it():
    world = rebuild(recording("FloorPlan12"))
    plunger = next(t for t in load("FloorPlan401").things if t.kind == "Plunger")
    for thing in world.things:
        if thing.kind == "Cabinet" and thing.bounds()[4] - thing.bounds()[1] > 0.6:
            world.set_openness(thing, 1.0)
            for inside in thing.within():
                if inside is not thing:
                    inside.hidden = True
            assert find_spot(world, plunger, thing, None) is not None


def cupboard(levels, height):
    """A hollow box with boards, their tops at these heights."""
    maker = Maker()
    maker.shell((0.5, height, 0.4), 0, 0.016, (1, 1, 1))
    for level in levels:
        maker.box((0, 0), level - 0.016, (0.46, 0.016, 0.36), (1, 1, 1))
    for level in (0.016, *levels):
        maker.surface((-0.2, 0.2), (-0.15, 0.15), level + 0.001, 0.2)
    return maker.finish()


@pytest.mark.parametrize(
    ("levels", "height", "left"), [((0.35,), 0.7, 1), ((0.8,), 1.6, 2), ((0.5, 1.0, 1.5), 2.2, 2)]
)
def test_boards_leave_room_between_them(levels, height, left):
    shape = opened_up(cupboard(levels, height))
    assert len(shape.surfaces) == left
    assert len(shape.solids) == len(cupboard((), height).solids) + left - 1
    assert len(shape.parts) == len(cupboard((), height).parts) + left - 1
    heights = sorted(s.y for s in shape.surfaces)
    assert all(b - a >= COMPARTMENT - 0.01 for a, b in itertools.pairwise(heights))
    for surface in shape.surfaces:
        assert surface.clear > COMPARTMENT - 0.06
        # As wide as the box is inside.
        assert surface.x1 - surface.x0 == pytest.approx(0.5 - 2 * 0.016, abs=0.02)


def test_nothing_above_a_top_ends_the_room_there():
    maker = Maker()
    maker.box((0, 0), 0, (1, 0.03, 1), (1, 1, 1))
    maker.surface((-0.4, 0.4), (-0.4, 0.4), 0.031, 0.06)
    assert uncovered(maker.finish()).surfaces[0].clear >= 0.6
    maker = Maker()
    maker.box((0, 0), 0, (1, 0.03, 1), (1, 1, 1))
    maker.box((0, 0), 0.3, (1, 0.03, 1), (1, 1, 1))
    maker.surface((-0.4, 0.4), (-0.4, 0.4), 0.031, 0.26)
    assert uncovered(maker.finish()).surfaces[0].clear == pytest.approx(0.26)


def test_a_shelf_is_as_deep_as_its_unit():
    """The box of a shelf in a unit is the middle of the space above it."""
    name = next(
        f"FloorPlan{n}"
        for n in range(201, 231)
        if {"Shelf", "ShelvingUnit"} <= {t.kind for t in load(f"FloorPlan{n}").things}
    )
    dump = recording(name)
    unit = next(e for e in dump.entries if e.kind == "ShelvingUnit")
    shelf = next(e for e in dump.entries if e.kind == "Shelf")
    shelf.corners = None
    low, high = unit.center - 0.05, unit.center + 0.05
    shelf.box = np.array([*low, *high])
    drawn = rebuild(dump).find(shelf.object_id).bounds()
    assert (drawn[3:] - drawn[:3])[[0, 2]] == pytest.approx(unit.size[[0, 2]] - 0.04, abs=0.01)


def test_shelves_side_by_side_share_their_unit():
    """Each widened to the whole unit, one would be hidden in the other."""

    def like(kind, name, low, high):
        low, high = np.array(low), np.array(high)
        at = {"position": (low + high) / 2, "rotation": np.zeros(3)}
        box = {"center": (low + high) / 2, "size": high - low}
        told = [
            {k: dict(zip("xyz", v, strict=True)) for k, v in each.items()} for each in (at, box)
        ]
        return {
            "objectType": kind, "objectId": name, **told[0], "axisAlignedBoundingBox": told[1],
        }  # fmt: skip

    rows = [
        like("ShelvingUnit", "unit", (0, 0, 0), (1.0, 1.2, 0.3)),
        like("Shelf", "left", (0.1, 0.5, 0.05), (0.4, 0.7, 0.25)),
        like("Shelf", "right", (0.6, 0.5, 0.05), (0.9, 0.7, 0.25)),
        like("Shelf", "above", (0.1, 0.9, 0.05), (0.4, 1.1, 0.25)),
    ]
    entries = dumped.parse(rows, "here", "room").entries
    found = {}
    for entry in entries[1:]:
        box = board(entry, box_of(entry), entries)
        found[entry.object_id] = (box.center[0] - box.size[0] / 2, box.center[0] + box.size[0] / 2)
    assert found["left"] == pytest.approx((0.02, 0.5))
    assert found["right"] == pytest.approx((0.5, 0.98))
    assert found["above"] == pytest.approx((0.02, 0.98))


@pytest.mark.timeout(1800)
@pytest.mark.skipif(not ROOMS, reason="needs EGOPLAN_ROOMS, a folder of recorded rooms")
def test_every_knob_has_one_burner_and_every_faucet_a_basin():
    for name, path in dumped.files(Path(ROOMS)).items():
        world = rebuild(dumped.read(path))
        controlled = [burner for knob in knobs(world) for burner in knob.controls]
        burners = [t for t in world.things if t.kind == "StoveBurner"]
        fewer = min(len(knobs(world)), len(burners))
        assert len(controlled) == len({id(t) for t in controlled}) == fewer, name
        taps = [t for t in world.things if t.kind == "Faucet"]
        assert all(basins_under(world, tap) for tap in taps), name
