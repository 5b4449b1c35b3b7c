# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Structured decoding: from scores per slot to the best well-typed tasks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from egoplan_ros.language.goals.fitting import goes_into
from egoplan_ros.language.goals.slots import NONE, SLOTS, TASK_TYPES, Slots
from egoplan_ros.language.reader.network import LogProbabilities, Meta
from egoplan_ros.world.ontology import Ontology

LIGHT = "look_at_obj_in_light"
MOVABLE = "pick_and_place_with_movable_recep"
KEPT = 10


@dataclass(frozen=True, slots=True)
class Reading:
    """A possible task and its probability among all well-typed ones."""

    slots: Slots
    probability: float


def prior_key(slots: Slots) -> str:
    """Text key of a task in :attr:`Meta.prior`."""
    parts = [slots.task_type, slots.object, slots.mrecep, slots.recep, slots.toggle]
    return "|".join([*parts, str(int(slots.sliced))])


def from_key(key: str) -> Slots:
    """Inverse of :func:`prior_key`."""
    return _slots(key.split("|"))


def _slots(values: Sequence[str]) -> Slots:
    """A task from its labels in the order of :data:`SLOTS`."""
    kind, item, carrier, place, lamp, sliced = values
    return Slots(kind, item, carrier, place, lamp, sliced == "1")


def count_tasks(tasks: Iterable[Slots]) -> dict[str, int]:
    """Counts of tasks by key: the learned prior over tuples."""
    counts: dict[str, int] = {}
    for slots in tasks:
        key = prior_key(slots)
        counts[key] = counts.get(key, 0) + 1
    return dict(sorted(counts.items()))


def well_formed(slots: Slots) -> bool:
    """Whether exactly the slots of the task's type are filled."""
    light, movable = slots.task_type == LIGHT, slots.task_type == MOVABLE
    return (
        bool(slots.object)
        and bool(slots.toggle) == light
        and bool(slots.recep) != light
        and bool(slots.mrecep) == movable
        and slots.object not in (slots.mrecep, slots.recep)
        and not (light and slots.sliced)
    )


def well_typed(slots: Slots, ontology: Ontology, seen: frozenset[tuple[str, str]]) -> bool:
    """Whether the ontology knows all types and each fits where it is to go.

    Args:
        slots: a well-formed task.
        ontology: the object types.
        seen: (item, receptacle) pairs people have asked for; these fit as well.
    """
    types = [name for name in (slots.object, slots.mrecep, slots.recep, slots.toggle) if name]
    if any(name not in ontology for name in types):
        return False
    if not ontology.affords(slots.object, "pickupable"):
        return False
    if slots.sliced and not ontology.affords(slots.object, "sliceable"):
        return False
    if slots.toggle and not ontology.affords(slots.toggle, "toggleable"):
        return False
    item, cut = slots.object, slots.sliced
    if slots.mrecep:
        if not ontology.affords(slots.mrecep, "pickupable"):
            return False
        if not goes_into(ontology, item, slots.mrecep, seen, cut):
            return False
        item, cut = slots.mrecep, False
    return not slots.recep or goes_into(ontology, item, slots.recep, seen, cut)


