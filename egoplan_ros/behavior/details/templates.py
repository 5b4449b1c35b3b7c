# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hand-written action sequences by kind of sub-goal, as FILM has them (CAPEAM*, table 1)."""

from dataclasses import dataclass

from egoplan_ros.behavior.details.frame import PLACE, DetailedAction, Frame, detailed
from egoplan_ros.world.ontology import Ontology

TEMPLATES = {
    "pick_up": "Open place, PickUp thing, Close place",
    "put": "Open place, Put place, Close place",
    "clean": "Put SinkBasin, ToggleOn Faucet, ToggleOff Faucet, PickUp thing",
    "heat": (
        "Open Microwave, Put Microwave, Close Microwave, ToggleOn Microwave, ToggleOff Microwave, "
        "Open Microwave, PickUp thing, Close Microwave"
    ),
    "cool": "Open Fridge, Put Fridge, Close Fridge, Open Fridge, PickUp thing, Close Fridge",
    "slice": "Open place, Slice thing, Close place",
    "toggle": "ToggleOn thing",
}
"""What stands for a place that has no door or lid is left out."""


@dataclass(frozen=True, slots=True)
class Templates:
    """A detailed planner that fills in templates."""

    ontology: Ontology

    def __call__(self, frame: Frame) -> tuple[DetailedAction, ...]:
        """The sequence; empty for a kind without a template."""
        closes = frame.place in self.ontology and self.ontology.lidded(frame.place)
        return tuple(
            action
            for action in detailed(TEMPLATES.get(frame.kind, ""))
            if closes or action.name not in ("Open", "Close") or action.about != PLACE
        )
