# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What nodes tell about themselves, and what they accept as parameters."""

import pytest

from egoplan_ros.nodes.diagnostics import ERROR, OK, WARN, Monitor
from egoplan_ros.nodes.parameters import Parameter


def monitor(publishers: int = 0) -> Monitor:
    return Monitor("/home/mapping", lambda _: publishers)


def test_a_node_without_input_tells_what_is_missing() -> None:
    told = monitor(2)
    told.expect("detections")
    status = told.status("active")
    assert status.level == WARN
    assert status.message == "nothing received on detections (2 publishers)"
    assert status.hardware_id == "home/mapping"
    told.expect("detections").tick()
    assert told.status("active").level == OK


def test_what_is_missing_is_told_and_counted_by_the_name_that_the_robot_has() -> None:
    """A base's own topic was said to have no publishers, for it was counted before remapping."""
    counts = {"/odom": 1}
    told = Monitor("/bridge", lambda topic: counts.get(topic, 0), {"device/odom": "/odom"}.get)
    told.expect("device/odom")
    assert told.missing() == ["nothing received on /odom (1 publishers)"]


def test_an_inactive_node_misses_nothing() -> None:
    told = monitor()
    told.expect("detections")
    assert told.status("inactive").level == OK


def test_faults_come_first_and_go_when_cleared() -> None:
    told = monitor()
    told.warn("tf", "no tf2_msgs")
    assert told.fault("depth", "no valid depth")
    assert not told.fault("depth", "no valid depth")
    status = told.status("active")
    assert (status.level, status.message) == (ERROR, "no valid depth")
    told.clear("depth")
    assert told.status("active").level == WARN
    told.clear("tf")
    assert told.status("active").level == OK


def test_a_restarted_node_tells_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EGOPLAN_RESTARTS", "3")
    monkeypatch.setenv("EGOPLAN_LAST_EXIT", "was killed by signal 9 (SIGKILL)")
    status = monitor().status("active")
    assert status.level == WARN
    values = {item.key: item.value for item in status.values}
    assert values["restarts"] == "3"
    assert "SIGKILL" in status.message


def test_why_nothing_comes_out() -> None:
    told = monitor()
    told.reason = lambda: "frame of 3.000 s waits for detections"
    assert "waits for detections" in told.status("active").message


@pytest.mark.parametrize(
    ("parameter", "value", "default", "problem"),
    [
        (Parameter("a", "", 0.0, 1.0), 0.5, 0.1, ""),
        (Parameter("a", "", 0.0, 1.0), 1, 0.1, ""),
        (Parameter("a", "", 0.0, 1.0), 1.5, 0.1, "at most 1"),
        (Parameter("a", "", 1, 9), 0, 5, "at least 1"),
        (Parameter("a", "", 1, 9), True, 5, "type int"),
        (Parameter("a", ""), "x", 0.5, "type float"),
        (Parameter("a", "", choices=("x", "y")), "z", "x", "one of x, y"),
        (Parameter("a", "", choices=("x", "y")), "y", "x", ""),
        (Parameter("a", ""), 1, False, "type bool"),
    ],
)
def test_parameter_values(
    parameter: Parameter, value: object, default: object, problem: str
) -> None:
    found = parameter.problem(value, default)
    assert problem in found if problem else found == ""
