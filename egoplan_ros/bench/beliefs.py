# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is believed against what is true: objects, their states and relations.

The agent never sees what this module reads.
"""

import statistics
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from egoplan_ros.bench.pairing import TrueObjects, pair, pair_by_place, true_objects
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.rate import wilson
from egoplan_ros.world.state import WorldState


@dataclass(slots=True)
class Score:
    """Counts over episodes or tours; ``[hits, out of]`` each.

    Attributes:
        recall: visible objects that are in memory.
        extra: rows of the memory that no object is left for, out of all rows but doubtful ones.
        types: visible objects at whose place there is a row, and of their type.
        states: believed states that are true.
        predicates: of visible objects that are in memory, by predicate: atoms believed and true;
            believed; true. "in" is the receptacle an object is in or on, "near" what is in view
            and within reach, the others are states.
        errors: distances between the middles of the boxes, metres; small: of what can be carried.
        missed, surplus, wrong: what is not in memory, is in it for nothing, is believed wrongly.
    """

    recall: list[int] = field(default_factory=lambda: [0, 0])
    extra: list[int] = field(default_factory=lambda: [0, 0])
    types: list[int] = field(default_factory=lambda: [0, 0])
    states: list[int] = field(default_factory=lambda: [0, 0])
    predicates: dict[str, list[int]] = field(default_factory=dict)
    errors: list[float] = field(default_factory=list)
    small: list[float] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    surplus: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def count(self, predicate: str, right: int, believed: int, true: int) -> None:
        """Add atoms of a predicate."""
        had = self.predicates.get(predicate, [0, 0, 0])
        more = (right, believed, true)
        self.predicates[predicate] = [a + b for a, b in zip(had, more, strict=True)]

    def add(self, other: "Score") -> None:
        """Pool another tour."""
        for name in ("recall", "extra", "types", "states"):
            pairs = zip(getattr(self, name), getattr(other, name), strict=True)
            setattr(self, name, [a + b for a, b in pairs])
        for predicate, (right, believed, true) in other.predicates.items():
            self.count(predicate, right, believed, true)
        for name in ("errors", "small", "missed", "surplus", "wrong"):
            getattr(self, name).extend(getattr(other, name))

    def summary(self) -> dict[str, Any]:
        """Rates with n and 95 % interval."""
        right, believed, true = self.predicates.get("in", (0, 0, 0))
        recall = self.recall[0] / max(self.recall[1], 1)
        precision = 1.0 - self.extra[0] / max(self.extra[1], 1)
        atoms = [sum(counts) for counts in zip(*self.predicates.values(), strict=True)]
        hits, told, wanted = atoms or (0, 0, 0)
        return {
            "objects_f1": round(2 * recall * precision / max(recall + precision, 1e-9), 4),
            "recall": rate(*self.recall),
            "duplicates": rate(*self.extra),
            "types": rate(*self.types),
            "predicates_f1": round(2 * hits / max(told + wanted, 1), 4),
            "states": rate(*self.states),
            "relations_f1": round(2 * right / max(believed + true, 1), 4),
            "relations": {"right": right, "believed": believed, "true": true},
            "error_median_cm": round(100 * statistics.median(self.errors or [0.0]), 2),
            "error_p90_cm": round(100 * float(np.quantile(self.errors or [0.0], 0.9)), 2),
            "error_small_median_cm": round(100 * statistics.median(self.small or [0.0]), 2),
            "objects": len(self.errors),
        }

    def to_json(self) -> dict[str, Any]:
        """The counts of one episode: precision and recall of objects, atoms by predicate."""
        left, rows = self.extra
        return {
            "objects": {"precision": [rows - left, rows], "recall": self.recall},
            "predicates": self.predicates,
        }


def rate(hits: int, out_of: int) -> dict[str, Any]:
    """A share with its 95 % interval."""
    found = wilson(hits, out_of)
    share = round(hits / max(out_of, 1), 4)
    return {"rate": share, "n": out_of, "interval": [round(found.low, 4), round(found.high, 4)]}


def judge_episode(world: WorldState, truth: Mapping[str, Any], ontology: Ontology) -> Score:
    """Judge what an agent believes at the end of an episode.

    Args:
        world: its beliefs, of the latest frame.
        truth: ``Robot.truth()`` at that moment.
        ontology: types.
    """
    seen = truth.get("history", {}).get("seen", ())
    return judge(world, true_objects(truth), seen, ontology)


def judge(
    world: WorldState, truth: TrueObjects, visible: Collection[str], ontology: Ontology
) -> Score:
    """Compare beliefs to the truth; of objects that were visible alone memory is asked for."""
    score = Score()
    truth = {n: i for n, i in truth.items() if i["type"] in ontology and not _gone(i)}
    found, left = pair(world, truth)
    names = {row: name for name, row in found.items()}
    wanted = {name for name in visible if name in truth}
    score.recall = [len(wanted & set(found)), len(wanted)]
    score.extra = [len(left), sum(not row.doubtful for row in world.objects.values())]
    for name, there in pair_by_place(world, truth).items():
        if name in wanted:
            score.types[0] += there.type == truth[name]["type"]
            score.types[1] += 1
    score.missed = sorted(wanted - set(found))
    score.surplus = [row.id for row in left]
    facts = Facts(world, ontology)
    for name, row_id in found.items():
        row, item = world.objects[row_id], truth[name]
        if not row.held:
            error = float(np.linalg.norm(np.array(row.center) - item["center"]))
            score.errors.append(error)
            if ontology.affords(row.type, "pickupable"):
                score.small.append(error)
        if name not in wanted:
            continue
        if "near" in item:
            near = facts.near(row)
            score.count("near", near and item["near"], near, item["near"])
        for state, value in item["states"].items():
            believed, true = row.is_(state), value > 0.5
            score.count(state, believed and true, believed, true)
            if state in row.states:
                score.states[0] += believed == true
                score.states[1] += 1
                if believed != true:
                    score.wrong.append(f"{row_id} {state} is {value}")
        if not ontology.affords(row.type, "pickupable"):
            continue
        parents = {p for p in item["parents"] if p in wanted}
        good = row.parent is not None and names.get(row.parent) in parents
        score.count("in", good, row.parent is not None, bool(parents))
        if not good and (row.parent or parents):
            believed_in = names.get(row.parent or "", row.parent)
            score.wrong.append(f"{row_id} in {believed_in}, truly {sorted(parents)}")
    return score


def _gone(item: Mapping[str, Any]) -> bool:
    # The whole that was sliced or broken is no longer there.
    return item["states"].get("sliced", 0.0) > 0.5 and not item["type"].endswith("Sliced")
