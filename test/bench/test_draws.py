# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which episodes are counted: none that asks for the same as another."""

from typing import Any

from egoplan_ros.bench.draws import distinct
from egoplan_ros.world.ontology import load_ontology


def episode(index: int, target: str, seed: int, scene: str = "FloorPlan1") -> dict[str, Any]:
    goal = f"(exists (?o - {target}) (near ?o))"
    return {
        "index": index,
        "kind": "objnav",
        "scene": scene,
        "seed": seed,
        "goal": goal,
        "slots": {"target": target},
    }


def test_a_refrigerator_placed_anew_is_the_same_episode():
    rows = [
        episode(0, "Fridge", 0),
        episode(1, "Fridge", 1),
        episode(2, "Mug", 0),
        episode(3, "Mug", 1),
        episode(4, "Mug", 1),
        episode(5, "Fridge", 0, "FloorPlan2"),
    ]
    assert [item["index"] for item in distinct(rows, load_ontology())] == [0, 2, 3, 5]


def test_what_is_said_in_other_words_is_the_same():
    rows = [episode(k, "Mug", 0) | {"text": str(k)} for k in range(3)]
    assert len(distinct(rows, load_ontology())) == 1
    other = rows[1] | {"kind": "row of another trouble"}
    assert len(distinct([rows[0], other], load_ontology())) == 2
    begun = rows[1] | {"history": [{"action": "pick", "object": "Mug"}]}
    assert len(distinct([rows[0], begun], load_ontology())) == 2
