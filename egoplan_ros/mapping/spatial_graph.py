# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The semantic spatial graph (EPA F.2), derived from the world state; it stores nothing itself.

Nodes are poses of a lattice (0.25 m, 90°) on which the robot can stand, each with the objects that
were seen well from there and what they afford; edges are single moves. Frontiers are its unknown
nodes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, hypot, pi, sin

import cv2
import numpy as np

from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import FREE, OBSTACLE, OccupancyGrid
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.state import Frontier, WorldState

STEP = 0.25
"""Metres between nodes, the length of AI2-THOR's step."""
Key = tuple[int, int, int]
"""Lattice column and row (map x and y over 0.25 m), and heading in quarter turns."""

_MOVES = ((PrimitiveKind.MOVE_AHEAD, 1), (PrimitiveKind.MOVE_BACK, -1))
_TURNS = ((PrimitiveKind.ROTATE_LEFT, 1), (PrimitiveKind.ROTATE_RIGHT, -1))


@dataclass(frozen=True, slots=True)
class Affordance:
    """An action an object affords from a node; EPA ranks these by confidence."""

    name: str
    object_id: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Node:
    """A pose to stand in.

    Attributes:
        key: place and heading on the lattice. x, y, yaw: the same in metres and radians.
        objects: ids of what was seen well from here, most confident first.
        affordances: of those, most confident first.
    """

    key: Key
    x: float
    y: float
    yaw: float
    objects: tuple[str, ...] = ()
    affordances: tuple[Affordance, ...] = ()


@dataclass(frozen=True, slots=True)
class SpatialGraph:
    """Known nodes by key, edges from node to node, and unknown nodes."""

    nodes: dict[Key, Node]
    edges: dict[Key, tuple[tuple[PrimitiveKind, Key], ...]]
    unknown: tuple[Frontier, ...]

    def best(self, affordance: str, types: Iterable[str], world: WorldState) -> list[Node]:
        """Nodes from which objects of some types afford an action, most confident first (F.2)."""
        wanted = frozenset(types)
        ranked = [
            (-offer.confidence, node.key, node)
            for node in self.nodes.values()
            for offer in node.affordances
            if offer.name == affordance and world.objects[offer.object_id].type in wanted
        ]
        return [node for _, _, node in sorted(ranked, key=lambda entry: entry[:2])]

    def rank_unknown(self, world: WorldState, types: Iterable[str] = ()) -> list[Frontier]:
        """Unknown nodes, those with the most objects of interest near first, then with the most
        objects at all (EPA F.3)."""
        wanted = frozenset(types)

        def order(frontier: Frontier) -> tuple[int, int, str]:
            near = [o for o in world.objects.values() if _near(o, frontier)]
            return -sum(o.type in wanted for o in near), -len(near), frontier.id

        return sorted(self.unknown, key=order)


def spatial_graph(
    world: WorldState, ontology: Ontology, min_confidence: float = 0.8
) -> SpatialGraph:
    """Build the graph of this moment.

    Args:
        world: what is believed.
        ontology: affordances.
        min_confidence: objects below are left out (EPA: 0.8).
    """
    seen: dict[Key, list[ObjectInstance]] = {}
    for item in world.objects.values():
        if item.confidence >= min_confidence and not item.held:
            for pose in item.seen_from:
                key = _key(pose.x, pose.y, pose.yaw)
                if item not in seen.setdefault(key, []):
                    seen[key].append(item)
    base = world.robot.base
    places = _standable(world.grid, world.robot.radius)
    places |= {key[:2] for key in seen} | {_key(base.x, base.y, base.yaw)[:2]}
    nodes = {
        (i, j, k): _node((i, j, k), seen.get((i, j, k), []), ontology)
        for i, j in sorted(places)
        for k in range(4)
    }
    edges = {key: tuple(_neighbours(key, nodes)) for key in nodes}
    open_ends = tuple(f for f in world.frontiers if f.id not in world.explored)
    return SpatialGraph(nodes, edges, open_ends)


def _key(x: float, y: float, yaw: float) -> Key:
    return round(x / STEP), round(y / STEP), round(yaw / (pi / 2)) % 4


def _node(key: Key, items: list[ObjectInstance], ontology: Ontology) -> Node:
    items = sorted(items, key=lambda item: (-item.confidence, item.id))
    offers = tuple(
        Affordance(name, item.id, item.confidence)
        for item in items
        for name in sorted(ontology.types[item.type].affords)
    )
    ids = tuple(item.id for item in items)
    return Node(key, key[0] * STEP, key[1] * STEP, key[2] * pi / 2, ids, offers)


def _neighbours(key: Key, nodes: dict[Key, Node]) -> Iterable[tuple[PrimitiveKind, Key]]:
    i, j, k = key
    ahead, aside = round(cos(k * pi / 2)), round(sin(k * pi / 2))
    for kind, sign in _MOVES:
        other = (i + sign * ahead, j + sign * aside, k)
        if other in nodes:
            yield kind, other
    for kind, sign in _TURNS:
        yield kind, (i, j, (k + sign) % 4)


def _standable(grid: OccupancyGrid, radius: float) -> set[tuple[int, int]]:
    """Lattice places that are free with the robot's radius around them."""
    free = (grid.data == FREE).astype(np.uint8)
    if not free.size:
        return set()
    blocked = (grid.data >= OBSTACLE).astype(np.uint8)
    clear = cv2.distanceTransform(1 - blocked, cv2.DIST_L2, 5) * grid.resolution
    rows, cols = np.nonzero((free > 0) & (clear >= radius))
    x = grid.origin[0] + (cols + 0.5) * grid.resolution
    y = grid.origin[1] + (rows + 0.5) * grid.resolution
    i, j = np.round(x / STEP).astype(int), np.round(y / STEP).astype(int)
    half = 0.5 * grid.resolution + 1e-6
    on = (np.abs(x - i * STEP) <= half) & (np.abs(y - j * STEP) <= half)
    return set(zip(i[on].tolist(), j[on].tolist(), strict=True))


def _near(item: ObjectInstance, frontier: Frontier) -> bool:
    return hypot(item.center[0] - frontier.x, item.center[1] - frontier.y) <= 2.0
