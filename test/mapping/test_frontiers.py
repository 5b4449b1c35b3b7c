# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from math import hypot

import numpy as np

from egoplan_ros.world.occupancy import FREE


def drive(model, scene, see, limit=60):
    """Visit one frontier after the other, nearest first, looking up and down at each."""
    state = see(model, scene.at(0, 0, 0, 30))
    for n in range(limit):
        if not state.frontiers:
            return n, state
        goal = min(
            state.frontiers,
            key=lambda f: hypot(f.x - state.robot.base.x, f.y - state.robot.base.y),
        )
        for pitch in (0, 30, 60):
            state = see(model, scene.at(goal.x, goal.y, goal.yaw * 57.29578, pitch))
    return limit, state


def test_frontiers_are_reachable_and_look_into_the_unknown(model, scene, see):
    state = see(model, scene.at(0, 0, 0, 30))
    assert state.frontiers
    for item in state.frontiers:
        assert state.grid.value(item.x, item.y) == FREE
        assert item.gain > 0
        assert state.frontier(item.id) is item


def test_ids_persist(model, scene, see):
    first = see(model, scene.at(0, 0, 0, 30))
    second = see(model, scene.at(0, 0, 0, 28))
    assert {f.id for f in first.frontiers} & {f.id for f in second.frontiers}


def test_exploration_ends_and_covers_the_room(model, scene, see):
    visits, state = drive(model, scene, see)
    assert visits < 40
    assert state.frontiers == ()
    assert state.explored
    for x, y in ((-1.7, -1.7), (-1.7, 1.7), (1.0, 1.7), (1.0, -1.7), (0, 0)):
        assert state.grid.value(x, y) == FREE


def test_what_cannot_be_seen_does_not_keep_the_robot(model, scene, see):
    # A fence one can look over but not behind: the ground behind it stays unknown.
    block = type(scene.blocks[0])
    scene.blocks.append(block("", (-1.0, 0.0, 0.4), (0.05, 4.0, 0.8)))
    scene.blocks.append(block("", (-1.5, 0.0, 0.4), (1.0, 4.0, 0.8)))
    visits, _ = drive(model, scene, see)
    assert visits < 40


def test_explored_ids_never_come_back(model, scene, see):
    for yaw in range(0, 720, 30):
        state = see(model, scene.at(0, 0, yaw, 30))
        assert not state.explored & {f.id for f in state.frontiers}


def test_what_is_held_must_fit_through_as_well(model, scene, see):
    # A doorway of 0.6 m to the rest of the room; a box of 0.9 m does not fit, a mug does.
    block = type(scene.blocks[0])
    scene.blocks.append(block("", (-0.8, 1.15, 1.25), (0.1, 1.7, 2.5)))
    scene.blocks.append(block("", (-0.8, -1.15, 1.25), (0.1, 1.7, 2.5)))
    for yaw in range(0, 360, 30):
        free = see(model, scene.at(0.3, 0, yaw, 30))
    assert any(item.x < -0.9 for item in free.frontiers)
    box = model.memory.create_unseen("Box", np.array([0.5, 0.0, 1.0]), scene.stamp)
    for width, passes in ((0.1, True), (0.9, False)):
        box.low, box.high = box.center - 0.5 * width, box.center + 0.5 * width
        model.memory.take(box, scene.stamp)
        scene.holding = True
        state = see(model, scene.at(0.3, 0, 180, 30))
        assert any(item.x < -0.9 for item in state.frontiers) is passes


def test_floor_that_cannot_be_walked_on_is_looked_at_in_the_end(model, scene, see):
    # A low curb with a screen behind it: the floor behind the screen shows from the side only.
    block = type(scene.blocks[0])
    scene.blocks.append(block("", (-0.9, 0.0, 0.1), (0.1, 4.0, 0.2)))
    scene.blocks.append(block("", (-1.2, 0.0, 0.6), (0.1, 0.8, 1.2)))
    visits, state = drive(model, scene, see)
    assert visits < 40
    behind = [
        state.grid.value(x, y)
        for x in np.arange(-1.9, -1.3, 0.1)
        for y in np.arange(-1.0, 1.0, 0.1)
    ]
    assert behind.count(FREE) > 0.65 * len(behind)
