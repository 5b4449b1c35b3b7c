"""Nodes die; the graph goes on."""

import os
import signal
from typing import Any

from action_msgs.msg import GoalStatus
from lifecycle_msgs.msg import State


def test_a_killed_mapping_node_comes_back_and_the_task_succeeds(graph: Any) -> None:
    probe = graph.probe
    told: list[Any] = []
    handle = probe.send("put a clean mug in the coffee machine", told.append)
    probe.until(lambda: told and told[-1].steps > 4 and told[-1].plan, 120.0, "steps of a plan")
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
