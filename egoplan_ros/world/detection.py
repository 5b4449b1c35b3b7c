# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What perception says about one frame."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Detection:
    """One object seen in a frame; it carries no identity over time.

    Attributes:
        type: ontology type, e.g. ``Mug``: the most probable one.
        score: calibrated probability in [0, 1] that there is a thing behind this mask at all.
        label: value of its pixels in the frame's label image (>= 1).
        box: pixels (x_min, y_min, x_max, y_max), inclusive.
        point: (u, v) pixel well inside the mask, where one would point at the object.
        states: probability in [0, 1] of physical states, e.g. ``{"open": 1.0}``; a missing state is
            unknown. Names: open, toggled, sliced, dirty, filled, brewed, cooked, hot, cold, broken.
        candidates: (type, calibrated probability) of the likeliest types of the thing, falling,
            :attr:`type` first; what they lack to 1 is spread over all other types. Empty: the type
            is certain.
        embedding: float32 ``(d,)`` of unit length; the looks of one thing from several sides are
            near to each other (cosine). None: the back end has none.
    """

    type: str
    score: float
    label: int
    box: tuple[int, int, int, int]
    point: tuple[int, int]
    states: dict[str, float] = field(default_factory=dict)
    candidates: tuple[tuple[str, float], ...] = ()
    embedding: npt.NDArray[np.float32] | None = field(default=None, compare=False)

    @property
    def certainty(self) -> float:
        """Probability in [0, 1] that a thing is there and is of :attr:`type`."""
        return self.score * (self.candidates[0][1] if self.candidates else 1.0)


@dataclass(frozen=True, slots=True)
class Finding:
    """How often a back end reports what is in plain sight.

    Attributes:
        rate: share of things of many pixels, in (0, 1). pixels: of which half as many are.
        types: log-odds by which things of a type are found more often than others of that size.
    """

    rate: float
    pixels: float
    types: Mapping[str, float] = field(default_factory=dict)

    def probability(self, kind: str, pixels: float) -> float:
        """Of being reported, for a thing of a type that fills so many pixels."""
        often = self.rate * pixels / (pixels + self.pixels)
        shift = self.types.get(kind, 0.0)
        return often * exp(shift) / (1.0 - often + often * exp(shift))


@dataclass(frozen=True, slots=True)
class Detections:
    """All detections of one frame.

    Attributes:
        stamp: seconds, equal to the frame's.
        labels: uint16 ``(h, w)``; 0 is background or structure, else ``Detection.label``.
        items: the detections.
        backend: name of the perception back end.
        judged: whether a detector has looked at the frame at all; if not, nothing follows from
            what is missing in it.
        finding: how often the back end reports what is in plain sight. None: it does not tell.
    """

    stamp: float
    labels: npt.NDArray[np.uint16]
    items: tuple[Detection, ...] = ()
    backend: str = ""
    judged: bool = True
    finding: Finding | None = None
