# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Two graphs in one ROS domain, each in its namespace, have nothing but global topics in common."""

from collections.abc import Callable
from typing import Any

from lifecycle_msgs.msg import State, Transition

from egoplan_ros.nodes.node_table import node_file

GLOBAL = {"/diagnostics", "/tf", "/tf_static", "/clock", "/parameter_events", "/rosout"}
NAMES = ("behavior", "planner")


def topics(node: Any, name: str, namespace: str) -> set[str]:
    """All topics that a node publishes on or listens to."""
    published = node.get_publisher_names_and_types_by_node(name, namespace)
    heard = node.get_subscriber_names_and_types_by_node(name, namespace)
    return {topic for topic, _ in (*published, *heard)}


def test_a_manager_brings_up_the_nodes_of_its_own_namespace(solo: Callable[..., Any]) -> None:
    probe = None
    for space in ("/one", "/two"):
        for name in NAMES:
            _, probe = solo(name, "-r", f"__ns:={space}", beside=probe)
    assert probe is not None
    solo("lifecycle_manager", "-r", "__ns:=/one", beside=probe)
    for name in NAMES:
        probe.until(
            lambda name=name: probe.state(f"/one/{name}") == State.PRIMARY_STATE_INACTIVE,
            60.0,
            f"/one/{name}",
        )
        assert probe.state(f"/two/{name}") == State.PRIMARY_STATE_UNCONFIGURED
        assert probe.change(f"/two/{name}", Transition.TRANSITION_CONFIGURE)
    for name in NAMES:
        mine, other = (topics(probe.node, name, space) for space in ("/one", "/two"))
        assert len(mine) > 5
        assert {topic for topic in mine if not topic.startswith("/one/")} <= GLOBAL
        assert mine & other <= GLOBAL
        assert {topic.removeprefix("/one") for topic in mine} == {
            topic.removeprefix("/two") for topic in other
        }
    for space in ("one", "two"):
        probe.until(
            lambda space=space: f"{space}/planner" in probe.diagnostics,
            20.0,
            f"{space}'s diagnostics",
        )
    assert node_file("/one/behavior", "task") != node_file("/two/behavior", "task")
