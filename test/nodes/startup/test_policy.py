# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The policy of SROS 2 allows each process what it does, and each name of docs/interfaces.md."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest
import rclpy

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.node_table import CLIENTS, NODES, NodeEntry, enclave
from egoplan_ros.nodes.startup.access import Access, access
from egoplan_ros.nodes.startup.policy import policy_text, write_policy

INTERFACES = Path(__file__).resolve().parents[3] / "docs" / "interfaces.md"
RIGHTS = {
    ("topics", "publish"): "publishes",
    ("topics", "subscribe"): "hears",
    ("services", "reply"): "serves",
    ("services", "request"): "asks",
    ("actions", "execute"): "executes",
    ("actions", "call"): "calls",
}
OPTIONS = {
    "perception": ("backend:=detections", "raw_type:=egoplan_ros/msg/Detections"),
    "robot_bridge": (
        *("robot:=mobile_base", "publish_clock:=true", "publish_tf:=true", "oracle:=true"),
        *("base.manipulation:=action", "base.camera_tilts:=true"),
    ),
}
"""With which a node has as much as it can have."""
BEYOND = {
    "lifecycle_manager": {
        "publishes": {"cmd_vel"},
        "hears": {"cmd_vel"},
        "asks": {
            "device/cancel_navigation",
            "device/manipulate/_action/cancel_goal",
            "/navigate_to_pose/_action/cancel_goal",
        },
    },
    "perception": {"hears": {"/robot_sim/detections", "oracle/detections", "/tf", "/tf_static"}},
    "robot_bridge": {
        "publishes": {"cmd_vel", "device/goal_pose"},
        "hears": {"device/color/image_raw/compressed", "device/depth/image_raw/compressedDepth"},
        "asks": {"device/cancel_navigation", "/controller_server/get_parameters"},
        "calls": {"/navigate_to_pose"},
    },
}
"""What a node has only with other options, or once others are there."""


def allowed(text: str) -> dict[str, dict[str, set[str]]]:
    """Names by the process's enclave and what it may do with them."""
    found: dict[str, dict[str, set[str]]] = {}
    for one in ElementTree.fromstring(text).iter("enclave"):
        mine = found[one.get("path", "")] = {name: set[str]() for name in RIGHTS.values()}
        for profile in one.iter("profile"):
            for rule in profile:
                ((right, word),) = rule.attrib.items()
                assert word == "ALLOW"
                mine[RIGHTS[rule.tag, right]] |= {item.text or "" for item in rule}
    return found


def rows(heading: str) -> list[list[str]]:
    """Cells of the table below a heading of docs/interfaces.md."""
    text = INTERFACES.read_text(encoding="utf-8").split(f"\n{heading}\n")[1]
    lines = re.split(r"\n#+ ", text)[0].splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:]] for line in lines if line[:1] == "|"]
    return [row for row in cells if row[0].startswith("`")]


def documented() -> Iterator[tuple[str, str, str]]:
    """Process, what it does, and the name."""
    everybody = ", ".join(entry.name for entry in NODES)
    for heading, at, right in (
        ("## Topics", 3, "publishes"),
        ("### Topics the graph listens to", 3, "hears"),
        ("## Actions", 2, "executes"),
        ("## Services", 2, "serves"),
    ):
        for row in rows(heading):
            for process in row[at].replace("every node", everybody).split(", "):
                for name in re.findall(r"`([^`]+)`", row[0]):
                    yield process, right, name
    for row in rows("### What a real robot is driven with"):
        right = {"action": "calls", "service": "asks"}.get(row[2], "publishes")
        yield "robot_bridge", right, re.findall(r"`([^`]+)`", row[0])[0]


@pytest.mark.parametrize("namespace", ["", "/egoplan"])
def test_each_name_of_the_documentation_is_allowed_to_whom_it_is_of(namespace: str) -> None:
    found = allowed(policy_text(namespace))
    told = list(documented())
    assert len(told) > 90
    assert {right for _, right, _ in told} == {*RIGHTS.values()}
    for process, right, name in told:
        assert name in found[enclave(process)][right], (process, right, name)


