# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How exported detectors lay out what they tell, and how they want their images.

======== ========================================================= =========================
layout   outputs                                                   exported by
======== ========================================================= =========================
nanodet  by level scores (1, n, C) and sides (1, n, 4b), or one    NanoDet, NanoDet-Plus
yolox    (1, n, 5 + C): cx, cy, w, h, objectness, scores           YOLOX, decoded or not
rtdetr   labels, boxes, scores; or boxes and logits                RT-DETR
dfine    labels, boxes, scores                                     D-FINE, DEIM
rfdetr   dets (1, n, 4), labels (1, n, C), perhaps masks           RF-DETR
boxes    boxes, scores, labels; or (n, 6)                          torchvision, many others
boxes_masks  the same and masks, of the box or of the image        Mask R-CNN
======== ========================================================= =========================
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from egoplan_ros.perception.coco import nanodet
from egoplan_ros.perception.coco.found import Floats, Found, best_class
from egoplan_ros.perception.coco.onnx_file import OnnxFile
from egoplan_ros.perception.coco.picture import Preprocessing
from egoplan_ros.world.errors import InputError

_IMAGENET = ((123.675, 116.28, 103.53), (58.395, 57.12, 57.375))
"""Mean and standard deviation of ImageNet, RGB."""

Outputs = Mapping[str, Floats]
Decode = Callable[[Outputs, tuple[int, int], int, float], Found | None]
"""Outputs, height and width of the input, number of classes, least score. None: does not fit."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One way of telling boxes.

    Attributes:
        name: as users give it.
        wants: how images are prepared.
        decode: from outputs to boxes in pixels of the input.
        overlap: IoU above which the lesser box of a class goes; 1: the network did that itself.
    """

    name: str
    wants: Preprocessing
    decode: Decode
    overlap: float = 1.0


def _corners(boxes: Floats) -> Floats:
    """Of boxes told by centre and size."""
    half = 0.5 * boxes[:, 2:4]
    return np.concatenate([boxes[:, :2] - half, boxes[:, :2] + half], axis=1)


def _one(outputs: Outputs, *words: str) -> Floats | None:
    """The output whose name has one of the words."""
    for name, values in outputs.items():
        if any(word in name.lower() for word in words):
            return values
    return None


def _nanodet(outputs: Outputs, size: tuple[int, int], classes: int, least: float) -> Found | None:
    try:
        levels = nanodet.pairs(outputs.values(), classes)
    except StopIteration:
        return None
    return nanodet.decode(levels, size, least)


_LARGEST_LOG = 16.0
"""No width is e^16 strides: what is larger are pixels, of an export that has decoded boxes."""


def _yolox(outputs: Outputs, size: tuple[int, int], classes: int, least: float) -> Found | None:
    (table,) = outputs.values()
    table = table.reshape(-1, table.shape[-1])
    strides = nanodet.STRIDES[:3]
    counts = [int(np.prod(nanodet.cells(size, stride))) for stride in strides]
    if table.shape[1] != 5 + classes or len(table) != sum(counts):
        return None
    boxes, scores = table[:, :4].copy(), table[:, 4:5] * table[:, 5:]
    if boxes[:, 2:].max() < _LARGEST_LOG:
        step = np.repeat(np.array(strides, np.float32), counts)[:, None]
        corners = [
            np.stack(np.meshgrid(range(columns), range(rows)), axis=-1).reshape(-1, 2)
            for rows, columns in (nanodet.cells(size, stride) for stride in strides)
        ]
        boxes[:, :2] = (boxes[:, :2] + np.concatenate(corners)) * step
        boxes[:, 2:] = np.exp(boxes[:, 2:]) * step
    return best_class(_corners(boxes), scores, least)


def _queries(outputs: Outputs, size: tuple[int, int], classes: int, least: float) -> Found | None:
    """Boxes as shares of the image, logits of classes, perhaps masks of the image."""
    flat = {name: v.reshape(-1, v.shape[-1]) for name, v in outputs.items() if v.ndim <= 3}
    boxes = next((v for name, v in flat.items() if v.shape[1] == 4 and "logit" not in name), None)
    logits = next((v for v in flat.values() if v is not boxes and v.shape[1] == classes), None)
    if boxes is None or logits is None or len(boxes) != len(logits):
        return None
    scores = expit(logits)
    rows, columns = size
    found = best_class(
        _corners(boxes) * np.array([columns, rows] * 2, dtype=np.float32), scores, least
    )
    masks = _masks(outputs)
    if masks is None or len(masks) != len(boxes):
        return found
    kept = np.flatnonzero(scores.max(axis=1) >= least)
    return Found(found.boxes, found.scores, found.classes, masks[kept])


