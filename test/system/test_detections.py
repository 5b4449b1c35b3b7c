# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A detector of the robot's own drives the graph: the publishers of docs/perception.md."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from egoplan_ros.msg import Detections as DetectionsMsg
from egoplan_ros.msg import ObjectArray
from egoplan_ros.srv import Reset
from lifecycle_msgs.msg import Transition
from message_package import build_messages, import_path
from sensor_msgs.msg import Image
from sent_frame import KINDS as TOPICS
from sent_frame import frame
from std_srvs.srv import Trigger

from egoplan_ros.bench.pairing import true_objects
from egoplan_ros.nodes.convert.raw import KINDS
from egoplan_ros.nodes.qos import LATCHED
from egoplan_ros.world.ontology import load_ontology

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "perception.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"`(\w+/msg/\w+)`[^\n]*:\n\n```python\n(.*?)```", PAGE, re.DOTALL))
YOLO = {
    "Point2D": "float64 x\nfloat64 y\n",
    "Vector2": "float64 x\nfloat64 y\n",
    "Pose2D": "yolo_msgs/Point2D position\nfloat64 theta\n",
    "BoundingBox2D": "yolo_msgs/Pose2D center\nyolo_msgs/Vector2 size\n",
    "Mask": "int32 height\nint32 width\nyolo_msgs/Point2D[] data\n",
    "Detection": "int32 class_id\nstring class_name\nfloat64 score\nstring id\n"
    "yolo_msgs/BoundingBox2D bbox\nyolo_msgs/Mask mask\n",
    "DetectionArray": "std_msgs/Header header\nyolo_msgs/Detection[] detections\n",
}
"""As much of yolo_ros's messages as is read of them."""
LEAST, NEAR, SHARE = 5, 0.05, 0.8
"""Small things that there are in the first picture at least; metres from their true box, in which
the surface that is seen lies; share of them that are so near, for a box that something covers in
its middle is put where that is."""


def test_every_kind_has_its_publisher() -> None:
    assert set(EXAMPLES) == set(KINDS)


@pytest.fixture(scope="module")
def scene() -> str:
    return "FloorPlan24"  # a counter full of things is before the robot


@pytest.fixture(scope="module")
def perception() -> dict[str, Any]:
    return {"backend": "detections"}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the nodes find packages that are built while they run."""
    return tmp_path_factory.mktemp("workspace")


@pytest.fixture(scope="module")
def environment(workspace: Path) -> dict[str, str]:
    return import_path(workspace)


@pytest.fixture(scope="module")
def yolo_msgs(workspace: Path) -> None:
    build_messages("yolo_msgs", YOLO, workspace)


@pytest.fixture
def detector(graph: Any, environment: dict[str, str], tmp_path: Path) -> Iterator[Callable]:
    """Starts a publisher of a kind beside the graph."""
    started: list[subprocess.Popen[bytes]] = []

    def start(kind: str) -> subprocess.Popen[bytes]:
        path = tmp_path / "detector.py"
        path.write_text(EXAMPLES[kind], encoding="utf-8")
        own = {"PYTHONPATH": os.pathsep.join([str(ROOT), environment["PYTHONPATH"]])}
        domain = {"ROS_DOMAIN_ID": str(graph.probe.domain)}
        process = subprocess.Popen(
            [sys.executable, str(path)],
            env={**os.environ, **environment, **own, **domain},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.terminate()  # it takes its leave of the graph, which one that is killed does not
        try:
            process.wait(20.0)
        except subprocess.TimeoutExpired:  # DDS may hang at the end of a loaded machine's process
            process.kill()
            process.wait()
    # The next one's type is looked up once this one is out of the graph: at once, or when the
    # lease of one that was killed ends.
    topic = "detections/raw"
    graph.probe.until(
        lambda: not graph.probe.node.count_publishers(topic), 60.0, f"{topic} is free"
    )


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.slow if kind.startswith("yolo") else ())
        for kind in sorted(EXAMPLES)
    ],
)
def test_what_a_detector_sees_is_in_the_map_in_its_place(
    graph: Any, detector: Callable, kind: str, request: pytest.FixtureRequest
) -> None:
    probe, ontology = graph.probe, load_ontology()
    if kind.startswith("yolo"):
        request.getfixturevalue("yolo_msgs")
    process = detector(kind)
    probe.until(
        lambda: value(probe, "detections/raw type") == kind, 60.0, f"perception hears {kind}"
    )
    latest: list[Any] = []
    subscription = probe.node.create_subscription(
        ObjectArray, "objects", lambda message: latest.append(message), LATCHED
    )
    try:
        answer = probe.call(Reset, "reset", Reset.Request(seed=-1), seconds=120.0)
        assert answer.success, answer.message

        def small() -> list[Any]:
            if not latest or latest[-1].robot.episode != answer.episode:
                return []
            found = latest[-1].objects
            small = [item for item in found if ontology.affords(item.type, "pickupable")]
            return small if len(small) >= LEAST else []

        found = probe.until(small, 60.0, "small things in objects")
        assert process.poll() is None
    finally:
        probe.node.destroy_subscription(subscription)
    truth = true_objects(json.loads(probe.call(Trigger, "ground_truth").message))
    apart = {}
    for item in found:
        seen = np.array([item.center.x, item.center.y, item.center.z])
        outside = [
            np.maximum(np.abs(seen - true["center"]) - 0.5 * np.array(true["size"]), 0.0)
            for true in truth.values()
            if true["type"] == item.type
        ]
        apart[item.id] = min((float(np.linalg.norm(gap)) for gap in outside), default=np.inf)
    placed = [name for name, metres in apart.items() if metres < NEAR]
    assert len(placed) >= SHARE * len(found), apart


def value(probe: Any, key: str) -> str:
    """A value of perception's diagnostics, "" while it has none."""
    status = probe.diagnostics.get("perception")
    return next((item.value for item in status.values if item.key == key), "") if status else ""


