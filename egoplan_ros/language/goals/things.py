# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a request speaks of, before it becomes a formula."""

from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Thing:
    """Something a request speaks of.

    Attributes:
        types: what it may be, most direct first.
        count: how many.
        every: whether all of its type are meant.
        states: wanted truth by predicate: states, ``holding``, ``near``.
        place: what it shall be in or on.
        words: how it was called.
        plural: whether the count was only told by the plural.
        definite: whether particular ones are spoken of: "the forks", "my pens".
        origin: what it is to be taken out of, or off.
        freed_of: types of what shall be taken out of it, or off it; none for everything.
        changed: whether a state was told otherwise before, or another place: "chill it, then heat
            it", "put it on the table, then pick it up".
    """

    types: tuple[str, ...]
    count: int = 1
    every: bool = False
    states: dict[str, bool] = field(default_factory=dict)
    place: "Thing | None" = None
    words: str = ""
    plural: bool = False
    definite: bool = False
    origin: "Thing | None" = None
    freed_of: tuple[str, ...] = ()
    changed: bool = False


def coffee(count: int = 1) -> Thing:
    """A mug of coffee; no other vessel goes into a coffee machine."""
    return Thing(("Mug",), count, states={"brewed": True}, words="coffee")
