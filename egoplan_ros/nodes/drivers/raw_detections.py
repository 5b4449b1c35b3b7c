# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Listens to a robot's own detector, whatever it publishes, and joins that with frames."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

from rclpy.qos import ReliabilityPolicy
from rclpy.subscription import Subscription

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.frame import COLOR, STATE
from egoplan_ros.nodes.convert.frames import camera_link
from egoplan_ros.nodes.convert.raw import KINDS, frames_of
from egoplan_ros.nodes.convert.stamps import (
    BASE,
    CAMERA,
    MAP,
    ODOM,
    OPTICAL,
    nanoseconds,
)
from egoplan_ros.nodes.drivers.transform_listener import TransformListener
from egoplan_ros.nodes.qos import sensor
from egoplan_ros.perception.detections.matching import Match, StampMatcher
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose, flat
from egoplan_ros.world.raw_detection import RawDetections
from egoplan_ros.world.transforms import TransformTree

RAW = "detections/raw"
_LOOK_SECONDS, _TYPE_SECONDS = 0.1, 0.5
_WELL = 3
"""Frames that were judged one after the other, after which those before are no longer told of."""

Frame = Mapping[str, Any]


class RawDetector:
    """What a robot's own detector says, by frame.

    Its topic's type is looked up as soon as somebody publishes there, and again when another type
    takes its place.

    Args:
        node: that listens.
        judged: gets the messages of each frame by topic, with the detector's as ``RAW``, which is
            None when it has not judged this frame.
        kind: full name of the message type; "" is what is published.
        tolerance: seconds by which a message's stamp may differ from the frame's.
        patience: seconds until a frame of which the detector says nothing is passed on without.
        reliable: reliable instead of best effort.

    Raises:
        InputError: a type that is not known, or not installed.
    """

    def __init__(
        self,
        node: ManagedNode,
        judged: Callable[[Frame], None],
        kind: str,
        tolerance: float,
        patience: float,
        reliable: bool,
    ) -> None:
        self._node, self._judged, self._reliable = node, judged, reliable
        self._topic = node.resolve_topic_name(RAW)
        self._matcher: StampMatcher[Frame, Any] = StampMatcher(tolerance, patience)
        self._tolerance = tolerance
        self._episode: int | None = None
        self._subscription: Subscription | None = None
        self._wanted, self.kind = _full(kind), ""
        self._transforms: TransformTree | None = None
        self._unjudged = self._refused = self._in_turn = 0
        self._flow = node.monitor.expect(RAW)
        if self._wanted:
            self._listen(self._wanted)
        else:
            node.every(_TYPE_SECONDS, self._look_up)
        node.every(_LOOK_SECONDS, self.look)

    # -- frames and messages ---------------------------------------------------------------------

    def clear(self) -> None:
        """Forget what has come."""
        self._matcher.clear()

    def state(self, message: Any) -> None:
        """The robot's state has come: detections from before a reset are none of this episode."""
        if message.episode != self._episode:
            self._episode = message.episode
            self.clear()

    def frame(self, messages: Frame) -> None:
        """A whole frame has come."""
        stamp = nanoseconds(messages[STATE].header.stamp)
        self._matcher.frame(stamp, messages, time.monotonic())
        self.look()

    def look(self) -> None:
        """Pass on the frames that are decided."""
        alive = self._node.count_publishers(self._topic) > 0
        for match in self._matcher.decided(time.monotonic(), alive):
            self._tell(match)
            self._judged({**match.frame, RAW: match.message})
        self._flow.dropped = self._matcher.late + self._refused

    def waiting(self) -> str:
        """What the newest frame waits for, "" when there is none."""
        stamp = self._matcher.waiting
        return "" if stamp is None else f"frame of {stamp * 1e-9:.3f} s waits for {self._topic}"

    def convert(self, message: Any, frame: RgbdFrame) -> RawDetections:
        """A message in the frame's terms, with the poses of the frames that it names.

        Raises:
            InputError: it cannot be used.
        """
        try:
            raw = KINDS[self.kind](message)
        except InputError:
            self._refused += 1
            raise
        anchors = {
            MAP: Pose(),
            ODOM: Pose(),  # odometry is taken as the pose in map
            BASE: flat(frame.robot.base),
            CAMERA: camera_link(frame.camera_pose),
            OPTICAL: frame.camera_pose,
        }
        tree = self._transforms or TransformTree()
        poses = {name: tree.locate(name, anchors, frame.stamp) for name in frames_of(raw)}
        return replace(raw, frames={name: pose for name, pose in poses.items() if pose is not None})

    def _take(self, message: Any) -> None:
        self._matcher.message(nanoseconds(message.header.stamp), message, time.monotonic())
        self.look()

    def _tell(self, match: Match[Frame, Any]) -> None:
        """Tell of frames that the detector has not judged, until it has judged a few."""
        monitor = self._node.monitor
        if match.message is not None:
            self._in_turn += 1
            if self._in_turn >= _WELL:
                monitor.clear("stamps")
            return
        self._in_turn = 0
        self._unjudged += 1
        monitor.values["frames not judged"] = str(self._unjudged)
        if "stamps" in monitor.warnings:
            return
        if match.apart is None:
            line = "says nothing of a picture; publish an empty message where nothing is seen"
        else:
            side = "after" if match.apart > 0 else "before"
            line = (
                f"has nothing within {self._tolerance:g} s of a picture's stamp, the nearest is "
                f"{abs(match.apart):.3g} s {side} it; give each message the stamp of its picture "
                f"on {self._node.resolve_topic_name(COLOR)}, or raise stamp_tolerance"
            )
        line = f"{self._topic}: {line}; such frames are mapped by their depth only"
        self._node.caution("stamps", line)

    # -- the topic's type ------------------------------------------------------------------------

    def _look_up(self) -> None:
        """Listen to what is published now."""
        offers = self._node.get_publishers_info_by_topic(self._topic)
        kinds = sorted({offer.topic_type for offer in offers})
        if not kinds or self.kind in kinds:
            return
        known = [kind for kind in kinds if kind in KINDS]
        if not known:
            self._node.caution(
                "type",
                f"{self._topic}: type {kinds[0]} is not understood; publish one of "
                f"{', '.join(KINDS)}",
            )
            return
        reliable = all(
            offer.qos_profile.reliability == ReliabilityPolicy.RELIABLE
            for offer in offers
            if offer.topic_type == known[0]
        )
        try:
            self._listen(known[0], reliable)
        except InputError as error:
            self._node.caution("type", str(error))

    def _listen(self, kind: str, reliable: bool = False) -> None:
        message = _message_class(kind)
        if self._subscription is not None:
            self._node.destroy_subscription(self._subscription)
        self.kind = kind
        self._matcher.forget_messages()
        qos = sensor(self._reliable or reliable)
        self._subscription = self._node.listen(message, RAW, self._take, qos, checked=False)
        self._node.monitor.clear("type")
        self._node.monitor.values[f"{RAW} type"] = kind
        if kind == "vision_msgs/msg/Detection3DArray" and self._transforms is None:
            self._transforms = TransformListener(self._node).tree


def _full(kind: str) -> str:
    """The full name of a type; ``vision_msgs/Detection2DArray`` will do."""
    parts = kind.split("/")
    name = f"{parts[0]}/msg/{parts[1]}" if len(parts) == 2 else kind
    if name and name not in KINDS:
        raise InputError(f"parameter raw_type must be one of {', '.join(KINDS)}, got {kind!r}")
    return name


def _message_class(kind: str) -> type:
    """The class of a message type.

    Raises:
        InputError: its package is not installed.
    """
    package, _, name = kind.split("/")
    try:
        found: type = getattr(import_module(f"{package}.msg"), name)
    except (ImportError, AttributeError) as error:
        raise InputError(
            f"{RAW}: messages of type {kind} cannot be read, for {package} is not installed; "
            f"apt install ros-jazzy-{package.replace('_', '-')}, or source a workspace with it"
        ) from error
    return found
