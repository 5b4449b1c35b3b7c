# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Learned detailed planners: one small LSTM with self-attention by kind of sub-goal (CAPEAM 3.1.2).

An encoder reads the types of thing and place, attention weighs its two states, and a decoder gives
the actions one after the other, the likeliest each time. Types are known by an embedding and by
what they afford, so that one that was never learned is treated as its like are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from egoplan_ros.behavior.details.frame import KINDS, DetailedAction, Frame, detailed
from egoplan_ros.perception.model_file import opened_model
from egoplan_ros.world.ontology import AFFORDANCES, Ontology

SHIPPED = Path(__file__).parent / "weights" / "details.npz"
FORMAT = "egoplan-details-1"
MAKER = "egoplan train details"
LONGEST = 16
"""Actions after which a sequence that does not end is none."""

STOP = 0
"""Number of the token that ends a sequence; the others are numbered from 1."""

ARRAYS = tuple("types bits read read_bias attend tokens write write_bias out out_bias".split())

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Network:
    """The detailed planner of one kind; ``h`` states, ``d`` numbers a type or token.

    Attributes:
        known: types by row of ``types``; the row after the last is for all others.
        actions: by number of the token less 1.
        arrays: by name of :data:`ARRAYS`: ``types`` (known + 1, d), ``bits`` (affordances, d),
            ``read`` (d + h, 4h) and ``write`` (d + 2h, 4h) with the gates input, forget, cell,
            output, ``attend`` (h,), ``tokens`` (actions + 1, d), ``out`` (h, actions + 1).
    """

    known: tuple[str, ...]
    actions: tuple[DetailedAction, ...]
    arrays: Mapping[str, Array]

    def sequence(self, kinds: Sequence[str], bits: Array) -> tuple[DetailedAction, ...]:
        """The likeliest action each time; empty when that does not end.

        Args:
            kinds: types of thing and place.
            bits: what they afford, ``(2, affordances)``.
        """
        own = self.arrays
        rows = [self.known.index(k) if k in self.known else len(self.known) for k in kinds]
        seen = own["types"][rows] + bits @ own["bits"]
        state = cell = np.zeros(len(own["attend"]), np.float32)
        states = []
        for x in seen:
            state, cell = _step(np.concatenate([x, state]), cell, own["read"], own["read_bias"])
            states.append(state)
        read = np.stack(states)
        share = np.exp(np.tanh(read) @ own["attend"])
        context = share @ read / share.sum()
        state, cell, token = context, np.zeros_like(context), STOP
        found: list[DetailedAction] = []
        while len(found) < LONGEST:
            x = np.concatenate([own["tokens"][token], context, state])
            state, cell = _step(x, cell, own["write"], own["write_bias"])
            token = int(np.argmax(state @ own["out"] + own["out_bias"]))
            if token == STOP:
                return tuple(found)
            found.append(self.actions[token - 1])
        return ()


@dataclass(frozen=True, slots=True)
class LearnedDetails:
    """A detailed planner of networks by kind."""

    networks: Mapping[str, Network]
    ontology: Ontology

    def __call__(self, frame: Frame) -> tuple[DetailedAction, ...]:
        """The sequence; empty for a kind that was not learned, and for one that does not end."""
        network = self.networks.get(frame.kind)
        kinds = (frame.thing, frame.place)
        return network.sequence(kinds, afforded(kinds, self.ontology)) if network else ()


def afforded(kinds: Sequence[str], ontology: Ontology) -> Array:
    """What types afford, and whether they close, 0 or 1, ``(kinds, affordances)``."""
    names = sorted(AFFORDANCES)
    return np.array(
        [
            [*(ontology.affords(k, name) for name in names), ontology.lidded(k)]
            if k in ontology
            else [False] * (len(names) + 1)
            for k in kinds
        ],
        np.float32,
    )


def load_details(ontology: Ontology, path: Path | None = None) -> LearnedDetails:
    """Read the networks; the package's own by default.

    Raises:
        InputError: not there, damaged or of another kind, with the remedy.
    """
    with opened_model(path or SHIPPED, FORMAT, MAKER) as (file, meta):
        networks = {
            kind: _checked(
                Network(
                    tuple(meta["kinds"][kind]["types"]),
                    detailed(",".join(meta["kinds"][kind]["actions"])),
                    {name: np.asarray(file[f"{kind}.{name}"], np.float32) for name in ARRAYS},
                )
            )
            for kind in KINDS
            if kind in meta["kinds"]
        }
    return LearnedDetails(networks, ontology)


def _checked(network: Network) -> Network:
    """The same network.

    Raises:
        ValueError: its arrays do not fit its types and actions, or what is afforded now.
    """
    h, d = len(network.arrays["attend"]), network.arrays["types"].shape[-1]
    tokens = len(network.actions) + 1
    shapes = {
        "types": (len(network.known) + 1, d),
        "bits": (len(AFFORDANCES) + 1, d),
        "read": (d + h, 4 * h),
        "read_bias": (4 * h,),
        "attend": (h,),
        "tokens": (tokens, d),
        "write": (d + 2 * h, 4 * h),
        "write_bias": (4 * h,),
        "out": (h, tokens),
        "out_bias": (tokens,),
    }
    for name, shape in shapes.items():
        if network.arrays[name].shape != shape:
            raise ValueError(f"{name} is of shape {network.arrays[name].shape}, not {shape}")
    return network


def _step(x: Array, cell: Array, weight: Array, bias: Array) -> tuple[Array, Array]:
    """One step of an LSTM: state and cell."""
    into, keep, new, out = np.split(x @ weight + bias, 4)
    cell = _gate(keep) * cell + _gate(into) * np.tanh(new)
    return _gate(out) * np.tanh(cell), cell


def _gate(x: Array) -> Array:
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * x)), np.float32)
