# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Memory that is free goes back to the system."""

import ctypes

_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None)


def give_back() -> None:
    """Return the free pages within the heap; a few milliseconds. Only glibc can.

    By itself it returns only the heap's end, so that the largest size of what comes and goes would
    be kept for good as soon as something small lies behind it.
    """
    if _TRIM is not None:
        _TRIM(0)
