# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Judges an episode by the simulator's true state.

The agent never sees what this module reads. Facts that are events rather than states (washed,
heated, cooled) follow ALFRED: they come from the history the simulator driver keeps, so an apple
that was heated and has cooled down on the table still counts as heated.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import dist
from typing import Any

from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.goal import (
    And,
    Atom,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    atoms,
    holds,
    variable_types,
)
from egoplan_ros.world.ontology import Ontology

Truth = Mapping[str, Any]

_HISTORY = {"clean": "cleaned", "hot": "heated", "cold": "cooled"}
_FLAGS = {
    "open": "isOpen",
    "toggled": "isToggled",
    "sliced": "isSliced",
    "dirty": "isDirty",
    "filled": "isFilledWithLiquid",
    "cooked": "isCooked",
    "holding": "isPickedUp",
}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Outcome against the true state.

    Attributes:
        success: the whole goal holds.
        satisfied: goal conditions that hold under the best choice of objects.
        total: goal conditions.
        distance_to_success: 0 for a success; else metres between the closest two objects of which
            one is to be in the other, or between the agent and the closest object, the most over
            the parts of the goal (OGAMUS 4: DTS). None where nothing of that is there.
    """

    success: bool
    satisfied: int
    total: int
    distance_to_success: float | None = None


class TrueState:
    """The simulator's objects as ground facts of household.pddl."""

    def __init__(self, truth: Truth, ontology: Ontology) -> None:
        """Index the truth.

        Args:
            truth: ``Robot.truth()``: ``objects`` (AI2-THOR metadata) and ``history`` (ids by
                event: cleaned, heated, cooled).
            ontology: for subtypes.
        """
        self._objects: dict[str, Mapping[str, Any]] = {
            item["objectId"]: item for item in truth["objects"]
        }
        self._history = {
            event: frozenset(truth.get("history", {}).get(event, ())) for event in _HISTORY.values()
        }
        self._ontology = ontology

    def objects_of(self, kind: str) -> list[str]:
        """Ids of the objects of a type, subtypes included; what was cut up no longer counts."""
        kinds = self._ontology.subtypes(kind)
        return [
            name
            for name, item in self._objects.items()
            if item["objectType"] in kinds and not self._is_cut_up(item)
        ]

    def places_of(self, kind: str) -> list[Vector3]:
        """Where the objects of a type are, as far as is told."""
        items = (self._objects[name] for name in self.objects_of(kind))
        return [_place(item) for item in items if "position" in item]

    def _is_cut_up(self, item: Mapping[str, Any]) -> bool:
        return bool(item.get("isSliced")) and "sliced" not in self._states(item["objectType"])

    def _states(self, kind: str) -> Mapping[str, bool]:
        found = self._ontology.types.get(kind)
        return found.states if found else {}

    def fact(self, predicate: str, args: tuple[str, ...]) -> bool:
        """Whether a ground atom is true; unknown objects and predicates are false."""
        if predicate == "handempty":
            return not any(item.get("isPickedUp") for item in self._objects.values())
        item = self._objects.get(args[0]) if args else None
        if item is None:
            return False
        if predicate == "in":
            return len(args) == 2 and args[1] in (item.get("parentReceptacles") or ())
        if predicate == "near":
            # AI2-THOR calls visible what is in view and within reach, along the floor.
            return bool(item.get("visible") or item.get("isPickedUp"))
        if predicate == "sliced" and self._states(item["objectType"]).get("sliced"):
            return True
        if predicate == "brewed":
            return item.get("fillLiquid") == "coffee"
        if predicate in _HISTORY:
            return args[0] in self._history[_HISTORY[predicate]]
        if self._ontology.affords(item["objectType"], predicate):
            return True
        flag = _FLAGS.get(predicate)
        return flag is not None and bool(item.get(flag))


def evaluate(goal: Formula, truth: Truth, ontology: Ontology) -> Evaluation:
    """Judge a goal on the true state, with ALFRED's count of goal conditions.

    Args:
        goal: closed, as :func:`~egoplan_ros.world.goal.parse_goal` reads it.
        truth: of ``Robot.truth()``: AI2-THOR's metadata, positions in its own frame, metres.
        ontology: types by which the goal's types are told from others.
    """
    state = TrueState(truth, ontology)
    success = holds(goal, state.objects_of, state.fact)
    satisfied, total = _count(goal, state, {})
    met = total if success else min(satisfied, total - 1)
    return Evaluation(success, met, total, 0.0 if success else _apart(goal, state, truth))


def _apart(goal: Formula, state: TrueState, truth: Truth) -> float | None:
    """Metres between what is still to be together, the most over the parts of a goal."""
    kinds = variable_types(goal)
    agent = [_place(truth["agent"])] if "agent" in truth else []
    found: list[float] = []
    for atom in atoms(goal):
        places = [state.places_of(kinds[arg]) for arg in atom.args if arg in kinds]
        if len(places) == 1:
            places.insert(0, agent)
        if len(places) == 2 and all(places):
            found.append(min(dist(one, two) for one, two in product(*places)))
    return max(found, default=None)


def _place(item: Mapping[str, Any]) -> Vector3:
    at = item["position"]
    return float(at["x"]), float(at["y"]), float(at["z"])


def _count(formula: Formula, state: TrueState, env: dict[str, str]) -> tuple[int, int]:
    """(conditions met under the best choice of objects, conditions in all)."""
    match formula:
        case Exists(variables, body):
            total = conditions(body)
            best = 0
            for values in product(*(state.objects_of(kind) for _, kind in variables)):
                names = [name for name, _ in variables]
                found = _count(body, state, env | dict(zip(names, values, strict=True)))[0]
                best = max(best, found)
                if best == total:
                    break
            return best, total
        case And(parts):
            counts = [_count(part, state, env) for part in parts if not _is_inequality(part)]
            distinct = all(
                holds(part, state.objects_of, state.fact, env)
                for part in parts
                if _is_inequality(part)
            )
            total = sum(size for _, size in counts)
            return (sum(met for met, _ in counts) if distinct else 0), total
        case _:
            return int(holds(formula, state.objects_of, state.fact, env)), 1


def conditions(formula: Formula) -> int:
    """How many goal conditions there are, as ALFRED counts them."""
    match formula:
        case Exists(_, body):
            return conditions(body)
        case And(parts):
            return sum(conditions(part) for part in parts if not _is_inequality(part))
        case Atom() | Equal() | Not() | Or() | Forall():
            return 1


def _is_inequality(formula: Formula) -> bool:
    return isinstance(formula, Not) and isinstance(formula.body, Equal)
