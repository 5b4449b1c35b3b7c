# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages that are none, from a stranger on the graph's own topics: told, and the task goes on."""

import math
from typing import Any

import pytest
from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Time
from egoplan_ros.msg import Belief, ObjectArray, ObjectInstance, RobotState
from nav_msgs.msg import OccupancyGrid
from rosgraph_msgs.msg import Clock

from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor


@pytest.fixture(scope="module")
def scene() -> str:
    return "FloorPlan22"


def false_world(stamp: Time) -> tuple[ObjectArray, OccupancyGrid]:
    """A world model and its map, each of which is none, of one stamp."""
    objects = ObjectArray(version=2**40)
    objects.objects = [ObjectInstance(id="Mug_1", type="Mug", states=[Belief(source="gossip")])]
    grid = OccupancyGrid(data=[0] * 100)
    grid.info.width, grid.info.height, grid.info.resolution = 999, 40, 0.05
    for message in (objects, grid):
        message.header.stamp, message.header.frame_id = stamp, "map"
    return objects, grid


def test_false_messages_in_mid_task_are_told_and_it_succeeds(graph: Any) -> None:
    probe = graph.probe
    now: list[RobotState] = []
    probe.node.create_subscription(RobotState, "robot_state", now.append, EVENTS)
    publishers = {
        topic: probe.node.create_publisher(kind, topic, qos)
        for topic, kind, qos in (
            ("objects", ObjectArray, LATCHED),
            ("map", OccupancyGrid, LATCHED),
            ("robot_state", RobotState, EVENTS),
            ("/clock", Clock, sensor()),
        )
    }
    told: list[Any] = []
    handle = probe.send("put a clean mug in the coffee machine", told.append)
    probe.during(handle, lambda: told and told[-1].steps > 3 and now, 120.0, "steps")
    lost = RobotState(step=now[-1].step + 1, episode=now[-1].episode)
    lost.header.frame_id, lost.base.x = "map", math.nan
    other = RobotState(step=50, episode=now[-1].episode + 77)
    other.header.frame_id, other.header.stamp = "map", now[-1].header.stamp
    objects, grid = false_world(now[-1].header.stamp)
    for topic, message in (
        ("objects", objects),
        ("map", grid),
        ("robot_state", lost),
        ("robot_state", other),
        ("/clock", Clock(clock=Time(sec=-7))),
    ):
        publishers[topic].publish(message)
    probe.complains("behavior", "probe")
    status, result = probe.outcome(handle)
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
    assert not any(node.restarts for node in graph.processes.nodes.values())
    log = (graph.logs / "behavior.log").read_text(encoding="utf-8")
    for line in ("source 'gossip' is unknown", "999x40 cells", "base.x is nan", "is no time"):
        assert line in log, line
    mapping = probe.diagnostics["mapping"].message
    assert "/map: /probe on this host publishes there" in mapping
