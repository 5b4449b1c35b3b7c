# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Compiled: the pixels of each label of an image. Imported late, as all that is compiled."""

import numpy as np
from numba import njit


@njit(cache=True)
def pixels_by_label(labels):
    """Pixels label by label, those of one label in their order (a counting sort).

    Args:
        labels: uint16 ``(n,)``.

    Returns:
        Indices int64 ``(n,)``, and where each label begins in them, ``(largest label + 2,)``; those
        of label 0 are left out.
    """
    largest = 0
    for value in labels:
        largest = max(largest, value)
    starts = np.zeros(largest + 2, dtype=np.int64)
    for value in labels:
        starts[value + 1] += 1
    starts[1] = 0
    for label in range(1, largest + 1):
        starts[label + 1] += starts[label]
    order = np.empty(starts[largest + 1], dtype=np.int64)
    filled = starts.copy()
    for index in range(labels.size):
        label = labels[index]
        if label:
            order[filled[label]] = index
            filled[label] += 1
    return order, starts
