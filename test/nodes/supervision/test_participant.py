# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Each process of a node has ports that no process has, or had lately."""

import re
import socket
from pathlib import Path

import pytest

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.node_table import NODES, PROFILE, middleware_environment
from egoplan_ros.nodes.supervision.participant import participant_environment
from egoplan_ros.nodes.supervision.shared_memory import port_of


@pytest.fixture
def environment(tmp_path, monkeypatch):
    monkeypatch.setenv("ROS_LOG_DIR", str(tmp_path / "log"))
    monkeypatch.delenv(PROFILE, raising=False)
    with own_domain() as domain:
        yield {**middleware_environment(), "ROS_DOMAIN_ID": str(domain)}


def number(name, environment, folder):
    found = participant_environment(name, environment, folder)
    text = Path(found[PROFILE]).read_text(encoding="utf-8")
    (told,) = re.findall(r"<participantID>(\d+)</participantID>", text)
    assert "<address>127.0.0.1</address>" in text
    return int(told)


def test_nodes_have_numbers_of_their_own(environment, tmp_path):
    numbers = [number(entry.name, environment, tmp_path) for entry in NODES]
    assert len(set(numbers)) == len(NODES)
    assert max(numbers) < 120, "ports of the next domain begin there"


def test_who_is_started_again_has_another_one(environment, tmp_path):
    numbers = {
        number("mapping", {**environment, "EGOPLAN_RESTARTS": str(restarts)}, tmp_path)
        for restarts in range(12)
    }
    assert len(numbers) == 12


def test_a_number_that_is_taken_or_left_behind_is_passed_over(environment, tmp_path):
    domain = int(environment["ROS_DOMAIN_ID"])
    first = number("mapping", environment, tmp_path)
    (tmp_path / f"fastrtps_port{port_of(domain, first) + 1}").touch()
    second = number("mapping", environment, tmp_path)
    assert second != first
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", port_of(domain, second)))
        assert number("mapping", environment, tmp_path) not in (first, second)


def test_a_profile_of_the_users_own_stays(environment, tmp_path):
    own = {**environment, PROFILE: str(tmp_path / "mine.xml")}
    assert participant_environment("mapping", own, tmp_path) == {}
    assert participant_environment("mapping", {"ROS_DOMAIN_ID": "3"}, tmp_path) == {}
