# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person who is asked for help on topics."""

from collections.abc import Callable
from uuid import uuid4

from egoplan_ros.msg import HumanAnswer, HumanRequest
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.stamps import header
from egoplan_ros.nodes.qos import EVENTS

REQUEST, ANSWER = "human/request", "human/answer"


class Person:
    """Asks one thing at a time; an answer to another request is none to this.

    Args:
        node: that asks.
        answered: gets whether what was asked for was done, on the node's thread.
    """

    def __init__(self, node: ManagedNode, answered: Callable[[bool], None]) -> None:
        self._node, self._answered = node, answered
        self._id = ""
        self._publish = node.publish_on(HumanRequest, REQUEST, EVENTS)
        node.listen(HumanAnswer, ANSWER, self._take, EVENTS, needed=False)

    def ask(self, text: str) -> None:
        """Ask; what was asked before is not waited for any more."""
        self._id = uuid4().hex[:8]
        self._publish(HumanRequest(header=header(self._node.now()), id=self._id, text=text))

    def _take(self, message: HumanAnswer) -> None:
        if self._id and message.id in ("", self._id):
            self._id = ""
            self._answered(bool(message.done))
