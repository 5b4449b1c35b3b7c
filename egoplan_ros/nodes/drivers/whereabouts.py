# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a robot's base and camera are in map: by TF (REP 105), else by odometry and parameters."""

from collections.abc import Mapping
from math import asin
from typing import Any

import numpy as np

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.robots.trail import Trail
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import (
    Pose,
    Pose2D,
    apart,
    camera_optical_pose,
    compose,
    compose2d,
    flat,
    inverse2d,
    path,
)
from egoplan_ros.world.transforms import TransformTree, flattened

AUTO, TF, WITHOUT = "auto", "tf", "parameters"
SOURCES = (AUTO, TF, WITHOUT)
"""What ``base.pose`` and ``base.camera`` may be."""
_NOTICED = 1e-4
"""Metres, radians: what map -> odom differs by for rounding is no correction."""


class Whereabouts:
    """Looks up poses at an image's stamp.

    What TF does not know is taken from odometry, as the pose in map, and from the parameters of
    the camera; what is taken from there is told.
    """

    def __init__(self, node: ManagedNode, tree: TransformTree, settings: Mapping[str, Any]) -> None:
        """``settings``: the parameters ``base.*`` of robot_bridge."""
        self._node, self._tree, self._settings = node, tree, settings
        self._map, self._base = settings["map_frame"], settings["base_frame"]
        self._topic = node.resolve_topic_name("/tf")
        self._corrected = Pose2D()
        self._before: Pose2D | None = None
        self._uncorrected = 0.0

    def at(
        self,
        stamp: float,
        camera_frame: str,
        trail: Trail,
        pitch: float,
        odometry: str,
        leapt: Pose2D | None = None,
    ) -> tuple[RobotState, Pose]:
        """The robot's state, and the pose of the camera's optical frame in map.

        Args:
            stamp: seconds. camera_frame: of the image.
            trail: odometry lately. pitch: that the camera was tilted to, radians.
            odometry: name of its topic.
            leapt: the frame of odometry as it is now in what it would be without its leaps.

        Raises:
            InputError: neither is known of that time.
        """
        stale = self._settings["stale"]
        located = self._by_tf(self._map, self._base, "pose")
        found = trail.at(stamp, stale)
        if located:
            whole = self._tree.lookup(self._map, self._base, stamp, stale)
            base = Pose2D(*flattened(whole))
        else:
            # A base that turns is elsewhere by the time its image has come.
            if found is None:
                raise InputError(
                    f"no odometry within {stale:g} s of the image's stamp on {odometry}; check the "
                    "base's driver, and the clocks of base and camera"
                )
            base = found
            whole = flat(base)
        if camera_frame and self._by_tf(self._base, camera_frame, "camera"):
            mounted = self._tree.lookup(self._base, camera_frame, stamp, stale)
            optical = compose(whole, mounted)
            ahead = optical.apply(np.array([0.0, 0.0, 1.0])) - np.asarray(optical.position)
            pitch, height = -asin(float(np.clip(ahead[2], -1.0, 1.0))), optical.position[2]
        else:
            height = self._settings["camera_height"]
            optical = camera_optical_pose(base, height, pitch, self._settings["camera_forward"])
        drifting = self._drifting(base, found, stamp, leapt or Pose2D())
        way = self._uncorrected
        state = RobotState(
            stamp, 0, 0, base, pitch, height, odometry=drifting, uncorrected=way
        )  # fmt: skip
        return state, optical

    def _drifting(
        self, base: Pose2D, odometry: Pose2D | None, stamp: float, leapt: Pose2D
    ) -> Pose2D | None:
        """The base in the frame of odometry; follows the way driven since map -> odom changed.

        By TF, where the base's parent is not map itself: what ``odometry`` tells is of other
        moments than its transform. That its frame leapt is no correction of where the base is.
        """
        parent = self._tree.parents().get(self._base, self._map)
        if self._settings["pose"] != WITHOUT and parent != self._map:
            odometry = base
            if self._tree.knows(self._map, parent):
                found = self._tree.lookup(self._map, parent, stamp, self._settings["stale"])
                odometry = compose2d(leapt, compose2d(inverse2d(Pose2D(*flattened(found))), base))
        if odometry is None:
            return None
        corrected = compose2d(base, inverse2d(odometry))
        if self._before is not None:
            self._uncorrected += path(self._before, odometry)
        far, wide = apart(compose2d(corrected, odometry), compose2d(self._corrected, odometry))
        if far > _NOTICED or wide > _NOTICED:
            self._uncorrected = 0.0
        self._before, self._corrected = odometry, corrected
        return odometry

    def _by_tf(self, target: str, source: str, what: str) -> bool:
        """Whether TF is to be asked; what it is not asked for is told."""
        way = self._settings[what]
        if way == WITHOUT:
            return False
        if self._tree.knows(target, source):
            self._node.monitor.clear(f"tf {what}")
            return True
        if way == TF:
            raise InputError(
                f"no transform from {target} to {source} on {self._topic}; start what publishes "
                f"it, or set base.{what} to {AUTO}"
            )
        instead = (
            "odometry is taken as the pose in map, and drifts with it"
            if what == "pose"
            else "base.camera_height, camera_forward and camera_pitch are taken"
        )
        self._node.caution(
            f"tf {what}", f"no transform from {target} to {source} on {self._topic}; {instead}"
        )
        return False
