# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scenes by name: built once, then copied; a copy is like what was built and shares nothing."""

import json
import os

import numpy as np
import pytest

from egoplan_ros.sim import scenes
from egoplan_ros.sim.scenes import Library
from egoplan_ros.sim.scenes.export import export
from egoplan_ros.sim.server import Server


def picture(library: Library, name: str) -> tuple[str, bytes]:
    """What the client is told of a scene, and shown."""
    server = Server((120, 120), library)
    server.answer({"action": "Reset", "sceneName": name})
    words = {"renderDepthImage": True, "renderInstanceSegmentation": True}
    message, images = server.answer({"action": "Initialize", **words})
    objects = [agent["objects"] for agent in message["agents"]]
    pixels = b"".join(np.asarray(image[1]).tobytes() for image in images)
    assert objects[0]
    assert len(pixels) >= 3 * 120 * 120
    return json.dumps(objects), pixels


@pytest.mark.parametrize("name", ["FloorPlan1", "FloorPlan_Train1_1"])
def test_a_copy_is_like_what_was_built(name):
    library = Library()
    first, second = (export(library.load(name)) for _ in range(2))
    assert first == second
    if name == "FloorPlan1":
        assert first == export(scenes.load(name))
    assert picture(library, name) == picture(Library(), name)


def test_what_happens_in_a_room_stays_there():
    library = Library()
    world = library.load("FloorPlan5")
    before = export(world)
    for thing in world.objects()[:20]:
        world.move(thing, thing.position + 0.3)
        world.set_openness(thing, 1.0)
    world.things.pop()
    assert export(world) != before
    again = library.load("FloorPlan5")
    assert export(again) == before
    assert not {id(thing) for thing in again.things} & {id(thing) for thing in world.things}


def test_a_recording_that_changed_is_read_anew(tmp_path):
    path = tmp_path / "kitchen.json"
    rooms = {name: json.dumps(export(scenes.load(name))) for name in ("FloorPlan3", "FloorPlan4")}
    found = []
    library = None
    for at, text in enumerate(rooms.values()):
        path.write_text(text)
        os.utime(path, (at, at))
        library = library or Library.of(path)
        (name,) = library.recorded
        found.append({thing.object_id for thing in library.load(name).objects()})
    assert found[0] != found[1]


def test_few_scenes_are_kept_and_none_that_does_not_exist(monkeypatch):
    monkeypatch.setattr(scenes, "KEPT", 2)
    library = Library()
    for name in ("FloorPlan401", "FloorPlan402", "FloorPlan401", "FloorPlan403"):
        library.load(name)
    with pytest.raises(KeyError):
        library.load("FloorPlan9999")
    assert [name for name, _ in library._kept] == ["FloorPlan401", "FloorPlan403"]


@pytest.mark.parametrize(
    ("boot", "shown"), [("FloorPlan21", "FloorPlan21"), ("Mars", "FloorPlan1_physics")]
)
def test_the_first_scene_may_be_chosen_and_is_there_anew_when_it_is_asked_for(boot, shown):
    library = Library()
    server = Server((60, 60), library, boot=boot)
    message, _ = server.first()
    assert message["agents"][0]["sceneName"].startswith(shown)
    chosen = picture(library, "FloorPlan21")
    assert chosen == picture(Library(), "FloorPlan21")
