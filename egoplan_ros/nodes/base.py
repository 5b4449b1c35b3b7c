# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What all nodes share: managed lifecycle, checked parameters, diagnostics, guarded callbacks."""

import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future as ThreadFuture
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, ClassVar

from diagnostic_msgs.msg import DiagnosticArray
from rcl_interfaces.msg import SetParametersResult
from rclpy.action import CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.client import Client
from rclpy.clock import Clock, ClockType
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.parameter import Parameter as RosParameter
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile
from rclpy.subscription import Subscription
from rclpy.task import Future
from rclpy.timer import Timer
from rosgraph_msgs.msg import Clock as ClockMsg

from egoplan_ros.nodes.diagnostics import Monitor
from egoplan_ros.nodes.door.door import Door, clients, publishers, rivals
from egoplan_ros.nodes.node_table import RESERVED, node_entry, own_values
from egoplan_ros.nodes.output import Output
from egoplan_ros.nodes.parameters import Parameter, check, declare, refuse_bad
from egoplan_ros.nodes.qos import EVENTS
from egoplan_ros.nodes.steady_action_server import SteadyActionServer
from egoplan_ros.nodes.supervision.heart import Heart
from egoplan_ros.world.errors import InputError, RobotError

_LOOK_SECONDS = 0.05
_TRANSITION_SECONDS = 120.0
"""What a transition may rightly take: models are loaded in it."""
_FADING_SECONDS = 5.0
"""How long something stands in the diagnostics that happens and is over."""
_NO_CLOCK_SECONDS, _CLOCK_SECONDS = 10.0, 30.0
"""Until a clock is missed that nobody tells, and one that somebody means to tell."""
_SHARED = frozenset({"/tf", "/tf_static", "human/request", "cmd_vel", "heartbeat", "stop/relayed"})
"""Topics on which others publish rightly."""
SUCCESS, FAILURE = TransitionCallbackReturn.SUCCESS, TransitionCallbackReturn.FAILURE


