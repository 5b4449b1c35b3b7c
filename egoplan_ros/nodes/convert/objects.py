# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The world model: objects, frontiers, occupancy."""

from array import array

import numpy as np
from geometry_msgs.msg import Pose as PoseMsg
from nav_msgs.msg import OccupancyGrid as OccupancyGridMsg

from egoplan_ros.msg import Belief as BeliefMsg
from egoplan_ros.msg import Frontier as FrontierMsg
from egoplan_ros.msg import ObjectArray
from egoplan_ros.msg import ObjectInstance as ObjectInstanceMsg
from egoplan_ros.nodes.convert.geometry import (
    from_floor,
    from_xyz,
    to_floor,
    to_point,
    to_vector,
)
from egoplan_ros.nodes.convert.robot import from_robot_state, to_robot_state
from egoplan_ros.nodes.convert.stamps import from_time, header, to_time
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance, Source, View
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.state import Frontier, WorldState


def to_object(item: ObjectInstance) -> ObjectInstanceMsg:
    """One row of the object memory."""
    message = ObjectInstanceMsg(
        id=item.id,
        type=item.type,
        center=to_point(item.center),
        size=to_vector(item.size),
        confidence=float(item.confidence),
        candidates=[name for name, _ in item.candidates],
        candidate_probabilities=[float(p) for _, p in item.candidates],
        doubtful=bool(item.doubtful),
        states=[
            BeliefMsg(
                state=name,
                probability=float(belief.probability),
                source=str(belief.source),
                stamp=to_time(belief.stamp),
            )
            for name, belief in item.states.items()
        ],
        parent=item.parent or "",
        held=bool(item.held),
        inspected=bool(item.inspected),
        first_seen=to_time(item.first_seen),
        last_seen=to_time(item.last_seen),
        seen_from=[to_floor(pose) for pose in item.seen_from],
        unreachable=int(item.unreachable),
        openness=float(item.openness),
    )
    if item.closed_box is not None:
        message.was_closed = True
        message.closed_center = to_point(item.closed_box[0])
        message.closed_size = to_vector(item.closed_box[1])
    if item.view is not None:
        message.in_view = True
        message.view_x, message.view_y = map(float, item.view.point)
        message.view_pixels = int(item.view.pixels)
        message.view_distance = float(item.view.distance)
        message.view_planar = float(item.view.planar)
    return message


def from_object(message: ObjectInstanceMsg) -> ObjectInstance:
    """One row of the object memory.

    Raises:
        InputError: a belief of unknown source.
    """
    view = None
    if message.in_view:
        point = (message.view_x, message.view_y)
        view = View(point, message.view_pixels, message.view_distance, message.view_planar)
    closed = None
    if message.was_closed:
        closed = (from_xyz(message.closed_center), from_xyz(message.closed_size))
    return ObjectInstance(
        id=message.id,
        type=message.type,
        center=from_xyz(message.center),
        size=from_xyz(message.size),
        confidence=message.confidence,
        candidates=tuple(zip(message.candidates, message.candidate_probabilities, strict=False)),
        doubtful=message.doubtful,
        states={belief.state: _from_belief(belief) for belief in message.states},
        parent=message.parent or None,
        held=message.held,
        inspected=message.inspected,
        view=view,
        first_seen=from_time(message.first_seen),
        last_seen=from_time(message.last_seen),
        closed_box=closed,
        seen_from=tuple(from_floor(pose) for pose in message.seen_from),
        unreachable=message.unreachable,
        openness=message.openness,
    )


def _from_belief(message: BeliefMsg) -> Belief:
    try:
        source = Source(message.source)
    except ValueError:
        raise InputError(
            f"belief {message.state}: source {message.source!r} is unknown; "
            f"use one of {', '.join(Source)}"
        ) from None
    return Belief(message.probability, source, from_time(message.stamp))


def to_objects(world: WorldState) -> ObjectArray:
    """The world model without its grid."""
    return ObjectArray(
        header=header(world.stamp),
        version=world.version,
        robot=to_robot_state(world.robot),
        objects=[to_object(item) for item in world.objects.values()],
        frontiers=[
            FrontierMsg(
                id=item.id,
                pose=to_floor(Pose2D(item.x, item.y, item.yaw)),
                gain=float(item.gain),
            )
            for item in world.frontiers
        ],
        explored=sorted(world.explored),
    )


def from_objects(message: ObjectArray, grid: OccupancyGrid) -> WorldState:
    """The world model, with its grid.

    Raises:
        InputError: a value that is not in the vocabulary.
    """
    robot, _ = from_robot_state(message.robot)
    return WorldState(
        stamp=from_time(message.header.stamp),
        robot=robot,
        objects={item.id: from_object(item) for item in message.objects},
        grid=grid,
        frontiers=tuple(
            Frontier(item.id, base.x, base.y, base.yaw, item.gain)
            for item in message.frontiers
            for base in (from_floor(item.pose),)
        ),
        explored=frozenset(message.explored),
        version=message.version,
    )


def to_grid(grid: OccupancyGrid, stamp: float) -> OccupancyGridMsg:
    """The occupancy of the floor."""
    message = OccupancyGridMsg(header=header(stamp))
    info = message.info
    info.map_load_time = message.header.stamp
    info.resolution = float(grid.resolution)
    info.height, info.width = grid.data.shape
    info.origin = PoseMsg()
    info.origin.position.x, info.origin.position.y = map(float, grid.origin)
    message.data = array("b", grid.data.astype(np.int8, copy=False).tobytes())
    return message


def from_grid(message: OccupancyGridMsg) -> OccupancyGrid:
    """The occupancy of the floor; the message's float32 resolution is rounded to a micrometre.

    Raises:
        InputError: data that does not fit the size.
    """
    info = message.info
    if len(message.data) != info.height * info.width:
        raise InputError(
            f"map: {info.width}x{info.height} cells need as many values, got {len(message.data)}"
        )
    data = np.frombuffer(message.data, dtype=np.int8).reshape(info.height, info.width)
    origin = (info.origin.position.x, info.origin.position.y)
    return OccupancyGrid(data, round(info.resolution, 6), origin)
