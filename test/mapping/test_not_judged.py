# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames that no detector has judged: their depth counts, and nothing is missed in them."""

from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.world.detection import Detections
from egoplan_ros.world.primitive import PrimitiveKind


def look(model, scene, judged=False):
    frame = scene.frame()
    blank = np.zeros_like(frame.oracle.labels)
    return model.update(frame, Detections(frame.stamp, blank, judged=judged))


def kinds(state):
    return sorted(item.type for item in state.objects.values())


@pytest.mark.parametrize("matcher", ["hungarian", "danli", "ogamus"])
def test_what_is_not_told_of_is_not_missed(model, scene, see, matcher):
    model.config = replace(model.config, matcher=matcher)
    model.memory.config = model.config
    before = kinds(see(model, scene.at(0.3, 0.0, 0), 3))
    assert before.count("Mug") == 2
    scene.blocks.remove(scene.find("Apple"))
    for _ in range(10):
        state = look(model, scene)
    assert kinds(state) == before
    assert all(item.view is None for item in state.objects.values())
    for _ in range(10):
        state = look(model, scene, judged=True)
    assert "Apple" not in kinds(state)


def test_its_depth_is_mapped_without_votes_on_classes(model, scene, see):
    see(model, scene.at(0.3, 0.0, 0), 2)
    votes, label = model.voxels.votes.copy(), model.voxels.label.copy()
    known = (model.voxels.seen > 0).sum()
    look(model, scene.at(0.3, 0.0, 0))
    assert (model.voxels.label == label).all()
    assert (model.voxels.votes <= votes).all()
    look(model, scene.at(0.3, 0.0, 120))
    assert (model.voxels.seen > 0).sum() > 1.2 * known


def test_what_is_in_the_hand_does_not_stand_in_the_way(model, scene, see):
    state = see(model, scene.at(0.3, 0.0, 0), 2)
    mug = next(item for item in state.objects.values() if item.type == "Mug")
    block = scene.find("Mug")
    scene.blocks.remove(block)
    scene.held = block
    scene.do(PrimitiveKind.PICK, object_id=mug.id, object_type="Mug")
    state = look(model, scene)
    assert state.held is not None
    scene.last = None
    state = look(model, scene.at(-0.5, 0.0, 180))
    rows, cols = np.nonzero(state.grid.data >= 50)
    places = [state.grid.point(*cell) for cell in zip(rows, cols, strict=True)]
    hand = state.held.center
    assert not [at for at in places if np.hypot(at[0] - hand[0], at[1] - hand[1]) < 0.3]
