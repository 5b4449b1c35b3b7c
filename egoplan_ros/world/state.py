# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A snapshot of everything the robot believes; what planning, behavior and skills decide on."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import OccupancyGrid


@dataclass(frozen=True, slots=True)
class Frontier:
    """A border between free and unknown space, an exploration anchor (EPA: unknown location).

    Attributes:
        id: ``frontier_n``; stable while the frontier stays about where it is.
        x, y: a reachable free point from which to look, map metres.
        yaw: heading that looks into the unknown, radians.
        gain: unknown area expected to be seen from there, square metres.
    """

    id: str
    x: float
    y: float
    yaw: float
    gain: float


@dataclass(frozen=True, slots=True)
class WorldState:
    """Immutable snapshot of the world model.

    Attributes:
        stamp: of the latest frame it contains, seconds.
        robot: proprioception at that stamp.
        objects: object memory by id.
        grid: 2D occupancy of the floor for the robot's height band.
        frontiers: exploration anchors, reachable from here, in no order.
        explored: ids of frontiers explored in this episode, and of places that were looked into as
            well as can be, although not all of their inside was seen.
        version: increases with every change.
    """

    stamp: float
    robot: RobotState
    objects: dict[str, ObjectInstance]
    grid: OccupancyGrid
    frontiers: tuple[Frontier, ...] = ()
    explored: frozenset[str] = field(default_factory=frozenset)
    version: int = 0

    @property
    def held(self) -> ObjectInstance | None:
        """The object in hand."""
        return next((item for item in self.objects.values() if item.held), None)

    @property
    def body(self) -> float:
        """Radius in metres of the robot's footprint with what it holds: what has to fit through."""
        return self.robot.body(None if self.held is None else self.held.size)

    def of_type(self, types: set[str] | frozenset[str]) -> Iterator[ObjectInstance]:
        """Objects whose type is one of ``types``."""
        return (item for item in self.objects.values() if item.type in types)

    def contents(self, receptacle: str) -> list[ObjectInstance]:
        """Objects whose believed parent is ``receptacle``."""
        return [item for item in self.objects.values() if item.parent == receptacle]

    def frontier(self, name: str) -> Frontier | None:
        """The frontier of that id."""
        return next((item for item in self.frontiers if item.id == name), None)
