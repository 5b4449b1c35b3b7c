"""The topic ``stop``: who hears it tells the others, for one message may miss some of them."""

from collections.abc import Callable

from std_msgs.msg import Bool

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.qos import EVENTS

STOP = "stop"
RELAYED = "stop/relayed"
"""Between the nodes alone: they know of each other since they were started, a publisher of one
message (``ros2 topic pub --once``) may have found only one of them."""


class StopTopic:
    """Listens to ``stop``, relays it, and hears what others relay."""

    def __init__(
        self, node: ManagedNode, take: Callable[[bool], None], *, always: bool = False
    ) -> None:
        """Begin.

        Args:
            node: that is to stop.
            take: true halts, false allows motion again; the same may come several times.
            always: also while the node is not active.
        """
        self._take = take
        self._relay = node.publish_on(Bool, RELAYED, EVENTS)
        node.listen(Bool, STOP, self._heard, EVENTS, always=always, needed=False)
        node.listen(Bool, RELAYED, self._told, EVENTS, always=always, needed=False)

    def set(self, stopped: bool) -> None:
        """Stop, or allow motion again, in all nodes; the others hear of it before we act."""
        self._relay(Bool(data=stopped))
        self._take(stopped)

    def _heard(self, message: Bool) -> None:
        self.set(bool(message.data))

    def _told(self, message: Bool) -> None:
        self._take(bool(message.data))
