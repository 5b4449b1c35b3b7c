# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What lies in or on what: the model's features, its file, and what the shipped one says."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.mapping.predicates.support import FEATURES, load_support, pair_features
from egoplan_ros.world.errors import InputError

metres = st.floats(-3.0, 3.0)
extents = st.floats(0.01, 2.0)
boxes = st.tuples(metres, metres, metres, extents, extents, extents).map(
    lambda v: np.array([[v[0], v[1], v[2], v[0] + v[3], v[1] + v[4], v[2] + v[5]]])
)
TABLE = (0.0, 0.0, 0.0, 1.2, 0.8, 0.75)
POT = (0.0, 0.0, 0.76, 0.25, 0.25, 0.9)
FRIDGE = (0.0, 0.0, 0.0, 0.8, 0.8, 1.8)


@given(boxes, boxes, st.sampled_from([-1.0, 0.0, 1.0]), metres, metres)
def test_where_a_pair_stands_and_how_the_map_is_turned_makes_no_difference(
    thing: np.ndarray, carrier: np.ndarray, opened: float, x: float, y: float
) -> None:
    found = pair_features(thing, carrier, np.array([opened]))
    assert found.shape == (1, FEATURES)
    assert np.isfinite(found).all()
    step = np.array([x, y, 0.0, x, y, 0.0])
    moved = pair_features(thing + step, carrier + step, np.array([opened]))
    np.testing.assert_allclose(moved, found, atol=1e-4)
    # Only the extents of the thing itself are told by axis; all else by which is larger.
    swap = [1, 0, 2, 4, 3, 5]
    turned = pair_features(thing[:, swap], carrier[:, swap], np.array([opened]))
    own = [9, 10]
    np.testing.assert_allclose(np.delete(turned, own, 1), np.delete(found, own, 1), atol=1e-5)


@pytest.mark.parametrize(
    ("thing", "box", "carrier", "about", "opened", "holds"),
    [
        ("Mug", (0.5, 0.3, 0.75, 0.6, 0.4, 0.85), "DiningTable", TABLE, -1.0, True),
        ("Mug", (1.4, 0.3, 0.75, 1.5, 0.4, 0.85), "DiningTable", TABLE, -1.0, False),
        ("Mug", (0.5, 0.3, 0.0, 0.6, 0.4, 0.1), "DiningTable", TABLE, -1.0, False),
        ("Mug", (0.5, 0.3, 1.3, 0.6, 0.4, 1.4), "DiningTable", TABLE, -1.0, False),
        ("Egg", (0.4, 0.4, 0.9, 0.45, 0.45, 0.96), "Fridge", FRIDGE, 1.0, True),
        ("Egg", (0.4, 1.0, 0.9, 0.45, 1.05, 0.96), "Fridge", FRIDGE, 1.0, False),
        ("Potato", (0.05, 0.06, 0.8, 0.12, 0.13, 0.86), "Pot", POT, -1.0, True),
        ("Potato", (0.4, 0.06, 0.76, 0.47, 0.13, 0.82), "Pot", POT, -1.0, False),
    ],
)  # fmt: skip
def test_plain_cases(
    thing: str, box: tuple, carrier: str, about: tuple, opened: float, holds: bool
) -> None:
    model = load_support()
    found = model.probability(
        np.array([box]), [thing], np.array([about]), [carrier], np.array([opened])
    )
    assert (found[0] > 0.5) == holds, found


def test_a_type_of_the_users_own_is_judged_by_its_box() -> None:
    model = load_support()
    boxes = np.array([(0.5, 0.3, 0.75, 0.6, 0.4, 0.85), (1.6, 0.3, 0.75, 1.7, 0.4, 0.85)])
    about = np.array([TABLE, TABLE])
    found = model.probability(
        boxes, ["Trophy", "Trophy"], about, ["DiningTable"] * 2, np.array([-1.0, -1.0])
    )
    assert found[0] > 0.5 > found[1]


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file; make it with egoplan train support"):
        load_support(tmp_path / "none.npz")
    path = tmp_path / "bad.npz"
    path.write_bytes(b"PK")
    with pytest.raises(InputError, match="no usable model"):
        load_support(path)
