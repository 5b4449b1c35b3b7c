# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot command that runs out of time does not go on behind the back of who gave it."""

from types import SimpleNamespace

import pytest
from rclpy.task import Future

from egoplan_ros.nodes.skill_executor import SkillExecutor
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.primitive import Primitive, PrimitiveKind


@pytest.mark.parametrize("late", [False, True])
def test_what_takes_too_long_is_cancelled_though_it_be_accepted_later(late):
    cancelled, sent = [], Future()
    goal = SimpleNamespace(
        accepted=True, get_result_async=Future, cancel_goal_async=lambda: cancelled.append(1)
    )

    async def within(future, seconds):
        return False

    node = SimpleNamespace(
        _state=None,
        _peers=SimpleNamespace(started=lambda name: 1),
        _stepped=Future(),
        _robot=SimpleNamespace(send_goal_async=lambda goal: sent),
        _wake=lambda *_: None,
        value=lambda name: 0.05,
        within=within,
    )
    skill = SimpleNamespace(is_cancel_requested=False)
    if not late:
        sent.set_result(goal)
    job = SkillExecutor._primitive(node, Primitive(PrimitiveKind.MOVE_AHEAD), skill)
    with pytest.raises(RobotError, match="did not end"):
        job.send(None)
    if late:
        assert not cancelled
        sent.set_result(goal)
    assert cancelled == [1]
