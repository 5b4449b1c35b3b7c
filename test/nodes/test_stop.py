# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A stop that only the robot's node heard ends the task, too, and no task begins meanwhile."""

import math
import time
from functools import partial
from types import SimpleNamespace

import pytest
from egoplan_ros.msg import Stop
from hypothesis import given
from hypothesis import strategies as st
from std_msgs.msg import Bool

from egoplan_ros.nodes import stop
from egoplan_ros.nodes.behavior import Behavior
from egoplan_ros.nodes.door.rules import RULES
from egoplan_ros.nodes.stop import StopTopic


@pytest.fixture
def node():
    """What of the node the callbacks use."""
    reasons = []
    made = SimpleNamespace(
        _stopped=False,
        _stop_heard=-math.inf,
        _cancel=reasons.append,
        _publish_status=lambda: None,
        reasons=reasons,
    )
    made._halt = partial(Behavior._halt, made)
    return made


def test_what_only_the_bridge_heard_ends_the_task_once(node):
    Behavior._bridge_stopped(node, True)
    Behavior._bridge_stopped(node, True)
    assert node._stopped
    assert node.reasons == ["stopped; publish false on stop to go on"]
    Behavior._bridge_stopped(node, False)
    assert not node._stopped


def test_a_late_word_of_the_bridge_does_not_undo_what_was_heard(node):
    Behavior._stop(node, True)
    Behavior._stop(node, False)
    Behavior._bridge_stopped(node, True)
    assert not node._stopped
    assert node.reasons == ["stopped; publish false on stop to go on"]
    node._stop_heard = time.monotonic() - 10.0
    Behavior._bridge_stopped(node, True)
    assert node._stopped


class Wires:
    """A node's end of the topics, each message under the test's control."""

    def __init__(self):
        self.sent, self.heard, self.took, self.warned = [], {}, [], []
        self.active = True
        self.topic = StopTopic(self, self.took.append)

    def publish_on(self, kind, topic, qos):
        return self.sent.append

    def listen(self, kind, topic, callback, qos, **more):
        self.heard[topic] = callback
        events = more.get("events")
        if events is not None and events.matched is not None:
            self.matched = events.matched

    def every(self, seconds, callback, *, always=False):
        self.judge = callback

    def guarded(self, call, what=""):
        return call

    def get_logger(self):
        return SimpleNamespace(warning=self.warned.append)

    @property
    def stopped(self):
        return bool(self.took) and self.took[-1]


PRESSED, RELEASED = 1_700_000_000_000_000_001, 1_700_000_001_000_000_000


def test_who_hears_late_what_was_relayed_neither_stops_anew_nor_lets_go():
    first, second = Wires(), Wires()
    for published, stopped in ((PRESSED, True), (RELEASED, False)):
        first.heard["stop"](Bool(data=stopped), published)
    for relayed in first.sent:
        second.heard["stop/relayed"](relayed)
        second.heard["stop"](Bool(data=True), PRESSED)
    second.heard["stop"](Bool(data=False), RELEASED)
    assert first.took == second.took == [True, False]
    assert not second.sent, "they were relayed already"
    assert not second.warned


def test_an_older_release_that_another_node_relays_late_does_not_undo_a_stop():
    first, second, third = Wires(), Wires(), Wires()
    first.heard["stop"](Bool(data=False), PRESSED - 1)
    second.heard["stop"](Bool(data=True), PRESSED)
    for wires in (second, first):
        third.heard["stop/relayed"](wires.sent[0])
    assert third.stopped


def test_each_press_counts_though_nothing_is_known_of_when_it_was():
    wires = Wires()
    for stopped in (True, True, False):
        wires.heard["stop"](Bool(data=stopped), 0)
    assert wires.took == [True, True, False]


def test_a_stop_counts_though_its_publishers_clock_is_late():
    """A release by such a clock does not, and that is told; the service lets go."""
    wires = Wires()
    wires.heard["stop"](Bool(data=False), RELEASED)
    wires.heard["stop"](Bool(data=True), PRESSED)
    assert wires.stopped
    wires.heard["stop"](Bool(data=False), PRESSED + 1)
    assert wires.stopped
    assert "call the service stop" in wires.warned[0]
    wires.topic.set(False)
    assert not wires.stopped


def test_a_stop_of_a_clock_that_is_ahead_is_undone_by_what_comes_later():
    wires = Wires()
    wires.heard["stop"](Bool(data=True), time.time_ns() + 10**18)
    wires.heard["stop"](Bool(data=False), time.time_ns() + 10)
    assert wires.took == [True, False]


@pytest.mark.parametrize(
    ("order", "good"), [(PRESSED, True), (0, False), (-1, False), (2**63 - 1, False)]
)
def test_a_relay_from_another_time_does_not_come_in(order, good):
    assert (RULES[Stop](Stop(order=order, data=True)) == "") is good


def test_what_the_service_sets_is_relayed_once():
    first, second = Wires(), Wires()
    first.topic.set(True)
    (relayed,) = first.sent
    for wires in (first, second):
        wires.heard["stop/relayed"](relayed)
    assert first.took == second.took == [True]


def change(total, current):
    """What is told of publishers: how many came, and how many more of them are there now."""
    return SimpleNamespace(total_count_change=total, current_count_change=current)


CAME, WENT, CAME_AND_WENT = [change(1, 1)], [change(0, -1)], [change(1, 0)]


