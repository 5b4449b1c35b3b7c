# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The graph on the embedded simulator: ros2 launch egoplan_ros simulated.launch.py scene:=…"""

from egoplan_ros.nodes.startup.arguments import (
    DEPTH,
    INSTRUCTION,
    PERCEPTION,
    SCENE,
    SEED,
    STRATEGY,
)
from egoplan_ros.nodes.startup.launching import graph
from launch import LaunchDescription


def generate_launch_description() -> LaunchDescription:
    return graph("simulated", (INSTRUCTION, SCENE, SEED, STRATEGY, PERCEPTION, DEPTH))
