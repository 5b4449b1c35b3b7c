"""The back end ``oracle``: what the simulator knows of this very frame, nothing else."""

from dataclasses import replace

import numpy as np
from scipy import ndimage

from egoplan_ros.perception.interior import interior_point
from egoplan_ros.world.detection import Detection, Detections
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
        labels = oracle.labels
        count = np.bincount(labels.ravel())
        slices = ndimage.find_objects(labels.astype(np.int32, copy=False))
        kept: list[Detection] = []
        keep = np.zeros(count.size, dtype=bool)
        for item in oracle.items:
            if not 0 < item.label < count.size or count[item.label] < self.min_pixels:
                continue
            rows, cols = slices[item.label - 1]
            mask = labels[rows, cols] == item.label
            u, v = interior_point(mask, (0, 0, mask.shape[1] - 1, mask.shape[0] - 1))
            box = (int(cols.start), int(rows.start), int(cols.stop) - 1, int(rows.stop) - 1)
            point = (u + box[0], v + box[1])
            kept.append(replace(item, box=box, point=point))
            keep[item.label] = True
        clean = np.where(keep[labels], labels, np.uint16(0)).astype(np.uint16, copy=False)
        return Detections(frame.stamp, clean, tuple(kept), self.name)
