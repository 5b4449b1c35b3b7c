# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Nodes die; the graph goes on."""

import os
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from action_msgs.msg import GoalStatus
from egoplan_ros.action import ExecuteTask
from egoplan_ros.msg import Restart, RobotState
from egoplan_ros.srv import Reset
from lifecycle_msgs.msg import State

from egoplan_ros.nodes.convert.stamps import from_time
from egoplan_ros.nodes.qos import EVENTS, LATCHED


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


TASK = "put a clean mug in the coffee machine"


def under_way(probe: Any, steps: int = 4, planned: bool = True, **more: Any) -> tuple[Any, Any]:
    """A task that has done some steps of a plan; its handle and what it has told."""
    told: list[Any] = []
    handle = probe.send(TASK, told.append, **more)
    probe.during(
        handle,
        lambda: told and told[-1].steps > steps and (told[-1].plan or not planned),
        120.0,
        "steps",
    )
    return handle, told


def afresh(probe: Any) -> None:
    probe.wait_until_up()
    assert probe.call(Reset, "reset", Reset.Request(seed=-1), seconds=120.0).success


def told_at(log: Path, line: str) -> float:
    """When a node wrote a line last, seconds since 1970."""
    stamps = re.findall(rf"\[(\d+\.\d+)\].*{re.escape(line)}", log.read_text(encoding="utf-8"))
    return float(stamps[-1])


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGSTOP], ids=["dead", "hung"])
def test_a_skill_whose_executor_dies_or_hangs_is_planned_anew(graph: Any, sign: int) -> None:
    probe = graph.probe
    afresh(probe)
    handle, _ = under_way(probe)
    began, halted = time.monotonic(), time.time()
    os.kill(graph.processes.pid("skill_executor"), sign)
    if sign == signal.SIGSTOP:
        silent = "skill_executor does not answer"
        probe.complaint("lifecycle_manager", silent, 20.0)
        # By its own clock, for we may have heard it late.
        assert told_at(graph.logs / "lifecycle_manager.log", silent) - halted < 8.0
    lost = "server_lost"
    log = graph.logs / "behavior.log"
    probe.until(lambda: log.read_text().count(lost) > (sign == signal.SIGSTOP), 25.0, lost)
    assert time.monotonic() - began < (25.0 if sign == signal.SIGSTOP else 12.0)
    status, result = probe.outcome(handle)
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason


@pytest.mark.sample(1)
@pytest.mark.parametrize("killed", [True, False], ids=["dead", "hung"])
def test_a_planner_that_dies_or_hangs_over_a_plan_is_asked_again(graph: Any, killed: bool) -> None:
    probe = graph.probe
    afresh(probe)
    told: list[Any] = []
    handle = probe.send(TASK, told.append)
    probe.during(handle, lambda: told and told[-1].steps > 1, 120.0, "steps")
    victim = graph.processes.pid("planner")
    os.kill(victim, signal.SIGSTOP)
    probe.during(handle, lambda: told[-1].phase == "planning", 120.0, "planning")
    if killed:
        os.kill(victim, signal.SIGKILL)
    status, result = probe.outcome(handle, 90.0)
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
    assert graph.processes.pid("planner") != victim
    heard: list[Restart] = []
    latched = probe.node.create_subscription(Restart, "restarts", heard.append, LATCHED)
    probe.until(lambda: heard, 10.0, "the restart, for who comes late")
    probe.node.destroy_subscription(latched)
    assert heard[-1].node == "planner"
    assert heard[-1].reason == ("it died" if killed else "it hung and was ended")
    assert heard[-1].count == graph.processes.nodes["planner"].restarts


def test_behavior_goes_on_with_its_task_and_who_asked_again_is_answered(graph: Any) -> None:
    probe = graph.probe
    afresh(probe)
    _, told = under_way(probe, 8, task="mine")
    victim = graph.processes.pid("behavior")
    os.kill(victim, signal.SIGKILL)
    probe.until(lambda: graph.processes.pid("behavior") not in (None, victim), 20.0, "restart")
    probe.wait_until_up()
    again: list[Any] = []
    goal = ExecuteTask.Goal(task="mine")
    goal.instruction.text = TASK

    def joined() -> Any:
        sent = probe.tasks.send_goal_async(goal, lambda item: again.append(item.feedback.status))
        end = time.monotonic() + 5.0
        probe.until(lambda: sent.done() or time.monotonic() > end, 10.0, "acceptance")
        return sent.result() if sent.done() else None

    handle = probe.until(joined, 40.0, "joined")
    status, result = probe.outcome(handle)
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
    assert result.steps > told[-1].steps, "the steps before count, too"
    assert result.plans > told[-1].plans
    ended = probe.outcome(joined())
    assert (ended[0], ended[1].reason) == (status, result.reason), "asked once more"


@pytest.mark.slow
def test_a_manager_that_hangs_is_ended_by_behavior(graph: Any) -> None:
    probe = graph.probe
    probe.wait_until_up()
    victim = graph.processes.pid("lifecycle_manager")
    os.kill(victim, signal.SIGSTOP)
    probe.until(
        lambda: graph.processes.pid("lifecycle_manager") not in (None, victim), 25.0, "restart"
    )
    probe.wait_until_up()


def children(pid: int) -> list[int]:
    """Processes a process has started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    found = [int(word) for word in text.split()]
    for thread in Path(f"/proc/{pid}/task").iterdir():
        found += [int(word) for word in (thread / "children").read_text().split()]
    return sorted(set(found))


@pytest.mark.sample(1)
@pytest.mark.parametrize("whose", ["simulator", "bridge"])
def test_the_episode_goes_on_when_simulator_or_bridge_die(graph: Any, whose: str) -> None:
    probe = graph.probe
    afresh(probe)
    states: list[RobotState] = []
    heard = probe.node.create_subscription(RobotState, "robot_state", states.append, EVENTS)
    handle, told = under_way(probe, 10)
    before, steps = states[-1], told[-1].steps
    bridge = graph.processes.pid("robot_bridge")
    if whose == "bridge":
        os.kill(bridge, signal.SIGKILL)
    else:
        for pid in children(bridge):
            os.kill(pid, signal.SIGKILL)
    status, result = probe.outcome(handle, 120.0)
    probe.node.destroy_subscription(heard)
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
    assert {state.episode for state in states} == {before.episode}
    assert result.steps > steps
    stamps = [from_time(state.header.stamp) for state in states]
    assert stamps == sorted(stamps), "time is not set back"
    log = (graph.logs / "robot_bridge.log").read_text(encoding="utf-8")
    assert "done again in a fresh simulator" in log
