# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What happened to the simulated objects during an episode; for evaluators only."""

from math import dist
from typing import Any

from egoplan_ros.robots.thor_oracle import names_in_view
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.ontology import load_ontology

_VISIBLE, _FRAME = 20, 300 * 300
"""Pixels that make an object one that was seen, of so many in the frame."""

_FAUCET_REACH = 1.0
_HEATERS = ("heater", "burner", "toaster")
_BASINS = ("basin", "tub")
_SINK = "Sink"
"""Around a basin; some rooms have things lie in it instead."""


def visible_pixels(frame: int) -> int:
    """Pixels in one frame that make an object one that was seen: the same angle in any frame.

    Args:
        frame: pixels of the whole frame.
    """
    return max(round(_VISIBLE * frame / _FRAME), 1)


class ThorHistory:
    """Remembers transient states such as "was washed" that the last metadata no longer show.

    Heated and cooled follow ALFRED: what was in or on something that heats while that was on (not
    a mug of coffee) counts as heated; an object that was cold when the episode began counts as
    cooled only after the robot has put it into the fridge again.
    """

    names = ("cleaned", "heated", "cooled", "cooked", "sliced", "filled", "opened", "toggled",
             "picked", "broken", "seen")  # fmt: skip

    def __init__(self) -> None:
        self._sets: dict[str, set[str]] = {name: set() for name in self.names}
        self._before: dict[str, dict[str, Any]] = {}
        self._cold: set[str] = set()
        self._role = load_ontology().role

    def begin(self, metadata: dict[str, Any]) -> None:
        """Start an episode from its first metadata."""
        self._sets = {name: set() for name in self.names}
        self._before = {item["objectId"]: item for item in metadata["objects"]}
        self._cold = {name for name, item in self._before.items() if _is(item, "Cold")}

    def add(self, metadata: dict[str, Any]) -> None:
        """Take in the metadata after an action."""
        objects = {item["objectId"]: item for item in metadata["objects"]}
        picked = self._sets["picked"]
        picked.update(item["objectId"] for item in metadata["inventoryObjects"] or ())
        running = [
            item
            for item in objects.values()
            if self._role(item["objectType"]) == "tap" and _on(item)
        ]
        for name, item in objects.items():
            before = self._before.get(name)
            if before is None:
                self._inherit(name, objects)
            if item.get("isDirty") is False and before is not None and before.get("isDirty"):
                self._sets["cleaned"].add(name)
            if self._under_water(item, objects, running):
                self._sets["cleaned"].add(name)
            if _is(item, "Hot") and any(
                self._role(parent["objectType"]) in _HEATERS and _on(parent)
                for parent in _ancestors(item, objects)
            ):
                self._sets["heated"].add(name)
            self._note_cold(name, item, objects)
            for state, field, former in (
                ("cooked", "isCooked", False),
                ("sliced", "isSliced", False),
                ("filled", "isFilledWithLiquid", False),
                ("opened", "isOpen", False),
                ("toggled", "isToggled", False),
                ("broken", "isBroken", False),
            ):
                was = former if before is None else before.get(field, former)
                if item.get(field) and not was:
                    self._sets[state].add(name)
        self._before = objects

    def see(self, event: Any, oracle: Detections) -> None:
        """Take in what a frame shows."""
        self._sets["seen"] |= names_in_view(event, oracle, visible_pixels(oracle.labels.size))

    def lists(self) -> dict[str, list[str]]:
        """Simulator ids by what happened to them, sorted."""
        return {name: sorted(ids) for name, ids in self._sets.items()}

    def _note_cold(
        self, name: str, item: dict[str, Any], objects: dict[str, dict[str, Any]]
    ) -> None:
        if not _is(item, "Cold"):
            self._cold.discard(name)
            return
        roles = {self._role(objects[p]["objectType"]) for p in _parents(item) if p in objects}
        again = name in self._sets["picked"] and "cooler" in roles
        if name not in self._cold or again:
            self._sets["cooled"].add(name)

    def _inherit(self, name: str, objects: dict[str, dict[str, Any]]) -> None:
        """A slice was treated as the object it was cut from."""
        source = name.rsplit("|", 1)[0]
        if source not in objects:
            return
        for state in ("cleaned", "heated", "cooled", "cooked"):
            if source in self._sets[state]:
                self._sets[state].add(name)
        if source in self._cold:
            self._cold.add(name)

    def _under_water(
        self,
        item: dict[str, Any],
        objects: dict[str, dict[str, Any]],
        running: list[dict[str, Any]],
    ) -> bool:
        if not running or not item.get("pickupable") or item.get("isPickedUp"):
            return False
        for parent in _ancestors(item, objects):
            kind = parent["objectType"]
            if (kind == _SINK or self._role(kind) in _BASINS) and any(
                dist(_centre(parent), _centre(faucet)) < _FAUCET_REACH for faucet in running
            ):
                return True
        return False


def _ancestors(item: dict[str, Any], objects: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    queue = _parents(item)
    while queue:
        name = queue.pop()
        if name in objects and name not in found:
            found[name] = objects[name]
            queue += _parents(objects[name])
    return list(found.values())


def _parents(item: dict[str, Any]) -> list[str]:
    return list(item.get("parentReceptacles") or ())


def _is(item: dict[str, Any], temperature: str) -> bool:
    return bool(item.get("pickupable")) and item.get("temperature") == temperature


def _on(item: dict[str, Any]) -> bool:
    return bool(item.get("isToggled"))


def _centre(item: dict[str, Any]) -> tuple[float, float]:
    box = item.get("axisAlignedBoundingBox") or {}
    point = box.get("center") or item["position"]
    return float(point["x"]), float(point["z"])
