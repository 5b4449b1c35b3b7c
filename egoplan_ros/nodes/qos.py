"""Qualities of service, as the table in docs/interfaces.md states them."""

from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy


def sensor(reliable: bool = False) -> QoSProfile:
    """Sensor data: best effort, depth 5; reliable when configured (a lossless simulator)."""
    policy = ReliabilityPolicy.RELIABLE if reliable else ReliabilityPolicy.BEST_EFFORT
    return QoSProfile(history=HistoryPolicy.KEEP_LAST, depth=5, reliability=policy)


LATCHED = QoSProfile(
    history=HistoryPolicy.KEEP_LAST,
    depth=1,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)
"""World state: who comes late gets the latest."""

EVENTS = QoSProfile(
    history=HistoryPolicy.KEEP_LAST, depth=50, reliability=ReliabilityPolicy.RELIABLE
)
"""Things that happen once and must not be missed."""
