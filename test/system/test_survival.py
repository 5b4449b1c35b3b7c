"""Nodes die; the graph goes on."""

import os
import signal
from pathlib import Path
from typing import Any

from action_msgs.msg import GoalStatus
from egoplan_ros.srv import Reset
from lifecycle_msgs.msg import State


def test_a_killed_mapping_node_comes_back_and_the_task_succeeds(graph: Any) -> None:
    probe = graph.probe
    told: list[Any] = []
    handle = probe.send("put a clean mug in the coffee machine", told.append)
    probe.during(
        handle, lambda: told and told[-1].steps > 4 and told[-1].plan, 120.0, "steps of a plan"
    )
    victim = graph.processes.pid("mapping")
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    status, result = probe.outcome(handle)
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
    assert graph.processes.nodes["mapping"].restarts == 1
    assert graph.processes.pid("mapping") not in (None, victim)
    assert probe.state("mapping") == State.PRIMARY_STATE_ACTIVE
    values = {item.key: item.value for item in probe.diagnostics["mapping"].values}
    assert values["restarts"] == "1"
    assert "SIGKILL" in values["last exit"]
    manager = {item.key: item.value for item in probe.diagnostics["lifecycle_manager"].values}
    assert "brought up again 1 time" in manager["mapping"]


def children(pid: int) -> list[int]:
    """Processes a process has started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    found = [int(word) for word in text.split()]
    for thread in Path(f"/proc/{pid}/task").iterdir():
        found += [int(word) for word in (thread / "children").read_text().split()]
    return sorted(set(found))


def test_a_killed_simulator_ends_the_task_with_one_line_and_reset_revives(graph: Any) -> None:
    probe = graph.probe
    assert probe.call(Reset, "reset", Reset.Request(seed=-1), seconds=120.0).success
    told: list[Any] = []
    handle = probe.send("put a clean mug in the coffee machine", told.append)
    probe.during(handle, lambda: told and told[-1].steps > 1, 120.0, "steps")
    simulators = children(graph.processes.pid("robot_bridge"))
    assert simulators
    for pid in simulators:
        os.kill(pid, signal.SIGKILL)
    status, result = probe.outcome(handle, 90.0)
    assert status == GoalStatus.STATUS_ABORTED
    assert "\n" not in result.reason
    probe.complaint("robot_bridge", "simulator")
    assert graph.processes.nodes["robot_bridge"].restarts == 0
    assert probe.call(Reset, "reset", Reset.Request(seed=-1), seconds=120.0).success
    status, result = probe.do("put a clean mug in the coffee machine")
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason


def test_a_killed_robot_bridge_ends_the_task_and_the_next_one_succeeds(graph: Any) -> None:
    probe = graph.probe
    assert probe.call(Reset, "reset", Reset.Request(seed=-1), seconds=120.0).success
    told: list[Any] = []
    handle = probe.send("put a clean mug in the coffee machine", told.append)
    probe.during(
        handle, lambda: told and told[-1].steps > 6 and told[-1].plan, 120.0, "steps of a plan"
    )
    victim = graph.processes.pid("robot_bridge")
    os.kill(victim, signal.SIGKILL)
    status, result = probe.outcome(handle, 120.0)
    assert status == GoalStatus.STATUS_ABORTED
    assert result.reason
    probe.wait_until_up()
    status, result = probe.do("put a clean mug in the coffee machine")
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
