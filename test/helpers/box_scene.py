# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A tiny ray-caster for scenes of boxes, so that the rooms can be tested without a simulator."""

from dataclasses import dataclass, field, replace
from math import radians

import numpy as np

from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose, rotation_matrix
from egoplan_ros.world.primitive import (
    ErrorCode,
    Primitive,
    PrimitiveKind,
    PrimitiveResult,
)


@dataclass
class Block:
    """An axis-aligned box; type "" is structure."""

    type: str
    center: tuple[float, float, float]
    size: tuple[float, float, float]
    states: dict[str, float] = field(default_factory=dict)
    group: str = ""  # blocks of one group share a label


class Scene:
    """Boxes, a robot, and frames of what it sees."""

    def __init__(self, blocks: list[Block], width: int = 200, fov: float = 75.0) -> None:
        self.blocks = blocks
        self.camera = Camera.from_vertical_fov(width, width, radians(fov))
        self.base = Pose2D()
        self.pitch = radians(25.0)
        self.height = 1.5
        self.stamp = 0.0
        self.step = 0
        self.episode = 1
        self.holding = False
        self.last: PrimitiveResult | None = None
        self.held: Block | None = None

    def at(self, x: float, y: float, yaw_deg: float, pitch_deg: float = 25.0) -> "Scene":
        self.base = Pose2D(x, y, radians(yaw_deg))
        self.pitch = radians(pitch_deg)
        return self

    def do(
        self,
        kind: PrimitiveKind,
        object_id: str = "",
        object_type: str = "",
        success: bool = True,
        error: ErrorCode = ErrorCode.NONE,
        point: tuple[float, float] | None = None,
        magnitude: float = 0.0,
        message: str = "",
    ) -> "Scene":
        """Report a primitive with the next frame (the caller changes the scene)."""
        primitive = Primitive(kind, magnitude, point, object_id, object_type)
        self.step += 1
        self.last = PrimitiveResult(primitive, success, error, message, self.stamp + 0.05)
        return self

    def find(self, kind: str) -> Block:
        return next(block for block in self.blocks if block.type == kind)

    def frame(self, min_pixels: int = 6) -> RgbdFrame:
        self.stamp = round(self.stamp + 0.1, 6)
        pose = camera_optical_pose(self.base, self.height, self.pitch)
        rays = self.camera.rays().reshape(-1, 3).astype(np.float64)
        directions = rays @ rotation_matrix(pose.orientation).T
        blocks = list(self.blocks)
        if self.held is not None:
            place = pose.apply(np.array([0.0, 0.2, 0.5]))
            blocks.append(replace(self.held, center=tuple(place)))
        depth = np.full(len(rays), np.inf)
        owner = np.full(len(rays), -1)
        origin = np.asarray(pose.position)
        length = np.linalg.norm(directions, axis=1)
        for k, block in enumerate(blocks):
            low = np.array(block.center) - np.array(block.size) / 2
            high = np.array(block.center) + np.array(block.size) / 2
            # Only rays that meet the box's bounding sphere.
            away = np.array(block.center) - origin
            radius, far = np.linalg.norm(high - low) / 2, np.linalg.norm(away)
            limit = np.sqrt(max(far**2 - radius**2, 0.0)) if far > radius else -far
            near = np.flatnonzero(directions @ away >= limit * length)
            with np.errstate(divide="ignore", invalid="ignore"):
                first = (low - origin) / directions[near]
                second = (high - origin) / directions[near]
            enter = np.fmax.reduce(np.fmin(first, second), axis=1)
            leave = np.fmin.reduce(np.fmax(first, second), axis=1)
            hit = (enter <= leave) & (leave > 0.05)
            # From inside a room-sized shell one sees its far side.
            at = np.where(enter > 0.05, enter, leave)
            hit &= at < depth[near]
            depth[near[hit]] = at[hit]
            owner[near[hit]] = k
        shape = (self.camera.height, self.camera.width)
        labels = np.zeros(len(rays), dtype=np.uint16)
        items: list[Detection] = []
        groups: dict[str, int] = {}
        for k, block in enumerate(blocks):
            if block.type:
                key = block.group or f"#{k}"
                labels[owner == k] = groups.setdefault(key, k + 1)
        image = labels.reshape(shape)
        for k, block in enumerate(blocks):
            mask = image == k + 1
            if block.type and mask.sum() >= min_pixels:
                rows, cols = np.nonzero(mask)
                middle = len(rows) // 2
                box = (int(cols.min()), int(rows.min()), int(cols.max()), int(rows.max()))
                point = (int(cols[middle]), int(rows[middle]))
                items.append(Detection(block.type, 1.0, k + 1, box, point, dict(block.states)))
        robot = RobotState(
            stamp=self.stamp,
            step=self.step,
            episode=self.episode,
            base=self.base,
            camera_pitch=self.pitch,
            camera_height=self.height,
            holding=self.holding or self.held is not None,
            last=self.last,
        )
        return RgbdFrame(
            stamp=self.stamp,
            rgb=np.zeros((*shape, 3), dtype=np.uint8),
            depth=depth.reshape(shape).astype(np.float32),
            camera=self.camera,
            camera_pose=pose,
            robot=robot,
            oracle=Detections(self.stamp, image, tuple(items), "oracle"),
        )
