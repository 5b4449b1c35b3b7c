# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rows that may be of one thing."""

import numpy as np
import pytest

from egoplan_ros.mapping.objects.association import same_surface
from egoplan_ros.mapping.objects.boxes import Boxes
from egoplan_ros.mapping.objects.evidence import Kinds
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.objects.twins import covered, part, twins


def row(name: str, low: float, high: float, exact: bool = False, kind: str = "Cabinet") -> Track:
    corners = np.array([low, 0.0, 0.0]), np.array([high, 1.0, 1.0])
    points = np.random.default_rng(0).uniform(*corners, (60, 3)).astype(np.float32)
    points[:, 1] = 0.0  # its front
    kinds = None if exact else Kinds.certain(kind, 100)
    return Track(name, kind, *corners, points, kinds=kinds)


def test_what_is_seen_beside_each_other_more_often_than_as_one_is_two() -> None:
    first, second = row("Cabinet_1", 0.0, 1.0), row("Cabinet_2", 1.0, 2.0)
    for _ in range(3):
        part([first, second])
    assert [covered(first, second) for _ in range(3)] == [False, False, True]


def test_exact_masks_never_part_one_thing() -> None:
    first, second = (row(f"Cabinet_{k}", k, k + 1.0, exact=True) for k in (1, 2))
    part([first, second])
    assert not any(covered(first, second) for _ in range(10))


def test_a_part_of_what_another_mask_shows_whole_is_not_beside_it() -> None:
    whole, piece = row("Cabinet_1", 0.0, 1.0), row("Cabinet_2", 0.0, 0.5)
    part([whole, piece])
    assert covered(whole, piece)


@pytest.mark.parametrize(("kind", "depth", "one"), [("Desk", 0.0, True), ("Chair", 0.8, False)])
def test_what_stands_beneath_another_thing_is_none_with_it(
    kind: str, depth: float, one: bool
) -> None:
    """Their boxes fill one place; they are one thing if their surfaces are, too."""
    table, other = row("DiningTable_1", 0.0, 1.0, kind="DiningTable"), row("x", 0.1, 0.9, kind=kind)
    other.samples = other.samples + np.array([0.0, depth, 0.0], np.float32)
    assert bool(list(twins([table], Boxes([table, other])))) is one


def test_a_surface_that_nothing_is_known_of_may_be_any() -> None:
    assert same_surface(np.empty((0, 3), np.float32), np.ones((5, 3), np.float32))