@pytest.fixture
def clock(monkeypatch):
    """Time that stands still until it is moved."""
    made = SimpleNamespace(now=100.0, time_ns=time.time_ns)
    made.monotonic = lambda: made.now
    monkeypatch.setattr(stop, "time", made)
    return made


def settle(clock, *nodes):
    """A moment passes, in which all that waits is heard."""
    clock.now += 0.1
    for node in nodes:
        node.judge()


@pytest.mark.parametrize("changes", [CAME + WENT, CAME_AND_WENT, CAME + CAME + WENT])
def test_who_comes_and_goes_unheard_may_have_said_stop(clock, changes):
    wires = Wires()
    for each in changes:
        wires.matched(each)
    assert not wires.took, "it may be heard yet"
    settle(clock, wires)
    assert wires.stopped
    assert [relayed.data for relayed in wires.sent] == [True]
    assert "its message was not heard" in wires.warned[0]
    settle(clock, wires)
    assert len(wires.took) == 1


@pytest.mark.parametrize("topic", ["stop", "stop/relayed"])
@pytest.mark.parametrize("stopped", [True, False])
@pytest.mark.parametrize("when", ["before", "between", "after"])
def test_who_was_heard_by_anybody_is_in_no_doubt(clock, topic, stopped, when):
    wires, other = Wires(), Wires()
    other.heard["stop"](Bool(data=stopped), PRESSED)
    given = (Bool(data=stopped), PRESSED) if topic == "stop" else (other.sent[0],)
    for moment, event in (("before", CAME[0]), ("between", WENT[0]), ("after", None)):
        if when == moment:
            wires.heard[topic](*given)
        if event is not None:
            wires.matched(event)
    settle(clock, wires)
    assert wires.took == [stopped]
    assert not wires.warned


def test_a_message_stands_for_one_publisher_alone(clock):
    """Somebody lets it go, and the stop that follows is not heard."""
    wires = Wires()
    wires.matched(*CAME)
    wires.heard["stop"](Bool(data=False), PRESSED)
    wires.matched(*WENT)
    settle(clock, wires)
    assert wires.took == [False]
    wires.matched(*CAME_AND_WENT)
    settle(clock, wires)
    assert wires.stopped


def test_a_copy_of_a_message_stands_for_nobody(clock):
    """A reliable publisher reaches two readers, and a stop that follows is not heard."""
    wires = Wires()
    wires.matched(*CAME)
    for _ in range(2):
        wires.heard["stop"](Bool(data=False), PRESSED)
    wires.matched(*WENT)
    wires.matched(*CAME_AND_WENT)
    settle(clock, wires)
    assert wires.stopped


def test_what_is_heard_of_it_later_outdoes_the_doubt(clock):
    """In the node that doubts, and in one that heard it at once; who heard nothing halts, too."""
    doubting, other, deaf = Wires(), Wires(), Wires()
    now = time.time_ns()
    other.heard["stop"](Bool(data=False), now)
    doubting.matched(*CAME_AND_WENT)
    settle(clock, doubting)
    assert doubting.stopped
    for wires in (other, deaf):
        wires.heard["stop/relayed"](doubting.sent[-1])
    assert (other.stopped, deaf.stopped) == (False, True)
    doubting.heard["stop/relayed"](other.sent[-1])
    assert not doubting.stopped


def test_a_node_that_was_busy_takes_what_waits_before_it_doubts(clock):
    """Of what came meanwhile, who came and went is told first."""
    wires = Wires()
    clock.now += 10.0
    wires.matched(*CAME_AND_WENT)
    wires.judge()
    wires.heard["stop"](Bool(data=False), time.time_ns() - 4 * 10**9)
    settle(clock, wires)
    assert wires.took == [False]


def test_who_stayed_and_said_nothing_had_nothing_to_say(clock):
    wires = Wires()
    wires.matched(*CAME)
    clock.now += 3.0
    wires.matched(*WENT)
    settle(clock, wires)
    assert not wires.took


def test_a_node_that_is_not_active_hears_nothing_and_doubts_nothing(clock):
    wires = Wires()
    wires.active = False
    for each in CAME + WENT:
        wires.matched(each)
    wires.active = True
    settle(clock, wires)
    assert not wires.took


@given(st.data())
def test_all_nodes_rest_after_a_last_stop_whatever_came_late(data):
    """Who hears a message directly, and when each of the rest comes, is drawn; a relay's messages
    come in order."""
    nodes = [Wires() for _ in range(3)]
    values = [*data.draw(st.lists(st.booleans(), max_size=4)), True]
    direct = [
        [(PRESSED + k, value) for k, value in enumerate(values) if data.draw(st.booleans())]
        for _ in nodes
    ]
    if all((PRESSED + len(values) - 1, True) not in heard for heard in direct):
        direct[data.draw(st.integers(0, 2))].append((PRESSED + len(values) - 1, True))
    read = {(a, b): 0 for a in range(3) for b in range(3) if a != b}
    while True:
        ready = [("stop", a, a) for a in range(3) if direct[a]]
        ready += [("relayed", a, b) for (a, b), k in read.items() if k < len(nodes[a].sent)]
        if not ready:
            break
        kind, a, b = data.draw(st.sampled_from(ready))
        if kind == "stop":
            published, value = direct[a].pop(0)
            nodes[a].heard["stop"](Bool(data=value), published)
        else:
            nodes[b].heard["stop/relayed"](nodes[a].sent[read[a, b]])
            read[a, b] += 1
    assert all(node.stopped for node in nodes)
