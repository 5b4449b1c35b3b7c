# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Version and date of a release are told alike wherever they are told."""

import re
import subprocess
import sys
from datetime import date
from itertools import pairwise
from pathlib import Path

import yaml
from catkin_pkg.changelog import get_changelog_from_path

from egoplan_ros.commands.version import package_version

ROOT = Path(__file__).resolve().parents[1]
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
RELEASES = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", CHANGES, re.MULTILINE)


def version() -> str:
    found = re.search(r"<version>(.*)</version>", (ROOT / "package.xml").read_text("utf-8"))
    assert found is not None
    return found[1]


def test_the_version_is_the_latest_of_the_changelog() -> None:
    assert RELEASES[0][0] == version() == package_version()


def test_the_citation_has_version_and_date() -> None:
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (told["version"], str(told["date-released"])) == RELEASES[0]


def test_setup_has_the_version() -> None:
    command = [sys.executable, "setup.py", "--version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split()[-1] == version(), done.stderr[-500:]


def test_the_changelog_is_kept() -> None:
    headings = re.findall(r"^## (.*)$", CHANGES, re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    assert len(headings) == len(RELEASES) + 1
    days = [date.fromisoformat(day) for _, day in RELEASES]
    assert all(later >= earlier for later, earlier in pairwise(days))
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.*)$", CHANGES, re.MULTILINE)) <= kinds
    for name in ("Unreleased", *(version for version, _ in RELEASES)):
        assert re.search(rf"^\[{re.escape(name)}\]: https://\S+$", CHANGES, re.MULTILINE)


def test_the_changelog_of_ros_tools_has_the_headlines_of_each_version() -> None:
    told = get_changelog_from_path(str(ROOT / "CHANGELOG.rst"), "egoplan_ros")
    found = [(number, str(day.date())) for number, day, _ in told.foreach_version()]
    assert found == RELEASES
    text = (ROOT / "CHANGELOG.rst").read_text(encoding="utf-8")
    assert text.splitlines()[1] == "Changelog for package egoplan_ros"
    assert "``CHANGELOG.md``" in text
    headings = re.findall(r"^(\S.*)\n-+\n", text, re.MULTILINE)
    assert headings == ["Forthcoming", *(f"{number} ({day})" for number, day in RELEASES)]
    for part in re.split(r"^\S.*\n-+\n", text, flags=re.MULTILINE)[1:]:
        assert all(line.startswith("* ") for line in part.strip().splitlines())


def test_what_is_cited_stands_in_the_page_too() -> None:
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "citing.md").read_text(encoding="utf-8").replace("{DANLI}", "DANLI")
    for paper in told["references"]:
        assert f"title = {{{paper['title']}}}" in page
        assert f"eprint = {{{paper['url'].rpartition('/')[2]}}}" in page
        assert f"year = {{{paper['year']}}}" in page
