"""Brings all nodes up in order, watches them, and brings a restarted one up again."""

import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any

from lifecycle_msgs.msg import State, Transition, TransitionEvent
from lifecycle_msgs.srv import ChangeState, GetState
from std_srvs.srv import Trigger

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.parameters import Parameter
from egoplan_ros.nodes.qos import EVENTS
from egoplan_ros.nodes.table import NODES

_UP = {
    State.PRIMARY_STATE_UNCONFIGURED: Transition.TRANSITION_CONFIGURE,
    State.PRIMARY_STATE_INACTIVE: Transition.TRANSITION_ACTIVATE,
}
_NAMES = {
    State.PRIMARY_STATE_UNKNOWN: "unknown",
    State.PRIMARY_STATE_UNCONFIGURED: "unconfigured",
    State.PRIMARY_STATE_INACTIVE: "inactive",
    State.PRIMARY_STATE_ACTIVE: "active",
    State.PRIMARY_STATE_FINALIZED: "finalized",
}

_TWIN_SECONDS = 30.0
"""After which a second node of the same name is none that died: DDS forgets those sooner."""


@dataclass(slots=True)
class Managed:
    """What is known of one node."""

    name: str
    get_state: Any
    change_state: Any
    state: int = State.PRIMARY_STATE_UNKNOWN
    seen: float = -1.0
    pending: Any = None
    asked: float = 0.0
    next_try: float = 0.0
    pause: float = 0.5
    revived: int = 0
    was_active: bool = False
    problem: str = ""
    changing: bool = False
    goal: int = State.PRIMARY_STATE_UNKNOWN


