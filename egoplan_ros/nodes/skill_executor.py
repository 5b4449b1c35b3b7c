# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Runs skills: primitives to the robot, each next one decided on a world seen after the last."""

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.task import Future
from sensor_msgs.msg import CameraInfo
from std_msgs.msg import Bool

from egoplan_ros.action import ExecutePrimitive, ExecuteSkill
from egoplan_ros.msg import Heartbeat, Restart, SkillStatus
from egoplan_ros.msg import RobotState as RobotStateMsg
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.clients.listener import LATE_SECONDS, WorldListener
from egoplan_ros.nodes.clients.person import Person
from egoplan_ros.nodes.convert.frame import INFO
from egoplan_ros.nodes.convert.image import from_camera_info
from egoplan_ros.nodes.convert.plan import from_action, to_skill_result, to_skill_status
from egoplan_ros.nodes.convert.robot import from_primitive_result, to_primitive
from egoplan_ros.nodes.convert.stamps import from_time
from egoplan_ros.nodes.drivers.remote_action import cancel_after_all
from egoplan_ros.nodes.parameters import Parameter, of_settings, settings_told
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.nodes.supervision.heart import TOPIC
from egoplan_ros.nodes.supervision.peers import RESTARTS, Peers
from egoplan_ros.skills.config import PATH_PLANNERS, SEARCHES, SkillConfig
from egoplan_ros.skills.costs import Costs
from egoplan_ros.skills.driver import SkillRun
from egoplan_ros.skills.failure_memory import InVain
from egoplan_ros.skills.navigation.path_planner import warm_up
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.errors import InputError, LostError, RobotError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveResult
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import WorldState

BRIDGE = "robot_bridge"
_SLICE_SECONDS = 0.25
_SLOWEST_SECONDS = 30.0
"""What deciding on the next primitive may take."""


@dataclass(slots=True)
class Spent:
    """Primitives that a skill has tried, and how many of them failed, however it ends."""

    primitives: int = 0
    failures: int = 0

    def failed(self, action: SymbolicAction, code: ErrorCode, message: str) -> SkillResult:
        """A failed skill that spent this much."""
        return SkillResult(
            action,
            False,
            code,
            message,
            primitives=self.primitives,
            failures=self.failures,
        )


