# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far estimated depth is from the truth."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from egoplan_ros.perception.learned.depth import FARTHEST, NEAREST, DepthEstimator
from egoplan_ros.training.perception.frames import Frame

_CLOSE = 1.25


def depth_errors(estimator: DepthEstimator, frames: Iterable[Frame]) -> dict[str, Any]:
    """Errors over frames as in Eigen et al. 2014: the mean of each frame's means.

    Returns:
        ``abs_rel``, |estimate - truth| / truth, with its 95 % interval over frames; ``rmse`` in
        metres; ``delta1``, the share of pixels within a factor of 1.25; ``n`` frames.
    """
    rows = []
    for frame in frames:
        sample = frame.sample
        told = estimator.estimate(sample.rgb, sample.camera, sample.camera_pose)
        with np.errstate(invalid="ignore"):
            known = (sample.depth > NEAREST) & (sample.depth < FARTHEST)
        if not known.any():
            continue
        told, truth = told[known], sample.depth[known]
        ratio = np.maximum(told / truth, truth / told)
        rows.append(
            (
                float((np.abs(told - truth) / truth).mean()),
                float(np.sqrt(((told - truth) ** 2).mean())),
                float((ratio < _CLOSE).mean()),
            )
        )
    table = np.array(rows).reshape(-1, 3)
    mean = table.mean(axis=0)
    spread = 1.96 * float(table[:, 0].std(ddof=1)) / np.sqrt(len(table)) if len(table) > 1 else 0.0
    return {
        "abs_rel": float(mean[0]),
        "abs_rel_interval": [float(mean[0]) - spread, float(mean[0]) + spread],
        "rmse": float(mean[1]),
        "delta1": float(mean[2]),
        "n": len(table),
    }
