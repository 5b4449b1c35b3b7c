# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Brings all nodes up in order, watches them, and brings a restarted one up again."""

import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any

from lifecycle_msgs.msg import State, Transition, TransitionEvent
from lifecycle_msgs.srv import ChangeState
from std_srvs.srv import Trigger

from egoplan_ros.msg import Heartbeat, Restart
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.stamps import from_duration
from egoplan_ros.nodes.drivers.dead_man import DeadMan
from egoplan_ros.nodes.drivers.orphaned_goals import OrphanedGoals
from egoplan_ros.nodes.node_table import NODES
from egoplan_ros.nodes.parameters import Parameter
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.nodes.supervision.heart import TOPIC
from egoplan_ros.nodes.supervision.peers import RESTARTS, SILENT_SECONDS, Peers
from egoplan_ros.nodes.supervision.warden import Warden

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

_IDS = {name: state for state, name in _NAMES.items()}

_SILENT = "does not answer"

_SETTLE_SECONDS = 1.0
"""After a change of state, in which a beat may still tell the one before."""

_LOST_SECONDS = 5.0
"""After which a transition counts as not asked for, when the node tells that it is not in one."""

_TWIN_SECONDS = 30.0
"""After which a second node of the same name is none that died: DDS forgets those sooner."""


@dataclass(slots=True)
class Managed:
    """What is known of one node."""

    name: str
    change_state: Any
    state: int = State.PRIMARY_STATE_UNKNOWN
    changed: float = 0.0
    pending: Any = None
    asked: float = 0.0
    next_try: float = 0.0
    pause: float = 0.5
    revived: int = 0
    restarts: int = 0
    was_active: bool = False
    problem: str = ""
    goal: int = State.PRIMARY_STATE_UNKNOWN


class LifecycleManager(ManagedNode):
    """Configures and activates in the order of the node table; ``is_active`` tells when done.

    Each node's heartbeat tells its state, and that it lives: who does not answer is told in the
    diagnostics, then ended, so that whoever starts nodes starts it again.
    """

    NAME = "lifecycle_manager"
    PARAMETERS = (
        Parameter("autostart", "bring all nodes up"),
        Parameter("restart_after", "until a node that hangs is ended; 0: never", 0.0, 600.0),
        Parameter(
            "velocity_timeout",
            "of cmd_vel while a base moves, then it is halted; 0: never, nor are goals cancelled",
            0.0,
            5.0,
        ),
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
        self._peers = Peers([node.name for node in self._nodes], self._restarted)
        self._warden = Warden(self._peers)
        self._tell_restart = self.publish_on(Restart, RESTARTS, LATCHED)
        self.listen(Heartbeat, TOPIC, self._beat, sensor(), always=True, needed=False)
        if seconds := self.value("velocity_timeout"):
            DeadMan(self, seconds)
            OrphanedGoals(self, self._peers)
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

    def _beat(self, beat: Heartbeat) -> None:
        self._peers.take(beat)
        for node in self._nodes:
            settled = node.pending is None and time.monotonic() - node.changed > _SETTLE_SECONDS
            if node.name == beat.node and settled:
                self._learn(node, _IDS.get(beat.state, State.PRIMARY_STATE_UNKNOWN))

    def _restarted(self, name: str) -> None:
        """Another process has taken a node's place: nothing that was asked of the former counts."""
        for node in self._nodes:
            if node.name == name:
                node.restarts += 1
                reason = self._warden.why(name)
                self.get_logger().warning(f"{name} was started again: {reason}")
                restart = Restart(node=name, reason=reason, count=node.restarts)
                restart.header.stamp = self.get_clock().now().to_msg()
                restart.started = self._peers.started(name)
                self._tell_restart(restart)
                node.pending, node.next_try, node.problem = None, 0.0, ""
                node.changed = 0.0
                self._learn(node, State.PRIMARY_STATE_UNCONFIGURED)

    def _event(self, node: Managed, event: TransitionEvent) -> None:
        self._learn(node, event.goal_state.id)
        if event.goal_state.id == node.goal:
            node.pending = None  # its answer may have been lost
        self._look_after()

    def _look_after(self) -> None:
        now = time.monotonic()
        earlier_active = True
        for node in self._nodes:
            self._collect(node, now)
            self._step(node, now, earlier_active)
            earlier_active = earlier_active and node.state == State.PRIMARY_STATE_ACTIVE
        self._report()

    def _collect(self, node: Managed, now: float) -> None:
        """Take the answer to what was asked last; give up on one that does not come."""
        if node.pending is None:
            return
        beat = self._peers.of[node.name].beat
        idle = _IDS.get(beat.state) == node.state and not from_duration(beat.allowed)
        if node.pending.done():
            answer, node.pending = node.pending.result(), None
            if answer.success:
                node.pause, node.problem, node.next_try = 0.5, "", 0.0
                self._learn(node, node.goal)
            else:
                node.problem = f"{node.name} could not leave state {_NAMES.get(node.state)}"
                node.next_try, node.pause = now + node.pause, min(2 * node.pause, 8.0)
        elif now - node.asked > (_LOST_SECONDS if idle else self.value("transition_timeout")):
            node.pending = None

    def _learn(self, node: Managed, state: int) -> None:
        if state in (node.state, State.PRIMARY_STATE_UNKNOWN) or state not in _NAMES:
            return
        if state == State.PRIMARY_STATE_ACTIVE:
            node.revived += node.was_active
            node.was_active = True
            node.problem = ""
            self.get_logger().info(f"{node.name} is active")
        elif node.state == State.PRIMARY_STATE_ACTIVE:
            self.get_logger().warning(f"{node.name} is {_NAMES[state]}; it was active")
        node.state, node.changed = state, time.monotonic()

    def _step(self, node: Managed, now: float, earlier_active: bool) -> None:
        if node.pending is not None:
            return
        wanted = _UP.get(node.state)
        ready = earlier_active or node.was_active or wanted == Transition.TRANSITION_CONFIGURE
        if wanted is None or not ready or now < node.next_try or not self.value("autostart"):
            return
        if not node.change_state.service_is_ready():
            return
        configure = wanted == Transition.TRANSITION_CONFIGURE
        node.goal = State.PRIMARY_STATE_INACTIVE if configure else State.PRIMARY_STATE_ACTIVE
        request = ChangeState.Request(transition=Transition(id=wanted))
        node.pending, node.asked = node.change_state.call_async(request), now
        node.pending.add_done_callback(self.guarded(lambda _: self._look_after(), "answer"))

    def _report(self) -> None:
        for line in self._warden.look(self.value("restart_after"), self.heart.unheard):
            self.get_logger().error(line)
        for node in self._nodes:
            if self._peers.silence(node.name) >= SILENT_SECONDS:
                self._hangs(node)
            elif node.problem.endswith(_SILENT):
                node.problem = ""
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

    def _hangs(self, node: Managed) -> None:
        """Tell of a node that does not answer."""
        if node.state != State.PRIMARY_STATE_UNKNOWN:
            node.state = State.PRIMARY_STATE_UNKNOWN
            node.problem = f"{node.name} {_SILENT}"
            self.get_logger().warning(node.problem)
            self.monitor.fault(node.name, node.problem)
            self.tell()

    def _waiting(self) -> list[str]:
        return [node.name for node in self._nodes if node.state != State.PRIMARY_STATE_ACTIVE]

    def _is_active(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        waiting = self._waiting()
        response.success = not waiting
        response.message = f"not active: {', '.join(waiting)}" if waiting else "all nodes active"
        return response