def test_no_process_is_left_out_and_none_but_the_recorder_has_a_pattern() -> None:
    found = allowed(policy_text())
    assert found.keys() == {enclave(name) for name in (*CLIENTS, *(item.name for item in NODES))}
    for path, mine in found.items():
        names = set().union(*mine.values())
        assert {name for name in names if "*" in name or "?" in name} == (
            {"/*"} if path == enclave("egoplan_cli") else set()
        )
    movers = {path for path, mine in found.items() if "execute_primitive" in mine["calls"]}
    assert movers == {enclave("skill_executor")}


def test_a_robots_own_topics_are_allowed_under_their_own_names() -> None:
    bridge = allowed(policy_text("egoplan"))[enclave("robot_bridge")]
    assert {"/camera/color/image_raw", "/camera/color/image_raw/compressed"} <= bridge["hears"]
    assert {"/cmd_vel", "/goal_pose"} <= bridge["publishes"]
    assert "/navigate_to_pose/_action/cancel_goal" in bridge["asks"]


def test_the_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "policy.xml"
    for namespace in ("", "egoplan", "/egoplan/"):
        write_policy(path, namespace)
        profiles = ElementTree.parse(path).getroot().iter("profile")
        spaces = {item.get("ns") for item in profiles if item.get("node") == "planner"}
        assert spaces == {"/" + namespace.strip("/")}
    assert [item.name for item in tmp_path.iterdir()] == ["policy.xml"]


def expanded(may: Access, name: str, namespace: str) -> dict[str, set[str]]:
    """Full names of topics and services, those that actions are made of among them."""

    def full(names: tuple[str, ...]) -> set[str]:
        own = f"{namespace}/{name}"
        return {
            one
            if one.startswith("/")
            else one.replace("~", own, 1)
            if one[0] == "~"
            else f"{namespace}/{one}"
            for one in names
        }

    def parts(names: tuple[str, ...], *ends: str) -> set[str]:
        return {f"{one}/_action/{end}" for one in full(names) for end in ends}

    told, asked = ("feedback", "status"), ("send_goal", "cancel_goal", "get_result")
    return {
        "publishes": full(may.publishes) | parts(may.executes, *told),
        "hears": full(may.hears) | parts(may.calls, *told),
        "serves": full(may.serves) | parts(may.executes, *asked),
        "asks": full(may.asks) | parts(may.calls, *asked),
    }


@pytest.mark.parametrize("entry", NODES, ids=lambda entry: entry.name)
def test_a_node_does_what_it_is_allowed_and_no_more(entry: NodeEntry) -> None:
    words = [word for option in OPTIONS.get(entry.name, ()) for word in ("-p", option)]
    kind = getattr(import_module(entry.module), entry.kind)
    with own_domain() as domain:
        rclpy.init(args=["--ros-args", "-r", "__ns:=/here", *words], domain_id=domain)
        node = kind()
        try:
            node.configure()
            named = node.get_name(), node.get_namespace()
            found = {
                "publishes": node.get_publisher_names_and_types_by_node(*named),
                "hears": node.get_subscriber_names_and_types_by_node(*named),
                "serves": node.get_service_names_and_types_by_node(*named),
                "asks": node.get_client_names_and_types_by_node(*named),
            }
        finally:
            node.close()
            rclpy.shutdown()
    may = expanded(access(entry.name), entry.name, "/here")
    rest = BEYOND.get(entry.name, {})
    spare = expanded(Access(**{key: tuple(value) for key, value in rest.items()}), "", "/here")
    for right, names in may.items():
        used = {name for name, _ in found[right]}
        assert used <= names, (right, used - names)
        assert names - used <= spare[right] | {"/clock", "/parameter_events"}, right
