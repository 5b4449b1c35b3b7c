# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The behavior node's settings: the strategy's, unless somebody sets them."""

from collections.abc import Callable
from typing import Any

from lifecycle_msgs.msg import Transition
from rcl_interfaces.srv import GetParameters
from rclpy.parameter import parameter_value_to_python

NAME = "behavior"


def values(probe: Any, *names: str) -> list[Any]:
    request = GetParameters.Request(names=list(names))
    answer = probe.call(GetParameters, f"{NAME}/get_parameters", request, again=5.0)
    return [parameter_value_to_python(value) for value in answer.values]


def test_what_is_set_wins_over_the_strategy(solo: Callable[..., Any]) -> None:
    arguments = ["strategy:=bcr", "recovery:=replan", "replan_after:=['Put']", "max_steps:=7"]
    _, probe = solo(NAME, *(word for item in arguments for word in ("-p", item)))
    for _ in range(2):  # what is shown of the strategy does not count as set
        assert probe.change(NAME, Transition.TRANSITION_CONFIGURE)
        names = "pursuit max_actions recovery replan_after max_steps".split()
        assert values(probe, *names) == ["resolve", 100, "replan", ["Put"], 7]
        assert probe.change(NAME, Transition.TRANSITION_CLEANUP)


def test_an_engine_that_does_not_exist_is_told_in_one_line(solo: Callable[..., Any]) -> None:
    _, probe = solo(NAME, "-p", "selection:=dice")
    assert not probe.change(NAME, Transition.TRANSITION_CONFIGURE)
    assert "heuristic" in probe.complaint(NAME, "'dice' is unknown").message
