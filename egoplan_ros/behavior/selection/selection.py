# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Selection engines: which candidate action to try next (BCR III-B, step 1)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from egoplan_ros.planning.pddl.domain import EXPLORATION_ACTIONS
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.episode import Choice
from egoplan_ros.world.state import WorldState


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that may be tried.

    Attributes:
        action: the action.
        against: what it would resolve, None for a root.
        rank: its place in the catalogue's order, 0 first.
        attempts: how often it was tried against the same block.
    """

    action: SymbolicAction
    against: str | None = None
    rank: int = 0
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Context:
    """What an engine may look at besides the candidates.

    Attributes:
        world: the world state.
        goal: PDDL text of the goal.
        history: actions so far, with "ok" or the error code.
        errors: messages of what blocked, oldest first.
        done: parts of the goal that hold already.
        remaining: parts of the goal still to be achieved; empty when nobody split it.
    """

    world: WorldState
    goal: str = ""
    history: Sequence[tuple[str, str]] = ()
    errors: Sequence[str] = ()
    done: Sequence[str] = ()
    remaining: Sequence[str] = ()


class SelectionEngine(Protocol):
    """Picks one of the candidates, and may learn from how it went."""

    def select(self, candidates: Sequence[Candidate], context: Context) -> Candidate | None:
        """One of ``candidates``; None when none is worth trying."""
        ...

    def learn(self, candidate: Candidate, success: bool) -> None:
        """Take note of an outcome."""
        ...


@dataclass(slots=True)
class HeuristicEngine:
    """Expected cost until success, with a success rate learned within the episode.

    The price of a candidate is ``cost(action) / p``: cost in primitives, p the mean of a Beta
    distribution over the success of that action name against that kind of block. The prior falls
    with the catalogue's order, so that an unexperienced engine follows the catalogue unless a
    later resolution is much cheaper.

    Attributes:
        costs: primitives an action takes, without the way there.
        metres: length of one move primitive.
    """

    costs: Mapping[str, float] = field(default_factory=lambda: dict(COSTS))
    metres: float = 0.25
    _wins: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    _tries: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))

    def select(self, candidates: Sequence[Candidate], context: Context) -> Candidate | None:
        """The candidate with the least expected cost; ties go to the catalogue's order."""
        if not candidates:
            return None
        return min(candidates, key=lambda c: (self.price(c, context.world), c.rank))

    def learn(self, candidate: Candidate, success: bool) -> None:
        """Update the success rate of the candidate's action name against that kind."""
        key = self._key(candidate)
        self._tries[key] += 1.0
        self._wins[key] += float(success)

    def price(self, candidate: Candidate, world: WorldState) -> float:
        """Expected primitives until success."""
        return self.cost(candidate.action, world) / self.success(candidate)

    def success(self, candidate: Candidate) -> float:
        """Believed probability that the candidate works."""
        prior = 0.8 / (1.0 + 0.5 * candidate.rank)
        key = self._key(candidate)
        rate = (2.0 * prior + self._wins[key]) / (2.0 + self._tries[key])
        return max(rate / (1.0 + 2.0 * candidate.attempts), 1e-3)

    def cost(self, action: SymbolicAction, world: WorldState) -> float:
        """Primitives an action takes, with the straight way to its (last known) object.

        Where something is looked for, the way counts in the order of the places already.
        """
        base = world.robot.base
        way = 0.0
        for name in action.args if action.name not in EXPLORATION_ACTIONS else ():
            if item := world.objects.get(name):
                way = 0.0 if item.held else item.planar_distance(base.x, base.y)
        return self.costs.get(action.name, 10.0) + way / self.metres

    @staticmethod
    def _key(candidate: Candidate) -> tuple[str, str]:
        return candidate.action.name, str(candidate.against or "")


COSTS: Mapping[str, float] = {
    "GoTo": 3.0,
    "LookAround": 8.0,
    "PickUp": 4.0,
    "Put": 4.0,
    "Open": 4.0,
    "Close": 4.0,
    "ToggleOn": 4.0,
    "ToggleOff": 4.0,
    "Inspect": 8.0,
    "Explore": 10.0,
    "Search": 40.0,
    "AskHuman": 1000.0,
}
"""Primitives by action name, from traces in the embedded simulator, rounded."""


def is_ready(engine: SelectionEngine, candidates: Sequence[Candidate], context: Context) -> bool:
    """Whether an engine answers at once; one that thinks for long has a ``ready`` method."""
    ready = getattr(engine, "ready", None)
    return ready is None or bool(ready(candidates, context))


def forget(engine: SelectionEngine) -> None:
    """Make an engine give up what it thinks about; engines that answer at once need not."""
    close = getattr(engine, "close", None)
    if close is not None:
        close()


def choices_of(engine: SelectionEngine) -> tuple[Choice, ...]:
    """How an engine made its choices in this task; those that ask nobody keep no account."""
    return tuple(getattr(engine, "choices", ()))
