# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The robot's camera: a simulator of its own, so that the base drives on while it looks."""

from dataclasses import dataclass
from math import degrees
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.robots.stand_in.person import action_for
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose2D, compose2d
from egoplan_ros.world.primitive import Primitive, PrimitiveResult


@dataclass(frozen=True, slots=True)
class Sight:
    """What a camera would see, without its errors.

    Attributes:
        rgb: uint8 ``(h, w, 3)``. depth: float32 ``(h, w)``, metres.
        things: what is truly there to be seen; None where nobody asks.
    """

    rgb: npt.NDArray[np.uint8]
    depth: npt.NDArray[np.float32]
    things: Detections | None = None


class Eyes:
    """Looks from wherever the base is; the hand, if there is one, is of the same simulator.

    Attributes:
        height: of the camera, metres.
    """

    def __init__(self, robot: ThorRobot, mount: Pose2D, pitch: float) -> None:
        """Begin.

        Args:
            robot: not yet reset, in the same scene and arrangement as the body.
            mount: of the camera on the base: metres ahead and to the left, radians to the left.
            pitch: radians, positive down.
        """
        self._robot, self._mount, self._pitch = robot, mount, pitch
        self._lock = Lock()
        self.height = robot.reset().robot.camera_height
        self._ground = robot.controller.last_event.metadata["agent"]["position"]["y"]

    def look(self, base: Pose2D) -> Sight:
        """What is to be seen from a pose of the base in map."""
        camera = compose2d(base, self._mount)
        with self._lock:
            frame = self._look(camera)
        return Sight(frame.rgb, frame.depth, frame.oracle)

    def manipulate(self, primitive: Primitive) -> PrimitiveResult:
        """What came of a primitive of the hand, aimed at a point of the latest picture."""
        with self._lock:
            last = self._robot.execute(primitive).robot.last
        assert last is not None
        return last

    def help(self, request: str) -> bool:
        """Have a person do what the robot asks for; whether that was done."""
        with self._lock:
            metadata = self._robot.controller.last_event.metadata
            held = [item["objectId"] for item in metadata["inventoryObjects"]]
            action = action_for(request, metadata["objects"], held[0] if held else None)
            if action is None:
                return False
            event = self._robot.controller.step(**action)
            return bool(event.metadata["lastActionSuccess"])

    def truth(self) -> dict[str, Any]:
        """As :meth:`ThorRobot.truth`."""
        with self._lock:
            return self._robot.truth()

    def _look(self, camera: Pose2D) -> RgbdFrame:
        self._robot.controller.step(
            "TeleportFull",
            x=-camera.y,
            y=self._ground,
            z=camera.x,
            rotation={"x": 0.0, "y": -degrees(camera.yaw), "z": 0.0},
            horizon=degrees(self._pitch),
            standing=True,
            forceAction=True,
            renderImage=False,
        )
        return self._robot.observe()

    def close(self) -> None:
        """End the simulator."""
        self._robot.close()
