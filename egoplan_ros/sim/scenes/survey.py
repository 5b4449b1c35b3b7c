"""A look around a finished room: what cannot be seen from anywhere, loose things and furniture."""

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.body import STANDING_EYE, TRANSFORM_Y
from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.visibility import Eyes
from egoplan_ros.sim.world import World

REACH = 1.4
ENOUGH = 6


def hard_to_see(world: World) -> list[Thing]:
    """Pickupable things in open places that hardly any reachable pose shows within reach."""
    view = _Survey(world)
    return [
        thing
        for number, thing in enumerate(world.things)
        if thing.can("pick") and not thing.out_of_sight and view.stands(thing, number) < ENOUGH
    ]


def unusable(world: World) -> list[Thing]:
    """Receptacles and devices that no reachable pose shows within reach."""
    view = _Survey(world)
    return [
        thing
        for number, thing in enumerate(world.things)
        if thing.facts is not None
        and not thing.can("pick")
        and thing.kind != "Floor"
        and (thing.can("receptacle") or thing.can("toggle"))
        and view.stands(thing, number) == 0
    ]


def connected(world: World) -> float:
    """Share of the floor where the agent fits that it can walk to, on the 25 cm grid."""
    step = 0.25
    low, high = np.ceil(world.low / step), np.floor(world.high / step)
    xs, zs = np.arange(low[0], high[0] + 1) * step, np.arange(low[2], high[2] + 1) * step
    grid = np.stack(np.meshgrid(xs, zs), -1).reshape(-1, 2)
    grid = grid[physics.inside(world, grid)]
    boxes, _ = physics.obstacles(world, [])
    free = int((physics.nearest(grid, boxes) >= world.body.radius).sum())
    cells = physics.reachable(world, np.array([world.body.x, world.body.z]), step)
    return len(cells) / max(free, 1)


class _Survey:
    """The reachable floor of a world, and eyes to look around with."""

    def __init__(self, world: World) -> None:
        self._eyes = Eyes(world, Renderer(world))
        cells = physics.reachable(world, np.array([world.body.x, world.body.z]), 0.25)
        self._stands = np.array([[x, TRANSFORM_Y + STANDING_EYE, z] for x, z in cells])

    def stands(self, thing: Thing, number: int) -> int:
        """From how many cells at least two points of a thing are seen within reach."""
        points = thing.view_points()
        offset: Array = points[None] - self._stands[:, None]
        near = np.hypot(offset[..., 0], offset[..., 2]) <= REACH
        rows, columns = np.nonzero(near)
        if len(rows) == 0:
            return 0
        owners = np.full(len(rows), number)
        hit, _ = self._eyes.reaches(self._stands[rows], points[columns], owners)
        return int((np.bincount(rows[hit], minlength=len(near)) >= 2).sum())