class SkillExecutor(ManagedNode):
    """Serves ``execute_skill``, one at a time; a cancelled skill ends between two primitives.

    ``pause`` holds it there until further notice.
    """

    NAME = "skill_executor"
    PARAMETERS = (
        Parameter("primitive_timeout", "until the robot answers, seconds", 1.0, 3600.0),
        Parameter("world_timeout", "until a skill gives up without a new world", 1.0, 3600.0),
        Parameter("resend_after", "until a lost frame is asked for again, seconds", 0.1, 60.0),
        Parameter("human_timeout", "until a person answers, seconds", 1.0, 3600.0),
        Parameter("step", "length of one translation, metres", 0.05, 1.0),
        Parameter("tilt", "one camera tilt, radians", 0.05, 1.6),
        Parameter("reach", "of the arm, metres", 0.1, 10.0),
        Parameter("travel_pitch", "camera pitch while exploring, radians", -1.6, 1.6),
        Parameter("stand_poses", "places tried before an object is out of reach", 1, 100),
        Parameter("tries", "interactions tried before a skill gives up", 1, 100),
        Parameter("max_primitives", "of one skill", 1, 10000),
        Parameter("collisions", "tolerated on one way", 1, 100),
        Parameter("search", "which places Search looks at", choices=SEARCHES),
        Parameter("path_planner", "what ways are planned by", choices=PATH_PLANNERS),
        *of_settings(Costs),
    )

    def configure(self) -> None:
        """Listen to the world, connect to the robot."""
        self._config = SkillConfig.from_mapping(settings_told(self, SkillConfig()))
        self._ontology = load_ontology()
        self._vain = InVain()
        self._last_turn: Future | None = None
        self._waiting: list[tuple[float, int, Future]] = []
        self._answer: Future | None = None
        self._now: SkillStatus | None = None
        self._state: RobotStateMsg | None = None
        self._stepped = Future()
        self._paused = False
        self._world = WorldListener(self, self._arrived)
        self._peers = Peers((BRIDGE,), self._wake)
        self.listen(Restart, RESTARTS, self._peers.told, LATCHED, always=True, needed=False)
        self.listen(Heartbeat, TOPIC, self._peers.take, sensor(), always=True, needed=False)
        self.listen(RobotStateMsg, "robot_state", self._moved, EVENTS, always=True)
        self.listen(CameraInfo, INFO, self._seen, sensor(), always=True)
        self._status = self.publish_on(SkillStatus, "skill/status", EVENTS)
        self._person = Person(self, self._answered)
        self.listen(Bool, "pause", self._pause, EVENTS, always=True, needed=False)
        self._robot = ActionClient(self, ExecutePrimitive, "execute_primitive")
        self.own(self._robot, self._robot.destroy)
        self.serve_action(
            ExecuteSkill,
            "execute_skill",
            self._execute,
            self._cancel,
            lambda line: to_skill_result(
                to_skill_status(
                    SkillResult(SymbolicAction(""), False, ErrorCode.NOT_ALLOWED, line), 0.0
                )
            ),
        )
        self.every(1.0, self._beat)

    def activate(self) -> None:
        """Import meanwhile what the first action will need."""
        self.work(partial(warm_up, self._config.path_planner))

    async def _execute(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        action = from_action(handle.request.action)
        before, mine = self._last_turn, Future()
        self._last_turn, spent = mine, Spent()
        try:
            if before is not None and not before.done():
                await before
            result = await self._run(action, handle, spent)
        except (InputError, RobotError) as error:
            result = spent.failed(action, _code(error), str(error))
        except Exception as error:
            line = self._unexpected("skill", error)
            result = spent.failed(action, ErrorCode.OTHER, line)
        finally:
            mine.set_result(None)
        self._now = None
        status = to_skill_status(result, max(self._world.stamp, 0.0))
        self._status(status)
        if handle.is_cancel_requested and result.error is ErrorCode.CANCELLED:
            handle.canceled()
        elif result.success:
            handle.succeed()
        else:
            handle.abort()
        return to_skill_result(status)

    async def _run(
        self, action: SymbolicAction, handle: ServerGoalHandle, spent: Spent
    ) -> SkillResult:
        if not self.active:
            raise InputError(f"skill_executor is {self.state}; activate it first")
        if action.name == "AskHuman":
            return await self._ask_human(action, handle)
        world = await self._newer(0.0, -1)
        if world is None:
            raise RobotError("no world model; is mapping active?")
        with self.allowing(_SLOWEST_SECONDS):
            run = SkillRun(action, world, self._ontology, self._config, self._vain)
        while run.primitive is not None:
            await self._while_paused(action, handle)
            if handle.is_cancel_requested:
                run.cancel()
                break
            await self._bridge_ready()
            began = time.perf_counter()
            progress = SkillResult(
                action,
                False,
                message=str(run.primitive),
                primitives=spent.primitives,
                failures=spent.failures,
            )
            self._tell(progress, handle, run.primitive)
            spent.primitives += 1
            spent.failures += 1  # until it is known to have gone well
            outcome, stamp, episode = await self._primitive(run.primitive, handle)
            world = await self._newer(stamp, episode)
            if world is None:
                run.cancel()
                spent.failures -= outcome.success
                line = f"no world model as new as {stamp:.3f} s"
                return spent.failed(action, ErrorCode.PERCEPTION_STALE, line)
            with self.allowing(_SLOWEST_SECONDS):
                run.feed(outcome, world)
            spent.primitives, spent.failures = run.primitives, run.failures
            self.monitor.latency.append(time.perf_counter() - began)
        self.monitor.clear("skill")
        return run.result or run.cancel()

    async def _while_paused(self, action: SymbolicAction, handle: ServerGoalHandle) -> None:
        """Hold between two primitives; a cancel ends the wait."""
        if not self._paused:
            return
        self._now = to_skill_status(
            SkillResult(action, False, message="paused"), max(self._world.stamp, 0.0), running=True
        )
        self._status(self._now)
        while self._paused and not handle.is_cancel_requested:
            self._stepped = Future()
            await self.within(self._stepped, _SLICE_SECONDS)

    def _pause(self, message: Bool) -> None:
        """True holds whatever skill there is, false lets it go on."""
        self._paused = bool(message.data)
        if self._paused:
            self.monitor.warn("paused", "paused by the pause topic")
        else:
            self.monitor.clear("paused")
        self._wake()

    def _cancel(self, _: ServerGoalHandle) -> CancelResponse:
        self.post(self._wake)
        return CancelResponse.ACCEPT

    async def _primitive(
        self, primitive: Primitive, skill: ServerGoalHandle
    ) -> tuple[PrimitiveResult, float, int]:
        """Have the robot do it; its outcome, and stamp and episode of the frame after it.

        The robot's state tells that it is done, too: an answer may get lost while the two nodes
        have not quite discovered each other.
        """
        before, bridge = self._state, self._peers.started(BRIDGE)
        self._stepped = Future()
        goal = ExecutePrimitive.Goal(primitive=to_primitive(primitive))
        sent = self._robot.send_goal_async(goal)
        sent.add_done_callback(self._wake)
        ending: Future | None = None
        end, told = time.monotonic() + self.value("primitive_timeout"), False
        while True:
            if ending is None and sent.done():
                if not sent.result().accepted:
                    raise RobotError("robot_bridge refused the primitive")
                ending = sent.result().get_result_async()
                ending.add_done_callback(self._wake)
            if ending is not None and ending.done():
                return self._outcome(ending.result())
            state = self._state
            if state is not before and before is not None and state is not None:
                if state.episode != before.episode:
                    raise RobotError("the robot was reset")
                if state.has_last and state.step > before.step:
                    return _of_state(state)
            if self._peers.started(BRIDGE) != bridge:
                raise LostError(f"{BRIDGE} died over {primitive} and was started again")
            if time.monotonic() > end:
                sent.add_done_callback(cancel_after_all)  # at once where it was accepted
                raise RobotError(f"robot_bridge did not end {primitive}; is it active?")
            if skill.is_cancel_requested and ending is not None and not told:
                told = True
                sent.result().cancel_goal_async()
            if self._stepped.done():
                self._stepped = Future()
            await self.within(self._stepped, _SLICE_SECONDS)

    async def _bridge_ready(self) -> None:
        """Wait for a bridge that is being started again, or is not found yet by who just was.

        What is sent before is lost.

        Raises:
            RobotError: it does not come.
        """
        end = time.monotonic() + self.value("primitive_timeout")
        while not (self._peers.ready(BRIDGE) and self._robot.server_is_ready()):
            if time.monotonic() > end:
                raise RobotError(f"{BRIDGE} does not come back")
            self._stepped = Future()
            await self.within(self._stepped, _SLICE_SECONDS)

    def _outcome(self, answer: Any) -> tuple[PrimitiveResult, float, int]:
        result = from_primitive_result(answer.result.result)
        if result.error is ErrorCode.SERVER_LOST:
            raise LostError(result.message)
        if result.error is ErrorCode.ROBOT_FAULT:
            raise RobotError(result.message)
        if answer.status == GoalStatus.STATUS_ABORTED:
            raise InputError(result.message)
        state = answer.result.state
        return result, from_time(state.header.stamp), int(state.episode)

    def _seen(self, message: CameraInfo) -> None:
        camera = from_camera_info(message)
        if camera != self._config.camera:
            self._config = replace(self._config, camera=camera)

    def _moved(self, message: RobotStateMsg) -> None:
        self._state = message
        self._wake()

    def _wake(self, _: Any = None) -> None:
        if not self._stepped.done():
            self._stepped.set_result(None)

    async def _newer(self, stamp: float, episode: int) -> WorldState | None:
        """The world once it contains the frame of ``stamp``; None when it never does."""
        if not self._has(stamp, episode):
            arrived = Future()
            self._waiting.append((stamp, episode, arrived))
            asked = began = time.monotonic()
            patience = self.value("resend_after")
            while not await self.within(arrived, min(LATE_SECONDS, patience)):
                now = time.monotonic()
                late = now - began > self.value("world_timeout")
                if late or -1 < episode < self._world.episode:
                    break
                # A slow detector must not be given the same frame again and again.
                if self._world.halved(stamp) or now - asked > patience:
                    asked = now
                    self._world.missed()
            self._waiting = [entry for entry in self._waiting if entry[2] is not arrived]
        return self._world.world if self._has(stamp, episode) else None

    def _has(self, stamp: float, episode: int) -> bool:
        known = self._world
        return known.stamp >= stamp - 1e-9 and episode in (-1, known.episode) and known.stamp >= 0

    def _arrived(self) -> None:
        for stamp, episode, arrived in self._waiting:
            if self._has(stamp, episode) and not arrived.done():
                arrived.set_result(None)

    # -- people and progress ---------------------------------------------------------------------

    async def _ask_human(self, action: SymbolicAction, handle: ServerGoalHandle) -> SkillResult:
        """Wait for an answer, and meanwhile tell that we do; a cancel ends the wait."""
        text = ", ".join(action.args)
        answer = self._answer = Future()
        self._person.ask(text)
        self._tell(SkillResult(action, False, message="waiting for human/answer"), handle)
        end = time.monotonic() + self.value("human_timeout")
        while not await self.within(answer, _SLICE_SECONDS):
            if handle.is_cancel_requested:
                return SkillResult(action, False, ErrorCode.CANCELLED, f"no longer asked: {text}")
            if time.monotonic() > end:
                return SkillResult(
                    action, False, ErrorCode.NOBODY_HELPED, f"nobody answered: {text}"
                )
        if not answer.result():
            return SkillResult(action, False, ErrorCode.NOBODY_HELPED, f"refused: {text}")
        return SkillResult(action, True)

    def _answered(self, done: bool) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(done)

    def _tell(
        self, progress: SkillResult, handle: ServerGoalHandle, primitive: Primitive | None = None
    ) -> None:
        self._now = to_skill_status(progress, self._world.stamp, primitive, running=True)
        self._status(self._now)
        handle.publish_feedback(ExecuteSkill.Feedback(status=self._now))

    def _beat(self) -> None:
        """While a skill runs somebody hears of it at least once a second."""
        if self._now is not None:
            self._status(self._now)


def _of_state(state: RobotStateMsg) -> tuple[PrimitiveResult, float, int]:
    return from_primitive_result(state.last), from_time(state.header.stamp), int(state.episode)


def _code(error: Exception) -> ErrorCode:
    if isinstance(error, LostError):
        return ErrorCode.SERVER_LOST
    return ErrorCode.ROBOT_FAULT if isinstance(error, RobotError) else ErrorCode.OTHER
