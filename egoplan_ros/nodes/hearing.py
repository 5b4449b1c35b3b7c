# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A topic that is heard whatever quality of service its publishers offer: nothing may be missed."""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from rclpy.event_handler import QoSSubscriptionMatchedInfo, SubscriptionEventCallbacks
from rclpy.task import Future

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.qos import EVENTS, LOOSE, STANDING

_REMEMBERED = 64
_SETTLE_SECONDS = 0.05
"""Within which it is known what a publisher that was found offers, and has come what it latched."""
_NO_WARNINGS = SubscriptionEventCallbacks(use_default_callbacks=False)
"""Of publishers that one of several readers does not match: another one does."""


class Hearing:
    """Hands on each message once.

    A publisher reaches those readers alone that ask for no more than it offers (OMG DDS 1.4,
    2.2.3). So there are several: one asks for nothing and hears every publisher, but what it loses
    is lost; a reliable one has that sent again by those that can; and once somebody latches what it
    publishes, one asks for what it latched before it was found. Copies of a message are known by
    the moment at which it was published.
    """

    def __init__(
        self,
        node: ManagedNode,
        kind: type,
        topic: str,
        take: Callable[[Any, int], None],
        *,
        always: bool = False,
        matched: Callable[[QoSSubscriptionMatchedInfo], None] | None = None,
    ) -> None:
        """Begin.

        Args:
            node: that listens.
            kind: message type.
            topic: relative name.
            take: gets the message, and when it was published, nanoseconds; 0: unknown.
            always: also while the node is not active; and what was latched before, which comes as
                soon as the node is configured.
            matched: is told of publishers that come and go, of each once.
        """
        self._node, self._topic, self._take = node, topic, take
        self._always, self._told = always, matched
        self._known: deque[int] = deque(maxlen=_REMEMBERED)
        self._reads_latched = False
        self._standing: tuple[int, Any] | None = None
        self._newest = 0
        self._listen: Callable[..., Any] = partial(
            node.listen, kind, topic, always=always, needed=False, dated=True
        )
        everybody = SubscriptionEventCallbacks(matched=node.guarded(self._matched, topic))
        self._listen(self._heard, LOOSE, events=everybody)
        self._listen(self._heard, EVENTS, events=_NO_WARNINGS)

    def _heard(self, message: Any, published: int) -> None:
        if published and published in self._known:
            return
        self._known.append(published)
        self._newest = max(self._newest, published)
        self._take(message, published)

    def _matched(self, change: QoSSubscriptionMatchedInfo) -> None:
        if self._always and change.total_count_change and not self._reads_latched:
            self._node.begin(self._look, self._topic)
        if self._told is not None:
            self._told(change)

    async def _look(self) -> None:
        """Ask for what was latched, if anybody latches: all others would be warned of who asks."""
        await self._node.within(Future(), _SETTLE_SECONDS)
        found = self._node.get_publishers_info_by_topic(self._node.resolve_topic_name(self._topic))
        offered = [(it.qos_profile.reliability, it.qos_profile.durability) for it in found]
        # What is latched with best effort never comes again.
        if (STANDING.reliability, STANDING.durability) in offered and not self._reads_latched:
            self._reads_latched = True
            self._listen(self._stood, STANDING, events=_NO_WARNINGS)

    def _stood(self, message: Any, published: int) -> None:
        """Of what was latched before, the last counts: the rest is over."""
        if published in self._known:
            return
        if self._standing is None:
            self._node.begin(self._settled, self._topic)
        elif published < self._standing[0]:
            return
        self._standing = published, message

    async def _settled(self) -> None:
        await self._node.within(Future(), _SETTLE_SECONDS)
        if self._standing is not None:
            (published, message), self._standing = self._standing, None
            if published >= self._newest:  # else it was over when something else was heard
                self._heard(message, published)
