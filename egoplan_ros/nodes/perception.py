"""Images to detections, by the configured back end."""

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from sensor_msgs.msg import CameraInfo, Image

from egoplan_ros.msg import Detections as DetectionsMsg
from egoplan_ros.msg import RobotState as RobotStateMsg
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.detection import to_detections
from egoplan_ros.nodes.convert.frame import COLOR, DEPTH, DETECTIONS, INFO, ORACLE, STATE, to_frame
from egoplan_ros.nodes.convert.image import to_color
from egoplan_ros.nodes.convert.overlay import overlay
from egoplan_ros.nodes.convert.stamps import nanoseconds
from egoplan_ros.nodes.parameters import Parameter
from egoplan_ros.nodes.qos import EVENTS, sensor
from egoplan_ros.nodes.sync import ExactSync
from egoplan_ros.perception.registry import backend_names, make_backend

_KINDS = {STATE: RobotStateMsg, INFO: CameraInfo, DEPTH: Image, COLOR: Image, ORACLE: DetectionsMsg}


class Perception(ManagedNode):
    """Publishes ``detections`` for each complete frame."""

    NAME = "perception"
    PARAMETERS = (
        Parameter("backend", "name of the back end: " + ", ".join(backend_names())),
        Parameter("min_pixels", "smaller masks are dropped, pixels (oracle)", 1, 10000),
        Parameter("reliable_sensors", "sensor data reliable instead of best effort"),
    )

    def configure(self) -> None:
        """Load the back end, then listen."""
        name = self.value("backend")
        options = {"min_pixels": self.value("min_pixels")} if name == "oracle" else {}
        self._backend = make_backend(name, **options)
        sensors = sensor(self.value("reliable_sensors"))
        self._publish = self.publish_on(DetectionsMsg, DETECTIONS, EVENTS)
        self._overlay = self.publish_on(Image, "detections/image", sensors)
        topics = (STATE, INFO, DEPTH, COLOR) + ((ORACLE,) if name == "oracle" else ())
        self._sync = ExactSync(topics, self.guarded(self._detect, "frame"))
        for topic in topics:
            qos = EVENTS if topic == STATE else sensors
            self.listen(_KINDS[topic], topic, partial(self._add, topic), qos)
        self.monitor.reason = self._sync.waiting

    def _add(self, topic: str, message: Any) -> None:
        self._sync.add(topic, nanoseconds(message.header.stamp), message)
        self.monitor.inputs[STATE].dropped = self._sync.dropped

    def _detect(self, messages: Mapping[str, Any]) -> None:
        began = time.perf_counter()
        frame = to_frame(messages)
        self._check_depth(frame.depth)
        detections = self._backend.detect(frame)
        self._publish(to_detections(detections))
        self.monitor.latency.append(time.perf_counter() - began)
        if self._overlay.wanted:
            self._overlay(to_color(overlay(frame.rgb, detections), frame.stamp))

    def _check_depth(self, depth: Any) -> None:
        if bool(np.any(np.isfinite(depth) & (depth > 0))):
            self.monitor.clear("depth")
        else:
            self.fail("depth", f"{DEPTH}: no pixel has a valid depth; check the depth camera")
