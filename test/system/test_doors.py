"""What a running graph leaves open: nothing beyond this machine."""

import os
from pathlib import Path
from typing import Any

import psutil

from egoplan_ros.nodes.table import NODES

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
