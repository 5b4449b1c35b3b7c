# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The selection engines by name."""

from collections.abc import Callable

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.selection.selection import HeuristicEngine, SelectionEngine
from egoplan_ros.world.system.registry import Registry, lazy

Factory = Callable[[BehaviorConfig], SelectionEngine]

SELECTIONS: Registry[Factory] = Registry(
    "selection engine",
    "egoplan_ros.selection",
    {
        "heuristic": lambda config: HeuristicEngine(),
        "llm": lazy("egoplan_ros.behavior.selection.llm_selection:make_llm_engine"),
    },
)
"""What makes a selection engine, by name."""


def make_engine(config: BehaviorConfig) -> SelectionEngine:
    """The engine a configuration names.

    Raises:
        InputError: unknown name; a plug-in that is broken.
    """
    factory = SELECTIONS.get(config.selection)
    with SELECTIONS.blaming(config.selection):
        return factory(config)