def warned(probe: Any, part: str, meanwhile: Callable[[], Any]) -> None:
    """Wait until perception's diagnostics contain a text; one line."""

    def told() -> bool:
        meanwhile()
        status = probe.diagnostics.get("perception")
        return status is not None and part in status.message

    probe.until(told, 30.0, f"perception tells {part!r}")
    assert "\n" not in probe.diagnostics["perception"].message


@pytest.fixture
def alone(solo: Callable[..., Any]) -> Callable[..., Any]:
    """Perception with back end ``detections``, what sends a frame, and what it publishes."""

    def start(*arguments: str) -> tuple[Any, Any, Callable[[float], None], list[Any]]:
        node, probe = solo("perception", "-p", "backend:=detections", *arguments)
        assert probe.change("perception", Transition.TRANSITION_CONFIGURE)
        assert probe.change("perception", Transition.TRANSITION_ACTIVATE)
        published: list[Any] = []
        probe.node.create_subscription(DetectionsMsg, "detections", published.append, 10)
        publishers = {
            topic: probe.node.create_publisher(kind, topic, 10)
            for topic, kind in TOPICS.items()
            if topic != "oracle/detections"
        }
        probe.until(
            lambda: all(item.get_subscription_count() for item in publishers.values()),
            30.0,
            "perception listens",
        )

        def send(stamp: float) -> None:
            for topic, message in frame(stamp).items():
                if topic in publishers:
                    publishers[topic].publish(message)

        return node, probe, send, published

    return start


def test_types_that_nobody_knows_and_messages_that_are_wrong_are_told(alone: Callable) -> None:
    node, probe, send, published = alone()
    wrong = probe.node.create_publisher(Image, "detections/raw", 10)
    warned(probe, "type sensor_msgs/msg/Image is not understood", lambda: send(1.0))
    assert not published
    probe.node.destroy_publisher(wrong)
    raw = probe.node.create_publisher(DetectionsMsg, "detections/raw", 10)
    probe.until(raw.get_subscription_count, 30.0, "perception listens to the type that it knows")
    good = frame(2.0)["oracle/detections"]
    small = frame(2.0)["oracle/detections"]
    small.label_image.height, small.label_image.data = 8, small.label_image.data[: 8 * 40]

    def both(message: Any) -> None:
        send(2.0)
        raw.publish(message)

    probe.complaint("perception", "looked at 20x8 pixels", meanwhile=lambda: both(small))

    def recovered() -> bool:
        both(good)
        return probe.level("perception") == 0

    probe.until(recovered, 30.0, "perception recovered")
    assert published[-1].judged
    assert node.end() == 0, node.text
    assert "Traceback" not in node.text


def test_a_frame_that_the_detector_passed_over_is_published_as_not_judged(alone: Callable) -> None:
    node, probe, send, published = alone()
    raw = probe.node.create_publisher(DetectionsMsg, "detections/raw", 10)
    probe.until(raw.get_subscription_count, 30.0, "perception listens")
    later = frame(2.3)["oracle/detections"]

    def passed_over() -> None:
        send(2.0)
        raw.publish(later)

    warned(probe, "the nearest is 0.3 s after it", passed_over)
    probe.until(lambda: published, 20.0, "the frame is passed on")
    assert not published[-1].judged
    assert value(probe, "frames not judged") != ""
    assert node.end() == 0, node.text


def test_without_a_detector_frames_wait_and_a_silent_one_is_given_up(alone: Callable) -> None:
    node, probe, send, published = alone("-p", "detector_timeout:=1.0")
    warned(probe, "waits for /detections/raw", lambda: send(1.0))
    assert not published
    probe.node.create_publisher(DetectionsMsg, "detections/raw", 10)
    warned(probe, "says nothing of a picture", lambda: send(1.0))
    probe.until(lambda: published, 20.0, "the frame is passed on")
    assert not published[-1].judged
    assert node.end() == 0, node.text


@pytest.mark.parametrize(
    ("argument", "line"),
    [
        ("raw_type:=sensor_msgs/msg/Image", "raw_type must be one of vision_msgs"),
        ("names:=/nowhere/coco.names", "/nowhere/coco.names: cannot be read"),
        ("stamp_tolerance:=-1.0", "stamp_tolerance must be at least 0"),
    ],
)
def test_settings_that_cannot_be_are_told(
    solo: Callable[..., Any], argument: str, line: str
) -> None:
    node, probe = solo("perception", "-p", "backend:=detections", "-p", argument)
    assert not probe.change("perception", Transition.TRANSITION_CONFIGURE)
    probe.complaint("perception", line)
    assert node.end() == 0, node.text
