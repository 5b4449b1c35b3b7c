# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Launch arguments that set parameters of nodes; what of ROS 2's launch they need is elsewhere."""

from dataclasses import dataclass

from egoplan_ros.perception.registry import all_options


@dataclass(frozen=True, slots=True)
class Argument:
    """A launch argument that sets a parameter of a node.

    Attributes:
        name: of the argument.
        node: whose parameter it sets.
        parameter: its name.
        description: for ``ros2 launch --show-args``.
        kind: type of the value.
        switch: the parameter's value with ``true``; ``false`` leaves the parameter. "": no switch.
    """

    name: str
    node: str
    parameter: str
    description: str
    kind: type = str
    switch: str = ""


INSTRUCTION = Argument("instruction", "behavior", "instruction", "a task to begin with")
STRATEGY = Argument(
    "strategy", "behavior", "strategy", "preset in config/strategies, or a package's"
)
PERCEPTION = Argument("perception", "perception", "backend", "perception back end")
DETECTOR = tuple(
    Argument(option.name, "perception", option.name, option.meaning, type(option.default))
    for option, backends in all_options().items()
    if {"coco", "learned"} & set(backends)
)
"""What the back ends `coco` and `learned` may be told."""

DEPTH = Argument("depth", "robot_bridge", "thor.depth", "camera, or estimated from colour")
SCENE = Argument("scene", "robot_bridge", "scene", "scene to begin in, e.g. FloorPlan21")
SEED = Argument("seed", "robot_bridge", "seed", "arrangement of the objects", int)

NAV2 = Argument(
    "nav2",
    "robot_bridge",
    "base.motion",
    "true: robot-sim offers Nav2's NavigateToPose, and long motions are driven by it",
    switch="navigate_to_pose",
)
ARM = Argument(
    "arm",
    "robot_bridge",
    "base.manipulation",
    "true: robot-sim has an arm, and nobody is asked for a hand",
    switch="action",
)
DETECTIONS = Argument(
    "detections",
    "perception",
    "backend",
    "true: robot-sim has a detector, and perception takes its boxes",
    switch="detections",
)
EQUIPMENT = (NAV2, ARM, DETECTIONS)
"""What robot-sim may have besides, each by its option of that name."""
