# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Primitives, their results and the robot's state."""

from math import isfinite

from egoplan_ros.msg import Primitive as PrimitiveMsg
from egoplan_ros.msg import PrimitiveResult as PrimitiveResultMsg
from egoplan_ros.msg import RobotState as RobotStateMsg
from egoplan_ros.nodes.convert.geometry import from_pose, from_pose2d, to_pose, to_pose2d
from egoplan_ros.nodes.convert.named import named
from egoplan_ros.nodes.convert.stamps import from_time, header, to_time
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult


def to_primitive(primitive: Primitive) -> PrimitiveMsg:
    """A robot command."""
    x, y = primitive.point or (0.0, 0.0)
    return PrimitiveMsg(
        kind=str(primitive.kind),
        magnitude=float(primitive.magnitude),
        has_point=primitive.point is not None,
        x=float(x),
        y=float(y),
        object_id=primitive.object_id,
        object_type=primitive.object_type,
    )


def from_primitive(message: PrimitiveMsg) -> Primitive:
    """A robot command.

    Raises:
        InputError: unknown kind; a number that is not finite; to open by less than nothing or more
            than all.
    """
    kind = named(PrimitiveKind, message.kind, "primitive: kind")
    point = (message.x, message.y) if message.has_point else None
    for name, value in zip(
        ("magnitude", "x", "y"), (message.magnitude, *(point or ())), strict=False
    ):
        if not isfinite(value):
            raise InputError(f"primitive: {name} of {kind} is {value}; give a finite number")
    if kind is PrimitiveKind.OPEN and not 0.0 <= message.magnitude <= 1.0:
        raise InputError(
            f"primitive: magnitude of {kind} is {message.magnitude:g}; give the share of its full "
            "travel, from 0 (all the way) to 1"
        )
    return Primitive(kind, message.magnitude, point, message.object_id, message.object_type)


def to_error(text: str) -> ErrorCode:
    """An error code; texts that are none become OTHER."""
    try:
        return ErrorCode(text)
    except ValueError:
        return ErrorCode.OTHER


def to_primitive_result(result: PrimitiveResult) -> PrimitiveResultMsg:
    """The outcome of a command."""
    return PrimitiveResultMsg(
        primitive=to_primitive(result.primitive),
        success=result.success,
        error=str(result.error),
        message=result.message,
        stamp=to_time(result.stamp),
    )


def from_primitive_result(message: PrimitiveResultMsg) -> PrimitiveResult:
    """The outcome of a command.

    Raises:
        InputError: unknown kind of primitive.
    """
    return PrimitiveResult(
        from_primitive(message.primitive),
        message.success,
        to_error(message.error),
        message.message,
        from_time(message.stamp),
    )


def to_robot_state(state: RobotState, camera: Pose | None = None) -> RobotStateMsg:
    """Proprioception; ``camera`` is the optical frame in map."""
    message = RobotStateMsg(
        header=header(state.stamp),
        step=state.step,
        episode=max(state.episode, 0),
        base=to_pose2d(state.base),
        camera=to_pose(camera or Pose()),
        camera_pitch=float(state.camera_pitch),
        camera_height=float(state.camera_height),
        holding=bool(state.holding),
        radius=float(state.radius),
        holonomic=bool(state.holonomic),
        stride=float(state.stride),
        uncorrected=float(state.uncorrected),
        has_odometry=state.odometry is not None,
        has_last=state.last is not None,
    )
    if state.odometry is not None:
        message.odometry = to_pose2d(state.odometry)
    if state.last is not None:
        message.last = to_primitive_result(state.last)
    return message


def from_robot_state(message: RobotStateMsg) -> tuple[RobotState, Pose]:
    """Proprioception and the optical frame in map.

    Raises:
        InputError: unknown kind of primitive.
    """
    state = RobotState(
        stamp=from_time(message.header.stamp),
        step=message.step,
        episode=message.episode,
        base=from_pose2d(message.base),
        camera_pitch=message.camera_pitch,
        camera_height=message.camera_height,
        holding=message.holding,
        last=from_primitive_result(message.last) if message.has_last else None,
        radius=message.radius,
        holonomic=message.holonomic,
        stride=message.stride,
        odometry=from_pose2d(message.odometry) if message.has_odometry else None,
        uncorrected=message.uncorrected,
    )
    return state, from_pose(message.camera)
