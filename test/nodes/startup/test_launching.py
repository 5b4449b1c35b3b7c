# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Launch arguments that cannot be are told by name; ROS 2's launch library need not be there."""

import sys
from importlib import import_module
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from egoplan_ros.cli import Parser
from egoplan_ros.commands import robot_sim
from egoplan_ros.nodes.startup.arguments import EQUIPMENT, PERCEPTION, SCENE, SEED
from egoplan_ros.nodes.startup.doors import opened

LAUNCH = Path(__file__).resolve().parents[3] / "launch"


@pytest.fixture
def launching(monkeypatch):
    """The module, with stand-ins for what it imports of ROS 2's launch."""
    names = ["actions", "conditions", "substitutions"]
    for name in ("launch", *(f"launch.{name}" for name in names)):
        monkeypatch.setitem(sys.modules, name, MagicMock())
    for name in ("launch_ros", "launch_ros.actions", "launch_ros.parameter_descriptions"):
        monkeypatch.setitem(sys.modules, name, MagicMock())
    sys.modules["launch.substitutions"].LaunchConfiguration = lambda name: SimpleNamespace(
        perform=lambda given: given.get(name, "")
    )
    name = "egoplan_ros.nodes.startup.launching"
    monkeypatch.delitem(sys.modules, name, raising=False)
    yield import_module(name)
    sys.modules.pop(name)


def nodes(launching, given):
    return launching._nodes(given, "simulated", (SCENE, SEED), {})


def test_good_arguments(launching):
    assert nodes(launching, {"seed": "3", "scene": "FloorPlan2"})
    assert nodes(launching, {})


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"seed": "abc"}, "launch argument seed: 'abc' is not of type int; give seed:=0"),
        ({"seed": "1.5"}, "launch argument seed: '1.5'"),
        ({"rviz": "true"}, "launch argument rviz: the package rviz2 is not installed"),
    ],
)
def test_bad_arguments_are_told_by_name(launching, given, line, monkeypatch, tmp_path):
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    with pytest.raises(RuntimeError) as refused:
        nodes(launching, given)
    assert str(refused.value).startswith(line)
    assert "\n" not in str(refused.value)


def test_the_robots_own_topics_go_to_who_has_to_do_with_them(launching):
    given = {"detections_raw_topic": "/yolo/detections"}
    launching._nodes(given, "robot", (), {"detections/raw": "detections/raw"})
    calls = sys.modules["launch_ros.actions"].Node.call_args_list
    remapped = {call.kwargs["executable"]: call.kwargs.get("remappings") for call in calls}
    ours = [("detections/raw", "/yolo/detections")]
    assert remapped["perception"] == remapped["robot_bridge"] == ours
    assert remapped["lifecycle_manager"] == ours, "it watches over cmd_vel"
    assert not remapped["mapping"]


@pytest.mark.parametrize(
    ("given", "range"), [("localhost", "SYSTEM_DEFAULT"), ("subnet", "SUBNET")]
)
def test_an_argument_opens_the_graph_to_others(launching, given, range, monkeypatch):
    monkeypatch.delenv("FASTRTPS_DEFAULT_PROFILES_FILE", raising=False)
    launching._environment({"discovery": given})
    told = dict(call.args for call in launching.SetEnvironmentVariable.call_args_list)
    assert told["ROS_AUTOMATIC_DISCOVERY_RANGE"] == range


def told(launching):
    return [call.kwargs["msg"] for call in launching.LogInfo.call_args_list]


