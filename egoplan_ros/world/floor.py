# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The floor as a place for things: it is no object that perception tells, but always there."""

from dataclasses import replace

from egoplan_ros.world.goal import Formula, literals
from egoplan_ros.world.object import ObjectInstance

FLOOR = "Floor"
"""Its type."""
THE_FLOOR = ObjectInstance(f"{FLOOR}_1", FLOOR, (0.0, 0.0, -0.05), (1e3, 1e3, 0.1), inspected=True)
"""All of it, in map: the robot stands on it wherever it is."""
_LYING = 0.1
"""Metres above the floor below which the lower face of what lies on it is seen."""


def speaks_of_floor(goal: Formula) -> bool:
    """Whether a goal is about what is on the floor."""
    return any(FLOOR in x.kinds or THE_FLOOR.id in x.atom.args for x in literals(goal))


def laid_on_floor(item: ObjectInstance) -> ObjectInstance:
    """The object with the floor as what it is on, when it lies in or on nothing else."""
    if item.held or item.parent is not None or item.bottom > _LYING:
        return item
    return replace(item, parent=THE_FLOOR.id)
