# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From examples of a state to a model of it on the recogniser's features."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from scipy.special import expit

from egoplan_ros.perception.learned.backend import LearnedBackend
from egoplan_ros.perception.learned.channels import channels
from egoplan_ros.perception.learned.crops import pyramid
from egoplan_ros.perception.learned.predicates import StatePredicate
from egoplan_ros.training.perception.frames import Frames
from egoplan_ros.training.perception.reliability import expected_error, logistic
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.rate import wilson

FEWEST = 10
"""Examples of each value."""
_FOLDS = 5
_DECAY = 1.0
"""Of the squared weights of standardised features."""

Read = Callable[[Path, Path | None], RgbdFrame]


@dataclass(frozen=True, slots=True)
class Examples:
    """What a model learns from.

    Attributes:
        features: float32 ``(n, features)``. values: bool ``(n,)``. types: of each thing.
        groups: int ``(n,)``; examples of one picture or room are judged together.
    """

    features: npt.NDArray[np.float32]
    values: npt.NDArray[np.bool_]
    types: tuple[str, ...]
    groups: npt.NDArray[np.int64]


def of_frames(backend: LearnedBackend, frames: Frames, name: str) -> Examples:
    """Examples among the items of collected frames whose ``states`` tell the state.

    Raises:
        InputError: none does.
    """
    rows: list[tuple[npt.NDArray[np.float32], list[bool], list[str], int]] = []
    for index in range(len(frames)):
        if not frames.has_state(index, name):
            continue
        frame = frames.load(index)
        items = frame.sample.items
        chosen = [k for k, item in enumerate(items) if name in item.states]
        features = _features(backend, frame.channels, frame.boxes[chosen], frame.sample.camera.fx)
        values = [items[k].states[name] > 0.5 for k in chosen]
        rows.append((features, values, [items[k].type for k in chosen], frames.places[index][0]))
    if not rows:
        raise InputError(f"train predicate: no thing in these frames has a state {name!r}")
    return _joined(rows)


def of_pictures(backend: LearnedBackend, path: Path, read: Read) -> Examples:
    """Examples from a file of one JSON object a line.

    ``image``: a picture; ``depth``: of it, where there is one; ``box``: x_min, y_min, x_max, y_max
    in pixels; ``type``; ``value``: true or false. Paths are relative to the file.

    Raises:
        InputError: the file or a line of it cannot be used; the text says which.
    """
    rows = []
    for number, line in _lines(path):
        try:
            row = json.loads(line)
            box = np.array([row["box"]], dtype=np.float32).reshape(1, 4)
            kind, value = str(row["type"]), row["value"]
            image = path.parent / row["image"]
            depth = path.parent / row["depth"] if row.get("depth") else None
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{path}:{number}: no example ({type(error).__name__}: {error}); a line has image, "
                "box [x_min, y_min, x_max, y_max], type, value, and may have depth"
            ) from error
        if not isinstance(value, bool) or not (box[0, :2] <= box[0, 2:]).all():
            raise InputError(f"{path}:{number}: value must be true or false, box from low to high")
        frame = read(image, depth)
        seen = channels(frame.rgb, frame.depth, frame.camera, frame.camera_pose)
        features = _features(backend, seen, box, frame.camera.fx)
        rows.append((features, [value], [kind], number))
    if not rows:
        raise InputError(f"{path}: has no examples")
    return _joined(rows)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error})") from error
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, line


@torch.inference_mode()
def _features(
    backend: LearnedBackend,
    seen: npt.NDArray[np.float32],
    boxes: npt.NDArray[np.float32],
    focal: float,
) -> npt.NDArray[np.float32]:
    return backend.look(pyramid(torch.from_numpy(seen)), boxes, focal).features


def _joined(
    rows: Sequence[tuple[npt.NDArray[np.float32], list[bool], list[str], int]],
) -> Examples:
    return Examples(
        np.concatenate([row[0] for row in rows]),
        np.array([value for row in rows for value in row[1]], dtype=bool),
        tuple(kind for row in rows for kind in row[2]),
        np.array([row[3] for row in rows for _ in row[1]]),
    )


def fit_predicate(
    examples: Examples, name: str, network: str, seed: int
) -> tuple[StatePredicate, dict[str, Any]]:
    """A model and how right it is on examples of pictures or rooms that it was not fitted on.

    Args:
        examples: of both values. name: of the state. network: fingerprint of the recogniser.
        seed: of the folds.

    Raises:
        InputError: too few examples of a value.
    """
    values = examples.values
    count = int(values.sum())
    if min(count, len(values) - count) < FEWEST:
        raise InputError(
            f"train predicate: {count} examples that hold and {len(values) - count} that do not; "
            f"give at least {FEWEST} of each"
        )
    groups = np.unique(examples.groups)
    fold = np.random.default_rng(seed).permutation(len(groups)) % _FOLDS
    of = fold[np.searchsorted(groups, examples.groups)]
    told = np.zeros(len(values))
    for k in range(_FOLDS):
        inside = of != k
        if inside.all() or len(set(values[inside].tolist())) < 2:
            continue
        weights, bias = _logistic(examples.features[inside], values[inside])
        told[~inside] = expit(examples.features[~inside] @ weights + bias)
    weights, bias = _logistic(examples.features, values)
    right = (told > 0.5) == values
    report = {
        "name": name,
        "examples": len(values),
        "holds": count / len(values),
        "accuracy": wilson(int(right.sum()), len(right)).to_json(),
        "balanced": float(np.mean([right[values == v].mean() for v in (False, True)])),
        "calibration_error": expected_error(told, values),
        "types": sorted(set(examples.types)),
    }
    model = StatePredicate(
        name, tuple(sorted(set(examples.types))), network, weights.astype(np.float32), bias
    )
    return model, report


def _logistic(
    features: npt.NDArray[np.float32], values: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.float64], float]:
    """Weights and bias of a regularised logistic fit."""
    middle, spread = features.mean(axis=0), features.std(axis=0) + 1e-3
    table = np.column_stack([(features - middle) / spread, np.ones(len(values))])
    found = logistic(table, values, _DECAY)
    weights = found[:-1] / spread
    return weights, float(found[-1] - weights @ middle)
