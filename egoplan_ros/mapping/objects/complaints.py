# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is wrong with detections, whoever made them."""

import numpy as np

from egoplan_ros.world.detection import Detections
from egoplan_ros.world.ontology import Ontology

_TOLD = 4
"""Mistakes that are told one by one."""


def complaints(detections: Detections, ontology: Ontology) -> str:
    """One line on what the map leaves out of a frame's detections; "" when nothing is.

    Scores that are no probability, masks without a pixel, labels that two detections share or that
    are none, pixels of labels that no detection has, and unknown types.
    """
    counts = np.bincount(detections.labels.ravel(), minlength=1)
    wrong: list[str] = []
    mine: set[int] = set()
    for item in detections.items:
        if not 0.0 <= item.score <= 1.0:
            wrong.append(f"{item.type} has score {item.score:g}")
        if item.label < 1 or item.label in mine:
            wrong.append(f"{item.type} has label {item.label}, which is none or another's")
        elif item.label >= counts.size or not counts[item.label]:
            wrong.append(f"{item.type} has label {item.label}, and no pixel has it")
        if item.type not in ontology:
            wrong.append(f"type {item.type} is unknown")
        mine.add(item.label)
    strange = [int(k) for k in np.flatnonzero(counts) if k and int(k) not in mine]
    if strange:
        wrong.append(f"pixels of label {strange[0]} belong to no detection")
    if not wrong:
        return ""
    more = f" and {len(wrong) - _TOLD} more" if len(wrong) > _TOLD else ""
    return f"left out: {'; '.join(wrong[:_TOLD])}{more}; check the perception back end"