@pytest.mark.parametrize(
    ("given", "environment", "words"),
    [
        ("localhost", {}, ["SYSTEM_DEFAULT", "bound to 127.0.0.1", "ROS_DOMAIN_ID 7:"]),
        ("subnet", {}, ["=SUBNET", "every machine on its network", "move the robot"]),
        ("localhost", {"FASTRTPS_DEFAULT_PROFILES_FILE": "/my/own.xml"}, ["interfaceWhiteList"]),
        ("localhost", {"RMW_IMPLEMENTATION": "rmw_cyclonedds_cpp"}, ["=LOCALHOST", "cyclonedds"]),
        (
            "subnet",
            {"ROS_SECURITY_ENABLE": "true", "ROS_SECURITY_STRATEGY": "Enforce"},
            ["SROS 2 keeps out"],
        ),
    ],
)
def test_what_is_open_is_told_at_the_start(launching, given, environment, words, monkeypatch):
    for name in ("FASTRTPS_DEFAULT_PROFILES_FILE", "RMW_IMPLEMENTATION", "ROS_SECURITY_ENABLE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"ROS_DOMAIN_ID": "7", **environment}.items():
        monkeypatch.setenv(name, value)
    launching._environment({"discovery": given})
    assert told(launching) == [opened(given)]
    assert all(word in opened(given) for word in (f"discovery {given}", *words)), opened(given)
    assert ("SROS" in opened(given)) is ("ROS_SECURITY_ENABLE" in environment)


def test_sections_of_other_nodes_are_told_once(launching):
    nodes(launching, {"params_file": str(Path(__file__).with_name("nav2_params.yaml"))})
    (line,) = told(launching)
    assert "other nodes are ignored: amcl, bt_navigator" in line
    launching.LogInfo.reset_mock()
    nodes(launching, {})
    assert told(launching) == []


def test_another_value_is_refused(launching):
    with pytest.raises(RuntimeError, match="launch argument discovery: 'world' is none"):
        launching._environment({"discovery": "world"})


REALSENSE = "/camera/camera/color/image_raw"


@pytest.mark.parametrize(
    ("given", "color"),
    [
        ({}, "/camera/color/image_raw"),
        ({"camera": "realsense"}, REALSENSE),
        ({"camera": "realsense", "color_image_raw_topic": "/mine"}, "/mine"),
    ],
)
def test_a_camera_has_its_drivers_topics_unless_they_are_named(launching, given, color):
    device = launching_device()
    defaults = {launching._argument(topic): name for topic, name in device.items()}
    launching._nodes({**defaults, **given}, "robot", (), device)
    calls = sys.modules["launch_ros.actions"].Node.call_args_list
    (bridge,) = [c.kwargs for c in calls if c.kwargs["executable"] == "robot_bridge"]
    found = dict(bridge["remappings"])
    assert found["device/color/image_raw"] == color
    assert found["device/odom"] == "/odom"


def launching_device():
    return import_module("egoplan_ros.nodes.drivers.devices").DEVICE


@pytest.mark.parametrize(("text", "value"), [("true", True), ("False", False)])
def test_the_clock_is_an_argument_of_all_nodes(launching, text, value):
    launching._nodes({"use_sim_time": text}, "robot", (), {})
    calls = sys.modules["launch_ros.actions"].Node.call_args_list
    ours = [c.kwargs for c in calls if c.kwargs["package"] == "egoplan_ros"]
    assert ours
    assert all(call["parameters"][-1]["use_sim_time"] is value for call in ours)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"camera": "polaroid"}, "launch argument camera: 'polaroid' is not known; use realsense"),
        ({"use_sim_time": "yes"}, "launch argument use_sim_time: 'yes' is neither"),
    ],
)
def test_what_is_no_camera_and_no_clock_is_told(launching, given, line):
    with pytest.raises(RuntimeError) as refused:
        launching._nodes(given, "robot", (), launching_device() if "camera" in given else {})
    assert str(refused.value).startswith(line)


def started(launching, given, variant="robot"):
    launching._nodes(given, variant, (), {})
    calls = sys.modules["launch_ros.actions"].Node.call_args_list
    return {call.kwargs["executable"]: call.kwargs for call in calls}


def test_who_brings_the_nodes_up_and_starts_them_again_is_an_argument(launching):
    usual = started(launching, {})
    assert all(usual[entry.name]["respawn"] for entry in launching.NODES)
    assert "autostart" not in str(usual["lifecycle_manager"]["parameters"])
    sys.modules["launch_ros.actions"].Node.reset_mock()
    other = started(launching, {"autostart": "False", "use_respawn": "false"})
    assert not any(other[entry.name]["respawn"] for entry in launching.NODES)
    assert other["lifecycle_manager"]["parameters"][-1] == {"autostart": False}
    for name in ("autostart", "use_respawn"):
        with pytest.raises(RuntimeError, match=f"launch argument {name}: 'yes' is neither"):
            started(launching, {name: "yes"})


@pytest.mark.parametrize(
    ("variant", "given", "value"),
    [
        ("robot", "", False),
        ("robot", "true", True),
        ("simulated", "", True),
        ("thor", "false", False),
    ],
)
def test_rviz_follows_the_clock_of_the_nodes(launching, variant, given, value):
    rviz = started(launching, {"use_sim_time": given}, variant)["rviz2"]
    assert rviz["parameters"] == [{"use_sim_time": value}]


def test_a_launch_file_that_includes_that_of_the_robot_may_set_the_clock(launching):
    """SetParameter of launch_ros comes before a node's files, which would win."""
    for file in launching.parameter_files("robot"):
        assert "use_sim_time" not in launching.read_parameters(file).get("*", {})


def test_transforms_may_be_a_robots_own(launching):
    assert launching._argument("/tf_static") == "tf_static_topic"
    assert {"/tf", "/tf_static"} <= launching_device().keys()


@pytest.mark.parametrize("device", [{}, {"device/odom": "/odom"}])
def test_only_arguments_that_are_declared_are_asked_for(launching, device, monkeypatch):
    """ROS 2's launch ends with an error for any other."""
    asked = set()

    def configuration(name):
        return SimpleNamespace(perform=lambda given: asked.add(name) or given.get(name, ""))

    monkeypatch.setattr(launching, "LaunchConfiguration", configuration)
    launching.graph("simulated", (SCENE, PERCEPTION, *EQUIPMENT), device)
    for call in launching.OpaqueFunction.call_args_list:
        call.kwargs["function"]({"discovery": "localhost"})
    declared = {call.args[0] for call in launching.DeclareLaunchArgument.call_args_list}
    assert {"namespace", "use_sim_time", "autostart", "use_respawn", "log_level"} <= asked
    assert asked <= declared


