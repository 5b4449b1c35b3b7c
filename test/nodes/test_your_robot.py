# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Commands of docs/your_robot.md name what there is."""

import re
from importlib import import_module
from pathlib import Path

import pytest
import yaml

import egoplan_ros.nodes  # noqa: F401  joins the messages to the package
from egoplan_ros.nodes.convert.raw import KINDS
from egoplan_ros.nodes.drivers.devices import CAMERAS, DEVICE
from egoplan_ros.nodes.parameters import defaults

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "your_robot.md").read_text(encoding="utf-8")
MESSAGES = re.findall(r'(\S+)/(action|msg|srv)/(\w+) "(\{.*\})"', TEXT)


def check_fields(message: object, values: dict) -> None:
    for name, value in values.items():
        assert hasattr(message, name), f"{type(message).__name__} has no {name}"
        if isinstance(value, dict):
            check_fields(getattr(message, name), value)
        else:
            setattr(message, name, value)


@pytest.mark.parametrize(("package", "kind", "name", "text"), MESSAGES)
def test_a_message_has_the_fields_that_it_is_given(package, kind, name, text):
    made = getattr(import_module(f"{package}.{kind}"), name)
    part = {"action": "Goal", "srv": "Request"}.get(kind)
    check_fields((getattr(made, part) if part else made)(), yaml.safe_load(text))


def test_arguments_of_the_launch_file_are_some():
    topics = {re.sub(r"\W+", "_", t.removeprefix("device/").strip("/")) + "_topic" for t in DEVICE}
    known = topics | {"camera", "perception", "params_file", "instruction", "rviz", "web"}
    ours = re.sub(r"^    ros2 launch (?!egoplan_ros ).*$", "", TEXT, flags=re.MULTILINE)
    used = set(re.findall(r"(?<![.\w])(\w+):=", ours))
    assert len(used) > 5
    assert used <= known
    assert set(re.findall(r"camera:=(\w+)", TEXT)) <= CAMERAS.keys()


def test_types_of_detections_are_taken():
    part = re.split(r"^## ", TEXT, flags=re.MULTILINE)[4]
    told = re.findall(r"`(\w+/msg/\w+)`", part)
    assert told == ["vision_msgs/msg/Detection2DArray", "yolo_msgs/msg/DetectionArray"]
    assert set(told) <= KINDS.keys()
    assert len(KINDS) == 4


def test_parameters_of_the_file_are_the_nodes():
    file = re.search(r"<<END\n(.*?)    END\n", TEXT, re.DOTALL)
    assert file is not None
    ((key, body),) = yaml.safe_load(file[1]).items()
    known = defaults(key.rsplit("/", 1)[-1])
    for name, value in body["ros__parameters"]["base"].items():
        assert type(known[f"base.{name}"]) is type(value)
