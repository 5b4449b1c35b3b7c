# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The outcome of one task."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Choice:
    """How one choice among different actions was made, where somebody else is asked.

    Attributes:
        by: who decided in the end: ``model``; ``heuristic`` where no answer could be used; ``loop``
            where the model would have gone in circles.
        candidates: different actions to choose from.
        answers: that came. outside: those of them that named none of the candidates.
        seconds: wall time from the first question to the end.
        agrees: whether the model named what the heuristic would have taken; None where it named
            none.
    """

    by: str
    candidates: int
    answers: int = 0
    outside: int = 0
    seconds: float = 0.0
    agrees: bool | None = None


@dataclass(frozen=True, slots=True)
class EpisodeResult:
    """What happened.

    Attributes:
        success: the agent ended believing the goal holds.
        reason: why it ended, one line.
        goal: PDDL text pursued at the end.
        steps: primitives executed.
        failed_actions: primitives that failed.
        plans: planner calls.
        seconds: wall time.
        blocking: count by blocking-condition kind.
        actions: symbolic actions executed, with "ok" or the error code.
        decisions: per choice among candidates: their number, and that of all applicable actions.
        choices: of these, and of those among resolutions, what a language model was asked for.
    """

    success: bool
    reason: str
    goal: str = ""
    steps: int = 0
    failed_actions: int = 0
    plans: int = 0
    seconds: float = 0.0
    blocking: dict[str, int] = field(default_factory=dict)
    actions: tuple[tuple[str, str], ...] = ()
    decisions: tuple[tuple[int, int], ...] = ()
    choices: tuple[Choice, ...] = ()
