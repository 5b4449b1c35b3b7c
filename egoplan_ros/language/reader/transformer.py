# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The fine-tuned sentence encoder, evaluated with numpy alone.

MiniLM (Wang et al. 2020: 6 layers, width 384) with one attention pool and a small head per slot.
``training/language/transformer_network.py`` holds the same network in torch. Matrices are kept as
small integers.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from egoplan_ros.language.goals.slots import SLOTS

Array = np.ndarray
LAYERS = 6
ATTENTION_HEADS = 12
POOLS = 2
"""Attention pools per slot."""

STEPS = 55
"""Steps of a matrix' integers up to the largest number of its mean row."""

_EPSILON = 1e-12
_TABLES = ("pieces.weight", "positions.weight")


def normalise(x: Array, weight: Array, bias: Array, epsilon: float = _EPSILON) -> Array:
    """Layer normalisation over the last axis."""
    centred = x - x.mean(axis=-1, keepdims=True)
    scale = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + epsilon)
    result: Array = centred / scale * weight + bias
    return result


def gelu(x: Array) -> Array:
    """Gaussian error linear unit, by its usual approximation with tanh."""
    result: Array = 0.5 * x * (1.0 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))
    return result


def forward(w: Mapping[str, Array], ids: Sequence[int]) -> list[Array]:
    """Scores of each slot's labels for one text of n word pieces.

    Args:
        w: parameters by name, as float32.
        ids: n piece numbers.
    """
    x = encoded(w, ids)
    attention = x @ w["queries.weight"].T
    attention = np.exp(attention - attention.max(axis=0))
    attention /= attention.sum(axis=0)
    pooled = attention.T @ x
    scores = []
    for number in range(len(SLOTS)):
        joined = np.concatenate([*pooled[number * POOLS : (number + 1) * POOLS], x[0]])
        hidden = joined @ w[f"hidden.{number}.weight"].T + w[f"hidden.{number}.bias"]
        scores.append(
            np.maximum(hidden, 0) @ w[f"heads.{number}.weight"].T + w[f"heads.{number}.bias"]
        )
    return scores


def encoded(w: Mapping[str, Array], ids: Sequence[int]) -> Array:
    """What the encoder makes of each of n word pieces, (n, width)."""
    x = w["pieces.weight"][np.asarray(ids)] + w["positions.weight"][: len(ids)]
    x = normalise(x, w["enter.weight"], w["enter.bias"])
    for layer in range(LAYERS):
        x = _layer(w, f"layers.{layer}.", x)
    return x


def _layer(w: Mapping[str, Array], name: str, x: Array) -> Array:
    length, width = x.shape
    size = width // ATTENTION_HEADS
    joined = x @ w[name + "qkv.weight"].T + w[name + "qkv.bias"]
    query, key, value = joined.reshape(length, 3, ATTENTION_HEADS, size).transpose(1, 2, 0, 3)
    weights = query @ key.transpose(0, 2, 1) / np.sqrt(np.float32(size))
    weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    mixed = (weights @ value).transpose(1, 0, 2).reshape(length, width)
    mixed = mixed @ w[name + "out.weight"].T + w[name + "out.bias"]
    x = normalise(x + mixed, w[name + "norm1.weight"], w[name + "norm1.bias"])
    inner = gelu(x @ w[name + "up.weight"].T + w[name + "up.bias"])
    inner = inner @ w[name + "down.weight"].T + w[name + "down.bias"]
    return normalise(x + inner, w[name + "norm2.weight"], w[name + "norm2.bias"])


def quantised(matrix: Array, base: Array | None = None) -> tuple[Array, Array]:
    """A (rows, columns) matrix as int8 and a float32 step for each row.

    One step serves all rows whose numbers it can tell: of all codes of as many bits that are
    compressed afterwards, that loses least (uniform quantisation with entropy coding, Gish and
    Pierce 1968).

    Args:
        matrix: what to keep.
        base: a matrix like it, from which the difference alone is kept.
    """
    change = matrix if base is None else matrix - base
    shared = np.abs(matrix).max(axis=1).mean() / STEPS
    step = np.maximum(np.abs(change).max(axis=1) / 127.0, max(shared, 1e-12)).astype(np.float32)
    return np.rint(change / step[:, None]).astype(np.int8), step


def restored(matrix: Array, step: Array, base: Array | None = None) -> Array:
    """Inverse of :func:`quantised`, float32."""
    change: Array = matrix.astype(np.float32) * step[:, None]
    return change if base is None else base + change


def laid_out(parameters: Mapping[str, Array]) -> dict[str, Array]:
    """Parameters as float32, in the order of memory that a few word pieces are fastest read in.

    BLAS multiplies a few rows by a matrix half as fast again where each of its columns lies
    together; tables that rows are looked up in stay as they are.
    """
    return {
        name: np.asarray(value, np.float32, order="C" if name in _TABLES else "F")
        for name, value in parameters.items()
    }


def rounded(
    parameters: Mapping[str, Array], base: Mapping[str, Array] | None = None
) -> dict[str, Array]:
    """Parameters as they come back, bit for bit, from files that these very ones are written to.

    Rounding does not repeat: what was rounded already is moved once more when it is written.

    Args:
        parameters: by name.
        base: those that they are written beside.
    """
    found = {}
    for name, value in parameters.items():
        before = None if base is None else base.get(name)
        if value.ndim == 2:
            found[name] = restored(*quantised(value, before), before)
        else:
            found[name] = np.asarray(value, np.float32)
    return found
