# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How behavior weighs objects, readings and remedies, and how patient it is: its settings."""

from dataclasses import dataclass

from egoplan_ros.planning.facts import GIVE_UP_AFTER
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.settings import Settings, setting


@dataclass(frozen=True, slots=True)
class Weights(Settings):
    """Weights, thresholds and counts by which behavior decides.

    Raises:
        InputError: a value that is no number, or beyond its limits.
    """

    ROOM = "behavior"

    # Which objects a goal means, where no planner chooses them; a literal to achieve is priced 1.
    meant_choices: int = setting(6, "objects considered for each variable, best first", 1, 100)
    unseen_price: float = setting(
        3.0, "price of meaning an object that is not known yet", 0.0, 100.0
    )
    metre_price: float = setting(0.05, "price of a metre to an object that is meant", 0.0, 100.0)
    failure_price: float = setting(
        0.6, "price of each earlier failure to use an object", 0.0, 100.0
    )
    kept_discount: float = setting(0.5, "discount for an object that was meant before", 0.0, 100.0)
    order_weight: int = setting(
        8, "ranks that an action falls back for each literal to be achieved before its own", 0, 1000
    )
    dead_ends: int = setting(
        2, "times an action may run out of remedies before other objects are meant", 1, 1000
    )
    # Which reading of the instruction is meant.
    rival_share: float = setting(
        0.6, "share of the best reading's probability from which another is a rival", 0.0, 1.0
    )
    plausible: float = setting(
        0.05, "probability below which another reading is not worth acting upon", 0.0, 1.0
    )
    search_share: float = setting(
        0.25,
        "of the present reading's probability, to be tried before a second search: a mug that was "
        "overlooked is likelier than that who said mug meant the cup",
        0.0,
        1.0,
    )
    # What resolves a block.
    role_choices: int = setting(3, "objects that a role offers at most, nearest first", 1, 100)
    look_choices: int = setting(6, "places to look at that a choice offers at most", 1, 100)
    ajar_distance: float = setting(1.2, "metres within which an open door may be in the way")
    ample_room: float = setting(
        4.0, "times what a thing takes that must be free where it is put for a while"
    )
    given_up_after: int = setting(
        GIVE_UP_AFTER,
        "failures after which an object is no better than another; not less than the planner's "
        "max_unreachable, or what is given up would not be avoided",
        0,
        1000,
    )
    # Surprises and losses.
    startled_limit: int = setting(
        2, "times that an object's change of place interrupts actions: it may be ill known", 0, 1000
    )
    news_limit: int = setting(2, "objects of a type from which on one more is no news", 1, 1000)
    lost_limit: int = setting(
        3, "times that an action is begun anew because who did it died over it", 0, 1000
    )

    @property
    def given_up(self) -> int:
        """Failures that one counts for which is not worth another try: planning avoids it."""
        return self.given_up_after + 1

    def require_avoided(self, max_unreachable: int) -> None:
        """Refuse a planner that would go on using what is given up here.

        Raises:
            InputError: it avoids only what failed more often.
        """
        if self.given_up_after < max_unreachable:
            raise InputError(
                f"behavior: given_up_after must not be less than max_unreachable of the planner, "
                f"got {self.given_up_after} and {max_unreachable}: set both"
            )
