"""The robot's camera: a simulator of its own, so that the base drives on while it looks."""

from dataclasses import dataclass
from math import degrees

import numpy as np
import numpy.typing as npt

from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.geometry import Pose2D, compose2d


@dataclass(frozen=True, slots=True)
class Sight:
    """What a camera would see, without its errors.

    Attributes:
        rgb: uint8 ``(h, w, 3)``. depth: float32 ``(h, w)``, metres.
    """

    rgb: npt.NDArray[np.uint8]
    depth: npt.NDArray[np.float32]


class Eyes:
    """Looks from wherever the base is.

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
        self.height = robot.reset().robot.camera_height
        self._ground = robot.controller.last_event.metadata["agent"]["position"]["y"]

    def look(self, base: Pose2D) -> Sight:
        """What is to be seen from a pose of the base in map."""
        camera = compose2d(base, self._mount)
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
        frame = self._robot.observe()
        return Sight(frame.rgb, frame.depth)

    def close(self) -> None:
        """End the simulator."""
        self._robot.close()
