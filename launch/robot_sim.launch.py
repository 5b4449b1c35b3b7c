# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The graph on a robot that is simulated down to its wheels: egoplan robot-sim, and all on it."""

import sys

from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.substitutions import LaunchConfiguration

from egoplan_ros.nodes.drivers.devices import DEVICE
from egoplan_ros.nodes.node_table import SHUTDOWN_SECONDS
from egoplan_ros.nodes.startup.launching import DETECTOR, INSTRUCTION, PERCEPTION, STRATEGY, graph
from launch import LaunchDescription


def generate_launch_description() -> LaunchDescription:
    description = graph(
        "robot", (INSTRUCTION, STRATEGY, PERCEPTION, *DETECTOR), DEVICE, namespace="egoplan"
    )
    scene = DeclareLaunchArgument("scene", default_value="FloorPlan1", description="its home")
    drift = DeclareLaunchArgument("drift", default_value="1", description="of odometry; 0: none")
    command = [sys.executable, "-m", "egoplan_ros.cli", "robot-sim", "--slam"]
    robot = ExecuteProcess(
        cmd=[
            *command,
            *("--scene", LaunchConfiguration("scene")),
            *("--drift", LaunchConfiguration("drift")),
        ],
        name="robot_sim",
        output="screen",
        sigterm_timeout=str(SHUTDOWN_SECONDS),
    )
    for entity in (scene, drift, robot):
        description.add_action(entity)
    return description
