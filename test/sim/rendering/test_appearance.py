# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""States show by form or pattern; glass shows what is behind it, mirrors what is before them."""

import numpy as np
import pytest

from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.shapes.material import Material, glass
from egoplan_ros.sim.shapes.solid import Maker
from egoplan_ros.sim.specimens import photograph, specimen
from egoplan_ros.sim.thing import Thing
from egoplan_ros.sim.world import World

RGB = frozenset({"rgb"})
RED, GREEN = (0.9, 0.05, 0.05), (0.05, 0.8, 0.1)


@pytest.mark.parametrize("kind", ["Mug", "Plate", "Vase", "Bowl"])
def test_broken_things_lie_in_pieces_within_their_footprint(kind):
    world = specimen(kind, 3)
    renderer = Renderer(world)
    thing = world.things[0]
    whole = renderer.update().layers[1].chunks[0].vertices.copy()
    thing.broken = True
    thing.changed()
    pieces = renderer.update().layers[1].chunks[0].vertices
    assert np.ptp(pieces[:, 1]) < np.ptp(whole[:, 1]) * 1.2 + 0.05
    assert pieces[:, 1].min() > -1e-3
    # Measured over all pieces, which may reach out a little.
    assert np.abs(pieces[:, [0, 2]]).max() < 2.5 * np.abs(whole).max()
    thing.broken = False
    thing.changed()
    assert np.array_equal(renderer.update().layers[1].chunks[0].vertices, whole)


@pytest.mark.parametrize(("kind", "state"), [("Plate", "dirty"), ("Potato", "cooked")])
def test_dirt_and_browning_are_patterns(kind, state):
    changed = []
    for seed in range(4):
        clean = photograph(specimen(kind, seed), 96).astype(int)
        after = photograph(specimen(kind, seed, **{state: True}), 96).astype(int)
        moved = np.abs(after - clean).sum(-1)
        touched = moved > 40
        changed.append(touched.mean())
        # Parts of it stay as they were.
        object_pixels = moved.size * 0.08
        assert touched.sum() > 30
        assert touched.sum() < moved.size * 0.9 or object_pixels
    assert len(set(np.round(changed, 4))) > 1


def _scene(front: Material) -> Renderer:
    things = []
    for number, (z, color) in enumerate(((1.0, front), (2.0, RED), (-1.0, GREEN))):
        maker = Maker()
        maker.box((0, 0), 0, (3, 3, 0.02), color)
        at = np.array([0.0, 1.5, z])
        name = f"Wall|{number}"
        things.append(Thing("Wall", name, name, maker.finish(), at, np.zeros(3)))
    low, high = np.array([-2.0, 0, -2.0]), np.array([2.0, 3.0, 3.0])
    return Renderer(World("Test", things, low, high, (0.0, 0.0, 0.0)))


def _seen(front: Material) -> np.ndarray:
    eye = np.array([0.0, 1.5, 0.0])
    frame = _scene(front).frame(eye, np.eye(3), 40.0, (32, 32), RGB)
    return frame.rgb.reshape(-1, 3).mean(0)


def test_glass_shows_what_is_behind_and_mirrors_what_is_before():
    solid = _seen(Material((0.5, 0.5, 0.5)))
    assert np.ptp(solid) < 30
    through = _seen(glass((1.0, 1.0, 1.0), 0.9))
    assert through[0] > 2 * through[1]
    reflected = _seen(Material((0.5, 0.5, 0.5), mirror=0.95))
    assert reflected[1] > 2 * reflected[0]


def test_materials_are_exchanged_within_their_class_and_come_back(home):
    place = home("FloorPlan2")
    body = place.sim.world.body

    def picture():
        return place.sim.renderer.frame(body.eye(), body.gaze(), 90.0, (64, 64), RGB).rgb.copy()

    before = picture()
    assert place.do("SetRandomSeed", seed=4)
    assert place.do("RandomizeMaterials"), place.error
    other = picture()
    assert (np.abs(other.astype(int) - before).sum(-1) > 20).mean() > 0.3
    assert place.do("ResetMaterials")
    assert (picture() == before).all()


def test_a_world_with_nothing_to_draw_is_drawn():
    renderer = _scene(Material(RED))
    for thing in renderer.world.things:
        thing.hidden = True
    every = frozenset({"rgb", "depth", "instances", "classes", "normals"})
    frame = renderer.frame(np.zeros(3), np.eye(3), 60.0, (8, 6), every)
    assert (frame.depth == renderer.world.settings.far).all()
    assert np.ptp(frame.rgb.reshape(-1, 3), axis=0).max() == 0
    assert not frame.instances[..., :3].any()
