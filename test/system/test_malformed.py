"""Messages of any content on every topic between the nodes: none dies or wedges."""

from typing import Any

import pytest
from action_msgs.msg import GoalStatus
from egoplan_ros.msg import (
    Detections,
    Goal,
    Heartbeat,
    ObjectArray,
    Plan,
    RobotState,
    SkillStatus,
)
from egoplan_ros.srv import QueryObjects
from hypothesis import HealthCheck, given, seed, settings
from malformed import messages
from nav_msgs.msg import OccupancyGrid
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import String

from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor

TOPICS = {
    "objects": (ObjectArray, LATCHED),
    "map": (OccupancyGrid, LATCHED),
    "robot_state": (RobotState, EVENTS),
    "detections": (Detections, EVENTS),
    "oracle/detections": (Detections, sensor(True)),
    "camera/depth/image_raw": (Image, sensor(True)),
    "camera/color/camera_info": (CameraInfo, sensor(True)),
    "plan": (Plan, LATCHED),
    "goal": (Goal, LATCHED),
    "skill/status": (SkillStatus, EVENTS),
    "heartbeat": (Heartbeat, sensor(True)),
    "objects/unreachable": (String, EVENTS),
    "/clock": (Clock, sensor()),
}
EACH = 40


@pytest.fixture(scope="module")
def scene() -> str:
    return "FloorPlan23"


def many(kind: type) -> list[Any]:
    """The same messages of a type each time."""
    found: list[Any] = []

    @seed(4)
    @settings(max_examples=EACH, database=None, suppress_health_check=list(HealthCheck))
    @given(messages(kind))
    def collect(message: Any) -> None:
        found.append(message)

    collect()
    return found


def test_no_message_ends_or_wedges_a_node(graph: Any) -> None:
    probe = graph.probe
    for topic, (kind, qos) in TOPICS.items():
        publisher = probe.node.create_publisher(kind, topic, qos)
        probe.until(publisher.get_subscription_count, 20.0, f"listeners of {topic}")
        sent = many(kind)
        assert len(sent) >= EACH
        for message in sent:
            publisher.publish(message)
            probe.executor.spin_once(timeout_sec=0.005)
        probe.node.destroy_publisher(publisher)
    probe.wait_until_up()
    answer = probe.call(QueryObjects, "query_objects", QueryObjects.Request(type="Mug"))
    assert answer.success, answer.message
    status, result = probe.do("put a mug in the sink")
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
    restarted = {name: node.restarts for name, node in graph.processes.nodes.items()}
    assert not any(restarted.values()), restarted
