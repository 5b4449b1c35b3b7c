# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether a thing lies in or on another: a small network on both boxes and types.

OGAMUS (5.1) predicts ``on`` from boxes and classes by a network of its own; here the boxes are in
space, so that the same rule holds from every side.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.model_file import opened_model

SHIPPED = Path(__file__).parent / "weights" / "support.npz"
FORMAT = "egoplan-support-1"
FEATURES = 17
"""Numbers that tell of a pair of things: see :func:`features`."""
LAYERS = 3
"""Layers of the network."""
_THIN = 0.005
"""Metres: no box is thinner, for logarithms."""
_FINE = 20.0
"""Per metre: differences below 1 / 20 m count in full, larger ones by their logarithm."""

Array = npt.NDArray[np.float32]
Corners = npt.NDArray[np.float64]
"""(x, y, z) of the low and of the high corner in map, metres, ``(n, 6)``."""


@dataclass(frozen=True, slots=True)
class SupportModel:
    """A multilayer perceptron on features of a pair, and an embedding of either type.

    Attributes:
        types: known types by row of the embeddings; the row after the last is for all others.
        carried, carrier: embeddings ``(types + 1, k)``.
        middle, spread: of the features, ``(17,)``.
        weights, biases: of the layers.
    """

    types: tuple[str, ...]
    carried: Array
    carrier: Array
    middle: Array
    spread: Array
    weights: tuple[Array, ...]
    biases: tuple[Array, ...]

    def rows(self, kinds: Sequence[str]) -> npt.NDArray[np.int64]:
        """Rows of the embeddings, ``(n,)``."""
        index = {name: k for k, name in enumerate(self.types)}
        return np.array([index.get(kind, len(self.types)) for kind in kinds], dtype=np.int64)

    def probability(
        self,
        things: Corners,
        things_kinds: Sequence[str],
        carriers: Corners,
        carriers_kinds: Sequence[str],
        opened: npt.NDArray[np.float64],
    ) -> npt.NDArray[np.float64]:
        """That each thing lies in or on the carrier of the same row.

        Args:
            things, carriers: boxes ``(n, 6)``; of a container with a door or drawer, its box when
                closed, if that is known.
            things_kinds, carriers_kinds: their types.
            opened: 1 where the carrier is open, 0 closed, -1 unknown or neither, ``(n,)``.

        Returns:
            ``(n,)``.
        """
        seen = (pair_features(things, carriers, opened) - self.middle) / self.spread
        x = np.concatenate(
            [seen, self.carried[self.rows(things_kinds)], self.carrier[self.rows(carriers_kinds)]],
            axis=1,
        )
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            x = np.maximum(x @ weight.T + bias, 0.0)
        logit = (x @ self.weights[-1].T + self.biases[-1])[:, 0]
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logit, -50.0, 50.0))))


def pair_features(things: Corners, carriers: Corners, opened: npt.NDArray[np.float64]) -> Array:
    """Features ``(n, 17)`` of boxes beside each other; as for :meth:`SupportModel.probability`."""
    low, high, lower, higher = things[:, :3], things[:, 3:], carriers[:, :3], carriers[:, 3:]
    size, extent = np.maximum(high - low, _THIN), np.maximum(higher - lower, _THIN)
    middle = 0.5 * (low + high)
    beyond = np.sort((np.abs(middle - 0.5 * (lower + higher)) - 0.5 * extent)[:, :2], axis=1)
    shared = np.clip(np.minimum(high, higher) - np.maximum(low, lower), 0.0, None) / size
    top, bottom = higher[:, 2], lower[:, 2]
    heights = [low[:, 2] - top, low[:, 2] - bottom, high[:, 2] - top, middle[:, 2] - top, low[:, 2]]
    metres = np.column_stack([*heights, beyond])
    return np.concatenate(
        [
            np.sign(metres) * np.log1p(np.abs(metres) * _FINE),
            np.sort(shared[:, :2], axis=1),
            np.log(size),
            np.log(np.sort(extent[:, :2], axis=1)),
            np.log(extent[:, 2:]),
            np.column_stack([opened == 0.0, opened == 1.0]),
        ],
        axis=1,
    ).astype(np.float32)


def load_support(path: Path | None = None) -> SupportModel:
    """Read a model; the package's own by default.

    Raises:
        InputError: not there, damaged or of another kind, with the remedy.
    """
    with opened_model(path or SHIPPED, FORMAT, "egoplan train support") as (file, meta):

        def read(name: str) -> Array:
            return np.asarray(file[name], dtype=np.float32)

        return SupportModel(
            tuple(meta["types"]),
            read("carried"),
            read("carrier"),
            read("middle"),
            read("spread"),
            tuple(read(f"weight{k}") for k in range(LAYERS)),
            tuple(read(f"bias{k}") for k in range(LAYERS)),
        )
