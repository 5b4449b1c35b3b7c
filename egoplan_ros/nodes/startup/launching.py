# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The graph as a launch description, from the same node table as the process starter."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from launch.actions import (
    DeclareLaunchArgument,
    ExecuteProcess,
    LogInfo,
    OpaqueFunction,
    SetEnvironmentVariable,
)
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from egoplan_ros.nodes.drivers.devices import CAMERAS
from egoplan_ros.nodes.node_table import (
    LOCALHOST,
    NODES,
    SHUTDOWN_SECONDS,
    SUBNET,
    Parameters,
    camera_parameters,
    enclave,
    middleware_environment,
    parameter_files,
    strategy_parameters,
)
from egoplan_ros.nodes.parameter_file import read_parameters
from egoplan_ros.nodes.startup.arguments import PERCEPTION, SCENE, STRATEGY, Argument
from egoplan_ros.nodes.startup.doors import opened
from egoplan_ros.nodes.startup.parameter_check import foreign_nodes
from egoplan_ros.nodes.supervision.shared_memory import sweep
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import PACKAGE, config_path
from launch import LaunchContext, LaunchDescription

RESPAWN_SECONDS = 1.0
_TOUCHING = ("robot_bridge", "perception", "lifecycle_manager")
"""Nodes that have to do with the robot's own topics."""


def graph(
    variant: str,
    arguments: tuple[Argument, ...],
    remappings: dict[str, str] | None = None,
    namespace: str = "",
) -> LaunchDescription:
    """All nodes of the table.

    Args:
        variant: parameter set in config/variants/.
        arguments: launch arguments that set parameters; an empty value leaves the file's.
        remappings: topics of the robot by topic of ``robot_bridge`` or ``perception``; each gets an
            argument.
        namespace: default of the argument.
    """
    device = remappings or {}
    declared = [
        DeclareLaunchArgument(item.name, default_value="", description=item.description)
        for item in arguments
    ]
    declared += [
        DeclareLaunchArgument("params_file", default_value="", description="ROS parameter file"),
        DeclareLaunchArgument("namespace", default_value=namespace, description="of all nodes"),
        DeclareLaunchArgument(
            "discovery",
            default_value=LOCALHOST,
            description="localhost: this machine alone; subnet: others on its network, too",
        ),
        DeclareLaunchArgument(
            "use_sim_time",
            default_value="",
            description="true: the time of /clock; false: the machine's (as the parameters say)",
        ),
        DeclareLaunchArgument(
            "autostart", default_value="true", description="bring the nodes up (lifecycle)"
        ),
        DeclareLaunchArgument(
            "use_respawn", default_value="true", description="start nodes again that died"
        ),
        DeclareLaunchArgument("rviz", default_value="false", description="start RViz, too"),
        DeclareLaunchArgument("web", default_value="false", description="serve the page, too"),
        DeclareLaunchArgument("log_level", default_value="info", description="of all nodes"),
    ]
    if device:
        declared.append(
            DeclareLaunchArgument(
                "camera",
                default_value="",
                description=f"topics of a driver as it comes: {', '.join(CAMERAS)}",
            )
        )
    declared += [
        DeclareLaunchArgument(
            _argument(topic), default_value=default, description=f"robot's {topic}"
        )
        for topic, default in device.items()
    ]

    def nodes(context: LaunchContext) -> list[Any]:
        return _nodes(context, variant, arguments, device)

    sweep()
    return LaunchDescription(
        [*declared, OpaqueFunction(function=_environment), OpaqueFunction(function=nodes)]
    )


def _environment(context: LaunchContext) -> list[Any]:
    """Who may take part, and that it is told."""
    discovery = LaunchConfiguration("discovery").perform(context)
    if discovery not in (LOCALHOST, SUBNET):
        raise RuntimeError(
            f"launch argument discovery: {discovery[:40]!r} is none; use {LOCALHOST} or {SUBNET}"
        )
    told = LogInfo(msg=opened(discovery))
    chosen = middleware_environment(discovery)
    return [told, *(SetEnvironmentVariable(*item) for item in chosen.items())]


def _argument(topic: str) -> str:
    return topic.removeprefix("device/").strip("/").replace("/", "_") + "_topic"


def _values(arguments: tuple[Argument, ...], given: Callable[[str], str]) -> Parameters:
    """What arguments that are given set, by node; of two for one parameter the later one counts."""
    values: dict[str, dict[str, Any]] = {}
    for item in arguments:
        text = given(item.name)
        if text and (not item.switch or truth(item.name, text)):
            values.setdefault(item.node, {})[item.parameter] = item.switch or _value(item, text)
    return values


def _value(argument: Argument, text: str) -> Any:
    if argument.kind is str:
        return ParameterValue(text, value_type=str)
    try:
        return argument.kind(text)
    except ValueError:
        raise RuntimeError(
            f"launch argument {argument.name}: {text[:40]!r} is not of type "
            f"{argument.kind.__name__}; give {argument.name}:={argument.kind()} or leave it out"
        ) from None


