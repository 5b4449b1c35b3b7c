# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""One round of `endurance.py`: a task that is interrupted, and one that must succeed."""

import random
import time
from collections.abc import Sequence
from math import dist
from typing import Any

from action_msgs.msg import GoalStatus
from endurance_summary import KINDS
from graph_operator import Operator, Task

from egoplan_ros.bench.evaluator import evaluate
from egoplan_ros.bench.pairing import true_objects
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

TASKS = (
    ("put a mug in the sink", "(exists (?o - Mug ?r - SinkBasin) (in ?o ?r))"),
    ("", "(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))"),
    ("put an apple on the counter", "(exists (?o - Apple ?r - CounterTop) (in ?o ?r))"),
    ("", "(exists (?o - Apple ?r - Fridge) (in ?o ?r))"),
    ("", "(exists (?o - Apple ?r - SinkBasin) (in ?o ?r))"),
    ("open the fridge", "(exists (?r - Fridge) (open ?r))"),
    ("", "(forall (?r - Fridge) (not (open ?r)))"),
)
"""(words, goal) for a kitchen; without words the goal itself is given."""

_TASK_SECONDS, _QUIET = 240.0, 0.4
_FIRST_GUESS, _SHARE = 4.0, 0.8
"""Seconds a task is thought to take until it has been done once; of that, when it is interrupted
at the latest: most should still be under way then."""


