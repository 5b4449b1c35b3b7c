# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which goals the behavior node follows: those of the instruction in hand, told since."""

from types import SimpleNamespace

import pytest

from egoplan_ros.nodes.behavior import Behavior
from egoplan_ros.nodes.convert.task import to_goal
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.task import GoalAlternative, Instruction, TaskUnderstanding

DESK, FLOOR = (f"(exists (?l - {kind}) (toggled ?l))" for kind in ("DeskLamp", "FloorLamp"))
REQUEST = Instruction("turn on the lamp", ("find it",), (("commander", "the lamp"),))


def read(*readings: tuple[str, float], instruction: Instruction = REQUEST) -> TaskUnderstanding:
    found = tuple(GoalAlternative(parse_goal(goal), chance) for goal, chance in readings)
    return TaskUnderstanding(instruction, found[0].formula, found[0].probability, found)


GUESS, ANSWER = read((DESK, 0.5), (FLOOR, 0.4)), read((FLOOR, 0.9), (DESK, 0.0))


@pytest.fixture
def node():
    """What of the node the callback uses."""
    followed, lines = [], []
    return SimpleNamespace(
        _meant=GUESS,
        _kept={},
        _since=10.0,
        _task=object(),
        _tick=None,
        _executive=SimpleNamespace(follow=followed.append),
        post=lambda call: None,
        get_logger=lambda: SimpleNamespace(warning=lines.append),
        followed=followed,
        lines=lines,
    )


def test_an_answer_is_followed_and_kept_for_a_task_that_begins_anew(node):
    Behavior._goal_told(node, to_goal(ANSWER, 10.0))
    assert node.followed == [ANSWER]
    assert node._meant == node._understanding == ANSWER
    Behavior._goal_told(node, to_goal(ANSWER, 11.0))
    assert node.followed == [ANSWER]


def test_an_answer_before_the_first_tick_is_what_the_task_begins_with(node):
    node._task = None
    Behavior._goal_told(node, to_goal(ANSWER, 10.0))
    assert node._meant == ANSWER
    assert node.followed == []


@pytest.mark.parametrize(
    ("told", "stamp"),
    [
        (ANSWER, 9.9),
        (read((FLOOR, 1.0), instruction=Instruction("turn on the floor lamp")), 11.0),
        (read((FLOOR, 0.6), (DESK, 0.3)), 11.0),
        (GUESS, 11.0),
    ],
    ids=["stale", "foreign", "ranked anew", "the same"],
)
def test_others_are_left_alone(node, told, stamp):
    Behavior._goal_told(node, to_goal(told, stamp))
    assert node.followed == []
    assert node._meant == GUESS


def test_without_a_task_nothing_is_followed(node):
    node._meant = None
    Behavior._goal_told(node, to_goal(ANSWER, 11.0))
    assert node.followed == []


def test_a_goal_that_is_none_is_told_in_one_line(node):
    message = to_goal(ANSWER, 11.0)
    message.formula = "(and (x"
    Behavior._goal_told(node, message)
    assert node.followed == []
    (line,) = node.lines
    assert "\n" not in line
