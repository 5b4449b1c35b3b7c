# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""map -> odom of our own, for a robot that nobody localises (REP 105): what RViz and bags need."""

from collections import deque
from collections.abc import Callable
from typing import Any

from geometry_msgs.msg import TransformStamped

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.geometry import to_transform
from egoplan_ros.nodes.convert.stamps import header
from egoplan_ros.nodes.drivers.transform_listener import TransformListener, tf_message
from egoplan_ros.nodes.qos import EVENTS
from egoplan_ros.world.geometry import Pose2D, flat

_PERIOD = 0.05
"""Seconds; who looks transforms up waits for no more than 0.1 s."""
_PATIENCE = 3.0
"""Seconds without a localisation after which there is none."""
_RECENT = 200


class MapFrame:
    """Publishes map -> odom, and odom -> base where that is missing, too, until somebody else does.

    Odometry is then the pose in map, but for leaps that no base can make.
    """

    def __init__(
        self,
        node: ManagedNode,
        listener: TransformListener,
        frames: tuple[str, str],
        odometry: Callable[[], tuple[str, Pose2D, Pose2D] | None],
    ) -> None:
        """Begin.

        Args:
            node: that publishes.
            listener: to what everybody publishes.
            frames: of map and base.
            odometry: name of its frame, that frame in map, and the base in that frame; None before
                there is any.
        """
        self._node, self._tree, self._odometry = node, listener.tree, odometry
        self._map, self._base = frames
        self._since: float | None = None
        self._silent = False
        self._recent: deque[tuple[str, str, int, int]] = deque(maxlen=_RECENT)
        listener.ours = lambda item: _key(item) in self._recent
        kind = tf_message()
        if kind is None:
            return
        self._kind, self._publish = kind, node.publish_on(kind, "/tf", EVENTS)
        node.every(_PERIOD, self._tick)

    def _tick(self) -> None:
        found = self._odometry()
        if found is None or self._silent:
            return
        if self._tree.knows(self._map, self._base):
            self._silent = True  # and if it dies, its last word is truer than ours
            self._node.monitor.clear("map frame")
            return
        now = self._node.now()
        self._since = min(now, self._since or now)
        if now - self._since < _PATIENCE:
            return
        frame, corrected, pose = found
        parents = self._tree.parents()
        items = []
        if self._base not in parents:
            items.append(self._item(frame, self._base, pose, now))
            top = frame
        else:
            top = self._base
            while top in parents:
                top = parents[top]
        items.append(self._item(self._map, top, corrected, now))
        self._node.caution(
            "map frame",
            f"nobody publishes {self._map} -> {top}; it is published here, as odometry has it, "
            "until a localisation does",
        )
        self._recent.extend(map(_key, items))
        self._publish(self._kind(transforms=items))

    def _item(self, parent: str, child: str, pose: Pose2D, stamp: float) -> TransformStamped:
        transform = to_transform(flat(pose))
        return TransformStamped(
            header=header(stamp, parent), child_frame_id=child, transform=transform
        )


def _key(item: Any) -> tuple[str, str, int, int]:
    stamp = item.header.stamp
    return item.header.frame_id, item.child_frame_id, stamp.sec, stamp.nanosec
