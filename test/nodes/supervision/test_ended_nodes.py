# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who was shut down by hand is told, until another process has taken its place."""

from egoplan_ros.msg import Heartbeat

from egoplan_ros.nodes.supervision.ended_nodes import EndedNodes
from egoplan_ros.nodes.supervision.peers import SILENT_SECONDS


def test_a_node_that_was_shut_down_is_named_with_its_process():
    now = [0.0]
    ended = EndedNodes(lambda: now[0])
    assert ended.problem() == ""
    ended.take(Heartbeat(node="planner", state="active", pid=7, host="robot"))
    ended.take(Heartbeat(node="stranger", state="finalized"))
    assert ended.problem() == ""
    ended.take(Heartbeat(node="planner", state="finalized", pid=7, host="robot"))
    assert "planner was shut down; end its process (7 on robot)" in ended.problem()
    ended.take(Heartbeat(node="mapping", state="inactive"))
    assert "planner" in ended.problem()
    ended.take(Heartbeat(node="planner", state="unconfigured", pid=8, host="robot"))
    assert ended.problem() == ""


def test_a_process_that_is_gone_is_not_told_of_for_ever():
    now = [0.0]
    ended = EndedNodes(lambda: now[0])
    ended.take(Heartbeat(node="planner", state="finalized"))
    now[0] = SILENT_SECONDS
    assert ended.problem() == ""
