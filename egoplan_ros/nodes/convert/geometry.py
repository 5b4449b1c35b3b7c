# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Poses and points."""

from geometry_msgs.msg import Point, Quaternion, Transform, Vector3
from geometry_msgs.msg import Pose as PoseMsg
from geometry_msgs.msg import Pose2D as Pose2DMsg

from egoplan_ros.world.geometry import Pose, Pose2D, flat
from egoplan_ros.world.geometry import Vector3 as Triple
from egoplan_ros.world.transforms import flattened


def to_point(place: Triple) -> Point:
    """A point in metres."""
    x, y, z = map(float, place)
    return Point(x=x, y=y, z=z)


def to_vector(values: Triple) -> Vector3:
    """A vector."""
    x, y, z = map(float, values)
    return Vector3(x=x, y=y, z=z)


def from_xyz(message: Point | Vector3) -> Triple:
    """Three floats of a point or vector."""
    return (message.x, message.y, message.z)


def to_pose(pose: Pose) -> PoseMsg:
    """A pose in space."""
    x, y, z, w = map(float, pose.orientation)
    return PoseMsg(position=to_point(pose.position), orientation=Quaternion(x=x, y=y, z=z, w=w))


def from_pose(message: PoseMsg) -> Pose:
    """A pose in space."""
    turn = message.orientation
    return Pose(from_xyz(message.position), (turn.x, turn.y, turn.z, turn.w))


def to_pose2d(pose: Pose2D) -> Pose2DMsg:
    """A planar pose."""
    return Pose2DMsg(x=float(pose.x), y=float(pose.y), theta=float(pose.yaw))


def from_pose2d(message: Pose2DMsg) -> Pose2D:
    """A planar pose."""
    return Pose2D(message.x, message.y, message.theta)


def to_floor(pose: Pose2D) -> PoseMsg:
    """A planar pose on the floor."""
    return to_pose(flat(pose))


def from_floor(message: PoseMsg) -> Pose2D:
    """The planar part of a pose."""
    return Pose2D(*flattened(from_pose(message)))


def to_transform(pose: Pose) -> Transform:
    """A pose as the transform from child to parent."""
    x, y, z, w = map(float, pose.orientation)
    return Transform(translation=to_vector(pose.position), rotation=Quaternion(x=x, y=y, z=z, w=w))
