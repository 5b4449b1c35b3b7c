# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An object as the robot believes it to be."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import hypot

from egoplan_ros.world.geometry import Pose2D, Vector3

_BROAD, _BROAD_SEAT = 1.1, 1.6
"""How many times as broad as a thing is long a stand, or a chair, is that surely has room for it.
"""
_PART = 0.2
"""Metres."""
_TOUCH = 0.02
"""Metres of height that two things must share to hit each other, for what is seen is not exact."""


class Source(StrEnum):
    """Where a belief comes from; an effect of the robot's own action outranks a classifier."""

    OBSERVED = "observed"
    EFFECT = "effect"
    PRIOR = "prior"


@dataclass(frozen=True, slots=True)
class Belief:
    """Probability that a state holds, with its source and the time it was last supported."""

    probability: float
    source: Source = Source.OBSERVED
    stamp: float = 0.0


@dataclass(frozen=True, slots=True)
class View:
    """How an object looks in the latest frame.

    Attributes:
        point: (x, y) in [0, 1] from the top left, well inside the mask.
        pixels: size of the mask.
        distance: metres from the camera to the surface at ``point``.
        planar: the same as seen from above: metres along the floor.
    """

    point: tuple[float, float]
    pixels: int
    distance: float
    planar: float


CLEAR = 0.8
"""Probability from which on a state is clear; one that is clear neither way is brought about where
it is wanted: an act in vain costs less than a false claim."""


@dataclass(frozen=True, slots=True)
class ObjectInstance:
    """One row of the object memory.

    Attributes:
        id: stable name, ``Type_n`` (n counts from 1 within the episode).
        type: ontology type.
        center: centre of the axis-aligned box in map, metres.
        size: extent along x, y, z of map, metres.
        confidence: that it exists where it is said to be, in [0, 1].
        candidates: (type, probability) of the likeliest types, :attr:`type` first, then falling;
            what they lack to 1 is spread over all others. Empty: the type is certain.
        doubtful: that it is there and of its type is too uncertain to act on before a closer look.
        states: beliefs by state name (open, toggled, sliced, dirty, clean, filled, brewed,
            cooked, hot, cold, broken). ``clean`` means washed by the robot, ``brewed`` filled with
            coffee; absent means unknown.
        parent: id of the receptacle it is in or on, if believed.
        held: in the robot's hand.
        inspected: for receptacles, whether the inside or top has been looked at while open.
        view: where it is in the latest frame, None when not in view.
        first_seen: seconds.
        last_seen: seconds.
        seen_from: base poses from which it was seen well, best first.
        closed_box: centre and extent of its box when last seen closed; None when never seen so.
        unreachable: how often an attempt to use it failed since it was last manipulated.
        openness: share of its full travel to which the robot opened it; 1 while it is closed, and
            where somebody else opened it.
    """

    id: str
    type: str
    center: Vector3
    size: Vector3
    confidence: float = 1.0
    states: dict[str, Belief] = field(default_factory=dict)
    parent: str | None = None
    held: bool = False
    inspected: bool = False
    view: View | None = None
    first_seen: float = 0.0
    last_seen: float = 0.0
    seen_from: tuple[Pose2D, ...] = ()
    closed_box: tuple[Vector3, Vector3] | None = None
    unreachable: int = 0
    openness: float = 1.0
    candidates: tuple[tuple[str, float], ...] = ()
    doubtful: bool = False

    @property
    def certainty(self) -> float:
        """Probability in [0, 1] that it is where it is said to be, and of :attr:`type`."""
        return self.confidence * (self.candidates[0][1] if self.candidates else 1.0)

    def probability(self, state: str, default: float = 0.0) -> float:
        """Believed probability of a state; ``default`` when nothing is known."""
        belief = self.states.get(state)
        return default if belief is None else belief.probability

    def is_(self, state: str, threshold: float = 0.5) -> bool:
        """Whether a state is believed to hold."""
        return self.probability(state) > threshold

    def surely(self, state: str, value: bool = True) -> bool:
        """Whether a state clearly holds, or clearly does not; what is not known does not."""
        probability = self.probability(state)
        return probability >= CLEAR if value else probability <= 1.0 - CLEAR

    def with_state(self, state: str, belief: Belief) -> "ObjectInstance":
        """A copy with one belief replaced."""
        return replace(self, states={**self.states, state: belief})

    def as_closed(self) -> "ObjectInstance":
        """Itself with the box it has when its door, lid or drawer is closed, as far as known."""
        if self.closed_box is None or not self.is_("open"):
            return self
        return replace(self, center=self.closed_box[0], size=self.closed_box[1])

    @property
    def ajar(self) -> bool:
        """Whether it stands open, and could be opened further."""
        return self.openness < 1.0 and self.is_("open")

    @property
    def top(self) -> float:
        """Height of the upper face above the floor in metres."""
        return self.center[2] + self.size[2] / 2.0

    @property
    def bottom(self) -> float:
        """Height of the lower face above the floor in metres."""
        return self.center[2] - self.size[2] / 2.0

    def as_high_as(self, other: "ObjectInstance") -> bool:
        """Whether both reach to a common height, so that moved sideways one may hit the other."""
        return min(self.top, other.top) - max(self.bottom, other.bottom) > _TOUCH

    def narrow_for(self, other: "ObjectInstance", seat: bool = False) -> bool:
        """Whether it is hardly as broad as another one is long; a seat is less deep than the chair,
        and has a back. Of what seems very narrow little was seen yet."""
        broad = _BROAD_SEAT if seat else _BROAD
        return _PART < min(self.size[:2]) < broad * max(other.size[:2])

    def planar_distance(self, x: float, y: float) -> float:
        """Distance in metres from a floor point to the nearest point of the box's footprint."""
        dx = max(abs(x - self.center[0]) - self.size[0] / 2.0, 0.0)
        dy = max(abs(y - self.center[1]) - self.size[1] / 2.0, 0.0)
        return hypot(dx, dy)
