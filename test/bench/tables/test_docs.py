# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""docs/tables.md lists every table and figure with its command, and no others."""

import re
from pathlib import Path

from egoplan_ros.bench.failures.taxonomies import TAXONOMIES
from egoplan_ros.bench.tables.campaign import Options, lacking
from egoplan_ros.bench.tables.registry import load_tables

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "tables.md").read_text(encoding="utf-8")
LINE = re.compile(r"^\| `([a-z]+\.f?\d+)` \| (.+?) \| (.+?) \| (.*?) ?\|$", re.MULTILINE)


def test_the_page_lists_what_there_is() -> None:
    listed = {name: (title, made, lacks) for name, title, made, lacks in LINE.findall(PAGE)}
    tables = load_tables()
    assert listed.keys() == tables.keys()
    for name, table in tables.items():
        title, made, lacks = listed[name]
        assert title == table.title
        command = f"`./egoplan table {name}`" if table.made else f"cannot be made: {table.cannot}"
        assert made == command
        needing = [row.name for row in table.rows if lacking(table, row, Options())]
        every = bool(needing) and len(needing) == len(table.rows)
        assert lacks == ("all rows" if every else ", ".join(needing)), name


def test_the_page_has_each_cause() -> None:
    for taxonomy in TAXONOMIES.values():
        assert all(f"\n| {cause} |" in PAGE for cause in taxonomy.CAUSES)
