# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The behavior room's outside over ROS: action and service clients, none of which blocks."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from action_msgs.srv import CancelGoal
from rclpy.action import ActionClient
from rclpy.task import Future
from std_msgs.msg import String

from egoplan_ros.action import ExecuteSkill
from egoplan_ros.behavior.ports import Event
from egoplan_ros.msg import BlockingCondition as BlockingConditionMsg
from egoplan_ros.msg import Event as EventMsg
from egoplan_ros.msg import Heartbeat, Restart, SkillStatus
from egoplan_ros.msg import Plan as PlanMsg
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.clients.listener import LATE_SECONDS, WorldListener
from egoplan_ros.nodes.clients.pending_marks import Marks
from egoplan_ros.nodes.convert.events import to_event
from egoplan_ros.nodes.convert.plan import (
    RUNNING,
    from_action,
    from_plan,
    from_skill_status,
    to_action,
    to_blocking,
)
from egoplan_ros.nodes.convert.stamps import from_time, to_time
from egoplan_ros.nodes.qos import EVENTS, LATCHED
from egoplan_ros.nodes.supervision.peers import RESTARTS, Peers
from egoplan_ros.srv import PlanTask
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.goal import Formula, to_pddl
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import WorldState

PLANNER, SKILLS = "planner", "skill_executor"
_WORLD_SECONDS = 30.0
_LOST_SECONDS = 1.0
"""After which an answer counts as lost, when a topic has told the outcome already."""


