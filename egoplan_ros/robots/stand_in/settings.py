# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What kind of robot the stand-in is."""

from dataclasses import dataclass, field
from math import radians

from egoplan_ros.robots.stand_in.detector import DetectorModel
from egoplan_ros.robots.stand_in.drift import DriftModel
from egoplan_ros.robots.stand_in.drive import DriveLimits
from egoplan_ros.robots.stand_in.sensor import SensorModel
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose2D

_RANGES: dict[str, tuple[float, float]] = {
    "width": (16, 4096),
    "height": (16, 4096),
    "rate": (0.1, 60.0),
    "latency": (0.0, 5.0),
    "dropped": (0.0, 0.99),
    "apart": (0.0, 1.0),
    "every": (0.05, 60.0),
    "pitch": (-1.0, 1.5),
    "nav2": (0.0, 2.0),
}


@dataclass(frozen=True, slots=True)
class StandInSettings:
    """A robot, as :mod:`egoplan_ros.commands.robot_sim` describes it.

    Attributes:
        scene, seed, rooms: of the simulator. errors: seed of all errors.
        width, height: of the images, pixels. fov: vertical, radians.
        rate: images a second. latency: seconds from an image to its message.
        dropped: share of the images that are lost.
        apart: seconds by which the stamps of depth are behind those of colour.
        mount: of the camera on the base, metres and radians. pitch: radians, positive down.
        stamped: the base takes TwistStamped.
        slam: publish the true map -> odom. every: seconds between two of its corrections.
        nav2: goal tolerance of a stand-in of Nav2, metres; 0: there is none.
        arm: name of an arm's action; "": there is none.
        person: namespace of the graph whose requests a person follows; "": there is none.
        detector: tells of the things in each picture; None: there is none.
        clock: it has a time of its own, on ``/clock``.
        drift: of odometry. sensor: of the camera; None: exact. drive: of the motors.
    """

    scene: str = "FloorPlan1"
    seed: int | None = None
    rooms: str = ""
    errors: int = 0
    width: int = 640
    height: int = 480
    fov: float = radians(48.0)
    rate: float = 10.0
    latency: float = 0.07
    dropped: float = 0.03
    apart: float = 0.0
    mount: Pose2D = field(default_factory=lambda: Pose2D(0.1, 0.0, 0.0))
    pitch: float = 0.3
    stamped: bool = False
    slam: bool = False
    every: float = 1.0
    nav2: float = 0.0
    arm: str = ""
    person: str = ""
    detector: DetectorModel | None = None
    clock: bool = False
    drift: DriftModel = field(default_factory=DriftModel)
    sensor: SensorModel | None = field(default_factory=SensorModel)
    drive: DriveLimits = field(default_factory=DriveLimits)

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            if not low <= getattr(self, name) <= high:
                raise InputError(
                    f"robot-sim: {name} must be from {low:g} to {high:g}, got "
                    f"{getattr(self, name):g}"
                )