class ManagedNode(LifecycleNode):
    """A managed node (REP-like lifecycle of ROS 2) whose callbacks cannot bring it down.

    All callbacks run on one thread; long work goes to :meth:`work`, whose outcome comes back on
    that thread. Timers run on steady time, because simulated time stands still between steps.

    Sub-classes override :meth:`configure`, :meth:`activate`, :meth:`deactivate` and
    :meth:`release`; raising :class:`InputError` there is a failed transition with that message.
    """

    NAME: ClassVar[str]
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()
    STATIC: ClassVar[tuple[str, ...]] = ()
    """How the names of parameters begin that are read when the node is configured, and only then;
    set later they are refused, for nothing would follow from it."""

    def __init__(self) -> None:
        super().__init__(self.NAME)
        # A group that excludes others is held while a service awaits: what it waits for, even the
        # timer that ends the wait, would never be called.
        self._open = ReentrantCallbackGroup()
        self.active = False
        self.state = "unconfigured"
        self._made, self._closed = time.monotonic(), False
        self.monitor = Monitor(
            self.get_fully_qualified_name(), self.count_publishers, self.resolve_topic_name
        )
        self._steady = Clock(clock_type=ClockType.STEADY_TIME)
        self._owned: list[tuple[Callable[[Any], object], Any]] = []
        self._workers: ThreadPoolExecutor | None = None
        self._fading: dict[str, float] = {}
        self._guard_clock()
        self._diagnostics = self.create_publisher(DiagnosticArray, "/diagnostics", EVENTS)
        self._set_since: set[str] = set()
        self._from_file = own_values(node_entry(self.NAME))
        self._problems, ignored = declare(self, self.NAME, self.PARAMETERS)
        self.add_on_set_parameters_callback(self._may_be_set)
        self.add_post_set_parameters_callback(self._parameters_set)
        for line in self._problems:
            self.fail("parameters", line)
        if ignored:
            self.caution("ignored", f"{self.NAME}: {ignored}")
        self.create_timer(1.0, self.guarded(self.tell), self._open, clock=self._steady)
        self.heart = Heart(self, lambda: self.state, self._open)

    # -- for sub-classes -------------------------------------------------------------------------

    def configure(self) -> None:
        """Build what the node needs from its parameters."""

    def activate(self) -> None:
        """Begin to work."""

    def deactivate(self) -> None:
        """Stop working; what was built stays."""

    def release(self) -> None:
        """Give back what :meth:`configure` built; must work at any time."""

    def value(self, name: str) -> Any:
        """Value of a parameter."""
        return self.get_parameter(name).value

    def given(self, name: str) -> bool:
        """Whether somebody set a parameter; else it has the value of the node's shipped file."""
        sources = (self._parameter_overrides, self._set_since, self._from_file)
        return any(name in source for source in sources)

    def show(self, values: Mapping[str, Any]) -> None:
        """Have ``ros2 param get`` tell the values in force of parameters that nobody set."""
        ours = {name: value for name, value in values.items() if not self.given(name)}
        self.set_parameters([RosParameter(name, value=value) for name, value in ours.items()])
        self._set_since -= set(ours)

    def _parameters_set(self, changed: Sequence[RosParameter]) -> None:
        """Whoever sets a parameter of a node that is up is told when it counts."""
        self._set_since.update(item.name for item in changed)
        ours = ", ".join(item.name for item in changed if item.name not in RESERVED)
        if ours and self.state in ("inactive", "active"):
            self.get_logger().info(
                f"{ours} set; what is read when the node is configured counts from the next time "
                f"on: ros2 lifecycle set {self.get_fully_qualified_name()} cleanup"
            )

    def group(self, prefix: str) -> dict[str, Any]:
        """Values of all parameters that start with ``prefix.``, without it."""
        start = f"{prefix}."
        return {
            item.name.removeprefix(start): self.value(item.name)
            for item in self.PARAMETERS
            if item.name.startswith(start)
        }

    def listen(
        self,
        kind: type,
        topic: str,
        callback: Callable[..., None],
        qos: QoSProfile,
        *,
        always: bool = False,
        needed: bool = True,
        checked: bool = True,
        dated: bool = False,
        events: SubscriptionEventCallbacks | None = None,
    ) -> Subscription:
        """Subscribe until the node is cleaned up; what is no such message does not come in.

        Args:
            kind: message type.
            topic: relative name.
            callback: gets the message.
            qos: quality of service.
            always: also while the node is not active.
            needed: diagnostics tell when nothing comes.
            checked: at the door; else the callback has to do so.
            dated: the callback also gets when the message was published, nanoseconds; 0: unknown.
            events: gets told of publishers that come and go.
        """
        flow = self.monitor.expect(topic) if needed else None
        published = 0

        def give(message: Any) -> None:
            callback(*((message, published) if dated else (message,)))

        passed = self._passed(kind, topic, give) if checked else give
        safe = self.guarded(passed, topic)

        def take(message: Any) -> None:
            if flow is not None:
                flow.tick()
            if self.active or always:
                safe(message)

        def take_dated(message: Any, info: Any) -> None:
            nonlocal published
            published = int(info["source_timestamp"])
            take(message)

        taker: Any = take_dated if dated else take
        return self._own(
            self.create_subscription(
                kind, topic, taker, qos, callback_group=self._open, event_callbacks=events
            ),
            self.destroy_subscription,
        )

    def _may_be_set(self, given: Sequence[RosParameter]) -> SetParametersResult:
        """What cannot be set now, or to that value."""
        late = [item.name for item in given if item.name.startswith(self.STATIC)]
        if self.STATIC and late and self.state in ("inactive", "active"):
            return SetParametersResult(
                successful=False,
                reason=f"parameter {late[0]} is read when {self.NAME} is configured; clean it up "
                "first, or set it at the start",
            )
        return refuse_bad(self.NAME, self.PARAMETERS, given)

    def publish_on(self, kind: type, topic: str, qos: QoSProfile) -> Output:
        """Publish on a topic, and count, until the node is cleaned up."""
        flow = self.monitor.output(topic)
        publisher: Publisher = self._own(
            self.create_publisher(kind, topic, qos), self.destroy_publisher
        )
        return Output(publisher, flow)

    def _passed(
        self, kind: type, topic: str, callback: Callable[[Any], None]
    ) -> Callable[[Any], None]:
        """The callback, but only for messages that are what they should be."""
        door = self._door(kind, topic)
        who = partial(publishers, self, self.resolve_topic_name(topic))

        def take(message: Any) -> None:
            if door.passes(message, who):
                callback(message)

        return take

    def _door(self, kind: type, name: str) -> Door:
        def tell(line: str, new: bool) -> None:
            self.monitor.values[f"{name} refused"] = str(door.refused)
            self.happened(f"door of {name}", line, new)

        door = Door(kind, name, tell)
        return door

    def _guard_clock(self) -> None:
        """A time that is none would end the node inside rclpy."""
        source: Any = self._time_source
        source.clock_callback = self._passed(ClockMsg, "/clock", source.clock_callback)
        if source._clock_sub is not None:
            source._clock_sub.callback = source.clock_callback

    def serve(
        self,
        kind: Any,
        name: str,
        callback: Callable[[Any, Any], Any],
        *,
        always: bool = False,
        quiet: bool = False,
        refused: Callable[[Any, str], None] | None = None,
    ) -> None:
        """Offer a service until the node is cleaned up; the callback may be a coroutine.

        A refused request answers with ``success`` False and the message, and is logged unless
        ``quiet``; ``refused`` writes it into a response that has no such fields. It is refused
        while the node is not active, unless ``always``.
        """
        door, path = self._door(kind.Request, name), self.resolve_service_name(name)

        def respond(response: Any, line: str) -> Any:
            if refused is not None:
                refused(response, line)
            elif hasattr(response, "success"):
                response.success, response.message = False, line
            return response

        async def answer(request: Any, response: Any) -> Any:
            try:
                if not (self.active or always):
                    raise InputError(f"{self.NAME} is {self.state}; activate it first")
                if problem := door.problem(request):
                    door.refuse(problem, lambda: f"refused, it may be from {clients(self, path)}")
                    return respond(response, f"{name}: {problem}")
                found = callback(request, response)
                return await found if hasattr(found, "__await__") else found
            except (InputError, RobotError) as error:
                line = str(error)
            except Exception as error:
                line = self._unexpected(name, error)
            if not quiet:
                self.get_logger().warning(f"{name}: {line}")
            return respond(response, line)

        service = self.create_service(kind, name, answer, callback_group=self._open)
        self._own(service, self.destroy_service)

    def serve_action(
        self,
        kind: Any,
        name: str,
        execute: Callable[[ServerGoalHandle], Any],
        cancel: Callable[[ServerGoalHandle], CancelResponse],
        refused: Callable[[str], Any],
    ) -> None:
        """Offer an action until the node is cleaned up; ``refused`` makes a bad goal's result."""
        door = self._door(kind.Goal, name)
        path = self.resolve_service_name(f"{name}/_action/send_goal")

        async def run(handle: ServerGoalHandle) -> Any:
            try:
                if not (problem := door.problem(handle.request)):
                    return await execute(handle)
                door.refuse(problem, lambda: f"refused, it may be from {clients(self, path)}")
                line = f"{name}: {problem}"
            except Exception as error:
                line = self._unexpected(name, error)
            if handle.is_active:
                handle.abort()
            return refused(line)

        server = SteadyActionServer(self, kind, name, run, cancel_callback=cancel)
        self.own(server, server.destroy)

    def ask(self, kind: type, name: str) -> Any:
        """A service client until the node is cleaned up."""
        return self._own(self.create_client(kind, name), self.destroy_client)

    def every(self, seconds: float, callback: Callable[[], None], *, always: bool = False) -> Timer:
        """Call regularly (steady time) until cleaned up, only while active unless ``always``."""
        safe = self.guarded(callback)

        def tick() -> None:
            if self.active or always:
                safe()

        return self._own(self.create_timer(seconds, tick, clock=self._steady), self.destroy_timer)

    def own(self, thing: Any, destroy: Callable[[], object]) -> Any:
        """Have something destroyed when the node is cleaned up."""
        return self._own(thing, lambda _: destroy())

    def allowing(self, seconds: float) -> AbstractContextManager[None]:
        """What is done within may keep the node's thread for so long, and is no hang."""
        return self.heart.allowing(seconds)

    def work(self, job: Callable[[], Any]) -> Future:
        """Run a job on the node's worker thread, one at a time; the future ends on our thread.

        Once the node is closed nothing is begun, and the future is cancelled.
        """
        if self._closed:
            never = Future()
            never.cancel()
            return never
        if self._workers is None:
            self._workers = ThreadPoolExecutor(1, thread_name_prefix=self.NAME)
        outcome = Future()

        def finish(done: ThreadFuture[Any]) -> None:
            if done.cancelled():
                self.post(outcome.cancel)
            elif error := done.exception():
                self.post(partial(outcome.set_exception, error))
            else:
                self.post(partial(outcome.set_result, done.result()))

        self._workers.submit(job).add_done_callback(finish)
        return outcome

    async def within(self, future: Future, seconds: float) -> bool:
        """Wait for a future on our thread; whether it ended in time."""
        outcome = Future()

        def settle(ended: bool) -> None:
            if not outcome.done():
                outcome.set_result(ended)

        # Groups never forget their members: this one ends with the timer.
        alone = ReentrantCallbackGroup()
        timer = self.create_timer(seconds, lambda: settle(False), alone, clock=self._steady)
        future.add_done_callback(lambda _: settle(True))
        try:
            return bool(await outcome)
        finally:
            self.destroy_timer(timer)

    async def found(self, client: Client, seconds: float) -> bool:
        """Wait on our thread until a service is there: what is asked before is lost."""
        for _ in range(round(seconds / _LOOK_SECONDS)):
            if client.service_is_ready():
                return True
            await self.within(Future(), _LOOK_SECONDS)
        return bool(client.service_is_ready())

    def begin(self, job: Callable[[], Coroutine[Any, Any, Any]], key: str) -> None:
        """Start a coroutine function on our thread; a failure becomes a diagnostic."""

        async def safe() -> None:
            try:
                await job()
            except (InputError, RobotError) as error:
                self.fail(key, str(error))
            except Exception as error:
                self._unexpected(key, error)

        if self.executor is not None:
            self.executor.create_task(safe)

    def post(self, call: Callable[[], object]) -> None:
        """Call soon on the node's thread; may be used from any thread."""
        executor = self.executor
        if executor is not None and self.context.ok():
            executor.create_task(self.guarded(call))

    def guarded(self, call: Callable[..., Any], what: str = "") -> Callable[..., Any]:
        """The same, but an exception becomes a log line and a diagnostic."""
        key = what or getattr(call, "__name__", "callback")

        def safe(*args: Any) -> Any:
            try:
                result = call(*args)
            except (InputError, RobotError) as error:
                self.fail(key, str(error))
            except Exception as error:
                self._unexpected(key, error)
            else:
                self.monitor.clear(key)
                return result
            return None

        return safe

    def fail(self, key: str, message: str) -> None:
        """Log an error once and keep it in the diagnostics until it is cleared."""
        line = " ".join(message.split())
        if self.monitor.fault(key, line):
            self.get_logger().error(line)
            self.tell()

    def caution(self, key: str, message: str) -> None:
        """Log and tell a warning once, and keep it in the diagnostics until it is cleared."""
        if self._note(key, message):
            self.tell()

    def _note(self, key: str, message: str) -> bool:
        """Log a warning once and keep it for the next diagnostics; whether it is new."""
        if new := self.monitor.warn(key, message):
            self.get_logger().warning(message)
        return new

    def happened(self, key: str, message: str, new: bool = True) -> None:
        """Log a warning that is ``new``, and have it stand in the diagnostics for a while."""
        self._fading[key] = time.monotonic()
        self.monitor.warn(key, message)
        if new:
            self.get_logger().warning(message)
            self.tell()

    def now(self) -> float:
        """Seconds of the node's clock, which a simulator may set."""
        return float(self.get_clock().now().nanoseconds / 1e9)

    def tell(self) -> None:
        """Publish the diagnostics now."""
        if self._closed:
            return
        over = time.monotonic() - _FADING_SECONDS
        for key in [key for key, since in self._fading.items() if since < over]:
            self._fading.pop(key, None)  # another thread may tell, too
            self.monitor.clear(key)
        self._look_for_rivals()
        self._look_at_clock()
        message = DiagnosticArray(status=[self.monitor.status(self.state)])
        message.header.stamp = self.get_clock().now().to_msg()
        self._diagnostics.publish(message)

    def _look_at_clock(self) -> None:
        """Name the clock that everything waits for; a simulator that comes up tells none yet."""
        if not self.value("use_sim_time") or self.get_clock().now().nanoseconds > 0:
            self.monitor.clear("clock")
            return
        topic = self.resolve_topic_name("/clock")
        tellers = self.count_publishers(topic)
        if time.monotonic() - self._made > (_CLOCK_SECONDS if tellers else _NO_CLOCK_SECONDS):
            self._note(
                "clock",
                f"use_sim_time is true and nothing has come on {topic} ({tellers} publishers); "
                "start what tells the time there, or set use_sim_time:=false",
            )

    def _look_for_rivals(self) -> None:
        """Tell who else publishes what only we do: its messages are taken for ours."""
        lines = []
        for flow in self.monitor.outputs.values():
            topic = self.resolve_topic_name(flow.name)
            if flow.name in _SHARED or self.count_publishers(topic) < 2:
                continue
            if others := rivals(self, topic, self.get_fully_qualified_name()):
                lines.append(f"{topic}: {others} publishes there, too; end it or rename it")
        if not lines:
            return self.monitor.clear("rivals")
        self._note("rivals", "; ".join(lines))

    # -- lifecycle -------------------------------------------------------------------------------

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Check the parameters, then :meth:`configure`."""
        return self._transition("inactive", self._configure)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Call :meth:`activate`."""
        self.active = True
        outcome = self._transition("active", self.activate)
        self.active = outcome == SUCCESS
        return outcome

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Call :meth:`deactivate`."""
        self.active = False
        return self._transition("inactive", self.deactivate)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Call :meth:`release` and destroy what was made for it."""
        return self._transition("unconfigured", self._release)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """As cleaning up."""
        self.active = False
        return self._transition("finalized", self._release)

    def close(self) -> None:
        """Release everything; called once the node no longer spins."""
        self.active, self._closed = False, True
        self.heart.stop()
        try:
            self._release()
        except Exception as error:
            self.get_logger().error(f"{self.NAME}: while ending: {error}")
        if self._workers is not None:
            self._workers.shutdown(wait=False, cancel_futures=True)
        self.destroy_node()

    def _LifecycleNodeMixin__on_change_state(self, request: Any, response: Any) -> Any:
        """A transition that is not possible is refused; rclpy would end the node."""
        try:
            return super()._LifecycleNodeMixin__on_change_state(request, response)  # type: ignore[misc]
        except Exception as error:
            wanted = request.transition.label or request.transition.id
            self.get_logger().warning(f"transition {wanted} from {self.state}: {error}")
            response.success = False
            return response

    def _configure(self) -> None:
        problems = check(self, self.NAME, self.PARAMETERS)
        stale = [line for line in self._problems if not self._corrected(line)]
        if problems or stale:
            raise InputError("; ".join(problems or stale))
        self.monitor.clear("parameters")
        self.configure()

    def _corrected(self, line: str) -> bool:
        """Whether the parameter a problem was about has been set since."""
        return line.split()[1] in self._set_since

    def _release(self) -> None:
        self.release()
        while self._owned:
            destroy, thing = self._owned.pop()
            destroy(thing)
        self.monitor.inputs.clear()
        self.monitor.outputs.clear()

    def _transition(self, state: str, call: Callable[[], None]) -> TransitionCallbackReturn:
        try:
            with self.heart.allowing(_TRANSITION_SECONDS):
                call()
        except (InputError, RobotError) as error:
            told = str(error)
            named = told.startswith(f"{self.NAME}:")
            self.fail("transition", told if named else f"{self.NAME}: {told}")
        except Exception as error:
            self._unexpected("transition", error)
        else:
            self.monitor.clear("transition")
            self.state = state
            self.get_logger().info(f"{self.NAME} is {state}")
            return SUCCESS
        if state == "inactive" and self.state == "unconfigured":
            self.guarded(self._release, "release")()
        return FAILURE

    def _unexpected(self, key: str, error: Exception) -> str:
        line = f"{self.NAME}: {key}: {type(error).__name__}: {error}"
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        if trace is not None:
            code = trace.tb_frame.f_code
            line += f" ({code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno})"
        self.fail(key, line)
        return line

    def _own(self, thing: Any, destroy: Callable[[Any], object]) -> Any:
        self._owned.append((destroy, thing))
        return thing
