# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bad input to single nodes: one clear line in log and diagnostics, never a crash."""

import itertools
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from egoplan_ros.srv import PlanTask
from lifecycle_msgs.msg import State, Transition
from sent_frame import KINDS, frame

from egoplan_ros.nodes.convert.image import to_color, to_depth
from egoplan_ros.nodes.qos import EVENTS, sensor


def all_nan(messages: dict[str, Any]) -> None:
    depth = np.full((16, 20), np.nan, dtype=np.float32)
    stamp = messages["camera/depth/image_raw"].header
    messages["camera/depth/image_raw"] = to_depth(depth, 0.0)
    messages["camera/depth/image_raw"].header = stamp


def wrong_encoding(messages: dict[str, Any]) -> None:
    messages["camera/color/image_raw"].encoding = "bayer_rggb8"


def wrong_size(messages: dict[str, Any]) -> None:
    header = messages["camera/color/image_raw"].header
    messages["camera/color/image_raw"] = to_color(np.zeros((8, 20, 3), dtype=np.uint8), 0.0)
    messages["camera/color/image_raw"].header = header


def torn_data(messages: dict[str, Any]) -> None:
    messages["camera/depth/image_raw"].data = messages["camera/depth/image_raw"].data[:-8]


def sender(publishers: dict[str, Any], messages: dict[str, Any]) -> Callable[[], None]:
    """Sends messages now and every 3 s: a best-effort topic may lose what is sent first."""
    times = itertools.count(time.monotonic(), 3.0)
    due = next(times)

    def send() -> None:
        nonlocal due
        if time.monotonic() >= due:
            due = next(times)
            for topic, message in messages.items():
                publishers[topic].publish(message)

    return send


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (all_nan, "no pixel has a valid depth"),
        (wrong_encoding, "bayer_rggb8"),
        (wrong_size, "must match the camera info"),
        (torn_data, "check the camera driver"),
    ],
)
def test_perception_tells_what_is_wrong_and_recovers(
    solo: Callable[..., Any], spoil: Callable[[dict[str, Any]], None], line: str
) -> None:
    node, probe = solo("perception")
    assert probe.change("perception", Transition.TRANSITION_CONFIGURE)
    assert probe.change("perception", Transition.TRANSITION_ACTIVATE)
    publishers = {
        topic: probe.node.create_publisher(
            kind, topic, EVENTS if topic == "robot_state" else sensor()
        )
        for topic, kind in KINDS.items()
    }
    probe.until(
        lambda: all(item.get_subscription_count() for item in publishers.values()),
        20.0,
        "perception listens",
    )
    bad, good = frame(1.0), frame(2.0)
    spoil(bad)
    probe.complaint("perception", line, meanwhile=sender(publishers, bad))
    assert node.process.poll() is None
    send = sender(publishers, good)

    def recovered() -> bool:
        send()
        return probe.level("perception") == 0

    probe.until(recovered, 20.0, "perception recovered")
    assert node.end() == 0, node.text
    assert "Traceback" not in node.text
    errors = [text for text in node.text.splitlines() if "[ERROR]" in text]
    assert len(errors) == 1
    assert line in errors[0]


@pytest.mark.parametrize(
    ("name", "argument", "line"),
    [
        ("perception", "backend:=telepathy", "perception back end 'telepathy' is unknown"),
        ("mapping", "resolution:=9.5", "parameter resolution must be at most 0.5"),
        ("mapping", "matcher:=guess", "parameter matcher must be one of"),
        ("planner", "per_type:=many", "parameter per_type must be of type int"),
        ("planner", "speed:=11", "parameter speed is unknown to planner"),
        ("behavior", "strategy:=heroic", "strategy 'heroic' is unknown"),
        ("robot_bridge", "robot:=dog", "parameter robot must be one of"),
    ],
)
def test_a_bad_parameter_keeps_a_node_unconfigured_and_is_told(
    solo: Callable[..., Any], name: str, argument: str, line: str
) -> None:
    node, probe = solo(name, "-p", argument)
    assert not probe.change(name, Transition.TRANSITION_CONFIGURE)
    probe.complaint(name, line)
    assert probe.state(name) == State.PRIMARY_STATE_UNCONFIGURED
    assert node.process.poll() is None
    assert node.end() == 0, node.text
    assert line in node.text
    assert "Traceback" not in node.text


def test_an_impossible_transition_is_refused(solo: Callable[..., Any]) -> None:
    node, probe = solo("perception")
    assert not probe.change("perception", Transition.TRANSITION_ACTIVATE)
    assert probe.change("perception", Transition.TRANSITION_CONFIGURE)
    assert node.process.poll() is None


@pytest.mark.parametrize("text", ["perception:\n  - [", "nothing", None])
def test_a_malformed_or_missing_parameter_file_ends_a_node_with_one_line(
    solo: Callable[..., Any], tmp_path: Path, text: str | None
) -> None:
    path = tmp_path / "mine.yaml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    node, _ = solo("perception", "--params-file", str(path))
    assert node.process.wait(60.0) == 2
    lines = [line for line in node.text.splitlines() if line.strip()]
    assert len(lines) == 1
    assert str(path) in lines[0]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_node_ends_cleanly(solo: Callable[..., Any], sign: signal.Signals) -> None:
    node, probe = solo("lifecycle_manager")
    probe.until(lambda: probe.level("lifecycle_manager") < 3, 60.0, "diagnostics")
    assert node.end(sign) == 0, node.text
    assert "Traceback" not in node.text


def test_an_unknown_first_scene_is_told_with_near_ones(solo: Callable[..., Any]) -> None:
    node, probe = solo("robot_bridge", "-p", "scene:=FloorPlan99")
    if probe.change("robot_bridge", Transition.TRANSITION_CONFIGURE):
        probe.change("robot_bridge", Transition.TRANSITION_ACTIVATE)
    probe.complaint("robot_bridge", "unknown name 'FloorPlan99'; nearest: FloorPlan9,")
    assert node.process.poll() is None
    assert node.end() == 0, node.text
    assert "Traceback" not in node.text


def test_a_planner_without_a_world_model_does_not_blame_the_goal(solo) -> None:
    """A task ended as one that no planner supports, when mapping was late to come back."""
    _, probe = solo("planner", "-p", "world_timeout:=0.5")
    assert probe.change("planner", Transition.TRANSITION_CONFIGURE)
    assert probe.change("planner", Transition.TRANSITION_ACTIVATE)
    request = PlanTask.Request(goal="(exists (?r - Fridge) (open ?r))", explore=True)
    plan = probe.call(PlanTask, "plan_task", request).plan
    assert plan.status == "timeout"
    assert "is mapping active?" in plan.message
