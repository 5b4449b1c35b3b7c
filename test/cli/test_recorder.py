# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import resource
import time

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy")

from rclpy.context import Context  # noqa: E402
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rclpy.node import Node  # noqa: E402
from rosbags.rosbag2 import Reader  # noqa: E402
from rosbags.typesys import Stores, get_types_from_msg, get_typestore  # noqa: E402

from egoplan_ros.commands.domain import own_domain  # noqa: E402
from egoplan_ros.nodes.qos import LATCHED  # noqa: E402


@pytest.fixture
def graph(monkeypatch):
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    with own_domain() as domain:
        context = Context()
        rclpy.init(context=context, domain_id=domain)
        node = Node("recorder_test", context=context)
        executor = SingleThreadedExecutor(context=context)
        executor.add_node(node)

        def spin_until(done, seconds=20.0):
            end = time.monotonic() + seconds
            while not done() and time.monotonic() < end:
                executor.spin_once(timeout_sec=0.05)
            return done()

        yield node, spin_until
        executor.shutdown()
        node.destroy_node()
        context.try_shutdown()


@pytest.fixture
def full_disk():
    """As a full disk: no file may grow beyond what its caller says, until the test is over."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("size", [0, 4096])
def test_a_full_disk_ends_the_recording_and_nothing_else(graph, tmp_path, full_disk, size):
    from sensor_msgs.msg import Image

    from egoplan_ros.nodes.clients.recorder import Recorder

    node, spin_until = graph
    image = node.create_publisher(Image, "image", 10)
    full_disk(size)
    recorder = Recorder(node, tmp_path / "bag")
    pixels = np.random.default_rng(0).bytes(300 * 300 * 3)

    def sent():
        image.publish(Image(height=300, width=300, step=900, encoding="rgb8", data=pixels))
        return recorder.problem or recorder.recorded.total() > 8

    assert spin_until(sent)
    recorder.close()
    assert "File too large" in recorder.problem
    assert recorder.problem.startswith("recording stopped: OSError")


def test_recording_explains_itself(graph, tmp_path):
    from egoplan_ros.msg import AgentStatus, SymbolicAction
    from sensor_msgs.msg import Image

    from egoplan_ros.nodes.clients.recorder import Recorder

    node, spin_until = graph
    status = node.create_publisher(AgentStatus, "status", 10)
    image = node.create_publisher(Image, "image", 10)
    latched = node.create_publisher(AgentStatus, "latched", LATCHED)
    hidden = node.create_publisher(AgentStatus, "_hidden/status", 10)
    latched.publish(AgentStatus(state="latched"))
    recorder = Recorder(node, tmp_path / "bag")
    pixels = np.arange(300 * 300 * 3, dtype=np.uint32).astype(np.uint8).tobytes()

    def sent():
        status.publish(AgentStatus(state="running", plan=[SymbolicAction(name="GoTo", args=["x"])]))
        image.publish(Image(height=300, width=300, step=900, encoding="rgb8", data=pixels))
        hidden.publish(AgentStatus())
        return recorder.recorded["/latched"] and recorder.recorded.total() > 20

    assert spin_until(sent)
    recorder.close()
    recorder.close()
    assert recorder.problem == ""
    assert (tmp_path / "bag" / "metadata.yaml").exists()
    with Reader(tmp_path / "bag") as reader:
        topics = {item.topic: item for item in reader.connections}
        assert {"/status", "/image", "/latched"} <= set(topics)
        assert not [topic for topic in topics if "hidden" in topic]
        # With nothing but what the file says, as on a machine without this package.
        store = get_typestore(Stores.EMPTY)
        definition = topics["/status"].msgdef.data
        store.register(get_types_from_msg(definition, "egoplan_ros/msg/AgentStatus"))
        states = set()
        for connection, _, data in reader.messages():
            if connection.msgtype == "egoplan_ros/msg/AgentStatus":
                message = store.deserialize_cdr(data, connection.msgtype)
                states.add(message.state)
                if message.plan:
                    assert message.plan[0].args == ["x"]
        assert states == {"running", "latched"}
        latched_qos = topics["/latched"].ext.offered_qos_profiles[0]
        assert latched_qos.durability.name == "TRANSIENT_LOCAL"


def test_what_is_recorded_can_be_read_with_what_the_file_says(graph, tmp_path):
    """Constants that are empty, and comments behind constants, were no definitions."""
    from egoplan_ros.msg import ObjectArray, ObjectInstance
    from rosbags.highlevel import AnyReader

    from egoplan_ros.nodes.clients.recorder import Recorder

    node, spin_until = graph
    objects = node.create_publisher(ObjectArray, "objects", LATCHED)
    objects.publish(ObjectArray(objects=[ObjectInstance(id="Mug_1")]))
    recorder = Recorder(node, tmp_path / "bag")
    assert spin_until(lambda: recorder.recorded["/objects"])
    recorder.close()
    with AnyReader([tmp_path / "bag"]) as reader:
        found = [
            reader.deserialize(data, connection.msgtype).objects[0].id
            for connection, _, data in reader.messages()
            if connection.topic == "/objects"
        ]
    assert found == ["Mug_1"]
