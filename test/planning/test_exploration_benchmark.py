# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The script that counts steps until an object is found: its figures, and what it calls hidden."""

import importlib.util
from pathlib import Path

from egoplan_ros.world.ontology import load_ontology

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "exploration.py"
spec = importlib.util.spec_from_file_location("exploration_benchmark", SCRIPT)
exploration = importlib.util.module_from_spec(spec)
spec.loader.exec_module(exploration)


def thing(kind: str, name: str, *parents: str, openable: bool = False, shut: bool = True) -> dict:
    return {
        "objectType": kind,
        "objectId": name,
        "openable": openable,
        "isOpen": openable and not shut,
        "parentReceptacles": list(parents),
    }


def test_shut_away_are_types_of_which_every_object_is_in_something_closed():
    truth = [
        thing("Drawer", "d1", openable=True),
        thing("Drawer", "d2", openable=True, shut=False),
        thing("CounterTop", "c"),
        thing("Fork", "f1", "d1"),
        thing("Spoon", "s1", "d1"),
        thing("Spoon", "s2", "c"),
        thing("Knife", "k1", "d2"),
        thing("Plate", "p1"),
    ]
    assert exploration.shut_away(truth, load_ontology()) == {"Fork"}


def row(policy: str, kind: str, steps: int, **more) -> dict:
    known = {"scene": "A", "kind": kind, "policy": policy, "found": True, "looked": 4}
    return known | {"steps": steps} | more


def test_figures_are_of_cases_that_both_policies_have():
    rows = [
        row("prior", "Cup", 10, expert=5),
        row("frontier", "Cup", 40),
        row("prior", "Pen", 3, expert=None),
        row("frontier", "Pen", 3),
        row("prior", "Fork", 99),
        row("prior", "Egg", 20, expert=15),
        row("frontier", "Egg", 7, found=False),
    ]
    found = exploration.summary(rows, limit=60)
    everything = found["frontier, all"]
    assert everything["cases"] == 3
    assert everything["prior"]["mean_steps"] == 11.0
    assert everything["frontier"] == {"found": 2, "mean_steps": 34.3, "median_steps": 40}
    assert everything["saving"]["saved"] == 0.68
    assert everything["expert"] == {"cases": 2, "mean_steps": 10.0, "saved": 0.8}
    hidden = found["frontier, not seen in the first look around"]
    assert hidden["cases"] == 2
    assert hidden["saving"]["saved"] == 0.7
