# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Images to detections, by the configured back end."""

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
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
from egoplan_ros.nodes.convert.stamps import from_time, nanoseconds, to_time
from egoplan_ros.nodes.drivers.raw_detections import RAW, RawDetector
from egoplan_ros.nodes.parameters import Parameter
from egoplan_ros.nodes.qos import EVENTS, sensor
from egoplan_ros.nodes.sync import ExactSync
from egoplan_ros.perception.detections.backend import unjudged
from egoplan_ros.perception.exposure import exposure_fault
from egoplan_ros.perception.names import TypeNames, read_names
from egoplan_ros.perception.oracle import OracleBackend
from egoplan_ros.perception.overlay import overlay
from egoplan_ros.perception.registry import (
    BACKENDS,
    all_options,
    backend_options,
    make_backend,
)
from egoplan_ros.perception.tight import warm_up
from egoplan_ros.world.ontology import load_ontology

_TOLD = 6
"""Unknown types that a warning names."""

_SLOWEST_SECONDS = 120.0
"""What a detector may take for one frame."""

_KINDS = {STATE: RobotStateMsg, INFO: CameraInfo, DEPTH: Image, COLOR: Image, ORACLE: DetectionsMsg}


class Perception(ManagedNode):
    """Publishes ``detections`` for each complete frame."""

    NAME = "perception"
    PARAMETERS = (
        Parameter("backend", "name of the back end: " + ", ".join(BACKENDS.names())),
        *(
            Parameter(o.name, f"{o.meaning} ({', '.join(backends)})", o.low, o.high)
            for o, backends in all_options().items()
        ),
        Parameter("raw_type", "message type on detections/raw; empty: what is published there"),
        Parameter("stamp_tolerance", "of a message's stamp on detections/raw, seconds", 0.0, 2.0),
        Parameter("detector_timeout", "until a frame goes without detections, seconds", 0.1, 600.0),
        Parameter("reliable_sensors", "listen to sensor data with reliable instead of best effort"),
    )

    def configure(self) -> None:
        """Load the back end, then listen."""
        name = self.value("backend")
        options = {option.name: self.value(option.name) for option in backend_options(name)}
        self._backend = make_backend(name, **options)
        self._ontology = load_ontology()
        listed = self.value("names")
        self._names = TypeNames(self._ontology, read_names(Path(listed)) if listed else ())
        sensors = sensor(self.value("reliable_sensors"))
        self._publish = self.publish_on(DetectionsMsg, DETECTIONS, EVENTS)
        self._overlay = self.publish_on(Image, "detections/image", sensor(reliable=True))
        topics = (STATE, INFO, DEPTH, COLOR) + ((ORACLE,) if name.startswith("oracle") else ())
        whole = self.guarded(self._detect, "frame")
        self._raw: RawDetector | None = None
        if name == "detections":
            settings = ("raw_type", "stamp_tolerance", "detector_timeout", "reliable_sensors")
            self._raw = RawDetector(self, whole, *map(self.value, settings))
            whole = self._raw.frame
        self._sync = ExactSync(topics, whole)
        for topic in topics:
            qos = EVENTS if topic == STATE else sensors
            self.listen(_KINDS[topic], topic, partial(self._add, topic), qos)
        self.monitor.reason = self._why_nothing
        self._again = self.ask(Trigger, "resend_frame")

    def activate(self) -> None:
        """Ask for the latest frame: a process before this one may have died over it."""
        self._sync.clear()
        if self._raw is not None:
            self._raw.clear()
        self.work(warm_up)
        if self._again.service_is_ready():
            self._again.call_async(Trigger.Request())

    def _why_nothing(self) -> str:
        return self._sync.waiting() or ("" if self._raw is None else self._raw.waiting())

    def _add(self, topic: str, message: Any) -> None:
        # The bridge's stamps went through float seconds; a detector's may be the camera's own.
        if topic == STATE and self._raw is not None:
            self._raw.state(message)
        stamp = to_time(from_time(message.header.stamp))
        self._sync.add(topic, nanoseconds(stamp), message)
        self.monitor.inputs[STATE].dropped = self._sync.dropped

    def _detect(self, messages: Mapping[str, Any]) -> None:
        with self.allowing(_SLOWEST_SECONDS):
            self._detected(messages)

    def _detected(self, messages: Mapping[str, Any]) -> None:
        began = time.perf_counter()
        frame = to_frame(messages)
        self._check_depth(frame.depth)
        self._check_exposure(frame.rgb)
        if ORACLE in messages:
            self._check_probabilities(messages[ORACLE])
            self._check_source(messages[ORACLE])
        if self._raw is None:
            detections = self._backend.detect(frame)
        elif messages[RAW] is None:
            detections = unjudged(frame)
        else:
            frame = replace(frame, raw=self._raw.convert(messages[RAW], frame))
            detections = self._backend.detect(frame)
            self._tell(self._backend)
            if isinstance(messages[RAW], DetectionsMsg):
                self._check_probabilities(messages[RAW], RAW)
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
        told = [self._names.complaint(name) for name in unknown[:_TOLD]]
        more = ", ..." if len(unknown) > _TOLD else ""
        self.caution(
            "types",
            f"{DETECTIONS}: types that config/objects.yaml does not have are left out of the map: "
            f"{', '.join(told)}{more}; rename them, or add them there",
        )

    def _check_probabilities(self, message: DetectionsMsg, topic: str = ORACLE) -> None:
        if wrong := improbable(message):
            self.caution("probabilities", f"{topic}: {wrong}")
        else:
            self.monitor.clear("probabilities")

    def _check_exposure(self, rgb: Any) -> None:
        if fault := exposure_fault(rgb):
            self.caution("exposure", f"{COLOR}: {fault}")
        else:
            self.monitor.clear("exposure")

    def _check_source(self, message: DetectionsMsg) -> None:
        if message.backend == OracleBackend.name:
            self.monitor.clear("deprecated")
        else:
            self.caution(
                "deprecated",
                f"{ORACLE}: a detector's masks are taken here for one more release; publish "
                f"them on {RAW}, with backend: detections",
            )

    def _tell(self, backend: Any) -> None:
        """What could not be used of the latest frame's detections."""
        for key in backend.KEYS:
            if line := backend.cautions.get(key):
                self.caution(key, f"{RAW}: {line}")
            else:
                self.monitor.clear(key)

    def _check_depth(self, depth: Any) -> None:
        if bool(np.any(np.isfinite(depth) & (depth > 0))):
            self.monitor.clear("depth")
        else:
            self.fail("depth", f"{DEPTH}: no pixel has a valid depth; check the depth camera")
