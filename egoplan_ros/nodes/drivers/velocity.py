# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""``cmd_vel``, in the type that the base takes."""

from typing import Any

from geometry_msgs.msg import Twist, TwistStamped

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.node_table import NODES
from egoplan_ros.nodes.output import Output
from egoplan_ros.nodes.qos import EVENTS
from egoplan_ros.robots.motion import Velocity

TOPIC = "cmd_vel"
AUTO = "auto"
KINDS: dict[str, type] = {"Twist": Twist, "TwistStamped": TwistStamped}
"""What a base may take; ros2_control's and Nav2's take the second since Jazzy."""


class VelocityTopic:
    """Publishes velocities; may be called from any thread.

    Fast DDS has one type for each topic of a process: with ``auto``, nothing is offered until it
    is seen what the base takes.
    """

    def __init__(self, node: ManagedNode, kind: str) -> None:
        """``kind``: one of ``KINDS``, or ``auto``."""
        self._node, self._kind = node, kind
        self._output: Output | None = None
        if kind in KINDS:
            self._offer(kind)

    def __call__(self, velocity: Velocity) -> None:
        """Command m/s forward and left, and rad/s; lost where nobody takes it."""
        if self._output is None:
            return  # nobody was found to take it
        twist = Twist()
        twist.linear.x, twist.linear.y, twist.angular.z = map(float, velocity)
        message: Any = twist
        if self._kind == "TwistStamped":
            message = TwistStamped(twist=twist)
            message.header.stamp = self._node.get_clock().now().to_msg()
            message.header.frame_id = "base_link"
        self._output(message)

    def problem(self) -> str:
        """Why no base takes what is commanded; "" when one does."""
        topic = self._node.resolve_topic_name(TOPIC)
        ours = {(entry.name, self._node.get_namespace()) for entry in NODES}
        taken = {
            info.topic_type.rpartition("/")[2]
            for info in self._node.get_subscriptions_info_by_topic(topic)
            if (info.node_name, info.node_namespace) not in ours  # who watches over the commands
        }
        if not taken:
            return f"nobody listens on {topic}; start the base's driver, or remap the topic"
        told = " and ".join(sorted(taken))
        if self._output is None:
            fit = sorted(taken & KINDS.keys())
            if len(fit) != 1:
                return f"{told} are taken on {topic}; set base.velocity to what the base takes"
            self._offer(fit[0])
        if self._kind not in taken:
            return f"{told} is taken on {topic}, {self._kind} is sent; set base.velocity"
        if self._output is None or not self._output.wanted:
            return f"who takes {self._kind} on {topic} is not connected yet"
        return ""

    def _offer(self, kind: str) -> None:
        self._kind = kind
        self._output = self._node.publish_on(KINDS[kind], TOPIC, EVENTS)
