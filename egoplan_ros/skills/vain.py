"""What was tried in vain, over many skills."""

from collections.abc import Collection
from math import dist, hypot

from egoplan_ros.skills.lattice import DIRECTIONS
from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.object import ObjectInstance

Move = tuple[int, int, int]
"""Where from, in cells of five centimetres, and in which direction (lattice.edge_key)."""

_CELL = 0.05

Place = tuple[float, float, int]
"""Map metres and heading in quarter turns."""

_MOVED = 0.15
"""Metres by which an object is believed to have moved before old places count anew."""

_LONG = 200
"""Primitives after which a collision is forgotten: what stood there may have gone."""

_DOOR = 0.6
"""Metres around what was closed in which its door may have been what was hit."""

_AHEAD = 0.25
"""Metres from where a move begins to what it hit."""


class InVain:
    """Places that did not show an object and moves that collided, so that others are tried.

    Places are forgotten when the object is seen, when it moved, when no other place is left, and in
    a new episode; moves after a while, when something near was closed, when something else is held,
    and when they leave no way.
    """

    def __init__(self) -> None:
        self._episode = -1
        self._places: dict[str, tuple[Vector3, set[Place]]] = {}
        self._moves: dict[Move, int] = {}
        self._primitives = self._began = 0

    def begin(self, episode: int) -> None:
        """A skill starts; what another episode taught does not count."""
        if episode != self._episode:
            self._episode = episode
            self._places.clear()
            self._moves.clear()
        fresh = self._primitives - _LONG
        self._moves = {move: when for move, when in self._moves.items() if when >= fresh}
        self._began = self._primitives

    def step(self) -> None:
        """A primitive has ended."""
        self._primitives += 1

    def closed(self, item: ObjectInstance) -> None:
        """The door of something is in the way no more."""
        for move in tuple(self._moves):
            dx, dy = DIRECTIONS[move[2]]
            x, y = move[0] * _CELL + dx * _AHEAD, move[1] * _CELL + dy * _AHEAD
            gap = [
                abs(p - c) - s / 2 for p, c, s in zip((x, y), item.center, item.size, strict=False)
            ]
            if hypot(max(gap[0], 0.0), max(gap[1], 0.0)) <= _DOOR:
                del self._moves[move]

    def changed_hands(self) -> None:
        """Something was picked up or put down: what it bumped into is free for an empty hand."""
        self._moves.clear()

    def collided(self, move: Move) -> None:
        """A move hit something."""
        self._moves[move] = self._primitives

    @property
    def moves(self) -> Collection[Move]:
        """Moves that collided."""
        return self._moves.keys()

    def no_way(self) -> bool:
        """Forget what earlier skills bumped into; whether there was anything to forget."""
        known = len(self._moves)
        self._moves = {move: when for move, when in self._moves.items() if when > self._began}
        return len(self._moves) < known

    def add(self, item: ObjectInstance, place: Place) -> None:
        """An object was not seen from a place."""
        center, places = self._places.get(item.id, (item.center, set()))
        if dist(center, item.center) > _MOVED:
            center, places = item.center, set()
        self._places[item.id] = center, places | {place}

    def of(self, item: ObjectInstance) -> frozenset[Place]:
        """Places that did not show an object where it is believed to be."""
        center, places = self._places.get(item.id, (item.center, set()))
        return frozenset() if dist(center, item.center) > _MOVED else frozenset(places)

    def forget(self, name: str) -> None:
        """An object was seen after all, or every place was tried."""
        self._places.pop(name, None)
