# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The training sentences: reading them and cutting them by floor plan."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from egoplan_ros.language.goals.slots import Slots, from_record
from egoplan_ros.training.language.records import Unusable, read_records
from egoplan_ros.world.errors import InputError

Part = Literal["train", "tune", "test", "unknown"]
FILES = ("alfred_train.jsonl.gz", "realfred_train.jsonl.gz")
SOURCES = tuple(name.split(".")[0] for name in FILES)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One annotated goal sentence.

    Attributes:
        text: the goal sentence.
        steps: step-by-step sentences; may be empty.
        slots: what it asks for.
        task: identity of the task; several people describe the same one.
        plan: floor plan, "" when not known.
        source: name of the file it comes from, without suffix.
    """

    text: str
    steps: tuple[str, ...]
    slots: Slots
    task: str
    plan: str
    source: str


def read_sentences(path: Path) -> list[Sentence]:
    """Sentences of a ``.jsonl`` or ``.jsonl.gz`` file, or of all known files of a folder.

    Raises:
        InputError: missing or unreadable file, with the line that is wrong.
    """
    if path.is_dir():
        files = [path / name for name in FILES if (path / name).exists()]
        if not files:
            raise InputError(f"{path}: none of {', '.join(FILES)} is there; give the data folder")
        return [sentence for file in files for sentence in read_sentences(file)]
    found, unusable = usable_sentences(path)
    if unusable:
        raise InputError(
            f"{path}: {unusable[0].where} {unusable[0].why}; "
            "fields task_type, object, recep and goal_text are needed"
        )
    return found


def usable_sentences(path: Path) -> tuple[list[Sentence], list[Unusable]]:
    """Sentences of a file, and the records that are none.

    Raises:
        InputError: missing or unreadable file.
    """
    source = path.name.split(".")[0]

    def sentence(number: int, record: Mapping[str, Any]) -> Sentence:
        text = record.get("goal_text")
        if not isinstance(text, str) or not text.strip():
            raise ValueError("goal_text is missing" if text is None else "goal_text is no text")
        task = str(record.get("task_id", number))
        steps = _steps(record.get("step_texts"))
        return Sentence(text, steps, from_record(record), task, _plan(record), source)

    found, unusable = read_records(path, sentence)
    plans = {sentence.task: sentence.plan for sentence in found if sentence.plan}
    return [replace(s, plan=plans.get(s.task, "")) if not s.plan else s for s in found], unusable


def _steps(value: Any) -> tuple[str, ...]:
    """Step-by-step sentences; a text has one a line."""
    if isinstance(value, str):
        return tuple(step for step in value.splitlines() if step.strip())
    steps = value or ()
    if not isinstance(steps, list | tuple) or not all(isinstance(step, str) for step in steps):
        raise ValueError("step_texts is no list of texts")
    return tuple(steps)


def _plan(record: Mapping[str, Any]) -> str:
    if record.get("floor_plan"):
        return str(record["floor_plan"])
    number = re.search(r"-(\d+)/", str(record.get("task", "")))
    return f"Scene{number[1]}" if number else ""


def cut(sentences: Iterable[Sentence], seed: int) -> dict[Part, list[Sentence]]:
    """Cut by floor plan: 80 % train, 8 % tune, 12 % test of each kind of room.

    A floor plan is wholly in one part, so rooms and what people say about them are unseen in the
    others. Sentences whose floor plan is not told are in none of the three. Files that the cut was
    not made for are cut last: they change nothing for the others.
    """
    sentences = list(sentences)
    part: dict[tuple[str, str], Part] = {}
    groups: dict[tuple[str, str], set[str]] = {}
    for sentence in sentences:
        room = sentence.plan[9:-2] if sentence.plan.startswith("FloorPlan") else ""
        if sentence.plan:
            groups.setdefault((sentence.source, room), set()).add(sentence.plan)
    rng = np.random.default_rng(seed)
    for (source, _), plans in sorted(groups.items(), key=lambda item: (_foreign(item[0]), item[0])):
        order = rng.permutation(sorted(plans))
        test, tune = round(0.12 * len(order)), max(1, round(0.08 * len(order)))
        for index, plan in enumerate(order):
            kind: Part = "test" if index < test else "tune" if index < test + tune else "train"
            part[source, str(plan)] = kind
    parts: dict[Part, list[Sentence]] = {"train": [], "tune": [], "test": [], "unknown": []}
    for sentence in sentences:
        parts[part.get((sentence.source, sentence.plan), "unknown")].append(sentence)
    return parts


def _foreign(group: tuple[str, str]) -> bool:
    return group[0] not in SOURCES
