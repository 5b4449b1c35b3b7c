"""What cannot be written is told, and leaves nothing behind."""

import pytest

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.files import write_whole


@pytest.mark.parametrize("data", ["Gläser", b"\x89PNG"])
def test_written_whole(tmp_path, data):
    path = tmp_path / "a.txt"
    path.write_text("before")
    write_whole(path, data)
    assert path.read_bytes() == (data.encode() if isinstance(data, str) else data)
    assert [item.name for item in tmp_path.iterdir()] == ["a.txt"]


def test_not_written_is_told_and_leaves_nothing(tmp_path):
    folder, file = tmp_path / "folder", tmp_path / "file"
    folder.mkdir()
    file.touch()
    for path in (folder, tmp_path / "none" / "a.txt", file / "a.txt"):
        with pytest.raises(InputError, match="cannot be written"):
            write_whole(path, "x")
    assert {item.name for item in tmp_path.iterdir()} == {"folder", "file"}
