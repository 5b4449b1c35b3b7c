# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which object of the simulator an id of ALFRED's means.

AI2-THOR's ids are ``Type|x|y|z``, the place where the object was when the room was loaded, with
``|SinkBasin`` or ``|BreadSliced_3`` behind for what is part of it. ALFRED's name the place where an
episode began; assets have moved a little since.
"""

from collections.abc import Mapping, Sequence
from math import dist, hypot
from typing import Any

from egoplan_ros.bench.alfred_episodes.episode import RENAMED
from egoplan_ros.world.geometry import Vector3

Objects = Sequence[Mapping[str, Any]]

_OTHERWISE = 0.3
"""Metres along the floor within which something of another type is taken for a renamed one."""


class Names:
    """ALFRED's ids in a room that has just been arranged for an episode."""

    def __init__(self, objects: Objects) -> None:
        """Remember where things are.

        Args:
            objects: metadata (AI2-THOR ``objects``) before the first action.
        """
        self._things = tuple(objects)

    def resolve(self, said: str, objects: Objects) -> str | None:
        """The simulator's id of what ALFRED calls ``said``; None where there is no such thing.

        Args:
            said: ALFRED's id.
            objects: the present metadata, which has the slices by now.
        """
        words = said.split("|")
        place = _coordinates(said)
        if place is None:
            return None
        part = words[4] if len(words) > 4 else ""
        if part.endswith("Basin"):
            return self._nearest(part, place)
        whole = self._nearest(RENAMED.get(words[0], words[0]) if not part else words[0], place)
        return _slice(whole, part, objects) if whole and part else whole

    def _nearest(self, kind: str, place: Vector3) -> str | None:
        same = [item for item in self._things if item["objectType"] == kind]
        if not same:
            same = [
                item
                for item in self._things
                if item["receptacle"] and _along_floor(item, place) < _OTHERWISE
            ]
        if not same:
            return None
        found = min(same, key=lambda item: (_apart(item, place), item["objectId"]))
        return str(found["objectId"])


def _slice(whole: str, part: str, objects: Objects) -> str | None:
    """The slice of that number; the last one where food is cut into fewer pieces today."""
    kind, _, number = part.rpartition("_")
    numbers = sorted(
        int(words[-1])
        for item in objects
        if item["objectId"].startswith(f"{whole}|{kind}_")
        and (words := item["objectId"].rsplit("_", 1))[-1].isdigit()
    )
    if not numbers:
        return None
    wanted = int(number) if number.isdigit() else 0
    return f"{whole}|{kind}_{wanted if wanted in numbers else numbers[-1]}"


def _coordinates(name: str) -> Vector3 | None:
    try:
        x, y, z = (float(word) for word in name.split("|")[1:4])
    except ValueError:
        return None
    return x, y, z


def _place(item: Mapping[str, Any]) -> Vector3:
    """Where an id of ALFRED's has it: what can be carried is where it was put."""
    if not item["pickupable"] and (named := _coordinates(item["objectId"])) is not None:
        return named
    at = item["position"]
    return at["x"], at["y"], at["z"]


def _apart(item: Mapping[str, Any], place: Vector3) -> float:
    return dist(_place(item), place)


def _along_floor(item: Mapping[str, Any], place: Vector3) -> float:
    x, _, z = _place(item)
    return hypot(x - place[0], z - place[2])
