# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Poses and rotations in the ``map`` frame (REP 103: x forward, y left, z up; metres, radians)."""

from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sin

import numpy as np
import numpy.typing as npt

Vector3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
FloatArray = npt.NDArray[np.floating]
Box = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]

_TURNED = cos(pi / 36.0)


def wrap_angle(angle: float) -> float:
    """The same angle in (-pi, pi]."""
    wrapped = (angle + pi) % (2.0 * pi) - pi
    return pi if wrapped == -pi else wrapped


@dataclass(frozen=True, slots=True)
class Pose2D:
    """A planar pose: position in metres, yaw in radians counter-clockwise from +x."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0

    def distance_to(self, x: float, y: float) -> float:
        """Planar distance in metres."""
        return hypot(x - self.x, y - self.y)

    def bearing_to(self, x: float, y: float) -> float:
        """Signed angle in radians from the heading to the point, in (-pi, pi]."""
        return wrap_angle(atan2(y - self.y, x - self.x) - self.yaw)


@dataclass(frozen=True, slots=True)
class Pose:
    """A rigid transform: position in metres, unit quaternion ``(x, y, z, w)`` as in REP 103."""

    position: Vector3 = (0.0, 0.0, 0.0)
    orientation: Quaternion = field(default=(0.0, 0.0, 0.0, 1.0))

    def matrix(self) -> npt.NDArray[np.float64]:
        """The 4x4 homogeneous matrix that maps child coordinates to parent coordinates."""
        matrix = np.eye(4)
        matrix[:3, :3] = rotation_matrix(self.orientation)
        matrix[:3, 3] = self.position
        return matrix

    def apply(self, points: FloatArray) -> npt.NDArray[np.float64]:
        """Map points of shape ``(..., 3)`` from the child frame to the parent frame."""
        turned = np.asarray(points, dtype=np.float64) @ rotation_matrix(self.orientation).T
        return np.asarray(turned + np.asarray(self.position))

    def inverse_apply(self, points: FloatArray) -> npt.NDArray[np.float64]:
        """Map points of shape ``(..., 3)`` from the parent frame to the child frame."""
        moved = np.asarray(points, dtype=np.float64) - np.asarray(self.position)
        return np.asarray(moved @ rotation_matrix(self.orientation))


def rotation_matrix(quaternion: Quaternion) -> npt.NDArray[np.float64]:
    """The 3x3 rotation matrix of a unit quaternion ``(x, y, z, w)``."""
    x, y, z, w = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def multiply(left: Quaternion, right: Quaternion) -> Quaternion:
    """Hamilton product: the rotation ``right`` followed by ``left``."""
    lx, ly, lz, lw = left
    rx, ry, rz, rw = right
    return (
        lw * rx + lx * rw + ly * rz - lz * ry,
        lw * ry - lx * rz + ly * rw + lz * rx,
        lw * rz + lx * ry - ly * rx + lz * rw,
        lw * rw - lx * rx - ly * ry - lz * rz,
    )


def yaw_quaternion(yaw: float) -> Quaternion:
    """Rotation about +z by ``yaw`` radians."""
    return (0.0, 0.0, sin(yaw / 2.0), cos(yaw / 2.0))


def pitch_quaternion(pitch: float) -> Quaternion:
    """Rotation about +y by ``pitch`` radians; positive turns +x downwards."""
    return (0.0, sin(pitch / 2.0), 0.0, cos(pitch / 2.0))


# camera_link (x forward, y left, z up) -> camera_color_optical_frame (x right, y down, z forward).
OPTICAL_ROTATION: Quaternion = (-0.5, 0.5, -0.5, 0.5)


def compose(parent: Pose, child: Pose) -> Pose:
    """The pose ``parent * child``."""
    position = parent.apply(np.asarray(child.position, dtype=np.float64))
    return Pose(
        (float(position[0]), float(position[1]), float(position[2])),
        multiply(parent.orientation, child.orientation),
    )


def inverse(pose: Pose) -> Pose:
    """The parent in the child's frame."""
    x, y, z = pose.inverse_apply(np.zeros(3)).tolist()
    return Pose((x, y, z), conjugate(pose.orientation))


