# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goals of a navigation are cancelled, whoever sent them."""

from types import SimpleNamespace

from action_msgs.srv import CancelGoal

from egoplan_ros.nodes.drivers.call_off import CallOff

SERVICE = "/navigate_to_pose/_action/cancel_goal"


class Node:
    """A node that may reach the service."""

    def __init__(self, served: bool) -> None:
        self.served, self.sent, self.timers = served, [], []

    def ask(self, kind, name):
        assert (kind, name) == (CancelGoal, SERVICE)
        return SimpleNamespace(
            service_is_ready=lambda: self.served, call_async=lambda r: self.sent.append(r)
        )

    def every(self, seconds, callback, **_):
        self.timers.append(callback)


def test_all_goals_are_cancelled():
    node = Node(served=True)
    assert CallOff(node, SERVICE)()
    # Neither an id nor a time (action_msgs/srv/CancelGoal).
    assert node.sent == [CancelGoal.Request()]
    node.timers[0]()
    assert len(node.sent) == 1


def test_a_navigation_that_is_not_found_yet_is_told_once_it_is():
    node = Node(served=False)
    assert not CallOff(node, SERVICE)()
    node.timers[0]()
    assert not node.sent
    node.served = True
    node.timers[0]()
    node.timers[0]()
    assert len(node.sent) == 1


def test_a_goal_of_ours_takes_the_place_of_the_old_one_and_stays():
    node = Node(served=False)
    call_off = CallOff(node, SERVICE)
    call_off()
    call_off.replaced()
    node.served = True
    node.timers[0]()
    assert not node.sent
