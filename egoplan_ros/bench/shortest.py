# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How few steps a task takes whoever knows everything: the length that success is weighted by.

The expert walks AI2-THOR's grid in the robot's own primitives (a step of 0.25 m in any of four
directions, a turn by 90 degrees, a tilt by 30) from pose to pose from which the simulator says that
a thing can be used, by the shortest way over all choices of objects. It opens what has to be open,
and leaves appliances off and closed, as ALFRED's expert does. The result is a lower bound: no door
is ever in its way, and whatever it puts down finds room.

Path-weighted success of an episode is ``success * L / max(L, steps)`` (Anderson et al. 2018;
Shridhar et al. 2020, section 5).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import shortest_path

from egoplan_ros.world.goal import Formula, atoms, variable_types
from egoplan_ros.world.ontology import Ontology

Poses = npt.NDArray[np.int64]
"""``(n, 3)``: grid cell, quarter turns, tilts by 30 degrees."""

Stage = tuple[str, int]
"""Id of the thing used, and how many interactions with it."""

CHOICES = 4
"""Objects of a type that are considered."""

CHORES: Mapping[str, tuple[tuple[str, int], ...]] = {
    "clean": (("basin", 1), ("tap", 2), ("basin", 1)),
    "hot": (("heater", 8),),
    "cold": (("cooler", 6),),
}
"""Roles of what brings a state about, and by how many interactions at each place."""

IN_PLACE: Mapping[str, int] = {"toggled": 1, "open": 1, "near": 0}
"""Interactions with what stays where it is, by what is wanted of it."""

KNOWN = frozenset({"in", "holding", *IN_PLACE, *CHORES})
"""Predicates of the goals the expert can do."""

STEP = 0.25
"""Metres of a grid cell."""


class Simulated(Protocol):
    """What the expert needs of a simulated robot."""

    @property
    def controller(self) -> Any:
        """The ai2thor Controller."""

    def truth(self) -> dict[str, Any]:
        """True state."""


class Room:
    """A room as the expert knows it: where one can stand, and from where each thing can be used.

    Args:
        robot: a simulator that shows the room as the agent will find it. Containers are opened in
            it when their contents are asked for: whoever goes on needs a reset.
    """

    def __init__(self, robot: Simulated) -> None:
        self._step = robot.controller.step
        self.things: dict[str, Mapping[str, Any]] = {
            item["objectId"]: item for item in robot.truth()["objects"]
        }
        points = self._step("GetReachablePositions").metadata["actionReturn"]
        self._origin = points[0]
        self._cells = {self._cell(point): index for index, point in enumerate(points)}
        self._ways = _distances(self._cells)
        agent = self._step("Pass").metadata["agent"]
        self._yaw = float(agent["rotation"]["y"])
        self.start = np.array([[0, 0, round(agent["cameraHorizon"] / 30.0)]])
        self._poses: dict[str, Poses] = {}

    def poses(self, name: str) -> Poses:
        """From where a thing can be used, once what it is kept in is open."""
        if name not in self._poses:
            for keeper in self.closed_around(name):
                self._step("OpenObject", objectId=keeper, forceAction=True)
            answer = self._step("GetInteractablePoses", objectId=name, standings=[True])
            rows = [self._row(pose) for pose in answer.metadata["actionReturn"] or ()]
            found = [row for row in rows if row is not None]
            self._poses[name] = np.array(found, dtype=np.int64).reshape(-1, 3)
        return self._poses[name]

    def closed_around(self, name: str) -> list[str]:
        """Closed containers a thing is kept in."""
        parents = self.things[name].get("parentReceptacles") or ()
        return [p for p in parents if self.things[p]["openable"] and not self.things[p]["isOpen"]]

    def length(self, stages: Sequence[Stage]) -> float:
        """Steps of the shortest way that uses things in this order; inf when there is none."""
        at, costs = self.start, np.zeros(1)
        for name, interactions in stages:
            there = self.poses(name)
            if not len(there):
                return float("inf")
            costs = (costs[:, None] + self._between(at, there)).min(axis=0) + interactions
            at = there
        return float(costs.min())

    def _between(self, one: Poses, two: Poses) -> npt.NDArray[np.float64]:
        turns = np.abs(one[:, None, 1] - two[None, :, 1]) % 4
        tilts = np.abs(one[:, None, 2] - two[None, :, 2])
        result: npt.NDArray[np.float64] = (
            self._ways[one[:, None, 0], two[None, :, 0]] + np.minimum(turns, 4 - turns) + tilts
        )
        return result

    def _cell(self, point: Mapping[str, float]) -> tuple[int, int]:
        x, z = point["x"] - self._origin["x"], point["z"] - self._origin["z"]
        return round(x / STEP), round(z / STEP)

    def _row(self, pose: Mapping[str, float]) -> tuple[int, int, int] | None:
        cell = self._cells.get(self._cell(pose))
        if cell is None:
            return None
        return cell, round((pose["rotation"] - self._yaw) / 90.0) % 4, round(pose["horizon"] / 30.0)


