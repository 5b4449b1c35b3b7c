# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The graph on a real robot: name its topics with color_image_raw_topic:=… and so on.

Its own namespace keeps the frames the graph works on apart from the camera driver's stream.
"""

from egoplan_ros.nodes.drivers.devices import DEVICE
from egoplan_ros.nodes.startup.arguments import DETECTOR, INSTRUCTION, PERCEPTION, STRATEGY
from egoplan_ros.nodes.startup.launching import graph
from launch import LaunchDescription


def generate_launch_description() -> LaunchDescription:
    return graph(
        "robot", (INSTRUCTION, STRATEGY, PERCEPTION, *DETECTOR), DEVICE, namespace="egoplan"
    )
