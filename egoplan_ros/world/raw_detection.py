# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot's own detector says of a picture, before it is made into masks of our types."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.geometry import Pose, Vector3


@dataclass(frozen=True, slots=True)
class Outline:
    """A polygon in the picture.

    Attributes:
        corners: float ``(n, 2)``, columns and rows in pixels.
        exact: it is the silhouette of the thing; else a box that holds it.
    """

    corners: npt.NDArray[np.float64]
    exact: bool


@dataclass(frozen=True, slots=True)
class SpaceBox:
    """An oriented box in space.

    Attributes:
        pose: of its middle, in ``frame``.
        size: extents along its own axes, metres.
        frame: name of the frame (REP 105).
    """

    pose: Pose
    size: Vector3
    frame: str


@dataclass(frozen=True, slots=True)
class MaskLabel:
    """The pixels of one value in the detector's label image."""

    value: int


@dataclass(frozen=True, slots=True)
class RawDetection:
    """One thing.

    Attributes:
        classes: (class name, or its number as text; share) of what it may be. The shares add up to
            1 at most.
        score: that it is there at all; not checked yet, may be NaN.
        shape: where it is.
        states: probabilities in [0, 1] of physical states; a missing one is unknown.
        embedding: float32 ``(d,)`` of unit length, None for none.
    """

    classes: tuple[tuple[str, float], ...]
    score: float
    shape: Outline | SpaceBox | MaskLabel
    states: dict[str, float] = field(default_factory=dict)
    embedding: npt.NDArray[np.float32] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class RawDetections:
    """All that a detector says of one picture.

    Attributes:
        items: the things.
        labels: uint16 ``(h, w)`` label image of :class:`MaskLabel` shapes, None for none.
        picture: (width, height) in pixels of the picture it looked at, None where it does not tell.
        frames: poses in map of the frames that :class:`SpaceBox` shapes name, as far as known.
    """

    items: tuple[RawDetection, ...] = ()
    labels: npt.NDArray[np.uint16] | None = None
    picture: tuple[int, int] | None = None
    frames: Mapping[str, Pose] = field(default_factory=dict)
