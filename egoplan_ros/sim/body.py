# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The simulated agent's body and the settings that Initialize fixes."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.thing import Thing, euler, normalised, turn

STANDING_EYE = 0.675
RADIUS = 0.2
HEIGHT = 1.8
TRANSFORM_Y = 0.9009992
# The low wheeled base of RoboTHOR.
LOCOBOT_EYE = -0.031
LOCOBOT_RADIUS = 0.175
LOCOBOT_HEIGHT = 0.9
HAND = (0.0, -0.16, 0.38)
LEVEL = (0.0, 0.0, 0.0)


@dataclass(slots=True)
class Settings:
    """Initialize parameters (protocol section 3.4); each Initialize starts from these defaults."""

    grid_size: float = 0.25
    snap_to_grid: bool = True
    rotate_step: float = 90.0
    visibility_distance: float = 1.5
    fov: float = 90.0
    near: float = 0.1
    far: float = 20.0
    agent_mode: str = "default"
    render_image: bool = True
    render_depth: bool = False
    render_instances: bool = False
    render_classes: bool = False
    render_normals: bool = False
    fast_emit: bool = True
    max_up: float = 30.0
    max_down: float = 60.0


@dataclass(slots=True)
class Body:
    """Pose of the agent: position of its transform, yaw and camera horizon in degrees.

    `floor` is the height of what it stands on, metres above the world's origin.
    `hand` is where the hand is, in the camera's axes; `grip` how what it holds is turned against
    the agent, Euler degrees.
    """

    x: float = 0.0
    z: float = 0.0
    yaw: float = 0.0
    horizon: float = 0.0
    standing: bool = True
    held: Thing | None = None
    hand: tuple[float, float, float] = HAND
    grip: tuple[float, float, float] = LEVEL
    collided: bool = False
    collided_with: list[str] = field(default_factory=list)
    floor: float = 0.0
    eye_up: float = STANDING_EYE
    radius: float = RADIUS
    height: float = HEIGHT
    map_view: bool = False
    avatar: Thing | None = None
    outcome: dict[str, Any] = field(default_factory=dict)

    @property
    def y(self) -> float:
        """Height of the transform above the world origin."""
        return self.floor + TRANSFORM_Y

    def eye(self) -> NDArray[np.float64]:
        """Camera position in the world."""
        return np.array([self.x, self.y + (self.eye_up if self.standing else 0.0), self.z])

    def gaze(self) -> NDArray[np.float64]:
        """Camera rotation matrix (columns right, up, forward)."""
        return turn(1, self.yaw) @ turn(0, self.horizon)

    def hand_position(self) -> NDArray[np.float64]:
        """World position of the hand."""
        result: NDArray[np.float64] = self.eye() + self.gaze() @ np.array(self.hand)
        return result

    def hand_rotation(self) -> NDArray[np.float64]:
        """World rotation of what is held, Euler degrees: it turns with the agent."""
        return normalised(np.array(self.grip) + np.array([0.0, self.yaw, 0.0]))

    def let_go(self) -> None:
        """Hold nothing, the hand back in its place."""
        self.held, self.hand, self.grip = None, HAND, LEVEL


@dataclass(slots=True)
class Camera:
    """A third-party camera; rotation in Euler degrees."""

    position: NDArray[np.float64]
    rotation: NDArray[np.float64]
    fov: float = 90.0
    orthographic: bool = False
    orthographic_size: float = 5.0

    def gaze(self) -> NDArray[np.float64]:
        """Camera rotation matrix (columns right, up, forward)."""
        return euler(self.rotation)
