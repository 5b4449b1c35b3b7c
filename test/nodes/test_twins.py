# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A second graph of the same names is told of."""

from egoplan_ros.nodes import lifecycle_manager
from egoplan_ros.nodes.diagnostics import Monitor
from egoplan_ros.nodes.lifecycle_manager import LifecycleManager


class Manager:
    """What the look for twins needs of a node."""

    look = LifecycleManager._look_for_twins

    def __init__(self):
        self.monitor, self._twins = Monitor("/egoplan/lifecycle_manager", lambda topic: 1), {}
        self.nodes = [("mapping", "/egoplan"), ("planner", "/egoplan"), ("mapping", "/other")]

    def get_namespace(self):
        return "/egoplan"

    def get_node_names_and_namespaces(self):
        return self.nodes

    def caution(self, key, message):
        self.monitor.warn(key, message)


def test_a_node_that_is_there_twice_for_long_is_told_and_one_that_died_is_not(monkeypatch):
    manager, now = Manager(), 100.0
    monkeypatch.setattr(lifecycle_manager.time, "monotonic", lambda: now)
    manager.look()
    manager.nodes.append(("mapping", "/egoplan"))
    manager.look()
    now += 20.0
    manager.look()
    assert not manager.monitor.warnings
    manager.nodes.pop()
    manager.look()
    manager.nodes.append(("mapping", "/egoplan"))
    now += 20.0
    manager.look()
    assert not manager.monitor.warnings
    now += 31.0
    manager.look()
    told = manager.monitor.warnings["twins"]
    assert told.startswith("/egoplan/mapping run more than once")
    assert "ROS_DOMAIN_ID" in told
    manager.nodes.pop()
    manager.look()
    assert not manager.monitor.warnings
