# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions about the scene: reachable positions, interactable poses, paths, image points."""

from collections import deque
from math import hypot
from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation, numbers, vector
from egoplan_ros.sim.thing import Array, Thing, turn
from egoplan_ros.sim.visibility import VERTICAL_SLACK
from egoplan_ros.sim.world import World

Point = dict[str, float]
# Headings at each place; all poses of a room are listed one by one.
MOST_HEADINGS = 360


def _point(x: float, z: float, y: float) -> Point:
    return {"x": float(x), "y": float(y), "z": float(z)}


@action("GetReachablePositions")
def reachable_positions(
    sim: Simulation,
    max_step_count: int | None = None,
    directions_relative_agent: bool = False,
    grid_size: float | None = None,
) -> list[Point]:
    """Grid positions the agent can get to, its own first."""
    grid = grid_size if grid_size is not None else sim.world.settings.grid_size
    if not 0.02 <= grid <= 5:
        raise Refused("grid size must be in the range (0,5]")
    return [
        _point(x, z, sim.world.body.y)
        for x, z in _cells(sim, grid, sim.world.body.yaw if directions_relative_agent else 0.0)
    ]


def _cells(sim: Simulation, grid: float, yaw: float = 0.0) -> list[tuple[float, float]]:
    body = sim.world.body
    return physics.reachable(sim.world, np.array([body.x, body.z]), grid, None, yaw)


@action("GetInteractablePoses")
def interactable_poses(
    sim: Simulation,
    object_id: str,
    positions: list[Any] | None = None,
    rotations: list[Any] | None = None,
    horizons: list[Any] | None = None,
    standings: list[Any] | None = None,
    max_distance: float | None = None,
    max_poses: int | None = None,
) -> list[dict[str, Any]]:
    """Poses from which the object is visible and interactable."""
    world, settings = sim.world, sim.world.settings
    thing = sim.known(object_id)
    if max_poses is not None and max_poses <= 0:
        raise Refused("maxPoses must be > 0")
    if max_distance is not None and max_distance <= 0:
        raise Refused("maxDistance must be > 0")
    step = settings.rotate_step
    if rotations is None and 360 / step > MOST_HEADINGS:
        raise Refused(
            f"rotateStepDegrees: {step:g} gives too many headings; give rotations, or Initialize "
            f"with at least {360 / MOST_HEADINGS:g}"
        )
    yaws = (
        numbers(rotations, "rotations")
        if rotations is not None
        else [(world.body.yaw + k * step) % 360 for k in range(max(int(360 / step), 1))]
    )
    looks = numbers(horizons, "horizons") if horizons is not None else [-30.0, 0.0, 30.0, 60.0]
    if any(not -settings.max_up <= h <= settings.max_down for h in looks):
        raise Refused(f"Each horizon must be in [{-settings.max_up:g}:{settings.max_down:g}].")
    stances = [bool(s) for s in standings] if standings is not None else [True, False]
    if settings.agent_mode == "locobot":
        stances = [True]
    if positions is None:
        cells = _cells(sim, settings.grid_size)
    else:
        cells = [(float(v[0]), float(v[2])) for v in (vector(p, "position") for p in positions)]
    reach = max_distance if max_distance is not None else settings.visibility_distance
    out: list[dict[str, Any]] = []
    number = sim.index(thing)
    points = thing.view_points()
    if thing.out_of_sight:
        return out
    stands = [(x, z, standing) for x, z in cells for standing in stances]
    up = world.body.eye_up
    at = world.body.y
    eyes = np.array([[x, at + (up if standing else 0.0), z] for x, z, standing in stands])
    views = _clear_points(sim, eyes.reshape(-1, 3), points, number, reach)
    for (x, z, standing), eye, seen in zip(stands, eyes, views, strict=True):
        for yaw in yaws if len(seen) else ():
            for look in looks:
                gaze = turn(1, yaw) @ turn(0, look)
                if sim.eyes.in_frame(eye, gaze, sim.aspect, seen).any():
                    out.append(
                        {**_point(x, z, at), "rotation": yaw, "standing": standing, "horizon": look}
                    )
                    if max_poses is not None and len(out) >= max_poses:
                        return out
    return out


def _clear_points(
    sim: Simulation, eyes: Array, points: Array, number: int, reach: float
) -> list[Array]:
    """For each eye (E, 3) the points of a thing within reach of it with nothing in between."""
    offset = points[None] - eyes[:, None]
    near = np.hypot(offset[..., 0], offset[..., 2]) <= reach
    near &= np.abs(offset[..., 1]) <= reach + VERTICAL_SLACK
    rows, columns = np.nonzero(near)
    if len(rows):
        owners = np.full(len(rows), number)
        hit, through = sim.eyes.reaches(eyes[rows], points[columns], owners)
        near[rows, columns] = hit & ~through
    return [points[mask] for mask in near]


def _route(
    world: World,
    cells: list[tuple[float, float]],
    grid: float,
    start: Array,
    goals: set[tuple[int, int]],
) -> list[Point] | None:
    """Shortest grid path over reachable cells from the one nearest to `start` to any goal cell."""
    index = {(round(x / grid * 2), round(z / grid * 2)): (x, z) for x, z in cells}
    if not index:
        return None
    origin = min(index, key=lambda k: (index[k][0] - start[0]) ** 2 + (index[k][1] - start[1]) ** 2)
    before: dict[tuple[int, int], tuple[int, int] | None] = {origin: None}
    queue = deque([origin])
    while queue:
        cell = queue.popleft()
        if cell in goals:
            path = []
            step: tuple[int, int] | None = cell
            while step is not None:
                path.append(_point(*index[step], world.level))
                step = before[step]
            return path[::-1]
        for di, dj in ((2, 0), (0, 2), (-2, 0), (0, -2)):
            after = (cell[0] + di, cell[1] + dj)
            if after in index and after not in before:
                before[after] = cell
                queue.append(after)
    return None


