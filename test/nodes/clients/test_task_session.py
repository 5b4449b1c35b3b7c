# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A session against a behavior node that does what the test says."""

import threading

import numpy as np
import pytest
from waiting import until

rclpy = pytest.importorskip("rclpy")

from egoplan_ros.action import ExecuteTask  # noqa: E402
from egoplan_ros.msg import AgentStatus, HumanAnswer, HumanRequest, SymbolicAction  # noqa: E402
from rclpy.action import ActionServer, CancelResponse  # noqa: E402
from rclpy.executors import MultiThreadedExecutor  # noqa: E402
from sensor_msgs.msg import Image  # noqa: E402
from std_msgs.msg import String  # noqa: E402

from egoplan_ros.commands.domain import own_domain  # noqa: E402
from egoplan_ros.nodes.clients.task_session import TaskSession  # noqa: E402
from egoplan_ros.nodes.qos import EVENTS, LATCHED  # noqa: E402
from egoplan_ros.world.errors import InputError, RobotError  # noqa: E402


class Behavior:
    """Takes tasks, and ends them when told to."""

    def __init__(self, domain):
        self.context = rclpy.context.Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node = node = rclpy.create_node("behavior", context=self.context)
        self.finish, self.heard, self.tasks = threading.Event(), [], []
        self.status = node.create_publisher(AgentStatus, "status", 10)
        self.question = node.create_publisher(String, "question", LATCHED)
        self.request = node.create_publisher(HumanRequest, "human/request", EVENTS)
        self.image = node.create_publisher(Image, "camera/color/image_raw", 5)
        node.create_subscription(String, "answer", self.heard.append, EVENTS)
        node.create_subscription(HumanAnswer, "human/answer", self.heard.append, EVENTS)
        self.server = ActionServer(
            node,
            ExecuteTask,
            "execute_task",
            self.execute,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=rclpy.callback_groups.ReentrantCallbackGroup(),
        )
        self.executor = MultiThreadedExecutor(4, context=self.context)
        self.executor.add_node(node)
        self.thread = threading.Thread(target=self.executor.spin, daemon=True)
        self.thread.start()

    def execute(self, handle):
        self.tasks.append(handle.request.instruction.text)
        until(lambda: self.finish.is_set() or handle.is_cancel_requested)
        if handle.is_cancel_requested:
            handle.canceled()
            return ExecuteTask.Result(reason="cancelled")
        handle.succeed()
        return ExecuteTask.Result(success=True, reason="the goal holds", steps=7)

    def close(self):
        self.executor.shutdown(timeout_sec=2.0)
        self.context.try_shutdown()
        self.thread.join(2.0)


@pytest.fixture(scope="module")
def both():
    with own_domain() as domain:
        behavior = Behavior(domain)
        with TaskSession(domain, lambda line: None) as session:
            until(session._tasks.server_is_ready)
            yield session, behavior
        behavior.close()


@pytest.fixture
def begun(both):
    session, behavior = both
    behavior.finish.clear()
    behavior.heard.clear()
    session.begin("open the fridge", 60.0)
    until(lambda: behavior.tasks[-1:] == ["open the fridge"])
    yield both
    behavior.finish.set()
    until(lambda: not session.under_way)
    behavior.tasks.clear()


def test_without_a_task_nothing_is_asked_and_stop_is_harmless(both):
    session, _ = both
    assert session.status()["state"] == "idle"
    session.stop()
    with pytest.raises(InputError, match="nothing is asked"):
        session.answer("x")
    with pytest.raises(InputError, match="nobody is asked"):
        session.helped(True)
    with pytest.raises(InputError, match="empty"):
        session.begin("  ", 1.0)
    with pytest.raises(RobotError, match="no image has come"):
        session.picture()


def test_a_task_is_followed_to_its_end(begun):
    session, behavior = begun
    assert session.status()["state"] == "running"
    with pytest.raises(InputError, match="'open the fridge' is under way"):
        session.begin("close the fridge", 60.0)
    plan = [SymbolicAction(name="GoTo", args=["Fridge_1"]), SymbolicAction(name="Open", args=["F"])]
    behavior.status.publish(AgentStatus(plan=plan, step_of_plan=1, steps=3, blocking="a chair"))
    until(lambda: session.status()["action"] == "Open(F)")
    assert session.status()["blocking"] == "a chair"
    behavior.finish.set()
    until(lambda: session.status()["state"] == "succeeded")
    assert session.status()["reason"] == "the goal holds"
    assert session.status()["action"] == ""


def test_stop_cancels(begun):
    session, _ = begun
    session.stop()
    assert session.status()["state"] == "cancelled"


def test_stop_cancels_what_behavior_has_not_taken_yet(both):
    session, behavior = both
    behavior.finish.clear()
    session.begin("open the fridge", 60.0)
    session.stop()
    assert session.status()["state"] == "cancelled"
    behavior.tasks.clear()


def test_a_question_is_answered(begun):
    session, behavior = begun
    behavior.question.publish(String(data="the desk lamp or the floor lamp?"))
    until(lambda: session.status()["question"])
    session.answer("the floor lamp")
    until(lambda: behavior.heard)
    assert behavior.heard[0].data == "the floor lamp"
    assert session.status()["question"] == ""


def test_a_request_is_answered_by_its_id(begun):
    session, behavior = begun
    behavior.request.publish(HumanRequest(id="ab12", text="please open the door"))
    until(lambda: session.status()["request"] == "please open the door")
    session.helped(True)
    until(lambda: behavior.heard)
    assert (behavior.heard[0].id, behavior.heard[0].done) == ("ab12", True)
    assert session.status()["request"] == ""


def test_the_picture_is_what_the_camera_saw_last(both):
    session, behavior = both
    data = np.full((4, 6, 3), 9, np.uint8).tobytes()
    until(lambda: behavior.image.get_subscription_count())
    image = Image(height=4, width=6, step=18, encoding="rgb8", data=data)

    stamps = iter(range(1, 10_000))

    def seen():
        image.header.stamp.sec = next(stamps)
        behavior.image.publish(image)
        try:
            return session.picture() is not None
        except RobotError:
            return False

    until(seen)
    assert session.picture().shape == (4, 6, 3)
    assert (session.picture() == 9).all()