class Decoder:
    """Best joint readings of slot scores.

    Candidates are all tasks of the prior plus the products of the best labels of each slot, so
    that tasks nobody asked for in the data remain possible.
    """

    def __init__(self, meta: Meta, ontology: Ontology | None = None) -> None:
        self.meta = meta
        self.ontology = ontology
        self.index: Mapping[str, Mapping[str, int]] = {
            slot: {label: i for i, label in enumerate(meta.labels[slot])} for slot in SLOTS
        }
        known = [from_key(key) for key in meta.prior]
        self.seen = frozenset(
            pair
            for slots in known
            for pair in (
                (slots.mrecep or slots.object, slots.recep),
                (slots.object, slots.mrecep),
            )
        )
        self.tasks = [slots for slots in known if self.allowed(slots)]
        self.rows = np.array([self._row(slots) for slots in self.tasks], np.int64).reshape(-1, 6)
        counts = np.array([meta.prior[prior_key(slots)] for slots in self.tasks], float)
        self.log_counts = np.log(counts + 1.0)
        self.taken = set(self.tasks)

    def allowed(self, slots: Slots) -> bool:
        """Whether a task may come out."""
        return well_formed(slots) and (
            self.ontology is None or well_typed(slots, self.ontology, self.seen)
        )

    def _row(self, slots: Slots) -> list[int]:
        values = (slots.task_type, slots.object, slots.mrecep, slots.recep, slots.toggle)
        names = [self.index[slot][value] for slot, value in zip(SLOTS, values, strict=False)]
        return [*names, self.index["sliced"]["1" if slots.sliced else "0"]]

    def __call__(self, scores: LogProbabilities, source: str = "goal") -> list[Reading]:
        """Readings, most probable first; at most :data:`KEPT`, empty when none is allowed.

        Args:
            scores: log probabilities of each slot's labels.
            source: "goal" or "steps": which calibration applies.
        """
        extra = sorted({*self._products(scores)} - self.taken, key=prior_key)
        tasks = self.tasks + extra
        if not tasks:
            return []
        more = np.array([self._row(slots) for slots in extra], np.int64).reshape(-1, 6)
        rows = np.vstack([self.rows, more])
        prior = np.concatenate([self.log_counts, np.zeros(len(extra))])
        total = sum(scores[slot][rows[:, column]] for column, slot in enumerate(SLOTS))
        total = (total + self.meta.prior_weight * prior) / self.meta.temperature[source]
        chance = np.exp(total - total.max())
        chance /= chance.sum()
        best = np.argsort(-chance, kind="stable")[:KEPT]
        readings = [Reading(tasks[i], float(chance[i])) for i in best]
        return trusted(readings, self.meta.reliability.get(source, ()))

    def _products(self, scores: LogProbabilities) -> list[Slots]:
        """All tasks the best labels of each slot allow."""

        def best(slot: str, count: int) -> list[str]:
            order = np.argsort(-scores[slot])[: count + 1]
            labels = [self.meta.labels[slot][i] for i in order]
            return [label for label in labels if label][:count]

        found: list[Slots] = []
        sliced = [label == "1" for label in best("sliced", 1)]
        for kind in dict.fromkeys([*best("task_type", 2), TASK_TYPES[0]]):
            carriers = best("mrecep", 3) if kind == MOVABLE else [NONE]
            places = [NONE] if kind == LIGHT else best("recep", 4)
            lamps = best("toggle", 2) if kind == LIGHT else [NONE]
            parts = product([kind], best("object", 4), carriers, places, lamps, sliced)
            found += [slots for slots in (Slots(*part) for part in parts) if self.allowed(slots)]
        return found


def trusted(readings: Sequence[Reading], line: Sequence[Sequence[float]]) -> list[Reading]:
    """Readings whose best is as probable as such readings were right.

    Args:
        readings: most probable first.
        line: (confidence, share right) points; none changes nothing.
    """
    if not readings or not line:
        return list(readings)
    best = readings[0].slots.key()
    mine = [reading.slots.key() == best for reading in readings]
    stated = sum(r.probability for r, same in zip(readings, mine, strict=True) if same)
    share = float(np.interp(stated, *np.array(line).T))
    up, down = share / stated, (1 - share) / max(1 - stated, 1e-9)
    rivals = [r.probability for r, same in zip(readings, mine, strict=True) if not same]
    if rivals:  # the best stays the best
        down = min(down, up * readings[0].probability / rivals[0])
    found = [
        Reading(r.slots, r.probability * (up if same else down))
        for r, same in zip(readings, mine, strict=True)
    ]
    return sorted(found, key=lambda reading: -reading.probability)


def label_lists(tasks: Iterable[Slots]) -> dict[str, list[str]]:
    """Labels of each slot that occur, "" first where a slot may be empty."""
    tasks = list(tasks)
    lists: dict[str, list[str]] = {
        slot: sorted({getattr(slots, slot) for slots in tasks} | {NONE})
        for slot in ("object", "mrecep", "recep", "toggle")
    }
    return {"task_type": list(TASK_TYPES), **lists, "sliced": ["0", "1"]}
