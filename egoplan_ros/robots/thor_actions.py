# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Our primitives as AI2-THOR actions, and its error texts as our error codes."""

import re
from math import degrees
from typing import Any

from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind

_MOVES = {
    PrimitiveKind.MOVE_AHEAD: "MoveAhead",
    PrimitiveKind.MOVE_BACK: "MoveBack",
    PrimitiveKind.MOVE_LEFT: "MoveLeft",
    PrimitiveKind.MOVE_RIGHT: "MoveRight",
}
_TURNS = {
    PrimitiveKind.ROTATE_LEFT: "RotateLeft",
    PrimitiveKind.ROTATE_RIGHT: "RotateRight",
    PrimitiveKind.LOOK_UP: "LookUp",
    PrimitiveKind.LOOK_DOWN: "LookDown",
}
INTERACTIONS = {
    PrimitiveKind.PICK: "PickupObject",
    PrimitiveKind.PUT: "PutObject",
    PrimitiveKind.OPEN: "OpenObject",
    PrimitiveKind.CLOSE: "CloseObject",
    PrimitiveKind.TOGGLE_ON: "ToggleObjectOn",
    PrimitiveKind.TOGGLE_OFF: "ToggleObjectOff",
    PrimitiveKind.SLICE: "SliceObject",
    PrimitiveKind.POUR_ONTO: "FillObjectWithLiquid",
}
SWINGS = frozenset(_MOVES) | frozenset(_TURNS)
"""Primitives after which the camera must show something else."""
HANDLES = frozenset(INTERACTIONS) - {PrimitiveKind.TOGGLE_ON, PrimitiveKind.TOGGLE_OFF}
"""Primitives after which it should, unless they had no effect."""


