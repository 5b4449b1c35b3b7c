# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An expert with full information: can what a task asks for be done at all?

Tries the reaching and placing of a drawn task in the simulator itself, at the appliances on the way
too, with the objects' true ids, through the AI2-THOR client. Food is sliced first; what is only
switched on, and what a task without a destination is about, must be within reach. A task that fails
here asks for the impossible (two plates in a small microwave) and says nothing about an agent.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import chain, permutations, product
from math import atan2, degrees, hypot
from typing import Any, Protocol

from egoplan_ros.bench.shortest import CHORES, IN_PLACE
from egoplan_ros.bench.suite import Suite
from egoplan_ros.bench.tasks import BenchTask, draw_task
from egoplan_ros.world.goal import Formula, atoms, variable_types
from egoplan_ros.world.ontology import Ontology

ATTEMPTS = 12
"""Draws before a room counts as one that allows no task of a type."""

EYE = 0.675
"""Metres from the robot's position up to its camera."""

_PLACES = 4
"""Objects of a type that are tried."""

_COURSES = 16
"""Ways to do a task that are tried with one destination."""

COOKERS = ("heater", "toaster")
"""Roles of what cooks by itself."""

Fact = tuple[str, tuple[str, ...]]
"""Predicate and variables of a goal."""

Moves = tuple[tuple[str, str], ...]
"""What is put where, one after the other."""


class Simulated(Protocol):
    """What the expert needs of a simulated robot."""

    setup: str

    @property
    def controller(self) -> Any:
        """The ai2thor Controller."""

    def reset(self, scene: str | None = None, seed: int | None = None) -> Any:
        """Load a scene afresh."""

    def observe(self) -> Any:
        """Look anew."""

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
    visit: int = 0,
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
        visit: as of :func:`draw_task`.
    """
    objects = robot.truth()["objects"]
    hopeless: defaultdict[str, set[Moves]] = defaultdict(set)
    beyond: set[tuple[Formula, str]] = set()
    for attempt in range(ATTEMPTS):
        task = draw_task(suite, kind, scene, objects, ontology, seed, attempt, visit)
        if task is None:
            break
        robot.setup = json.dumps(task.setup) if task.setup else ""
        if (task.goal, robot.setup) in beyond:
            continue  # in other words
        known = len(hopeless[robot.setup])
        feasible = any(
            _try(robot, task, place, scene, placement, hopeless[robot.setup], ontology)
            for place in range(_count(objects, task))
        )
        robot.reset(scene, placement)
        if feasible:
            return task
        if len(hopeless[robot.setup]) == known:
            beyond.add((task.goal, robot.setup))  # nothing new was tried
    return None


def _count(objects: list[Mapping[str, Any]], task: BenchTask) -> int:
    kind = task.slots.get("destination")
    return min(sum(item["objectType"] == kind for item in objects), _PLACES) if kind else 1


def _try(
    robot: Simulated,
    task: BenchTask,
    place: int,
    scene: str,
    placement: int | None,
    hopeless: set[Moves],
    ontology: Ontology,
) -> bool:
    """Whether the task can be done at one of its places.

    What failed is remembered in ``hopeless``: it fails again in the same room.
    """
    facts = [(atom.predicate, atom.args) for atom in atoms(task.goal)]
    moved = {args[0] for predicate, args in facts if predicate not in IN_PLACE}
    kinds = variable_types(task.goal)
    food = {kinds[args[0]] for predicate, args in facts if predicate == "sliced"}
    begin = partial(_begin, robot, scene, placement, food, ontology.playing("blade"))
    if not begin():
        return False
    cut = {kind: f"{kind}Sliced" if kind in food else kind for kind in kinds.values()}
    kinds = {variable: cut[kind] for variable, kind in kinds.items()}
    able = {
        kind: [name for name in _ids(robot, kind) if within_reach(robot, name)]
        for kind in {kinds[variable] for variable in moved}
    }
    if any(sum(kinds[each] == kind for each in moved) > len(able[kind]) for kind in able):
        return False
    goals = {args[1] for predicate, args in facts if predicate == "in"} - moved
    rest = set(kinds) - moved - (goals if "destination" in task.slots else set())
    for kind in {kinds[variable] for variable in rest}:
        if not any(within_reach(robot, name) for name in _ids(robot, kind)):
            return False
    appliances = _appliances(robot, facts, kinds, ontology)
    placed = {args[0] for predicate, args in facts if predicate == "in"}
    chores = [(args[0], appliances[p]) for p, args in facts if p in appliances]
    chores = [(variable, place) for variable, place in chores if variable not in placed]
    if "destination" not in task.slots and not chores:
        return True
    options = [
        able[kind][:_PLACES] if variable in moved else _ids(robot, kind)
        for variable, kind in kinds.items()
    ]
    for index, variable in enumerate(kinds):
        if variable not in moved:
            options[index] = options[index][place if variable in goals else 0 :][:1]
        for at in [at for one, at in chores if one == variable]:
            # What stays wherever it is left is taken there by itself.
            options[index] = [name for name in options[index] if _alone(begin, robot, name, at)]

    def ready() -> None:
        begin()
        for name in chain(*options) if chores else ():
            within_reach(robot, name)  # what they are kept in is open, as at first

    if chores:
        ready()
    tried = 0
    for moves in _courses(facts, list(kinds), options, appliances):
        # What cannot be put there alone cannot after other things either: they only take room.
        if any(moves[:end] in hopeless for end in range(1, len(moves) + 1)) or any(
            (move,) in hopeless for move in moves
        ):
            continue
        if (tried := tried + 1) > _COURSES:
            break
        failed = next((at for at, move in enumerate(moves) if not _place(robot, *move)), None)
        if failed is None:
            return True
        hopeless.add(moves[: failed + 1])
        ready()
    return False


def _begin(
    robot: Simulated, scene: str, placement: int | None, food: Set[str], blades: Sequence[str]
) -> bool:
    """The room as it is at first, but with the first food within reach of each type sliced.

    Whether that can be done: a knife has to be within reach as well.
    """
    robot.reset(scene, placement)
    if food and not any(within_reach(robot, n) for k in blades for n in _ids(robot, k)):
        return False
    for kind in sorted(food):
        whole = next((name for name in _ids(robot, kind) if within_reach(robot, name)), None)
        if whole is None:
            return False
        cut = _blindly(robot)("SliceObject", objectId=whole, forceAction=True)
        if not cut.metadata["lastActionSuccess"]:
            return False
    if food:
        robot.observe()  # the truth is that of the last view
    return True


def _alone(begin: Callable[[], bool], robot: Simulated, name: str, place: str) -> bool:
    """Whether a thing can be put somewhere in the room as it is at first."""
    return begin() and _place(robot, name, place)


def _courses(
    facts: Sequence[Fact],
    variables: Sequence[str],
    options: Sequence[Sequence[str]],
    appliances: Mapping[str, str],
) -> Iterator[Moves]:
    """Ways to do a task, each once: what is put where, one after the other."""
    known = set[Moves]()
    for names in product(*options):
        if len(set(names)) < len(names):
            continue
        env = dict(zip(variables, names, strict=True))
        end = {env[args[0]]: env[args[1]] for predicate, args in facts if predicate == "in"}
        for order in permutations(end):
            # What goes into a carrier goes there before the carrier is taken away.
            if any(end[name] in order[:at] for at, name in enumerate(order)):
                continue
            moves: list[tuple[str, str]] = []
            for name in order:
                chores = [p for p, args in facts if p in appliances and env[args[0]] == name]
                moves += [(name, appliances[chore]) for chore in chores] + [(name, end[name])]
            if (course := tuple(moves)) not in known:
                known.add(course)
                yield course


def _appliances(
    robot: Simulated, facts: Sequence[Fact], kinds: Mapping[str, str], ontology: Ontology
) -> dict[str, str]:
    """Where a state is brought about, by its predicate: the first such place of the room."""
    first = {
        state: [n for kind in ontology.playing(stages[0][0]) for n in _ids(robot, kind)][:1]
        for state, stages in CHORES.items()
    }
    food = [kinds[args[0]] for predicate, args in facts if predicate == "cooked"]
    cooks = [
        kind
        for kind in ontology.playing(*COOKERS)
        if food and all(ontology.cooks(kind, f) for f in food)
    ]
    first["cooked"] = [name for kind in cooks for name in _ids(robot, kind)][:1]
    first["brewed"] = [n for k in ontology.playing("brewer") for n in _ids(robot, k)][:1]
    return {state: names[0] for state, names in first.items() if names}


def _ids(robot: Simulated, kind: str) -> list[str]:
    return [item["objectId"] for item in robot.truth()["objects"] if item["objectType"] == kind]


def _blindly(robot: Simulated) -> Any:
    """The simulator's ``step`` without pictures, which nobody looks at here."""
    return partial(robot.controller.step, renderImage=False)


