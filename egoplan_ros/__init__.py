# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Instructions in homes never seen: ``from egoplan_ros import Agent`` has all rooms in one process.

What is named here is loaded when it is asked for; the package alone costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from egoplan_ros.agent import Agent
    from egoplan_ros.world.episode import EpisodeResult
    from egoplan_ros.world.errors import InputError, RobotError
    from egoplan_ros.world.task import Instruction

__all__ = ["Agent", "EpisodeResult", "InputError", "Instruction", "RobotError"]

_HOMES = {
    "Agent": "agent",
    "EpisodeResult": "world.episode",
    "InputError": "world.errors",
    "Instruction": "world.task",
    "RobotError": "world.errors",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
