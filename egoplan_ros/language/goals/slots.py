# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The five slots of a household task in the sense of ALFRED, and the labels they can take."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TASK_TYPES = (
    "pick_and_place_simple",
    "pick_two_obj_and_place",
    "look_at_obj_in_light",
    "pick_clean_then_place_in_recep",
    "pick_heat_then_place_in_recep",
    "pick_cool_then_place_in_recep",
    "pick_and_place_with_movable_recep",
)

SLOTS = ("task_type", "object", "mrecep", "recep", "toggle", "sliced")
"""Order of the heads of the network and of label indices in a record."""

NONE = ""
SAME_TYPE = {
    "Sink": "SinkBasin",
    "Bathtub": "BathtubBasin",
    "Glassbottle": "Bottle",
    "DressingTable": "Dresser",
    "Caculator": "Calculator",
    "Table": "DiningTable",
}
"""Type names of other versions of the simulator, by the name we use."""

LAMPS = ("DeskLamp", "FloorLamp")


@dataclass(frozen=True, slots=True)
class Slots:
    """One task; slots that a task type has not are empty.

    Attributes:
        task_type: one of :data:`TASK_TYPES`.
        object: type of the thing to be moved or looked at.
        mrecep: type of the movable receptacle that carries it.
        recep: type of the place it ends in.
        toggle: type of the lamp.
        sliced: whether a slice is meant.
    """

    task_type: str
    object: str
    mrecep: str = NONE
    recep: str = NONE
    toggle: str = NONE
    sliced: bool = False

    def key(self) -> tuple[str, str, str, str, bool]:
        """What a joint score compares: the lamp's kind does not count."""
        return (self.task_type, self.object, self.mrecep, self.recep, self.sliced)


def from_record(record: Mapping[str, Any]) -> Slots:
    """The slots of a record of the language data (fields as in ``alfred_train.jsonl.gz``).

    Raises:
        ValueError: a field that is missing or has no such value; the text says which.
    """

    def name(field: str, needed: bool) -> str:
        value = record.get(field)
        if value is not None and not isinstance(value, str):
            raise ValueError(f"{field} is no name")
        value = "" if value in (None, "None") else value.strip()
        if needed and not value:
            raise ValueError(f"{field} is missing")
        return SAME_TYPE.get(value, value)

    kind = record.get("task_type")
    if kind not in TASK_TYPES:
        raise ValueError("task_type is missing" if kind is None else "task_type is unknown")
    light = kind == "look_at_obj_in_light"
    return Slots(
        task_type=kind,
        object=name("object", True),
        mrecep=name("mrecep", kind == "pick_and_place_with_movable_recep"),
        recep=name("recep", not light),
        toggle=name("toggle", False),
        sliced=_truth(record.get("sliced")),
    )


def _truth(value: Any) -> bool:
    """A yes or no that may be written as text."""
    words = {"true": True, "false": False, "1": True, "0": False, "": False, "none": False}
    found = words.get(str(value).strip().lower())
    if found is None:
        raise ValueError("sliced is neither true nor false")
    return found
