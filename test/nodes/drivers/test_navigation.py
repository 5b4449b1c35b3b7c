# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What Nav2 tells: its error codes and its tolerance."""

from types import SimpleNamespace

import pytest
from rcl_interfaces.msg import ParameterType, ParameterValue

from egoplan_ros.nodes.drivers import navigation
from egoplan_ros.nodes.drivers.navigation import Navigation, why
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.primitive import ErrorCode


class Sent:
    """A request that is answered at once."""

    def __init__(self, answer):
        self.answer = answer

    def result(self):
        return self.answer

    def add_done_callback(self, callback):
        callback(self)


class Node:
    """A node that asks a ``controller_server`` of those parameters."""

    def __init__(self, parameters):
        self.parameters, self.ticks, self.asked, self.there = parameters, [], [], True
        self.monitor = SimpleNamespace(values={})

    def ask(self, kind, name):
        self.name = name
        return SimpleNamespace(service_is_ready=lambda: self.there, call_async=self.call)

    def call(self, request):
        self.asked.append(list(request.names))
        blank = ParameterValue()
        values = [self.parameters.get(name, blank) for name in request.names]
        return Sent(SimpleNamespace(values=values))

    def every(self, seconds, callback):
        self.ticks.append(callback)

    def guarded(self, call, what=""):
        return call

    def get_logger(self):
        return SimpleNamespace(info=lambda line: None)


def number(value):
    return ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=value)


def names(*values):
    kind = ParameterType.PARAMETER_STRING_ARRAY
    return ParameterValue(type=kind, string_array_value=list(values))


def made(monkeypatch, parameters):
    monkeypatch.setattr(navigation, "navigate_to_pose", lambda: SimpleNamespace())
    monkeypatch.setattr(navigation, "RemoteAction", lambda *words: SimpleNamespace())
    node = Node(parameters)
    return node, Navigation(node, "/navigate_to_pose", "/controller_server")


@pytest.mark.parametrize(
    ("parameters", "tolerance"),
    [
        ({}, 0.25),
        ({"goal_checker.xy_goal_tolerance": number(0.1)}, 0.1),
        (
            {
                "goal_checker_plugins": names("precise", "general"),
                "precise.xy_goal_tolerance": number(0.05),
                "general.xy_goal_tolerance": number(0.4),
            },
            0.4,
        ),
        ({"goal_checker_plugins": names("a"), "a.xy_goal_tolerance": number(-1.0)}, 0.25),
    ],
)
def test_the_tolerance_is_read_once(monkeypatch, parameters, tolerance):
    node, found = made(monkeypatch, parameters)
    assert node.name == "/controller_server/get_parameters"
    for _ in range(5):
        node.ticks[0]()
    assert found.tolerance == tolerance
    assert len(node.asked) == 2


def test_who_is_not_there_is_asked_later(monkeypatch):
    node, found = made(monkeypatch, {"goal_checker.xy_goal_tolerance": number(0.1)})
    node.there = False
    node.ticks[0]()
    assert not node.asked
    assert found.tolerance == 0.25
    node.there = True
    node.ticks[0]()
    node.ticks[0]()
    assert found.tolerance == 0.1


@pytest.mark.parametrize(
    ("code", "error", "words"),
    [
        (106, ErrorCode.PATH_BLOCKED, "no progress"),
        (209, ErrorCode.PATH_BLOCKED, "no path"),
        (9002, ErrorCode.ROBOT_FAULT, "/tf"),
        (102, ErrorCode.ROBOT_FAULT, "controller_server"),
        (0, ErrorCode.PATH_BLOCKED, "no reason"),
        (777, ErrorCode.PATH_BLOCKED, "777"),
    ],
)
def test_error_codes_are_told_in_words(code, error, words):
    found, line = why("/navigate_to_pose", SimpleNamespace(error_code=code, error_msg="so it is"))
    assert found is error
    assert words in line
    assert line.endswith("(so it is)")
    assert why("/a", SimpleNamespace(error_code=code))[0] is error, "older Nav2 has no message"


def test_a_machine_without_nav2_is_told(monkeypatch):
    monkeypatch.setattr(navigation, "navigate_to_pose", lambda: None)
    with pytest.raises(InputError, match=r"base\.motion to goal_pose"):
        Navigation(Node({}), "/navigate_to_pose", "/controller_server")
