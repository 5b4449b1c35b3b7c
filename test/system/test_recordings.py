# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the docs have recorded gives the same map, facts and plan when it is played again."""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from egoplan_ros.action import ExecutePrimitive
from egoplan_ros.msg import ObjectArray
from egoplan_ros.srv import PlanTask
from lifecycle_msgs.msg import Transition
from nav_msgs.msg import OccupancyGrid
from rclpy.action import ActionClient
from rosbags.rosbag2 import Reader

from egoplan_ros.nodes.clients.recorder import Recorder
from egoplan_ros.nodes.convert.objects import from_grid, from_objects
from egoplan_ros.nodes.convert.robot import to_primitive
from egoplan_ros.nodes.convert.stamps import from_time
from egoplan_ros.nodes.qos import EVENTS, LATCHED
from egoplan_ros.world.primitive import Primitive, PrimitiveKind
from egoplan_ros.world.system.resources import config_path

ROOT = Path(__file__).resolve().parents[2]
GOAL = "(exists (?b - Book ?c - Cabinet) (in ?b ?c))"
PARAMETERS = ("--params-file", str(config_path("variants/simulated.yaml")))
LOOKS = ((PrimitiveKind.ROTATE_LEFT, 1.5), (PrimitiveKind.ROTATE_LEFT, 1.5))


def profile() -> list[str]:
    """Topics that docs/interfaces.md has recorded, without the namespace that it has there."""
    text = (ROOT / "docs" / "interfaces.md").read_text(encoding="utf-8")
    command = re.search(r"ros2 bag record .*?--topics (.*?)```", text, re.DOTALL)
    assert command is not None
    return command[1].replace("\\", "").replace("/egoplan", "").split()


class Listener:
    """Hears a graph's world, and has plans made on it."""

    def __init__(self, probe: Any) -> None:
        self.probe = probe
        self.objects, self.grid = ObjectArray(), OccupancyGrid()
        self.heard = [
            probe.node.create_subscription(ObjectArray, "objects", self._take, LATCHED),
            probe.node.create_subscription(OccupancyGrid, "map", self._map, LATCHED),
        ]

    def _take(self, message: ObjectArray) -> None:
        self.objects = message

    def _map(self, message: OccupancyGrid) -> None:
        self.grid = message

    def world(self, stamp: float) -> Any:
        """The world model of a time, and a plan on it."""
        self.probe.until(
            lambda: all(
                from_time(message.header.stamp) >= stamp for message in (self.objects, self.grid)
            ),
            60.0,
            f"the world of {stamp:.3f} s",
        )
        request = PlanTask.Request(goal=GOAL, explore=True, not_before=self.objects.header.stamp)
        plan = self.probe.call(PlanTask, "plan_task", request).plan
        grid = from_grid(self.grid)
        return from_objects(self.objects, grid), grid, plan


def up(solo: Callable[..., Any], *names: str) -> Any:
    probe = None
    for name in names:
        _, probe = solo(name, *PARAMETERS, beside=probe)
    for change in (Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_ACTIVATE):
        for name in names:
            assert probe.change(name, change)
    return probe


def recorded(probe: Any, path: Path) -> Any:
    """Look around; the world that came of it."""
    listener = Listener(probe)
    recorder = Recorder(probe.node, path)
    client = ActionClient(probe.node, ExecutePrimitive, "execute_primitive")
    probe.until(client.server_is_ready, 30.0, "execute_primitive")
    probe.until(lambda: from_time(listener.objects.header.stamp) > 0.0, 60.0, "a first world")
    topics = set(profile()) - {"/clock"}
    for kind, amount in (*LOOKS, (PrimitiveKind.OBSERVE, 0.0)):
        goal = ExecutePrimitive.Goal(primitive=to_primitive(Primitive(kind, amount)))
        sent = client.send_goal_async(goal)
        probe.until(sent.done, 30.0, "acceptance")
        ending = sent.result().get_result_async()
        probe.until(ending.done, 60.0, f"end of {kind}")
        stamp = from_time(ending.result().result.state.header.stamp)
        world = listener.world(stamp)
    probe.until(lambda: min(recorder.recorded[topic] for topic in topics) > 2, 20.0, "recording")
    recorder.close()
    assert recorder.problem == ""
    return world


def messages(path: Path) -> Iterator[tuple[str, str, bytes]]:
    """(topic, type, content) of what the docs have recorded."""
    wanted = profile()
    with Reader(path) as reader:
        chosen = [item for item in reader.connections if item.topic in wanted]
        assert {item.topic for item in chosen} == set(wanted)
        for connection, _, content in reader.messages(connections=chosen):
            yield connection.topic, connection.msgtype, bytes(content)


def played(probe: Any, path: Path, stamp: float) -> Any:
    listener = Listener(probe)
    publishers: dict[str, Any] = {}
    for topic, kind, _ in messages(path):
        if topic not in publishers:
            package, _, name = kind.split("/")
            message = getattr(import_module(f"{package}.msg"), name)
            publishers[topic] = probe.node.create_publisher(message, topic, EVENTS)
    probe.until(
        lambda: all(one.get_subscription_count() for one in publishers.values()), 30.0, "listeners"
    )
    for topic, _, content in messages(path):
        publishers[topic].publish(content)
        probe.executor.spin_once(timeout_sec=0.0)
    return listener.world(stamp)


def test_a_recording_gives_the_same_map_facts_and_plan(
    solo: Callable[..., Any], tmp_path: Path
) -> None:
    live = up(solo, "planner", "mapping", "perception", "robot_bridge")
    world, grid, plan = recorded(live, tmp_path / "bag")
    assert len(world.objects) > 5
    assert plan.actions
    again, same_grid, same_plan = played(
        up(solo, "planner", "mapping", "perception"), tmp_path / "bag", world.stamp
    )
    assert (same_grid.data == grid.data).all()
    assert again.objects == world.objects
    assert again.robot == world.robot
    assert (same_plan.status, same_plan.actions) == (plan.status, plan.actions)
