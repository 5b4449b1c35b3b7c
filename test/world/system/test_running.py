# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Graphs that run on this machine are found, those that ended are not."""

import os
import signal
import stat
import subprocess
import sys

import pytest

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system import running
from egoplan_ros.world.system.running import RunningGraph, announced, running_graphs


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


def test_a_graph_is_found_as_long_as_it_runs():
    first = RunningGraph(30, os.getpid(), "/runs/a", "find a mug", 10.0)
    second = RunningGraph(31, os.getpid(), "", "open the fridge", 20.0, "http://127.0.0.1:8", "bot")
    assert running_graphs() == []
    with announced(second):
        with announced(first):
            assert running_graphs() == [first, second]
        assert running_graphs() == [second]
    assert running_graphs() == []
    assert list(running.folder().iterdir()) == []


def test_only_this_user_reads_it():
    with announced(RunningGraph(30, os.getpid())):
        (path,) = running.folder().iterdir()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(running.folder().stat().st_mode) == 0o700


def test_what_a_killed_process_left_is_removed():
    code = (
        "import time\n"
        "from egoplan_ros.world.system.running import RunningGraph, announced\n"
        "with announced(RunningGraph(33, 1)):\n"
        "    print('there', flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"there\n"
        assert [graph.domain for graph in running_graphs()] == [33]
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert list(running.folder().iterdir()) != []
    assert running_graphs() == []
    assert list(running.folder().iterdir()) == []


def test_without_a_runtime_folder_it_is_one_of_this_user(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", "")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert running.folder() == tmp_path / f"egoplan-{os.getuid()}"


def test_a_folder_that_another_user_has_laid_out_is_refused(tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "egoplan").symlink_to(elsewhere)
    with pytest.raises(InputError, match="not a folder of this user"):
        running_graphs()


def test_a_graph_that_cannot_be_announced_runs_all_the_same(tmp_path):
    (tmp_path / "egoplan").touch()
    told, ran = [], False
    with running.announced_or_told(RunningGraph(30, os.getpid()), told.append):
        ran = True
    assert ran
    assert len(told) == 1
    assert "--domain" in told[0]
