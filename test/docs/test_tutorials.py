# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Commands of the tutorials, run as a reader runs them: in the order of the page, in a checkout.

A remark before a block says what it is: `file: NAME`, to be saved under that name; `slow`, takes
long; `not run here: WHY`. Without a remark a bash block is run.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PHOTOGRAPH = ROOT / "test" / "perception" / "photographs" / "coffee.jpg"
PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"(?:<!-- (.*?) -->\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = """#!/bin/sh
exec {root}/scripts/in-venv python -m egoplan_ros.cli "$@"
"""


@dataclass
class Block:
    remark: str
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(page.read_text(encoding="utf-8"))]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that looks like the checkout, whose new files are not in it."""
    for path in ROOT.iterdir():
        if path.name not in ("egoplan", "runs", "build", "tables", ".git"):
            (tmp_path / path.name).symlink_to(path)
    command = tmp_path / "egoplan"
    command.write_text(COMMAND.format(root=ROOT))
    command.chmod(0o755)
    return tmp_path


TOLD = {
    "first_run": ["SUCCESS: the goal holds", "exit code 2"],
    "object_and_action": ["ToggleOn(Radio_1)", "(Potato_1, AirFryer_1)"],
    "detector": ["Mug", "Fridge_1"],
    "blocking_condition": [
        "TogleOn",
        "exit code 2",
        "blocked  too_dark: it is too dark to see Book_1",
    ],
    "benchmark": ["apple_away", "List of goals"],
    "train_perception": ["16 frames of 2 scenes", "learned.npz"],
}
"""What is seen when a whole page has been done."""


def follow(page: Path, folder: Path, slow: bool) -> str:
    """Do what the page says; returns what the commands printed."""
    told = ""
    for block in blocks(page):
        if block.remark.startswith("file: "):
            path = folder / block.remark.removeprefix("file: ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language == "bash" and block.remark in (("", "slow") if slow else ("",)):
            script = f"set -euo pipefail\n{block.text}"
            done = subprocess.run(
                ["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=280
            )
            assert done.returncode == 0, f"{block.text}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
            told += done.stdout + done.stderr
    return told


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_block_says_what_it_is(page: Path) -> None:
    for block in blocks(page):
        assert re.fullmatch(r"|slow|file: [\w./]+|not run here: .{10,}", block.remark), block.remark
        if block.language == "bash":
            checked = subprocess.run(["bash", "-n"], input=block.text, text=True)
            assert checked.returncode == 0
            robot = re.search(
                r"^(ros2|egoplan|make|scripts/in-venv pip) ", block.text, re.MULTILINE
            )
            assert bool(robot) == block.remark.startswith("not run here"), block.text
    assert not re.search(r"^```(sh|shell|console)$", page.read_text("utf-8"), re.MULTILINE)


QUICK = [page for page in PAGES if any(b.language == "bash" and not b.remark for b in blocks(page))]
LONG = [page for page in PAGES if any(block.remark == "slow" for block in blocks(page))]


@pytest.mark.parametrize("page", QUICK, ids=lambda page: page.stem)
def test_what_is_quick_can_be_done(page: Path, checkout: Path) -> None:
    assert follow(page, checkout, slow=False)


@pytest.mark.slow
@pytest.mark.parametrize("page", LONG, ids=lambda page: page.stem)
def test_all_of_it_can_be_done(page: Path, checkout: Path) -> None:
    told = follow(page, checkout, slow=True)
    assert [text for text in TOLD[page.stem] if text not in told] == [], told[-3000:]


def test_the_lamp_is_in_the_way_as_the_page_says(checkout: Path) -> None:
    """The file of the page is a catalogue whose condition the robot meets."""
    from egoplan_ros.behavior.conditions.catalogue import load_catalogue

    page = ROOT / "docs" / "tutorials" / "blocking_condition.md"
    (block,) = [block for block in blocks(page) if block.remark.startswith("file: ")]
    path = checkout / "too_dark.yaml"
    path.write_text(block.text)
    assert "too_dark" in load_catalogue(path)


@pytest.mark.slow
def test_the_package_of_the_page_is_installed_and_sees(checkout: Path) -> None:
    page = ROOT / "docs" / "tutorials" / "detector.md"
    for block in blocks(page):
        if block.remark.startswith("file: "):
            path = checkout / block.remark.removeprefix("file: ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--target", "plugins")
    install = [sys.executable, "-m", "pip", "install", "--quiet", *offline, "./my_eyes"]
    subprocess.run(install, cwd=checkout, check=True, timeout=120)
    found = ""
    for words in (["perceive", str(PHOTOGRAPH), "--backend", "cups"], ["doctor"]):
        done = subprocess.run(
            [sys.executable, "-m", "egoplan_ros.cli", *words],
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": f"plugins{os.pathsep}{ROOT}"},
            capture_output=True,
            text=True,
            timeout=120,
        )
        found += done.stdout + done.stderr
    assert "Cup" in found or "Mug" in found, found
    assert "perception back end cups (my-eyes 1.0)" in found, found