def conjugate(turn: Quaternion) -> Quaternion:
    """The inverse of a unit quaternion."""
    x, y, z, w = turn
    return (-x, -y, -z, w)


def flat(pose: Pose2D) -> Pose:
    """A planar pose on the floor."""
    return Pose((pose.x, pose.y, 0.0), yaw_quaternion(pose.yaw))


def compose2d(parent: Pose2D, child: Pose2D) -> Pose2D:
    """The planar pose ``parent * child``."""
    c, s = cos(parent.yaw), sin(parent.yaw)
    return Pose2D(
        parent.x + c * child.x - s * child.y,
        parent.y + s * child.x + c * child.y,
        wrap_angle(parent.yaw + child.yaw),
    )


def inverse2d(pose: Pose2D) -> Pose2D:
    """The parent in the child's frame."""
    c, s = cos(pose.yaw), sin(pose.yaw)
    return Pose2D(-c * pose.x - s * pose.y, s * pose.x - c * pose.y, wrap_angle(-pose.yaw))


def apart(one: Pose2D, other: Pose2D) -> tuple[float, float]:
    """Metres and radians between two planar poses."""
    return one.distance_to(other.x, other.y), abs(wrap_angle(one.yaw - other.yaw))


def path(one: Pose2D, other: Pose2D) -> float:
    """Metres of way between two planar poses, a turn of four radians counted as one metre."""
    far, wide = apart(one, other)
    return far + 0.25 * wide


def camera_optical_pose(base: Pose2D, height: float, pitch: float, forward: float = 0.0) -> Pose:
    """Pose of the optical frame in ``map`` for a base pose and a tilting camera.

    Args:
        base: base_link in map.
        height: camera height above the floor in metres.
        pitch: radians, positive looks down.
        forward: camera offset along base x in metres.
    """
    x = base.x + forward * cos(base.yaw)
    y = base.y + forward * sin(base.yaw)
    link = multiply(yaw_quaternion(base.yaw), pitch_quaternion(pitch))
    return Pose((x, y, height), multiply(link, OPTICAL_ROTATION))


def moved_box(pose: Pose, box: Box) -> Box:
    """The axis-aligned box (opposite corners, metres) about a box that was moved.

    A turn of a few degrees leaves its size as it is: what was seen tells it no finer.
    """
    half = 0.5 * (box[1] - box[0])
    turn = np.abs(rotation_matrix(pose.orientation))
    if turn[0, 0] < _TURNED:
        half = turn @ half
    center = pose.apply(0.5 * (box[0] + box[1]))
    return center - half, center + half


def crossed_boxes(
    eye: npt.NDArray[np.float64],
    target: npt.NDArray[np.float64],
    lows: npt.NDArray[np.float64],
    highs: npt.NDArray[np.float64],
) -> npt.NDArray[np.bool_]:
    """Which axis-aligned boxes a line of sight crosses before its last 5 cm.

    Slab test (Kay and Kajiya 1986).

    Args:
        eye: ``(3,)`` where it begins; boxes around it do not count.
        target: ``(..., 3)`` where it ends.
        lows, highs: ``(..., 3)`` opposite corners.
    """
    delta = target - eye
    length = np.linalg.norm(delta, axis=-1)
    delta = np.where(np.abs(delta) < 1e-9, 1e-9, delta)
    first, second = (lows - eye) / delta, (highs - eye) / delta
    enter = np.minimum(first, second).max(axis=-1)
    leave = np.maximum(first, second).min(axis=-1)
    last = 1.0 - 0.05 / np.maximum(length, 0.05)
    return np.asarray((enter < leave) & (enter > 0.0) & (enter < last))
