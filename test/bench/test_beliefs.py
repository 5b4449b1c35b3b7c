# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Precision and recall of what an agent believes, on small worlds; and in a whole episode."""

import copy
from dataclasses import replace

from egoplan_ros.bench.beliefs import Score, judge_episode
from egoplan_ros.bench.episode import run_episode
from egoplan_ros.bench.runner import BenchConfig, specs
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance, View
from egoplan_ros.world.occupancy import empty_grid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState

ROBOT = RobotState(1.0, 0, 1, Pose2D(), 0.0, 1.5, False)
MUG, FRIDGE, TABLE = "Mug|1", "Fridge|1", "DiningTable|1"


def row(name: str, x: float, **more) -> ObjectInstance:
    return ObjectInstance(name, name.partition("_")[0], (x, 0.0, 0.9), (0.3, 0.3, 0.3), **more)


def world(*rows: ObjectInstance) -> WorldState:
    return WorldState(1.0, ROBOT, {item.id: item for item in rows}, empty_grid())


def item(name: str, x: float, **more) -> dict:
    """Metadata of an object at x, 0, 0.9 of the map."""
    box = {"center": {"x": 0.0, "y": 0.9, "z": x}, "size": {"x": 0.3, "y": 0.3, "z": 0.3}}
    blank = {"parentReceptacles": None, "isPickedUp": False, "visible": False}
    kind = name.partition("|")[0]
    return {"objectId": name, "objectType": kind, "axisAlignedBoundingBox": box} | blank | more


TRUTH = {
    "agent": {"position": {"x": 0.0, "y": 0.9009992, "z": 0.0}},
    "objects": [
        item(MUG, 1.0, parentReceptacles=[TABLE], pickupable=True, visible=True),
        item(TABLE, 1.0, visible=True),
        item(FRIDGE, 3.0, openable=True, isOpen=True),
        item("Wall|1", 0.0),
    ],
    "history": {"seen": [MUG, TABLE, FRIDGE, "Wall|1"]},
}
VIEW = View((0.5, 0.5), 100, 1.0, 1.0)
BELIEFS = (
    row("Mug_1", 1.0, parent="DiningTable_1", view=VIEW),
    row("DiningTable_1", 1.0, view=VIEW),
    row("Fridge_1", 3.0, states={"open": Belief(1.0)}),
)


def judged(*rows: ObjectInstance, truth=TRUTH) -> Score:
    return judge_episode(world(*rows), truth, load_ontology())


def atoms(score: Score) -> dict:
    """Right, believed, true; without the predicates of which there is nothing to tell."""
    return {name: counts for name, counts in score.predicates.items() if any(counts)}


def test_what_is_right_is_right():
    found = judged(*BELIEFS)
    assert found.to_json()["objects"] == {"precision": [3, 3], "recall": [3, 3]}
    assert atoms(found) == {"in": [1, 1, 1], "near": [2, 2, 2], "open": [1, 1, 1]}


def test_a_second_row_for_one_object_costs_precision_and_a_missing_one_recall():
    found = judged(BELIEFS[0], row("Mug_2", 1.05), BELIEFS[2])
    assert found.to_json()["objects"] == {"precision": [2, 3], "recall": [2, 3]}
    assert (found.surplus, found.missed) == (["Mug_2"], [TABLE])


def test_far_off_is_not_the_same_object():
    assert judged(row("Mug_1", 2.0)).to_json()["objects"] == {"precision": [0, 1], "recall": [0, 3]}


def test_wrong_beliefs_cost_precision_and_missing_ones_recall():
    mug, table, fridge = BELIEFS
    elsewhere = judged(replace(mug, parent=fridge.id), table, replace(fridge, states={}))
    assert atoms(elsewhere) == {"in": [0, 1, 1], "near": [2, 2, 2], "open": [0, 0, 1]}
    nowhere = judged(replace(mug, parent=None, view=None), table, replace(fridge, view=VIEW))
    assert atoms(nowhere) == {"in": [0, 0, 1], "near": [1, 1, 2], "open": [1, 1, 1]}


def test_nothing_is_asked_for_that_was_never_seen():
    truth = copy.deepcopy(TRUTH)
    truth["history"]["seen"] = [TABLE]
    found = judged(BELIEFS[1], truth=truth)
    assert found.to_json()["objects"] == {"precision": [1, 1], "recall": [1, 1]}
    assert atoms(found) == {"near": [1, 1, 1]}
    no_masks = {name: TRUTH[name] for name in ("objects", "agent")}
    untold = judged(*BELIEFS, truth=no_masks)
    assert untold.to_json() == {
        "objects": {"precision": [3, 3], "recall": [0, 0]},
        "predicates": {},
    }


def test_an_episode_tells_what_was_believed_in_its_end():
    (spec,) = specs(BenchConfig("ogamus", 1, "train", ("objnav",), ("FloorPlan2",), seed=3))
    beliefs = run_episode(spec)["beliefs"]
    for hits, n in beliefs["objects"].values():
        assert n >= 10
        assert 0.9 * n <= hits <= n
    right, believed, true = beliefs["predicates"]["near"]
    assert 0 < right <= min(believed, true)
