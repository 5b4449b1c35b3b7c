# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The expert's way is the shortest one, over all choices of objects."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.bench.shortest import expert_steps
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

Use = tuple[int, float]


class Corridor:
    """A straight corridor of cells; each thing is used from one cell, heading on, level.

    Args:
        length: cells of 0.25 m; the robot starts in the first, looking along, camera level.
        things: by id the cell it is used from and the yaw in degrees.
        inside: closed container by what lies in it.
    """

    def __init__(self, length: int, things: Mapping[str, Use], inside: Mapping[str, str]) -> None:
        self.controller = self
        self._length, self._things, self._inside = length, things, inside
        self._open: set[str] = set()

    def truth(self) -> dict[str, Any]:
        keepers = set(self._inside.values())
        rows = [
            {
                "objectId": name,
                "objectType": name.split("|")[0],
                "parentReceptacles": [self._inside[name]] if name in self._inside else None,
                "openable": name in keepers,
                "isOpen": False,
                "pickupable": False,
            }
            for name in self._things
        ]
        return {"objects": rows}

    def step(self, action: str, **words: Any) -> Any:
        answer: Any = None
        if action == "GetReachablePositions":
            answer = [{"x": 0.0, "y": 0.9, "z": 0.25 * i} for i in range(self._length)]
        elif action == "OpenObject":
            self._open.add(words["objectId"])
        elif action == "GetInteractablePoses":
            name = words["objectId"]
            cell, yaw = self._things[name]
            keeper = self._inside.get(name)
            if keeper is None or keeper in self._open:
                answer = [{"x": 0.0, "z": 0.25 * cell, "rotation": yaw, "horizon": 0.0}]
        agent = {"rotation": {"y": 0.0}, "cameraHorizon": 0.0}
        return SimpleNamespace(metadata={"actionReturn": answer, "agent": agent})


def _steps(goal: str, length: int, things: Mapping[str, Use], **inside: str) -> int | None:
    corridor = Corridor(length, things, {k.replace("_", "|"): v for k, v in inside.items()})
    return expert_steps(corridor, parse_goal(goal), load_ontology())


SIMPLE = "(exists (?o - Mug ?r - Shelf) (in ?o ?r))"


@given(st.integers(0, 12), st.integers(0, 12), st.sampled_from([0.0, 90.0, 180.0, 270.0]))
def test_one_thing_from_here_to_there(mug: int, shelf: int, yaw: float) -> None:
    """Walk, turn, pick, walk, turn back, put."""
    turns = {0.0: 0, 90.0: 1, 180.0: 2, 270.0: 1}[yaw]
    found = _steps(SIMPLE, 13, {"Mug|1": (mug, yaw), "Shelf|1": (shelf, 0.0)})
    assert found == mug + turns + 1 + abs(mug - shelf) + turns + 1


def test_the_nearer_of_two_is_taken() -> None:
    things = {"Mug|1": (9, 0.0), "Mug|2": (2, 0.0), "Shelf|1": (3, 0.0)}
    assert _steps(SIMPLE, 10, things) == 2 + 1 + 1 + 1


def test_what_is_shut_in_costs_the_opening() -> None:
    things = {"Mug|1": (4, 0.0), "Cabinet|1": (3, 0.0), "Shelf|1": (4, 0.0)}
    assert _steps(SIMPLE, 10, things, Mug_1="Cabinet|1") == 3 + 1 + 1 + 1 + 1


def test_two_things_are_two_trips_in_the_better_order() -> None:
    goal = "(exists (?o ?p - Mug ?r - Shelf) (and (not (= ?o ?p)) (in ?o ?r) (in ?p ?r)))"
    things = {"Mug|1": (8, 0.0), "Mug|2": (2, 0.0), "Shelf|1": (5, 0.0)}
    assert _steps(goal, 10, things) == (2 + 3 + 2) + (3 + 3 + 2)


def test_a_carrier_is_loaded_before_it_is_moved() -> None:
    goal = "(exists (?o - Fork ?m - Mug ?r - Shelf) (and (in ?o ?m) (in ?m ?r)))"
    things = {"Fork|1": (2, 0.0), "Mug|1": (0, 0.0), "Shelf|1": (1, 0.0)}
    assert _steps(goal, 10, things) == 2 + 1 + 2 + 1 + 1 + 1 + 1


@pytest.mark.parametrize(("state", "uses"), [("clean", 4), ("hot", 8), ("cold", 6)])
def test_chores_count_their_interactions(state: str, uses: int) -> None:
    goal = f"(exists (?o - Apple ?r - Shelf) (and ({state} ?o) (in ?o ?r)))"
    kinds = ("Apple", "Shelf", "SinkBasin", "Faucet", "Microwave", "Fridge")
    assert _steps(goal, 2, {f"{kind}|1": (0, 0.0) for kind in kinds}) == 1 + uses + 1


def test_what_stays_where_it_is_is_gone_to_and_used() -> None:
    things = {"Cabinet|1": (4, 90.0), "Mug|1": (4, 0.0)}
    assert _steps("(exists (?o - Cabinet) (near ?o))", 10, things) == 4 + 1
    assert _steps("(exists (?o - Cabinet) (open ?o))", 10, things) == 4 + 1 + 1
    assert _steps("(exists (?o - Cabinet) (not (open ?o)))", 10, things) == 4 + 1 + 1
    found = _steps("(exists (?o - Mug) (near ?o))", 10, things, Mug_1="Cabinet|1")
    assert found == (4 + 1 + 1) + 1


def test_what_it_cannot_do_has_no_length() -> None:
    things = {"Bread|1": (0, 0.0), "Shelf|1": (0, 0.0)}
    assert _steps("(exists (?o - Bread) (sliced ?o))", 2, things) is None
    assert _steps(SIMPLE, 2, things) is None
