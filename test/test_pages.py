# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What pages tell the reader to type can be typed by who reads them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
REMARK = "installation.md#the-ros2-command"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_with_the_ros2_command_tells_where_it_comes_from(page):
    text = page.read_text(encoding="utf-8")
    if re.search(r"`ros2 |^ *\$? ?ros2 ", text, re.MULTILINE) and page.stem != "installation":
        assert REMARK in text


def test_that_place_is_there():
    text = (ROOT / "docs" / "installation.md").read_text(encoding="utf-8")
    assert re.search(r"^#+ The `ros2` command$", text, re.MULTILINE)
