# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The cache of textures: shared by processes, harmless when damaged or not writable."""

import os
import subprocess
import sys

import numpy as np
import pytest

from egoplan_ros.sim.textures import __main__ as command
from egoplan_ros.sim.textures import store
from egoplan_ros.sim.textures.catalogue import TEXTURES

READER = """
import sys, zlib
from egoplan_ros.sim.textures.store import texture
images = [texture(name, k) for k in range(6) for name in ("tile", "stain", "dial")]
print(zlib.crc32(b"".join(image.tobytes() for image in images)))
"""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("EGOPLAN_CACHE", str(tmp_path / "cache"))
    store._kept.cache_clear()
    return tmp_path / "cache"


def files(place):
    return sorted(path.name for path in place.rglob("*") if path.is_file())


def test_two_processes_at_once_see_the_same(cache):
    both = [
        subprocess.Popen([sys.executable, "-c", READER], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert answers[0] == answers[1]
    assert len(files(cache)) == 18
    assert not [name for name in files(cache) if not name.endswith(".npy")]


def test_a_kept_image_is_read_and_not_made(cache, monkeypatch):
    first = store.texture("dial", 2)
    store._kept.cache_clear()
    monkeypatch.setattr(store, "made", lambda name, number: pytest.fail("made again"))
    again = store.texture("dial", 2)
    assert again.tobytes() == first.tobytes()
    assert not again.flags.writeable


@pytest.mark.parametrize("damage", [b"", b"\x93NUMPY", None])
def test_a_damaged_file_is_made_anew(cache, damage):
    whole = store.texture("dial", 4).tobytes()
    (path,) = cache.rglob("dial-4.npy")
    kept = path.read_bytes()
    path.write_bytes(kept[: len(kept) // 2] if damage is None else damage)
    store._kept.cache_clear()
    assert store.texture("dial", 4).tobytes() == whole
    assert path.read_bytes() == kept


def test_a_folder_that_cannot_be_written_to_does_not_matter(tmp_path, monkeypatch):
    # A file where the folder should be: no user, not even root, can write below it.
    (tmp_path / "taken").write_text("x")
    monkeypatch.setenv("EGOPLAN_CACHE", str(tmp_path / "taken"))
    store._kept.cache_clear()
    image = store.texture("dial", 1)
    assert image.shape == (256, 256, 3)
    assert store.texture("dial", 1) is image
    assert files(tmp_path) == ["taken"]


def test_where_the_folder_is(monkeypatch, tmp_path):
    monkeypatch.delenv("EGOPLAN_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert store.folder().parent == tmp_path / "xdg" / "egoplan_ros"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert store.folder().parent == tmp_path / ".cache" / "egoplan_ros"
    monkeypatch.setenv("EGOPLAN_CACHE", str(tmp_path / "own"))
    assert store.folder().parent == tmp_path / "own"


def test_all_are_made_once_and_other_versions_go(cache, monkeypatch):
    few = {name: TEXTURES[name] for name in ("dial", "keys")}
    monkeypatch.setattr(store, "TEXTURES", few)
    (cache / "textures-old").mkdir(parents=True)
    seen: list[tuple[int, int]] = []
    total = sum(entry.count for entry in few.values())
    assert store.make_all(lambda done, of: seen.append((done, of))) == total
    assert seen[-1] == (total, total)
    assert [path.name for path in cache.iterdir()] == [store.folder().name]
    assert store.make_all() == 0


def test_the_command_draws_a_sheet(cache, tmp_path, capsys):
    picture = tmp_path / "sheet.png"
    assert command.main(["--sheet", str(picture), "--only", "dial", "stain"]) == 0
    assert picture.stat().st_size > 10_000
    assert command.main(["--sheet", str(tmp_path / "none" / "x.png"), "--only", "dial"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_help_and_a_wrong_class(capsys):
    with pytest.raises(SystemExit, match="0"):
        command.main(["--help"])
    assert "EGOPLAN_CACHE" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        command.main(["--sheet", "x.png", "--only", "woood"])


def test_images_are_readable_by_everybody_who_may_read_the_folder(cache):
    store.texture("dial", 3)
    (path,) = cache.rglob("dial-3.npy")
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()
    assert np.load(path).shape == (256, 256, 3)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
