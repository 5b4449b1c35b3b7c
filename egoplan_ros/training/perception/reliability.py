# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Probabilities that mean what they say: how to fit them, and how far off they are."""

import numpy as np
import numpy.typing as npt
from scipy.special import expit

Array = npt.NDArray[np.float64]

_STEPS = 50
_CURVED = 1e-6
"""Decay with which columns that say the same do no harm."""


def logistic(columns: Array, truth: npt.NDArray[np.bool_], decay: float = _CURVED) -> Array:
    """Weights of a logistic regression (Newton's method).

    Args:
        columns: ``(n, k)``; for an offset, one of them is 1.
        truth: ``(n,)``.
        decay: of the squared weights, halved; little of it gives those of maximum likelihood.

    Returns:
        ``(k,)``.
    """
    table = np.asarray(columns, dtype=np.float64)
    weights = np.zeros(table.shape[1])
    for _ in range(_STEPS):
        expected = expit(table @ weights)
        curve = table.T @ (table * (expected * (1.0 - expected))[:, None])
        curve += decay * np.eye(len(weights))
        step = np.linalg.solve(curve, table.T @ (truth - expected) - decay * weights)
        weights += np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-9:
            break
    return weights


def expected_error(
    probability: npt.NDArray[np.float64], truth: npt.NDArray[np.bool_], bins: int = 15
) -> float:
    """Expected calibration error (Naeini et al. 2015) over equally filled bins."""
    order = np.argsort(probability, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    gaps = [len(p) * abs(float(probability[p].mean() - truth[p].mean())) for p in parts]
    return float(sum(gaps) / max(len(probability), 1))
