# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pixels of each label, as a stable sort gives them."""

import numpy as np
import pytest

from egoplan_ros.mapping.objects.pixels import pixels_by_label


@pytest.mark.parametrize("most", [0, 1, 7, 900, 65535])
@pytest.mark.parametrize("count", [0, 1, 500])
def test_they_come_label_by_label_in_their_order(most, count):
    labels = np.random.default_rng(most + count).integers(0, most + 1, count).astype(np.uint16)
    order, starts = pixels_by_label(labels)
    expected = np.argsort(labels, kind="stable")
    assert np.array_equal(order, expected[labels[expected] > 0])
    assert len(starts) == int(labels.max(initial=0)) + 2
    for label in np.unique(labels[labels > 0]):
        found = order[starts[label] : starts[label + 1]]
        assert np.array_equal(found, np.flatnonzero(labels == label))
