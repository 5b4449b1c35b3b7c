# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an object type is for in the chores of a household, whatever it is called.

Planning domain, mapping, behavior, language and skills speak of roles; which types play them is
told in config/objects.yaml alone. A role is a type of the planning domain, too.
"""

ROLES: dict[str, str] = {
    "heater": "what is shut in it gets hot when it is switched on: a microwave",
    "toaster": "what is put into it gets hot when it is switched on; it has no door",
    "burner": "what stands on it gets hot while its knob is on",
    "knob": "switches a burner",
    "cooler": "what is shut in it gets cold: a fridge",
    "basin": "what is put into it is washed, and filled, while a tap is on",
    "tub": "as a basin, in what people tell of; no action uses it",
    "tap": "lets water run into a basin",
    "brewer": "fills an empty mug with coffee when it is switched on",
    "blade": "held, it cuts: a knife",
    "plant": "is watered",
    "bin": "what is thrown away goes there",
}
"""Roles a type may play, at most one each, with what they mean."""

MEANS: dict[str, tuple[tuple[str, ...], ...]] = {
    "clean": (("basin", "tap"),),
    "filled": (("basin", "tap"), ("brewer",)),
    "brewed": (("brewer",),),
    "hot": (("heater",), ("burner", "knob")),
    "cooked": (("heater",), ("burner", "knob"), ("toaster",)),
    "cold": (("cooler",),),
    "sliced": (("blade",),),
}
"""Roles of the objects that together bring a state about; any one of the sets may do, the usual one
stands first."""
