# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An image with detections drawn into it."""

from colorsys import hsv_to_rgb
from zlib import crc32

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.world.detection import Detection, Detections

Image = npt.NDArray[np.uint8]
Color = tuple[int, int, int]

_FONT = cv2.FONT_HERSHEY_SIMPLEX
KNOWN = 0.7
"""Probability from which on a state is written; its opposite from 1 less that."""


def type_color(name: str) -> tuple[float, float, float]:
    """A colour for a type, from 0 to 1, the same in every run; grey for structure."""
    if not name:
        return (0.6, 0.6, 0.6)
    code = crc32(name.encode())
    return hsv_to_rgb((code & 0xFFFF) / 0x10000, 0.55 + (code >> 16 & 0xFF) / 640, 0.95)


def caption(item: Detection) -> str:
    """Type with its certainty, and the states that hold: ``Mug 0.82 dirty``.

    Most things have five states that do not: they would hide the picture.
    """
    text = item.type if item.certainty >= 0.995 else f"{item.type} {item.certainty:.2f}"
    states = [name for name, value in item.states.items() if value >= KNOWN]
    return " ".join([text, ", ".join(states)]) if states else text


def overlay(rgb: Image, detections: Detections) -> Image:
    """Masks tinted by type with an outline, boxes, and captions; uint8 ``(h, w, 3)``.

    Text and lines grow with the image.
    """
    labels = detections.labels
    table = np.zeros((int(labels.max(initial=0)) + 1, 3), dtype=np.float32)
    for item in detections.items:
        if item.label < len(table):
            table[item.label] = _color(item.type)
    picture = np.ascontiguousarray(rgb)
    if len(table) > 1:
        tinted = (0.6 * rgb + 0.4 * table[labels]).astype(np.uint8)
        picture = np.where((labels > 0)[..., None], tinted, rgb)
        edge = np.zeros(labels.shape, dtype=bool)
        edge[:, 1:] |= labels[:, 1:] != labels[:, :-1]
        edge[1:] |= labels[1:] != labels[:-1]
        edge &= labels > 0
        picture[edge] = table[labels[edge]].astype(np.uint8)
    scale = max(min(rgb.shape[:2]) / 480.0, 0.6)
    for item in detections.items:
        left, top, right, bottom = item.box
        line = max(1, round(scale))
        cv2.rectangle(picture, (left, top), (right, bottom), _color(item.type), line)
    for item in detections.items:  # above all boxes
        _write(picture, caption(item), item.box, _color(item.type), 0.45 * scale)
    return picture


def _color(name: str) -> Color:
    red, green, blue = type_color(name)
    return int(red * 255), int(green * 255), int(blue * 255)


def _write(
    picture: Image, text: str, box: tuple[int, int, int, int], color: Color, size: float
) -> None:
    (width, height), below = cv2.getTextSize(text, _FONT, size, 1)
    left = max(min(box[0], picture.shape[1] - width), 0)
    base = box[1] - below if box[1] >= height + below else box[1] + height + below
    corner = (left + width, base + below - 1)
    cv2.rectangle(picture, (left, base - height - 1), corner, color, cv2.FILLED)
    dark = sum(color) > 330
    cv2.putText(
        picture, text, (left, base), _FONT, size, (0, 0, 0) if dark else (255, 255, 255), 1,
        cv2.LINE_AA,
    )  # fmt: skip