@pytest.mark.parametrize("file", sorted(LAUNCH.glob("*.launch.py")), ids=lambda file: file.stem)
def test_every_launch_file_takes_what_those_of_nav2_take(launching, file):
    run_path(str(file))["generate_launch_description"]()
    declared = {call.args[0] for call in launching.DeclareLaunchArgument.call_args_list}
    assert declared >= {
        "namespace",
        "use_sim_time",
        "params_file",
        "autostart",
        "use_respawn",
        "log_level",
    }


def test_the_page_is_of_the_graph_that_is_launched(launching, monkeypatch):
    from egoplan_ros.commands import view

    monkeypatch.setenv("ROS_DOMAIN_ID", "7")
    nodes(launching, {"namespace": "/egoplan"})
    (call,) = sys.modules["launch.actions"].ExecuteProcess.call_args_list
    command = call.kwargs["cmd"]
    parser = Parser()
    view.add_arguments(parser)
    args = parser.parse_args(command[command.index("view") + 1 :])
    assert (args.live, args.web, args.domain, args.namespace) == (True, True, 7, "egoplan")


ROBOT_SIM = str(LAUNCH / "robot_sim.launch.py")


def on_robot_sim(launching, given):
    """Options that robot-sim is started with, and parameters of the nodes, by node."""
    for kind in (launching.OpaqueFunction, launching.ExecuteProcess, launching.Node):
        kind.reset_mock()
    run_path(ROBOT_SIM)["generate_launch_description"]()
    declared = {
        call.args[0]: call.kwargs["default_value"]
        for call in launching.DeclareLaunchArgument.call_args_list
    }
    assert given.keys() <= declared.keys()
    for call in launching.OpaqueFunction.call_args_list:
        call.kwargs["function"](declared | given)
    commands = [call.kwargs["cmd"] for call in launching.ExecuteProcess.call_args_list]
    (words,) = (words for words in commands if "robot-sim" in words)
    parser = Parser()
    robot_sim.add_arguments(parser)
    calls = [call.kwargs for call in sys.modules["launch_ros.actions"].Node.call_args_list]
    found = {call["executable"]: call for call in calls}
    return parser.parse_args(words[words.index("robot-sim") + 1 :]), found


def chosen(node):
    """Values that come behind all files of a node; those of a text are wrapped for launch."""
    return [item for item in node["parameters"] if isinstance(item, dict)]


def test_robot_sim_comes_as_it_is(launching):
    args, found = on_robot_sim(launching, {"scene": "FloorPlan5", "drift": "0"})
    assert (args.scene, args.drift, args.slam, args.clock) == ("FloorPlan5", 0.0, 1.0, False)
    assert (args.nav2, args.arm, args.detections) == (0.0, "", None)
    assert not any(chosen(found[name]) for name in ("robot_bridge", "perception"))


def test_robot_sim_tells_the_time_that_nodes_wait_for(launching, tmp_path):
    args, found = on_robot_sim(launching, {"use_sim_time": "true"})
    assert args.clock
    assert chosen(found["mapping"]) == [{"use_sim_time": True}]
    file = tmp_path / "mine.yaml"
    file.write_text("/**:\n  ros__parameters: {use_sim_time: true}\n")
    for text, clock in (("", True), ("false", False)):
        given = {"params_file": str(file), "use_sim_time": text}
        assert on_robot_sim(launching, given)[0].clock is clock


def test_what_robot_sim_has_the_graph_uses(launching):
    given = {"nav2": "true", "arm": "True", "detections": "true", "namespace": "/one/robot"}
    args, found = on_robot_sim(launching, given)
    assert args.nav2 > 0
    assert args.arm == "/one/robot/device/manipulate"
    assert args.detections is not None
    assert chosen(found["robot_bridge"]) == [
        {"base.motion": "navigate_to_pose", "base.manipulation": "action"}
    ]
    assert chosen(found["perception"]) == [{"backend": "detections"}]
    assert ("detections/raw", "/robot_sim/detections") in found["perception"]["remappings"]


def test_what_robot_sim_lacks_is_left_as_the_files_have_it(launching):
    args, found = on_robot_sim(launching, {"nav2": "false", "arm": "false"})
    assert (args.nav2, args.arm) == (0.0, "")
    assert chosen(found["robot_bridge"]) == []
    with pytest.raises(RuntimeError, match="launch argument nav2: 'yes' is neither"):
        on_robot_sim(launching, {"nav2": "yes"})


def test_a_back_end_that_is_named_wins_over_the_detector(launching):
    _, found = on_robot_sim(launching, {"detections": "true", "perception": "coco"})
    assert len(chosen(found["perception"])) == 1
    assert chosen(found["perception"]) != [{"backend": "detections"}]
