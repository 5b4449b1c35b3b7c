# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What comes on ``/tf`` and ``/tf_static``."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from math import hypot, isfinite
from typing import Any

from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.geometry import from_xyz
from egoplan_ros.nodes.convert.stamps import from_time
from egoplan_ros.nodes.qos import EVENTS
from egoplan_ros.world.geometry import Pose
from egoplan_ros.world.transforms import TransformTree

_ALL_FIXED = QoSProfile(
    depth=100,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)


class TransformListener:
    """Fills a tree of transforms, also while its node is not active.

    Attributes:
        tree: what is known.
        ours: whether a transform is of our own node, and tells nothing.
    """

    def __init__(self, node: ManagedNode) -> None:
        self._node = node
        self.tree = TransformTree()
        self.ours: Callable[[Any], bool] = lambda item: False
        kind = tf_message()
        if kind is None:
            node.caution(
                "transforms",
                "tf2_msgs is not installed, and no transform is heard; "
                "apt install ros-jazzy-tf2-msgs, or source a workspace with it",
            )
            return
        for topic, fixed, qos in (("/tf", False, EVENTS), ("/tf_static", True, _ALL_FIXED)):
            take = partial(self._take, fixed)
            node.listen(kind, topic, take, qos, always=True, needed=False, checked=False)

    def _take(self, fixed: bool, message: Any) -> None:
        for item in message.transforms:
            if self.ours(item):
                continue
            turn = item.transform.rotation
            place = from_xyz(item.transform.translation)
            length = hypot(turn.x, turn.y, turn.z, turn.w)
            if not (0.5 < length < 2.0 and all(map(isfinite, place))):
                self._node.happened(
                    "transforms",
                    f"the transform from {item.header.frame_id[:40]!r} to "
                    f"{item.child_frame_id[:40]!r} is none, and is left out",
                )
                continue
            x, y, z, w = (part / length for part in (turn.x, turn.y, turn.z, turn.w))
            self.tree.add(
                item.header.frame_id,
                item.child_frame_id,
                Pose(place, (x, y, z, w)),
                from_time(item.header.stamp),
                fixed,
            )


def tf_message() -> Any:
    """The class of ``tf2_msgs/msg/TFMessage``, None where it is not installed."""
    try:
        return import_module("tf2_msgs.msg").TFMessage
    except (ImportError, AttributeError):
        return None
