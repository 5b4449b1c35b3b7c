# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A room as it might be found: things elsewhere, in any state, in other light and surfaces."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Step = Callable[..., Any]
"""Does an AI2-THOR action by name and arguments; returns the event, also of a failed one."""

_WAYS: tuple[tuple[str, str, str, str], ...] = (
    # what the metadata says can be done; whether it is done; how it is done and undone
    ("openable", "isOpen", "OpenObject", "CloseObject"),
    ("toggleable", "isToggled", "ToggleObjectOn", "ToggleObjectOff"),
    ("dirtyable", "isDirty", "DirtyObject", "CleanObject"),
    ("canFillWithLiquid", "isFilledWithLiquid", "FillObjectWithLiquid", "EmptyLiquidFromObject"),
    ("cookable", "isCooked", "CookObject", ""),
    ("sliceable", "isSliced", "SliceObject", ""),
    ("canBeUsedUp", "isUsedUp", "UseUpObject", ""),
    ("breakable", "isBroken", "BreakObject", ""),
)
_SHARES = {"BreakObject": 0.12, "SliceObject": 0.35, "CookObject": 0.4, "UseUpObject": 0.3}
"""Share of the things that get a state that cannot be undone."""
_LIQUIDS = ("water", "coffee", "wine")
_OFTEN = 0.5


def redecorate(step: Step, rng: np.random.Generator) -> None:
    """Things in other places, other surfaces and light; a scene that refuses one keeps its own."""
    step("InitialRandomSpawn", randomSeed=int(rng.integers(1, 2**31 - 1)), placeStationary=True)
    if rng.random() < 0.7:
        step("RandomizeMaterials")
    if rng.random() < 0.7:
        step(
            "RandomizeLighting",
            brightness=[0.6, 1.4],
            randomizeColor=True,
            hue=[0.0, 1.0],
            saturation=[0.2, 1.0],
            synchronized=False,
        )


def disturb(
    step: Step, objects: Sequence[dict[str, Any]], rng: np.random.Generator, share: float
) -> None:
    """Bring about states at random.

    Args:
        step: does actions.
        objects: the metadata.
        rng: of the choice.
        share: of the things that are touched, in [0, 1].
    """
    for item in objects:
        for able, done, do, undo in _WAYS:
            if not item.get(able) or rng.random() > share:
                continue
            if item.get(done):
                if undo and rng.random() < _OFTEN:
                    step(undo, objectId=item["objectId"], forceAction=True)
                continue
            if rng.random() > _SHARES.get(do, _OFTEN):
                continue
            more: dict[str, Any] = {}
            if do == "FillObjectWithLiquid":
                more["fillLiquid"] = str(rng.choice(_LIQUIDS))
            if do == "OpenObject":
                more["openness"] = float(rng.choice((1.0, 1.0, 0.6)))
            step(do, objectId=item["objectId"], forceAction=True, **more)


def take(step: Step, objects: Sequence[dict[str, Any]], rng: np.random.Generator) -> bool:
    """Something into the hand; whether that went well."""
    able = [item["objectId"] for item in objects if item.get("pickupable")]
    if not able:
        return False
    event = step("PickupObject", objectId=str(rng.choice(able)), forceAction=True)
    return bool(event.metadata["lastActionSuccess"])
