# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every perception back end offers."""

from typing import Protocol

from egoplan_ros.world.detection import Detections
from egoplan_ros.world.frame import RgbdFrame


class PerceptionBackend(Protocol):
    """Turns one frame into detections; keeps no memory of earlier frames."""

    name: str

    def detect(self, frame: RgbdFrame) -> Detections:
        """Detections of one frame; their ``stamp`` equals the frame's."""
        ...
