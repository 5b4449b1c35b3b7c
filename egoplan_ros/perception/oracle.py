# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The back end ``oracle``: what the simulator knows of this very frame, nothing else."""

from egoplan_ros.perception.tight import tight
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame


class OracleBackend:
    """Passes on ``frame.oracle`` without masks that are too small to be recognised."""

    name = "oracle"

    def __init__(self, min_pixels: int = 2) -> None:
        """``min_pixels``: masks with fewer pixels are dropped."""
        if min_pixels < 1:
            raise InputError(f"perception: min_pixels must be at least 1, got {min_pixels}")
        self.min_pixels = min_pixels

    def detect(self, frame: RgbdFrame) -> Detections:
        """Detections of one frame, with tight boxes and interior points.

        Raises:
            InputError: the frame carries no oracle, or its label image has the wrong size.
        """
        oracle = frame.oracle
        if oracle is None:
            raise InputError(
                "perception: back end 'oracle' needs masks beside the image, from a simulator or "
                "a detector; this frame has none: choose another back end, or start the detector"
            )
        if oracle.labels.shape != frame.depth.shape:
            raise InputError(
                f"perception: label image {oracle.labels.shape} and frame {frame.depth.shape} "
                "differ in size; check the size of what sends the masks"
            )
        labels, kept = tight(oracle.labels, oracle.items, self.min_pixels)
        return Detections(frame.stamp, labels, kept, self.name)
