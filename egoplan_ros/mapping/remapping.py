# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The map made anew from its latest frames, when map -> odom tells that they were elsewhere."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.alignment import Alignment
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.keyframes import Keyframe, Keyframes
from egoplan_ros.mapping.voxel_map import VoxelMap, frame_points
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose, Pose2D, compose, flat, inverse

_FELT_WITHIN = 1.5
"""Metres about where the robot was: what it felt of the floor there, it felt then."""
Cells = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Moves:
    """What a correction moves things by, by when they were seen, or by where.

    Attributes:
        stamps: of the frames, ascending, seconds.
        motions: of what was seen in each. before: of what was seen before all of them.
        places: ``(n, 2)`` where the robot was, as the map had it, metres.
    """

    stamps: npt.NDArray[np.float64]
    motions: list[Pose]
    before: Pose
    places: npt.NDArray[np.float64]

    def at(self, stamp: float) -> Pose:
        """Motion of what was seen last at a time in seconds."""
        index = int(np.searchsorted(self.stamps, stamp, side="right")) - 1
        return self.motions[index] if index >= 0 else self.before

    def cells(self, cells: Cells, size: float) -> Cells:
        """Cells ``(n, 2)`` (column, row) of the floor, with an edge in metres, moved."""
        if not len(cells):
            return cells
        centres = np.zeros((len(cells), 3))
        centres[:, :2] = (cells + 0.5) * size
        away = ((centres[:, None, :2] - self.places[None]) ** 2).sum(axis=2)
        owner = np.where(away.min(axis=1) < _FELT_WITHIN**2, away.argmin(axis=1), -1)
        for index in np.unique(owner).tolist():
            motion = self.before if index < 0 else self.motions[index]
            centres[owner == index] = motion.apply(centres[owner == index])
        return np.floor(centres[:, :2] / size).astype(np.int64)


class Remapping:
    """Keeps the latest frames, and a map of those before them, which is settled.

    Nothing is kept of a robot whose state tells no odometry.
    """

    def __init__(self, config: MappingConfig, voxels: VoxelMap, alignment: Alignment) -> None:
        """``voxels`` and ``alignment``: what is made anew."""
        self.config, self.voxels, self.alignment = config, voxels, alignment
        self.clear()

    def clear(self) -> None:
        """Forget all frames."""
        self._frames = Keyframes()
        self._settled: tuple[VoxelMap, Alignment] | None = None

    def follow(self, robot: RobotState) -> Moves | None:
        """Take a new frame's state before the frame is mapped; what is to be moved, if anything."""
        if robot.odometry is None:
            return None
        if self._settled is None:
            voxels, alignment = VoxelMap(self.config), Alignment(self.config.thresholds)
            voxels.from_arrays(self.voxels.to_arrays())
            alignment.from_arrays(self.alignment.to_arrays())
            self._settled = voxels, alignment
        return self._anew(self._settled, robot) if self._frames.correct(robot) else None

    def keep(
        self,
        frame: RgbdFrame,
        depth: npt.NDArray[np.float32],
        aligned: Pose,
        classes: npt.NDArray[np.int16],
    ) -> None:
        """Keep a frame that was mapped; arguments as of :meth:`Keyframes.add`."""
        if frame.robot.odometry is None or self._settled is None:
            return
        oldest = self._frames.add(frame, depth, aligned, classes)
        if oldest is not None:
            self._map(oldest, *self._settled, frame.robot)

    def _anew(self, settled: tuple[VoxelMap, Alignment], robot: RobotState) -> Moves:
        frames, (voxels, alignment) = self._frames, settled
        before, frames.before = frames.before, Pose2D()
        if before != Pose2D():
            voxels.move(before)
            alignment.clear()
        for name in self.voxels.classes:
            voxels.class_index(name)
        self.voxels.from_arrays(voxels.to_arrays())
        self.alignment.from_arrays(alignment.to_arrays())
        places = np.array([(item.mapped.x, item.mapped.y) for item in frames.kept])
        motions = []
        for item in frames.kept:
            was = item.aligned
            item.aligned = self._map(item, self.voxels, self.alignment, robot)
            item.mapped = item.base
            motions.append(compose(item.aligned, inverse(was)))
        stamps = np.array([item.stamp for item in frames.kept])
        return Moves(stamps, motions, flat(before), places)

    def _map(
        self, item: Keyframe, voxels: VoxelMap, alignment: Alignment, robot: RobotState
    ) -> Pose:
        """Map a frame; the pose that it was mapped with."""
        frame = item.frame(robot)
        if self.config.align:
            frame = alignment.correct(frame)
        points, good = frame_points(frame, self.config)
        for name in self.voxels.classes:
            voxels.class_index(name)
        voxels.integrate(points, good, item.classes, frame.camera_pose.position)
        return frame.camera_pose
