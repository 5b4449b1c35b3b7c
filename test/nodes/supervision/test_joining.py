# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Processes that ROS 2 refuses, as those without an enclave under SROS 2, end in one line."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from egoplan_ros.nodes.clients.page_client import PageClient
from egoplan_ros.nodes.clients.task_client import TaskClient
from egoplan_ros.nodes.clients.tree_listener import listen_to_tree
from egoplan_ros.nodes.node_table import CLIENTS, NODES, enclave, enclaves
from egoplan_ros.nodes.robot_sim.program import drive
from egoplan_ros.robots.stand_in.settings import StandInSettings
from egoplan_ros.world.errors import InputError

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "scripts" / "security.sh"


@pytest.fixture
def keystore(tmp_path, monkeypatch):
    """Empty, and asked for."""
    (tmp_path / "enclaves").mkdir()
    monkeypatch.setenv("ROS_SECURITY_KEYSTORE", str(tmp_path))
    monkeypatch.setenv("ROS_SECURITY_ENABLE", "true")
    monkeypatch.setenv("ROS_SECURITY_STRATEGY", "Enforce")
    return tmp_path / "enclaves"


def made(folder):
    """An enclave as far as rcl looks; what is in it is no certificate."""
    folder.mkdir(parents=True)
    for name in ("identity_ca.cert.pem", "cert.pem", "key.pem", "permissions_ca.cert.pem"):
        (folder / name).write_text("none")
    for name in ("governance.p7s", "permissions.p7s"):
        (folder / name).write_text("none")


JOIN = {
    "egoplan_cli": lambda: TaskClient(SimpleNamespace(on_note=print), 0),
    "egoplan_page": lambda: PageClient((), lambda *_: None, lambda *_: None, 0),
    "egoplan_view": lambda: listen_to_tree(lambda tree: False, lambda: None, 0),
    "robot_sim": lambda: drive(StandInSettings(), as_json=True),
}


@pytest.mark.parametrize("name", CLIENTS)
def test_who_joins_names_an_enclave_that_the_script_makes(keystore, name):
    assert enclave(name) in enclaves()
    folder = keystore / enclave(name).strip("/")
    with pytest.raises(InputError, match=f"'{folder}' does not exist.*scripts/security.sh FOLDER"):
        JOIN[name]()
    made(folder)
    with pytest.raises(InputError) as refused:  # by its certificates, or for want of security
        JOIN[name]()
    assert "does not exist" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_node_that_is_refused_says_so_in_one_line(keystore):
    made(keystore / enclave("planner").strip("/"))
    words = ["planner", "--ros-args", "--enclave", enclave("planner")]
    ended = subprocess.run(
        [sys.executable, "-m", "egoplan_ros.nodes.main", *words],
        capture_output=True,
        text=True,
        timeout=60.0,
        check=False,
    )
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    assert ended.stderr.splitlines()[-1].startswith("planner: ROS 2: error creating node")


def test_the_script_makes_an_enclave_for_each_process(tmp_path):
    tool, told = tmp_path / "ros2", tmp_path / "told"
    tool.write_text(f'#!/bin/sh\necho "$@" >> {told}\n')
    tool.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run([SCRIPT, tmp_path / "keys", "/here"], check=True, env=environment, timeout=60.0)
    first, *others = told.read_text().splitlines()
    assert first == f"security create_keystore {tmp_path / 'keys'}"
    names = {enclave(name) for name in (*CLIENTS, *(entry.name for entry in NODES))}
    policy = tmp_path / "keys" / "policy.xml"
    assert set(others) == {
        line
        for name in names
        for line in (
            f"security create_enclave {policy.parent} {name}",
            f"security create_permission {policy.parent} {name} {policy}",
        )
    }
    assert 'ns="/here"' in policy.read_text()
