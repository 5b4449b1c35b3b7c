"""Scenes by name: deterministic procedural rooms of iTHOR's four kinds."""

import re
import zlib

import numpy as np

from egoplan_ros.sim.scenes.bathroom import bathroom
from egoplan_ros.sim.scenes.bedroom import bedroom
from egoplan_ros.sim.scenes.kitchen import kitchen
from egoplan_ros.sim.scenes.living_room import living_room
from egoplan_ros.sim.world import World

ROOMS = {0: kitchen, 2: living_room, 3: bedroom, 4: bathroom}
TRIES = 400


def names() -> list[str]:
    """All scene names, as GetScenesInBuild reports them."""
    return [f"FloorPlan{100 * base + n}_physics" for base in ROOMS for n in range(1, 31)]


def load(name: str) -> World:
    """The room of a scene name such as `FloorPlan12` or `FloorPlan12_physics`.

    Raises:
        KeyError: for a name that is no scene.
    """
    match = re.fullmatch(r"FloorPlan(\d+)(?:_physics)?", name)
    number = int(match.group(1)) if match else 0
    if match is None or number // 100 not in ROOMS or not 1 <= number % 100 <= 30:
        raise KeyError(name)
    maker = ROOMS[number // 100]
    problem = ""
    for attempt in range(TRIES):
        rng = np.random.default_rng(zlib.crc32(f"FloorPlan{number}/{attempt}".encode()))
        try:
            world = maker(f"FloorPlan{number}_physics", rng)
        except ValueError as error:
            problem = str(error)
            continue
        return world
    raise KeyError(f"{name}: {problem}")
