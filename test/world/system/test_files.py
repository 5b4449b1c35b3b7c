# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What cannot be written is told, and leaves nothing behind."""

import errno
import os
import time
from pathlib import Path

import pytest

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import check_writable, whole_file, write_whole


@pytest.mark.parametrize("data", ["Gläser", b"\x89PNG"])
def test_written_whole(tmp_path, data):
    path = tmp_path / "a.txt"
    path.write_text("before")
    write_whole(path, data)
    assert path.read_bytes() == (data.encode() if isinstance(data, str) else data)
    assert [item.name for item in tmp_path.iterdir()] == ["a.txt"]


def test_parts_of_killed_writers_are_swept_away(tmp_path):
    names = (".a.txt.1.part", ".a.txt.2.part", ".b.txt.3.part", ".a.txt.swp")
    for name in names:
        (tmp_path / name).write_bytes(b"cut off")
        if name != names[1]:
            os.utime(tmp_path / name, (time.time() - 3600.0,) * 2)
    write_whole(tmp_path / "a.txt", "whole")
    assert {p.name for p in tmp_path.iterdir()} == {*names[1:], "a.txt"}


@pytest.mark.parametrize("error", [RuntimeError("no"), KeyboardInterrupt()])
def test_an_error_half_way_leaves_the_old_file(tmp_path, error):
    path = tmp_path / "a.txt"
    path.write_text("before")

    def write() -> None:
        with whole_file(path) as stream:
            stream.write(b"half")
            raise error

    with pytest.raises(type(error)):
        write()
    assert path.read_text() == "before"
    assert [item.name for item in tmp_path.iterdir()] == ["a.txt"]


def test_a_full_disk_is_told_and_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("before")
    with pytest.raises(InputError, match="No space left on device"), whole_file(path):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert path.read_text() == "before"
    assert [item.name for item in tmp_path.iterdir()] == ["a.txt"]


def test_not_written_is_told_and_leaves_nothing(tmp_path):
    folder, file = tmp_path / "folder", tmp_path / "file"
    folder.mkdir()
    file.touch()
    for path in (folder, tmp_path / "none" / "a.txt", file / "a.txt"):
        with pytest.raises(InputError, match="cannot be written"):
            write_whole(path, "x")
    assert {item.name for item in tmp_path.iterdir()} == {"folder", "file"}


@pytest.mark.parametrize("write", [check_writable, lambda path: write_whole(path, "x")])
def test_only_a_file_is_replaced(tmp_path, monkeypatch, write):
    monkeypatch.chdir(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link"
    link.symlink_to(pipe)
    for path in (pipe, link, Path(""), Path("/"), tmp_path / "..", tmp_path):
        with pytest.raises(InputError, match="cannot be written"):
            write(path)
    assert pipe.is_fifo()
    assert link.is_symlink()
    assert {item.name for item in tmp_path.iterdir()} == {"pipe", "link"}


def test_asking_whether_a_file_can_be_written_leaves_it(tmp_path):
    path = tmp_path / "a.txt"
    check_writable(path)
    assert not path.exists()
    path.write_text("before")
    check_writable(path)
    assert path.read_text() == "before"
    assert [item.name for item in tmp_path.iterdir()] == ["a.txt"]
    with pytest.raises(InputError, match="cannot be written"):
        check_writable(path / "b.txt")
