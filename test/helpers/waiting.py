# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Waiting for what other threads and processes do."""

import time
from collections.abc import Callable


def until(condition: Callable[[], object], seconds: float = 20.0) -> bool:
    """Wait until a condition holds; fail when it does not in time."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "in vain"
        time.sleep(0.02)
    return True
