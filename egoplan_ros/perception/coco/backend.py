# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The back end ``coco``: boxes of a detector to detections with our types and masks."""

from pathlib import Path

import numpy as np

from egoplan_ros.perception.assembly import Candidate, assemble
from egoplan_ros.perception.boxes import overlaps
from egoplan_ros.perception.coco.calibration import IDENTITY, SHIPPED, Calibration
from egoplan_ros.perception.coco.detector import OnnxDetector
from egoplan_ros.perception.coco.found import Found
from egoplan_ros.perception.masks import MaskMaker
from egoplan_ros.perception.names import TypeNames, is_unused, read_names
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.ontology import load_ontology

WEIGHTS = Path(__file__).parent / "weights"
SMALLEST = 16
"""Least width and height of an image in pixels: a network makes up things in smaller ones."""

_SAME = 0.7
"""Overlap (IoU) above which two boxes of different names are of one thing."""

_AT_MOST = 60
"""Things told of one image, the surest; each takes some milliseconds for its mask."""


class CocoBackend:
    """Detects with an ONNX file: NanoDet on COCO's names by default, or a detector of one's own."""

    name = "coco"

    def __init__(
        self, model: str = "", names: str = "", layout: str = "", threshold: float = -1.0
    ) -> None:
        """Load the detector.

        Args:
            model: path of an ONNX file; empty: the shipped NanoDet.
            names: path of its names, one a line; empty: COCO's 80.
            layout: of its outputs, see :mod:`egoplan_ros.perception.coco.layouts`; empty: as the
                outputs tell.
            threshold: least probability, in [0, 1], that a thing is there and is what the detector
                calls it; below 0: the shipped one.

        Raises:
            InputError: a file is missing or of another kind, or the files do not fit together.
        """
        if not np.isfinite(threshold) or threshold > 1.0:
            raise InputError(f"perception: threshold must be from 0 to 1, got {threshold}")
        own = bool(model)
        self.calibration: Calibration = IDENTITY if own else SHIPPED
        self.threshold = threshold if threshold >= 0.0 else self.calibration.threshold
        listed = read_names(Path(names) if names else WEIGHTS / "coco.txt")
        path = Path(model).expanduser() if own else WEIGHTS / "nanodet.onnx"
        self._detector = OnnxDetector(path, listed, layout if own or layout else "nanodet")
        self.masks = MaskMaker()
        known = TypeNames(load_ontology())
        self._types = [() if is_unused(name) else known.types(name) for name in listed]
        if not any(self._types):
            raise InputError(
                f"names {names}: no name is a type of config/objects.yaml; add detector_names there"
            )

    def detect(self, frame: RgbdFrame) -> Detections:
        """Detections of one frame; states are unknown.

        Raises:
            InputError: the image is smaller than 16 pixels, or the model fails.
        """
        rows, columns = frame.rgb.shape[:2]
        if min(rows, columns) < SMALLEST:
            raise InputError(
                f"perception: the image of {columns}x{rows} pixels is too small; "
                f"at least {SMALLEST}x{SMALLEST} are needed"
            )
        found = self._detector.find(frame.rgb, self.calibration.raw(self.threshold))
        found = found.take(np.array([bool(self._types[k]) for k in found.classes], dtype=bool))
        things = self._things(found)[:_AT_MOST]
        labels, items = assemble(things, frame.rgb, frame.depth, self.masks, frame.camera.fx)
        return Detections(frame.stamp, labels, items, self.name)

    def _things(self, found: Found) -> list[Candidate]:
        """One candidate a thing: boxes of several names about one thing share their types."""
        things: list[Candidate] = []
        taken = np.zeros(len(found.scores), dtype=bool)
        overlap = overlaps(found.boxes, found.boxes)
        for index in range(len(taken)):
            if taken[index]:
                continue
            group = np.flatnonzero(~taken & (overlap[index] >= _SAME))
            taken[group] = True
            sure = self.calibration.is_thing(found.scores[group])
            right = self.calibration.is_right(found.scores[group])
            # The surest name counts for what it is worth, the others for what it leaves over.
            shares: dict[str, float] = {}
            rest = 1.0
            for k, probability in zip(group, right / sure, strict=True):
                part = min(rest, float(probability))
                rest -= part
                for kind, share in self._types[found.classes[k]]:
                    shares[kind] = shares.get(kind, 0.0) + share * part
            candidates = tuple(sorted(shares.items(), key=lambda item: -item[1]))
            mask = None if found.masks is None else found.masks[index] > 0.5
            things.append(Candidate(found.boxes[index], float(sure.max()), candidates, mask))
        return things
