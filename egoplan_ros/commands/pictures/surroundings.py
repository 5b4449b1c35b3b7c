# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is known of the place at a moment, as pictures need it, and a small map of it."""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.overlay import KNOWN, type_color
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN, OccupancyGrid

Image = npt.NDArray[np.uint8]
_MARGIN = 0.3
"""Metres shown about what is known."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An object on the map: centre and extent in map metres."""

    label: str
    x: float
    y: float
    width: float
    height: float
    held: bool = False
    states: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """Its type, by its id in the object memory."""
        return self.label.rpartition("_")[0] or self.label

    @property
    def color(self) -> tuple[float, float, float]:
        """Of its type, from 0 to 1."""
        return type_color(self.type)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known of the place.

    Attributes:
        grid: occupancy; None before there is any.
        way: base positions in map metres, in order.
        marks: objects.
    """

    grid: OccupancyGrid | None = None
    way: tuple[tuple[float, float], ...] = ()
    marks: tuple[Mark, ...] = field(default=())


def shades(grid: OccupancyGrid, free: int, occupied: int, unknown: int) -> Image:
    """The grid in three greys, RGB ``(rows, columns, 3)``, row 0 at the least y."""
    image = np.full((*grid.data.shape, 3), unknown, dtype=np.uint8)
    known = grid.data != UNKNOWN
    share = np.clip(grid.data.astype(np.float32), FREE, OCCUPIED) / OCCUPIED
    image[known] = (free + (occupied - free) * share[known, None]).astype(np.uint8)
    return image


def known_area(place: Surroundings) -> tuple[float, float, float, float] | None:
    """Least x and y, greatest x and y in metres of what is known; None when nothing is."""
    points = [*place.way, *((mark.x, mark.y) for mark in place.marks)]
    if place.grid is not None:
        rows, columns = np.nonzero(place.grid.data != UNKNOWN)
        if rows.size:
            points.append(place.grid.point(int(rows.min()), int(columns.min())))
            points.append(place.grid.point(int(rows.max()), int(columns.max())))
    if not points:
        return None
    low, high = np.min(points, axis=0) - _MARGIN, np.max(points, axis=0) + _MARGIN
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def inset(place: Surroundings, width: int, height: int, wanted: frozenset[str]) -> Image | None:
    """A small map, x to the right and y up: floor, things of ``wanted`` ids, way and robot.

    Returns:
        uint8 RGB of at most that size, None when nothing is known.
    """
    area = known_area(place)
    if area is None or place.grid is None:
        return None
    left, bottom, right, top = area
    scale = min(width / (right - left), height / (top - bottom))
    size = max(round((right - left) * scale), 1), max(round((top - bottom) * scale), 1)

    def pixel(x: float, y: float) -> tuple[int, int]:
        return round((x - left) * scale), round((top - y) * scale)

    grid = place.grid
    rows = np.arange(size[1])[::-1] / scale + bottom
    columns = np.arange(size[0]) / scale + left
    row = ((rows - grid.origin[1]) / grid.resolution).astype(int)
    column = ((columns - grid.origin[0]) / grid.resolution).astype(int)
    shaded = np.pad(shades(grid, 120, 62, 24), ((1, 1), (1, 1), (0, 0)), constant_values=24)
    row = np.clip(row + 1, 0, shaded.shape[0] - 1)
    column = np.clip(column + 1, 0, shaded.shape[1] - 1)
    image = np.ascontiguousarray(shaded[row[:, None], column[None, :]])
    for mark in place.marks:
        color = [int(255 * part) for part in mark.color]
        corners = (
            pixel(mark.x - mark.width / 2, mark.y - mark.height / 2),
            pixel(mark.x + mark.width / 2, mark.y + mark.height / 2),
        )
        if mark.label in wanted and not mark.held:
            cv2.circle(image, pixel(mark.x, mark.y), 6, (255, 154, 60), cv2.FILLED, cv2.LINE_AA)
        elif max(mark.width, mark.height) > 0.25:
            cv2.rectangle(image, *corners, color, 1)
    if place.way:
        points = np.array([pixel(*point) for point in place.way], np.int32)
        cv2.polylines(image, [points], False, (121, 210, 140), 2, cv2.LINE_AA)
        cv2.circle(image, pixel(*place.way[-1]), 7, (98, 200, 245), cv2.FILLED, cv2.LINE_AA)
    return image


def mark_of_object(item: ObjectInstance) -> Mark:
    """An object of the world model as a mark."""
    states = tuple(name for name, belief in item.states.items() if belief.probability >= KNOWN)
    return Mark(item.id, *item.center[:2], *item.size[:2], item.held, states)


def mark_of_message(item: Any) -> Mark:
    """An ``ObjectInstance`` message as a mark."""
    states = tuple(belief.state for belief in item.states if belief.probability >= KNOWN)
    return Mark(
        *(item.id, item.center.x, item.center.y, item.size.x, item.size.y), item.held, states
    )
