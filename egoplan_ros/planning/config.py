# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Settings of the planner."""

from dataclasses import dataclass, field
from pathlib import Path

from egoplan_ros.planning.costs import Costs
from egoplan_ros.planning.exploration import ANCHORS, POLICIES
from egoplan_ros.planning.facts import GIVE_UP_AFTER, MIN_CONFIDENCE, REACH
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.object import CLEAR
from egoplan_ros.world.system.settings import changed

SEARCHES = {
    # Near-optimal plans while that is quick, any plan otherwise.
    "short_plans": (
        "let(h, eval_modify_costs(ff(), cost_type=normal),"
        "eager_wastar([h], preferred=[h], w=1, max_time=0.15))",
        "let(h, eval_modify_costs(ff(), cost_type=plusone),lazy_wastar([h], preferred=[h], w=3))",
    ),
    "lazy_ff": (
        "let(h, eval_modify_costs(ff(), cost_type=plusone),lazy_wastar([h], preferred=[h], w=3))",
    ),
    "lama_first": (
        "let(hlm, eval_modify_costs(landmark_sum(lm_reasonable_orders_hps(lm_rhw()), pref=false),"
        "cost_type=one), let(hff, eval_modify_costs(ff(), cost_type=one),"
        "lazy_greedy([hff, hlm], preferred=[hff, hlm], cost_type=one, reopen_closed=false)))",
    ),
}
"""Fast Downward searches by name: arguments of --search, tried in turn until one finds a plan."""

MODES = ("iterative", "subgoal", "plan_one_act_one", "open_loop", "search")


@dataclass(frozen=True, slots=True)
class PlannerConfig:
    """How to plan.

    Attributes:
        timeout_s: hard limit of one call, wall-clock seconds.
        patience: a call after one that ran out of time, for the same goal, has twice its limit, up
            to so many times ``timeout_s``; 1 gives no call more than another.
        widen_s: of that, at most half, for a second try with more objects when relevant ones do
            not do or no plan with them is found in time.
        memory_mib: limit of each planner process.
        engine: "" calls Fast Downward directly; else the name of a plug-in's, or of any engine of
            unified-planning.
        search: name in :data:`SEARCHES`, or a Fast Downward search string.
        pruning: plan with goal-relevant objects first (DANLI 3.4).
        explore: plan to explore when the goal cannot be reached with what is known (EPA Alg. 1).
        exploration: how anchors are chosen: "prior" by probability of success per effort,
            "frontier" the nearest frontier, "random" any; "anywhere" chooses none, but has the
            robot go to any place of the map that it can get to (OGAMUS 3.2), over and over.
        anchors: what may be explored: "all", or "locations" alone, not containers and surfaces
            (EPA F.3).
        mode: "iterative" gives whole plans and explores; "subgoal" plans to the goal's conditions
            one after the other (DANLI Alg. 1); "plan_one_act_one" gives the first action only
            (OGAMUS Alg. 1); "open_loop" never explores (FF-Replan); "search" leaves the choice
            of anchors to the Search skill (DANLI's dummy objects).
        per_type: candidates of each goal type that pruning keeps, nearest first.
        threshold: belief above which a state that the goal speaks of holds; below 1 minus it, it
            does not. What is between is brought about: an act in vain costs less than a false
            claim.
        min_confidence: below this an object does not exist for planning.
        reach: metres on the floor within which an object is near: nobody has to go there.
        max_unreachable: objects that failed more often are avoided if there are alternatives; past
            three times that, the robot explores before it tries them again. Not more than
            ``given_up_after`` of behavior, or what that gives up is not avoided.
        exhaustive: a goal about *all* objects of a type holds only after everything was explored.
        reuse: give an earlier plan for the same goal again while the rest of it still leads there.
        domain: path of the PDDL domain, "" for config/household.pddl.
        costs: of objects, looks and tours; told by their own names.
    """

    timeout_s: float = 10.0
    patience: float = 4.0
    widen_s: float = 4.0
    memory_mib: int = 2048
    engine: str = ""
    search: str = "short_plans"
    pruning: bool = True
    explore: bool = True
    exploration: str = "prior"
    anchors: str = "all"
    mode: str = "iterative"
    per_type: int = 5
    threshold: float = CLEAR
    min_confidence: float = MIN_CONFIDENCE
    reach: float = REACH
    max_unreachable: int = GIVE_UP_AFTER
    exhaustive: bool = True
    reuse: bool = True
    domain: str = ""
    costs: Costs = field(default_factory=Costs)

    def __post_init__(self) -> None:
        for name, low, high in (
            ("timeout_s", 0.01, 3600.0),
            ("patience", 1.0, 1000.0),
            ("widen_s", 0.01, 3600.0),
            ("memory_mib", 256, 1 << 20),
            ("per_type", 1, 1000),
            ("threshold", 0.0, 0.999),
            ("min_confidence", 0.0, 1.0),
            ("reach", 0.1, 10.0),
            ("max_unreachable", 0, 1000),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise InputError(f"planner: {name} must be a number, got {value!r}")
            if not low <= value <= high:
                raise InputError(f"planner: {name} must be in [{low}, {high}], got {value}")
        if self.exploration not in POLICIES:
            raise InputError(
                f"planner: exploration {self.exploration!r} is unknown; use one of {list(POLICIES)}"
            )
        if self.anchors not in ANCHORS:
            raise InputError(
                f"planner: anchors {self.anchors!r} are unknown; use one of {list(ANCHORS)}"
            )
        if self.mode not in MODES:
            raise InputError(f"planner: mode {self.mode!r} is unknown; use one of {list(MODES)}")
        if self.search not in SEARCHES and "(" not in self.search:
            raise InputError(
                f"planner: search {self.search!r} is unknown; use one of {list(SEARCHES)} or a "
                "Fast Downward search string"
            )
        if self.domain and not Path(self.domain).exists():
            raise InputError(f"planner: domain {self.domain}: no such file")

    @property
    def searches(self) -> tuple[str, ...]:
        """Arguments of Fast Downward's --search, to be tried in turn."""
        return SEARCHES.get(self.search, (self.search,))

    @classmethod
    def from_mapping(cls, values: dict[str, object]) -> "PlannerConfig":
        """From parsed YAML or ROS parameters.

        Raises:
            InputError: unknown key or bad value.
        """
        return changed(cls(), values, "planner")
