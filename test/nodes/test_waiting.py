"""A service that awaits something does not keep its node from hearing of it."""

import pytest
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.task import Future
from std_msgs.msg import Bool
from std_srvs.srv import Trigger

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.qos import EVENTS


class Waiter(ManagedNode):
    """Answers once there is news, or when it has waited long enough."""

    NAME = "planner"  # any with a file of parameters

    def configure(self):
        self._news = Future()
        self.listen(Bool, "news", self._news.set_result, EVENTS)
        self.serve(Trigger, "wait", self._wait)

    async def _wait(self, request, response):
        response.success = await self.within(self._news, 2.0)
        return response


@pytest.fixture
def graph(monkeypatch):
    with own_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
        rclpy.init(domain_id=domain)
        node, other = Waiter(), rclpy.create_node("other")
        executor = SingleThreadedExecutor()
        executor.add_node(node)
        executor.add_node(other)
        node.trigger_configure()
        node.trigger_activate()
        yield executor, other
        executor.shutdown()
        node.close()
        other.destroy_node()
        rclpy.shutdown()


@pytest.mark.parametrize("news", [True, False])
def test_what_a_service_waits_for_is_heard(graph, news):
    executor, other = graph
    client = other.create_client(Trigger, "wait")
    publisher = other.create_publisher(Bool, "news", EVENTS)
    assert client.wait_for_service(20.0)
    answer = client.call_async(Trigger.Request())
    if news:
        other.create_timer(0.1, lambda: publisher.publish(Bool()))
    executor.spin_until_future_complete(answer, 20.0)
    assert answer.done()
    assert answer.result().success is news
