# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What skills need to know of the robot's body, and how patient they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import atan2, pi, radians
from typing import Any

from egoplan_ros.skills.costs import Costs
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.settings import changed

_USABLE = radians(5.0)
"""What is that near to the side of the image may be cut off."""
_WELL_IN = radians(10.0)
"""What is that far from the upper and lower edge of the image shows enough of what is around it."""


SEARCHES = ("likeliest", "farthest")
PATH_PLANNERS = ("dijkstra", "vin")


@dataclass(frozen=True, slots=True)
class SkillConfig:
    """Metres and radians; the defaults are AI2-THOR's agent.

    Attributes:
        step: length of one translation.
        tilt: one camera tilt.
        pitch_min: highest view (negative looks up).
        pitch_max: lowest view.
        reach: horizontal distance at which an object can be manipulated.
        travel_pitch: camera pitch while exploring.
        camera: the robot's; what runs the skills takes it from the images.
        margins: clearances beyond the robot's radius, tried in this order.
        stand_poses: places tried before an object counts as out of reach.
        tries: interactions tried before a skill gives up.
        max_primitives: of one skill.
        collisions: tolerated on one way before the path counts as blocked.
        search: where ``Search`` looks: in the "likeliest" places, or near any of the five
            "farthest" objects known (DANLI A.4).
        path_planner: of ways over the lattice: "dijkstra", or "vin", a value iteration network
            (DANLI A.4); where that leads in a circle, the way is Dijkstra's all the same.
        costs: by which ways, places and looks are chosen; told by their own names.
    """

    step: float = 0.25
    tilt: float = radians(30.0)
    pitch_min: float = radians(-30.0)
    pitch_max: float = radians(60.0)
    reach: float = 1.5
    travel_pitch: float = radians(30.0)
    camera: Camera = field(default_factory=lambda: Camera.from_vertical_fov(300, 300, pi / 2.0))
    margins: tuple[float, ...] = (0.0, -0.05)
    stand_poses: int = 8
    tries: int = 5
    max_primitives: int = 250
    collisions: int = 4
    search: str = "likeliest"
    path_planner: str = "dijkstra"
    costs: Costs = field(default_factory=Costs)

    def __post_init__(self) -> None:
        for name, low, high in (
            ("step", 0.05, 1.0),
            ("tilt", 0.05, 1.6),
            ("reach", 0.1, 10.0),
            ("travel_pitch", -1.6, 1.6),
            ("stand_poses", 1, 100),
            ("tries", 1, 100),
            ("max_primitives", 1, 10000),
            ("collisions", 1, 100),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise InputError(f"skills: {name} must be a number, got {value!r}")
            if not low <= value <= high:
                raise InputError(f"skills: {name} must be in [{low}, {high}], got {value}")

        for name, choices in (("search", SEARCHES), ("path_planner", PATH_PLANNERS)):
            value = getattr(self, name)
            if value not in choices:
                raise InputError(f"skills: {name} {value!r} is unknown; use one of {list(choices)}")

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> "SkillConfig":
        """From parsed YAML.

        Raises:
            InputError: unknown key or bad value.
        """
        return changed(cls(), values, "skills")

    @property
    def turn(self) -> float:
        """One base rotation."""
        return pi / 2.0

    @property
    def half_view(self) -> float:
        """Half of the usable horizontal field of view, radians."""
        return atan2(self.camera.width / 2.0, self.camera.fx) - _USABLE

    @property
    def half_height(self) -> float:
        """Radians above and below the axis of the camera within which things are well in view."""
        return max(atan2(self.camera.height / 2.0, self.camera.fy) - _WELL_IN, _USABLE)
