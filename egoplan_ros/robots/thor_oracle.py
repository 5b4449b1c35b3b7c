"""Ground-truth detections of one frame, from AI2-THOR's instance image."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.world.detection import Detection, Detections

STRUCTURE = frozenset({"Floor", "Wall", "Ceiling", "Room", "Doorway", "Undefined"})
"""Types that are part of the building: background for perception."""


def object_images(event: Any) -> dict[str, npt.NDArray[np.bool_]]:
    """Masks ``(h, w)`` of the known objects in the frame by simulator id."""
    image = event.instance_segmentation_frame
    codes = (
        (image[..., 0].astype(np.uint32) << 16)
        | (image[..., 1].astype(np.uint32) << 8)
        | image[..., 2]
    )
    names = {
        (int(r) << 16) | (int(g) << 8) | int(b): name
        for (r, g, b), name in event.color_to_object_id.items()
        if "|" in name
    }
    known = {item["objectId"] for item in event.metadata["objects"]}
    return {
        names[code]: codes == code
        for code in map(int, np.unique(codes))
        if names.get(code) in known
    }


def oracle_detections(event: Any, stamp: float) -> Detections:
    """Detections of everything in the frame but structure, also of what the gripper holds.

    Args:
        event: an ai2thor Event with instance segmentation.
        stamp: seconds.
    """
    objects = {item["objectId"]: item for item in event.metadata["objects"]}
    masks = object_images(event)
    labels = np.zeros(event.depth_frame.shape, dtype=np.uint16)
    found: list[tuple[str, tuple[int, int, int, int], npt.NDArray[np.bool_], str]] = []
    for name, mask in masks.items():
        kind = objects[name]["objectType"]
        if kind in STRUCTURE:
            continue
        rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        box = (int(cols[0]), int(rows[0]), int(cols[-1]), int(rows[-1]))
        found.append((kind, box, mask, name))
    found.sort(key=lambda entry: entry[:2])
    items = []
    for label, (kind, box, mask, name) in enumerate(found, start=1):
        labels[mask] = label
        items.append(
            Detection(kind, 1.0, label, box, interior_point(mask, box), states_of(objects[name]))
        )
    return Detections(stamp, labels, tuple(items), "oracle")


def interior_point(mask: npt.NDArray[np.bool_], box: tuple[int, int, int, int]) -> tuple[int, int]:
    """The (u, v) pixel of a mask that is farthest from its border; image borders count."""
    x_min, y_min, x_max, y_max = box
    part = mask[y_min : y_max + 1, x_min : x_max + 1].astype(np.uint8)
    depth = cv2.distanceTransform(cv2.copyMakeBorder(part, 1, 1, 1, 1, 0), cv2.DIST_L2, 3)
    row, col = np.unravel_index(int(np.argmax(depth)), depth.shape)
    return x_min + int(col) - 1, y_min + int(row) - 1


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
