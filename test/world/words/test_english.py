# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.world.words.english import amount


@pytest.mark.parametrize(
    ("count", "noun", "words"),
    [(0, "step", "0 steps"), (1, "plan", "1 plan"), (2, "potato", "2 potatoes")],
)
def test_one_is_not_many(count, noun, words):
    assert amount(count, noun) == words
