# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a display shows of a task under way."""

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class TaskView:
    """Where a task stands.

    Attributes:
        state: one word: starting, running, succeeded, failed, cancelled, or the phase.
        goal: PDDL text.
        plan: actions of the plan in hand.
        index: of the present action in ``plan``, -1 for none.
        action: what is being done now; "" between actions.
        skill: what the skill is doing, one line.
        blocking: what blocks, one line; "" when nothing does.
        steps, failures, plans: counters.
        seconds: wall time of the task.
        instruction: text of the task; "" where it is not told.
    """

    state: str = "starting"
    goal: str = ""
    plan: tuple[str, ...] = ()
    index: int = -1
    action: str = ""
    skill: str = ""
    blocking: str = ""
    steps: int = 0
    failures: int = 0
    plans: int = 0
    seconds: float = 0.0
    instruction: str = ""

    @property
    def caption(self) -> str:
        """The present action in a few words."""
        return self.action or (self.plan[self.index] if 0 <= self.index < len(self.plan) else "")


def from_message(message: Any) -> TaskView:
    """From an ``AgentStatus`` message."""
    return TaskView(
        state=message.phase if message.state == "running" else message.state,
        goal=message.goal,
        plan=tuple(map(_action, message.plan)),
        index=message.step_of_plan,
        action=_action(message.action) if message.action.name else "",
        skill=message.skill,
        blocking=message.blocking,
        steps=message.steps,
        failures=message.failed_actions,
        plans=message.plans,
        seconds=message.elapsed.sec + message.elapsed.nanosec / 1e9,
        instruction=message.instruction,
    )


def another_task(last: TaskView, view: TaskView) -> bool:
    """Whether a view is of another task than the last one; the first of all is no other.

    Goals do not tell it: that of a task may change when its words are read anew.
    """
    begun = bool(last.instruction or last.goal)
    return begun and view.instruction not in ("", last.instruction)


def kept(last: TaskView, view: TaskView) -> TaskView:
    """The new view, but with the task's plan and figures when the agent has let go of the task."""
    if view.goal or not last.goal or another_task(last, view):
        return view
    index = len(last.plan) if view.state == "succeeded" else last.index
    return replace(last, state=view.state, index=index, action="", skill="", blocking="")


def from_progress(progress: Any) -> TaskView:
    """From the executive's ``Progress``."""
    block = progress.block
    return TaskView(
        state=progress.phase,
        goal=progress.goal,
        plan=progress.plan,
        index=progress.plan_index,
        action=progress.action,
        blocking=f"{block.kind}: {block.message}" if block else "",
        steps=progress.steps,
        failures=progress.failures,
        plans=progress.plans,
        seconds=progress.seconds,
    )


def _action(message: Any) -> str:
    return f"{message.name}({', '.join(message.args)})"
