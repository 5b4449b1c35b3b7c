# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The graph on a robot that is simulated down to its wheels: egoplan robot-sim, and all on it."""

import sys
from typing import Any

from launch.actions import DeclareLaunchArgument, ExecuteProcess, OpaqueFunction
from launch.substitutions import LaunchConfiguration

from egoplan_ros.nodes.drivers.devices import DEVICE
from egoplan_ros.nodes.node_table import SHUTDOWN_SECONDS
from egoplan_ros.nodes.startup.arguments import (
    ARM,
    DETECTOR,
    EQUIPMENT,
    INSTRUCTION,
    PERCEPTION,
    STRATEGY,
)
from egoplan_ros.nodes.startup.launching import follows_clock, graph, truth
from launch import LaunchContext, LaunchDescription

BOXES = "/robot_sim/detections"
"""Topic of robot-sim's detector."""


def generate_launch_description() -> LaunchDescription:
    description = graph(
        "robot",
        (INSTRUCTION, STRATEGY, *EQUIPMENT, PERCEPTION, *DETECTOR),
        DEVICE | {"detections/raw": BOXES},
        namespace="egoplan",
    )
    for entity in (
        DeclareLaunchArgument("scene", default_value="FloorPlan1", description="its home"),
        DeclareLaunchArgument("drift", default_value="1", description="of odometry; 0: none"),
        OpaqueFunction(function=_robot),
    ):
        description.add_action(entity)
    return description


def _robot(context: LaunchContext) -> list[Any]:
    """The robot, with what the graph is told that it has."""

    def given(name: str) -> str:
        return str(LaunchConfiguration(name).perform(context))

    words = ["--slam", "--scene", given("scene"), "--drift", given("drift")]
    for item in EQUIPMENT:
        if (text := given(item.name)) and truth(item.name, text):
            words.append(f"--{item.name}")
            if item is ARM:
                names = [*given("namespace").split("/"), "device/manipulate"]
                words.append("".join(f"/{name}" for name in names if name))
    if follows_clock("robot", given("params_file"), given("use_sim_time")):
        words.append("--clock")
    return [
        ExecuteProcess(
            cmd=[sys.executable, "-m", "egoplan_ros.cli", "robot-sim", *words],
            name="robot_sim",
            output="screen",
            sigterm_timeout=str(SHUTDOWN_SECONDS),
        )
    ]
