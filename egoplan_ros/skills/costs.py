# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What ways, places to stand and looks cost: settings of the skills, parameters of their node."""

from dataclasses import dataclass

from egoplan_ros.world.system.settings import Settings, setting


@dataclass(frozen=True, slots=True)
class Costs(Settings):
    """Weights by which skills choose; a step is one translation or one turn on known, roomy floor.

    Raises:
        InputError: a value that is no number, or beyond its limits.
    """

    ROOM = "skills"

    # Ways.
    unknown_cost: float = setting(2.0, "steps more onto floor not seen yet, which may be taken")
    tight_cost: float = setting(2.0, "steps more, at most, past what is near, which may be hit")
    roomy: float = setting(
        0.15,
        "clearance beyond what is needed from which on a place is not tight, metres",
        0.01,
        5.0,
    )
    collision_cost: float = setting(
        3.0, "steps more where something was hit, none three steps away: it is wider than one"
    )
    carried_cost: float = setting(2.0, "steps more where what is held may touch something")
    sideways_cost: float = setting(1.2, "steps of one to the side, where the camera looks not", 0.1)
    backwards_cost: float = setting(1.4, "steps of one backwards, where it looks least", 0.1)
    narrow_way_cost: float = setting(
        8.0, "steps that a way with less than the usual margin must save: half of them collided"
    )
    detour: float = setting(
        8.0, "steps by which a way may become longer before another place may be nearer"
    )
    # Places to stand.
    distance_cost: float = setting(
        12.0, "steps a metre nearer or farther than one sees things best"
    )
    bearing_cost: float = setting(1.5, "steps a radian off the way to the thing")
    door_cost: float = setting(25.0, "steps a metre within what a door needs")
    swing_cost: float = setting(
        12.0, "steps for a place where a door meets the robot wherever its hinge is"
    )
    front_cost: float = setting(
        6.0, "steps a radian beside a container's front: one sees less of it"
    )
    inside_cost: float = setting(3.0, "steps a radian off the way to a container's inside")
    hidden_cost: float = setting(12.0, "steps where a known object hides the thing")
    wall_cost: float = setting(
        8.0, "steps where something on the map hides it that nothing explains"
    )
    tried_cost: float = setting(6.0, "steps for a place that failed; a third for those beside it")
    line_cost: float = setting(
        10.0, "steps a radian off the lines it was seen along, for each place that did not show it"
    )
    vain_line_cost: float = setting(
        8.0, "steps for looking again along a line that did not show it"
    )
    seen_bonus: float = setting(1.0, "steps that a place is worth from which it was seen")
    tried_bonus: float = setting(4.0, "steps more that such a place is worth, for each that failed")
    inside_bonus: float = setting(
        15.0, "the same of what lies in a container, which few places show; as much for each failed"
    )
    # Looks.
    look_worth: float = setting(14.0, "steps that seeing a whole inside or top is worth")
    look_share: float = setting(
        0.08, "share of it that a look must show to be worth a way", 0.0, 1.0
    )
