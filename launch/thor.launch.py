# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The graph on AI2-THOR's own Unity build, which ai2thor downloads when it is not there."""

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
    return graph("thor", (INSTRUCTION, SCENE, SEED, STRATEGY, PERCEPTION, DEPTH))
