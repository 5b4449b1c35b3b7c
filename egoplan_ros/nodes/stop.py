"""The topic ``stop``: who hears it tells the others, for one message may miss some of them."""

import time
from collections import deque
from collections.abc import Callable

from builtin_interfaces.msg import Time
from std_msgs.msg import Bool

from egoplan_ros.msg import Stop
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.stamps import nanoseconds
from egoplan_ros.nodes.qos import EVENTS

STOP = "stop"
RELAYED = "stop/relayed"
"""Between the nodes alone: they know of each other since they were started, a publisher of one
message (``ros2 topic pub --once``) may have found only one of them."""
_REMEMBERED = 64
_NANO = 10**9


class StopTopic:
    """Listens to ``stop``, relays it, and hears what others relay.

    Each message counts once, whichever way it came first: a node that hears late what was relayed
    to it, and what came after that, neither stops anew nor lets go.
    """

    def __init__(
        self, node: ManagedNode, take: Callable[[bool], None], *, always: bool = False
    ) -> None:
        """Begin.

        Args:
            node: that is to stop.
            take: true halts, false allows motion again.
            always: also while the node is not active.
        """
        self._take = take
        self._done: deque[int] = deque(maxlen=_REMEMBERED)
        self._relay = node.publish_on(Stop, RELAYED, EVENTS)
        node.listen(Bool, STOP, self._heard, EVENTS, always=always, needed=False, dated=True)
        node.listen(Stop, RELAYED, self._told, EVENTS, always=always, needed=False)

    def set(self, stopped: bool) -> None:
        """Stop, or allow motion again, in all nodes; the others hear of it before we act."""
        self._heard(Bool(data=stopped), time.time_ns())

    def _heard(self, message: Bool, published: int) -> None:
        published = published or time.time_ns()
        if published not in self._done:
            self._done.append(published)
            self._relay(
                Stop(
                    stamp=Time(sec=published // 10**9, nanosec=published % 10**9), data=message.data
                )
            )
            self._take(bool(message.data))

    def _told(self, message: Stop) -> None:
        published = nanoseconds(message.stamp)
        if published not in self._done:
            self._done.append(published)
            self._take(bool(message.data))
