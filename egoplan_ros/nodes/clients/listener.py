# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Keeps the latest world model that arrived on ``objects`` and ``map``."""

import math
import time
from collections.abc import Callable

from nav_msgs.msg import OccupancyGrid as OccupancyGridMsg
from std_srvs.srv import Trigger

from egoplan_ros.msg import ObjectArray
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.objects import from_grid, from_objects
from egoplan_ros.nodes.convert.stamps import from_time, nanoseconds
from egoplan_ros.nodes.qos import LATCHED
from egoplan_ros.world.state import WorldState

LATE_SECONDS = 1.0
"""After which who knows that there is a newer world model has missed it."""
_PATIENCE_SECONDS = 3.0
"""Until it is asked for once more."""


class WorldListener:
    """Joins objects and map of one stamp; converts only when somebody looks.

    Args:
        node: that subscribes.
        changed: called after each new world model.
    """

    def __init__(self, node: ManagedNode, changed: Callable[[], None] | None = None) -> None:
        self._changed = changed or (lambda: None)
        self._objects: ObjectArray | None = None
        self._map: OccupancyGridMsg | None = None
        self._pair: tuple[ObjectArray, OccupancyGridMsg] | None = None
        self._world: WorldState | None = None
        self._again, self._asked = node.ask(Trigger, "resend_frame"), -math.inf
        node.listen(OccupancyGridMsg, "map", self._take_map, LATCHED, always=True)
        node.listen(ObjectArray, "objects", self._take_objects, LATCHED, always=True)

    @property
    def stamp(self) -> float:
        """Of the latest world model, seconds; -1 when there is none."""
        return from_time(self._pair[0].header.stamp) if self._pair else -1.0

    @property
    def episode(self) -> int:
        """Of the latest world model; -1 when there is none."""
        return int(self._pair[0].robot.episode) if self._pair else -1

    @property
    def version(self) -> int:
        """Of the latest world model; -1 when there is none."""
        return int(self._pair[0].version) if self._pair else -1

    @property
    def world(self) -> WorldState | None:
        """The latest world model."""
        if self._world is None and self._pair is not None:
            objects, grid = self._pair
            self._world = from_objects(objects, from_grid(grid))
        return self._world

    def halved(self, stamp: float) -> bool:
        """Whether objects that new (seconds) came without their map, or the other way round."""
        halves = [part for part in (self._objects, self._map) if part is not None]
        newest = max((from_time(part.header.stamp) for part in halves), default=-1.0)
        return newest >= stamp - 1e-9 > self.stamp

    def missed(self) -> None:
        """Somebody waits for a newer one: has the latest frame sent, and so mapped and told, again.

        A flood of messages pushes true ones out of a queue that keeps the latest alone.
        """
        now = time.monotonic()
        if now - self._asked > _PATIENCE_SECONDS and self._again.service_is_ready():
            self._asked = now
            self._again.call_async(Trigger.Request())

    def _take_map(self, message: OccupancyGridMsg) -> None:
        self._map = message
        self._join()

    def _take_objects(self, message: ObjectArray) -> None:
        self._objects = message
        self._join()

    def _join(self) -> None:
        objects, grid = self._objects, self._map
        if objects is None or grid is None:
            return
        if nanoseconds(objects.header.stamp) != nanoseconds(grid.header.stamp):
            return
        if self._pair is not None and self._pair[0] is objects and self._pair[1] is grid:
            return
        self._pair, self._world = (objects, grid), None
        self._changed()
