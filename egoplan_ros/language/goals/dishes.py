# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What people ask to be made: coffee, toast, a salad (TEACh's tasks, Padmakumar et al. 2022)."""

from egoplan_ros.language.goals.things import Thing, coffee

_RAW = {"sliced": True}
_COOKED = {"sliced": True, "cooked": True}
_SERVED = {
    "toast": (("Bread", 1, _COOKED),),
    "sandwich": (("Bread", 2, _COOKED), ("Tomato", 1, _RAW), ("Lettuce", 1, _RAW)),
    "salad": (("Lettuce", 1, _RAW), ("Tomato", 1, _RAW), ("Potato", 1, _COOKED)),
}
"""Types, how many slices of each and their states; all together on one clean plate."""

DISHES = frozenset({"coffee", "breakfast", *_SERVED})
"""What is no object, or only part of one, until it is made."""


def dish(name: str, count: int = 1) -> list[Thing]:
    """What shall become of which things; the first one is what the dish is served in or on.

    Args:
        name: one of :data:`DISHES`.
        count: how many; more than one of coffee only.
    """
    if name == "coffee":
        return [coffee(count)]
    if name == "breakfast":
        return [*dish("toast"), coffee()]
    plate = Thing(("Plate",), states={"clean": True}, words=f"plate of {name}")
    food = [
        Thing((kind,), count, states=dict(states), place=plate, words=name)
        for kind, count, states in _SERVED[name]
    ]
    return [plate, *food]
