# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a simulated robot's depth is from."""

from typing import Any

CAMERA, ESTIMATED = "camera", "estimated"


def estimator_of(depth: str) -> Any:
    """What estimates depth, None where the camera measures it; torch is imported for it alone.

    Raises:
        InputError: no such file of weights, or a damaged one.
    """
    if depth == CAMERA:
        return None
    from egoplan_ros.perception.learned.depth import DepthEstimator

    return DepthEstimator("" if depth == ESTIMATED else depth)
