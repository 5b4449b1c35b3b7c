# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A detector's errors: boxes that are missed, and that are beside what they are of."""

from dataclasses import dataclass

import numpy as np

from egoplan_ros.world.detection import Detections


@dataclass(frozen=True, slots=True)
class DetectorModel:
    """Errors of a detector of things in pictures.

    Attributes:
        missed: share of the things that it does not find in a picture.
        beside: standard deviation of a box's sides, pixels.
        least: pixels of the smallest thing that it finds.
        score: lowest score that it gives.
    """

    missed: float = 0.05
    beside: float = 1.5
    least: int = 60
    score: float = 0.6


@dataclass(frozen=True, slots=True)
class Box:
    """What it tells of one thing: type, score in [0, 1], corners (x, y, x, y) in pixels."""

    type: str
    score: float
    corners: tuple[float, float, float, float]


class NoisyDetector:
    """Tells of what is truly in a picture with a detector's errors; seeded."""

    def __init__(self, model: DetectorModel, seed: int) -> None:
        self._model = model
        self._rng = np.random.default_rng([seed, 20])

    def boxes(self, true: Detections) -> list[Box]:
        """Boxes of one picture, none outside it."""
        model, rng = self._model, self._rng
        height, width = true.labels.shape
        pixels = np.bincount(true.labels.ravel(), minlength=len(true.items) + 1)
        found = []
        for item in true.items:
            noise = rng.normal(0.0, model.beside, 4) if model.beside else np.zeros(4)
            chance, score = rng.random(2)
            if pixels[item.label] < model.least or chance < model.missed:
                continue
            x0, y0, x1, y1 = np.add(item.box, noise)
            x0, x1 = np.clip((x0, x1 + 1.0), 0.0, width)
            y0, y1 = np.clip((y0, y1 + 1.0), 0.0, height)
            if x1 - x0 < 1.0 or y1 - y0 < 1.0:
                continue
            sure = model.score + (1.0 - model.score) * score
            found.append(Box(item.type, float(sure), (float(x0), float(y0), float(x1), float(y1))))
        return found