class Refused(Exception):
    """A primitive that the driver itself turns down."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def to_action(primitive: Primitive, held: dict[str, str] | None) -> tuple[str, dict[str, Any]]:
    """AI2-THOR action name and arguments of a primitive.

    Interactions are aimed at an image point, never at a simulator id: the driver tells the
    simulator no more than a robot could. Only the object in the gripper is known by id.

    Args:
        primitive: what to do.
        held: entry of ``inventoryObjects`` or None.

    Raises:
        Refused: no target point, or the hand does not hold what is needed.
    """
    kind = primitive.kind
    if kind in _MOVES:
        amount = {"moveMagnitude": primitive.magnitude} if primitive.magnitude else {}
        return _MOVES[kind], amount
    if kind in _TURNS:
        amount = {"degrees": round(degrees(primitive.magnitude), 3)} if primitive.magnitude else {}
        return _TURNS[kind], amount
    if kind is PrimitiveKind.OBSERVE:
        return "Pass", {}
    if kind is PrimitiveKind.DROP:
        return "DropHandObject", {}
    if kind in (PrimitiveKind.POUR, PrimitiveKind.POUR_ONTO) and held is None:
        raise Refused(ErrorCode.HAND_EMPTY, "nothing in hand to pour from")
    if kind is PrimitiveKind.POUR and held is not None:
        return "EmptyLiquidFromObject", {"objectId": held["objectId"]}
    cuts = held is not None and load_ontology().role(held["objectType"]) == "blade"
    if kind is PrimitiveKind.SLICE and not cuts:
        raise Refused(ErrorCode.HAND_EMPTY, "slicing needs a knife in hand")
    if kind is PrimitiveKind.PUT and held is None:
        raise Refused(ErrorCode.HAND_EMPTY, "nothing in hand to put")
    if primitive.point is None:
        raise Refused(ErrorCode.NOT_VISIBLE, f"{kind} needs an image point to aim at")
    x, y = primitive.point
    aim: dict[str, Any] = {"x": float(x), "y": float(y)}
    if kind is PrimitiveKind.POUR_ONTO:
        aim["fillLiquid"] = "water"
    if kind is PrimitiveKind.OPEN and primitive.openness < 1.0:
        aim["openness"] = primitive.openness
    return INTERACTIONS[kind], aim


def need_water(held: dict[str, str] | None, metadata: dict[str, Any]) -> None:
    """AI2-THOR has no pouring from one thing onto another: it fills whatever it is told to.

    Args:
        held: entry of ``inventoryObjects`` or None.
        metadata: of the last event.

    Raises:
        Refused: there is no water in what is held.
    """
    name = held["objectId"] if held else ""
    objects = (item for item in metadata["objects"] if item["objectId"] == name)
    item: dict[str, Any] = next(objects, {})
    if not item.get("isFilledWithLiquid"):
        raise Refused(ErrorCode.HAND_EMPTY, "nothing in what is held to pour from")
    if item.get("fillLiquid") not in (None, "water"):
        raise Refused(ErrorCode.NOT_ALLOWED, "what is held is not filled with water")


_RULES: tuple[tuple[str, ErrorCode], ...] = (
    (r"^robot fault", ErrorCode.ROBOT_FAULT),
    (r"can't look (up|down)|Each horizon must be", ErrorCode.LIMIT),
    (r"is CLOSED|not open, can't|ReceptacleNotOpen", ErrorCode.RECEPTACLE_CLOSED),
    (r"hand has something|InventoryFull|already holding", ErrorCode.HAND_OCCUPIED),
    (
        r"isn't holding|Nothing in( |.*)hand|Nothing is in|not holding|ObjectNotInInventory",
        ErrorCode.HAND_EMPTY,
    ),
    (
        r"is full right now|No valid positions|ReceptacleFull|collision is blocking held object"
        r"|no room|place object found",
        ErrorCode.RECEPTACLE_FULL,
    ),
    (
        r"not a valid Object Type|cannot be placed in|NotAllowedInReceptacle|must have the property"
        r"|not an? Openable|not openable|not toggleable|does not have|lacks|ObjectNotPickupable"
        r"|controlled by another",
        ErrorCode.NOT_ALLOWED,
    ),
    (
        r"already (on|off|sliced|open|closed|empty|filled|clean|dirty)|must be (OFF|closed|open)"
        r"|is broken|already Toasted|cannot be sliced",
        ErrorCode.WRONG_STATE,
    ),
    # Things are put where a receptacle is seen: the hand met something before it.
    (
        r"occluded|not interactable|obstructed|is NOT a receptacle|No valid Receptacle",
        ErrorCode.OCCLUDED,
    ),
    (
        r"visibilityDistance|too far|out of reach|not within|specified visibility|farther",
        ErrorCode.OUT_OF_REACH,
    ),
    (
        r"No SimObject|not visible|NotVisible|no object|not found|interactable object at"
        r"|must be in \[0",
        ErrorCode.NOT_VISIBLE,
    ),
    (
        r"is blocking|blocked|would cause it to collide|collide|Collided|Scene bounds"
        r"|failed to open/close",
        ErrorCode.COLLISION,
    ),
)
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), code) for pattern, code in _RULES)
_CODES = {
    "LookUpCantExceedMax": ErrorCode.LIMIT,
    "LookDownCantExceedMin": ErrorCode.LIMIT,
    "ReceptacleNotVisible": ErrorCode.NOT_VISIBLE,
    "ReceptaclePivotNotVisible": ErrorCode.NOT_VISIBLE,
    "ObjectNotVisible": ErrorCode.NOT_VISIBLE,
    "ReceptacleNotOpen": ErrorCode.RECEPTACLE_CLOSED,
    "ReceptacleFull": ErrorCode.RECEPTACLE_FULL,
    "ObjectNotInInventory": ErrorCode.HAND_EMPTY,
    "ObjectNotAllowedInReceptacle": ErrorCode.NOT_ALLOWED,
    "ObjectNotPickupable": ErrorCode.NOT_ALLOWED,
    "InventoryFull": ErrorCode.HAND_OCCUPIED,
    "InvalidAction": ErrorCode.NOT_ALLOWED,
}


def to_error(message: str, code: str | None) -> ErrorCode:
    """Our error code for AI2-THOR's ``errorMessage`` and ``errorCode``."""
    if code in _CODES:
        return _CODES[code]
    for pattern, found in _COMPILED:
        if pattern.search(message):
            return found
    return ErrorCode.OTHER


def one_line(message: str) -> str:
    """The message without AI2-THOR's stack trace, on one line of at most 200 characters."""
    text = " ".join(message.split(". trace:")[0].split())
    return text[:200] or "no reason given"
