"""What perception says about one frame."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Detection:
    """One object seen in a frame; it carries no identity over time.

    Attributes:
        type: ontology type, e.g. ``Mug``.
        score: confidence in [0, 1].
        label: value of its pixels in the frame's label image (>= 1).
        box: pixels (x_min, y_min, x_max, y_max), inclusive.
        point: (u, v) pixel well inside the mask, where one would point at the object.
        states: probability in [0, 1] of physical states, e.g. ``{"open": 1.0}``; a missing state is
            unknown. Names: open, toggled, sliced, dirty, filled, brewed, cooked, hot, cold, broken.
    """

    type: str
    score: float
    label: int
    box: tuple[int, int, int, int]
    point: tuple[int, int]
    states: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Detections:
    """All detections of one frame.

    Attributes:
        stamp: seconds, equal to the frame's.
        labels: uint16 ``(h, w)``; 0 is background or structure, else ``Detection.label``.
        items: the detections.
        backend: name of the perception back end.
    """

    stamp: float
    labels: npt.NDArray[np.uint16]
    items: tuple[Detection, ...] = ()
    backend: str = ""
