"""Images to detections, by the configured back end."""

import time
from collections.abc import Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any

import numpy as np
from sensor_msgs.msg import CameraInfo, Image
from std_srvs.srv import Trigger

from egoplan_ros.msg import Detections as DetectionsMsg
from egoplan_ros.msg import RobotState as RobotStateMsg
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.detection import improbable, to_detections
from egoplan_ros.nodes.convert.frame import COLOR, DEPTH, DETECTIONS, INFO, ORACLE, STATE, to_frame
from egoplan_ros.nodes.convert.image import to_color
from egoplan_ros.nodes.convert.overlay import overlay
from egoplan_ros.nodes.convert.stamps import from_time, nanoseconds, to_time
from egoplan_ros.nodes.parameters import Parameter
from egoplan_ros.nodes.qos import EVENTS, sensor
from egoplan_ros.nodes.sync import ExactSync
from egoplan_ros.perception.registry import backend_names, make_backend
from egoplan_ros.world.ontology import load_ontology

_TOLD = 6
"""Unknown types that a warning names."""

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
        self._ontology = load_ontology()
        sensors = sensor(self.value("reliable_sensors"))
        self._publish = self.publish_on(DetectionsMsg, DETECTIONS, EVENTS)
        self._overlay = self.publish_on(Image, "detections/image", sensors)
        topics = (STATE, INFO, DEPTH, COLOR) + ((ORACLE,) if name.startswith("oracle") else ())
        self._sync = ExactSync(topics, self.guarded(self._detect, "frame"))
        for topic in topics:
            qos = EVENTS if topic == STATE else sensors
            self.listen(_KINDS[topic], topic, partial(self._add, topic), qos)
        self.monitor.reason = self._sync.waiting
        self._again = self.ask(Trigger, "resend_frame")

    def activate(self) -> None:
        """Ask for the latest frame: a process before this one may have died over it."""
        self._sync.clear()
        if self._again.service_is_ready():
            self._again.call_async(Trigger.Request())

    def _add(self, topic: str, message: Any) -> None:
        # The bridge's stamps went through float seconds; a detector's may be the camera's own.
        stamp = to_time(from_time(message.header.stamp))
        self._sync.add(topic, nanoseconds(stamp), message)
        self.monitor.inputs[STATE].dropped = self._sync.dropped

    def _detect(self, messages: Mapping[str, Any]) -> None:
        began = time.perf_counter()
        frame = to_frame(messages)
        self._check_depth(frame.depth)
        if ORACLE in messages:
            self._check_probabilities(messages[ORACLE])
        detections = self._backend.detect(frame)
        self._check_types({item.type for item in detections.items})
        self._publish(to_detections(detections))
        self.monitor.latency.append(time.perf_counter() - began)
        if self._overlay.wanted:
            self._overlay(to_color(overlay(frame.rgb, detections), frame.stamp))

    def _check_types(self, types: set[str]) -> None:
        """What the ontology does not name is in no map: a robot would look for it for ever."""
        unknown = sorted(types - self._ontology.types.keys())
        if not unknown:
            self.monitor.clear("types")
            return
        names = {name.lower(): name for name in self._ontology.types}
        told = []
        for name in unknown[:_TOLD]:
            near = get_close_matches(name.replace(" ", "").lower(), names, n=1)
            told.append(f"{name!r} ({names[near[0]]}?)" if near else repr(name))
        more = ", ..." if len(unknown) > _TOLD else ""
        self.caution(
            "types",
            f"{DETECTIONS}: types that config/objects.yaml does not have are left out of the map: "
            f"{', '.join(told)}{more}; rename them, or add them there",
        )

    def _check_probabilities(self, message: DetectionsMsg) -> None:
        if wrong := improbable(message):
            self.caution("probabilities", f"{ORACLE}: {wrong}")
        else:
            self.monitor.clear("probabilities")

    def _check_depth(self, depth: Any) -> None:
        if bool(np.any(np.isfinite(depth) & (depth > 0))):
            self.monitor.clear("depth")
        else:
            self.fail("depth", f"{DEPTH}: no pixel has a valid depth; check the depth camera")