class PendingPlan:
    """A request to the planner under way; made once the planner is there, or it would be lost.

    Args:
        ask: makes the request; None while the planner was not found yet.
        goal: PDDL text.
        timeout: seconds until the planner counts as silent.
        give_up: has the planner stop.
        since: stamp of the world model that the request wants at least, seconds.
    """

    def __init__(
        self,
        ask: Callable[[], Future | None],
        goal: str,
        timeout: float,
        give_up: Callable[[], None],
        since: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._ask, self._goal, self._since = ask, goal, since
        self._end = time.monotonic() + timeout
        self._give_up = give_up
        self._timeout = timeout
        self._published: tuple[float, PlanMsg] | None = None
        self._answer = ask()

    def lost(self) -> None:
        """The planner died over it, and was started again: the new one is asked."""
        if not self._answered and self._published is None:
            self._answer, self._end = None, time.monotonic() + self._timeout

    @property
    def _answered(self) -> bool:
        return self._answer is not None and bool(self._answer.done())

    def heard(self, message: PlanMsg) -> None:
        """A plan on the topic: it counts when the answer itself got lost.

        Not while nobody was asked, and not when it was made from an older world than asked for: it
        is then of a request before this one, which another process of ours may have made.
        """
        if self._answer is None or from_time(message.header.stamp) < self._since() - 1e-9:
            return
        if message.goal == self._goal and not self._answered:
            self._published = (time.monotonic(), message)

    @property
    def plan(self) -> PlanMsg | None:
        """The answer, as far as there is one."""
        if self._answer is not None and self._answer.done():
            return self._answer.result().plan
        return self._published[1] if self._published is not None else None

    def done(self) -> bool:
        """Whether the planner answered, or will not any more."""
        if self._answer is None:
            self._answer = self._ask()
        now = time.monotonic()
        lost = self._published is not None and now - self._published[0] > _LOST_SECONDS
        return self._answered or lost or now > self._end

    def result(self) -> Plan:
        """The plan."""
        if (plan := self.plan) is not None:
            try:
                return from_plan(plan)
            except InputError as error:
                return Plan(PlanStatus.CRASH, goal=self._goal, message=str(error))
        self._give_up()
        return Plan(PlanStatus.TIMEOUT, goal=self._goal, message="planner does not answer")

    def cancel(self) -> None:
        """Have the planner stop."""
        if self._answer is not None and not self._answer.done():
            self._give_up()


class PendingSkill:
    """A skill under way; asked for once the executor is there, for what is sent before is lost.

    Done only when the world model here is as new as the one the skill ended on (loop rule).

    Args:
        client: of the executor.
        action: what is to be done.
        world: the world model here.
        patience: seconds without a sign of life from the executor.
        changed: called when it may be done.
        ready: whether the executor can be asked.
    """

    def __init__(
        self,
        client: ActionClient,
        action: SymbolicAction,
        world: WorldListener,
        patience: float,
        changed: Callable[[], None],
        ready: Callable[[], bool] = lambda: True,
    ) -> None:
        self._action, self._world, self._patience = action, world, patience
        self._changed, self._ready = changed, ready
        self._heard = time.monotonic()
        self._handle: Any = None
        self._cancelled = False
        self._status: SkillStatus | None = None
        self._progress: SkillStatus | None = None
        self._failure: SkillResult | None = None
        self._ended = 0.0
        self._published: tuple[float, SkillStatus] | None = None
        self._client: ActionClient | None = client
        self._send()

    def _send(self) -> None:
        client = self._client
        if client is None or not client.server_is_ready() or not self._ready():
            return
        self._client = None
        sent = client.send_goal_async(
            ExecuteSkill.Goal(action=to_action(self._action)),
            feedback_callback=lambda item: self._went_on(item.feedback.status),
        )
        sent.add_done_callback(self._accepted)

    def lost(self) -> None:
        """The executor died over it, and was started again."""
        if self._client is None and self._status is None and self._published is None:
            self._fail("skill_executor died and was started again", ErrorCode.SERVER_LOST)
            self._changed()

    def heard(self, status: SkillStatus) -> None:
        """A status on the topic: the executor is alive; an end counts when the answer got lost."""
        self._heard = time.monotonic()
        if from_action(status.action) == self._action and status.state != RUNNING:
            self._published = (self._heard, status)
        else:
            self._published = None

    def _went_on(self, status: SkillStatus) -> None:
        """Feedback is of this very skill, where the topic may tell of one before."""
        self._progress = status
        self.heard(status)

    def done(self) -> bool:
        """Whether the skill ended, here as well as there."""
        self._send()
        now = time.monotonic()
        if self._status is None and self._failure is None and now - self._heard > self._patience:
            self._fail(f"skill_executor has been silent for {self._patience:g} s")
        if self._failure is not None:
            return True
        if self._status is None and self._published is not None:
            since, status = self._published
            if now - since > _LOST_SECONDS:
                self._status, self._ended = status, now
        if self._status is None:
            return False
        if self._caught_up():
            return True
        if now - self._ended > LATE_SECONDS:
            self._world.missed()
        return now - self._ended > _WORLD_SECONDS

    def _caught_up(self) -> bool:
        """Whether the world model here is as new as the end of the skill."""
        status = self._status
        return status is not None and self._world.stamp >= from_time(status.header.stamp) - 1e-9

    def result(self) -> SkillResult:
        """How it went."""
        if self._failure is not None:
            return self._failure
        if self._status is None:
            raise RuntimeError("skill: result() before done()")
        result = from_skill_status(self._status)
        if result.success and not self._caught_up():
            line = f"no world model as new as its end came in {_WORLD_SECONDS:g} s"
            stale = ErrorCode.PERCEPTION_STALE
            return replace(result, success=False, error=stale, message=line)
        return result

    @property
    def failures(self) -> int:
        """Primitives that have failed in it, as far as was heard."""
        return int(self._progress.failures) if self._progress is not None else 0

    def cancel(self) -> SkillResult | None:
        """End it between two primitives; what was heard of it last."""
        self._cancelled, self._client = True, None
        if self._handle is not None and self._status is None:
            self._handle.cancel_goal_async()
        last = self._status or self._progress
        return from_skill_status(last) if last is not None else None

    def _accepted(self, sent: Any) -> None:
        self._handle = sent.result()
        if not self._handle.accepted:
            self._fail("skill_executor refused the skill")
            self._changed()
            return
        self._handle.get_result_async().add_done_callback(self._finished)
        if self._cancelled:
            self._handle.cancel_goal_async()

    def _finished(self, answer: Any) -> None:
        self._status, self._ended = answer.result().result, time.monotonic()
        self._changed()

    def _fail(self, message: str, code: ErrorCode = ErrorCode.ROBOT_FAULT) -> None:
        told = self._progress
        spent = (int(told.primitives), int(told.failures)) if told is not None else (0, 0)
        self._failure = SkillResult(self._action, False, code, message, (), *spent)


class RosPorts:
    """What the task executive asks for, over topics, services and actions.

    Args:
        node: that owns the clients.
        changed: called when something a tick may wait for has happened.
        plan_timeout: seconds until the planner counts as silent.
        skill_timeout: seconds without a sign of life from the skill executor.
    """

    def __init__(
        self,
        node: ManagedNode,
        changed: Callable[[], None],
        plan_timeout: float,
        skill_timeout: float,
    ) -> None:
        self._node, self._changed = node, changed
        self._plan_timeout, self._skill_timeout = plan_timeout, skill_timeout
        self.listener = WorldListener(node, changed)
        self._peers = Peers((PLANNER, SKILLS), self._restarted)
        node.listen(Restart, RESTARTS, self._peers.told, LATCHED, always=True, needed=False)
        self._marks = Marks()
        self._planner = node.ask(PlanTask, "plan_task")
        self._skills = ActionClient(node, ExecuteSkill, "execute_skill")
        node.own(self._skills, self._skills.destroy)
        self._cancel_skills = node.ask(CancelGoal, "execute_skill/_action/cancel_goal")
        self._blocking = node.publish_on(BlockingConditionMsg, "blocking_condition", EVENTS)
        self._unreachable = node.publish_on(String, "objects/unreachable", EVENTS)
        self._explored = node.publish_on(String, "objects/explored", EVENTS)
        self._events = node.publish_on(EventMsg, "events", EVENTS)
        node.listen(SkillStatus, "skill/status", self._heard, EVENTS, needed=False)
        node.listen(PlanMsg, "plan", self._planned, LATCHED, needed=False)
        self._request: PendingPlan | None = None
        self._former: PlanMsg | None = None
        self._skill: PendingSkill | None = None
        self.skill_text = ""
        self.skills = 0

    def beat(self, beat: Heartbeat) -> None:
        """A heartbeat has come."""
        self._peers.take(beat)

    def world(self) -> WorldState:
        """The latest world state.

        Raises:
            RobotError: there has been none yet.
        """
        world = self.listener.world
        if world is None:
            raise RobotError("no world model yet; is mapping active?")
        return self._marks.on(world)

    def plan(self, goal: Formula) -> PendingPlan:
        """Ask the planner, for a plan from a world not older than ours that shows our marks."""
        text = to_pddl(goal)
        request = PlanTask.Request(goal=text, explore=True)

        def ask() -> Future | None:
            world = self.listener.world
            if not self._planner.service_is_ready() or not self._peers.ready(PLANNER):
                return None
            if world and self._marks.pending(world):
                return None
            request.not_before = to_time(max(self.listener.stamp, 0.0))
            request.not_before_version = max(self.listener.version, 0)
            answer = self._planner.call_async(request)
            answer.add_done_callback(lambda _: self._changed())
            return answer

        self._former = self._request.plan if self._request is not None else None
        self._request = PendingPlan(
            ask,
            text,
            self._plan_timeout,
            self._cancel_plan,
            lambda: from_time(request.not_before),
        )
        return self._request

    def start_skill(self, action: SymbolicAction) -> PendingSkill:
        """Start a skill."""
        self.skills += 1
        self._skill = PendingSkill(
            self._skills,
            action,
            self.listener,
            self._skill_timeout,
            self._changed,
            lambda: self._peers.ready(SKILLS),
        )
        return self._skill

    def call_off(self) -> None:
        """End the skill that a process before this one started."""
        if self._cancel_skills.service_is_ready():
            self._cancel_skills.call_async(CancelGoal.Request())

    def say(self, condition: BlockingCondition) -> None:
        """Publish a blocking condition."""
        self._blocking(to_blocking(condition))

    def mark_unreachable(self, name: str) -> None:
        """Tell mapping."""
        if (world := self.listener.world) is not None:
            self._marks.unreachable(name, world)
        self._unreachable(String(data=name))

    def mark_explored(self, name: str) -> None:
        """Tell mapping."""
        if (world := self.listener.world) is not None:
            self._marks.explored(name, world)
        self._explored(String(data=name))

    def record(self, event: Event) -> None:
        """Publish an event; into the log, too."""
        self._node.get_logger().info(f"step {event.step} {event.kind}: {event.text}")
        self._events(to_event(event))

    def _restarted(self, name: str) -> None:
        """Nobody works any more at what the former process was asked for."""
        if name == PLANNER and self._request is not None:
            self._request.lost()
        if name == SKILLS and self._skill is not None:
            self._skill.lost()

    def _cancel_plan(self) -> None:
        if self._planner.service_is_ready():
            self._planner.call_async(PlanTask.Request())

    def _planned(self, message: PlanMsg) -> None:
        # What a former request was answered may arrive here late.
        if self._request is not None and message != self._former:
            self._request.heard(message)

    def _heard(self, message: SkillStatus) -> None:
        self.skill_text = message.message if message.state == "running" else ""
        if self._skill is not None:
            self._skill.heard(message)
        self._changed()
