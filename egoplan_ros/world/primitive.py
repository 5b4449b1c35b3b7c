# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot can be told to do in one go, and how it went."""

from dataclasses import dataclass
from enum import StrEnum


class PrimitiveKind(StrEnum):
    """The primitives of a household robot; navigation ones need no target."""

    MOVE_AHEAD = "move_ahead"
    MOVE_BACK = "move_back"
    MOVE_LEFT = "move_left"
    MOVE_RIGHT = "move_right"
    ROTATE_LEFT = "rotate_left"
    ROTATE_RIGHT = "rotate_right"
    LOOK_UP = "look_up"
    LOOK_DOWN = "look_down"
    PICK = "pick"
    PUT = "put"
    OPEN = "open"
    CLOSE = "close"
    TOGGLE_ON = "toggle_on"
    TOGGLE_OFF = "toggle_off"
    SLICE = "slice"
    POUR = "pour"
    POUR_ONTO = "pour_onto"
    DROP = "drop"
    OBSERVE = "observe"

    @property
    def is_interaction(self) -> bool:
        """Whether it acts on an object that must be pointed at."""
        return self in _INTERACTIONS

    @property
    def is_translation(self) -> bool:
        """Whether it moves the base."""
        return self in _TRANSLATIONS


_INTERACTIONS = frozenset(
    {
        PrimitiveKind.PICK,
        PrimitiveKind.PUT,
        PrimitiveKind.OPEN,
        PrimitiveKind.CLOSE,
        PrimitiveKind.TOGGLE_ON,
        PrimitiveKind.TOGGLE_OFF,
        PrimitiveKind.SLICE,
        PrimitiveKind.POUR,
        PrimitiveKind.POUR_ONTO,
    }
)
_TRANSLATIONS = frozenset(
    {
        PrimitiveKind.MOVE_AHEAD,
        PrimitiveKind.MOVE_BACK,
        PrimitiveKind.MOVE_LEFT,
        PrimitiveKind.MOVE_RIGHT,
    }
)


ABILITY = {
    PrimitiveKind.PICK: "pickupable",
    PrimitiveKind.OPEN: "openable",
    PrimitiveKind.CLOSE: "openable",
    PrimitiveKind.TOGGLE_ON: "toggleable",
    PrimitiveKind.TOGGLE_OFF: "toggleable",
}
"""What an object must afford; one that does is never refused for its type."""


class ErrorCode(StrEnum):
    """Why a primitive or skill failed; the robot driver translates its own messages into these."""

    NONE = ""
    COLLISION = "collision"
    LIMIT = "limit"
    NOT_VISIBLE = "not_visible"
    OUT_OF_REACH = "out_of_reach"
    OCCLUDED = "occluded"
    RECEPTACLE_CLOSED = "receptacle_closed"
    RECEPTACLE_FULL = "receptacle_full"
    NOT_ALLOWED = "not_allowed"
    HAND_OCCUPIED = "hand_occupied"
    HAND_EMPTY = "hand_empty"
    WRONG_STATE = "wrong_state"
    NO_EFFECT = "no_effect"
    PATH_BLOCKED = "path_blocked"
    NOT_FOUND = "not_found"
    PERCEPTION_STALE = "perception_stale"
    PLANNER = "planner"
    CANCELLED = "cancelled"
    BUDGET = "budget"
    ROBOT_FAULT = "robot_fault"
    NOBODY_HELPED = "nobody_helped"
    SERVER_LOST = "server_lost"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Primitive:
    """One robot command.

    Attributes:
        kind: what to do.
        magnitude: metres for moves, radians for turns and tilts, for opening the share of the full
            travel in (0, 1]; 0 means the robot's default, to open all the way.
        point: (x, y) of the target in the latest image, each in [0, 1], origin top left.
        object_id: id in the object memory of the target (for effects and logs).
        object_type: ontology type of the target.
    """

    kind: PrimitiveKind
    magnitude: float = 0.0
    point: tuple[float, float] | None = None
    object_id: str = ""
    object_type: str = ""

    def __str__(self) -> str:
        return f"{self.kind}({self.object_id})" if self.object_id else str(self.kind)

    @property
    def openness(self) -> float:
        """Share of its full travel to which a door, lid or drawer is to be opened."""
        return self.magnitude or 1.0


@dataclass(frozen=True, slots=True)
class PrimitiveResult:
    """Outcome of a primitive; ``stamp`` is the time of its end in seconds."""

    primitive: Primitive
    success: bool
    error: ErrorCode = ErrorCode.NONE
    message: str = ""
    stamp: float = 0.0

    @property
    def needless(self) -> bool:
        """Whether the robot refuses because the wanted state holds already."""
        word = _ALREADY.get(self.primitive.kind)
        refused = not self.success and self.error is ErrorCode.WRONG_STATE
        return refused and word is not None and f"already {word}" in self.message.lower()


_ALREADY = {
    PrimitiveKind.OPEN: "open",
    PrimitiveKind.CLOSE: "closed",
    PrimitiveKind.TOGGLE_ON: "on",
    PrimitiveKind.TOGGLE_OFF: "off",
    PrimitiveKind.SLICE: "sliced",
    PrimitiveKind.POUR: "empty",
    PrimitiveKind.POUR_ONTO: "filled",
}
"""Words in which a driver says that a state holds already."""