def truth(name: str, text: str) -> bool:
    """Value of a launch argument that is true or false.

    Raises:
        RuntimeError: it is neither.
    """
    if text.lower() not in ("true", "false"):
        raise RuntimeError(f"launch argument {name}: {text[:40]!r} is neither true nor false")
    return text.lower() == "true"


def follows_clock(variant: str, own: str, clock: str) -> bool:
    """Whether the nodes follow ``/clock``.

    Args:
        variant: parameter set in config/variants/. own: the user's parameter file, "" for none.
        clock: the launch argument ``use_sim_time``; "": as the files say.

    Raises:
        RuntimeError: the argument is neither true nor false.
        InputError: missing or malformed file.
    """
    if clock:
        return truth("use_sim_time", clock)
    given = [read_parameters(file).get("*", {}) for file in parameter_files(variant, own)]
    return bool({key: value for of in given for key, value in of.items()}.get("use_sim_time"))


def _remappings(
    device: dict[str, str], given: dict[str, str], camera: str
) -> list[tuple[str, str]]:
    """Topics of the robot: those given, else those of a camera, else the usual ones."""
    if camera and camera not in CAMERAS:
        raise RuntimeError(
            f"launch argument camera: {camera[:40]!r} is not known; use {', '.join(CAMERAS)}, or "
            "name its topics"
        )
    known = CAMERAS.get(camera, {})
    return [
        (topic, known.get(topic, name) if name == device[topic] else name)
        for topic, name in given.items()
    ]


def _check_rviz() -> None:
    """Refuse before any node is started: launch would leave those running.

    Raises:
        RuntimeError: RViz is not installed.
    """
    from ament_index_python.packages import PackageNotFoundError, get_package_prefix

    try:
        get_package_prefix("rviz2")
    except PackageNotFoundError:
        raise RuntimeError(
            "launch argument rviz: the package rviz2 is not installed; "
            "apt install ros-jazzy-rviz2, or leave it out"
        ) from None


def _nodes(
    context: LaunchContext, variant: str, arguments: tuple[Argument, ...], device: dict[str, str]
) -> list[Any]:
    def given(name: str) -> str:
        return str(LaunchConfiguration(name).perform(context))

    clock = given("use_sim_time")
    if given("rviz").lower() in ("true", "1"):
        _check_rviz()
    try:
        own = given("params_file")
        files = [str(path) for path in parameter_files(variant, own)]
        strategy = given(STRATEGY.name) if STRATEGY in arguments else ""
        preset = strategy_parameters(strategy, own)
        simulated = follows_clock(variant, own, clock)
        foreign = foreign_nodes(Path(own).expanduser()) if own else ""
        if PERCEPTION in arguments and SCENE in arguments and (eyes := given(PERCEPTION.name)):
            preset["robot_bridge"] = camera_parameters(eyes, own)
    except InputError as error:
        raise RuntimeError(str(error)) from None
    chosen = _values(arguments, given)
    values = {e.name: {**preset.get(e.name, {}), **chosen.get(e.name, {})} for e in NODES}
    if clock:
        for of_node in values.values():
            of_node["use_sim_time"] = simulated
    if start := given("autostart"):
        values["lifecycle_manager"]["autostart"] = truth("autostart", start)
    respawn = truth("use_respawn", given("use_respawn") or "true")
    topics = {topic: given(_argument(topic)) for topic in device}
    remappings = _remappings(device, topics, given("camera") if device else "")
    actions: list[Any] = [LogInfo(msg=foreign)] if foreign else []
    actions += [
        Node(
            package=PACKAGE,
            executable=entry.name,
            name=entry.name,
            namespace=given("namespace"),
            parameters=[*files, values[entry.name]] if values[entry.name] else list(files),
            remappings=remappings if entry.name in _TOUCHING else [],
            ros_arguments=[
                *("--log-level", f"{entry.name}:={given('log_level')}"),
                *("--enclave", enclave(entry.name)),
            ],
            output="screen",
            respawn=respawn,
            respawn_delay=RESPAWN_SECONDS,
            sigterm_timeout=str(SHUTDOWN_SECONDS),
        )
        for entry in NODES
    ]
    actions.append(
        Node(
            package="rviz2",
            executable="rviz2",
            namespace=given("namespace"),
            arguments=["-d", str(config_path("egoplan.rviz"))],
            parameters=[{"use_sim_time": simulated}],
            condition=IfCondition(LaunchConfiguration("rviz")),
        )
    )
    actions.append(
        ExecuteProcess(
            cmd=_page(given("namespace")),
            name="egoplan_page",
            output="screen",
            condition=IfCondition(LaunchConfiguration("web")),
        )
    )
    return actions


def _page(namespace: str) -> list[str]:
    """The command that serves the page of the graph that is launched."""
    words = ["view", "--live", "--web", "--domain", os.environ.get("ROS_DOMAIN_ID") or "0"]
    spaces = ["--namespace", namespace.strip("/")] if namespace.strip("/") else []
    return [sys.executable, "-m", f"{PACKAGE}.cli", *words, *spaces]