class LifecycleManager(ManagedNode):
    """Configures and activates in the order of the node table; ``is_active`` tells when done.

    Nodes answer ``get_state`` as a heartbeat; who does not answer is told in the diagnostics.
    """

    NAME = "lifecycle_manager"
    PARAMETERS = (
        Parameter("autostart", "bring all nodes up"),
        Parameter("heartbeat", "between looks at a node, seconds", 0.1, 60.0),
        Parameter("patience", "until a silent node is reported, seconds", 0.5, 600.0),
        Parameter("transition_timeout", "of one transition, seconds", 1.0, 600.0),
    )

    def __init__(self) -> None:
        super().__init__()
        self._starter = self.create_timer(0.05, self.guarded(self._start), clock=self._steady)

    def _start(self) -> None:
        """This node has nobody to bring it up: it does so itself, once."""
        if self.state == "unconfigured" and not self.monitor.faults:
            self.trigger_configure()
        elif self.state == "inactive" and not self.monitor.faults:
            self.trigger_activate()
        elif self.active:
            self._starter.cancel()

    def configure(self) -> None:
        """Connect to all nodes of the table."""
        self._nodes = [
            Managed(
                entry.name,
                self.ask(GetState, f"{entry.name}/get_state"),
                self.ask(ChangeState, f"{entry.name}/change_state"),
            )
            for entry in NODES
            if entry.managed
        ]
        for node in self._nodes:
            self.listen(
                TransitionEvent,
                f"{node.name}/transition_event",
                partial(self._event, node),
                EVENTS,
                needed=False,
            )
        self._twins: dict[str, float] = {}
        self.every(2.0, self._look_for_twins)
        self.serve(Trigger, "is_active", self._is_active)
        self.every(0.1, self._look_after)

    def _look_for_twins(self) -> None:
        """Two graphs of the same names both drive the robot; who died still counts a while."""
        now = time.monotonic()
        space = self.get_namespace().rstrip("/")
        there = Counter(
            f"{at.rstrip('/')}/{name}" for name, at in self.get_node_names_and_namespaces()
        )
        twice = [name for name in (f"{space}/{entry.name}" for entry in NODES) if there[name] > 1]
        self._twins = {name: self._twins.get(name, now) for name in twice}
        lasting = [name for name, since in self._twins.items() if now - since >= _TWIN_SECONDS]
        if lasting:
            self.caution(
                "twins",
                f"{', '.join(lasting)} run more than once and get in each other's way; end the "
                "other graph, or give it a namespace or ROS_DOMAIN_ID of its own",
            )
        else:
            self.monitor.clear("twins")

    def _event(self, node: Managed, event: TransitionEvent) -> None:
        self._learn(node, event.goal_state.id)
        if node.changing and event.goal_state.id == node.goal:
            node.pending = None  # its answer may have been lost
        self._look_after()

    def _look_after(self) -> None:
        now = time.monotonic()
        earlier_active = True
        for node in self._nodes:
            self._collect(node, now)
            self._step(node, now, earlier_active)
            earlier_active = earlier_active and node.state == State.PRIMARY_STATE_ACTIVE
        self._report(now)

    def _collect(self, node: Managed, now: float) -> None:
        """Take the answer to what was asked last; give up on one that does not come."""
        if node.pending is None:
            return
        limit = self.value("transition_timeout") if node.changing else self.value("patience")
        if node.pending.done():
            answer, node.pending = node.pending.result(), None
            node.seen = now
            if not node.changing:
                self._learn(node, answer.current_state.id)
            elif answer.success:
                node.pause, node.problem, node.next_try = 0.5, "", 0.0
                self._learn(node, node.goal)
            else:
                node.problem = f"{node.name} could not leave state {_NAMES.get(node.state)}"
                node.next_try, node.pause = now + node.pause, min(2 * node.pause, 8.0)
            node.asked = 0.0 if node.changing else now
        elif now - node.asked > limit:
            node.pending = None

    def _learn(self, node: Managed, state: int) -> None:
        node.seen = time.monotonic()
        if state in (node.state, State.PRIMARY_STATE_UNKNOWN) or state not in _NAMES:
            return
        if state == State.PRIMARY_STATE_ACTIVE:
            node.revived += node.was_active
            node.was_active = True
            node.problem = ""
            self.get_logger().info(f"{node.name} is active")
        elif node.state == State.PRIMARY_STATE_ACTIVE:
            self.get_logger().warning(f"{node.name} is {_NAMES[state]}; it was active")
        node.state = state

    def _step(self, node: Managed, now: float, earlier_active: bool) -> None:
        if node.pending is not None:
            return
        wanted = _UP.get(node.state)
        ready = earlier_active or node.was_active or wanted == Transition.TRANSITION_CONFIGURE
        if wanted is not None and self.value("autostart") and ready and now >= node.next_try:
            if node.change_state.service_is_ready():
                configure = wanted == Transition.TRANSITION_CONFIGURE
                node.goal = (
                    State.PRIMARY_STATE_INACTIVE if configure else State.PRIMARY_STATE_ACTIVE
                )
                request = ChangeState.Request(transition=Transition(id=wanted))
                self._send(node, node.change_state, request, True, now)
        elif now - node.asked > self.value("heartbeat") and node.get_state.service_is_ready():
            self._send(node, node.get_state, GetState.Request(), False, now)

    def _send(self, node: Managed, client: Any, request: Any, changing: bool, now: float) -> None:
        node.pending, node.changing, node.asked = client.call_async(request), changing, now
        node.pending.add_done_callback(self.guarded(lambda _: self._look_after(), "answer"))

    def _report(self, now: float) -> None:
        patience = self.value("patience")
        for node in self._nodes:
            busy = node.pending is not None and node.changing
            if node.seen >= 0 and now - node.seen > 2 * patience and not busy:
                if node.state != State.PRIMARY_STATE_UNKNOWN:
                    node.state = State.PRIMARY_STATE_UNKNOWN
                    self.get_logger().warning(f"{node.name} does not answer")
                node.problem = f"{node.name} does not answer"
            if node.problem:
                self.monitor.fault(node.name, node.problem)
            else:
                self.monitor.clear(node.name)
            text = _NAMES.get(node.state, "changing")
            if node.revived:
                text += f", brought up again {node.revived} time(s)"
            self.monitor.values[node.name] = text
        waiting = self._waiting()
        if waiting and not self.monitor.faults:
            self.monitor.warn("up", f"not active yet: {', '.join(waiting)}")
        else:
            self.monitor.clear("up")

    def _waiting(self) -> list[str]:
        return [node.name for node in self._nodes if node.state != State.PRIMARY_STATE_ACTIVE]

    def _is_active(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        waiting = self._waiting()
        response.success = not waiting
        response.message = f"not active: {', '.join(waiting)}" if waiting else "all nodes active"
        return response
