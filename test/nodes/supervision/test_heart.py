"""A node tells for how long it was not fit to answer."""

import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
import rclpy
from egoplan_ros.msg import Heartbeat
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from waiting import until

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.convert.stamps import from_duration
from egoplan_ros.nodes.qos import sensor
from egoplan_ros.nodes.supervision import heart
from egoplan_ros.nodes.supervision.heart import TOPIC, Heart


class Others:
    """Two other nodes: they beat, or are only there; one listens."""

    def __init__(self, node: Node) -> None:
        self.beating, self.node = True, node
        self.heard: list[float] = []
        self.publishers = [node.create_publisher(Heartbeat, TOPIC, sensor()) for _ in range(2)]
        node.create_timer(0.05, self._beat)
        node.create_subscription(Heartbeat, TOPIC, self._hear, sensor())

    def _beat(self) -> None:
        for number, publisher in enumerate(self.publishers):
            if self.beating:
                publisher.publish(Heartbeat(node=f"other {number}", started=number + 1))

    def _hear(self, beat: Heartbeat) -> None:
        if beat.node == "one":
            self.heard.append(from_duration(beat.stuck))


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[Others]:
    monkeypatch.setattr(heart, "PERIOD", 0.05)
    monkeypatch.setattr(heart, "_HEARD_SECONDS", 0.3)
    with own_domain() as domain:
        rclpy.init(domain_id=domain)
        executor = SingleThreadedExecutor()
        one, node = Node("one"), Node("others")
        executor.add_node(one)
        executor.add_node(node)

        def spin() -> None:
            with suppress(ExternalShutdownException):
                executor.spin()

        thread = threading.Thread(target=spin)
        thread.start()
        beating = Heart(one, lambda: "active", ReentrantCallbackGroup())
        yield Others(node)
        beating.stop()
        rclpy.shutdown()
        thread.join()


def well(others: Others) -> bool:
    """Whether the latest three beats told of nothing, but for what the machine takes."""
    return len(others.heard) > 2 and max(others.heard[-3:]) < 0.25


def deaf(others: Others) -> bool:
    return len(others.heard) > 2 and min(others.heard[-3:]) > 0.5


def test_who_hears_none_of_those_that_are_there_is_stuck(others: Others) -> None:
    until(lambda: well(others))
    others.beating = False
    until(lambda: deaf(others))
    others.beating = True
    until(lambda: well(others))


def test_who_is_alone_hears_nobody_and_is_well(others: Others) -> None:
    others.beating = False
    until(lambda: deaf(others))
    assert others.node.destroy_publisher(others.publishers.pop())
    until(lambda: well(others))
