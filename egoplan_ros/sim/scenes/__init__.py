# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scenes by name: procedural rooms of iTHOR's four kinds, and rooms recorded elsewhere."""

import pickle
import re
import zlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from egoplan_ros.sim.scenes.bathroom import bathroom
from egoplan_ros.sim.scenes.bedroom import bedroom
from egoplan_ros.sim.scenes.houses import house, house_names
from egoplan_ros.sim.scenes.kitchen import kitchen
from egoplan_ros.sim.scenes.living_room import living_room
from egoplan_ros.sim.scenes.procthor import empty
from egoplan_ros.sim.scenes.recorded import dumped
from egoplan_ros.sim.scenes.recorded.rebuilt import rebuild
from egoplan_ros.sim.world import World

ROOMS = {0: kitchen, 2: living_room, 3: bedroom, 4: bathroom}
TRIES = 400
# What waits for CreateHouse.
PROCEDURAL = "Procedural"
KEPT = 8
"""Scenes of which a copy is kept: building one takes half a second or more, copying it 20 ms."""


@dataclass(slots=True)
class Library:
    """All scenes of a simulator: the procedural ones, and `recorded` files by bare scene name.

    A recorded room takes the place of a procedural one of the same name.
    """

    recorded: dict[str, Path] = field(default_factory=dict)
    _kept: dict[tuple[str, int], bytes] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, path: Path | None) -> "Library":
        """With the recorded rooms of a file or folder; raises InputError when there are none."""
        return cls(dumped.files(path) if path is not None else {})

    def names(self) -> list[str]:
        """All scene names, as GetScenesInBuild reports them."""
        mine = [_full(name) for name in self.recorded]
        own = [*names(), *house_names(), PROCEDURAL]
        return mine + [name for name in own if name not in set(mine)]

    def load(self, name: str) -> World:
        """A scene by name, with or without `_physics`; the caller's own, and alike each time.

        Raises:
            KeyError: for a name that is no scene.
            InputError: when a recorded room cannot be read.
        """
        path = self.recorded.get(name.removesuffix("_physics"))
        # A recording that was written anew is another room.
        key = name, path.stat().st_mtime_ns if path is not None and path.exists() else 0
        if (packed := self._kept.pop(key, None)) is None:
            packed = pickle.dumps(self._build(name, path), pickle.HIGHEST_PROTOCOL)
        self._kept[key] = packed
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        world: World = pickle.loads(packed)
        return world

    def _build(self, name: str, path: Path | None) -> World:
        if name == PROCEDURAL:
            return empty(name)
        if path is None:
            return house(name) if name.startswith("FloorPlan_") else load(name)
        dump = dumped.read(path)
        dump.scene = _full(dump.scene)
        return rebuild(dump)


def _full(name: str) -> str:
    # The client adds the suffix to names of this form only.
    return f"{name}_physics" if re.fullmatch(r"FloorPlan\d+", name) else name


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
    return furnish(number // 100, f"FloorPlan{number}_physics", f"FloorPlan{number}")


def furnish(base: int, scene: str, seed: str) -> World:
    """A room of a kind (key of `ROOMS`), named `scene`; the same seed gives the same room.

    Raises:
        KeyError: when no draw of this seed works out.
    """
    problem = ""
    for attempt in range(TRIES):
        rng = np.random.default_rng(zlib.crc32(f"{seed}/{attempt}".encode()))
        try:
            return ROOMS[base](scene, rng).ground()
        except ValueError as error:
            problem = str(error)
    raise KeyError(f"{scene}: {problem}")
