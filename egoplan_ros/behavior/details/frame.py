# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A sub-goal as a detailed planner takes it, and an action as it gives it (CAPEAM 3.1.2)."""

from collections.abc import Callable
from dataclasses import dataclass

KINDS = ("pick_up", "put", "clean", "heat", "cool", "slice", "toggle")
"""Kinds of sub-goal: ALFRED's, less going somewhere."""

THING, PLACE = "thing", "place"
"""What a detailed action may be about besides a type of object: a role of the frame."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A sub-goal (A, O, R) of types.

    Attributes:
        kind: one of :data:`KINDS`.
        thing: type of what it is done to.
        place: of ``pick_up`` and ``slice`` the type of the closed or closing container that the
            thing is in, "" for none; of ``put`` where it goes; "" for the others.
    """

    kind: str
    thing: str
    place: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.kind, self.thing, self.place)))


@dataclass(frozen=True, slots=True)
class DetailedAction:
    """An action (a, o): what is put somewhere is what the hand holds.

    Attributes:
        name: of an action of ``household.pddl``.
        about: :data:`THING`, :data:`PLACE` or a type; what plays the same role will do as well.
    """

    name: str
    about: str

    def __str__(self) -> str:
        return f"{self.name} {self.about}"


Details = Callable[[Frame], tuple[DetailedAction, ...]]
"""A detailed planner; it gives nothing for a frame it has no sequence for."""


def detailed(text: str) -> tuple[DetailedAction, ...]:
    """Actions from text such as ``Open place, PickUp thing``."""
    words = (part.split() for part in text.split(",") if part.strip())
    return tuple(DetailedAction(name, about) for name, about in words)
