# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A publisher whose messages are counted."""

from contextlib import suppress
from typing import Any

from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.publisher import Publisher

from egoplan_ros.nodes.diagnostics import Flow


class Output:
    """Publishes on one topic and counts."""

    def __init__(self, publisher: Publisher, flow: Flow) -> None:
        self._publisher = publisher
        self._flow = flow

    def __call__(self, message: Any) -> None:
        """Publish a message; nothing after the node was closed, when a coroutine is yet ended."""
        self._flow.tick()
        with suppress(rclpy_implementation.InvalidHandle):
            self._publisher.publish(message)

    @property
    def wanted(self) -> bool:
        """Whether anybody listens."""
        return int(self._publisher.get_subscription_count()) > 0
