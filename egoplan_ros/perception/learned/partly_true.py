# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The back end ``learned`` with a part of what it tells as the simulator has it, to see what that
part costs (EPA table 3, OGAMUS table 1)."""

from dataclasses import replace

import numpy as np
import torch

from egoplan_ros.perception.learned.backend import LearnedBackend
from egoplan_ros.perception.learned.channels import channels
from egoplan_ros.perception.learned.crops import pyramid
from egoplan_ros.perception.oracle import OracleBackend
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.frame import RgbdFrame

MASKS, STATES = "masks", "states"
SAME = 0.5
"""Intersection over union from which on a mask is of a true thing (OGAMUS 4.1)."""


class PartlyTrue(LearnedBackend):
    """True masks and types with learned states, or learned masks and types with true states."""

    def __init__(self, truth: str, model: str = "", min_pixels: int = 2) -> None:
        """``truth``: :data:`MASKS` or :data:`STATES`; others as of the back end ``learned``."""
        super().__init__(model, min_pixels)
        self.name = f"learned-true-{truth}"
        self._of, self._oracle = truth, OracleBackend(min_pixels)

    def detect(self, frame: RgbdFrame) -> Detections:
        """Detections of one frame.

        Raises:
            InputError: as of the back end ``oracle``.
        """
        true = self._oracle.detect(frame)
        if self._of == MASKS:
            return replace(true, items=self._judged(frame, true), backend=self.name)
        found = super().detect(frame)
        return replace(found, items=tuple(_with_states(found, true)), backend=self.name)

    @torch.inference_mode()
    def _judged(self, frame: RgbdFrame, true: Detections) -> tuple[Detection, ...]:
        """True things with the states that they are seen to have."""
        if not true.items:
            return ()
        image = channels(frame.rgb, frame.depth, frame.camera, frame.camera_pose)
        boxes = np.array([item.box for item in true.items], dtype=np.float32)
        looks = self.look(pyramid(torch.from_numpy(image)), boxes, frame.camera.fx)
        states = self.state_probabilities(looks)
        return tuple(
            replace(item, states=self._states_of(item.type, states[k]))
            for k, item in enumerate(true.items)
        )


def _with_states(found: Detections, true: Detections) -> list[Detection]:
    """Things with the states of the true ones that their masks are of."""
    sizes = [np.bincount(one.labels.ravel(), minlength=1) for one in (found, true)]
    by_label = {item.label: item for item in true.items}
    told = []
    for item in found.items:
        shared = np.bincount(true.labels[found.labels == item.label], minlength=1)
        shared[0] = 0
        best = int(shared.argmax())
        union = int(sizes[0][item.label] + sizes[1][best] - shared[best])
        same = by_label.get(best) if shared[best] >= SAME * union else None
        told.append(item if same is None else replace(item, states=dict(same.states)))
    return told
