# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The same frame in other light, mirrored, with noise."""

import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.learned.channels import COLOR

Channels = npt.NDArray[np.float32]

RIGHT = 7
"""Index of the channel that changes its sign in a mirror: the normal's share to the right."""


def recolored(frame: Channels, rng: np.random.Generator) -> Channels:
    """Other exposure, contrast and white balance; sensor noise."""
    color = 0.5 * (frame[:COLOR] + 1.0)
    if rng.random() < 0.1:
        color = np.broadcast_to(color.mean(axis=0), color.shape)
    gain = rng.uniform(0.75, 1.25) * rng.uniform(0.92, 1.08, (COLOR, 1, 1))
    contrast = rng.uniform(0.8, 1.2)
    color = np.clip((color - 0.5) * contrast + 0.5, 0.0, 1.0) * gain
    color = np.clip(color, 0.0, 1.0) ** rng.uniform(0.8, 1.25)
    noise = rng.standard_normal(color.shape, dtype=np.float32) * rng.uniform(0.0, 0.03)
    out = frame.copy()
    out[:COLOR] = 2.0 * np.clip(color + noise, 0.0, 1.0) - 1.0
    return out


def mirrored(frame: Channels) -> Channels:
    """Left for right."""
    out = np.ascontiguousarray(frame[..., ::-1])
    out[RIGHT] *= -1.0
    return out


def mirrored_boxes(boxes: npt.NDArray[np.float32], width: int) -> npt.NDArray[np.float32]:
    """Boxes ``(n, 4)`` of the mirrored image."""
    out = boxes.copy()
    out[:, 0], out[:, 2] = width - 1 - boxes[:, 2], width - 1 - boxes[:, 0]
    return out


def jittered(
    boxes: npt.NDArray[np.float32], rng: np.random.Generator, share: float
) -> npt.NDArray[np.float32]:
    """Boxes as a detector would give them: each side off by a share of the extent and a pixel."""
    extent = np.maximum(boxes[:, 2:] - boxes[:, :2] + 1.0, 1.0)
    scale = share * np.tile(extent, (1, 2)) + 0.4
    moved = boxes + rng.standard_normal(boxes.shape).astype(np.float32) * scale
    low = np.minimum(moved[:, :2], moved[:, 2:])
    high = np.maximum(moved[:, :2], moved[:, 2:])
    return np.concatenate([low, np.maximum(high, low + 1.0)], axis=1).astype(np.float32)
