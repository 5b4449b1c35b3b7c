# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The topic ``stop``: who hears it tells the others, for one message may miss some of them."""

import time
from collections import deque
from collections.abc import Callable

from builtin_interfaces.msg import Time
from rclpy.event_handler import QoSSubscriptionMatchedInfo
from std_msgs.msg import Bool

from egoplan_ros.msg import Stop
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.stamps import nanoseconds
from egoplan_ros.nodes.hearing import Hearing
from egoplan_ros.nodes.qos import EVENTS

STOP = "stop"
RELAYED = "stop/relayed"
"""Between the nodes alone: they know of each other since they were started, a publisher of one
message (``ros2 topic pub --once``) may have found only one of them."""
_REMEMBERED = 64
_BRIEF_SECONDS = 2.0
"""Who stays no longer has come to say one thing."""
_EARLY_SECONDS = 3.0
"""By which others may hear a publisher before we know of it."""
_SETTLE_SECONDS = 0.05
"""Until what waits in our queues, or in those of the others, was heard."""
_NANO = 10**9


class StopTopic:
    """Listens to ``stop``, whoever publishes there, relays it, and hears what others relay.

    Relays of different nodes overtake each other, and what is heard directly may be late, too. So
    each message counts once, and the latest by the publishers' clocks counts; but a stop that was
    not heard of before always does, whatever a clock says.

    A publisher of one message may be gone before anybody who listens knows of it well enough to
    have the message repeated. Who came, went, and was not heard may have said stop, and is obeyed.
    Of several publishers the latest is taken for the one that went, and whose a message is cannot
    be told: each one heard in the last seconds stands for one of them.
    """

    def __init__(
        self, node: ManagedNode, take: Callable[[bool], None], *, always: bool = False
    ) -> None:
        """Begin.

        Args:
            node: that is to stop.
            take: true halts, false allows motion again; the same may come several times.
            always: also while the node is not active; and a stop that was latched before.
        """
        self._node, self._take = node, take
        self._known: deque[int] = deque(maxlen=_REMEMBERED)
        self._latest, self._always = 0, always
        self._came: list[float] = []  # when those publishers did that are there
        self._gone: list[tuple[float, float]] = []  # came and went, and nothing is known of them
        self._unclaimed: deque[float] = deque(maxlen=_REMEMBERED)  # when messages were heard
        self._relay = node.publish_on(Stop, RELAYED, EVENTS)
        node.every(_SETTLE_SECONDS, self._judge, always=always)
        Hearing(node, Bool, STOP, self._heard, always=always, matched=self._matched)
        node.listen(Stop, RELAYED, self._told, EVENTS, always=always, needed=False)

    def set(self, stopped: bool) -> None:
        """Stop, or allow motion again, in all nodes; the others hear of it before we act."""
        now = time.time_ns()
        self._pass_on(now, max(now, self._latest + 1), stopped)

    def _heard(self, message: Bool, published: int) -> None:
        now = time.time_ns()
        published = published or now
        if published in self._known:
            return
        self._unclaimed.append(time.monotonic())
        order = min(published, now)  # a clock that is ahead must not outdo all that comes later
        if message.data:
            self._pass_on(published, max(order, self._latest + 1), True)
        elif order > self._latest:
            self._pass_on(published, order, False)
        else:
            self._known.append(published)
            self._node.get_logger().warning(
                "false on stop was published before the latest stop, by its publisher's clock, and "
                "does not count; publish it again, or call the service stop"
            )

    def _matched(self, change: QoSSubscriptionMatchedInfo) -> None:
        """Publishers came or went; both may be told at once."""
        now, came = time.monotonic(), change.total_count_change
        self._came += [now] * came
        left = min(came - change.current_count_change, len(self._came))
        gone = [self._came.pop() for _ in range(left)]
        if self._always or self._node.active:
            self._gone += [(at, now) for at in gone if now - at < _BRIEF_SECONDS]

    def _judge(self) -> None:
        """Halt for those that went a moment ago, and for whom no message stands."""
        now = time.monotonic()
        settled = [came for came, went in self._gone if now - went > _SETTLE_SECONDS]
        self._gone = [entry for entry in self._gone if now - entry[1] <= _SETTLE_SECONDS]
        for came in settled:
            heard = next((at for at in self._unclaimed if at > came - _EARLY_SECONDS), None)
            if heard is not None:
                self._unclaimed.remove(heard)
                continue
            self._node.get_logger().warning(
                "a publisher on stop came and went, and its message was not heard: the robot "
                "halts, as it may have said so; publish false on stop to go on"
            )
            # Who heard the message, or will yet, knows better: it came after this.
            published = time.time_ns()
            before = published - int(_EARLY_SECONDS * _NANO)
            self._pass_on(published, max(before, self._latest + 1), True)

    def _pass_on(self, published: int, order: int, stopped: bool) -> None:
        stamp = Time(sec=published // _NANO, nanosec=published % _NANO)
        self._relay(Stop(stamp=stamp, order=order, data=stopped))
        self._count(published, order, stopped)

    def _told(self, message: Stop) -> None:
        if nanoseconds(message.stamp) not in self._known:
            self._unclaimed.append(time.monotonic())
        self._count(nanoseconds(message.stamp), int(message.order), bool(message.data))

    def _count(self, published: int, order: int, stopped: bool) -> None:
        self._known.append(published)
        if order > self._latest:
            self._latest = order
            self._take(stopped)
