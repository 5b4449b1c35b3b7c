"""The robot's body in the simulator: it drives on, runs into things, and sees."""

from dataclasses import dataclass
from math import degrees
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose2D

_LEAST_MOVE, _LEAST_TURN = 5e-4, 2e-4
"""Metres and radians below which the simulator is not asked to move; what is left over is kept."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a camera would see, without its errors.

    Attributes:
        rgb: uint8 ``(h, w, 3)``. depth: float32 ``(h, w)``, metres.
        base: where the base truly is in map.
        truth: what is in view.
    """

    rgb: npt.NDArray[np.uint8]
    depth: npt.NDArray[np.float32]
    base: Pose2D
    truth: Detections | None


class Body:
    """Moves a :class:`ThorRobot` by small amounts.

    Attributes:
        base: true pose in map. struck: how often it ran into something.
    """

    def __init__(self, robot: ThorRobot) -> None:
        self._robot = robot
        self._rest = [0.0, 0.0]
        self.struck = 0
        self._frame = robot.reset()
        self.base = self._frame.robot.base

    @property
    def frame(self) -> RgbdFrame:
        """As the simulator shows it now."""
        return self._frame

    def move(self, ahead: float, turn: float) -> tuple[float, float, bool]:
        """Turn, then go ahead.

        Args:
            ahead: metres. turn: radians to the left.

        Returns:
            Metres and radians that it truly went, and whether it ran into something.
        """
        self._rest[0] += ahead
        self._rest[1] += turn
        turned = went = 0.0
        hit = False
        if abs(self._rest[1]) > _LEAST_TURN:
            turned = self._rest[1]
            self._rest[1] = 0.0
            action = "RotateLeft" if turned > 0.0 else "RotateRight"
            if not self._step(action, degrees=degrees(abs(turned))):
                turned, hit = 0.0, True
        if abs(self._rest[0]) > _LEAST_MOVE:
            went = self._rest[0]
            self._rest[0] = 0.0
            action = "MoveAhead" if went > 0.0 else "MoveBack"
            if not self._step(action, moveMagnitude=abs(went)):
                went, hit = 0.0, True
        self.struck += hit
        return went, turned, hit

    def look(self) -> Sight:
        """What is to be seen now."""
        self._frame = frame = self._robot.observe()
        self.base = frame.robot.base
        return Sight(frame.rgb, frame.depth, frame.robot.base, frame.oracle)

    def close(self) -> None:
        """End the simulator."""
        self._robot.close()

    def _step(self, action: str, **arguments: Any) -> bool:
        event = self._robot.controller.step(action, renderImage=False, **arguments)
        if event is None:
            raise RobotError("robot-sim: the simulator does not answer")
        return bool(event.metadata["lastActionSuccess"])
