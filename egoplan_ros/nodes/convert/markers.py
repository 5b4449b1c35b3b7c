# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What RViz and Foxglove draw: boxes with labels, frontiers, plans."""

from geometry_msgs.msg import PoseStamped
from nav_msgs.msg import Path
from visualization_msgs.msg import Marker, MarkerArray

from egoplan_ros.nodes.convert.geometry import to_point, to_pose, to_vector
from egoplan_ros.nodes.convert.marker import TEXT, cleared, color, new_marker, text_marker
from egoplan_ros.nodes.convert.stamps import header
from egoplan_ros.perception.overlay import type_color
from egoplan_ros.world.action import Plan
from egoplan_ros.world.geometry import Pose2D, Vector3, flat
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.state import WorldState


def caption(item: ObjectInstance) -> str:
    """Id and believed states of an object, one line."""
    words = [name for name in item.states if item.is_(name)]
    if item.held:
        words.append("held")
    return f"{item.id} [{', '.join(words)}]" if words else item.id


def object_markers(world: WorldState) -> MarkerArray:
    """A labelled box for each object; what is less certain is more transparent."""
    array = cleared(world.stamp)
    for number, item in enumerate(world.objects.values()):
        box = new_marker("objects", number, Marker.CUBE, world.stamp)
        box.pose.position = to_point(item.center)
        width, depth, height = (max(0.01, float(edge)) for edge in item.size)
        box.scale = to_vector((width, depth, height))
        box.color = color(type_color(item.type), 0.2 + 0.4 * float(item.confidence))
        place = (item.center[0], item.center[1], item.top + TEXT)
        array.markers.append(box)
        array.markers.append(text_marker("labels", number, place, caption(item), world.stamp))
    return array


def frontier_markers(world: WorldState) -> MarkerArray:
    """An arrow into the unknown for each frontier; longer where more is to be seen."""
    array = cleared(world.stamp)
    for number, item in enumerate(world.frontiers):
        arrow = new_marker("frontiers", number, Marker.ARROW, world.stamp)
        arrow.pose = to_pose(flat(Pose2D(item.x, item.y, item.yaw)))
        # The floor's own voxels would hide it.
        arrow.pose.position.z = 0.1
        arrow.scale = to_vector((0.2 + 0.1 * min(float(item.gain), 4.0), 0.05, 0.05))
        arrow.color = color((0.2, 0.8, 1.0), 1.0)
        array.markers.append(arrow)
    return array


def plan_places(plan: Plan, world: WorldState) -> list[tuple[str, Vector3]]:
    """(action, place) of the actions whose first placed argument is known; map metres."""
    places: list[tuple[str, Vector3]] = []
    for action in plan.actions:
        for name in reversed(action.args):
            item, frontier = world.objects.get(name), world.frontier(name)
            if item is not None and not item.held:
                places.append((str(action), item.center))
                break
            if frontier is not None:
                places.append((str(action), (frontier.x, frontier.y, 0.0)))
                break
    return places


def plan_path(plan: Plan, world: WorldState) -> Path:
    """The places of a plan's actions in order, from the robot, on the floor."""
    base = world.robot.base
    points = [(base.x, base.y)] + [(place[0], place[1]) for _, place in plan_places(plan, world)]
    stamped = header(world.stamp)
    return Path(
        header=stamped,
        poses=[
            PoseStamped(header=stamped, pose=to_pose(flat(Pose2D(x, y, 0.0)))) for x, y in points
        ],
    )


def plan_markers(plan: Plan, world: WorldState) -> MarkerArray:
    """The numbered actions at their places, and a line along them."""
    array = cleared(world.stamp)
    places = plan_places(plan, world)
    line = new_marker("plan", 0, Marker.LINE_STRIP, world.stamp)
    line.scale.x = 0.03
    line.color = color((1.0, 0.7, 0.1), 1.0)
    line.points = [to_point((world.robot.base.x, world.robot.base.y, 0.05))]
    stacked: dict[Vector3, int] = {}
    for number, (text, place) in enumerate(places, start=1):
        line.points.append(to_point((place[0], place[1], 0.05)))
        above = stacked[place] = stacked.get(place, 0) + 1
        spot = (place[0], place[1], place[2] + 0.3 + above * TEXT)
        array.markers.append(text_marker("actions", number, spot, f"{number}. {text}", world.stamp))
    if places:
        array.markers.append(line)
    return array
