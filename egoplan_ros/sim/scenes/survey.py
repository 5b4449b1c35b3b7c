"""A look around a finished room: what lies in the open but cannot be seen from anywhere."""

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.body import STANDING_EYE, TRANSFORM_Y
from egoplan_ros.sim.catalog import MUST_BE_OPEN
from egoplan_ros.sim.render import Renderer
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.visibility import Eyes
from egoplan_ros.sim.world import World

REACH = 1.4
ENOUGH = 6


def out_of_sight(world: World) -> list[Thing]:
    """Pickupable things in open places that hardly any reachable pose shows within reach."""
    eyes = Eyes(world, Renderer(world))
    cells = physics.reachable(world, np.array([world.body.x, world.body.z]), 0.25)
    stands = np.array([[x, TRANSFORM_Y + STANDING_EYE, z] for x, z in cells])
    return [
        thing
        for number, thing in enumerate(world.things)
        if thing.can("pick") and not _shut_in(thing) and not _shows(eyes, stands, thing, number)
    ]


def _shut_in(thing: Thing) -> bool:
    parent = thing.parent
    return parent is not None and parent.kind in MUST_BE_OPEN and parent.openness <= 0


def _shows(eyes: Eyes, stands: Array, thing: Thing, number: int) -> bool:
    points = thing.view_points()
    count = 0
    for eye in stands[np.hypot(*(stands - thing.position)[:, [0, 2]].T) < REACH + 0.2]:
        offset = points - eye
        near = points[np.hypot(offset[:, 0], offset[:, 2]) <= REACH]
        if len(near) == 0:
            continue
        hit, _ = eyes.reaches(eye, near, np.full(len(near), number))
        count += int(hit.sum() >= 2)
        if count >= ENOUGH:
            return True
    return False
