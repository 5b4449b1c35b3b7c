# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Weights with what their outputs mean, in npz files of mostly 8 bits."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from egoplan_ros.perception.learned.beside import BESIDE
from egoplan_ros.perception.learned.proposer import Proposer
from egoplan_ros.perception.learned.recogniser import Recogniser
from egoplan_ros.perception.model_file import opened_model, write_model
from egoplan_ros.world.detection import Finding

SHIPPED = Path(__file__).parent / "weights" / "learned.npz"
FORMAT = "egoplan-perception-4"
_SCALE = ".scale"


@dataclass(frozen=True, slots=True)
class Calibration:
    """Logits to probabilities, fitted on validation rooms.

    Attributes:
        thing: weights of the evidence for a thing (``evidence`` in backend.py), bias last.
        beside: the same of the evidence beside other masks (beside.py).
        types: temperature of the types' logits (Guo et al. 2017).
        context: weight of what the whole frame says beside what the crop does.
        states: scale and offset of each state's logit (Platt 1999).
        threshold: least probability of a thing that is worth telling.
        finding: as :attr:`Detections.finding`.
    """

    thing: tuple[float, ...] = (1.0, 1.0, 0.0, 0.0)
    beside: tuple[float, ...] = (1.0, 1.0, *(0.0,) * (BESIDE - 2))
    types: float = 1.0
    context: float = 0.0
    states: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    threshold: float = 0.3
    finding: Finding | None = None


@dataclass(frozen=True, slots=True)
class Networks:
    """Both networks and what their outputs mean.

    Attributes:
        proposer, recogniser: the networks.
        types, states: names of the recogniser's outputs.
        able: the states that each type can have.
        calibration: logits to probabilities.
    """

    proposer: Proposer
    recogniser: Recogniser
    types: tuple[str, ...]
    states: tuple[str, ...]
    able: Mapping[str, tuple[str, ...]]
    calibration: Calibration


def fresh(
    types: Sequence[str], states: Sequence[str], able: Mapping[str, Sequence[str]]
) -> Networks:
    """Networks that have learned nothing."""
    return Networks(
        Proposer(len(types)),
        Recogniser(len(types), len(states)),
        tuple(types),
        tuple(states),
        {kind: tuple(names) for kind, names in able.items()},
        Calibration(),
    )


def save(path: Path, networks: Networks, about: Mapping[str, Any]) -> int:
    """Write a file, whole or not at all; its size in bytes."""
    meta = {
        "format": FORMAT,
        "types": networks.types,
        "states": networks.states,
        "able": networks.able,
        "calibration": asdict(networks.calibration),
        "about": dict(about),
    }
    return write(path, meta, {"proposer": networks.proposer, "recogniser": networks.recogniser})


def write(path: Path, meta: Mapping[str, Any], networks: Mapping[str, nn.Module]) -> int:
    """Write networks by name and what is to be known of them; the size of the file in bytes.

    Matrices and kernels are kept as 8-bit integers with a scale for each output.
    """
    arrays: dict[str, Any] = {}
    for name, network in networks.items():
        for key, value in network.state_dict().items():
            where = f"{name}.{key}"
            if value.dim() > 1:
                rows = value.flatten(1)
                scale = rows.abs().amax(dim=1, keepdim=True).clamp(min=1e-12) / 127.0
                arrays[where] = (rows / scale).round().to(torch.int8).reshape(value.shape).numpy()
                arrays[where + _SCALE] = scale.numpy()
            elif value.is_floating_point():
                # Variances may be beyond half precision.
                arrays[where] = value.numpy().astype(np.float32)
    return write_model(path, meta, arrays)


def load(path: Path | None = None) -> Networks:
    """Read a file; the package's own by default.

    Raises:
        InputError: not there, damaged or of another kind, with the remedy.
    """
    with opened_model(path or SHIPPED, FORMAT, "egoplan train perception") as (file, meta):
        networks = fresh(meta["types"], meta["states"], meta["able"])
        _fill(networks.proposer, file, "proposer")
        _fill(networks.recogniser, file, "recogniser")
        given = meta["calibration"]
        calibration = Calibration(
            tuple(given["thing"]),
            tuple(given["beside"]),
            float(given["types"]),
            float(given["context"]),
            {name: (float(a), float(b)) for name, (a, b) in given["states"].items()},
            float(given["threshold"]),
            _finding(given.get("finding")),
        )
    return replace(networks, calibration=calibration)


def _finding(given: Mapping[str, Any] | None) -> Finding | None:
    if not given:
        return None
    types = {name: float(shift) for name, shift in given["types"].items()}
    return Finding(float(given["rate"]), float(given["pixels"]), types)


def load_network(
    network: nn.Module, path: Path, kind: str, name: str, maker: str
) -> Mapping[str, Any]:
    """Fill a network from a file of one format, which a command makes; what else the file says.

    Raises:
        InputError: not there, damaged or of another kind, with the remedy.
    """
    with opened_model(path, kind, maker) as (file, meta):
        _fill(network, file, name)
    return meta


def fingerprint(network: nn.Module) -> str:
    """Tells networks apart by what their weights are."""
    digest = sha256()
    for _, value in sorted(network.state_dict().items()):
        if value.is_floating_point():
            digest.update(value.numpy().astype(np.float32).tobytes())
    return digest.hexdigest()[:16]


def _fill(network: nn.Module, file: Any, name: str) -> None:
    state: dict[str, Tensor] = {}
    for key, value in network.state_dict().items():
        where = f"{name}.{key}"
        if not value.is_floating_point():
            state[key] = value
            continue
        state[key] = torch.from_numpy(file[where].astype(np.float32))
        if where + _SCALE in file:
            scale = torch.from_numpy(file[where + _SCALE])
            state[key] = (state[key].flatten(1) * scale).reshape(value.shape)
    network.load_state_dict(state)
