# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rates with their intervals."""

import pytest

from egoplan_ros.world.rate import wilson


def test_the_interval_is_wilsons():
    found = wilson(8, 10)
    assert (found.low, found.high) == pytest.approx((0.490, 0.943), abs=1e-3)
    nothing = wilson(0, 0)
    assert (nothing.low, nothing.high) == (0.0, 1.0)
