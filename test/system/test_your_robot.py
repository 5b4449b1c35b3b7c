# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""docs/your_robot.md on the simulated robot: its topics, its file, its first motions.

What a line has the command ``ros2`` do, which ROS 2's wheels lack, is done here by rclpy.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from geometry_msgs.msg import PoseStamped
from lifecycle_msgs.msg import State, Transition
from rclpy.action import ActionClient
from rclpy.qos import DurabilityPolicy, QoSProfile

from egoplan_ros.nodes.convert.geometry import from_pose
from egoplan_ros.nodes.drivers.devices import DEVICE
from egoplan_ros.nodes.node_table import parameter_files
from egoplan_ros.nodes.qos import EVENTS
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.transforms import flattened

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "your_robot.md").read_text(encoding="utf-8")
TIMES = "base.stale=3.0", "base.image_timeout=8.0"
"""For whoever shares the machine; on it images are drawn, too."""


def step(number: int) -> list[list[str]]:
    """Words of the lines of a step, without what explains them."""
    part = re.split(rf"^## {number}\. .*$|^## {number + 1}\. ", PAGE, flags=re.MULTILINE)[1]
    lines = re.findall(r"^    (\w.*)$", part, re.MULTILINE)
    return [shlex.split(line, comments=True) for line in lines]


def filled(message: Any, values: dict[str, Any]) -> Any:
    """The message with what a line gives it."""
    for name, value in values.items():
        inner = filled(getattr(message, name), value) if isinstance(value, dict) else value
        setattr(message, name, inner)
    return message


def kind_of(name: str) -> Any:
    package, part, kind = name.split("/")
    return getattr(import_module(f"{package}.{part}"), kind)


class Reader:
    """Does what the page says."""

    def __init__(self, probe: Any) -> None:
        self.probe, self.node = probe, probe.node
        self.true: Pose2D | None = None
        self.node.create_subscription(PoseStamped, "/robot_sim/true_pose", self._truth, EVENTS)

    def _truth(self, message: PoseStamped) -> None:
        self.true = Pose2D(*flattened(from_pose(message.pose)))

    def there(self, topic: str, who: Callable[[str], list[Any]]) -> str:
        """Type of a topic that somebody has."""
        found = self.probe.until(lambda: who(topic), 60.0, topic)
        return str(found[0].topic_type)

    def echo(self, topic: str) -> Any:
        """A message, as ``ros2 topic echo`` gets it from a publisher of any quality."""
        kind = kind_of(self.there(topic, self.node.get_publishers_info_by_topic))
        offered = self.node.get_publishers_info_by_topic(topic)[0].qos_profile
        latched = offered.durability == DurabilityPolicy.TRANSIENT_LOCAL
        qos = QoSProfile(
            depth=5,
            reliability=offered.reliability,
            durability=offered.durability if latched else DurabilityPolicy.VOLATILE,
        )
        heard: list[Any] = []
        made = self.node.create_subscription(kind, topic, heard.append, qos)
        self.probe.until(lambda: heard, 60.0, f"a message on {topic}")
        self.node.destroy_subscription(made)
        return heard[0]

    def publish(self, topic: str, kind: str, values: str) -> None:
        made = self.node.create_publisher(kind_of(kind), topic, EVENTS)
        self.probe.until(made.get_subscription_count, 30.0, f"who hears {topic}")
        made.publish(filled(kind_of(kind)(), yaml.safe_load(values)))
        assert made.wait_for_all_acked()

    def serve(self, name: str, kind: str, values: str) -> Any:
        request = filled(kind_of(kind).Request(), yaml.safe_load(values))
        return self.probe.call(kind_of(kind), name, request)

    def send(self, name: str, kind: str, values: str) -> Any:
        client = ActionClient(self.node, kind_of(kind), name)
        self.probe.until(client.server_is_ready, 60.0, name)
        sent = client.send_goal_async(filled(kind_of(kind).Goal(), yaml.safe_load(values)))
        self.probe.until(sent.done, 30.0, f"acceptance of {name}")
        ending = sent.result().get_result_async()
        self.probe.until(ending.done, 60.0, f"end of {name}")
        return ending.result().result.result


@pytest.fixture
def reader(solo: Callable[..., Any], tmp_path: Path) -> Iterator[Reader]:
    """Steps 1, 3 and 4 are done, the last as far as base and camera are concerned."""
    found = re.search(r"cat > (\S+) <<END\n(.*?)    END\n", PAGE, re.DOTALL)
    assert found is not None
    own = tmp_path / found[1]
    own.write_text(re.sub(r"^    ", "", found[2], flags=re.MULTILINE), encoding="utf-8")
    words = ["-r", "__ns:=/egoplan"]
    for path in parameter_files("robot", own):
        words += ["--params-file", str(path)]
    words += [word for name in TIMES for word in ("-p", name.replace("=", ":="))]
    words += [word for ours, theirs in DEVICE.items() for word in ("-r", f"{ours}:={theirs}")]
    _, probe = solo("robot_bridge", *words)
    ((_, *options),) = step(1)
    robot = subprocess.Popen(
        [sys.executable, "-m", "egoplan_ros.cli", *options, "--size", "160", "120", "--rate", "4"],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "ROS_DOMAIN_ID": str(probe.domain)},
    )
    made = Reader(probe)
    probe.until(lambda: made.true, 90.0, "the robot")
    bridge = "/egoplan/robot_bridge"
    assert probe.change(bridge, Transition.TRANSITION_CONFIGURE)
    assert probe.change(bridge, Transition.TRANSITION_ACTIVATE)
    probe.until(lambda: probe.state(bridge) == State.PRIMARY_STATE_ACTIVE, 60.0, "the bridge")
    yield made
    robot.send_signal(signal.SIGINT)
    assert robot.wait(20.0) in (0, 130)


@pytest.mark.slow
def test_what_the_page_says_comes_true(reader: Reader) -> None:
    asked = 0
    for _, what, how, *rest in step(2):
        topic = next(word for word in rest if word.startswith("/"))
        assert what == "topic"
        if how == "info":
            reader.there(topic, reader.node.get_subscriptions_info_by_topic)
        else:
            message = reader.echo(topic)
            if topic.endswith("/image_raw") and "depth" in topic:
                assert message.encoding in ("16UC1", "32FC1")
        asked += 1
    assert asked == 6
    assert reader.true is not None
    before = reader.true
    done = []
    for _, what, how, *rest in step(5):
        name, *more = [word for word in rest if not word.startswith("--")]
        if (what, how) == ("topic", "pub"):
            reader.publish(name, *more)
        elif (what, how) == ("topic", "echo"):
            reader.probe.until(lambda: reader.echo(name).data, 30.0, name)  # noqa: B023
        elif what == "service":
            answer = reader.serve(name, *more)
            assert answer.success, answer.message
        else:
            result = reader.send(name, *more)
            assert result.success, result.message
            assert reader.true is not None
            done.append((reader.true.x, reader.true.y, reader.true.yaw))
        assert what in ("topic", "service", "action")
    (x, y, yaw), (last_x, last_y, _) = done
    assert abs(yaw - before.yaw) == pytest.approx(0.5, abs=0.12)
    assert (x - before.x, y - before.y) == pytest.approx((0.0, 0.0), abs=0.1)
    assert ((last_x - x) ** 2 + (last_y - y) ** 2) ** 0.5 == pytest.approx(0.3, abs=0.08)
