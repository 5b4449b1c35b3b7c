"""How an object's state shows: colours, glow, and parts that only exist in some states."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.shapes.solid import Part
from egoplan_ros.sim.thing import Thing

LIQUIDS = {"water": (0.4, 0.6, 0.85), "coffee": (0.25, 0.13, 0.06), "wine": (0.45, 0.05, 0.12)}
_GLOW = {
    "StoveBurner": (1.0, 0.35, 0.1),
    "Toaster": (1.0, 0.4, 0.15),
    "Microwave": (0.95, 0.8, 0.45),
    "DeskLamp": (1.0, 0.95, 0.75),
    "FloorLamp": (1.0, 0.93, 0.75),
    "Candle": (1.0, 0.7, 0.2),
    "StoveKnob": (1.0, 0.3, 0.2),
    "CoffeeMachine": (0.3, 1.0, 0.3),
}
EMIT = 2.0


def shown(thing: Thing, part: Part) -> bool:
    """Whether the part exists in the present state."""
    if not part.when:
        return True
    state = part.when.removeprefix("!")
    holds = thing.openness > 0 if state == "open" else bool(getattr(thing, state))
    return holds != part.when.startswith("!")


def color(thing: Thing, part: Part) -> NDArray[np.float32]:
    """Colour (3,) of a part; a component above 1 means it emits light (value - 2)."""
    base = np.array(part.material.color, np.float32)
    if part.role == "liquid" and thing.liquid:
        return np.array(LIQUIDS[thing.liquid], np.float32)
    if part.role == "sky":
        return base + np.float32(EMIT)
    if part.role == "glow" and thing.toggled and not thing.broken:
        return np.array(_GLOW.get(thing.kind, (0.5, 0.75, 1.0)), np.float32) + np.float32(EMIT)
    if thing.tint is not None:
        base = np.minimum(base * np.array(thing.tint, np.float32), 1.0)
    if thing.kind == "LightSwitch" and not thing.toggled:
        base = base * 0.8
    if thing.cooked:
        base = base * np.array([0.6, 0.42, 0.3], np.float32)
    if thing.dirty:
        base = base * 0.55 + np.array([0.16, 0.11, 0.05], np.float32)
    if thing.broken:
        base = base * 0.5
    return base.astype(np.float32)
