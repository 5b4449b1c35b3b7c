# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Learned perception with a part of the truth."""

from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.agent import Agent
from egoplan_ros.perception.learned.partly_true import _with_states
from egoplan_ros.perception.registry import make_backend
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.errors import InputError


def told(*items):
    """Detections of ``(type, columns, states)`` in an image of 10 by 10."""
    labels, found = np.zeros((10, 10), np.uint16), []
    for label, (kind, columns, states) in enumerate(items, start=1):
        labels[:, columns] = label
        found.append(Detection(kind, 1.0, label, (0, 0, 9, 9), (0, 0), states))
    return Detections(1.0, labels, tuple(found))


def test_states_are_those_of_the_true_thing_under_the_mask():
    found = told(("Mug", slice(0, 4), {"dirty": 0.2}), ("Cup", slice(6, 9), {"dirty": 0.7}))
    true = told(("Mug", slice(0, 5), {"dirty": 1.0, "filled": 0.0}), ("Pan", slice(8, 10), {}))
    states = [item.states for item in _with_states(found, true)]
    assert states == [{"dirty": 1.0, "filled": 0.0}, {"dirty": 0.7}]


def test_what_is_no_thing_keeps_what_was_told_of_it():
    found, nothing = told(("Mug", slice(0, 4), {"dirty": 0.2})), told()
    assert _with_states(found, nothing) == list(found.items)


@pytest.mark.slow
def test_masks_and_types_are_the_simulators_and_states_are_judged():
    with Agent("FloorPlan1", perception="learned-true-masks") as agent:
        frame = agent.robot.observe()
        true = make_backend("oracle").detect(frame)
        found = make_backend("learned-true-masks").detect(frame)
        learned = make_backend("learned").detect(frame)
        states = make_backend("learned-true-states").detect(frame)
    assert np.array_equal(found.labels, true.labels)
    assert [item.type for item in found.items] == [item.type for item in true.items]
    told_states = [p for item in found.items for p in item.states.values()]
    assert told_states
    assert any(0.0 < p < 1.0 for p in told_states)
    assert np.array_equal(states.labels, learned.labels)
    sure = [p for item in states.items for p in item.states.values()]
    assert sum(p in (0.0, 1.0) for p in sure) > len(sure) / 2
    with pytest.raises(InputError, match="oracle"):
        make_backend("learned-true-masks").detect(replace(frame, oracle=None))
