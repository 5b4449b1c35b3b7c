# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The agents of a scene: their bodies, where further ones start, what they look like to others."""

import numpy as np

from egoplan_ros.sim import body as bodies
from egoplan_ros.sim import physics
from egoplan_ros.sim.body import Body
from egoplan_ros.sim.placing import before_walls, let_go, settle
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.shapes.solid import Maker
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.world import World

APART = 0.6
ON_GRID = 1e-4
NEAR = 2
"""Points of the grid to each side among which a start is looked for."""


def place_agents(world: World, count: int, snap: bool = False) -> None:
    """Give the scene `count` agents; the first stays, further ones stand on free cells apart.

    With `snap` the first begins on the grid.

    Raises:
        Refused: when there is no room for so many.
    """
    world.things[:] = [t for t in world.things if t.kind != "Agent"]
    first = world.bodies[0]
    kept = world.bodies[:count]
    for body in world.bodies[count:]:
        _empty_hand(world, body)
    world.bodies, world.body = [first], first
    _shape(world, first)
    if snap:
        snap_to_grid(world)
    for number in range(1, count):
        body = kept[number] if number < len(kept) else _newcomer(world)
        _shape(world, body)
        world.bodies.append(body)
    for body in world.bodies:
        body.avatar = None
        if count > 1:
            body.avatar = _avatar(body, len(world.things))
            world.things.append(body.avatar)
    world.show_others()
    world.reindex()


def snap_to_grid(world: World) -> None:
    """Bring the acting agent to the nearest point of the grid that it can step to, if any."""
    body, grid = world.body, world.settings.grid_size
    here = np.array([body.x, body.z])
    near = np.round(here / grid)
    if np.abs(near * grid - here).max() < ON_GRID:
        return
    steps = np.array([[i, j] for i in range(-NEAR, NEAR + 1) for j in range(-NEAR, NEAR + 1)])
    points = (near + steps) * grid
    points = points[physics.inside(world, points)]
    for point in points[np.argsort(np.linalg.norm(points - here, axis=1), kind="stable")]:
        overlaps = physics.overlapping(world, point, world.carried()) is not None
        if not overlaps and physics.sweep(world, here, point, world.carried()) is None:
            body.x, body.z = float(point[0]), float(point[1])
            world.carry()
            return


def _empty_hand(world: World, body: Body) -> None:
    """What an agent holds that goes away falls down."""
    thing = body.held
    if thing is not None:
        place = before_walls(world, body, thing, thing.position)
        let_go(world, thing)
        world.move(thing, place)
        settle(world, thing)


def _shape(world: World, body: Body) -> None:
    locobot = world.settings.agent_mode == "locobot"
    body.eye_up = bodies.LOCOBOT_EYE if locobot else bodies.STANDING_EYE
    body.radius = bodies.LOCOBOT_RADIUS if locobot else bodies.RADIUS
    body.height = bodies.LOCOBOT_HEIGHT if locobot else bodies.HEIGHT
    body.standing = body.standing or locobot


def _newcomer(world: World) -> Body:
    first = world.bodies[0]
    cells = physics.reachable(world, np.array([first.x, first.z]), world.settings.grid_size)
    for x, z in cells:
        if all(np.hypot(x - b.x, z - b.z) >= APART for b in world.bodies):
            return Body(x, z, first.yaw, floor=first.floor)
    raise Refused("no valid start position for so many agents")


def _avatar(body: Body, number: int) -> Thing:
    """A plain figure: trunk and head, or a low base with a mast."""
    maker = Maker()
    if body.height < 1.0:
        maker.cylinder((0, 0), 0.02, 0.17, 0.2, (0.15, 0.15, 0.17))
        maker.cylinder((0, 0), 0.22, 0.03, 0.6, (0.6, 0.6, 0.62))
        maker.box((0, 0.02), 0.8, (0.16, 0.08, 0.08), (0.1, 0.1, 0.1))
    else:
        maker.cylinder((0, 0), 0.0, 0.16, 0.8, (0.2, 0.25, 0.4), top=0.18)
        maker.cylinder((0, 0), 0.8, 0.18, 0.6, (0.7, 0.4, 0.3), top=0.15)
        maker.ellipsoid((0, 1.58, 0), (0.11, 0.14, 0.12), (0.85, 0.7, 0.6))
        maker.box((0, 0.11), 1.6, (0.12, 0.03, 0.03), (0.1, 0.1, 0.1))
    shape = maker.finish()
    place: Array = np.array([body.x, body.floor + float(shape.half[1]), body.z])
    name = f"Agent|{number}"
    return Thing("Agent", name, name, shape, place, np.zeros(3))
