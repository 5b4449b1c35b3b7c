# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The tree of frames (REP 105): map - odom - base_link - camera_link - optical frame."""

from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry

from egoplan_ros.nodes.convert.geometry import to_pose, to_transform
from egoplan_ros.nodes.convert.stamps import BASE, CAMERA, MAP, ODOM, OPTICAL, header
from egoplan_ros.world.geometry import (
    OPTICAL_ROTATION,
    Pose,
    Pose2D,
    compose,
    conjugate,
    flat,
    inverse,
    multiply,
)


def camera_link(optical: Pose) -> Pose:
    """Pose of camera_link (x forward) from that of the optical frame (z forward)."""
    return Pose(optical.position, multiply(optical.orientation, conjugate(OPTICAL_ROTATION)))


def moving(base: Pose2D, optical: Pose, stamp: float) -> list[TransformStamped]:
    """Transforms that change: simulated odometry does not drift, so odom is map."""
    return [
        transform(MAP, ODOM, Pose(), stamp),
        transform(ODOM, BASE, flat(base), stamp),
        transform(BASE, CAMERA, compose(inverse(flat(base)), camera_link(optical)), stamp),
    ]


def fixed(stamp: float) -> list[TransformStamped]:
    """The transform that never changes."""
    return [transform(CAMERA, OPTICAL, Pose((0.0, 0.0, 0.0), OPTICAL_ROTATION), stamp)]


def odometry(base: Pose2D, stamp: float) -> Odometry:
    """Where the base is; it stands when a frame is taken."""
    message = Odometry(header=header(stamp, ODOM), child_frame_id=BASE)
    message.pose.pose = to_pose(flat(base))
    return message


def transform(parent: str, child: str, pose: Pose, stamp: float) -> TransformStamped:
    """Pose of a frame in another one at a time in seconds."""
    return TransformStamped(
        header=header(stamp, parent), child_frame_id=child, transform=to_transform(pose)
    )
