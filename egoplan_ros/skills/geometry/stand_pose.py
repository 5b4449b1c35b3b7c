# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to stand to use an object: within reach, facing it, with room, and a line of sight."""

from dataclasses import dataclass
from math import atan2, hypot, inf, pi

import numpy as np
import numpy.typing as npt

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.costs import Costs
from egoplan_ros.skills.geometry.door_clearance import Swing
from egoplan_ros.skills.paths.lattice import Lattice, Node
from egoplan_ros.world.geometry import Pose2D, crossed_boxes, wrap_angle
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import OBSTACLE, OccupancyGrid
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

_INNER = 0.6
"""Share of the footprint, about its middle, at which one aims."""
_BEST_DISTANCE = (0.45, 1.2)
"""Metres between which a thing is used best: nearer it leaves the image, farther it is small."""
_BEHIND_DOOR = 0.8
"""Metres from which what lies behind a door is seen best."""
_DEEP = 0.15
"""Metres that a thing lies below a rim, at least, for that to hide it."""
_FRONT_FREE = 0.45
"""Radians beside a front within which its inside is as well in view as from before it."""
_LINES = 3
"""Places that did not show a thing, at most, that count for its lines of sight."""
_SAME_LINE = 0.6
"""Radians off a line that did not show it from which on another is another."""
_CANDIDATES = 60
"""Poses whose line of sight is looked at: the cheapest without it."""
AT_EASE, STRETCHED = 0.15, 0.05
"""Metres to spare to the end of the reach: usually, and where there is no other place."""


@dataclass(frozen=True, slots=True)
class StandPose:
    """A place to use an object from.

    Attributes:
        node: on the lattice.
        pose: in map.
        cost: path cost plus penalties, in steps.
        penalty: the penalties alone.
    """

    node: Node
    pose: Pose2D
    cost: float
    penalty: float


def pitch_for(
    item: ObjectInstance, pose: Pose2D, camera_height: float, now: float, config: SkillConfig
) -> float:
    """The reachable pitch with the fewest tilts from ``now`` that has an object well in view."""
    x, y = aim_point(item, pose.x, pose.y)
    distance = max(hypot(x - pose.x, y - pose.y), 0.05)
    angle = atan2(camera_height - _aim_height(item), distance)
    tilts = float(_tilts(np.array(angle), now, config))
    return nearest_pitch(now + np.copysign(tilts * config.tilt, angle - now), config)


def _tilts(angles: Floats, now: float, config: SkillConfig) -> Floats:
    """How many tilts from a pitch it takes to have angles below the horizon well in view."""
    beyond = np.abs(angles - now) - config.half_height
    return np.asarray(np.ceil(np.maximum(beyond, 0.0) / config.tilt))


def _aim_height(item: ObjectInstance) -> float:
    """Metres above the floor of what one looks at: the top of what is flat, else the middle."""
    return item.top if item.size[2] < 0.3 else item.center[2]


def nearest_pitch(angle: float, config: SkillConfig) -> float:
    """The reachable camera pitch nearest to an angle."""
    level = round(angle / config.tilt) * config.tilt
    return min(max(level, config.pitch_min), config.pitch_max)


def aim_point(item: ObjectInstance, x: float, y: float) -> tuple[float, float]:
    """The point of an object's inner footprint that is nearest to (x, y)."""
    half_x, half_y = item.size[0] / 2.0 * _INNER, item.size[1] / 2.0 * _INNER
    return (
        item.center[0] + min(max(x - item.center[0], -half_x), half_x),
        item.center[1] + min(max(y - item.center[1], -half_y), half_y),
    )


def _off_heading(dx: Floats, dy: Floats) -> Floats:
    """Radians between each of the four headings and the way to a point, ``(..., 4)``."""
    bearing = np.arctan2(dy, dx)[..., None] - np.arange(4) * pi / 2.0
    return np.asarray(np.abs((bearing + pi) % (2.0 * pi) - pi))


