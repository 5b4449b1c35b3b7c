# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A house of the simulator gone through by a base that is driven by velocity commands.

The base is a body of its own: it integrates its commands, cannot move sideways unless it is
holonomic, and stands still where the simulator has no room for it. Camera and hand are AI2-THOR's.
"""

from dataclasses import replace
from math import cos, degrees, sin
from typing import Any

from egoplan_ros.robots.mobile_base import MobileBase
from egoplan_ros.robots.motion import Odometry, Velocity
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.primitive import ErrorCode, Primitive

_SHUTTER = 0.4
"""Seconds from picture to picture."""


class DrivenThor:
    """A robot for :class:`egoplan_ros.agent.Agent`; time is what the base's motions take.

    Attributes:
        time: seconds since the reset.
        turned: radians in all.
        driven: metres in all.
    """

    def __init__(self, holonomic: bool = False, stride: float = 1.5, **options: Any) -> None:
        self.thor = ThorRobot(**options)
        self.thor._parameters["snapToGrid"] = False
        self.time, self.pose, self.free, self.pitch = 0.0, Pose2D(), Pose2D(), 0.0
        self.driven = self.turned = 0.0
        self._velocity: Velocity = (0.0, 0.0, 0.0)
        self._frame: RgbdFrame | None = None
        self._holonomic = holonomic
        self.mobile = MobileBase(
            publish_velocity=self._drive,
            read_odometry=lambda: Odometry(self.time, self.pose),
            look=self._look,
            clock=lambda: self.time,
            wait=self._wait,
            manipulate=self._manipulate,
            tilt=self._tilt,
            radius=0.2,
            holonomic=holonomic,
            stride=stride,
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self.thor, name)

    def reset(self, scene: str | None = None, seed: int | None = None) -> RgbdFrame:
        first = self.thor.reset(scene, seed).robot
        self.pose = self.free = first.base
        self.time = self.driven = self.turned = 0.0
        self.pitch, self._frame = first.camera_pitch, None
        return self.mobile.reset()

    def execute(self, primitive: Primitive) -> RgbdFrame:
        return self.mobile.execute(primitive)

    def observe(self) -> RgbdFrame:
        return self.mobile.observe()

    def stop(self) -> None:
        self.mobile.stop()

    def close(self) -> None:
        self.thor.close()

    def truth(self) -> dict[str, Any]:
        return self.thor.truth()

    def _drive(self, velocity: Velocity) -> None:
        forward, left, rate = velocity
        self._velocity = (forward, left if self._holonomic else 0.0, rate)

    def _wait(self, seconds: float) -> None:
        self.time += seconds
        forward, left, rate = self._velocity
        at, yaw = self.pose, self.pose.yaw
        x = at.x + seconds * (forward * cos(yaw) - left * sin(yaw))
        y = at.y + seconds * (forward * sin(yaw) + left * cos(yaw))
        self.pose = Pose2D(x, y, wrap_angle(yaw + seconds * rate))
        self.driven += at.distance_to(x, y)
        self.turned += abs(seconds * rate)

    def _look(self) -> RgbdFrame:
        if self._frame is None or self.time - self._frame.stamp >= _SHUTTER:
            here = self.pose.distance_to(self.free.x, self.free.y) < 1e-3
            if not self._placed(self.pose, force=here):
                self.pose = replace(self.free, yaw=self.pose.yaw)
                self._placed(self.pose, force=True)
            self.free = self.pose
            self._frame = self._taken()
        return self._frame

    def _placed(self, pose: Pose2D, force: bool) -> bool:
        """Whether there is room; a round base may always turn, and stay where it is."""
        event = self.thor.controller.step(
            "TeleportFull",
            position={"x": -pose.y, "y": 0.901, "z": pose.x},
            rotation={"x": 0.0, "y": -degrees(pose.yaw), "z": 0.0},
            horizon=degrees(self.pitch),
            standing=True,
            forceAction=force,
        )
        return bool(event.metadata["lastActionSuccess"])

    def _taken(self) -> RgbdFrame:
        frame = self.thor.observe()
        oracle = None if frame.oracle is None else replace(frame.oracle, stamp=self.time)
        robot = replace(frame.robot, stamp=self.time, base=self.pose)
        return replace(frame, stamp=self.time, robot=robot, oracle=oracle)

    def _tilt(self, pitch: float) -> bool:
        self.pitch = pitch
        self.time += 1.0
        return True

    def _manipulate(self, primitive: Primitive, stopped: Any) -> tuple[ErrorCode, str]:
        done = self.thor.execute(primitive).robot.last
        self._frame, self.time = None, self.time + 1.0
        return done.error, done.message
