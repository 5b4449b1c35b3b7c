# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page hears a graph and talks to it, over ROS."""

import time

import pytest

rclpy = pytest.importorskip("rclpy")

from egoplan_ros.action import ExecuteTask  # noqa: E402
from egoplan_ros.msg import (  # noqa: E402
    AgentStatus,
    Heartbeat,
    HumanAnswer,
    HumanRequest,
    SymbolicAction,
)
from nav_msgs.msg import OccupancyGrid  # noqa: E402
from rclpy.action import ActionServer  # noqa: E402
from rclpy.context import Context  # noqa: E402
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rclpy.node import Node  # noqa: E402
from std_msgs.msg import Bool, String  # noqa: E402

from egoplan_ros.commands.domain import own_domain  # noqa: E402
from egoplan_ros.commands.page.board import Board  # noqa: E402
from egoplan_ros.commands.page.payloads import Payloads  # noqa: E402
from egoplan_ros.nodes.clients import page_client  # noqa: E402
from egoplan_ros.nodes.clients.page_client import PageClient  # noqa: E402
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor  # noqa: E402
from egoplan_ros.nodes.supervision import peers  # noqa: E402
from egoplan_ros.nodes.supervision.heart import TOPIC  # noqa: E402
from egoplan_ros.world.errors import RobotError  # noqa: E402


class Graph:
    """The part of a graph that the page talks to."""

    def __init__(self, domain):
        self.context = Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node = Node("graph", context=self.context, namespace="home")
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.heard = {}
        for kind, topic in ((Bool, "stop"), (String, "answer"), (HumanAnswer, "human/answer")):
            self.node.create_subscription(
                kind, topic, lambda item, topic=topic: self.heard.setdefault(topic, item), EVENTS
            )
        self.server = ActionServer(self.node, ExecuteTask, "execute_task", self._execute)

    def _execute(self, goal):
        self.heard["task"] = goal.request.instruction.text
        goal.succeed()
        return ExecuteTask.Result(success=True)

    def until(self, done, seconds=20.0):
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end
            self.executor.spin_once(timeout_sec=0.05)

    def close(self):
        self.executor.shutdown()
        self.server.destroy()
        self.node.destroy_node()
        self.context.try_shutdown()


@pytest.fixture
def both(monkeypatch):
    """A graph, the board of its page, and the page's client."""
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    monkeypatch.setattr(peers, "SILENT_SECONDS", 0.5)
    monkeypatch.setattr(page_client, "_LOOK_SECONDS", 0.1)
    board = Board()
    payloads = Payloads(board)
    with own_domain() as domain:
        graph = Graph(domain)
        client = PageClient(
            payloads.topics,
            payloads.take,
            lambda *about: board.put("graph", about),
            domain,
            "home",
            None,
        )
        yield graph, board, client
        client.close()
        graph.close()


def test_it_shows_what_is_told(both):
    graph, board, _ = both
    status = graph.node.create_publisher(AgentStatus, "status", LATCHED)
    request = graph.node.create_publisher(HumanRequest, "human/request", EVENTS)
    beat = graph.node.create_publisher(Heartbeat, TOPIC, sensor())
    false = graph.node.create_publisher(OccupancyGrid, "map", LATCHED)
    action = SymbolicAction(name="GoTo", args=["Mug_1"])

    def told():
        status.publish(
            AgentStatus(
                state="running", phase="executing", instruction="find a mug", goal="(near mug)",
                plan=[action], step_of_plan=0, action=action,
            )
        )  # fmt: skip
        request.publish(HumanRequest(id="a1", text="please open the door"))
        beat.publish(Heartbeat(node="planner", state="active", started=5))
        false.publish(OccupancyGrid())  # is none: it does not come in
        return board.value("status") and board.value("request") and (board.value("graph") or [0])[0]

    assert board.value("status") is None
    graph.until(told)
    assert board.value("status")["caption"] == "GoTo(Mug_1)"
    assert board.value("status")["instruction"] == "find a mug"
    assert board.value("request") == {"id": "a1", "text": "please open the door"}
    assert board.value("graph") == (True, True, [])
    assert board.value("floor") is None
    graph.until(lambda: board.value("graph") == (True, False, ["planner"]))


def test_it_passes_on_what_a_person_wants(both):
    import threading

    graph, _, client = both
    graph.until(lambda: client._stops.get_subscription_count() and client._tasks.server_is_ready())
    asking = threading.Thread(target=client.instruct, args=("find a mug",))
    asking.start()
    graph.until(lambda: not asking.is_alive())
    assert graph.heard["task"] == "find a mug"
    client.stop(True)
    client.answer("the table")
    client.help("a1", True)
    graph.until(lambda: len(graph.heard) == 4)
    assert graph.heard["stop"].data is True
    assert graph.heard["answer"].data == "the table"
    assert (graph.heard["human/answer"].id, graph.heard["human/answer"].done) == ("a1", True)


def test_without_a_graph_it_says_so():
    with own_domain() as domain:
        client = PageClient((), lambda *_: None, lambda *_: None, domain, "nowhere", None)
        try:
            with pytest.raises(RobotError, match="nobody takes tasks"):
                client.instruct("find a mug")
            with pytest.raises(RobotError, match="nobody hears the stop"):
                client.stop(True)
        finally:
            client.close()
