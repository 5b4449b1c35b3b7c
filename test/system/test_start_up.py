# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a graph waits for when it starts is told, and the task that was given with it waits, too."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from egoplan_ros.msg import AgentStatus, Heartbeat
from egoplan_ros.srv import Understand
from lifecycle_msgs.msg import State, Transition

from egoplan_ros.nodes.convert.task import to_goal
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.task import Instruction, TaskUnderstanding

GOAL = "(exists (?m - Mug) (holding ?m))"
CAMERA = "nothing comes on /camera/color/image_raw"


class Behavior:
    """The node alone, and what it hears of others."""

    def __init__(self, solo: Callable[..., Any], *arguments: str) -> None:
        self.node, self.probe = solo("behavior", *arguments)
        self.statuses: list[AgentStatus] = []
        node = self.probe.node
        self._understand = node.create_service(Understand, "understand", self._understood)
        self._status = node.create_subscription(
            AgentStatus, "status", self.statuses.append, LATCHED
        )
        self._diagnostics = node.create_publisher(DiagnosticArray, "/diagnostics", EVENTS)
        self.beats = node.create_publisher(Heartbeat, "heartbeat", sensor(reliable=True))
        assert self.probe.change("behavior", Transition.TRANSITION_CONFIGURE)
        assert self.probe.change("behavior", Transition.TRANSITION_ACTIVATE)

    def _understood(self, request: Any, response: Any) -> Any:
        meant = TaskUnderstanding(Instruction(GOAL), parse_goal(GOAL), 1.0)
        response.success, response.goal = True, to_goal(meant, 1.0)
        return response

    def until_told(self, node: str, message: str) -> None:
        """Another node complains, until the log says what the task waits for."""
        status = DiagnosticStatus(level=DiagnosticStatus.ERROR, hardware_id=node, message=message)
        line = f"the task waits: {node}: {message}"

        def told() -> bool:
            self._diagnostics.publish(DiagnosticArray(status=[status]))
            return line in self.node.text

        self.probe.until(told, 30.0, line)


@pytest.fixture
def launched(solo: Callable[..., Any]) -> Behavior:
    return Behavior(solo, "-p", f"instruction:={GOAL!r}", "-p", "world_timeout:=0.1")


def test_a_task_of_the_launch_waits_for_the_camera_and_says_so(launched: Behavior) -> None:
    launched.until_told("robot_bridge", CAMERA)
    assert launched.statuses[-1].state == AgentStatus.RUNNING
    launched.probe.until(lambda: CAMERA in launched.statuses[-1].blocking, 10.0, "the status")
    assert launched.statuses[-1].phase == "waiting"
    launched.until_told("robot_bridge", "no transform from map to base_link on /tf")
    assert launched.statuses[-1].state == AgentStatus.RUNNING


def test_a_task_is_refused_while_a_node_is_shut_down(solo: Callable[..., Any]) -> None:
    behavior = Behavior(solo)
    probe = behavior.probe
    probe.until(behavior.beats.get_subscription_count, 20.0, "a listener")

    def shut_down() -> None:
        behavior.beats.publish(Heartbeat(node="planner", state="finalized", pid=7, host="here"))

    probe.node.create_timer(0.5, shut_down)
    handle = probe.send(GOAL)  # the beats come while it waits for a world
    _, result = probe.outcome(handle, 20.0)
    assert "planner was shut down; end its process (7 on here)" in result.reason
    _, result = probe.do(GOAL)
    assert "planner was shut down" in result.reason


def test_a_clock_that_nobody_tells_is_named(solo: Callable[..., Any]) -> None:
    _, probe = solo("planner", "-p", "use_sim_time:=true")
    probe.complains("planner", "nothing has come on /clock (0 publishers)")


@pytest.mark.parametrize(
    ("section", "state"),
    [
        ("/**", State.PRIMARY_STATE_INACTIVE),
        ("/**/planner", State.PRIMARY_STATE_UNCONFIGURED),
    ],
)
def test_only_a_shared_section_may_hold_parameters_of_others(
    solo: Callable[..., Any], tmp_path: Path, section: str, state: int
) -> None:
    path = tmp_path / "robot.yaml"
    text = "    robot_radius: 0.2\n    timeout_s: 5.0\n"
    path.write_text(f"{section}:\n  ros__parameters:\n{text}", encoding="utf-8")
    node, probe = solo("planner", "--params-file", str(path))
    probe.change("planner", Transition.TRANSITION_CONFIGURE)
    assert probe.state("planner") == state
    assert ("are ignored: robot_radius" in node.text) == (section == "/**")
    if section != "/**":
        probe.complaint("planner", "parameter robot_radius is unknown to planner")


def test_a_node_that_is_ended_over_a_task_ends_by_itself(solo: Callable[..., Any]) -> None:
    behavior = Behavior(solo)
    behavior.probe.send(GOAL)
    behavior.probe.until(
        lambda: behavior.statuses[-1].state == AgentStatus.RUNNING, 20.0, "the task is in hand"
    )
    assert behavior.node.end() == 0
    assert "Traceback" not in behavior.node.text
