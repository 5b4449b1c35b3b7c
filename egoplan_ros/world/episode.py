"""The outcome of one task."""

from dataclasses import dataclass, field


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