class Endurance:
    """The rounds, and what they need to know of each other."""

    def __init__(self, operator: Operator, choice: random.Random) -> None:
        self.operator, self.choice = operator, choice
        self.ontology = load_ontology()
        self.takes: dict[str, float] = {}
        self._kinds: list[str] = []

    def round(self) -> dict[str, Any]:
        """A task that is interrupted, if it lasts long enough, and one that must succeed."""
        operator, choice = self.operator, self.choice
        kind = self._next_kind()
        truth = operator.truth()
        open_tasks = [task for task in TASKS if not self._holds(task[1], truth)]
        first, then = choice.sample(open_tasks, 2)
        moment = choice.uniform(0.0, _SHARE * self.takes.get(first[1], _FIRST_GUESS))
        row: dict[str, Any] = {"kind": kind, "first": first[1], "then": then[1], "moment": moment}
        task, began = operator.give(*first), time.monotonic()
        operator.wait(moment, unless=lambda: task.ended)
        following: Task | None = None
        if task.ended:
            row["kind"] = "none"
            row["problems"] = [] if self._done(task, first[1]) else [f"failed: {_told(task)}"]
        else:
            row["phase"] = operator.status.phase if operator.status else ""
            if kind == "new goal":
                row["effect"], following = self._new_goal(task, then)
            elif kind == "pause":
                row["effect"] = self._pause(task)
            else:
                row["effect"] = self._end(task, kind)
            row["outcome"] = _told(task)
            row["problems"] = self._untold(kind, task, first[1], row["effect"].get("told", True))
        if following is None:
            operator.come_to_rest(_QUIET)
            row["problems"] += self._untrue()
            following, began = operator.give(*then), time.monotonic()
        operator.until(lambda: following.ended, _TASK_SECONDS, "end of the next task")
        operator.come_to_rest(_QUIET)
        row["next"] = {
            "success": self._done(following, then[1]),
            "told": _told(following),
            "goal": following.result.goal,
            "actions": [
                f"{action}: {outcome}"
                for action, outcome in zip(
                    following.result.actions, following.result.outcomes, strict=True
                )
            ],
            "seconds": round(following.ended - began, 3),
            "steps": following.result.steps,
        }
        row["problems"] += self._untrue()
        if row["next"]["success"] and kind != "new goal":
            last = self.takes.get(then[1], following.ended - began)
            self.takes[then[1]] = 0.5 * (last + following.ended - began)
        return row

    # -- interruptions ---------------------------------------------------------------------------

    def _end(self, task: Task, how: str) -> dict[str, Any]:
        operator = self.operator
        began, step = time.monotonic(), operator.step
        if how == "cancel":
            task.handle.cancel_goal_async()
        else:
            operator.press("stop", True)
        operator.until(lambda: task.ended, _TASK_SECONDS, f"end of the task after {how}")
        operator.come_to_rest(_QUIET)
        if how == "stop":
            operator.press("stop", False)
            operator.wait(0.05)
        return self._effect(task, began, operator.step - step)

    def _new_goal(self, task: Task, then: tuple[str, str]) -> tuple[dict[str, Any], Task]:
        operator = self.operator
        began, step, ran = time.monotonic(), operator.step, operator.skill_runs
        following = operator.give(*then)
        operator.until(lambda: task.ended, _TASK_SECONDS, "end of the task that was replaced")
        if ran:
            operator.until(lambda: operator.skill_ended[0] > began, 60.0, "end of its skill")
        commands = operator.skill_ended[1] - step if operator.skill_ended[0] > began else 0
        return self._effect(task, began, commands), following

    def _pause(self, task: Task) -> dict[str, Any]:
        operator = self.operator
        began, step = time.monotonic(), operator.step
        operator.press("pause", True)
        operator.wait(self.choice.uniform(0.7, 1.5))
        commands, moved = operator.step - step, operator.moved
        told = not operator.skill_runs or operator.skill.message == "paused"
        operator.press("pause", False)
        operator.until(lambda: task.ended, _TASK_SECONDS, "end of the task that was paused")
        return {"seconds": round(max(0.0, moved - began), 4), "commands": commands, "told": told}

    def _effect(self, task: Task, began: float, commands: int) -> dict[str, Any]:
        skill, robot = self.operator.skill_ended[0] - began, self.operator.moved - began
        return {
            "seconds": round(max(task.ended - began, skill), 4),
            "result": round(task.ended - began, 4),
            "skill": round(max(skill, 0.0), 4),
            "robot": round(max(robot, 0.0), 4),
            "commands": commands,
        }

    # -- judging ---------------------------------------------------------------------------------

    def _untold(self, kind: str, task: Task, goal: str, paused: bool) -> list[str]:
        """What the result of the interrupted task should say, and does not."""
        status, reason = task.status, task.result.reason
        if kind == "pause" and not paused:
            return ["does not say that it is paused"]
        if status == GoalStatus.STATUS_SUCCEEDED:
            return [] if self._done(task, goal) else ["claims success"]
        good = {
            "cancel": status == GoalStatus.STATUS_CANCELED and "cancelled" in reason,
            "stop": status == GoalStatus.STATUS_ABORTED and "stopped" in reason,
            "new goal": status == GoalStatus.STATUS_ABORTED and "replaced" in reason,
            "pause": False,
        }[kind]
        return [] if good else [f"after {kind}: {_told(task)}"]

    def _untrue(self) -> list[str]:
        """What the agent believes at rest and is not so, or says and does not do."""
        operator, truth, problems = self.operator, self.operator.truth(), []
        world, status = operator.world, operator.status
        assert world is not None
        assert status is not None
        inventory = sorted(item["objectType"] for item in truth["inventory"])
        held = sorted(item.type for item in world.objects if item.held)
        there = true_objects(truth).values()
        if held != inventory or world.robot.holding != bool(inventory):
            problems.append(f"hand: believed {held}, true {inventory}")
        for item in world.objects:
            belief = {b.state: b.probability for b in item.states}.get("open")
            if belief is None or belief == 0.5:
                continue
            real = min(
                (other for other in there if other["type"] == item.type),
                key=lambda other: _apart(item.center, other["center"]),
                default=None,
            )
            if real is None:
                continue
            is_open = bool(real["states"].get("open"))
            if (belief > 0.5) != is_open:
                problems.append(f"{item.id}: believed open {belief:.2f}, true {is_open}")
        if status.state in ("running", "idle"):
            problems.append(f"status says {status.state}")
        return problems

    def _done(self, task: Task, goal: str) -> bool:
        claimed = task.status == GoalStatus.STATUS_SUCCEEDED and task.result.success
        return claimed and self._holds(goal, self.operator.truth())

    def _holds(self, goal: str, truth: dict[str, Any]) -> bool:
        return evaluate(parse_goal(goal), truth, self.ontology).success

    def _next_kind(self) -> str:
        if not self._kinds:
            self._kinds = self.choice.sample(KINDS, len(KINDS))
        return self._kinds.pop()


def _apart(center: Any, true: Sequence[float]) -> float:
    """Metres between a believed centre and a true one, in map."""
    return dist((center.x, center.y, center.z), true)


def _told(task: Task) -> str:
    return f"{task.status}: {task.result.reason}"
