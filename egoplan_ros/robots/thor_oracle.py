# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ground-truth detections of one frame, from AI2-THOR's instance image."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.ndimage import find_objects

from egoplan_ros.perception.interior import interior_point
from egoplan_ros.world.detection import Detection, Detections

STRUCTURE = frozenset({"Floor", "Wall", "Ceiling", "Room", "Doorway", "Undefined"})
"""Types that are part of the building: background for perception."""

_AGENT_HEIGHT = 0.9009992
"""Metres from the floor to the transform of AI2-THOR's agent, whichever body it has."""


def floor_height(agent: Mapping[str, Any]) -> float:
    """Height of a room's floor above AI2-THOR's origin, metres; in map the floor is at 0.

    To the millimetre, so that of a floor at 0 nothing is left.

    Args:
        agent: ``agent`` of the metadata, crouched or not: its transform does not move then.
    """
    return round(float(agent["position"]["y"]) - _AGENT_HEIGHT, 3)


def oracle_detections(event: Any, stamp: float) -> Detections:
    """Detections of everything in the frame but structure, also of what the gripper holds.

    Args:
        event: an ai2thor Event with instance segmentation.
        stamp: seconds.
    """
    objects = {item["objectId"]: item for item in event.metadata["objects"]}
    codes, values = colour_codes(event.instance_segmentation_frame)
    names = {
        (int(r) << 16) | (int(g) << 8) | int(b): name
        for (r, g, b), name in event.color_to_object_id.items()
        if name in objects and objects[name]["objectType"] not in STRUCTURE
    }
    present = [(index, names[code]) for index, code in enumerate(values) if code in names]
    raw = np.zeros(len(values), dtype=np.int32)
    raw[[index for index, _ in present]] = np.arange(1, len(present) + 1)
    image = raw[codes]
    found = []
    for number, (place, (_, name)) in enumerate(
        zip(find_objects(image), present, strict=True), start=1
    ):
        rows, cols = place
        box = (int(cols.start), int(rows.start), int(cols.stop) - 1, int(rows.stop) - 1)
        found.append((objects[name]["objectType"], box, number, name))
    # No order or number may give away the simulator's identity of an object.
    found.sort(key=lambda entry: entry[:2])
    order = np.zeros(len(present) + 1, dtype=np.uint16)
    items = []
    for label, (kind, box, number, name) in enumerate(found, start=1):
        order[number] = label
        x_min, y_min, x_max, y_max = box
        u, v = interior_point(image[y_min : y_max + 1, x_min : x_max + 1] == number)
        items.append(
            Detection(kind, 1.0, label, box, (x_min + u, y_min + v), states_of(objects[name]))
        )
    return Detections(stamp, order[image], tuple(items), "oracle")


def names_in_view(event: Any, oracle: Detections, least: int) -> set[str]:
    """The simulator's ids of what has at least so many pixels; for evaluators only."""
    pixels = np.bincount(oracle.labels.ravel())
    image, names = event.instance_segmentation_frame, event.color_to_object_id
    return {
        names[tuple(image[item.point[1], item.point[0]])]
        for item in oracle.items
        if pixels[item.label] >= least
    }


def colour_codes(image: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.intp], list[int]]:
    """Index ``(h, w)`` of each pixel's colour in the list of 24-bit colours that occur.

    Whole runs of one colour are looked up, of which an instance image has far less than pixels.
    """
    red, green, blue = (image[..., k].astype(np.uint32) for k in range(3))
    codes = ((red << 16) | (green << 8) | blue).ravel()
    starts = np.flatnonzero(np.diff(codes, prepend=~codes[:1]))
    values, index = np.unique(codes[starts], return_inverse=True)
    lengths = np.diff(starts, append=codes.size)
    return np.repeat(index, lengths).reshape(image.shape[:2]), values.tolist()


def states_of(item: dict[str, Any]) -> dict[str, float]:
    """State probabilities (0 or 1) of a metadata object, only those its type can have."""
    states: dict[str, float] = {}
    for name, able, value in (
        ("open", "openable", "isOpen"),
        ("toggled", "toggleable", "isToggled"),
        ("dirty", "dirtyable", "isDirty"),
        ("filled", "canFillWithLiquid", "isFilledWithLiquid"),
        ("cooked", "cookable", "isCooked"),
        ("broken", "breakable", "isBroken"),
    ):
        if item.get(able):
            states[name] = float(bool(item.get(value)))
    if item.get("canFillWithLiquid"):
        states["brewed"] = float(item.get("fillLiquid") == "coffee")
    if item["objectType"] == "StoveBurner":
        # Not toggleable by itself, but a lit burner is there to see.
        states["toggled"] = float(bool(item.get("isToggled")))
    if item.get("sliceable") or item["objectType"].endswith("Sliced"):
        sliced = item.get("isSliced") or item["objectType"].endswith("Sliced")
        states["sliced"] = float(bool(sliced))
    if item.get("pickupable"):
        temperature = item.get("temperature")
        states["hot"] = float(temperature == "Hot")
        states["cold"] = float(temperature == "Cold")
    return states
