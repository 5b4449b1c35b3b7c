# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A base that turns freely and never goes sideways does a task in a room of the training range."""

import pytest
from driven_thor import DrivenThor

from egoplan_ros.agent import Agent
from egoplan_ros.world.primitive import PrimitiveKind


@pytest.fixture
def agent():
    with Agent(scene="FloorPlan3", seed=42, robot=DrivenThor()) as one:
        yield one


def test_a_task_is_done_in_straight_lines(agent):
    motions = []
    result = agent.follow(
        "put a pan in the fridge",
        on_frame=lambda frame, _, world: motions.append(frame.robot.last),
    )
    assert result.success, result
    pans = [o for o in agent.robot.truth()["objects"] if o["objectType"] == "Pan"]
    assert any("Fridge" in str(pan["parentReceptacles"]) for pan in pans)
    moves = [last.primitive for last in motions if last and last.primitive.kind.is_translation]
    assert max(move.magnitude for move in moves) > 0.6
    assert not {move.kind for move in moves} & {PrimitiveKind.MOVE_LEFT, PrimitiveKind.MOVE_RIGHT}
