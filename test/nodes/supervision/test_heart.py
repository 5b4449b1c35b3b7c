# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A node notes for how long it hears none of the others."""

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
from egoplan_ros.nodes.qos import sensor
from egoplan_ros.nodes.supervision import heart
from egoplan_ros.nodes.supervision.heart import TOPIC, Heart


class Others:
    """A node that hears, and two others: they beat, or are only there."""

    def __init__(self, one: Node, node: Node) -> None:
        self.beating, self.node = True, node
        self.heart = Heart(one, lambda: "active", ReentrantCallbackGroup())
        self.publishers = [node.create_publisher(Heartbeat, TOPIC, sensor()) for _ in range(2)]
        node.create_timer(0.05, self._beat)

    def _beat(self) -> None:
        for number, publisher in enumerate(self.publishers):
            if self.beating:
                publisher.publish(Heartbeat(node=f"other {number}", started=number + 1))


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[Others]:
    monkeypatch.setattr(heart, "PERIOD", 0.05)
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
        made = Others(one, node)
        yield made
        made.heart.stop()
        rclpy.shutdown()
        thread.join()
        for item in (one, node):  # whoever is there counts
            item.destroy_node()


def test_who_hears_none_of_those_that_are_there_is_deaf(others: Others) -> None:
    until(lambda: others.heart.unheard == 0.0)
    others.beating = False
    until(lambda: others.heart.unheard > 0.5)
    others.beating = True
    until(lambda: others.heart.unheard == 0.0)


def test_who_is_alone_hears_nobody_and_is_well(others: Others) -> None:
    others.beating = False
    until(lambda: others.heart.unheard > 0.5)
    assert others.node.destroy_publisher(others.publishers.pop())
    until(lambda: others.heart.unheard == 0.0)
