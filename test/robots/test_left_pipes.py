# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a killed client left is removed, and nothing else."""

import os

import pytest

from egoplan_ros.robots.left_pipes import sweep_pipes

NAMES = ("client.pipe", "server.pipe")


@pytest.fixture
def left(tmp_path):
    folder = tmp_path / "tmpabc123"
    folder.mkdir()
    for name in NAMES:
        os.mkfifo(folder / name)
    os.utime(folder, (0, 0))
    return folder


def test_what_nobody_reads_is_removed(left, tmp_path):
    assert sweep_pipes(tmp_path) == 1
    assert not left.exists()


@pytest.mark.parametrize("name", NAMES)
def test_what_somebody_reads_stays(left, tmp_path, name):
    reader = os.open(left / name, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert sweep_pipes(tmp_path) == 0
    finally:
        os.close(reader)
    assert all((left / each).exists() for each in NAMES)


def test_what_may_be_about_to_be_opened_stays(left, tmp_path):
    os.utime(left)
    assert sweep_pipes(tmp_path) == 0


@pytest.mark.parametrize("kind", ["file", "more", "less", "link"])
def test_what_is_something_else_stays(left, tmp_path, kind):
    if kind == "more":
        (left / "notes.txt").touch()
    elif kind == "link":
        left.rename(tmp_path / "real")
        left.symlink_to(tmp_path / "real")
    else:
        (left / NAMES[0]).unlink()
        if kind == "file":
            (left / NAMES[0]).touch()
    if kind != "link":
        os.utime(left, (0, 0))
    assert sweep_pipes(tmp_path) == 0
    assert left.exists()
