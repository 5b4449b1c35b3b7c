# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The task executive on ROS."""

import math
import time
from collections.abc import Mapping
from functools import partial
from typing import Any, TypeVar

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from py_trees.common import Status
from rclpy.action import CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.serialization import deserialize_message, serialize_message
from rclpy.task import Future
from std_msgs.msg import String

from egoplan_ros.action import ExecuteTask
from egoplan_ros.behavior.config import (
    DETAILS,
    PURSUITS,
    RECOVERIES,
    SUBGOALS,
    BehaviorConfig,
    load_strategy,
    replace_config,
    strategy_names,
)
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.behavior.selection.engines import SELECTIONS
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.language.disambiguation.settle import settle
from egoplan_ros.language.goals.question import question_asked
from egoplan_ros.msg import AgentStatus, BehaviorTree, Heartbeat
from egoplan_ros.msg import EpisodeResult as EpisodeResultMsg
from egoplan_ros.msg import Goal as GoalMsg
from egoplan_ros.msg import Instruction as InstructionMsg
from egoplan_ros.msg import RobotState as RobotStateMsg
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.stamps import from_time
from egoplan_ros.nodes.convert.status import to_status, to_tree
from egoplan_ros.nodes.convert.task import from_goal, to_episode_result, to_instruction
from egoplan_ros.nodes.diagnostics import READING, STOPPED
from egoplan_ros.nodes.node_table import node_file
from egoplan_ros.nodes.parameters import Parameter, of_settings
from egoplan_ros.nodes.ports import RosPorts
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.nodes.remembered import Remembered
from egoplan_ros.nodes.stop import StopTopic
from egoplan_ros.nodes.supervision.ended_nodes import EndedNodes
from egoplan_ros.nodes.supervision.heart import TOPIC
from egoplan_ros.nodes.supervision.peers import Peers
from egoplan_ros.nodes.supervision.task_file import TaskFile
from egoplan_ros.nodes.supervision.warden import Warden
from egoplan_ros.nodes.troubles import NO_TROUBLE, Troubles
from egoplan_ros.srv import Understand
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.settings import values_of
from egoplan_ros.world.task import Instruction, TaskUnderstanding

M = TypeVar("M")

_STATUS_SECONDS = 0.2
_ANSWER_SECONDS = 5.0
"""Without an answer, or word that the request is being read, until one counts as lost."""
_TICK_SECONDS = 20.0
"""What a tick may take, if no model is asked."""
_HANG_SECONDS = 8.0
"""After which a lifecycle manager that hangs is ended."""
_LOOK_SECONDS = 0.25
_TRIES = 3
_RESEND_SECONDS = 3.0
_STALE_SECONDS = 1.5
"""What the bridge told about a stop may be as old as this when it arrives."""
_STOPPED = "stopped; publish false on stop to go on"
_TELLING = ("robot_bridge", "subgoal_prediction")
"""Nodes whose diagnostics are heard."""