def stand_poses(
    item: ObjectInstance,
    world: WorldState,
    lattice: Lattice,
    config: SkillConfig,
    ontology: Ontology,
    door: Swing | None = None,
    tried: frozenset[tuple[float, float, int]] = frozenset(),
    front: tuple[ObjectInstance, int] | None = None,
    room: float = AT_EASE,
    unknown: bool = False,
    unseen: frozenset[tuple[float, float, int]] = frozenset(),
) -> list[StandPose]:
    """Places to use ``item`` from, cheapest first; at most a few dozen.

    Args:
        item: what to use.
        world: newest world state.
        lattice: reachable poses.
        config: the robot's body.
        ontology: tells how things open.
        door: what its door or drawer will sweep, to keep out of; None when it does not move.
        tried: (x, y, heading) of places that did not work.
        front: the container to look into, and the heading of its front's outward normal.
        room: metres by which it must be nearer than the hand can reach.
        unknown: also where no floor was seen yet.
        unseen: those of the places tried from which it could not be seen.
    """
    offsets = _Offsets.of(item, lattice)
    kept = front is not None and front[0].id != item.id
    behind_door = kept and front is not None and not ontology.pulled_out(front[0].type)
    deepest = inf if behind_door else _rim_distance(item, world, ontology)
    near, far = min(_BEST_DISTANCE[0], 0.5 * deepest), min(_BEST_DISTANCE[1], deepest)
    if behind_door:
        # Lintels and shelves hide less from farther away.
        near, far, room = _BEHIND_DOOR, config.reach - 0.15, min(room, 0.10)
    cost, costs = lattice.costs().copy(), config.costs
    cost += costs.bearing_cost * offsets.bearing
    penalty = np.maximum(near - offsets.distance, 0.0) + np.maximum(offsets.distance - far, 0.0)
    cost += (costs.distance_cost * penalty)[..., None]
    height = world.robot.camera_height - _aim_height(item)
    angle = np.arctan2(height, np.maximum(offsets.distance, 0.05))
    cost += _tilts(angle, world.robot.camera_pitch, config)[..., None]
    if door is not None:
        cost += (costs.door_cost * np.maximum(door.room - offsets.gap, 0.0))[..., None]
    if front is not None:
        _look_in_at(cost, front, offsets, costs)
    if unseen:
        _look_along_other_lines(cost, item, offsets, world.robot.camera_height, unseen, costs)
    seen_from = _seen_from(item, lattice)
    good = offsets.distance <= config.reach + 0.3
    if not unknown:
        good &= ~lattice.unknown
    cost[~_in_reach(offsets, good, seen_from, config.reach, room)] = inf
    # A camera that looks down sees things to its sides, too: where it was seen from, it is seen.
    middle = _off_heading(item.center[0] - offsets.xs, item.center[1] - offsets.ys)
    aside = np.minimum(offsets.bearing, middle) > config.half_view
    cost[aside & ~seen_from] = inf
    # What lies in a container is in view from few places: those it was seen from are the best.
    # Where it could not be seen though it should, that counts all the more.
    bonus = costs.seen_bonus + costs.tried_bonus * len(tried)
    if kept:
        bonus = costs.inside_bonus * (1 + len(tried))
    cost[seen_from] -= bonus
    _apply_memory(cost, lattice, tried, costs)
    return _cheapest(cost, item, world, lattice, door, costs)


@dataclass(frozen=True, slots=True)
class _Offsets:
    """How the nodes of a lattice lie to an object.

    Attributes:
        xs, ys: of the nodes, map metres ``(rows, cols)``.
        distance: to the nearest point of its inner footprint, metres ``(rows, cols)``.
        gap: to its box, metres ``(rows, cols)``.
        bearing: between each heading and the way to that point, radians ``(rows, cols, 4)``.
    """

    xs: Floats
    ys: Floats
    distance: Floats
    gap: Floats
    bearing: Floats

    @classmethod
    def of(cls, item: ObjectInstance, lattice: Lattice) -> "_Offsets":
        """Of all nodes."""
        xs, ys = np.meshgrid(lattice.xs, lattice.ys)
        half = np.array(item.size[:2]) / 2.0
        offset_x = np.clip(xs - item.center[0], -half[0] * _INNER, half[0] * _INNER)
        offset_y = np.clip(ys - item.center[1], -half[1] * _INNER, half[1] * _INNER)
        dx, dy = item.center[0] + offset_x - xs, item.center[1] + offset_y - ys
        gap = np.hypot(
            np.maximum(np.abs(xs - item.center[0]) - half[0], 0.0),
            np.maximum(np.abs(ys - item.center[1]) - half[1], 0.0),
        )
        return cls(xs, ys, np.hypot(dx, dy), gap, _off_heading(dx, dy))


