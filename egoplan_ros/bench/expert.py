"""An expert with full information: can what a task asks for be done at all?

Tries the reaching and placing of a drawn task in the simulator itself, with the objects' true ids,
through the AI2-THOR client. A task that fails here asks for the impossible (two plates in
a small microwave) and says nothing about an agent.
"""

import json
from collections.abc import Mapping
from itertools import product
from math import hypot
from typing import Any, Protocol

from egoplan_ros.bench.tasks import BenchTask, Suite, draw_task
from egoplan_ros.world.ontology import Ontology

ATTEMPTS = 12
"""Draws before a room counts as one that allows no task of a type."""

_PLACES = 4
"""Receptacles and carriers of a type that are tried."""


class Simulated(Protocol):
    """What the expert needs of a simulated robot."""

    setup: str

    @property
    def controller(self) -> Any:
        """The ai2thor Controller."""

    def reset(self, scene: str | None = None, seed: int | None = None) -> Any:
        """Load a scene afresh."""

    def truth(self) -> dict[str, Any]:
        """True state."""


def draw_feasible(
    robot: Simulated,
    suite: Suite,
    kind: str,
    scene: str,
    ontology: Ontology,
    seed: int,
    placement: int | None,
) -> BenchTask | None:
    """Draw tasks until the expert can do one; the room is then arranged for it and untouched.

    Args:
        robot: a simulator that shows ``scene``.
        suite: the suite.
        kind: task type.
        scene: the room's name.
        ontology: for what fits where.
        seed: of the drawing.
        placement: seed of the objects' placement, None for the room's own.
    """
    objects = robot.truth()["objects"]
    for attempt in range(ATTEMPTS):
        task = draw_task(suite, kind, scene, objects, ontology, seed, attempt)
        if task is None:
            break
        robot.setup = json.dumps(task.setup) if task.setup else ""
        feasible = any(
            _try(robot, task, place, scene, placement) for place in range(_count(objects, task))
        )
        robot.reset(scene, placement)
        if feasible:
            return task
    return None


def _count(objects: list[Mapping[str, Any]], task: BenchTask) -> int:
    kind = task.slots.get("destination")
    return min(sum(item["objectType"] == kind for item in objects), _PLACES) if kind else 1


def _try(robot: Simulated, task: BenchTask, place: int, scene: str, placement: int | None) -> bool:
    robot.reset(scene, placement)
    targets = [name for name in _ids(robot, task.slots["target"]) if within_reach(robot, name)]
    if "destination" not in task.slots or len(targets) < _needed(task):
        return len(targets) >= _needed(task)
    destination = _ids(robot, task.slots["destination"])[place]
    if "carrier" not in task.slots:
        return all(_place(robot, target, destination) for target in targets[: _needed(task)])
    carriers = [name for name in _ids(robot, task.slots["carrier"]) if within_reach(robot, name)]
    for carrier, target in product(carriers[:_PLACES], targets[:_PLACES]):
        if _place(robot, target, carrier) and _place(robot, carrier, destination):
            return True
        robot.reset(scene, placement)
    return False


def _needed(task: BenchTask) -> int:
    return 2 if "?p" in dict(getattr(task.goal, "variables", ())) else 1


def _ids(robot: Simulated, kind: str) -> list[str]:
    return [item["objectId"] for item in robot.truth()["objects"] if item["objectType"] == kind]


def within_reach(robot: Simulated, item: str) -> bool:
    """Whether there is a pose to pick it from, once what it is kept in is open.

    The robot never crouches, so neither does the expert.
    """
    step = robot.controller.step
    things = {thing["objectId"]: thing for thing in robot.truth()["objects"]}
    for keeper in things[item].get("parentReceptacles") or ():
        if things[keeper]["openable"] and not things[keeper]["isOpen"]:
            step("OpenObject", objectId=keeper, forceAction=True)
    poses = step("GetInteractablePoses", objectId=item, standings=[True], maxPoses=1)
    return bool(poses.metadata["actionReturn"])


def _place(robot: Simulated, item: str, place: str) -> bool:
    step = robot.controller.step
    things = {thing["objectId"]: thing for thing in step("Pass").metadata["objects"]}
    if place in (things[item].get("parentReceptacles") or ()):
        return True
    if things[place]["openable"] and not things[place]["isOpen"]:
        step("OpenObject", objectId=place, forceAction=True)
    picked = step("PickupObject", objectId=item, forceAction=True)
    if not picked.metadata["lastActionSuccess"]:
        return False
    return put_down(robot, place)


def put_down(robot: Simulated, place: str) -> bool:
    """Put what is held from one of the poses that a place can be used from; whether that worked.

    Not by force: the floor of a deep basin may be in view from none of them.
    """
    step = robot.controller.step
    answer = step("GetInteractablePoses", objectId=place, standings=[True])
    things = {thing["objectId"]: thing for thing in answer.metadata["objects"]}
    middle = things[place]["axisAlignedBoundingBox"]["center"]

    def away(pose: Mapping[str, float]) -> float:
        return hypot(pose["x"] - middle["x"], pose["z"] - middle["z"])

    for pose in sorted(answer.metadata["actionReturn"] or (), key=away):
        position = {axis: pose[axis] for axis in "xyz"}
        turn = {"x": 0.0, "y": pose["rotation"], "z": 0.0}
        step(
            "Teleport",
            position=position,
            rotation=turn,
            horizon=pose["horizon"],
            standing=True,
            forceAction=True,
        )
        if step("PutObject", objectId=place).metadata["lastActionSuccess"]:
            return True
    return False