class Behavior(ManagedNode):
    """Serves ``execute_task``; a new task replaces the one in hand. ``stop`` ends it.

    Follows ``goal`` while that is of the instruction in hand: a person may have said what is meant.
    """

    NAME = "behavior"
    PARAMETERS = (
        Parameter("instruction", "a task to begin with; empty: none"),
        Parameter("strategy", "name of a preset: " + ", ".join(strategy_names())),
        Parameter("max_steps", "primitives per task", 1, 1000000),
        Parameter("max_failed_primitives", "failed primitives that end a task", 1, 1000000),
        Parameter("max_seconds", "wall time per task, seconds; 0: no limit", 0.0, 1e6),
        Parameter("max_actions", "symbolic actions per task, resolutions included", 1, 1000000),
        Parameter("max_plans", "planner calls per task", 1, 1000000),
        Parameter("max_decisions", "choices of an action per task, without planner", 1, 1000000),
        Parameter("max_planner_failures", "in a row, that end a task", 1, 1000000),
        Parameter("pursuit", "plans, the graph of what blocks, or chance", choices=PURSUITS),
        Parameter("subgoals", "all of the goal, those told, frames, the last", choices=SUBGOALS),
        Parameter("details", "who plans for a subgoal: planner or sequences", choices=DETAILS),
        Parameter("subgoal_steps", "primitives until one is set aside for others", 1, 1000000),
        Parameter(
            "recovery", "when blocked: that graph, a new plan, or nothing", choices=RECOVERIES
        ),
        Parameter("catalogue", "blocking conditions: file in config/, or a path"),
        Parameter("resolutions_per_block", "tried before planning anew", 1, 1000000),
        Parameter("attempts_per_resolution", "against the same block", 1, 1000000),
        Parameter("repeat_limit", "blocked alike until another way is sought", 1, 1000000),
        Parameter("loop_limit", "same action in the same believed world", 1, 1000000),
        Parameter("selection", "who picks a resolution: " + ", ".join(SELECTIONS.names())),
        Parameter("llm_url", "OpenAI-compatible endpoint; empty: OPENAI_BASE_URL"),
        Parameter("llm_model", "name of the model there; its key is OPENAI_API_KEY"),
        Parameter("llm_seconds", "time limit of a question, seconds", 0.1, 600.0),
        Parameter("llm_memory", "show the model its earlier questions and answers"),
        Parameter("ask_human", "ask a person as the last resolution"),
        Parameter("look_around", "look around before the first plan"),
        Parameter("stop_looking", "... until there is a plan to the goal"),
        Parameter("explore_steps", "primitives on any frontiers before a first plan", 0, 1000000),
        Parameter("interrupt_exploration", "end it when something useful comes into view"),
        Parameter("close_after_inspect", "push drawers back in that hold nothing useful"),
        Parameter("execution_monitoring", "what is seen may end a plan before its end"),
        Parameter("replan_after_motion", "plan anew after each motion of the base"),
        Parameter("replan_after", "names of actions after which a new plan is made"),
        Parameter("moved_distance", "shift that counts as moved, metres", 0.001, 100.0),
        *of_settings(Weights),
        Parameter("tick_rate", "of the tree while nothing happens, Hz", 1.0, 200.0),
        Parameter("world_timeout", "until a task gives up without a world, seconds", 0.1, 3600.0),
        Parameter("plan_timeout", "until the planner counts as silent, seconds", 1.0, 3600.0),
        Parameter("skill_timeout", "until the skill executor counts as silent", 1.0, 3600.0),
    )

    def configure(self) -> None:
        """Build the executive and connect to planner, skills and language."""
        self._busy = False
        self._task: Future | None = None
        self._handle: ServerGoalHandle | None = None
        self._text, self._state, self._told = "", "idle", 0.0
        self._cancelled = ""
        self._arrived: list[Future] = []
        self._begun, self._robot_fault = False, ""
        self._troubles, self._ended_nodes = Troubles(), EndedNodes()
        self._first = Remembered(node_file(self.get_fully_qualified_name(), "begun"))
        self._file = TaskFile(node_file(self.get_fully_qualified_name(), "task"))
        self._name, self._ending = "", Future()
        self._ended: tuple[str, EpisodeResult | None] = ("", None)
        self._kept: dict[str, Any] = {}
        self._known: tuple[Any, ...] = ()
        self._understanding: TaskUnderstanding | None = None
        self._meant: TaskUnderstanding | None = None  # of the task in hand, begun or not
        self._since = 0.0  # goals told before are of an earlier task with the same words
        self._heard: GoalMsg | None = None
        self._episodes = -1
        self._reading = -math.inf  # when language last told that it reads
        self._stopped = False
        self._stop_heard = -math.inf
        # A model may be asked within a tick, and once more.
        self._slowest = _TICK_SECONDS + 3.0 * self.value("llm_seconds")
        self._ports = RosPorts(
            self, self._tick, self.value("plan_timeout"), self.value("skill_timeout")
        )
        config = self._config()
        self._executive = TaskExecutive(self._ports, load_ontology(), config, settle=settle)
        self.show(values_of(config))
        self._understand = self.ask(Understand, "understand")
        self._status = self.publish_on(AgentStatus, "status", LATCHED)
        self._tree = self.publish_on(BehaviorTree, "behavior/tree", LATCHED)
        self._result = self.publish_on(EpisodeResultMsg, "result", LATCHED)
        self._answer = self.publish_on(String, "told", LATCHED)
        self.listen(InstructionMsg, "instruction", self._asked, EVENTS, needed=False)
        self.listen(GoalMsg, "goal", self._goal_told, LATCHED, needed=False)
        self.listen(RobotStateMsg, "robot_state", self._robot, EVENTS, always=True, needed=False)
        self.listen(DiagnosticArray, "/diagnostics", self._diagnosed, EVENTS, needed=False)
        StopTopic(self, self._stop)
        self.serve_action(
            ExecuteTask,
            "execute_task",
            self._execute,
            lambda _: self._cancel("cancelled"),
            lambda line: to_episode_result(
                EpisodeResult(False, line), self.now(), ExecuteTask.Result
            ),
        )
        self.every(1.0 / self.value("tick_rate"), self._tick)
        # The manager looks after all others; nobody else would look after the manager.
        self._manager = Peers(("lifecycle_manager",))
        self._warden = Warden(self._manager)
        self.listen(Heartbeat, TOPIC, self._beat, sensor(), always=True, needed=False)
        self.every(1.0, self._watch_manager)

    def activate(self) -> None:
        """Tell that we are idle; go on with a task, or begin with that of the parameter file."""
        self._publish_status()
        text = self.value("instruction")
        if self._taken_up():
            self._begun = True
            return
        if text and not self._begun:
            self._begun = True
            if self._first:
                self.get_logger().warning(
                    "the task of the parameter instruction was begun before this node was started "
                    "again; it is not begun anew: send it on the topic instruction for that"
                )
                return
            self._first.set()
            first = to_instruction(Instruction(text))
            self.begin(lambda: self._pursue(first, None, patient=True), "task")

    def deactivate(self) -> None:
        """End the task in hand."""
        self._cancel("behavior was deactivated")

    def release(self) -> None:
        """End the tree."""
        executive = getattr(self, "_executive", None)
        if executive is not None:
            executive.close()
        if getattr(self, "_begun", False):
            self._first.clear()
        if hasattr(self, "_file"):
            self._file.clear()

    def _beat(self, beat: Heartbeat) -> None:
        self._manager.take(beat)
        self._ports.beat(beat)
        self._ended_nodes.take(beat)
        if self._busy and not self._cancelled and (line := self._ended_nodes.problem()):
            self._cancel(line)

    def _watch_manager(self) -> None:
        for line in self._warden.look(_HANG_SECONDS, self.heart.unheard):
            self.get_logger().error(line)

    def _config(self) -> BehaviorConfig:
        """The strategy's settings; what somebody set as a parameter wins."""
        names = [name for name in values_of(BehaviorConfig()) if self.given(name)]
        return replace_config(
            load_strategy(self.value("strategy")), {name: self.value(name) for name in names}
        )

    # -- tasks -----------------------------------------------------------------------------------

    def _asked(self, message: InstructionMsg) -> None:
        self.begin(lambda: self._pursue(message, None), "task")

    def _taken_up(self) -> bool:
        """Go on with the task over which the process before this one died; whether there is one."""
        kept = self._file.read()
        try:
            message = _message(kept["instruction"], InstructionMsg)
            name = str(kept["name"])
        except (KeyError, ValueError, TypeError, RuntimeError):
            return False
        if "result" in kept:
            self._ended = name, EpisodeResult(bool(kept["success"]), str(kept["result"]))
            return True
        self._name, self._busy = name, True
        self.get_logger().warning(f"the task in hand is taken up again: {_title(message)}")
        self.begin(lambda: self._pursue(message, None, name, kept), "task")
        return True

    async def _execute(self, handle: ServerGoalHandle) -> ExecuteTask.Result:
        name = handle.request.task
        if name and name == self._name and self._busy:
            # Who asked for it asks again, because the answer will not come any more.
            self._handle = handle
            result = await self._ending
        elif name and name == self._ended[0] and self._ended[1] is not None:
            result = self._ended[1]
        else:
            result = await self._pursue(handle.request.instruction, handle, name)
        if handle.is_cancel_requested and not result.success:
            handle.canceled()
        elif result.success:
            handle.succeed()
        else:
            handle.abort()
        return to_episode_result(result, self.now(), ExecuteTask.Result)

    async def _pursue(
        self,
        message: InstructionMsg,
        handle: ServerGoalHandle | None,
        name: str = "",
        kept: Mapping[str, Any] | None = None,
        patient: bool = False,
    ) -> EpisodeResult:
        """One task from its words to its end; never raises.

        Args:
            message: the words.
            handle: who asked, if an action client did.
            name: of the request.
            kept: what a process before this one knew of it.
            patient: waits for the robot however long that takes to come up.
        """
        began = time.monotonic()
        if kept is None:
            await self._take_over()
        self._busy, self._cancelled = True, ""
        self._name, self._ending = name, Future() if kept is None else self._ending
        self._handle = handle or (self._handle if kept is not None else None)
        self._understanding = self._meant = self._heard = None
        self._text, self._state = _title(message), "running"
        self._kept = {"name": name, "instruction": _text(message)}
        self._publish_status()
        result = EpisodeResult(False, "ended by an error inside behavior")
        try:
            if self._stopped:
                raise InputError(_STOPPED)
            if line := self._ended_nodes.problem():
                raise InputError(line)
            if kept is None:
                self._keep({})
            if kept is not None and "goal" in kept:
                self._mean(_message(kept["goal"], GoalMsg))
            else:
                await self._understood(message)
            await self._first_world(patient)
            result = await self._run(kept or {})
        except (InputError, RobotError) as error:
            result = EpisodeResult(False, str(error), seconds=time.monotonic() - began)
        except Exception as error:
            line = self._unexpected("task", error)
            result = EpisodeResult(False, line, seconds=time.monotonic() - began)
        else:
            self.monitor.clear("task")
        finally:
            self._end(result)
        return result

    def _end(self, result: EpisodeResult) -> None:
        """Tell how the task in hand ended, and be free for the next one.

        The coroutine of a task ends after its node was closed, too; nobody is told any more.
        """
        if self._closed:
            return
        asked = self._meant is not None and question_asked(self._meant) is not None
        self._busy, self._task, self._meant = False, None, None
        self._ended = self._name, result
        self._keep({"success": result.success, "result": result.reason})
        self._state = "succeeded" if result.success else "failed"
        if self._cancelled and not result.success:
            self._state = "cancelled"
        try:
            self._publish_status()
            if asked and result.success:
                self._answer(String(data=result.reason))
            self._result(to_episode_result(result, self.now()))
            self.get_logger().info(f"task {self._state}: {result.reason}")
        finally:
            self._handle, self._kept = None, {}
            self._ending.set_result(result)

    def _keep(self, more: Mapping[str, Any]) -> None:
        """Have what is known of the task outlive this process; written on the worker thread."""
        self._kept = {**self._kept, **more}
        self.work(partial(self._file.write, dict(self._kept)))

    async def _take_over(self) -> None:
        """End the task in hand, if any."""
        while self._busy:
            self._cancel("replaced by a new task")
            ended = Future()
            self._arrived.append(ended)
            await self.within(ended, 0.1)

    async def _understood(self, message: InstructionMsg) -> None:
        request = Understand.Request(instruction=message)
        for _ in range(_TRIES):
            if not await self.found(self._understand, _ANSWER_SECONDS):
                continue
            answer = self._understand.call_async(request)
            if await self._answered(answer):
                break
            self._understand.remove_pending_request(answer)
        else:
            raise RobotError("subgoal_prediction does not answer; is it active?")
        if not answer.result().success:
            raise InputError(answer.result().message)
        self._mean(answer.result().goal)

    def _mean(self, goal: GoalMsg) -> None:
        """Pursue what was understood."""
        self._meant, self._since = from_goal(goal), from_time(goal.header.stamp)
        self._kept["goal"] = _text(goal)
        if self._heard is not None:  # somebody answered before we knew what was understood
            self._goal_told(self._heard)

    async def _answered(self, answer: Future) -> bool:
        """Wait for an answer, as long as language tells that it reads; whether it came.

        An endpoint may take longer than a node that is well. Asked again, it would be paid twice.
        """
        self._reading = time.monotonic()
        while not await self.within(answer, _LOOK_SECONDS):
            if self._cancelled:
                self._understand.remove_pending_request(answer)
                raise RobotError(self._cancelled)
            if time.monotonic() - self._reading > _ANSWER_SECONDS:
                return False
        return True

    def _goal_told(self, message: GoalMsg) -> None:
        """Follow what language tells anew of the task in hand, not of another task or time."""
        self._heard = message
        if self._meant is None or from_time(message.header.stamp) < self._since:
            return
        try:
            told = from_goal(message)
        except InputError as error:
            self.get_logger().warning(f"goal: {error}")
            return
        if told.instruction != self._meant.instruction or not told.overrules(self._meant):
            return
        self._meant = told
        self._kept["goal"] = _text(message)
        if self._task is not None:
            self._understanding = told
            self._executive.follow(told)
            self.post(self._tick)

    async def _first_world(self, patient: bool) -> None:
        """Wait until there is something to plan on, and tell what that waits for.

        Raises:
            RobotError: it does not come; who is ``patient`` goes on waiting.
        """
        end = math.inf if patient else time.monotonic() + self.value("world_timeout")
        begun = time.monotonic()
        while not self._world_is_current() and not self._cancelled:
            if time.monotonic() > end:
                raise RobotError(f"no world model; {self._troubles.first() or NO_TROUBLE}")
            if self._robot_fault and not patient:
                raise RobotError(self._robot_fault)
            if line := self._troubles.news():
                self.get_logger().info(f"the task waits: {line}")
                self._publish_status()
            arrived = Future()
            self._arrived.append(arrived)
            await self.within(arrived, 1.0)
            if time.monotonic() > begun + _RESEND_SECONDS:
                # The first image of a robot that was just started may come before who listens.
                self._ports.listener.missed()
        self._troubles.end()

    def _world_is_current(self) -> bool:
        """Whether there is a world model, and it is of the robot's present episode."""
        known = self._ports.listener
        return known.stamp >= 0 and self._episodes in (-1, known.episode)

    async def _run(self, kept: Mapping[str, Any]) -> EpisodeResult:
        if self._cancelled or self._meant is None:
            return EpisodeResult(False, self._cancelled)
        if kept.get("episode", self._ports.listener.episode) != self._ports.listener.episode:
            raise RobotError("the robot was reset while nobody pursued the task")
        if kept:
            self._ports.call_off()
        self._begin_task(self._meant, kept.get("board"))
        task = self._task = Future()
        self._tick()
        await task
        self._task = None
        result = self._executive.result()
        self._tree(to_tree(self._executive.snapshot(), self.now()))
        return result

    def _cancel(self, reason: str) -> CancelResponse:
        """Leave a note for the next tick, and have that come at once."""
        if self._busy:
            self._cancelled = reason
            self._executive.cancel(reason)
            self.post(self._tick)
        return CancelResponse.ACCEPT

    def _robot(self, message: RobotStateMsg) -> None:
        if self._episodes not in (-1, int(message.episode)):
            self._halt(False)  # a reset ends a stop, too
        self._episodes = int(message.episode)
        self._robot_fault = ""  # it lives; what its last diagnostics said is over

    def _diagnosed(self, message: DiagnosticArray) -> None:
        """Without a robot there is nothing to wait for; for who reads there is."""
        ours = self.get_namespace().strip("/")
        bridge, language = (f"{ours}/{name}".lstrip("/") for name in _TELLING)
        for status in message.status:
            self._troubles.take(status.hardware_id.removeprefix(f"{ours}/"), status)
            if status.hardware_id == language and _reads(status):
                self._reading = time.monotonic()
            if status.hardware_id == bridge:
                self._robot_fault = status.message if status.level == DiagnosticStatus.ERROR else ""
                self._bridge_stopped(STOPPED in status.message)

    def _stop(self, stopped: bool) -> None:
        self._stop_heard = time.monotonic()
        self._halt(stopped)

    def _bridge_stopped(self, stopped: bool) -> None:
        """A stop that only the bridge heard counts, too: who says it once reaches one listener."""
        if time.monotonic() - self._stop_heard >= _STALE_SECONDS:
            self._halt(stopped)

    def _halt(self, stopped: bool) -> None:
        """End the task in hand, or let others begin; the status tells at once which."""
        if stopped == self._stopped:
            return
        self._stopped = stopped
        if stopped:
            self._cancel(_STOPPED)
        self._publish_status()

    # -- ticks -----------------------------------------------------------------------------------

    def _tick(self) -> None:
        arrived, self._arrived = self._arrived, []
        for future in arrived:
            if not future.done():
                future.set_result(None)
        task = self._task
        if task is None or task.done():
            return
        if self._ports.listener.episode != self._episode:
            self._new_episode()
        began = time.perf_counter()
        with self.allowing(self._slowest):
            status = self._executive.tick()
        self.monitor.latency.append(time.perf_counter() - began)
        if status is not Status.RUNNING:
            if not task.done():
                task.set_result(None)
            return
        self._checkpoint()
        if time.monotonic() - self._told > _STATUS_SECONDS:
            self._publish_status()

    def _checkpoint(self) -> None:
        """Write down where the task stands, whenever that has changed."""
        progress = self._executive.status()
        known = (progress.goal, progress.action, progress.plans, progress.failures)
        if known != self._known:
            self._known = known
            self._keep({"episode": self._episode, "board": self._executive.checkpoint()})

    def _new_episode(self) -> None:
        """The robot was reset: begin anew if nothing has been done yet, else end the task."""
        if self._ports.skills <= 1 and self._understanding is not None:
            self._since = 0.0  # the clock may have been set back
            self._begin_task(self._understanding)
            if self._cancelled:  # a note for this very tick, which beginning anew wiped
                self._executive.cancel(self._cancelled)
        else:
            self._executive.cancel("the robot was reset")

    def _begin_task(
        self, understanding: TaskUnderstanding, kept: Mapping[str, Any] | None = None
    ) -> None:
        self._understanding, self._known = understanding, ()
        self._episode = self._ports.listener.episode
        self._executive.start(understanding, kept)
        self._ports.skills = 0

    def _publish_status(self) -> None:
        self._told = time.monotonic()
        progress = None
        if self._understanding is not None:
            progress = self._executive.status()
            self._tree(to_tree(self._executive.snapshot(), self.now()))
        message = to_status(self._state, self._text, self.now(), progress, self._ports.skill_text)
        if self._stopped:
            message.phase, message.blocking = "stopped", _STOPPED
        elif progress is None and self._busy:
            message.phase, message.blocking = "waiting", self._troubles.told
        self._status(message)
        if self._handle is not None and self._handle.is_active:
            self._handle.publish_feedback(ExecuteTask.Feedback(status=message))


def _title(message: InstructionMsg) -> str:
    """What people see of a task."""
    return message.text or message.goal or next(iter(message.utterances), "")


def _text(message: Any) -> str:
    """A message as text for a file."""
    return bytes(serialize_message(message)).hex()


def _message(text: str, kind: type[M]) -> M:
    """The message of a text; ValueError or RuntimeError if it is none."""
    found: M = deserialize_message(bytes.fromhex(text), kind)
    return found


def _reads(status: DiagnosticStatus) -> bool:
    """Whether language tells that it has requests in hand."""
    return any(item.key == READING and item.value != "0" for item in status.values)