def _look_in_at(
    cost: Floats, front: tuple[ObjectInstance, int], offsets: _Offsets, costs: Costs
) -> None:
    """Add what it costs to look into a container from aside: the inside must be in view, not only
    the door."""
    cost += costs.inside_cost * offsets.bearing
    aside = _off_front(*front, offsets.xs, offsets.ys)
    cost += (costs.front_cost * np.maximum(aside - _FRONT_FREE, 0.0))[..., None]


def _look_along_other_lines(
    cost: Floats,
    item: ObjectInstance,
    offsets: _Offsets,
    camera_height: float,
    unseen: frozenset[tuple[float, float, int]],
    costs: Costs,
) -> None:
    """Add what it costs to look where an object was not seen, and not where it was."""
    xs, ys = offsets.xs, offsets.ys
    if item.seen_from:
        # Under a table top, say, things show along few lines only: those they were seen along.
        seen = [(pose.x, pose.y) for pose in item.seen_from]
        lines = _off_lines(item, xs, ys, camera_height, seen).min(axis=-1)
        cost += (costs.line_cost * min(len(unseen), _LINES) * lines)[..., None]
    # What hides it from one place, its container's own door, say, hides it from those about.
    lines = _off_lines(item, xs, ys, camera_height, [(x, y) for x, y, _ in unseen])
    again = np.maximum(1.0 - lines / _SAME_LINE, 0.0).sum(axis=-1)
    cost += (costs.vain_line_cost * again)[..., None]


def _in_reach(offsets: _Offsets, good: Mask, seen_from: Mask, reach: float, room: float) -> Mask:
    """Poses ``(rows, cols, 4)`` from which the hand gets there.

    How far away it is from where it was seen is known, and needs less to spare.
    """
    apart = offsets.distance > 0.15
    usual = good & apart & (offsets.gap <= reach - room)
    stretched = apart & (offsets.gap <= reach - STRETCHED)
    return np.asarray(usual[..., None] | (seen_from & stretched[..., None]))


def _cheapest(
    cost: Floats,
    item: ObjectInstance,
    world: WorldState,
    lattice: Lattice,
    door: Swing | None,
    costs: Costs,
) -> list[StandPose]:
    """The best of all poses, with what stands before the object and what its door would hit."""
    found = []
    for flat in np.argsort(cost, axis=None)[:_CANDIDATES]:
        row, col, heading = (int(i) for i in np.unravel_index(int(flat), cost.shape))
        value = float(cost[row, col, heading])
        if value == inf:
            break
        node = Node(col, row, heading)
        pose = lattice.pose(node)
        value += _sight_penalty(item, pose, world, costs)
        if door is not None and door.meets(pose.x, pose.y, world.robot.radius):
            value += costs.swing_cost
        extra = value - float(lattice.costs()[row, col, heading])
        found.append(StandPose(node, pose, value, extra))
    return sorted(found, key=lambda stand: stand.cost)


def _rim_distance(item: ObjectInstance, world: WorldState, ontology: Ontology) -> float:
    """Distance from which the camera still sees an object over the rim of what it lies in.

    A bin, basin or vessel has one; the boards of a shelf above it are no rim.
    """
    holder = world.objects.get(item.parent or "")
    if holder is None or holder.top - item.top < _DEEP:
        return inf
    inside = ontology.get(holder.type).contains == "inside"
    if not inside or ontology.opening(holder.type) not in (None, "lid"):
        return inf
    rim = min(holder.size[:2]) / 2.0
    return (world.robot.camera_height - item.top) * rim / (holder.top - item.top)


def off_front(container: ObjectInstance, front: int, x: float, y: float) -> float:
    """Angle in radians between a container's front and the direction to a floor point."""
    return float(_off_front(container, front, np.array(x), np.array(y)))


def _off_front(container: ObjectInstance, front: int, xs: Floats, ys: Floats) -> Floats:
    angle = np.arctan2(ys - container.center[1], xs - container.center[0]) - front * pi / 2.0
    return np.asarray(np.abs((angle + pi) % (2.0 * pi) - pi))


