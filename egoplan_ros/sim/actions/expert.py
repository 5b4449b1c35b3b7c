# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The next action of an expert that knows the way (protocol section 3.3)."""

import math
from typing import Any

from egoplan_ros.sim.actions.query import shortest_path
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.simulation import Simulation


@action("ObjectNavExpertAction", bag=True)
def expert_action(
    sim: Simulation,
    object_id: str | None = None,
    object_type: str | None = None,
    position: dict[str, Any] | None = None,
) -> str | None:
    """Name of the next action towards an object; null where it can be seen already."""
    corners = shortest_path(sim, object_id, object_type)["corners"]
    body = sim.world.body
    settings = sim.world.settings
    ahead = next(
        (
            c
            for c in corners
            if math.hypot(c["x"] - body.x, c["z"] - body.z) > 0.5 * settings.grid_size
        ),
        None,
    )
    if ahead is None:
        return None
    wanted = math.degrees(math.atan2(ahead["x"] - body.x, ahead["z"] - body.z))
    off = math.remainder(wanted - body.yaw, 360.0)
    if abs(off) <= settings.rotate_step / 2 + 1e-6:
        return "MoveAhead"
    return "RotateRight" if off > 0 else "RotateLeft"
