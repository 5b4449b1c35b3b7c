# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A task outlives the process that pursues it, not the one that starts nodes."""

from pathlib import Path

import pytest

from egoplan_ros.nodes.supervision.task_file import TaskFile

TASK = {"name": "mine", "board": {"plans": 3}}


def test_what_was_written_is_read_by_the_next_process(tmp_path):
    TaskFile(tmp_path / "b.task", "starter 1").write(TASK)
    assert TaskFile(tmp_path / "b.task", "starter 1").read() == TASK


def test_another_starter_begins_with_nothing(tmp_path):
    TaskFile(tmp_path / "b.task", "starter 1").write(TASK)
    assert TaskFile(tmp_path / "b.task", "starter 2").read() == {}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"null"])
def test_a_damaged_file_is_nothing(tmp_path, content):
    (tmp_path / "b.task").write_bytes(content)
    assert TaskFile(tmp_path / "b.task", "starter 1").read() == {}


def test_what_is_cleared_is_gone(tmp_path):
    file = TaskFile(tmp_path / "b.task", "starter 1")
    file.write(TASK)
    file.clear()
    file.clear()
    assert file.read() == {}


def test_where_nothing_can_be_written_nothing_is_remembered():
    file = TaskFile(Path("/proc/nowhere/b.task"), "starter 1")
    file.write(TASK)
    assert file.read() == {}