def within_reach(robot: Simulated, item: str) -> bool:
    """Whether there is a pose to pick it from, once what it is kept in is open.

    The robot never crouches, so neither does the expert.
    """
    step = _blindly(robot)
    things = {thing["objectId"]: thing for thing in robot.truth()["objects"]}
    for keeper in things[item].get("parentReceptacles") or ():
        if things[keeper]["openable"] and not things[keeper]["isOpen"]:
            step("OpenObject", objectId=keeper, forceAction=True)
    poses = step("GetInteractablePoses", objectId=item, standings=[True], maxPoses=1)
    return bool(poses.metadata["actionReturn"])


def _place(robot: Simulated, item: str, place: str) -> bool:
    step = _blindly(robot)
    things = {thing["objectId"]: thing for thing in step("Pass").metadata["objects"]}
    if place in (things[item].get("parentReceptacles") or ()):
        return True
    if not within_reach(robot, item):
        return False
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
    step = _blindly(robot)
    answer = step("GetInteractablePoses", objectId=place, standings=[True])
    things = {thing["objectId"]: thing for thing in answer.metadata["objects"]}
    middle = things[place]["axisAlignedBoundingBox"]["center"]

    def away(pose: Mapping[str, float]) -> float:
        return hypot(pose["x"] - middle["x"], pose["z"] - middle["z"])

    def off(pose: Mapping[str, float]) -> float:
        steep = degrees(atan2(pose["y"] + EYE - middle["y"], max(away(pose), 0.05)))
        return abs(pose["horizon"] - steep)

    # Of each heading the tilt that has the place nearest to the middle of the image.
    poses: dict[tuple[float, ...], Mapping[str, float]] = {}
    for pose in sorted(answer.metadata["actionReturn"] or (), key=off):
        poses.setdefault((pose["x"], pose["z"], pose["rotation"]), pose)
    for pose in sorted(poses.values(), key=away):
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
