# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pending work of the behavior node: the loop rule, silence, and answers that got lost."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from rclpy.task import Future

from egoplan_ros.nodes import ports
from egoplan_ros.nodes.convert.plan import to_plan, to_skill_result, to_skill_status
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult

ACTION = SymbolicAction("GoTo", ("Mug_1",))
OTHER = SymbolicAction("Open", ("Fridge_1",))


class Clock:
    """Time that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(ports, "time", made)
    return made


class Handle:
    """A goal the server accepted, or not."""

    def __init__(self, accepted: bool = True) -> None:
        self.accepted = accepted
        self.ending = Future()
        self.cancelled = 0

    def get_result_async(self) -> Future:
        return self.ending

    def cancel_goal_async(self) -> None:
        self.cancelled += 1


class Client:
    """An action client whose server is the test."""

    def __init__(self) -> None:
        self.sent = Future()
        self.feedback: Callable[[Any], None] = lambda _: None
        self.ready = True
        self.goals: list[Any] = []

    def server_is_ready(self) -> bool:
        return self.ready

    def send_goal_async(self, goal: Any, feedback_callback: Callable[[Any], None]) -> Future:
        self.feedback = feedback_callback
        self.goals.append(goal)
        return self.sent


def ending(success: bool, stamp: float) -> Any:
    code = ErrorCode.NONE if success else ErrorCode.PATH_BLOCKED
    status = to_skill_status(SkillResult(ACTION, success, code, "text"), stamp)
    return SimpleNamespace(result=to_skill_result(status))


def start(world_stamp: float = 5.0) -> tuple[ports.PendingSkill, Client, Handle, Any]:
    client, handle = Client(), Handle()
    world = SimpleNamespace(stamp=world_stamp, missed=lambda: None)
    return ports.PendingSkill(client, ACTION, world, 10.0, lambda: None), client, handle, world


def test_a_skill_is_done_when_the_world_here_has_caught_up(clock: Clock) -> None:
    skill, client, handle, world = start()
    client.sent.set_result(handle)
    assert not skill.done()
    handle.ending.set_result(ending(True, 7.5))
    assert not skill.done()
    world.stamp = 7.5
    assert skill.done()
    assert skill.result() == SkillResult(ACTION, True, message="text")


def test_a_world_that_does_not_come_here_is_asked_for(clock: Clock) -> None:
    """The executor has it: a flood may have pushed it out of the queue here."""
    skill, client, handle, world = start()
    asked: list[float] = []
    world.missed = lambda: asked.append(clock.now)
    client.sent.set_result(handle)
    handle.ending.set_result(ending(True, 7.5))
    assert not skill.done()
    assert not asked, "it is on its way"
    clock.now += 1.5
    assert not skill.done()
    assert asked
    world.stamp = 7.5
    assert skill.done()


@pytest.mark.parametrize("accepted", [True, False])
def test_the_end_of_a_skill_is_told_at_once(accepted: bool) -> None:
    client, handle, told = Client(), Handle(accepted), []
    world = SimpleNamespace(stamp=5.0)
    skill = ports.PendingSkill(client, ACTION, world, 10.0, lambda: told.append(skill.done()))
    client.sent.set_result(handle)
    assert told == ([] if accepted else [True])
    handle.ending.set_result(ending(True, 5.0))
    assert told == [True]


def test_a_skill_is_asked_for_once_the_executor_is_found(clock: Clock) -> None:
    client = Client()
    client.ready = False
    skill = ports.PendingSkill(client, ACTION, SimpleNamespace(stamp=5.0), 10.0, lambda: None)
    assert not skill.done()
    assert not client.goals
    client.ready = True
    assert not skill.done()
    assert not skill.done()
    assert len(client.goals) == 1


def test_a_skill_that_was_cancelled_before_is_not_asked_for(clock: Clock) -> None:
    client = Client()
    client.ready = False
    skill = ports.PendingSkill(client, ACTION, SimpleNamespace(stamp=5.0), 10.0, lambda: None)
    skill.cancel()
    client.ready = True
    skill.done()
    assert not client.goals


def test_an_executor_that_never_comes_is_a_failure(clock: Clock) -> None:
    client = Client()
    client.ready = False
    skill = ports.PendingSkill(client, ACTION, SimpleNamespace(stamp=5.0), 10.0, lambda: None)
    clock.now += 11.0
    assert skill.done()
    assert skill.result().error is ErrorCode.ROBOT_FAULT


def test_a_silent_executor_is_a_failure(clock: Clock) -> None:
    skill, client, handle, _ = start()
    client.sent.set_result(handle)
    clock.now += 9.0
    running = to_skill_status(SkillResult(ACTION, False), 5.0, running=True)
    client.feedback(SimpleNamespace(feedback=SimpleNamespace(status=running)))
    clock.now += 9.0
    assert not skill.done()
    clock.now += 2.0
    assert skill.done()
    assert skill.result().error is ErrorCode.ROBOT_FAULT


def test_a_refused_skill_is_a_failure(clock: Clock) -> None:
    skill, client, _, _ = start()
    client.sent.set_result(Handle(accepted=False))
    assert skill.done()
    assert not skill.result().success


def test_a_skill_that_is_cancelled_tells_what_failed_so_far(clock: Clock) -> None:
    skill, client, handle, _ = start()
    assert skill.cancel() is None
    skill, client, handle, _ = start()
    client.sent.set_result(handle)
    progress = SkillResult(ACTION, False, primitives=5, failures=2)
    running = to_skill_status(progress, 5.0, running=True)
    client.feedback(SimpleNamespace(feedback=SimpleNamespace(status=running)))
    # The topic may still tell of the skill before.
    skill.heard(to_skill_status(SkillResult(OTHER, False, failures=7), 5.0, running=True))
    so_far = skill.cancel()
    assert so_far is not None
    assert (so_far.primitives, so_far.failures) == (5, 2)


def test_a_skill_cancelled_before_it_is_accepted_is_cancelled_then(clock: Clock) -> None:
    skill, client, handle, _ = start()
    skill.cancel()
    client.sent.set_result(handle)
    assert handle.cancelled == 1


def test_a_lost_result_is_made_up_for_by_the_topic(clock: Clock) -> None:
    skill, client, handle, _ = start()
    client.sent.set_result(handle)
    ended = to_skill_status(SkillResult(ACTION, False, ErrorCode.COLLISION, "bump"), 5.0)
    skill.heard(ended)
    assert not skill.done()
    clock.now += 1.5
    assert skill.done()
    assert skill.result().error is ErrorCode.COLLISION


def test_the_end_of_another_skill_on_the_topic_does_not_count(clock: Clock) -> None:
    skill, client, handle, _ = start()
    client.sent.set_result(handle)
    skill.heard(to_skill_status(SkillResult(ACTION, True), 5.0))  # of a former run
    skill.heard(to_skill_status(SkillResult(ACTION, False), 5.0, running=True))
    skill.heard(to_skill_status(SkillResult(OTHER, True), 5.0))
    clock.now += 5.0
    assert not skill.done()


def test_a_plan_is_taken_from_the_answer(clock: Clock) -> None:
    answer, given_up = Future(), []
    pending = ports.PendingPlan(lambda: answer, "(g)", 20.0, lambda: given_up.append(1))
    assert not pending.done()
    plan = Plan(PlanStatus.SOLVED, (ACTION,), goal="(g)")
    answer.set_result(SimpleNamespace(plan=to_plan(plan)))
    assert pending.done()
    assert pending.result() == plan
    pending.cancel()
    assert not given_up


def test_a_silent_planner_is_a_timeout_and_is_told_to_stop(clock: Clock) -> None:
    given_up: list[int] = []
    pending = ports.PendingPlan(Future, "(g)", 20.0, lambda: given_up.append(1))
    clock.now += 21.0
    assert pending.done()
    assert pending.result().status is PlanStatus.TIMEOUT
    assert given_up == [1]


def test_a_lost_plan_is_made_up_for_by_the_topic(clock: Clock) -> None:
    pending = ports.PendingPlan(Future, "(g)", 20.0, lambda: None)
    pending.heard(to_plan(Plan(PlanStatus.SOLVED, (OTHER,), goal="(other)")))
    clock.now += 2.0
    assert not pending.done()
    pending.heard(to_plan(Plan(PlanStatus.SOLVED, (ACTION,), goal="(g)")))
    assert not pending.done()
    clock.now += 2.0
    assert pending.done()
    assert pending.result().actions == (ACTION,)


def test_a_plan_of_a_request_before_is_no_answer(clock: Clock) -> None:
    """The topic still has it when another process takes over, and it may come late."""
    answers: list[Future | None] = [None, Future()]
    pending = ports.PendingPlan(
        lambda: answers.pop(0), "(g)", 20.0, lambda: None, since=lambda: 7.0
    )
    message = to_plan(Plan(PlanStatus.SATISFIED, goal="(g)", stamp=8.0))
    pending.heard(message)  # before anybody was asked
    clock.now += 2.0
    assert not pending.done()
    pending.heard(to_plan(Plan(PlanStatus.SATISFIED, goal="(g)", stamp=6.9)))
    clock.now += 2.0
    assert not pending.done()
    pending.heard(message)
    clock.now += 2.0
    assert pending.done()


def test_a_plan_is_asked_for_once_the_planner_is_found(clock: Clock) -> None:
    answers: list[Future | None] = [None, None, Future()]
    pending = ports.PendingPlan(lambda: answers.pop(0), "(g)", 20.0, lambda: None)
    assert not pending.done()
    assert not pending.done()
    assert not answers
    assert not pending.done()


def test_a_plan_that_was_cancelled_before_the_planner_was_found_stops_nothing() -> None:
    given_up: list[int] = []
    ports.PendingPlan(lambda: None, "(g)", 20.0, lambda: given_up.append(1)).cancel()
    assert not given_up


def test_success_in_a_world_that_nobody_saw_since_is_none(clock: Clock) -> None:
    skill, client, handle, _ = start()
    client.sent.set_result(handle)
    handle.ending.set_result(ending(True, 7.5))
    assert not skill.done()
    clock.now += 31.0
    assert skill.done()
    assert not skill.result().success
    assert skill.result().error is ErrorCode.PERCEPTION_STALE


def test_a_skill_whose_executor_was_started_again_ends_at_once_with_what_it_spent(
    clock: Clock,
) -> None:
    skill, client, handle, _ = start()
    client.sent.set_result(handle)
    progress = SkillResult(ACTION, False, message="move_ahead", primitives=3, failures=1)
    status = to_skill_status(progress, 5.0, running=True)
    client.feedback(SimpleNamespace(feedback=SimpleNamespace(status=status)))
    assert not skill.done()
    skill.lost()
    assert skill.done()
    result = skill.result()
    assert (result.error, result.primitives, result.failures) == (ErrorCode.SERVER_LOST, 3, 1)


def test_a_skill_that_was_not_asked_for_yet_is_not_lost(clock: Clock) -> None:
    client, ready = Client(), [False]
    world = SimpleNamespace(stamp=5.0)
    skill = ports.PendingSkill(client, ACTION, world, 10.0, lambda: None, lambda: ready[0])
    skill.lost()
    assert not skill.done()
    assert not client.goals
    ready[0] = True
    assert not skill.done()
    assert len(client.goals) == 1


def test_a_planner_that_was_started_again_is_asked_again(clock: Clock) -> None:
    asked: list[Future] = []

    def ask() -> Future:
        asked.append(Future())
        return asked[-1]

    plan = ports.PendingPlan(ask, "(open Mug_1)", 60.0, lambda: None)
    clock.now += 59.0
    plan.lost()
    clock.now += 59.0
    assert not plan.done()
    assert len(asked) == 2
    asked[-1].set_result(SimpleNamespace(plan=to_plan(Plan(PlanStatus.SOLVED, (ACTION,)))))
    assert plan.done()
    assert plan.result().actions == (ACTION,)


def test_an_answer_that_is_none_is_a_crash_of_the_planner(clock: Clock) -> None:
    answer = Future()
    plan = ports.PendingPlan(lambda: answer, "(open Mug_1)", 60.0, lambda: None)
    message = to_plan(Plan(PlanStatus.SOLVED))
    message.status = "perhaps"
    answer.set_result(SimpleNamespace(plan=message))
    assert plan.result().status is PlanStatus.CRASH
