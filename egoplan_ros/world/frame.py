# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""One look at the world: an RGB-D image with the robot state it was taken in."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose, Pose2D, Vector3
from egoplan_ros.world.primitive import PrimitiveResult
from egoplan_ros.world.raw_detection import RawDetections


@dataclass(frozen=True, slots=True)
class RobotState:
    """Proprioception that travels with each frame (same stamp).

    Attributes:
        stamp: seconds.
        step: number of primitives executed since the last reset.
        episode: increases by one with each reset; whoever keeps state clears it on a change.
        base: base_link in map.
        camera_pitch: radians, positive looks down.
        camera_height: metres above the floor.
        holding: whether the gripper reports an object (a real gripper knows that much).
        last: the primitive that ended just before this frame, with its result.
        radius: footprint radius in metres.
        holonomic: whether the base moves sideways, too.
        stride: longest straight motion in metres of a base that turns by any angle; 0 for one that
            moves in equal steps and quarter turns, as on AI2-THOR's grid.
        odometry: base_link in the frame of odometry (REP 105); map -> odom follows from ``base``.
            None where nobody corrects the base's pose later.
        uncorrected: way driven since map -> odom was last corrected, see :func:`path`.
    """

    stamp: float
    step: int
    episode: int
    base: Pose2D
    camera_pitch: float
    camera_height: float
    holding: bool = False
    last: PrimitiveResult | None = None
    radius: float = 0.2
    holonomic: bool = True
    stride: float = 0.0
    odometry: Pose2D | None = None
    uncorrected: float = 0.0

    def body(self, held: Vector3 | None) -> float:
        """Radius of the footprint with a thing of some size (metres) in hand, None for nothing."""
        return self.radius if held is None else max(self.radius, 0.5 * max(held[0], held[1]))


@dataclass(frozen=True, slots=True)
class RgbdFrame:
    """An RGB-D frame.

    Attributes:
        stamp: seconds.
        rgb: uint8 ``(h, w, 3)``.
        depth: float32 ``(h, w)``, metres along the optical axis; NaN, 0 or inf where unknown.
        camera: intrinsics of both images.
        camera_pose: optical frame in map.
        robot: proprioception at the same stamp.
        oracle: what the simulator knows of this very frame; only for back end ``oracle``.
        raw: what the robot's own detector says of it; only for back end ``detections``.
    """

    stamp: float
    rgb: npt.NDArray[np.uint8]
    depth: npt.NDArray[np.float32]
    camera: Camera
    camera_pose: Pose
    robot: RobotState
    oracle: Detections | None = None
    raw: RawDetections | None = None

    def __post_init__(self) -> None:
        expected = (self.camera.height, self.camera.width)
        if self.rgb.shape != (*expected, 3) or self.depth.shape != expected:
            raise InputError(
                f"frame: rgb {self.rgb.shape} and depth {self.depth.shape} must match the camera "
                f"info {expected}; check the camera driver's image size and encoding"
            )