def expert_steps(robot: Simulated, goal: Formula, ontology: Ontology) -> int | None:
    """Primitives in which an expert with full information reaches a goal.

    Args:
        robot: a simulator that shows the room untouched; it needs a reset afterwards.
        goal: what the judge checks.
        ontology: for subtypes and roles.

    Returns:
        None when the goal is beyond this expert (slicing, filling), or nothing can be reached.
    """
    if any(atom.predicate not in KNOWN for atom in atoms(goal)):
        return None
    room = Room(robot)
    kinds = variable_types(goal)
    options = [
        [n for n, item in room.things.items() if item["objectType"] in ontology.subtypes(kind)]
        for kind in kinds.values()
    ]
    # What is kept in nothing first: opening one drawer may hide another's handle.
    choices = [
        sorted(names, key=lambda n: len(room.closed_around(n)))[:CHOICES] for names in options
    ]
    best = float("inf")
    for names in product(*choices):
        if len(set(names)) == len(names):
            for stages in _plans(goal, dict(zip(kinds, names, strict=True)), room, ontology):
                best = min(best, room.length(stages))
    return None if best == float("inf") else round(best)


def _plans(
    goal: Formula, env: Mapping[str, str], room: Room, ontology: Ontology
) -> Iterator[list[Stage]]:
    """Orders in which the parts of a goal can be done with given objects."""
    facts = [(atom.predicate, tuple(env[arg] for arg in atom.args)) for atom in atoms(goal)]
    places = {args[0]: args[1] for predicate, args in facts if predicate == "in"}
    moved = dict.fromkeys(a[0] for p, a in facts if p in ("in", "holding") or p in CHORES)
    for order in permutations(moved):
        # What goes into a carrier goes there before the carrier is taken away.
        if any(places.get(one) in order[:at] for at, one in enumerate(order)):
            continue
        stages: list[Stage] = []
        opened: set[str] = set()
        for name in order:
            for keeper in room.closed_around(name):
                stages += _open(keeper, room, opened)
            stages.append((name, 1))
            for predicate, args in facts:
                if predicate in CHORES and args[0] == name:
                    stages += _chore(predicate, room, ontology)
            if name in places:
                stages += _open(places[name], room, opened)
                stages.append((places[name], 1))
        for predicate, args in facts:
            if predicate in IN_PLACE:
                for keeper in room.closed_around(args[0]):
                    stages += _open(keeper, room, opened)
                stages.append((args[0], IN_PLACE[predicate]))
        yield stages


def _open(name: str, room: Room, opened: set[str]) -> list[Stage]:
    thing = room.things[name]
    if not thing["openable"] or thing["isOpen"] or name in opened or thing["pickupable"]:
        return []
    opened.add(name)
    return [(name, 1)]


def _chore(predicate: str, room: Room, ontology: Ontology) -> list[Stage]:
    """Stages of a chore at the first appliance of each role; rooms have one."""
    found: list[Stage] = []
    for role, interactions in CHORES[predicate]:
        names = (n for n, t in room.things.items() if ontology.role(t["objectType"]) == role)
        found += [(name, interactions) for name in names][:1]
    return found


def _distances(cells: Mapping[tuple[int, int], int]) -> npt.NDArray[np.float64]:
    """``(n, n)`` steps between grid cells over their four neighbours."""
    edges = [
        (index, cells[col + right, row + up])
        for (col, row), index in cells.items()
        for right, up in ((1, 0), (0, 1))
        if (col + right, row + up) in cells
    ]
    rows, columns = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    graph = coo_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(cells), len(cells)))
    return np.asarray(shortest_path(graph.tocsr(), directed=False, unweighted=True))
