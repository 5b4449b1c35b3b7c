# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`egoplan view --live` finds the graph that runs here."""

import os

import pytest

from egoplan_ros.cli import main
from egoplan_ros.world.system.running import RunningGraph, announced


@pytest.fixture
def watched(tmp_path, monkeypatch):
    """Domains that were listened on; nothing runs at first."""
    listener = pytest.importorskip("egoplan_ros.nodes.clients.tree_listener")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("ROS_DOMAIN_ID", raising=False)
    domains: list[int | None] = []
    monkeypatch.setattr(
        listener, "listen_to_tree", lambda show, silent, domain, *_: domains.append(domain)
    )
    return domains


def test_without_a_run_it_is_the_domain_of_the_environment(watched):
    assert main(["view", "--live"]) == 0
    assert watched == [None]


def test_the_only_one_is_taken_and_told(watched, capsys):
    with announced(RunningGraph(41, os.getpid(), "", "find a mug")):
        assert main(["view", "--live"]) == 0
        assert main(["view", "--live", "--domain", "7"]) == 0
    assert watched == [41, 7]
    assert "--domain 41 ('find a mug'" in capsys.readouterr().err


def test_several_are_listed(watched, capsys):
    with (
        announced(RunningGraph(41, os.getpid(), "", "find a mug")),
        announced(RunningGraph(42, os.getpid(), "", "open the fridge")),
    ):
        assert main(["view", "--live"]) == 2
        error = capsys.readouterr().err
        assert main(["view", "--live", "--domain", "42"]) == 0
    assert error.count("\n") == 1
    assert "--domain 41 ('find a mug'" in error
    assert "--domain 42 ('open the fridge'" in error
    assert watched == [42]
