"""The training sentences: reading them and cutting them by floor plan."""

import gzip
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from egoplan_ros.language.slots import Slots, from_record
from egoplan_ros.world.errors import InputError

Part = Literal["train", "tune", "test", "unknown"]
FILES = ("alfred_train.jsonl.gz", "realfred_train.jsonl.gz")


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
    try:
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8") as stream:
            lines = list(stream)
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read ({error}); give a .jsonl or .jsonl.gz") from error
    source = path.name.split(".")[0]
    found: list[Sentence] = []
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            found.append(
                Sentence(
                    text=str(record["goal_text"]),
                    steps=tuple(map(str, record.get("step_texts") or ())),
                    slots=from_record(record),
                    task=str(record.get("task_id", number)),
                    plan=_plan(record),
                    source=source,
                )
            )
        except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"{path}: line {number} is no task record ({error!r}); "
                "fields task_type, object, recep and goal_text are needed"
            ) from error
    plans = {sentence.task: sentence.plan for sentence in found if sentence.plan}
    return [replace(s, plan=plans.get(s.task, "")) if not s.plan else s for s in found]


def _plan(record: Mapping[str, Any]) -> str:
    if record.get("floor_plan"):
        return str(record["floor_plan"])
    number = re.search(r"-(\d+)/", str(record.get("task", "")))
    return f"Scene{number[1]}" if number else ""


def cut(sentences: Iterable[Sentence], seed: int) -> dict[Part, list[Sentence]]:
    """Cut by floor plan: 80 % train, 8 % tune, 12 % test of each kind of room.

    A floor plan is wholly in one part, so rooms and what people say about them are unseen in the
    others. Sentences whose floor plan is not told are in none of the three.
    """
    sentences = list(sentences)
    part: dict[tuple[str, str], Part] = {}
    groups: dict[tuple[str, str], set[str]] = {}
    for sentence in sentences:
        room = sentence.plan[9:-2] if sentence.plan.startswith("FloorPlan") else ""
        if sentence.plan:
            groups.setdefault((sentence.source, room), set()).add(sentence.plan)
    rng = np.random.default_rng(seed)
    for (source, _), plans in sorted(groups.items()):
        order = rng.permutation(sorted(plans))
        test, tune = round(0.12 * len(order)), max(1, round(0.08 * len(order)))
        for index, plan in enumerate(order):
            kind: Part = "test" if index < test else "tune" if index < test + tune else "train"
            part[source, str(plan)] = kind
    parts: dict[Part, list[Sentence]] = {"train": [], "tune": [], "test": [], "unknown": []}
    for sentence in sentences:
        parts[part.get((sentence.source, sentence.plan), "unknown")].append(sentence)
    return parts
