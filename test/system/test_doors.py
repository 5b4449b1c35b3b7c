# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a running graph leaves open: nothing beyond this machine."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from egoplan_ros.nodes.node_table import NODES, PROFILE, RANGE, SUBNET, middleware_environment

HERE = {"127.0.0.1", "239.255.0.1", "::1"}
"""This machine, and the group of discovery, which is joined on the loopback interface alone."""


def test_every_socket_is_bound_to_this_machine(graph: Any) -> None:
    for entry in NODES:
        process = psutil.Process(graph.processes.pid(entry.name))
        for one in (process, *process.children(recursive=True)):
            found = one.net_connections("inet")
            assert one is not process or found, entry.name
            assert {item.laddr.ip for item in found} <= HERE, entry.name


def test_the_group_of_discovery_is_joined_on_the_loopback_interface(graph: Any) -> None:
    """Of the processes' network namespace; the line of a group follows that of its interface."""
    groups: dict[str, list[str]] = {}
    for line in Path(f"/proc/{os.getpid()}/net/igmp").read_text().splitlines()[1:]:
        words = line.split()
        if words[0].isdigit():
            name = words[1].rstrip(":")
        else:
            groups.setdefault(name, []).append(words[0])
    assert "0100FFEF" in groups.get("lo", []), groups


LISTENER = """
import sys, time
import rclpy
from rclpy.node import Node
rclpy.init()
node, end = Node("outside"), time.monotonic() + 40.0
def seen():
    return [name for name, _ in node.get_topic_names_and_types()]
while sys.argv[1] not in seen() and time.monotonic() < end:
    rclpy.spin_once(node, timeout_sec=0.1)
end = time.monotonic() + 2.0
while time.monotonic() < end:
    rclpy.spin_once(node, timeout_sec=0.1)
print(*seen())
"""
TALKER = """
import sys
import rclpy
from rclpy.node import Node
from std_msgs.msg import Empty
rclpy.init()
node = Node("open")
kept = node.create_publisher(Empty, sys.argv[1], 1)
rclpy.spin(node)
"""
KNOCK = """
import errno, socket, sys
for port in map(int, sys.argv[2:]):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.settimeout(0.5)
        door.connect((sys.argv[1], port))
        try:
            door.send(b"RTPS")
            door.recv(100)
            print(port, "answers")
        except OSError as error:
            print(port, "refuses" if error.errno == errno.ECONNREFUSED else "is silent")
"""
OURS, THEIRS = "10.231.77.1", "10.231.77.2"


@pytest.fixture
def outside() -> Iterator[list[str]]:
    """Words before a command that is to run in another network namespace, with a cable to it."""
    name = f"egoplan{os.getpid()}"
    near, far = f"eg{os.getpid()}a", f"eg{os.getpid()}b"
    within = ["ip", "netns", "exec", name]
    steps = [
        ["ip", "netns", "add", name],
        ["ip", "link", "add", near, "type", "veth", "peer", "name", far, "netns", name],
        ["ip", "addr", "add", f"{OURS}/30", "dev", near],
        ["ip", "link", "set", near, "up"],
        [*within, "ip", "addr", "add", f"{THEIRS}/30", "dev", far],
        [*within, "ip", "link", "set", far, "up"],
        [*within, "ip", "link", "set", "lo", "up"],
        [*within, "ip", "route", "add", "224.0.0.0/4", "dev", far],
    ]
    if shutil.which("ip") is None:
        pytest.skip("ip is not installed")
    try:
        for step in steps:
            done = subprocess.run(step, capture_output=True, text=True, check=False)
            if done.returncode:
                pytest.skip(f"{' '.join(step)}: {done.stderr.strip()}")
        yield within
    finally:
        subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def test_from_another_network_nothing_is_seen_and_no_port_answers(
    graph: Any, outside: list[str]
) -> None:
    """What is open on purpose is seen there, so that who looks there would see the graph, too."""
    plain = {key: value for key, value in os.environ.items() if key not in (PROFILE, RANGE)}
    plain["ROS_DOMAIN_ID"] = str(graph.processes._domain)
    talker = subprocess.Popen(
        [sys.executable, "-c", TALKER, "/open"],
        env={**plain, **middleware_environment(SUBNET)},
        stderr=subprocess.DEVNULL,
    )
    try:
        listen = [*outside, sys.executable, "-c", LISTENER, "/open"]
        heard = subprocess.run(
            listen, env=plain, capture_output=True, text=True, timeout=90, check=True
        )
    finally:
        talker.kill()
        talker.wait()
    topics = heard.stdout.split()
    assert "/open" in topics
    assert set(topics) <= {"/open", "/rosout", "/parameter_events"}
    ports = {
        str(item.laddr.port)
        for entry in NODES
        for item in psutil.Process(graph.processes.pid(entry.name)).net_connections("inet")
    }
    knock = [*outside, sys.executable, "-c", KNOCK, OURS, *sorted(ports)]
    told = subprocess.run(knock, capture_output=True, text=True, timeout=90, check=True).stdout
    assert len(told.splitlines()) == len(ports)
    assert "answers" not in told
    # As a port that nobody listens to; how many such refusals are sent, the kernel limits.
    assert told.splitlines()[0].endswith("refuses")
