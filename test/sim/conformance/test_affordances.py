# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an object can do, what it weighs and is made of: by type, and as recorded by object."""

import gzip
import json
import os
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from egoplan_ros.sim.catalog import AFFORDANCES, catalog
from egoplan_ros.sim.metadata import Report
from egoplan_ros.sim.scenes import Library
from egoplan_ros.sim.scenes.export import export

FLAGS = (*AFFORDANCES, "canBeUsedUp")
ROOMS = os.environ.get("EGOPLAN_ROOMS", "")


@pytest.fixture(scope="module")
def rooms(tmp_path_factory):
    """Recorded rooms, or some of our own written down; their objects by scene, and a library."""
    folder = Path(ROOMS) if ROOMS else tmp_path_factory.mktemp("rooms")
    if not ROOMS:
        for name in ("FloorPlan4", "FloorPlan204", "FloorPlan304", "FloorPlan404"):
            data = json.dumps(export(Library().load(name)))
            (folder / f"{name}.json").write_text(data, encoding="utf-8")
    library = Library.of(folder)
    objects = {}
    for name, path in library.recorded.items():
        raw = path.read_bytes()
        raw = gzip.decompress(raw) if path.suffix == ".gz" else raw
        objects[name] = json.loads(raw)["objects"]
    return objects, library


def told(library, name):
    world = library.load(name)
    report = Report(world)
    return {t.object_id: report.entry(t) for t in world.objects()}


def test_types_are_as_most_recorded_objects_of_them_are(rooms):
    objects, _ = rooms
    counts = defaultdict(Counter)
    for row in (o for found in objects.values() for o in found):
        for flag in AFFORDANCES:
            if not (flag == "pickupable" and row["isSliced"]):
                counts[row["objectType"], flag][row[flag]] += 1
    for (kind, flag), count in counts.items():
        if kind in catalog():
            mine = catalog()[kind].can(AFFORDANCES[flag])
            assert count[mine] >= count[not mine], (kind, flag, count)


def test_recorded_objects_can_do_weigh_and_are_made_of_what_their_record_says(rooms):
    objects, library = rooms
    for name in list(objects)[:12]:
        mine = told(library, name)
        for row in objects[name]:
            if row["objectId"] not in mine:
                continue
            for field in (*AFFORDANCES, "mass"):
                assert mine[row["objectId"]][field] == row[field], (row["objectId"], field)
            made = sorted(mine[row["objectId"]]["salientMaterials"] or [])
            assert made == sorted(row["salientMaterials"] or []), row["objectId"]


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("Bowl", {"breakable": False, "salientMaterials": ["Plastic"], "mass": 0.2}),
        ("Cup", {"breakable": False}),
        ("DiningTable", {"moveable": False, "mass": 0.0, "salientMaterials": None}),
        ("CoffeeMachine", {"breakable": True}),
        ("Sink", {"receptacle": True}),
    ],
)
def test_assets_of_a_type_differ(tmp_path, kind, changes):
    data = export(Library().load("FloorPlan1"))
    row = next((o for o in data["objects"] if o["objectType"] == kind), None)
    if row is None:
        row = dict(data["objects"][0])
        row.update({"objectType": kind, "objectId": f"{kind}|+00.00|+00.00|+00.00", "name": kind})
        data["objects"].append(row)
    row.update(changes)
    (tmp_path / "FloorPlan1.json").write_text(json.dumps(data), encoding="utf-8")
    mine = told(Library.of(tmp_path), "FloorPlan1")[row["objectId"]]
    for field, value in changes.items():
        assert mine[field] == value, field


def test_nothing_tells_that_it_can_be_used_up_and_some_things_can_be(client):
    event = client.reset("FloorPlan401", width=64, height=64)
    assert not any(o["canBeUsedUp"] or o["isUsedUp"] for o in event.metadata["objects"])
    paper = next(o for o in event.metadata["objects"] if o["objectType"] == "ToiletPaper")
    assert client.step("UseUpObject", objectId=paper["objectId"], forceAction=True)
    after = client.last_event.metadata["objects"]
    assert [o["objectId"] for o in after if o["isUsedUp"]] == [paper["objectId"]]