def _answer(path: list[Point] | None) -> dict[str, Any]:
    if path is None:
        raise Refused("Path to target could not be found")
    corners = [
        p
        for k, p in enumerate(path)
        if k in (0, len(path) - 1) or not _straight(path[k - 1], p, path[k + 1])
    ]
    return {"corners": corners, "status": "PathComplete"}


def _straight(a: Point, b: Point, c: Point) -> bool:
    return abs((b["x"] - a["x"]) * (c["z"] - b["z"]) - (b["z"] - a["z"]) * (c["x"] - b["x"])) < 1e-9


@action("GetShortestPath", "GetShortestPathToObject")
def shortest_path(
    sim: Simulation,
    object_id: str | None = None,
    object_type: str | None = None,
    position: dict[str, Any] | None = None,
    rotation: dict[str, Any] | None = None,
    allowed_error: float = 1e-4,
) -> dict[str, Any]:
    """Path to a place from which the object can be seen."""
    if object_id is not None:
        thing: Thing = sim.known(object_id)
    else:
        same = [t for t in sim.world.objects() if t.kind == object_type]
        if len(same) != 1:
            raise Refused(
                f"{len(same)} objects of type {object_type} found; need exactly one or an objectId"
            )
        thing = same[0]
    grid = sim.world.settings.grid_size
    start = _start(sim, position)
    cells = _cells(sim, grid)
    number = sim.index(thing)
    points = thing.view_points()
    body = sim.world.body
    eyes = np.array([[x, body.y + body.eye_up, z] for x, z in cells])
    reach = sim.world.settings.visibility_distance
    views = _clear_points(sim, eyes.reshape(-1, 3), points, number, reach)
    goals = {
        (round(x / grid * 2), round(z / grid * 2))
        for (x, z), seen in zip(cells, views, strict=True)
        if len(seen)
    }
    return _answer(_route(sim.world, cells, grid, start, goals))


def _start(sim: Simulation, position: dict[str, Any] | None) -> Array:
    if position is None:
        return np.array([sim.world.body.x, sim.world.body.z])
    return vector(position, "position")[[0, 2]]


@action("GetShortestPathToPoint")
def shortest_path_to_point(
    sim: Simulation,
    target: dict[str, Any],
    position: dict[str, Any] | None = None,
    allowed_error: float = 1e-4,
) -> dict[str, Any]:
    """Path to the reachable cell at a point."""
    grid = sim.world.settings.grid_size
    goal = vector(target, "target")[[0, 2]]
    cells = _cells(sim, grid)
    x, z = min(cells, key=lambda c: hypot(c[0] - goal[0], c[1] - goal[1]))
    if np.hypot(x - goal[0], z - goal[1]) > grid:
        raise Refused("Path to target could not be found")
    there = {(round(x / grid * 2), round(z / grid * 2))}
    return _answer(_route(sim.world, cells, grid, _start(sim, position), there))


@action("GetObjectInFrame")
def object_in_frame(sim: Simulation, x: float, y: float, check_visible: bool = False) -> str:
    """Id of the object at an image point."""
    thing, _ = sim.pointed(x, y, not check_visible, held=True)
    if check_visible:
        sim.require_sight(thing)
    return thing.object_id


@action("GetCoordinateFromRaycast")
def coordinate_from_raycast(sim: Simulation, x: float, y: float) -> Point:
    """World point at an image point."""
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise Refused("x/y must be in [0:1]")
    _, point = sim.eyes.point_under(x, y, sim.aspect)
    if point is None:
        raise Refused("the ray hits nothing")
    return {"x": float(point[0]), "y": float(point[1]), "z": float(point[2])}


@action("GetVisibleObjects")
def visible_objects(sim: Simulation, max_distance: float | None = None) -> list[str]:
    """Ids of visible objects."""
    sight = sim.eyes.look(sim.aspect)
    return [sim.world.things[i].object_id for i in sorted(sight.visible)]


@action("ObjectTypeToObjectIds")
def ids_of_type(sim: Simulation, object_type: str) -> list[str]:
    """Ids of all objects of a type."""
    return [t.object_id for t in sim.world.objects() if t.kind == object_type]


@action("GetSpawnCoordinatesAboveReceptacle")
def spawn_coordinates(sim: Simulation, object_id: str, anywhere: bool = True) -> list[Point]:
    """Points on a receptacle at which something small could stand."""
    receptacle = sim.known(object_id)
    if not receptacle.can("receptacle"):
        raise Refused(f"{object_id} is not a receptacle")
    size = np.array([0.05, 0.05, 0.05])
    out: list[Point] = []
    for surface in receptacle.shape.surfaces:
        points = physics.spots(sim.world, receptacle, surface, size, 0.1)
        good = physics.free_spots(sim.world, points, size, [receptacle])
        out.extend(_point(p[0], p[2], p[1]) for p in points[good])
    return out
