# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Figures that README and results tell stand where they were measured, or in a paper's table."""

import re
from pathlib import Path

import pytest
import yaml

from egoplan_ros.cli import main

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
RESULTS = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
DASH = "\N{EN DASH}"
ROW = re.compile(
    r"^\| .+ \| `(?:oracle|learned)` \| \[?(\d+) of (\d+)\]?(?:\((\S+?)(?:#\S*)?\))?"
    r"(?:, ([\d.]+)\u2013([\d.]+) %)? \| (.+) \|$",
    re.MULTILINE,
)


def wilson(good: int, n: int) -> tuple[float, float]:
    share, z = good / n, 1.959964
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    return 100 * (middle - half), 100 * (middle + half)


@pytest.mark.parametrize("row", ROW.findall(RESULTS), ids=lambda row: f"{row[0]}_of_{row[1]}")
def test_a_figure_is_on_the_page_that_it_links_to(row):
    good, n, page, low, high, _ = row
    assert f"{good} of {n}" in (ROOT / "docs" / page).read_text(encoding="utf-8")
    if low:
        wanted = wilson(int(good), int(n))
        assert (float(low), float(high)) == pytest.approx(wanted, abs=0.06)


def test_the_readme_tells_some_of_the_results():
    told = ROW.findall(README)
    assert len(told) >= 4
    assert len(ROW.findall(RESULTS)) >= 9
    known = {(good, n): (low, high) for good, n, _, low, high, _ in ROW.findall(RESULTS)}
    for good, n, _, low, high, published in told:
        assert known[good, n] == (low, high)
        assert published == DASH or published.split(" (")[0] in RESULTS


def published(paper: str) -> list:
    tables = yaml.safe_load((ROOT / "config" / "tables" / f"{paper}.yaml").read_text("utf-8"))
    rows = [row for table in tables["tables"].values() for row in table.get("rows", [])]
    return [value for row in rows for value in row.get("published", [])]


def test_published_figures_are_those_of_the_papers_tables():
    figures = re.findall(r"(EPA|CAPEAM|DANLI|OGAMUS) (\d+\.\d+) %", RESULTS)
    assert len(figures) >= 4
    for paper, figure in figures:
        assert float(figure) in published(paper.lower()), paper
    assert published("bcr")[:4] == ["50/50", "39/50", "39/50", "49/50"]
    assert {0.80, 0.89} <= set(published("ogamus"))


SAID = re.search(r"\| understood .*?\n\n", README, re.DOTALL)


@pytest.mark.parametrize("sentence", re.findall(r"^\| `(.+?)` \|", SAID[0], re.MULTILINE))
def test_what_can_be_said_is_understood(sentence):
    assert main(["parse", sentence]) == 0


@pytest.mark.parametrize("sentence", re.findall(r"\| `([^`]+)`:", SAID[0]))
def test_what_cannot_be_said_is_refused(sentence, capsys):
    assert main(["parse", sentence]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_readme_stays_short_and_its_pictures_small():
    assert README.count("\n") <= 200
    pictures = (ROOT / "docs" / "images").iterdir()
    assert [path.name for path in pictures if path.stat().st_size > 2_000_000] == []
