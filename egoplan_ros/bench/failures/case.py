# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A failed episode as the papers' rules look at it."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from egoplan_ros.bench.failures.log import Entry
from egoplan_ros.world.blocking import BlockingKind
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.meaning import meaning

NOT_SEEN = frozenset(
    {
        BlockingKind.NOT_VISIBLE,
        BlockingKind.VIEW_OCCLUDED,
        BlockingKind.CONTENT_IN_FRONT,
        BlockingKind.OBJECT_MOVED,
    }
)
"""A thing that is known is not made out where it is to be used."""

NOT_THERE = frozenset({BlockingKind.NOT_FOUND, BlockingKind.TOOL_MISSING})
"""A thing was looked for in vain."""

WAY = frozenset({BlockingKind.PATH_BLOCKED, BlockingKind.WAY_BARRED})
"""Something stands in the robot's way."""

PLANNING = frozenset({BlockingKind.NO_PLAN, BlockingKind.PLANNER_TIMEOUT})
"""The planner has no plan."""

ACT = frozenset(
    {
        BlockingKind.NO_EFFECT,
        BlockingKind.NOT_ALLOWED,
        BlockingKind.WRONG_STATE,
        BlockingKind.RECEPTACLE_FULL,
        BlockingKind.HAND_OCCUPIED,
        BlockingKind.HAND_EMPTY,
        BlockingKind.LIES_DEEP,
        BlockingKind.TOO_LONG,
    }
)
"""Acting on a thing fails."""

_SAYS_NOTHING = frozenset({str(BlockingKind.NOBODY_HELPED)})
_SPENT = "failed primitives"


class Case:
    """What the rules ask of a failed episode's record."""

    def __init__(self, episode: Mapping[str, Any]) -> None:
        self._episode = episode
        self.log = [Entry(*row) for row in episode["events"]]

    @cached_property
    def misread(self) -> bool:
        """Whether another goal was pursued than the one meant, or none was made of the words."""
        understood = self._episode.get("understood", "")
        if not understood:
            return True
        try:
            goals = [meaning(parse_goal(text)) for text in (understood, self._episode["goal"])]
        except InputError:
            return True
        return goals[0] != goals[1]

    @property
    def claimed(self) -> bool:
        """Whether the agent believed that it had succeeded."""
        return bool(self._episode["agent_success"])

    @cached_property
    def never_known(self) -> frozenset[str]:
        """Types of the goal of which fewer were ever known than it needs."""
        return self._short("most")

    @cached_property
    def unknown(self) -> frozenset[str]:
        """Types of the goal of which fewer are known in the end than it needs."""
        return self._short("known")

    def _short(self, count: str) -> frozenset[str]:
        wanted = self._episode.get("wanted", {})
        return frozenset(kind for kind, row in wanted.items() if row[count] < row["needed"])

    @cached_property
    def shut_in(self) -> bool:
        """Whether what is not known is there, and only behind closed doors."""
        wanted = self._episode.get("wanted", {})
        rows = [wanted[kind] for kind in self.unknown]
        return any(row["there"] - row["shut_in"] < row["needed"] <= row["there"] for row in rows)

    @cached_property
    def block(self) -> str:
        """The blocking condition that decided: where the failed primitives are spent, that in which
        most of them failed, else the last one; "" without any."""
        blocks = [e for e in self.log if e.kind == "blocked" and e.code not in _SAYS_NOTHING]
        if _SPENT in self._episode["reason"] and (spent := self._spent_on(blocks)):
            return spent
        return blocks[-1].code if blocks else ""

    def _spent_on(self, blocks: list[Entry]) -> str:
        """Kind of block of the actions in which most primitives failed."""
        kinds = {entry.what: entry.code for entry in blocks}
        failed: Counter[str] = Counter()
        for entry in self.log:
            if entry.kind == "action" and entry.failures and entry.what in kinds:
                failed[kinds[entry.what]] += entry.failures
        return max(failed, key=lambda kind: failed[kind]) if failed else ""
