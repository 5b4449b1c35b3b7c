"""Copies that leave no hole in the heap."""

import numpy as np
import pytest

from egoplan_ros.mapping.archive import detached, read_archive, write_archive


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
