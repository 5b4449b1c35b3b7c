# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Copies that leave no hole in the heap."""

import io
import os
import zipfile
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.mapping.archive import detached, read_archive, write_archive
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology


@pytest.mark.parametrize("shape", [(), (0,), (3, 5), (70, 80, 90)])
@pytest.mark.parametrize("kind", ["f4", "i8", "?", "U7"])
def test_a_detached_copy_is_equal_and_apart(shape, kind, tmp_path):
    values = np.random.default_rng(1).integers(0, 2, shape).astype(kind)
    copy = detached(values)
    assert copy.dtype == values.dtype
    np.testing.assert_array_equal(copy, values)
    write_archive(tmp_path / "kept.npz", {"values": copy}, compress=False)
    assert not np.shares_memory(copy, values)
    np.testing.assert_array_equal(read_archive(tmp_path / "kept.npz")["values"], values)


def _npy() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.zeros(3))
    return stream.getvalue()


def _zip_of(content: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("values.npy", content)
    return stream.getvalue()


@pytest.mark.parametrize(
    "content",
    [b"", b"PK", b"nonsense", _npy(), _npy()[:20], _zip_of(b""), _zip_of(_npy()[:-5])],
    ids=["empty", "short", "text", "npy", "half npy", "empty array", "half array"],
)
def test_other_files_are_refused_in_one_line_that_names_them(content, tmp_path):
    path = tmp_path / "map.npz"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"map\.npz: is no saved map") as told:
        read_archive(path)
    assert "\n" not in str(told.value)
    assert str(told.value).endswith("save it again")  # and none of numpy's words


def test_a_saved_world_with_something_amiss_is_refused_in_our_words(tmp_path):
    path = tmp_path / "map.npz"
    model = WorldModel(load_ontology())
    write_archive(path, {**model.to_arrays(), "grid.origin": np.zeros(3)})
    with pytest.raises(InputError) as told:
        model.load(path)
    assert str(told.value) == f"{path}: is damaged; save it again"
    write_archive(path, {**model.to_arrays(), "memory": np.array("{}")})
    with pytest.raises(InputError) as told:
        model.load(path)
    assert str(told.value) == f"{path}: the saved object memory is damaged; save it again"


def test_a_pipe_or_a_folder_is_refused_at_once(tmp_path):
    pipe = tmp_path / "pipe.npz"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/zero")):
        with pytest.raises(InputError, match=r"is no file|Is a directory"):
            read_archive(path)


def test_a_small_file_that_unpacks_to_gigabytes_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "map.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(9):
            with archive.open(f"{number}.npy", "w") as stream:
                for _ in range(8):
                    stream.write(bytes(16 << 20))
    assert path.stat().st_size < 4 << 20
    with pytest.raises(InputError, match="holds 1152 MiB"):
        read_archive(path)
