# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Symbolic actions, plans, blocking conditions, skills."""

import re

from egoplan_ros.action import ExecuteSkill
from egoplan_ros.msg import BlockingCondition as BlockingConditionMsg
from egoplan_ros.msg import Plan as PlanMsg
from egoplan_ros.msg import SkillStatus
from egoplan_ros.msg import SymbolicAction as SymbolicActionMsg
from egoplan_ros.nodes.convert.named import named
from egoplan_ros.nodes.convert.robot import to_error, to_primitive
from egoplan_ros.nodes.convert.stamps import from_duration, from_time, header, to_duration
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind, kind_of
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.primitive import ErrorCode, Primitive
from egoplan_ros.world.skill import SkillResult

RUNNING, SUCCEEDED = SkillStatus.RUNNING, SkillStatus.SUCCEEDED
FAILED, CANCELLED = SkillStatus.FAILED, SkillStatus.CANCELLED


def to_action(action: SymbolicAction) -> SymbolicActionMsg:
    """A symbolic action."""
    return SymbolicActionMsg(name=action.name, args=list(action.args))


def from_action(message: SymbolicActionMsg) -> SymbolicAction:
    """A symbolic action."""
    return SymbolicAction(message.name, tuple(message.args))


def action_of_text(text: str) -> SymbolicAction:
    """The action that prints as ``Name(a, b)``; a text of another form becomes a name."""
    match = re.fullmatch(r"(\w+)\((.*)\)", text, re.DOTALL)
    if match is None:
        return SymbolicAction(text)
    return SymbolicAction(match[1], tuple(match[2].split(", ")) if match[2] else ())


def to_plan(plan: Plan) -> PlanMsg:
    """A plan, or why there is none."""
    return PlanMsg(
        header=header(plan.stamp),
        status=str(plan.status),
        actions=[to_action(action) for action in plan.actions],
        cost=float(plan.cost),
        goal=plan.goal,
        message=plan.message,
        stages=list(plan.times),
        times=[to_duration(value) for value in plan.times.values()],
    )


def from_plan(message: PlanMsg) -> Plan:
    """A plan, or why there is none.

    Raises:
        InputError: unknown status.
    """
    return Plan(
        named(PlanStatus, message.status, "plan: status"),
        tuple(from_action(action) for action in message.actions),
        message.cost,
        message.goal,
        message.message,
        dict(zip(message.stages, map(from_duration, message.times), strict=False)),
        from_time(message.header.stamp),
    )


def to_blocking(condition: BlockingCondition) -> BlockingConditionMsg:
    """What blocks an action."""
    return BlockingConditionMsg(
        header=header(condition.stamp),
        kind=str(condition.kind),
        action=to_action(condition.action),
        objects=list(condition.objects),
        message=condition.message,
        resolutions=[to_action(action) for action in condition.resolutions],
    )


def from_blocking(message: BlockingConditionMsg) -> BlockingCondition:
    """What blocks an action.

    Raises:
        InputError: a kind that is no name.
    """
    if not message.kind.isidentifier():
        raise InputError(
            f"blocking condition: kind {message.kind!r} is no name, such as {BlockingKind.NO_PLAN}"
        )
    return BlockingCondition(
        kind_of(message.kind),
        from_action(message.action),
        tuple(message.objects),
        message.message,
        tuple(from_action(action) for action in message.resolutions),
        from_time(message.header.stamp),
    )


def to_skill_status(
    result: SkillResult, stamp: float, primitive: Primitive | None = None, *, running: bool = False
) -> SkillStatus:
    """The outcome of a skill; ``running`` makes it a report of progress."""
    if running:
        state = RUNNING
    elif result.error is ErrorCode.CANCELLED:
        state = CANCELLED
    else:
        state = SUCCEEDED if result.success else FAILED
    message = SkillStatus(
        header=header(stamp),
        action=to_action(result.action),
        state=state,
        error=str(result.error),
        message=result.message,
        objects=list(result.objects),
        primitives=result.primitives,
        failures=result.failures,
    )
    if primitive is not None:
        message.primitive = to_primitive(primitive)
    return message


def to_skill_result(status: SkillStatus) -> ExecuteSkill.Result:
    """The outcome of a skill as the result of the action, which has the same fields."""
    names = SkillStatus.get_fields_and_field_types()
    return ExecuteSkill.Result(**{name: getattr(status, name) for name in names})


def from_skill_status(message: SkillStatus | ExecuteSkill.Result) -> SkillResult:
    """The outcome of a skill."""
    return SkillResult(
        from_action(message.action),
        message.state == SUCCEEDED,
        to_error(message.error),
        message.message,
        tuple(message.objects),
        message.primitives,
        message.failures,
    )
