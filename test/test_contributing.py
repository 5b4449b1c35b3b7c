# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""CONTRIBUTING.md sends nobody to a place that is none."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = re.compile(r"`((?:egoplan_ros|config|msg|srv|action|test|scripts|\.ci)/[\w./-]*)`")


def test_each_place_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    places = PLACE.findall(text)
    assert len(places) > 20
    assert [place for place in places if not (ROOT / place).exists()] == []
