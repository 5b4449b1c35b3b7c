# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What objects, places and tours cost, and what a look is worth: settings of the planner."""

from dataclasses import dataclass

from egoplan_ros.world.system.settings import Settings, setting


@dataclass(frozen=True, slots=True)
class Costs(Settings):
    """Weights by which the planner chooses; a unit of effort is half a metre of way.

    Those of looks were fitted to the steps of 362 exploration acts in rooms for training. They act
    in the planner alone, as its reach does: who else ranks places, as behavior when it resolves a
    block and Search do, takes :data:`USUAL`.

    Raises:
        InputError: a value that is no number, or beyond its limits.
    """

    ROOM = "planner"

    # Where to look.
    stray_prior: float = setting(
        0.005, "prior of a place that could hold a type and is not usual for it", 0.0001, 1.0
    )
    thin: float = setting(
        0.03, "metres; what is thinner, as a pen or a card, is missed more often", 0.0, 1.0
    )
    missed_thin: float = setting(
        0.2,
        "share of thin things in the open that a look around misses: 47 of 244 types in training",
        0.0,
        1.0,
    )
    missed_share: float = setting(
        0.03,
        "share of other things in the open that it misses: 13 of 557 types in training",
        0.0,
        1.0,
    )
    reference_gain: float = setting(
        2.0, "square metres of unknown area that make a frontier fully informative", 0.01
    )
    start_cost: float = setting(
        0.4, "metres that looking from near costs beside the way: a turn or a tilt", 0.01
    )
    open_cost: float = setting(0.4, "metres that opening, and closing what has to be, costs")
    look_cost: float = setting(
        0.6, "metres that looking into the unknown costs beside the way", 0.01
    )
    look_share: float = setting(
        0.5, "share of the way to a frontier after which it is mostly seen", 0.0, 1.0
    )
    # Which object to use.
    avoided_effort: int = setting(
        60, "effort more of what kept failing: worth a detour of 30 m", 0, 1_000_000
    )
    failure_effort: int = setting(
        8, "effort more for each of the first failures to use an object", 0, 1_000_000
    )
    snug_effort: int = setting(
        12, "effort more of a container hardly large enough: worth a detour of 6 m", 0, 1_000_000
    )
    # Tours.
    loaded_cost: float = setting(
        8.0, "effort to put a thing into a carrier in a container, whose walls hinder the hand"
    )
    ajar_cost: float = setting(
        1.0, "effort of a way for each door the plan left open: it is in the way, and hides things"
    )
    least_saved: float = setting(
        0.5, "effort that a change of a plan must save to be worth a check", 0.001
    )
    tour_checks: int = setting(
        24, "changed plans checked at most; one takes about a millisecond", 0, 100_000
    )
    tour_changes: int = setting(
        1500, "changed plans measured at most, for each one that is kept", 1, 1_000_000
    )
    longest_tour: int = setting(
        40, "steps of the longest plan worth it: else far more changes than checks", 0, 10_000
    )

    @property
    def inside_cost(self) -> float:
        """Metres that looking into something costs."""
        return self.start_cost + self.open_cost


USUAL = Costs()
"""What is taken outside the planner, whose settings do not get there."""
