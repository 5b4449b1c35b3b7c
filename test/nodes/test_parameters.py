# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Parameters are checked when they are given, at the start and while a node runs."""

from math import inf, nan

import pytest
import rclpy
from rclpy.parameter import Parameter as RosParameter

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.lifecycle_manager import LifecycleManager
from egoplan_ros.nodes.parameters import Parameter
from egoplan_ros.nodes.robot_bridge import RobotBridge


@pytest.mark.parametrize("value", [nan, inf, -inf])
def test_a_number_is_finite_and_in_its_range(value):
    for item in (Parameter("a", "b", 0.0, 1.0), Parameter("a", "b", 0.0), Parameter("a", "b")):
        assert item.problem(value, 0.5)
    assert Parameter("a", "b", 0.0, 1.0).problem(0.5, 0.5) == ""
    assert Parameter("a", "b").problem(["x"], ["y"]) == ""


@pytest.fixture
def node():
    with own_domain() as domain:
        rclpy.init(domain_id=domain)
        made = LifecycleManager()
        yield made
        made.close()
        rclpy.shutdown()


@pytest.mark.parametrize("value", ["x", True, nan, inf, 0.0, 1e9, [1.0]])
def test_a_bad_value_is_refused_while_a_node_runs(node, value):
    before = node.value("transition_timeout")
    (answer,) = node.set_parameters([RosParameter("transition_timeout", value=value)])
    assert not answer.successful
    assert "transition_timeout" in answer.reason
    assert node.value("transition_timeout") == before


def test_what_is_read_once_cannot_be_set_later_as_if_it_were_read():
    """A speed limit, say: that it was taken, and changed nothing, somebody would rely on."""
    with own_domain() as domain:
        rclpy.init(domain_id=domain)
        bridge = RobotBridge()
        try:
            slower = [RosParameter("base.linear", value=0.1)]
            assert bridge.set_parameters(slower)[0].successful
            for state in ("inactive", "active"):
                bridge.state = state
                (answer,) = bridge.set_parameters([RosParameter("base.linear", value=0.3)])
                assert not answer.successful
                assert "base.linear is read when robot_bridge is configured" in answer.reason
                assert bridge.value("base.linear") == 0.1
                assert bridge.set_parameters([RosParameter("seed", value=3)])[0].successful
            bridge.state = "unconfigured"
            assert bridge.set_parameters([RosParameter("base.linear", value=0.3)])[0].successful
        finally:
            bridge.close()
            rclpy.shutdown()


@pytest.mark.parametrize("value", [2, 2.5])
def test_a_good_value_is_taken(node, value):
    (answer,) = node.set_parameters([RosParameter("transition_timeout", value=value)])
    assert answer.successful, answer.reason
    assert node.value("transition_timeout") == value
