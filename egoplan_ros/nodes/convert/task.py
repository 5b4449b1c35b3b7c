# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Instructions, what was understood, and how it went."""

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from egoplan_ros.action import ExecuteTask
from egoplan_ros.msg import ActedStep as ActedStepMsg
from egoplan_ros.msg import EpisodeResult as EpisodeResultMsg
from egoplan_ros.msg import Goal as GoalMsg
from egoplan_ros.msg import GoalAlternative as GoalAlternativeMsg
from egoplan_ros.msg import Instruction as InstructionMsg
from egoplan_ros.msg import Subgoal as SubgoalMsg
from egoplan_ros.msg import SubgoalArray
from egoplan_ros.nodes.convert.geometry import from_xyz, to_point
from egoplan_ros.nodes.convert.stamps import from_duration, header, to_duration
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.task import (
    ActedStep,
    GoalAlternative,
    Instruction,
    Subgoal,
    TaskUnderstanding,
)

T = TypeVar("T", EpisodeResultMsg, ExecuteTask.Result)


def to_instruction(instruction: Instruction) -> InstructionMsg:
    """A request."""
    return InstructionMsg(
        text=instruction.text,
        steps=list(instruction.steps),
        speakers=[speaker for speaker, _ in instruction.dialog],
        utterances=[utterance for _, utterance in instruction.dialog],
        goal=instruction.goal,
        history=[_to_step(step) for step in instruction.history],
    )


def from_instruction(message: InstructionMsg) -> Instruction:
    """A request.

    Raises:
        InputError: speakers and utterances differ in number, or a step of the history is none.
    """
    if len(message.speakers) != len(message.utterances):
        raise InputError(
            f"instruction: {len(message.speakers)} speakers and {len(message.utterances)} "
            "utterances; give one speaker for each utterance"
        )
    dialog = tuple(zip(message.speakers, message.utterances, strict=True))
    history = tuple(_from_step(step, k) for k, step in enumerate(message.history))
    return Instruction(message.text, tuple(message.steps), dialog, message.goal, history)


def _to_step(step: ActedStep) -> ActedStepMsg:
    place = {} if step.position is None else {"position": to_point(step.position)}
    return ActedStepMsg(
        action=str(step.action),
        object_type=step.object_type,
        object_id=step.object_id,
        success=step.success,
        has_position=step.position is not None,
        **place,
    )


def _from_step(message: ActedStepMsg, number: int) -> ActedStep:
    try:
        action = PrimitiveKind(message.action)
    except ValueError:
        raise InputError(
            f"instruction: history[{number}]: {message.action[:40]!r} is no action; give pick, "
            "put, open or another kind of Primitive"
        ) from None
    place = from_xyz(message.position) if message.has_position else None
    return ActedStep(action, message.object_type, message.object_id, message.success, place)


def to_goal(understanding: TaskUnderstanding, stamp: float) -> GoalMsg:
    """What was understood."""
    return GoalMsg(
        header=header(stamp),
        instruction=to_instruction(understanding.instruction),
        task=understanding.task_type,
        formula=to_pddl(understanding.formula),
        confidence=float(understanding.confidence),
        alternatives=[
            GoalAlternativeMsg(formula=to_pddl(item.formula), probability=float(item.probability))
            for item in understanding.alternatives
        ],
        subgoals=_to_subgoals(understanding),
        roles=list(understanding.context),
        types=list(understanding.context.values()),
    )


def from_goal(message: GoalMsg) -> TaskUnderstanding:
    """What was understood.

    Raises:
        InputError: a formula that is not one.
    """
    return TaskUnderstanding(
        from_instruction(message.instruction),
        parse_goal(message.formula),
        message.confidence,
        tuple(
            GoalAlternative(parse_goal(item.formula), item.probability)
            for item in message.alternatives
        ),
        tuple(Subgoal(item.patient, item.predicate, item.destination) for item in message.subgoals),
        dict(zip(message.roles, message.types, strict=False)),
        message.task,
    )


def to_subgoals(
    understanding: TaskUnderstanding, stamp: float, remaining: Iterable[Subgoal]
) -> SubgoalArray:
    """The subgoals alone, completed as far as they do not remain; of several alike the first."""
    done = Counter(understanding.subgoals) - Counter(remaining)
    messages = _to_subgoals(understanding)
    for subgoal, message in zip(understanding.subgoals, messages, strict=True):
        message.completed = done[subgoal] > 0
        done[subgoal] -= 1
    return SubgoalArray(header=header(stamp), subgoals=messages)


def _to_subgoals(understanding: TaskUnderstanding) -> list[SubgoalMsg]:
    return [
        SubgoalMsg(patient=item.patient, predicate=item.predicate, destination=item.destination)
        for item in understanding.subgoals
    ]


def to_episode_result(result: EpisodeResult, stamp: float, kind: type[T] = EpisodeResultMsg) -> T:
    """How a task went; as a message of its own, or the result of the action."""
    return kind(
        header=header(stamp),
        success=result.success,
        reason=result.reason,
        goal=result.goal,
        steps=result.steps,
        failed_actions=result.failed_actions,
        plans=result.plans,
        elapsed=to_duration(result.seconds),
        blocking=list(result.blocking),
        counts=list(result.blocking.values()),
        actions=[action for action, _ in result.actions],
        outcomes=[outcome for _, outcome in result.actions],
    )


def from_episode_result(message: EpisodeResultMsg | ExecuteTask.Result) -> EpisodeResult:
    """How a task went."""
    return EpisodeResult(
        message.success,
        message.reason,
        message.goal,
        message.steps,
        message.failed_actions,
        message.plans,
        from_duration(message.elapsed),
        dict(zip(message.blocking, map(int, message.counts), strict=False)),
        tuple(zip(message.actions, message.outcomes, strict=False)),
    )
