# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How often skills succeed on what was seen, over several rooms of the training range."""

from collections import Counter

import pytest
from live_home import LiveHome

ROOMS = ("FloorPlan2", "FloorPlan5", "FloorPlan11", "FloorPlan302")
PER_ROOM = 8


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_nearly_everything_that_is_seen_can_be_used():
    done, failed, report = Counter(), Counter(), []
    home = LiveHome(ROOMS[0])
    try:
        for room in ROOMS:
            home.reset(room)
            home.look_around()
            home.explore(12)
            for action, result in _use_everything(home):
                (done if result.success else failed)[action.name] += 1
                if not result.success:
                    report.append(f"{room}: {action}: {result.error} {result.message}")
    finally:
        home.close()
    for name in ("PickUp", "Put", "Open", "Close"):
        total = done[name] + failed[name]
        assert total >= 8, f"{name} was hardly tried"
        assert done[name] >= 0.95 * total, (name, done[name], total, report)


def _use_everything(home: LiveHome):
    ontology = home.ontology
    before = len(home.log)
    kinds: set[str] = set()
    for item in list(home.world.objects.values()):
        free = item.parent is None or "open" not in home.world.objects[item.parent].states
        if not ontology.affords(item.type, "pickupable") or item.type in kinds or not free:
            continue
        if len(kinds) == PER_ROOM or item.id not in home.world.objects:
            break
        kinds.add(item.type)
        place = item.parent
        if place and home.run("PickUp", item.id).success and not _put_back(home, item.id, place):
            break
    fixed = [
        item
        for item in home.world.objects.values()
        if {"openable", "receptacle"} <= ontology.get(item.type).affords
    ]
    for item in fixed[:PER_ROOM]:
        if home.run("Open", item.id).success:
            home.run("Close", item.id)
    return home.log[before:]


def _put_back(home: LiveHome, name: str, place: str) -> bool:
    """There was room for an object where it came from."""
    return home.run("Put", name, place).success
