"""Moves that hit something, remembered over many skills."""

from collections import Counter
from collections.abc import Callable, Collection

from egoplan_ros.skills.lattice import Move, hit_point
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
        self._moves: dict[Move, int] = {}
        self._times: Counter[Move] = Counter()
        self._primitives = self._began = 0

    @property
    def moves(self) -> Collection[Move]:
        """Moves that collided."""
        return self._moves.keys()

    def begin(self) -> None:
        """A skill starts."""
        self._began = self._primitives
        self._keep_after(self._primitives - _LONG)

    def step(self) -> None:
        """A primitive has ended."""
        self._primitives += 1

    def add(self, move: Move) -> None:
        """A move hit something."""
        self._moves[move] = self._primitives
        self._times[move] += 1

    def closed(self, item: ObjectInstance, step: float) -> None:
        """The door of something is in the way no more; ``step`` in metres."""
        for move in tuple(self._moves):
            if item.planar_distance(*hit_point(move, step)) <= _DOOR:
                del self._moves[move]
                del self._times[move]

    def clear(self) -> None:
        """Another episode, or another thing in hand: what that bumped into, this may pass."""
        self._moves.clear()
        self._times.clear()

    def no_way(self) -> bool:
        """Forget what earlier skills bumped into; whether there was anything to forget."""
        known = len(self._moves)
        self._keep_after(self._began, lambda move: self._times[move] > 1)
        return len(self._moves) < known

    def _keep_after(
        self, primitive: int, certain: Callable[[Move], bool] = lambda move: False
    ) -> None:
        self._moves = {
            move: when for move, when in self._moves.items() if when > primitive or certain(move)
        }
