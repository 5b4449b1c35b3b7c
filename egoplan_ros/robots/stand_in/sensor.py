# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A depth camera's errors: grain that grows with distance, edges and pixels that are lost."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Depth = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SensorModel:
    """Errors of a structured-light or stereo camera (Nguyen, Izadi and Lovell 2012).

    Attributes:
        grain: standard deviation at one metre, metres; it grows with the square of the distance.
        nearest, farthest: metres between which it measures.
        lost: share of pixels without depth. edges: that along edges of depth.
        colour: standard deviation of colours, of 255.
    """

    grain: float = 0.0012
    nearest: float = 0.25
    farthest: float = 6.0
    lost: float = 0.01
    edges: float = 0.5
    colour: float = 2.0


_EDGE = 0.05
"""Share of the distance by which depth leaps at an edge."""
_CELL = 4
"""Pixels of the pattern in which depth is lost."""


class NoisyCamera:
    """Spoils images as a camera does; seeded."""

    def __init__(self, model: SensorModel, seed: int) -> None:
        self._model = model
        self._rng = np.random.default_rng([seed, 18])

    def depth(self, true: Depth) -> npt.NDArray[np.uint16]:
        """Millimetres, 0 where unknown, of true metres ``(h, w)``."""
        model, rng = self._model, self._rng
        noise = rng.standard_normal(true.shape, dtype=np.float32)
        found = true + noise * np.float32(model.grain) * true**2
        with np.errstate(invalid="ignore"):
            gone = ~((found > model.nearest) & (found < model.farthest))
        coarse = tuple(length // _CELL + 1 for length in true.shape)
        patch = rng.random(coarse, dtype=np.float32)
        patch = np.kron(patch, np.ones((_CELL, _CELL), np.float32))
        patch = patch[: true.shape[0], : true.shape[1]]
        gone |= patch < model.lost
        safe = np.nan_to_num(true, nan=0.0, posinf=0.0)
        low, high = cv2.erode(safe, np.ones((3, 3))), cv2.dilate(safe, np.ones((3, 3)))
        edge = high - low > _EDGE * np.maximum(safe, 0.1)
        gone |= edge & (patch < model.edges)
        millimetres = np.nan_to_num(found, nan=0.0, posinf=0.0, neginf=0.0) * 1000.0
        return np.where(gone, 0, np.clip(np.rint(millimetres), 0, 65534)).astype(np.uint16)

    def color(self, true: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """The picture with sensor noise, uint8 ``(h, w, 3)``."""
        noise = self._rng.standard_normal(true.shape, dtype=np.float32) * self._model.colour
        return np.clip(true + noise, 0, 255).astype(np.uint8)
