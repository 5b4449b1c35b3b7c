# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was told to mapping counts before its world model comes back with it."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from rclpy.task import Future

from egoplan_ros.nodes import ports
from egoplan_ros.nodes.clients import pending_marks
from egoplan_ros.nodes.clients.pending_marks import Marks
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import empty_grid
from egoplan_ros.world.state import Frontier, WorldState

ROBOT = RobotState(1.0, 3, 0, Pose2D(0.0, 0.0, 0.0), 0.0, 1.2)
MUG = ObjectInstance("Mug_1", "Mug", (1.0, 0.0, 0.9), (0.1, 0.1, 0.1))
WORLD = WorldState(
    1.0, ROBOT, {"Mug_1": MUG}, empty_grid(), (Frontier("frontier_1", 1.0, 0.0, 0.0, 2.0),)
)
"""As it was before any mark."""


def counted(world: WorldState, times: int) -> WorldState:
    return replace(world, objects={"Mug_1": replace(MUG, unreachable=times)})


def test_a_mark_counts_at_once_and_only_once() -> None:
    told = Marks()
    for times in (1, 2, 3):
        told.unreachable("Mug_1", WORLD)
        assert told.on(WORLD).objects["Mug_1"].unreachable == times
    assert told.pending(counted(WORLD, 2))
    assert told.on(counted(WORLD, 2)).objects["Mug_1"].unreachable == 3
    shown = counted(WORLD, 3)
    assert not told.pending(shown)
    assert told.on(shown) is shown


def test_a_frontier_that_was_given_up_is_gone() -> None:
    told = Marks()
    told.unreachable("frontier_1", WORLD)
    assert told.on(WORLD).frontiers == ()
    assert "frontier_1" in told.on(WORLD).explored
    assert not told.pending(replace(WORLD, frontiers=()))


def test_a_place_that_was_explored_counts_as_such() -> None:
    told = Marks()
    told.explored("Mug_1", WORLD)
    assert "Mug_1" in told.on(WORLD).explored
    assert told.on(WORLD).objects["Mug_1"].unreachable == 0
    assert told.pending(counted(WORLD, 5))
    assert not told.pending(replace(WORLD, explored=frozenset({"Mug_1"})))


def test_marks_do_not_outlive_their_episode() -> None:
    told = Marks()
    told.unreachable("Mug_1", WORLD)
    assert not told.pending(replace(WORLD, robot=replace(ROBOT, episode=1)))


def test_a_mark_that_mapping_refused_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    now = SimpleNamespace(seconds=5.0)
    monkeypatch.setattr(pending_marks, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    told = Marks()
    told.unreachable("Mug_1", WORLD)
    assert told.pending(WORLD)
    now.seconds += 3.0
    assert not told.pending(WORLD)


class Node:
    """A node whose planner and world model are the test's."""

    def __init__(self) -> None:
        self.requests: list[Any] = []
        self.service_is_ready = lambda: True

    def call_async(self, request: Any) -> Future:
        self.requests.append(request)
        return Future()

    def ask(self, *_: Any) -> "Node":
        return self

    def listen(self, *_: Any, **__: Any) -> None:
        pass

    def own(self, *_: Any) -> None:
        pass

    def publish_on(self, *_: Any) -> Any:
        return lambda message: None


def test_a_plan_is_asked_for_once_the_world_model_shows_the_mark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ports, "ActionClient", lambda *_: SimpleNamespace(destroy=lambda: None))
    node = Node()
    outside = ports.RosPorts(node, lambda: None, 10.0, 10.0)
    known = outside.listener = SimpleNamespace(world=WORLD, stamp=1.0, version=7)
    outside.mark_unreachable("Mug_1")
    assert outside.world().objects["Mug_1"].unreachable == 1
    plan = outside.plan(parse_goal("(exists (?o - Mug) (holding ?o))"))
    assert not plan.done()
    assert not node.requests
    known.world, known.version = counted(WORLD, 1), 8
    assert not plan.done()
    assert [request.not_before_version for request in node.requests] == [8]
