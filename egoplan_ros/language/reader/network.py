"""The trained sentence encoders, evaluated with numpy alone.

A convolutional encoder with one attention pool per slot: CAPEAM's three context predictors
(CAPEAM 3.1.1) and the task type share it; ``training_network.py`` holds the same network in torch.
Beside it the fine-tuned one of ``transformer.py``; their log probabilities are mixed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.language.goals.slots import SLOTS
from egoplan_ros.language.reader.features import BREAK, UNKNOWN, Features, char_buckets
from egoplan_ros.language.reader.transformer import forward, laid_out, normalise
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

FORMAT = 1
DILATIONS = (1, 2, 4)
HEADS = 2
"""Attention pools per slot."""

_EPSILON = 1e-5

Array = np.ndarray
LogProbabilities = dict[str, Array]


@dataclass(frozen=True, slots=True)
class Meta:
    """What belongs to the weights besides numbers.

    Attributes:
        words: vocabulary; index 0 pad, 1 unknown, 2 break.
        labels: labels of each slot, "" = none.
        types: index of object types in the name embedding, from 1.
        prior: (object, mrecep, recep, toggle, sliced) tuples by task type with their counts.
        temperature: divides scores so that confidences are calibrated; by "goal" and "steps".
        prior_weight: exponent of the prior in decoding.
        cues: words that tell an object type in the data, with that type.
        report: how the weights were made and how good they are.
        pieces: vocabulary of the fine-tuned encoder; empty without one.
        mix: share of the fine-tuned encoder's log probabilities; by "goal" and "steps".
        reliability: (confidence, share right) points of a rising line; by "goal" and "steps".
    """

    words: Mapping[str, int]
    labels: Mapping[str, Sequence[str]]
    types: Mapping[str, int]
    prior: Mapping[str, int]
    temperature: Mapping[str, float]
    prior_weight: float
    cues: Mapping[str, str]
    report: Mapping[str, Any]
    pieces: Sequence[str] = ()
    mix: Mapping[str, float] = field(default_factory=dict)
    reliability: Mapping[str, Sequence[Sequence[float]]] = field(default_factory=dict)


class Network:
    """One or more convolutional encoders, and the fine-tuned one when there is one.

    Both kinds read the goal sentence and the steps; the fine-tuned one only what tells of steps.

    Args:
        members: parameters of each convolutional encoder; their log probabilities are averaged.
        meta: what belongs to them.
        tuned: parameters of the fine-tuned encoder, empty for none.
    """

    def __init__(
        self,
        members: Sequence[Mapping[str, Array]],
        meta: Meta,
        tuned: Mapping[str, Array] | None = None,
    ) -> None:
        self.members = [
            {key: np.asarray(value, np.float32) for key, value in member.items()}
            for member in members
        ]
        self.meta = meta
        self.tuned = laid_out(tuned or {})
        self.spell = WordPieces(meta.pieces)
        self.encode = lru_cache(maxsize=16)(partial(forward, self.tuned))

    def __call__(self, features: Features) -> LogProbabilities:
        """Log probabilities of each slot's labels, arrays of shape (labels of the slot,)."""
        share = self.meta.mix.get(source_of(features), 0.0)
        return mixed(self.first_opinion(features), self.second_opinion(features, share), share)

    def opinions(self, features: Features) -> tuple[LogProbabilities, LogProbabilities]:
        """Log probabilities by the convolutional and by the fine-tuned encoder (may be empty)."""
        return self.first_opinion(features), self.second_opinion(features)

    def first_opinion(self, features: Features) -> LogProbabilities:
        """Log probabilities by the convolutional encoders."""
        meta = self.meta
        ids = np.array(
            [meta.words.get(word, UNKNOWN) if word else BREAK for word in features.words]
        )
        total: LogProbabilities = {}
        for member in self.members:
            for slot, scores in zip(SLOTS, _forward(member, ids, features), strict=True):
                total[slot] = total.get(slot, 0.0) + log_softmax(scores) / len(self.members)
        return total

    def second_opinion(self, features: Features, share: float = 1.0) -> LogProbabilities:
        """Log probabilities by the fine-tuned encoder; empty without one or without a share."""
        if not self.tuned or not share:
            return {}
        scores = self.encode(tuple(self.spell(thinned(features.words))))
        return {slot: log_softmax(part) for slot, part in zip(SLOTS, scores, strict=True)}


