# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads dialogs of people about TEACh's tasks (Padmakumar et al. 2022) from a file.

A line is a JSON object: ``game_id`` (or ``instance_id``), ``dialog`` (speaker and words in turns),
``task_name`` and ``task_params`` as TEACh has them, and ``world``, the room, where it is recorded.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from egoplan_ros.bench.alfred_episodes.episode import RENAMED
from egoplan_ros.bench.alfred_episodes.reader import decoded, lines_of
from egoplan_ros.bench.dialogs import Dialog, in_one_line
from egoplan_ros.bench.suite import Suite
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import Ontology, load_ontology

_KINDS: Mapping[str, str] = {
    "Boil X": "boil_potato",
    "Clean All X": "clean_all",
    "Coffee": "coffee",
    "N Cooked Slices Of X In Y": "cooked_slices",
    "N Slices Of X In Y": "slices",
    "Plate Of Toast": "plate_of_toast",
    "Put All X In One Y": "put_all_in_one",
    "Put All X On Y": "put_all_on",
    "Salad": "salad",
    "Sandwich": "sandwich",
    "Water Plant": "water_plant",
}
"""Task type of the suite by TEACh's name; of a breakfast no record tells which dishes it has."""


@dataclass(frozen=True, slots=True)
class TeachDialog:
    """What people said to each other about one task.

    Attributes:
        name: of the session.
        kind: task type of the suite ``teach``.
        slots: what the suite's rule draws, by role, as the record has it: types, and how many.
        dialog: in turns.
        world: the room, "" where it is not recorded.
    """

    name: str
    kind: str
    slots: Mapping[str, tuple[Any, ...]]
    dialog: Dialog
    world: str = ""

    def rule(self, suite: Suite) -> dict[str, Any]:
        """The suite's rule for the task type, with what is drawn fixed as far as it is told."""
        return {**suite.kinds[self.kind], **self.slots}

    def suite(self, suite: Suite) -> Suite:
        """The suite, with that rule."""
        return replace(suite, kinds={**suite.kinds, self.kind: self.rule(suite)})

    def told(self, task: BenchTask) -> BenchTask:
        """The task, told in these words."""
        return replace(task, dialog=self.dialog, text=in_one_line(self.dialog))


@dataclass(frozen=True, slots=True)
class DialogFile:
    """The dialogs of a file.

    Attributes:
        dialogs: those that can be judged, in its order.
        left_out: of how many others why not.
    """

    dialogs: tuple[TeachDialog, ...]
    left_out: Mapping[str, int]

    def find(self, name: str) -> TeachDialog:
        """The dialog of that name; KeyError when there is none."""
        for item in self.dialogs:
            if item.name == name:
                return item
        raise KeyError(name)


@lru_cache(maxsize=4)
def read_dialogs(path: Path) -> DialogFile:
    """All dialogs of a .jsonl[.gz] file.

    Raises:
        InputError: no such file, none in it, or a line that is none: the line names the file, the
            field and the remedy.
    """
    if not path.is_file() or not path.name.endswith((".jsonl", ".jsonl.gz")):
        what = "not a .jsonl or .jsonl.gz file" if path.is_file() else "no such file"
        raise InputError(f"{path}: {what}; give TEACh's dialogs, one JSON object a line")
    ontology = load_ontology()
    found: dict[str, TeachDialog] = {}
    left_out = Counter[str]()
    for number, line in enumerate(lines_of(path), 1):
        if line.strip():
            where = f"{path}:{number}"
            item = _dialog(decoded(line, where), where, ontology)
            if isinstance(item, str):
                left_out[item] += 1
            elif item.name in found:
                left_out["another record of the same session"] += 1
            else:
                found[item.name] = item
    if not found:
        why = "; ".join(f"{count} {reason}" for reason, count in left_out.items()) or "it is empty"
        raise InputError(f"{path}: no dialog that can be judged ({why}); give TEACh's dialogs")
    return DialogFile(tuple(found.values()), dict(left_out))


def _dialog(data: Any, where: str, ontology: Ontology) -> TeachDialog | str:
    """The dialog, or why it cannot be judged."""
    if not isinstance(data, dict):
        raise InputError(f"{where}: must be a JSON object with game_id, dialog and task_name")
    name = data.get("instance_id") or data.get("game_id")
    if not isinstance(name, str) or not name:
        raise InputError(f"{where}: game_id is missing; take it from TEACh's session")
    turns, task, params = data.get("dialog"), data.get("task_name"), data.get("task_params") or []
    if not isinstance(turns, list) or not all(
        isinstance(turn, list) and len(turn) == 2 and all(isinstance(word, str) for word in turn)
        for turn in turns
    ):
        raise InputError(f"{where}: dialog must be [[SPEAKER, WORDS], ...]")
    if not isinstance(params, list) or not all(isinstance(word, str) for word in params):
        raise InputError(f"{where}: task_params must list words; take them from TEACh's session")
    if task is None:
        return "without the name of a task"
    kind = _KINDS.get(task) if isinstance(task, str) else None
    if kind is None:
        return f"of {str(task)[:40]}, of which it is not recorded what is asked for"
    if not any(words.strip() for _, words in turns):
        return "without a word"
    try:
        slots = _slots(task, params)
    except (IndexError, ValueError):
        raise InputError(f"{where}: task_params {params} are not those of {task}") from None
    types = [word for words in slots.values() for word in words if isinstance(word, str)]
    if any(word not in ontology for word in types):
        return "of a group of types (tables, dishware, ...)"
    world = str(data.get("world") or "").removesuffix("_physics")
    return TeachDialog(name, kind, slots, tuple((who, words) for who, words in turns), world)


def _slots(task: str, params: list[str]) -> dict[str, tuple[Any, ...]]:
    names = [RENAMED.get(word, word) for word in params]
    if task in ("Clean All X", "Boil X"):
        return {"target": (names[0],)}
    if task.startswith("Put All"):
        return {"target": (names[0],), "destination": (names[2],)}
    if task.startswith("N "):
        return {"counts": (int(names[0]),), "target": (names[1],), "destination": (names[3],)}
    return {}
