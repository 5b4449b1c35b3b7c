# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was told to mapping of objects and places, until its world model shows it."""

import time
from dataclasses import dataclass, replace

from egoplan_ros.world.state import WorldState

_PATIENCE = 2.0
"""Seconds after which a mark counts as lost: mapping refuses what it has forgotten."""


@dataclass(slots=True)
class _Mark:
    since: float
    episode: int
    unreachable: int = 0
    explored: bool = False


class Marks:
    """Marks on their way to mapping.

    A decision taken right after a mark has to see it, as it does where all rooms are in one
    process: :meth:`on` shows it at once, and who plans waits until mapping shows it, too.
    """

    def __init__(self) -> None:
        self._sent: dict[str, _Mark] = {}
        self._shown: tuple[WorldState, WorldState] | None = None

    def unreachable(self, name: str, world: WorldState) -> None:
        """Another failed attempt to use an object, or a frontier given up."""
        item = self.on(world).objects.get(name)
        self._mark(name, world).unreachable = (item.unreachable if item is not None else 0) + 1

    def explored(self, name: str, world: WorldState) -> None:
        """A place explored as well as can be."""
        self._mark(name, world).explored = True

    def pending(self, world: WorldState) -> bool:
        """Whether the world model does not show all of them yet."""
        now = time.monotonic()
        self._sent = {
            name: mark
            for name, mark in self._sent.items()
            if now - mark.since <= _PATIENCE
            and mark.episode == world.robot.episode
            and not _shows(world, name, mark)
        }
        return bool(self._sent)

    def on(self, world: WorldState) -> WorldState:
        """The world model with all of them."""
        if self._shown is None or self._shown[0] is not world:
            self._shown = world, self._marked(world) if self.pending(world) else world
        return self._shown[1]

    def _mark(self, name: str, world: WorldState) -> _Mark:
        self._shown = None
        mark = self._sent.setdefault(name, _Mark(0.0, world.robot.episode))
        mark.since = time.monotonic()
        return mark

    def _marked(self, world: WorldState) -> WorldState:
        objects, explored = dict(world.objects), set(world.explored)
        for name, mark in self._sent.items():
            if name in objects:
                count = max(objects[name].unreachable, mark.unreachable)
                objects[name] = replace(objects[name], unreachable=count)
            if mark.explored or name not in objects:
                explored.add(name)
        frontiers = tuple(item for item in world.frontiers if item.id not in self._sent)
        return replace(world, objects=objects, frontiers=frontiers, explored=frozenset(explored))


def _shows(world: WorldState, name: str, mark: _Mark) -> bool:
    item = world.objects.get(name)
    if item is None:
        return world.frontier(name) is None
    return item.unreachable >= mark.unreachable and (not mark.explored or name in world.explored)
