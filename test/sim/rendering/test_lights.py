# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Lamps, sun and shadows: where light falls, how soft its edge is, what switches it."""

import numpy as np
import pytest

from egoplan_ros.sim.rendering.lights import lighting, room_of
from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.scenes.houses import house
from egoplan_ros.sim.scenes.room import Room
from egoplan_ros.sim.thing import turn

EYE = np.array([1.7, 0.5, 0.0])
RGB = frozenset({"rgb"})


@pytest.fixture
def table():
    """A bare room with a table on the way from the lamp to the floor beside the middle."""
    room = Room("Test", np.random.default_rng(0), 4.0, 4.0, tiled=False)
    room.low, room.high = np.array([-2.0, 0.0, -2.0]), np.array([2.0, 2.5, 2.0])
    room.shell()
    top = room.add("DiningTable", (0.0, 0.0), 0.0, size=(1.0, 0.75, 0.8))
    return room.world(), top


def floor_row(world, pixels=160):
    """Brightness of the floor seen from the table's side, along the picture's middle column."""
    gaze = turn(1, 270.0) @ turn(0, 20.0)
    frame = Renderer(world).frame(EYE, gaze, 60.0, (pixels, pixels), RGB)
    return frame.rgb[: pixels // 2, pixels // 2].astype(float).sum(-1)


def test_a_table_darkens_the_floor_below_it_with_a_soft_edge(table):
    world, top = table
    shaded = floor_row(world)
    top.hidden = True
    bare = floor_row(world)
    share = shaded / bare
    assert share[:5].min() > 0.97
    dark = share.min()
    assert dark < 0.8
    between = share[(share > dark + 0.03) & (share < 0.97)]
    assert len(np.unique(between.round(2))) >= 4


def test_the_same_view_has_the_same_bytes(table):
    world, _ = table
    assert (floor_row(world) == floor_row(world)).all()


@pytest.mark.parametrize("name", ["FloorPlan_Train1_1", "FloorPlan_Val2_3"])
def test_every_room_of_a_home_has_its_own_lamps(name):
    world = house(name)
    lights = lighting(world)
    ceilings = [t.bounds() for t in world.things if t.kind == "Ceiling"]
    assert len(lights.rooms) == len(ceilings) >= 4
    used = [k for row in lights.members for k in row if k >= 0]
    assert len(set(used)) == len(used)
    for number, box in enumerate(ceilings):
        mine = [k for k in lights.members[number] if k >= 0]
        assert mine
        for k in mine:
            x, y, z = lights.lamps[k, :3]
            assert room_of(float(x), float(z), lights.rooms) == number
            assert y < box[1]


def test_a_lamp_that_is_switched_on_lights_what_is_around_it(home):
    place = home("FloorPlan301")
    lamp = place.one("DeskLamp")
    lamp.toggled = False
    lamp.changed()
    body = place.sim.world.body
    place.face(lamp)
    off = place.sim.renderer.frame(body.eye(), body.gaze(), 90.0, (120, 120), RGB).rgb.astype(int)
    lamp.toggled = True
    lamp.changed()
    lit = place.sim.renderer.frame(body.eye(), body.gaze(), 90.0, (120, 120), RGB).rgb.astype(int)
    brighter = (lit - off).sum(-1) > 12
    assert brighter.mean() > 0.05
    assert not brighter.all()


def test_lighting_is_drawn_anew_by_seed_and_can_be_reset(home):
    place = home("FloorPlan201")
    view = place.sim.world.body

    def picture():
        return place.sim.renderer.frame(view.eye(), view.gaze(), 90.0, (64, 64), RGB).rgb.copy()

    first = picture()
    found = []
    for seed in (1, 2, 1):
        assert place.do("SetRandomSeed", seed=seed)
        assert place.do("RandomizeLighting"), place.error
        found.append(picture())
    assert (found[0] == found[2]).all()
    assert (found[0] != found[1]).any()
    # Hue changes, not strength alone.
    ratio = found[0].reshape(-1, 3).mean(0) / found[1].reshape(-1, 3).mean(0)
    assert ratio.max() / ratio.min() > 1.01
    assert place.do("ResetLighting")
    assert (picture() == first).all()
