"""What ways, places to stand and looks cost: settings of the skills, parameters of their node."""

from dataclasses import dataclass, field, fields
from math import isfinite
from typing import Any

from egoplan_ros.world.errors import InputError


def _cost(default: float, means: str, low: float = 0.0, high: float = 1000.0) -> Any:
    return field(default=default, metadata={"means": means, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class Costs:
    """Weights by which skills choose; a step is one translation or one turn on known, roomy floor.

    Each field's metadata has what it ``means`` with unit and reason, and its inclusive limits
    ``low`` and ``high``.

    Raises:
        InputError: a value that is no number, or beyond its limits.
    """

    # Ways.
    unknown_cost: float = _cost(2.0, "steps more onto floor not seen yet, which may be taken")
    tight_cost: float = _cost(2.0, "steps more, at most, past what is near, which may be hit")
    roomy: float = _cost(
        0.15,
        "clearance beyond what is needed from which on a place is not tight, metres",
        0.01,
        5.0,
    )
    collision_cost: float = _cost(
        3.0, "steps more where something was hit, none three steps away: it is wider than one"
    )
    carried_cost: float = _cost(2.0, "steps more where what is held may touch something")
    sideways_cost: float = _cost(1.2, "steps of one to the side, where the camera looks not", 0.1)
    backwards_cost: float = _cost(1.4, "steps of one backwards, where it looks least", 0.1)
    narrow_way_cost: float = _cost(
        8.0, "steps that a way with less than the usual margin must save: half of them collided"
    )
    detour: float = _cost(
        8.0, "steps by which a way may become longer before another place may be nearer"
    )
    # Places to stand.
    distance_cost: float = _cost(12.0, "steps a metre nearer or farther than one sees things best")
    bearing_cost: float = _cost(1.5, "steps a radian off the way to the thing")
    door_cost: float = _cost(25.0, "steps a metre within what a door needs")
    swing_cost: float = _cost(
        12.0, "steps for a place where a door meets the robot wherever its hinge is"
    )
    front_cost: float = _cost(6.0, "steps a radian beside a container's front: one sees less of it")
    inside_cost: float = _cost(3.0, "steps a radian off the way to a container's inside")
    hidden_cost: float = _cost(12.0, "steps where a known object hides the thing")
    wall_cost: float = _cost(8.0, "steps where something on the map hides it that nothing explains")
    tried_cost: float = _cost(6.0, "steps for a place that failed; a third for those beside it")
    line_cost: float = _cost(
        10.0, "steps a radian off the lines it was seen along, for each place that did not show it"
    )
    vain_line_cost: float = _cost(8.0, "steps for looking again along a line that did not show it")
    seen_bonus: float = _cost(1.0, "steps that a place is worth from which it was seen")
    tried_bonus: float = _cost(4.0, "steps more that such a place is worth, for each that failed")
    inside_bonus: float = _cost(
        15.0, "the same of what lies in a container, which few places show; as much for each failed"
    )
    # Looks.
    look_worth: float = _cost(14.0, "steps that seeing a whole inside or top is worth")
    look_share: float = _cost(0.08, "share of it that a look must show to be worth a way", 0.0, 1.0)

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            low, high = item.metadata["low"], item.metadata["high"]
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise InputError(f"skills: {item.name} must be a number, got {value!r}")
            if not (isfinite(value) and low <= value <= high):
                raise InputError(
                    f"skills: {item.name} must be in [{low:g}, {high:g}], got {value!r}"
                )
