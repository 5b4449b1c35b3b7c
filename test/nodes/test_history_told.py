# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an instruction tells to have been done before reaches the world model with its goal."""

from types import SimpleNamespace

import pytest

from egoplan_ros.nodes.convert.task import to_goal
from egoplan_ros.nodes.mapping import MappingNode
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.task import ActedStep, Instruction, TaskUnderstanding

DONE = (ActedStep(PrimitiveKind.OPEN, "Fridge", "Fridge_1", True, (1.0, 2.0, 0.9)),)


def goal(history: tuple[ActedStep, ...]):
    instruction = Instruction("close the fridge", history=history)
    formula = parse_goal("(exists (?f - Fridge) (not (open ?f)))")
    return to_goal(TaskUnderstanding(instruction, formula, 1.0), 3.0)


@pytest.fixture
def node():
    """What of the node the callback uses."""
    taken, shown = [], []
    return SimpleNamespace(
        _history=(),
        _published=4,
        _model=SimpleNamespace(assume=lambda steps: taken.append(steps) or "world"),
        _publish=shown.append,
        taken=taken,
        shown=shown,
    )


def test_a_history_is_taken_in_and_shown_at_once(node):
    MappingNode._goal_told(node, goal(DONE))
    assert node.taken == [DONE]
    assert node.shown == ["world"]
    assert node._history == ()


def test_before_the_first_frame_it_waits(node):
    node._published = -1
    MappingNode._goal_told(node, goal(DONE))
    assert node.taken == []
    assert node._history == DONE
    MappingNode._goal_told(node, goal(()))  # another task, which tells nothing
    assert node._history == ()


def test_without_one_nothing_is_shown_again(node):
    MappingNode._goal_told(node, goal(()))
    assert node.taken == node.shown == []
