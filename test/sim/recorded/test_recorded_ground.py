# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ground of recorded rooms: what was stood on, walls that hide nothing, nothing invented."""

import collections
import json

import numpy as np
import pytest

from egoplan_ros.sim import physics
from egoplan_ros.sim.scenes import load
from egoplan_ros.sim.scenes.export import export
from egoplan_ros.sim.scenes.recorded import dumped
from egoplan_ros.sim.scenes.recorded.enclosure import plan
from egoplan_ros.sim.scenes.recorded.rebuilt import rebuild
from egoplan_ros.sim.scenes.recorded.walls import SIGHT, strays
from egoplan_ros.world.errors import InputError

ROUND = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])
STRUCTURE = {
    "Wall",
    "Ceiling",
    "CeilingLamp",
    "Floor",
    "StandardCounterHeightWidth",
    "StoveBase",
    "Ledge",
}


@pytest.fixture(scope="module")
def data():
    """A kitchen of our own, exported."""
    return export(load("FloorPlan12"))


def dump(data, **changes):
    """A recording of the kitchen with other fields."""
    return dumped.parse(json.loads(json.dumps({**data, **changes})), "here", "room")


def keys(cells):
    return {(round(float(x) * 4), round(float(z) * 4)) for x, z in cells}


def reached(world):
    return keys(physics.reachable(world, np.array([world.body.x, world.body.z]), 0.25))


def test_the_ground_is_all_that_was_stood_on(data):
    cells = data[dumped.CELLS]
    whole = dump(data).cells
    split = dump(data, **{dumped.CELLS: cells[::2], dumped.STOOD: cells[1::2] + cells[:3]}).cells
    np.testing.assert_array_equal(whole, split)
    np.testing.assert_array_equal(dump(data, **{dumped.STOOD: []}).cells, whole)
    alone = {name: rows for name, rows in data.items() if name != dumped.CELLS}
    assert len(dump(alone, **{dumped.STOOD: cells[:5]}).cells) == 5


def test_broken_cells_are_named_by_their_field(data):
    for name in (dumped.CELLS, dumped.STOOD):
        with pytest.raises(InputError, match=name):
            dump(data, **{name: [[1.0, "here"]]})


def margin(data):
    """The recording without what lies along one side: neither things nor listed cells.

    Returned are the recording and the cells that its list lacks.
    """
    cells = np.array(data[dumped.CELLS])
    edge = cells[:, 1].min() + 0.4
    gone = cells[:, 1] < edge
    assert 0 < gone.sum() < 0.5 * len(cells)
    record = dump(data, **{dumped.CELLS: cells[~gone].tolist()})
    record.entries = [e for e in record.entries if e.kind == "Floor" or e.box[2] > edge + 0.3]
    record.agent = None
    return record, keys(cells[gone])


def test_a_wall_closes_ground_along_a_wall(data):
    record, gone = margin(data)
    assert len(reached(rebuild(record)) & gone) <= 0.3 * len(gone)


def test_only_what_a_home_has_is_added(data):
    record, _ = margin(data)
    world = rebuild(record)
    kinds = collections.Counter(t.kind for t in world.things if t.facts is None)
    assert set(kinds) <= STRUCTURE
    assert kinds["Wall"] > 4


def test_added_walls_stand_at_walls(data):
    record, _ = margin(data)
    around = plan(record)
    low, high = around.low, around.high
    added = [t.bounds() for t in rebuild(record).things if t.kind == "Wall"]
    for box in added:
        outer = [box[0] - low[0], box[2] - low[2], high[0] - box[3], high[2] - box[5]]
        touching = [
            b
            for b in added
            if b is not box
            and (
                np.maximum(b[:3], box[:3])[[0, 2]] - 1e-3 <= np.minimum(b[3:], box[3:])[[0, 2]]
            ).all()
        ]
        assert min(outer) < 0.01 or touching


def test_no_island_is_walled_in():
    """A hole in the list amid the room, where there is no wall to join, stays open."""
    data = export(load("FloorPlan203"))
    cells = np.array(data[dumped.CELLS])
    apart = np.abs(cells[:, None] - cells).max(axis=2)
    middle = cells[np.argmax((apart < 1.1).sum(axis=1))]
    left = cells[np.abs(cells - middle).max(axis=1) > 0.6]
    record = dump(data, **{dumped.CELLS: left.tolist()})
    record.entries = [e for e in record.entries if np.abs(e.center[[0, 2]] - middle).max() > 1.5]
    world = rebuild(record)
    around = [t.position[[0, 2]] for t in world.things if t.kind == "Wall"]
    assert min(np.abs(at - middle).max() for at in around) > 0.6
    assert tuple(np.round(middle * 4).astype(int)) in reached(world)


def test_things_stay_in_sight(data):
    """Where the list lacks what is along the furniture, too, most lines to things stay open."""
    cells = np.array(data[dumped.CELLS])
    inner = [c for c in cells if len(keys(cells) & keys(c + 0.25 * ROUND)) == len(ROUND)]
    assert 0 < len(inner) < 0.8 * len(cells)
    record = dump(data, **{dumped.CELLS: np.array(inner).tolist()})
    walls = np.array([t.bounds() for t in rebuild(record).things if t.kind == "Wall"])
    for entry in (e for e in record.entries if e.kind != "Floor"):
        at = entry.center[[0, 2]]
        near = record.cells[np.linalg.norm(record.cells - at, axis=1) < SIGHT]
        points = near + (at - near) * np.linspace(0.0, 0.9, 40)[:, None, None]
        high = walls[walls[:, 4] > entry.box[1]]
        inside = (points[..., None, :] > high[:, [0, 2]]) & (points[..., None, :] < high[:, [3, 5]])
        shut = inside.all(-1).any((0, 2))
        assert len(near) == 0 or shut.mean() < 0.5, entry.object_id


def test_ground_that_leads_on_stays(data):
    """A row across the room that the list lacks parts it, yet both parts were stood on."""
    cells = dump(data).cells
    row = np.abs(cells[:, 1] - np.median(cells[:, 1])) < 0.01
    both = dump(data, **{dumped.CELLS: cells[~row].tolist()})
    assert keys(cells[~row]) <= reached(rebuild(both))


def test_unlisted_ground_that_leads_nowhere_is_told_from_what_does():
    world = load("FloorPlan12")
    cells = np.array(physics.reachable(world, np.array([world.body.x, world.body.z]), 0.25))
    ends = cells[np.argsort(cells[:, 0])[[0, -1]]]
    needless, needed = strays(world, ends)
    assert keys(needless) | keys(needed) | keys(ends) == keys(cells)
    assert not keys(needless) & keys(needed)
    assert len(needed) >= np.abs(ends[0] - ends[1]).sum() / 0.25 - 1
