# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hears the behavior tree of a running graph, for displays."""

import time
from collections.abc import Callable

import rclpy
from rclpy.context import Context
from rclpy.node import Node

from egoplan_ros.behavior.snapshot import TreeNode
from egoplan_ros.msg import BehaviorTree, Heartbeat
from egoplan_ros.nodes.convert.status import from_tree
from egoplan_ros.nodes.node_table import NODES, enclave
from egoplan_ros.nodes.qos import LATCHED, sensor
from egoplan_ros.nodes.supervision.executor import GuardedExecutor
from egoplan_ros.nodes.supervision.heart import TOPIC
from egoplan_ros.nodes.supervision.joining import joining
from egoplan_ros.nodes.supervision.peers import Peers, Silence

PATIENCE = 5.0
_NAME = "egoplan_view"


def listen_to_tree(
    show: Callable[[tuple[TreeNode, ...]], bool],
    silent: Callable[[], None],
    domain: int | None = None,
    namespace: str = "",
    note: Callable[[str], None] = lambda line: None,
) -> None:
    """Spin until ``show`` has seen enough.

    Args:
        show: gets each tree; returns whether to go on.
        silent: told once when nothing has come for a while.
        domain: ROS domain id; None is that of the environment.
        namespace: of the graph's nodes.
        note: told which nodes do not answer, and that they do again.
    """
    context = Context()
    words = ["--ros-args", "--enclave", enclave(_NAME)]
    with joining():
        rclpy.init(args=words, context=context, domain_id=domain)
    on, began = True, time.monotonic()
    heard = told = False

    def take(message: BehaviorTree) -> None:
        nonlocal on, heard
        heard = True
        on = on and show(from_tree(message))

    try:
        with joining():
            node = Node(_NAME, context=context, namespace=namespace, start_parameter_services=False)
        node.create_subscription(BehaviorTree, "behavior/tree", take, LATCHED)
        peers = Peers([entry.name for entry in NODES])
        node.create_subscription(Heartbeat, TOPIC, peers.take, sensor())
        news = Silence(peers)
        executor = GuardedExecutor(lambda line: None, context=context)
        executor.add_node(node)
        while on:
            executor.spin_once(timeout_sec=0.2)
            for line in news.lines():
                note(line)
            if not heard and not told and time.monotonic() - began > PATIENCE:
                told = True
                silent()
        executor.shutdown(timeout_sec=2.0)
        node.destroy_node()
    finally:
        context.try_shutdown()
