# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Constants of our messages are the values that are sent, all of them."""

from pathlib import Path

import pytest
from lifecycle_msgs.msg import State
from py_trees.common import Status
from rosidl_adapter.parser import parse_message_file

from egoplan_ros.behavior.conditions.catalogue import BASE, load_catalogue
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.commands.pictures.tree_picture import SIGNS
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.system.resources import config_path

MESSAGES = Path(__file__).resolve().parents[3] / "msg"
LIFE = {
    name.removeprefix("PRIMARY_STATE_").lower()
    for name in dir(State)
    if name.startswith("PRIMARY_STATE_")
} - {"unknown"}


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("BlockingCondition", {*load_catalogue(config_path(BASE))}),
        ("BehaviorNode", {*SIGNS, *(status.value.lower() for status in Status)}),
        ("Event", {str(kind) for kind in EventKind}),
        ("Heartbeat", LIFE),
        ("PrimitiveResult", {str(code) for code in ErrorCode}),
    ],
)
def test_each_value_has_its_constant(message: str, values: set[str]) -> None:
    parsed = parse_message_file("egoplan_ros", str(MESSAGES / f"{message}.msg"))
    told = {constant.name: constant.value for constant in parsed.constants}
    assert len(told) == len(values)
    assert set(told.values()) == values
    assert all(name == (value or "none").upper() for name, value in told.items())
