# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was only seen from afar is not known yet, for who tells things from near alone (EPA F.2)."""

from math import hypot

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.world.occupancy import FREE
from egoplan_ros.world.ontology import load_ontology

NEAR = 1.5


def short_sighted():
    return WorldModel(load_ontology(), MappingConfig(near_range=NEAR))


def test_only_what_is_near_is_an_object(model, scene, see):
    far = see(model, scene.at(0, 0, 0, 30))
    near = see(short_sighted(), scene.at(0, 0, 0, 30))
    assert set(near.objects) < set(far.objects)
    for item in near.objects.values():
        assert item.view is None or item.view.planar <= NEAR


def test_what_is_known_is_still_seen_from_afar(scene, see):
    model = short_sighted()
    known = see(model, scene.at(0, 0, 0, 30)).objects
    state = see(model, scene.at(-1.2, 0, 0, 30), 12)
    assert known.keys() <= state.objects.keys()


def test_floor_seen_from_afar_is_left_to_explore(model, scene, see):
    """The map is the same, but there are places to go to until all floor was near."""
    states = []
    for one in (model, short_sighted()):
        state = see(one, scene.at(0, 0, 0, 30))
        for yaw in range(0, 360, 45):
            for pitch in (0, 30, 60):
                state = see(one, scene.at(0, 0, yaw, pitch))
        states.append(state)
    plain, short = states
    assert (plain.grid.data == FREE).sum() == (short.grid.data == FREE).sum()
    assert len(short.frontiers) > len(plain.frontiers)
    for frontier in short.frontiers:
        assert hypot(frontier.x, frontier.y) < 2.5


def test_exploration_ends(scene, see):
    model = short_sighted()
    state = see(model, scene.at(0, 0, 0, 30))
    for _ in range(60):
        if not state.frontiers:
            break
        goal = state.frontiers[0]
        for pitch in (0, 30, 60):
            state = see(model, scene.at(goal.x, goal.y, goal.yaw * 57.29578, pitch))
    assert not state.frontiers


def test_a_saved_map_keeps_it(scene, see, tmp_path):
    model, path = short_sighted(), tmp_path / "map.npz"
    for yaw in range(0, 360, 45):
        before = see(model, scene.at(0, 0, yaw, 30))
    model.save(path)
    again = short_sighted()
    again.load(path)
    after = see(again, scene.at(0, 0, yaw, 30))
    gains = [sorted(round(f.gain, 1) for f in state.frontiers) for state in (before, after)]
    assert gains[0] == gains[1]
