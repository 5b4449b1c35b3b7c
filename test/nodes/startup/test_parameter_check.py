# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A file of parameters as a robot has it, whose sections are mostly of other nodes."""

import sys
from pathlib import Path

import pytest
import rclpy
import yaml
from rclpy.node import Node

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.node_table import node_entry, parameter_files, ros_arguments
from egoplan_ros.nodes.parameter_file import read_parameters
from egoplan_ros.nodes.parameters import declare
from egoplan_ros.nodes.robot_bridge import RobotBridge
from egoplan_ros.nodes.startup.parameter_check import check_parameters
from egoplan_ros.world.errors import InputError

NAV2 = Path(__file__).with_name("nav2_params.yaml")


def told_by_bridge(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Node, list[str], str]:
    """The node ``robot_bridge`` as rcl gives it a file, its problems, what it ignores."""
    arguments = ros_arguments(node_entry("robot_bridge"), [path], "/egoplan")
    monkeypatch.setattr(sys, "argv", ["robot_bridge", *arguments])
    context = rclpy.Context()
    with own_domain() as domain:
        rclpy.init(args=arguments, context=context, domain_id=domain)
        node = Node("robot_bridge", context=context)
        try:
            return node, *declare(node, "robot_bridge", RobotBridge.PARAMETERS)
        finally:
            node.destroy_node()
            context.shutdown()


def test_the_file_of_nav2_serves_our_nodes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parameter_files("robot", NAV2)[-1] == NAV2
    found = read_parameters(NAV2)
    assert found["mapping"] == {"resolution": 0.05}
    assert found["robot_bridge"] == {"base.radius": 0.2, "base.holonomic": False}
    assert found["local_costmap"]["inflation_layer.inflation_radius"] == 0.7
    node, problems, ignored = told_by_bridge(NAV2, monkeypatch)
    assert problems == []
    assert "ignored: robot_radius" in ignored, "though a section of another node has it, too"
    assert node.get_parameter("base.radius").value == 0.2


def test_what_is_of_other_nodes_is_told_in_one_line_each() -> None:
    nodes, shared = check_parameters(NAV2)
    assert "amcl, bt_navigator, controller_server, local_costmap/local_costmap" in nodes
    assert "global_costmap/global_costmap" in nodes
    for ours in ("mapping", "robot_bridge"):
        assert ours not in nodes
    assert "robot_radius" in shared
    assert "use_sim_time" not in shared
    assert all(str(NAV2) in line and "\n" not in line for line in (nodes, shared))


def test_names_that_our_own_nodes_do_not_know_are_refused_beside_those_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = yaml.safe_load(NAV2.read_text(encoding="utf-8"))
    content["/**/robot_bridge"]["ros__parameters"]["robot_radius"] = 0.2
    path = tmp_path / "robot.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    told = "robot_radius is unknown to robot_bridge; nearest: base.radius"
    with pytest.raises(InputError, match=told):
        check_parameters(path)
    _, (problem,), ignored = told_by_bridge(path, monkeypatch)
    assert problem.startswith("parameter robot_radius is unknown to robot_bridge")
    assert ignored == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("percepton: {ros__parameters: {}}", "no node is called 'percepton'; nearest: perception"),
        ("a: {b: {c: 1}}", "a/b/c has a value where 'ros__parameters'"),
        ("a: {b: {}, c: }", "a/c has a value where 'ros__parameters'"),
        ("a: {ros__parameters: 1}", "a needs a mapping 'ros__parameters'"),
        ("a: {ros__parameters: {}, b: {ros__parameters: {}}}", "a has b beside 'ros__parameters'"),
        ("ros__parameters: {a: 1}", "'ros__parameters' needs the name of a node above it"),
    ],
)
def test_what_rcl_cannot_read_is_refused_with_its_place(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        check_parameters(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
