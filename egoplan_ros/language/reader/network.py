# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sentence encoder that reads descriptions, evaluated with numpy alone.

A fine-tuned one (``transformer.py``) with attention pools and a head for each slot: CAPEAM's three
context predictors (CAPEAM 3.1.1) and the task type share it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.language.goals.slots import SLOTS
from egoplan_ros.language.reader.transformer import Array, forward, laid_out
from egoplan_ros.language.reader.weight_files import (
    REMEDY,
    checksums,
    read_shards,
    weights_told,
    write_arrays,
    write_shards,
)
from egoplan_ros.language.text.wordpiece import WordPieces, thinned
from egoplan_ros.world.errors import InputError

FORMAT = 2

LogProbabilities = dict[str, Array]


@dataclass(frozen=True, slots=True)
class Meta:
    """What belongs to the weights besides numbers.

    Attributes:
        words: those of the sentences learned from, but for the rarest.
        pieces: vocabulary of the encoder.
        labels: labels of each slot, "" = none.
        prior: (object, mrecep, recep, toggle, sliced) tuples by task type with their counts.
        cues: words that tell an object type in the data, with that type.
        report: how the weights were made and how good they are.
        prior_weight: exponent of the prior in decoding.
        temperature: divides scores so that confidences are calibrated; by "goal" and "steps".
        reliability: (confidence, share right) points of a rising line; by "goal" and "steps".
    """

    words: Sequence[str]
    pieces: Sequence[str]
    labels: Mapping[str, Sequence[str]]
    prior: Mapping[str, int]
    cues: Mapping[str, str] = field(default_factory=dict)
    report: Mapping[str, Any] = field(default_factory=dict)
    prior_weight: float = 0.1
    temperature: Mapping[str, float] = field(default_factory=lambda: {"goal": 1.0, "steps": 1.0})
    reliability: Mapping[str, Sequence[Sequence[float]]] = field(default_factory=dict)


class Network:
    """The encoder of a goal sentence and of what is told of its steps.

    Args:
        parameters: of the encoder, by name.
        meta: what belongs to them.
    """

    def __init__(self, parameters: Mapping[str, Array], meta: Meta) -> None:
        self.parameters = laid_out(parameters)
        self.meta = meta
        self.spell = WordPieces(meta.pieces)
        self.encode = lru_cache(maxsize=16)(partial(forward, self.parameters))

    def __call__(
        self, goal: Sequence[str], steps: Sequence[Sequence[str]] = ()
    ) -> LogProbabilities:
        """Log probabilities of each slot's labels, arrays of shape (labels of the slot,).

        Args:
            goal: words of the goal sentence.
            steps: words of each step.
        """
        words = [word for sentence in (goal, *steps) for word in (*sentence, "")]
        scores = self.encode(tuple(self.spell(thinned(words))))
        return {slot: log_softmax(part) for slot, part in zip(SLOTS, scores, strict=True)}


def log_softmax(scores: Array) -> Array:
    """Log probabilities of scores."""
    shifted: Array = scores - scores.max()
    shifted -= np.log(np.exp(shifted).sum())
    return shifted


def save_network(path: Path, parameters: Mapping[str, Array], meta: Meta) -> list[Path]:
    """Write weights atomically: the encoder's beside the file that names them, which is last.

    Returns:
        The files.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    shards = write_shards(path, parameters)
    described = {name: getattr(meta, name) for name in Meta.__slots__} | {
        "format": FORMAT,
        "shards": checksums(shards),
    }
    write_arrays(path, {"meta": np.frombuffer(json.dumps(described).encode(), np.uint8)})
    return [path, *shards]


def load_network(path: Path) -> Network:
    """Read weights.

    Raises:
        InputError: missing, corrupt, or of another format.
    """
    if not path.is_file():
        raise InputError(f"language weights {path}: no such file; {REMEDY}")
    with weights_told(path):
        with np.load(path, allow_pickle=False) as archive:
            described = json.loads(archive["meta"].tobytes().decode())
        if described.pop("format") != FORMAT:
            raise InputError(f"language weights {path}: of another version; {REMEDY}")
        parameters = read_shards(path, described.pop("shards"))
        return Network(parameters, Meta(**described))
