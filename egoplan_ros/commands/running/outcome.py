# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a way of running reports back, and the figures that result.json has of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from egoplan_ros.bench.failures.notes import EpisodeNotes
from egoplan_ros.commands.artefacts import Artefacts
from egoplan_ros.language.goals.question import Question
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.goal import Formula, parse_goal, to_pddl
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.words.goal_words import goal_words


@dataclass(slots=True)
class Outcome:
    """What a way of running reports back.

    Attributes:
        truth: the simulator's true state in the end, {} without a simulator.
        world: what was believed then; None where that is not known.
        notes: of the events; None where nobody takes any.
        keep: writes what is known so far, before something else is waited for.
    """

    state: str = "failed"
    result: EpisodeResult = field(default_factory=lambda: EpisodeResult(False, "not started"))
    truth: dict[str, Any] = field(default_factory=dict)
    world: WorldState | None = None
    notes: EpisodeNotes | None = None
    setup_seconds: float = 0.0
    restarts: int = 0
    keep: Callable[[], None] = lambda: None


def last_known(artefacts: Artefacts, reason: str) -> EpisodeResult:
    """What the status said last, for a task that ended without a result."""
    view = artefacts.view
    return EpisodeResult(
        False, reason, view.goal, view.steps, view.failures, view.plans, view.seconds
    )


def judged(
    outcome: Outcome, judge: Formula | None, question: Question | None = None
) -> dict[str, Any]:
    """The result's figures, with success by the simulator's true state where there is one.

    A question succeeds when it was answered; whether the answer is right nobody judges here.
    """
    result = outcome.result
    facts: dict[str, Any] = {
        "success": result.success,
        "agent_success": result.success,
        "judged_by": "agent",
        "state": outcome.state,
        "reason": result.reason,
        "steps": result.steps,
        "failed_actions": result.failed_actions,
        "plans": result.plans,
        "seconds": round(result.seconds, 3),
        "steps_per_second": round(result.steps / result.seconds, 3) if result.seconds else 0.0,
        "setup_seconds": round(outcome.setup_seconds, 3),
        "node_restarts": outcome.restarts,
        "blocking": result.blocking,
        "actions": [list(item) for item in result.actions],
    }
    if outcome.notes is not None:
        facts |= outcome.notes.to_json(outcome.world, outcome.truth)
    if result.goal:
        facts["goal"] = result.goal
    ontology = load_ontology()
    if question is not None:
        facts["goal_words"] = question.words(ontology)
        facts["answer"] = result.reason if result.success else None
        return facts
    goal = judge or (parse_goal(result.goal) if result.goal else None)
    if goal is not None:
        facts["goal_words"] = goal_words(goal, ontology)
    if judge is not None:
        facts["judged_goal"] = to_pddl(judge)
    if outcome.truth.get("objects") and goal is not None:
        from egoplan_ros.bench.evaluator import evaluate

        scored = evaluate(goal, outcome.truth, ontology)
        facts |= {
            "success": scored.success,
            "judged_by": "simulator",
            "conditions_met": scored.satisfied,
            "conditions": scored.total,
            "distance_to_success": scored.distance_to_success,
        }
        if outcome.world is not None:
            from egoplan_ros.bench.beliefs import judge_episode

            beliefs = judge_episode(outcome.world, outcome.truth, ontology)
            facts["beliefs"] = beliefs.to_json()
    return facts
