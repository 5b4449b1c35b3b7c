"""The trained sentence encoder, evaluated with numpy alone.

A convolutional encoder with one attention pool per slot: CAPEAM's three context predictors
(CAPEAM 3.1.1) and the task type share it. ``train.py`` holds the same network in torch.
"""

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.language.features import BREAK, UNKNOWN, Features, char_buckets
from egoplan_ros.language.slots import SLOTS
from egoplan_ros.world.errors import InputError

FORMAT = 1
DILATIONS = (1, 2, 4)
HEADS = 2
"""Attention pools per slot."""

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
        frame_weight: score of each slot that agrees with the grammar; by "goal" and "steps".
        cues: words that tell an object type in the data, with that type.
        report: how the weights were made and how good they are.
    """

    words: Mapping[str, int]
    labels: Mapping[str, Sequence[str]]
    types: Mapping[str, int]
    prior: Mapping[str, int]
    temperature: Mapping[str, float]
    prior_weight: float
    frame_weight: Mapping[str, float]
    cues: Mapping[str, str]
    report: Mapping[str, Any]


class Network:
    """One or more encoders whose log probabilities are averaged."""

    def __init__(self, members: Sequence[Mapping[str, Array]], meta: Meta) -> None:
        self.members = [
            {key: np.asarray(value, np.float32) for key, value in member.items()}
            for member in members
        ]
        self.meta = meta

    def __call__(self, features: Features) -> LogProbabilities:
        """Log probabilities of each slot's labels, arrays of shape (labels of the slot,)."""
        meta = self.meta
        ids = np.array(
            [meta.words.get(word, UNKNOWN) if word else BREAK for word in features.words]
        )
        total: LogProbabilities = {}
        for member in self.members:
            for slot, scores in zip(SLOTS, _forward(member, ids, features), strict=True):
                total[slot] = total.get(slot, 0.0) + _log_softmax(scores) / len(self.members)
        return {slot: _log_softmax(scores) for slot, scores in total.items()}


def _log_softmax(scores: Array) -> Array:
    shifted: Array = scores - scores.max()
    shifted -= np.log(np.exp(shifted).sum())
    return shifted


def _normalise(x: Array, weight: Array, bias: Array) -> Array:
    centred = x - x.mean(axis=-1, keepdims=True)
    scale = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
    result: Array = centred / scale * weight + bias
    return result


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
        y = _normalise(x, w[f"norms.{layer}.weight"], w[f"norms.{layer}.bias"])
        kernel = w[f"convs.{layer}.weight"]
        padded = np.pad(y, ((dilation, dilation), (0, 0)))
        y = sum(
            padded[tap * dilation : tap * dilation + length] @ kernel[:, :, tap].T
            for tap in range(3)
        )
        x = x + np.maximum(y + w[f"convs.{layer}.bias"], 0.0)
    x = _normalise(x, w["norms.3.weight"], w["norms.3.bias"])
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


def save_network(path: Path, members: Sequence[Mapping[str, Array]], meta: Meta) -> None:
    """Write weights atomically as half precision ``.npz``."""
    described = {name: getattr(meta, name) for name in Meta.__slots__} | {
        "format": FORMAT,
        "members": len(members),
    }
    arrays: dict[str, Any] = {
        f"{number}/{key}": np.asarray(value, np.float16)
        for number, member in enumerate(members)
        for key, value in member.items()
    }
    partial = path.with_name(path.name + ".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    with partial.open("wb") as stream:
        text = np.frombuffer(json.dumps(described).encode(), np.uint8)
        np.savez_compressed(stream, meta=text, **arrays)
    partial.replace(path)


def load_network(path: Path) -> Network:
    """Read weights.

    Raises:
        InputError: missing, corrupt, or of another format.
    """
    remedy = "reinstall, or make it with: egoplan train language --data DIR"
    if not path.is_file():
        raise InputError(f"language weights {path}: no such file; {remedy}")
    try:
        with np.load(path, allow_pickle=False) as archive:
            described = json.loads(archive["meta"].tobytes().decode())
            if described.pop("format") != FORMAT:
                raise InputError(f"language weights {path}: of another version; {remedy}")
            members: list[dict[str, Array]] = [{} for _ in range(described.pop("members"))]
            for key in archive.files:
                if key != "meta":
                    number, _, name = key.partition("/")
                    members[int(number)][name] = archive[key].astype(np.float32)
            network = Network(members, Meta(**described))
            if not members or any("heads.0.weight" not in member for member in members):
                raise KeyError("heads.0.weight")
    except InputError:
        raise
    except (OSError, ValueError, KeyError, TypeError, IndexError, EOFError) as error:
        raise InputError(f"language weights {path}: damaged ({error}); {remedy}") from error
    except zipfile.BadZipFile as error:
        raise InputError(f"language weights {path}: damaged ({error}); {remedy}") from error
    return network