def source_of(features: Features) -> str:
    """ "steps" when there is more than the goal sentence, else "goal"."""
    return "steps" if features.words.count("") > 1 else "goal"


def mixed(first: LogProbabilities, second: LogProbabilities, share: float) -> LogProbabilities:
    """Two opinions as one, the second with a share between 0 and 1; an empty one has none."""
    if not second:
        return {slot: log_softmax(scores) for slot, scores in first.items()}
    return {
        slot: log_softmax((1 - share) * scores + share * second[slot])
        for slot, scores in first.items()
    }


def log_softmax(scores: Array) -> Array:
    """Log probabilities of scores."""
    shifted: Array = scores - scores.max()
    shifted -= np.log(np.exp(shifted).sum())
    return shifted


def _forward(w: Mapping[str, Array], ids: Array, features: Features) -> list[Array]:
    chars = np.zeros((len(ids), w["chars.weight"].shape[1]), np.float32)
    for row, word in enumerate(features.words):
        if word:
            chars[row] = w["chars.weight"][list(char_buckets(word))].mean(axis=0)
    names = w["names.weight"][features.names]
    x = w["words.weight"][ids] + chars + names.sum(axis=1)
    x = x + w["start.weight"][features.place[:, 0]] + w["end.weight"][features.place[:, 1]]
    x = x @ w["enter.weight"].T + w["enter.bias"]
    length = len(x)
    for layer, dilation in enumerate(DILATIONS):
        y = normalise(x, w[f"norms.{layer}.weight"], w[f"norms.{layer}.bias"], _EPSILON)
        kernel = w[f"convs.{layer}.weight"]
        padded = np.pad(y, ((dilation, dilation), (0, 0)))
        y = sum(
            padded[tap * dilation : tap * dilation + length] @ kernel[:, :, tap].T
            for tap in range(3)
        )
        x = x + np.maximum(y + w[f"convs.{layer}.bias"], 0.0)
    x = normalise(x, w["norms.3.weight"], w["norms.3.bias"], _EPSILON)
    attention = x @ w["queries.weight"].T
    attention = np.exp(attention - attention.max(axis=0))
    attention /= attention.sum(axis=0)
    pooled = attention.T @ x
    top = x.max(axis=0)
    scores = []
    for number in range(len(SLOTS)):
        joined = np.concatenate([*pooled[number * HEADS : (number + 1) * HEADS], top])
        hidden = np.maximum(joined @ w[f"hidden.{number}.weight"].T + w[f"hidden.{number}.bias"], 0)
        scores.append(hidden @ w[f"heads.{number}.weight"].T + w[f"heads.{number}.bias"])
    return scores


def save_network(
    path: Path,
    members: Sequence[Mapping[str, Array]],
    meta: Meta,
    tuned: Mapping[str, Array] | None = None,
) -> list[Path]:
    """Write weights atomically: half precision ``.npz``, the fine-tuned encoder in 8 bits beside.

    The first file is written last, and says what the others must hold.

    Returns:
        The files.
    """
    arrays: dict[str, Any] = {
        f"{number}/{key}": np.asarray(value, np.float16)
        for number, member in enumerate(members)
        for key, value in member.items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    shards = write_shards(path, tuned) if tuned else []
    described = {name: getattr(meta, name) for name in Meta.__slots__} | {
        "format": FORMAT,
        "members": len(members),
        "shards": checksums(shards),
    }
    text = np.frombuffer(json.dumps(described).encode(), np.uint8)
    write_arrays(path, {"meta": text, **arrays})
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
            members: list[dict[str, Array]] = [{} for _ in range(described.pop("members"))]
            for key in archive.files:
                if key != "meta":
                    number, _, name = key.partition("/")
                    members[int(number)][name] = archive[key].astype(np.float32)
        tuned = read_shards(path, described.pop("shards", ()))
        if not members or any("heads.0.weight" not in member for member in members):
            raise KeyError("heads.0.weight")
        return Network(members, Meta(**described), tuned)
