# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A scene as a file that becomes a scene again: the reverse of `dumped`."""

from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.metadata import Report
from egoplan_ros.sim.scenes.recorded.dumped import CELLS
from egoplan_ros.sim.world import World


def export(world: World) -> dict[str, Any]:
    """Objects, reachable cells (25 cm grid) and the agent's place, as JSON data."""
    report = Report(world)
    body = world.body
    cells = physics.reachable(world, np.array([body.x, body.z]), 0.25)
    return {
        "scene": world.scene,
        "objects": [report.entry(t) for t in world.objects()],
        CELLS: sorted([round(x, 4), round(z, 4)] for x, z in cells),
        "agent": {
            "position": {"x": body.x, "y": body.y, "z": body.z},
            "rotation": {"x": 0.0, "y": body.yaw, "z": 0.0},
        },
    }
