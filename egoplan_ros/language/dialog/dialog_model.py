# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which of TEACh's twelve tasks a dialog is about, with its parameters.

The task is told by a linear model over words and pairs of words; a parameter is chosen among
candidates by a linear score of how it is spoken of and how often the task has it. Evaluated with
numpy alone; ``train_dialogs.py`` finds the weights.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import tokenize
from egoplan_ros.language.text.word_lists import NUMBERS
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import DAMAGED, make_room, whole_file

WEIGHTS = Path(__file__).parents[1] / "weights" / "dialog.npz"
FORMAT = 1

Turns = Sequence[tuple[str, str]]
ROBOT = frozenset({"driver", "robot", "follower", "assistant"})

PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "Clean All X": ("object",),
    "Boil X": ("object",),
    "Put All X On Y": ("object", "relation", "place"),
    "Put All X In One Y": ("object", "relation", "place"),
    "N Slices Of X In Y": ("count", "object", "relation", "place"),
    "N Cooked Slices Of X In Y": ("count", "object", "relation", "place"),
}
"""Parameters of the tasks that have some, in order."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Sink": ("SinkBasin",),
    "Tables": ("CoffeeTable", "DiningTable", "SideTable"),
    "Table": ("CoffeeTable", "DiningTable", "SideTable"),
    "Chairs": ("Chair", "ArmChair", "Stool"),
    "Furniture": ("Sofa", "ArmChair", "Chair", "Bed", "DiningTable", "CoffeeTable"),
    "Dishware": ("Plate", "Bowl", "Cup", "Mug"),
    "Silverware": ("Fork", "Spoon", "Knife", "ButterKnife"),
    "Condiments": ("SaltShaker", "PepperShaker"),
}
"""Names TEACh has for several types."""

_GROUP_WORDS: Mapping[str, tuple[str, ...]] = {
    "Tables": ("table", "tables"),
    "Table": ("table",),
    "Chairs": ("chair", "chairs"),
    "Furniture": ("furniture",),
    "Dishware": ("dishes", "dishware", "dish"),
    "Silverware": ("silverware", "cutlery", "utensils"),
    "Condiments": ("condiments", "condiment"),
}


@dataclass(frozen=True, slots=True)
class DialogTask:
    """A task of TEACh; ``params`` in TEACh's order, ``probability`` that the task is this one."""

    name: str
    params: tuple[str, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class Spoken:
    """What candidates are judged by: words of both sides, mentions by the commander."""

    tokens: list[str]
    mentions: list[tuple[int, tuple[str, ...]]]
    everyone: list[tuple[int, tuple[str, ...]]]


def spoken(turns: Turns, lexicon: Lexicon) -> Spoken:
    """Words and mentions of a dialog."""
    asked = [w for who, text in turns if who.strip().lower() not in ROBOT for w in tokenize(text)]
    whole = [word for _, text in turns for word in tokenize(text)]

    def found(words: Sequence[str]) -> list[tuple[int, tuple[str, ...]]]:
        return [(mention.start, mention.types) for mention in lexicon.find(words)]

    return Spoken(asked, found(asked), found(whole))


def grams(turns: Turns) -> list[str]:
    """Words and pairs of words of a dialog; the robot's own are marked."""
    found: set[str] = set()
    for who, text in turns:
        words = tokenize(text)
        mark = "@" if who.strip().lower() in ROBOT else ""
        found |= {mark + word for word in words}
        found |= {f"{mark}{a} {b}" for a, b in pairwise(words)}
    return sorted(found)


def judge(candidate: str, role: str, said: Spoken, prior: Mapping[str, float]) -> list[float]:
    """What speaks for a candidate; as many numbers as ``WEIGHTS_OF`` a role."""
    share = prior.get(candidate, 0.0)
    if role == "count":
        near = sum(
            NUMBERS.get(word) == int(candidate)
            for at, word in enumerate(said.tokens)
            if {"slice", "slices", "piece", "pieces", "potato", "tomato", "lettuce"}
            & set(said.tokens[at + 1 : at + 5])
        )
        told = sum(NUMBERS.get(word) == int(candidate) for word in said.tokens)
        once = candidate == "1" and not any(NUMBERS.get(w, 1) > 1 for w in said.tokens)
        return [float(np.log(share + 0.01)), np.log1p(near), np.log1p(told), float(once), 0.0, 0.0]
    kinds = {candidate, *GROUPS.get(candidate, ())}
    single = {candidate} if candidate not in GROUPS or candidate == "Sink" else set(kinds)
    mine = [at for at, types in said.mentions if types[0] in single or types[0] in kinds]
    loose = [at for at, types in said.mentions if set(types) & kinds]
    others = sum(types[0] in kinds for _, types in said.everyone)
    words = sum(said.tokens.count(word) for word in _GROUP_WORDS.get(candidate, ()))
    first = 1.0 / (1 + min(mine, default=200) / 5)
    return [
        float(np.log(share + 0.01)),
        float(np.log1p(len(mine))),
        float(np.log1p(len(loose))),
        first,
        float(np.log1p(others)),
        float(np.log1p(words)),
    ]


class DialogModel:
    """Tells the task of a dialog.

    Args:
        index: feature number by word or pair of words.
        tasks: task names.
        matrix: (features + 1, tasks) weights, the last row is the bias.
        ranking: weights of :func:`judge` by role.
        prior: share of each value by "task/role".
        lexicon: names of object types.
    """

    def __init__(
        self,
        index: Mapping[str, int],
        tasks: Sequence[str],
        matrix: np.ndarray,
        ranking: Mapping[str, Sequence[float]],
        prior: Mapping[str, Mapping[str, float]],
        lexicon: Lexicon,
    ) -> None:
        self.index, self.tasks, self.matrix = index, tuple(tasks), matrix
        self.ranking, self.prior, self.lexicon = ranking, prior, lexicon

    def __call__(self, turns: Turns) -> DialogTask:
        """The likeliest task of a dialog; nothing goes into what it is itself."""
        rows = [self.index[gram] for gram in grams(turns) if gram in self.index]
        scores = self.matrix[rows].sum(axis=0) / np.sqrt(max(1, len(rows))) + self.matrix[-1]
        chance = np.exp(scores - scores.max())
        chance /= chance.sum()
        order = [int(at) for at in np.argsort(-chance, kind="stable")]
        found = (
            DialogTask(self.tasks[at], self.params(self.tasks[at], turns), float(chance[at]))
            for at in order
        )
        return next(task for task in found if not _in_itself(task))

    def params(self, task: str, turns: Turns) -> tuple[str, ...]:
        """The likeliest parameters of a task."""
        said = spoken(turns, self.lexicon)
        found: dict[str, str] = {}
        for role in PARAMETERS.get(task, ()):
            if role == "relation":
                continue
            prior = self.prior[f"{task}/{role}"]
            options = candidates(task, role, said, prior, self.lexicon)
            weights = np.asarray(self.ranking[role])
            found[role] = max(
                options, key=lambda option: float(weights @ judge(option, role, said, prior))
            )
        if "place" in found:
            relations = self.prior.get(f"relation/{found['place']}", {})
            inside = self.lexicon.ontology
            kind = GROUPS.get(found["place"], (found["place"],))[0]
            usual = "in" if kind in inside and inside.types[kind].contains == "inside" else "on"
            found["relation"] = max(relations, key=lambda r: relations[r], default=usual)
        return tuple(found[role] for role in PARAMETERS.get(task, ()))


def _in_itself(task: DialogTask) -> bool:
    """Whether something is to go into what it is itself, which no dialog is about."""
    told = dict(zip(PARAMETERS.get(task.name, ()), task.params, strict=True))
    kinds, places = (
        GROUPS.get(told.get(role, ""), (told.get(role),)) for role in ("object", "place")
    )
    return "place" in told and not set(kinds).isdisjoint(places)


def candidates(
    task: str, role: str, said: Spoken, prior: Mapping[str, float], lexicon: Lexicon
) -> list[str]:
    """Values a parameter may have: those the task had, and what the commander named."""
    if role == "count":
        return [str(number) for number in range(1, 7)]
    need = "pickupable" if role == "object" else "receptacle"
    named = {types[0] for _, types in said.mentions if lexicon.ontology.affords(types[0], need)}
    groups = [g for g, words in _GROUP_WORDS.items() if set(words) & set(said.tokens)]
    return sorted({*prior, *named, *(groups if task.startswith(("Put", "Clean")) else ())})


def save_dialog_model(path: Path, model: DialogModel, report: Mapping[str, Any]) -> None:
    """Write weights atomically."""
    described = {
        "format": FORMAT,
        "index": dict(model.index),
        "tasks": list(model.tasks),
        "ranking": {role: list(map(float, w)) for role, w in model.ranking.items()},
        "prior": {key: dict(value) for key, value in model.prior.items()},
        "report": dict(report),
    }
    make_room(path)
    with whole_file(path) as stream:
        text = np.frombuffer(json.dumps(described).encode(), np.uint8)
        np.savez_compressed(stream, meta=text, matrix=model.matrix.astype(np.float16))


def load_dialog_model(lexicon: Lexicon, path: Path | None = None) -> DialogModel:
    """Read weights; the shipped ones by default.

    Raises:
        InputError: missing or damaged.
    """
    path = path or WEIGHTS
    remedy = "reinstall, or make them with: egoplan train language --data DIR"
    try:
        with np.load(path, allow_pickle=False) as archive:
            meta = json.loads(archive["meta"].tobytes().decode())
            matrix = archive["matrix"].astype(np.float32)
        if meta["format"] != FORMAT or len(matrix) != len(meta["index"]) + 1:
            raise InputError(f"dialog weights {path}: of another version; {remedy}")
        return DialogModel(
            meta["index"], meta["tasks"], matrix, meta["ranking"], meta["prior"], lexicon
        )
    except InputError:
        raise
    except OSError as error:
        why = error.strerror or "damaged"
        raise InputError(f"dialog weights {path}: cannot be read ({why}); {remedy}") from error
    except DAMAGED as error:
        raise InputError(f"dialog weights {path}: damaged, or none; {remedy}") from error
