# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""States that a user teaches: small models by name on what the recogniser makes of a crop.

OGAMUS (3.1) gives each predicate a probabilistic model of the object's features. A model here is
one file ``NAME.npz``; all files of a folder are loaded, and one with the name of a shipped state
takes its place.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from egoplan_ros.perception.model_file import opened_model, write_model
from egoplan_ros.world.errors import InputError

FORMAT = "egoplan-predicate-1"
NAME = re.compile(r"[a-z][a-z0-9_]*")

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class StatePredicate:
    """A logistic model of one state.

    Attributes:
        name: of the state, as in the planning domain.
        types: that can have it; empty: all.
        network: fingerprint of the recogniser whose features it reads.
        weights: ``(features,)``. bias: of the logit.
    """

    name: str
    types: tuple[str, ...]
    network: str
    weights: Array
    bias: float

    def probability(self, features: Array) -> Array:
        """That the state holds, ``(n,)`` of features ``(n, features)``."""
        return np.asarray(expit(features @ self.weights + self.bias), dtype=np.float32)

    def suits(self, kind: str) -> bool:
        """Whether things of a type can have the state."""
        return not self.types or kind in self.types


def write_predicate(path: Path, model: StatePredicate, about: Mapping[str, Any]) -> None:
    """Write a model, whole or not at all."""
    meta = {
        "format": FORMAT, "name": model.name, "types": model.types, "network": model.network,
        "bias": model.bias, "about": dict(about),
    }  # fmt: skip
    write_model(path, meta, {"weights": model.weights})


def read_predicates(folder: Path, network: str) -> tuple[StatePredicate, ...]:
    """All models of a folder, by name.

    Args:
        folder: with ``NAME.npz`` files.
        network: fingerprint of the recogniser in use.

    Raises:
        InputError: no such folder; a file that is damaged, or was trained on another recogniser.
    """
    if not folder.is_dir():
        raise InputError(
            f"predicates {folder}: no such folder; egoplan train predicate makes files"
        )
    found = []
    for path in sorted(folder.glob("*.npz")):
        with opened_model(path, FORMAT, "egoplan train predicate") as (file, meta):
            model = StatePredicate(
                str(meta["name"]), tuple(map(str, meta["types"])), str(meta["network"]),
                np.asarray(file["weights"], dtype=np.float32), float(meta["bias"]),
            )  # fmt: skip
        if model.network != network:
            raise InputError(
                f"predicates {path}: was trained on other weights of the back end 'learned' than "
                "those in use; train it again with egoplan train predicate"
            )
        found.append(model)
    return tuple(found)
