"""The camera image with detections drawn into it."""

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.nodes.convert.cloud import color_of
from egoplan_ros.world.detection import Detections


def overlay(rgb: npt.NDArray[np.uint8], detections: Detections) -> npt.NDArray[np.uint8]:
    """Masks tinted by type, boxes, and type with score; uint8 ``(h, w, 3)``."""
    table = np.zeros((int(detections.labels.max(initial=0)) + 1, 3), dtype=np.float32)
    for item in detections.items:
        if item.label < len(table):
            table[item.label] = np.array(color_of(item.type), dtype=np.float32) * 255.0
    mask = (detections.labels > 0)[..., None]
    tinted = np.where(mask, 0.6 * rgb + 0.4 * table[detections.labels], rgb)
    picture = np.ascontiguousarray(tinted.astype(np.uint8))
    for item in detections.items:
        color = tuple(int(value * 255) for value in color_of(item.type))
        left, top, right, bottom = item.box
        cv2.rectangle(picture, (left, top), (right, bottom), color, 1)
        text = item.type if item.score >= 0.995 else f"{item.type} {item.score:.2f}"
        place = (left + 1, max(top - 2, 8))
        cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.3, (255, 255, 255), 1)
    return picture