def _masks(outputs: Outputs) -> Floats | None:
    """``(n, h, w)`` in [0, 1] of the output with masks."""
    masks = next((v for v in outputs.values() if v.ndim >= 3 and min(v.shape[-2:]) >= 8), None)
    if masks is None or (masks.ndim == 3 and masks.shape[-1] == 4):
        return None
    masks = masks.reshape(-1, *masks.shape[-2:])
    return expit(masks) if masks.size and (masks.min() < 0.0 or masks.max() > 1.0) else masks


def _list(outputs: Outputs, size: tuple[int, int], classes: int, least: float) -> Found | None:
    """Boxes in pixels of the input, each with its score and class."""
    if len(outputs) == 1:
        (table,) = outputs.values()
        table = table.reshape(-1, table.shape[-1])
        if table.shape[1] != 6:
            return None
        boxes, scores, labels = table[:, :4], table[:, 4], table[:, 5]
    else:
        boxes_of = _one(outputs, "box", "det")
        if boxes_of is None or boxes_of.shape[-1] != 4:
            boxes_of = next((v for v in outputs.values() if v.shape[-1] == 4), None)
        scores_of, labels_of = _one(outputs, "score", "conf"), _one(outputs, "label", "class")
        if boxes_of is None or scores_of is None:
            return None
        boxes = boxes_of.reshape(-1, 4)
        if labels_of is None:
            if scores_of.shape[-1] != classes:
                return None
            return best_class(boxes, scores_of.reshape(-1, classes), least)
        scores, labels = scores_of.ravel(), labels_of.ravel()
    if not len(boxes) == len(scores) == len(labels):
        return None
    kept = np.flatnonzero(scores >= least)
    masks = _masks({n: v for n, v in outputs.items() if "mask" in n.lower()} or outputs)
    told = np.asarray(labels[kept], dtype=np.intp)
    if masks is None or len(masks) != len(boxes):
        return Found(boxes[kept].astype(np.float32), scores[kept].astype(np.float32), told)
    whole = abs(masks.shape[2] / masks.shape[1] - size[1] / size[0]) < 0.1 and masks.shape[1] > 56
    return Found(
        boxes[kept].astype(np.float32),
        scores[kept].astype(np.float32),
        told,
        masks[kept],
        not whole,
    )


def _rtdetr(outputs: Outputs, size: tuple[int, int], classes: int, least: float) -> Found | None:
    told = _list(outputs, size, classes, least) if _one(outputs, "score") is not None else None
    return told or _queries(outputs, size, classes, least)


LAYOUTS: Mapping[str, Layout] = {
    layout.name: layout
    for layout in (
        Layout(
            "nanodet",
            Preprocessing(True, (103.53, 116.28, 123.675), (57.375, 57.12, 58.395), True, True),
            _nanodet,
            0.5,
        ),
        Layout(
            "yolox",
            Preprocessing(True, std=(1.0, 1.0, 1.0), keep_ratio=True, padding=114.0),
            _yolox,
            0.45,
        ),
        Layout("rtdetr", Preprocessing(), _rtdetr),
        Layout("dfine", Preprocessing(), _rtdetr),
        Layout("rfdetr", Preprocessing(False, *_IMAGENET), _queries),
        Layout("boxes", Preprocessing(keep_ratio=True), _list),
        Layout("boxes_masks", Preprocessing(keep_ratio=True), _list),
    )
}


def guess_layout(model: OnnxFile, classes: int) -> str:
    """The layout that names and shapes of the outputs leave, as far as they leave one.

    Raises:
        InputError: they leave several, or none.
    """
    names = {name.lower() for name in model.outputs}
    widths = sorted(shape[-1] for shape in model.outputs.values() if shape)
    sides = [width for width in widths if width != classes]
    if "orig_target_sizes" in model.inputs:
        return "rtdetr"  # as D-FINE
    if names >= {"dets", "labels"} and len(model.inputs) == 1:
        return "rfdetr"
    if any("mask" in name for name in names) and any("score" in name for name in names):
        return "boxes_masks"
    if any("score" in name for name in names) and 4 in widths:
        return "boxes"
    if len(names) == 1 and widths == [5 + classes]:
        return "yolox"
    if len(names) == 1 and widths == [6]:
        return "boxes"
    if len(names) == 1 and widths and widths[0] >= classes + 16 and not (widths[0] - classes) % 4:
        return "nanodet"
    if len(names) > 2 and sides and not any(width % 4 for width in sides):
        return "nanodet"
    told = ", ".join(f"{name} {list(shape)}" for name, shape in model.outputs.items())
    raise InputError(
        f"outputs ({told}) with {classes} names leave the layout open; say it: layout one of "
        f"{', '.join(LAYOUTS)}"
    )
