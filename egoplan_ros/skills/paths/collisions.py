# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Moves that hit something, remembered over many skills."""

from collections.abc import Collection

from egoplan_ros.skills.paths.lattice import Move, hit_point
from egoplan_ros.world.object import ObjectInstance

_LONG = 200
"""Primitives after which a collision is forgotten: what stood there may have gone."""

_DOOR = 0.6
"""Metres around what was closed in which its door may have been what was hit."""


class Collisions:
    """What was bumped into, so that the next skill goes another way.

    Moves are forgotten after a while, when something near was closed, when something else is held,
    when they leave no way (but for those that were bumped into once more after that), and in a new
    episode.
    """

    def __init__(self) -> None:
        self._moves: set[Move] = set()
        self._bumps: dict[Move, tuple[int, int]] = {}  # how often, and when last
        self._primitives = self._began = 0

    @property
    def moves(self) -> Collection[Move]:
        """Moves that collided."""
        return self._moves

    def begin(self) -> None:
        """A skill starts."""
        self._began = self._primitives
        long_ago = self._primitives - _LONG
        self._bumps = {move: bump for move, bump in self._bumps.items() if bump[1] > long_ago}
        self._moves &= self._bumps.keys()

    def step(self) -> None:
        """A primitive has ended."""
        self._primitives += 1

    def add(self, move: Move) -> None:
        """A move hit something."""
        self._moves.add(move)
        self._bumps[move] = (self._bumps.get(move, (0, 0))[0] + 1, self._primitives)

    def closed(self, item: ObjectInstance, step: float) -> None:
        """The door of something is in the way no more; ``step`` in metres."""
        for move in tuple(self._moves):
            if item.planar_distance(*hit_point(move, step)) <= _DOOR:
                self._moves.remove(move)
                del self._bumps[move]

    def clear(self) -> None:
        """Another episode, or another thing in hand: what that bumped into, this may pass."""
        self._moves.clear()
        self._bumps.clear()

    def no_way(self) -> bool:
        """Forget what earlier skills bumped into; whether there was anything to forget."""
        known = len(self._moves)
        self._moves = {
            move
            for move in self._moves
            if self._bumps[move][0] > 1 or self._bumps[move][1] > self._began
        }
        return len(self._moves) < known
