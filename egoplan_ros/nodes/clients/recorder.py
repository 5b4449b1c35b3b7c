# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Records every topic of the graph, raw, into a rosbag2 folder (MCAP).

Written with the rosbags library: the definitions of our own messages go into the file, so that
Foxglove and ``ros2 bag play`` can read it on machines without this package.
"""

import queue
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from rclpy.node import Node
from rclpy.qos import (
    DurabilityPolicy,
    QoSProfile,
    ReliabilityPolicy,
)
from rclpy.subscription import Subscription
from rosbags.interfaces import (
    Qos,
    QosDurability,
    QosHistory,
    QosLiveliness,
    QosReliability,
    QosTime,
)
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer
from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from rosbags.typesys.store import Typestore

from egoplan_ros.world.system.resources import PACKAGE, share_directories

DISCOVERY_SECONDS = 0.5
DEPTH = 100
_NEVER = QosTime(9223372036, 854775807)


@dataclass(frozen=True, slots=True)
class _Item:
    topic: str
    kind: str
    durable: bool
    reliable: bool
    stamp: int
    data: bytes


_UNWRITABLE = re.compile(
    r"""[ \t]*\#.*|^[ \t]*string[ \t]+\w+[ \t]*=[ \t]*""[ \t]*$""", re.MULTILINE
)
"""What does not come out of a recording as it went in, and nobody needs to read it: comments, which
become a part of a constant before them, and constants that are empty."""


def typestore() -> Typestore:
    """Message definitions of Jazzy and of this package."""
    store = get_typestore(Stores.ROS2_JAZZY)
    for share in share_directories():
        files = sorted((share / "msg").glob("*.msg"))
        if files:
            types: dict[str, Any] = {}
            for path in files:
                text = _UNWRITABLE.sub("", path.read_text(encoding="utf-8"))
                types |= get_types_from_msg(text, f"{PACKAGE}/msg/{path.stem}")
            store.register(types)
            break
    return store


SKIPPED = re.compile(r"/_|/parameter_events$|/frontiers3d/markers$")
"""Hidden topics, and a display that costs mapping much and is only made for who looks at it."""


class Recorder:
    """Subscribes to each topic as it appears and writes what comes, in a thread of its own.

    Attributes:
        recorded: number of messages written, by topic.
        problem: why recording has stopped, "" while it goes on.
    """

    def __init__(self, node: Node, path: Path) -> None:
        """Begin to record.

        Args:
            node: to subscribe with; its executor must be spinning.
            path: folder to make.
        """
        self._node = node
        self._store = typestore()
        self._subscriptions: dict[str, Subscription] = {}
        self._unknown: set[str] = set()
        self._queue: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._writer = Writer(path, version=9, storage_plugin=StoragePlugin.MCAP)
        self._writer.set_compression(CompressionMode.STORAGE, CompressionFormat.ZSTD)
        self._connections: dict[str, Any] = {}
        self._thread = threading.Thread(target=self._write, name="recorder", daemon=True)
        self.recorded: Counter[str] = Counter()
        self.problem = ""
        self._thread.start()
        self._timer = node.create_timer(DISCOVERY_SECONDS, self.discover)

    @property
    def unknown_types(self) -> frozenset[str]:
        """Types that could not be recorded, because they are not installed here."""
        return frozenset(self._unknown)

    def discover(self) -> None:
        """Subscribe to topics that have appeared."""
        for topic, kinds in self._node.get_topic_names_and_types():
            if topic in self._subscriptions or SKIPPED.search(topic):
                continue
            endpoints = self._node.get_publishers_info_by_topic(topic)
            if endpoints:
                self._subscribe(topic, kinds[0], [item.qos_profile for item in endpoints])

    def close(self) -> None:
        """Write what is waiting and finish the file; harmless when repeated."""
        if not self._thread.is_alive():
            return
        self._timer.cancel()
        self._queue.put(None)
        self._thread.join()

    def _subscribe(self, topic: str, kind: str, offered: list[QoSProfile]) -> None:
        # A subscription may ask for no more than every publisher offers.
        reliable = all(item.reliability == ReliabilityPolicy.RELIABLE for item in offered)
        durable = all(item.durability == DurabilityPolicy.TRANSIENT_LOCAL for item in offered)
        try:
            package, _, name = kind.split("/")
            message = getattr(import_module(f"{package}.msg"), name)
        except (ImportError, AttributeError, ValueError):
            self._unknown.add(kind)
            return
        profile = QoSProfile(
            depth=DEPTH,
            reliability=ReliabilityPolicy.RELIABLE if reliable else ReliabilityPolicy.BEST_EFFORT,
            durability=DurabilityPolicy.TRANSIENT_LOCAL if durable else DurabilityPolicy.VOLATILE,
        )

        def keep(data: bytes) -> None:
            self._queue.put(_Item(topic, kind, durable, reliable, time.time_ns(), data))

        self._subscriptions[topic] = self._node.create_subscription(
            message, topic, keep, profile, raw=True
        )

    def _write(self) -> None:
        self._guarded(self._writer.open)
        while (item := self._queue.get()) is not None:
            if not self.problem:
                self._guarded(partial(self._keep, item))
        self._guarded(self._writer.close)

    def _guarded(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:  # a full disk must not end the run
            self.problem = self.problem or f"recording stopped: {type(error).__name__}: {error}"

    def _keep(self, item: _Item) -> None:
        connection = self._connections.get(item.topic) or self._connect(item)
        self._writer.write(connection, item.stamp, item.data)
        self.recorded[item.topic] += 1

    def _connect(self, item: _Item) -> Any:
        profile = Qos(
            history=QosHistory.KEEP_LAST,
            depth=DEPTH,
            reliability=QosReliability.RELIABLE if item.reliable else QosReliability.BEST_EFFORT,
            durability=(QosDurability.TRANSIENT_LOCAL if item.durable else QosDurability.VOLATILE),
            deadline=_NEVER,
            lifespan=_NEVER,
            liveliness=QosLiveliness.AUTOMATIC,
            liveliness_lease_duration=_NEVER,
            avoid_ros_namespace_conventions=False,
        )
        connection = self._writer.add_connection(
            item.topic, item.kind, typestore=self._store, offered_qos_profiles=[profile]
        )
        self._connections[item.topic] = connection
        return connection