def _seen_from(item: ObjectInstance, lattice: Lattice) -> Mask:
    """Poses ``(rows, cols, 4)`` the object was seen from."""
    seen = np.zeros((*lattice.shape, 4), dtype=bool)
    for pose in item.seen_from:
        node = lattice.node(pose.x, pose.y)
        if node is not None:
            for heading in range(4):
                if abs(wrap_angle(heading * pi / 2.0 - pose.yaw)) < pi / 4.0:
                    seen[node.row, node.col, heading] = True
    return seen


def _off_lines(
    item: ObjectInstance,
    xs: Floats,
    ys: Floats,
    camera_height: float,
    places: list[tuple[float, float]],
) -> Floats:
    """Angles in radians ``(..., n)`` between the lines of sight from floor points and n others."""
    up = camera_height - _aim_height(item)

    def line(x: Floats, y: Floats) -> Floats:
        found = np.stack([x - item.center[0], y - item.center[1], np.full(x.shape, up)], axis=-1)
        result: Floats = found / np.maximum(np.linalg.norm(found, axis=-1, keepdims=True), 1e-6)
        return result

    others = np.array(places)
    cosines = line(xs, ys) @ line(others[:, 0], others[:, 1]).T
    return np.asarray(np.arccos(np.clip(cosines, -1.0, 1.0)))


def _apply_memory(
    cost: Floats, lattice: Lattice, tried: frozenset[tuple[float, float, int]], costs: Costs
) -> None:
    for x, y, heading in tried:
        node = lattice.node(x, y)
        if node is None:
            continue
        rows = slice(max(node.row - 1, 0), node.row + 2)
        cols = slice(max(node.col - 1, 0), node.col + 2)
        cost[rows, cols] += costs.tried_cost / 3.0
        cost[node.row, node.col] += costs.tried_cost
        cost[node.row, node.col, heading] = inf


def _sight_penalty(item: ObjectInstance, pose: Pose2D, world: WorldState, costs: Costs) -> float:
    """What stands between the camera and the object, as far as memory and map can tell."""
    x, y = aim_point(item, pose.x, pose.y)
    eye = np.array([pose.x, pose.y, world.robot.camera_height])
    target = np.array([x, y, _aim_height(item)])
    lows, highs = _blockers(item, world, target)
    penalty = 0.0
    if len(lows) and bool(crossed_boxes(eye, target, lows, highs).any()):
        penalty += costs.hidden_cost
    return penalty + costs.wall_cost * _wall_cells(world, item, pose, (x, y))


def _blockers(item: ObjectInstance, world: WorldState, target: Floats) -> tuple[Floats, Floats]:
    """Boxes (low, high corners) of other objects that could hide the target point."""
    boxes = [
        other
        for other in world.objects.values()
        if other.id != item.id
        and not other.held
        and other.parent != item.id
        and item.parent != other.id
        and min(other.size) > 0.04
        and max(other.size) > 0.2
    ]
    if not boxes:
        return np.empty((0, 3)), np.empty((0, 3))
    centres = np.array([other.center for other in boxes])
    halves = np.array([other.size for other in boxes]) / 2.0
    lows, highs = centres - halves, centres + halves
    # A box that contains the target is its surroundings (a counter, an open cupboard).
    outside = ~np.all((target > lows - 0.05) & (target < highs + 0.05), axis=1)
    return lows[outside], highs[outside]


def _wall_cells(
    world: WorldState, item: ObjectInstance, pose: Pose2D, target: tuple[float, float]
) -> float:
    """1 when the line to the object crosses occupied cells no known object explains, else 0."""
    grid: OccupancyGrid = world.grid
    length = hypot(target[0] - pose.x, target[1] - pose.y)
    count = max(int(length / grid.resolution), 1)
    along = np.linspace(0.0, 1.0, count + 1)[:-1]
    points = np.stack(
        [pose.x + along * (target[0] - pose.x), pose.y + along * (target[1] - pose.y)], axis=1
    )
    occupied = np.array([grid.value(float(x), float(y)) >= OBSTACLE for x, y in points])
    points = points[occupied]
    if len(points) == 0:
        return 0.0
    explained = np.zeros(len(points), dtype=bool)
    for other in world.objects.values():
        low = np.array(other.center[:2]) - np.array(other.size[:2]) / 2.0 - 0.12
        high = np.array(other.center[:2]) + np.array(other.size[:2]) / 2.0 + 0.12
        explained |= np.all((points > low) & (points < high), axis=1)
    return 1.0 if int((~explained).sum()) >= 2 else 0.0
