# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goals whose sender is no more."""

import os
import socket
from types import SimpleNamespace

import pytest
from egoplan_ros.msg import Heartbeat
from rclpy.impl.implementation_singleton import rclpy_implementation

from egoplan_ros.nodes.drivers import orphaned_goals
from egoplan_ros.nodes.drivers.orphaned_goals import DRIVER, OrphanedGoals
from egoplan_ros.nodes.supervision import warden
from egoplan_ros.nodes.supervision.peers import Peers

NAV2, ARM = "/navigate_to_pose/_action/cancel_goal", "/hand/_action/cancel_goal"
KIND = "action_msgs/srv/CancelGoal"


class Graph:
    """A node beside a bridge, timers and clock turned by hand."""

    def __init__(self, monkeypatch, services=(NAV2, ARM)) -> None:
        self.now, self.services = 100.0, list(services)
        self.timers, self.cancelled, self.told = [], [], []
        self.pid, self.beating, self.running = 4711, True, True
        self.host, self.heard = socket.gethostname(), 0.0
        self.started = 1
        monkeypatch.setattr(orphaned_goals.time, "monotonic", lambda: self.now)
        words = ["python", "-m", "egoplan_ros.nodes.main", DRIVER]
        monkeypatch.setattr(warden, "_words", lambda beat: words if self.running else [])
        self.peers = Peers([DRIVER], clock=lambda: self.now)
        self.goals = OrphanedGoals(self, self.peers)

    def get_namespace(self):
        return "/egoplan"

    def get_client_names_and_types_by_node(self, name, space):
        assert (name, space) == (DRIVER, "/egoplan")
        if not self.beating:
            raise rclpy_implementation.NodeNameNonExistentError
        other = [("/egoplan/robot_bridge/x", ["std_srvs/srv/Trigger"])]
        return other + [(name, [KIND]) for name in self.services]

    def ask(self, kind, name):
        return SimpleNamespace(
            service_is_ready=lambda: True, call_async=lambda _: self.cancelled.append(name)
        )

    def happened(self, key, line):
        self.told.append(line)

    def every(self, seconds, callback, **_):
        self.timers.append([seconds, self.now + seconds, callback])

    def beat(self, stuck=0.0):
        beat = Heartbeat(node=DRIVER, started=self.started, host=self.host, pid=self.pid)
        beat.stuck.sec, beat.stuck.nanosec = int(stuck), int(stuck % 1 * 1e9)
        self.peers.take(beat)

    def pass_time(self, seconds, stuck=0.0):
        end = self.now + seconds
        while True:
            timer = min(self.timers, key=lambda timer: timer[1])
            if timer[1] > end:
                break
            self.now = timer[1]
            timer[1] += timer[0]
            if self.beating and self.now - self.heard >= 0.5:
                self.heard = self.now
                self.beat(stuck)
            timer[2]()
        self.now = end


@pytest.fixture
def graph(monkeypatch) -> Graph:
    made = Graph(monkeypatch)
    made.pass_time(5.0)
    assert not made.cancelled
    return made


def test_goals_of_a_bridge_that_was_killed_are_cancelled_at_once(graph):
    graph.running = graph.beating = False
    graph.pass_time(0.1)
    assert graph.cancelled == [NAV2, ARM]
    assert graph.told == [
        "robot_bridge is gone, or hangs; all goals of /navigate_to_pose, /hand are cancelled"
    ]
    graph.pass_time(10.0)
    assert len(graph.cancelled) == 6, "one may have been accepted meanwhile, and no more"
    assert len(graph.told) == 1


def test_a_bridge_that_hangs_or_of_another_host_is_missed_by_its_heartbeat(monkeypatch):
    far = Graph(monkeypatch)
    far.host = "another-host"
    far.pass_time(5.0)
    far.beating = False
    far.pass_time(1.0)
    assert not far.cancelled
    far.pass_time(1.0)
    assert far.cancelled


def test_a_bridge_whose_thread_is_stuck_pursues_nothing(graph):
    graph.pass_time(1.0, stuck=0.8)
    assert not graph.cancelled
    graph.pass_time(1.0, stuck=2.0)
    assert graph.cancelled


def test_the_next_bridge_s_goals_are_its_own(graph):
    graph.running = graph.beating = False
    graph.pass_time(3.0)
    count = len(graph.cancelled)
    graph.running = graph.beating = True
    graph.started, graph.pid = 2, 4712
    graph.pass_time(5.0)
    assert len(graph.cancelled) == count
    graph.running = graph.beating = False
    graph.pass_time(0.1)
    assert len(graph.cancelled) == count + 2


def test_who_was_halted_itself_blames_nobody(graph):
    graph.now += 20.0
    graph.heard = graph.now
    for timer in graph.timers:
        timer[1] += 20.0
    graph.pass_time(0.4)
    assert not graph.cancelled


def test_a_bridge_without_navigation_leaves_nothing(monkeypatch):
    plain = Graph(monkeypatch, services=())
    plain.pass_time(2.0)
    plain.running = plain.beating = False
    plain.pass_time(5.0)
    assert not plain.told


def test_a_process_is_there_or_not():
    beat = Heartbeat(node="pytest", host=socket.gethostname(), pid=os.getpid())
    assert not warden.runs_here(beat), "of another package"
    assert not warden.runs_here(Heartbeat(node=DRIVER, host="elsewhere", pid=os.getpid()))
