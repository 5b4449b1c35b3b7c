# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Commands and programs of README and pages: all can be read, README's are run or named here."""

import re
import shlex
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from egoplan_ros.cli import COMMANDS, command_parser
from egoplan_ros.settings import ALIASES, checked_settings, known_settings

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMAND = re.compile(r"(?:\$ )?(?:[A-Z_]+=\S+ )*(?:\./)?egoplan\s+(.*)")
SETTING = re.compile(r"(?<![\w.])(?:behavior|planner|planning|mapping|skills)\.\w+=[^\s\"]+")
PLACEHOLDERS = {r"<run folder>": "RUN", r"--domain ID\b": "--domain 1", r"\[(--[^]]*)\]": r"\1"}
"""What stands for the reader's own or may be left out, and what may stand in its place."""

READERS_FILES = {"FILE", "PATH", "too_dark.yaml", "misspelt.yaml"}
"""Values of settings that name a file of the reader's."""

NOT_RUN = {
    "make run": "begins with the set-up; its command is that of the tutorial First run",
    "make test": "is what runs this",
    "colcon build --packages-select egoplan_ros && . install/setup.bash": "CI's job colcon builds",
    "ros2 launch egoplan_ros simulated.launch.py "
    'instruction:="put a clean mug in the coffee machine" rviz:=true': "as CI's job colcon runs",
    "./egoplan bench alfred --strategy epa --episodes 35 --split validation --jobs 2 --json": (
        "takes hours; the tutorial of the benchmark runs a short one"
    ),
    "./egoplan table epa.1": "takes hours; the tutorial of the benchmark runs a short one",
}
"""Lines of README that no test runs, and why."""


def code(page: Path) -> list[str]:
    """Lines of blocks of code, continued ones as one, and code within lines."""
    text = page.read_text(encoding="utf-8")
    fenced = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    text = re.sub(r"^```\w*\n.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    indented = re.findall(r"(?:^ {4}.*\n)+", text, re.MULTILINE)
    text = re.sub(r"^ {4}.*\n", "\n", text, flags=re.MULTILINE)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text)]
    blocks = "\n".join([*fenced, *indented]).replace("\\\n", " ").splitlines()
    return [re.sub(r"\s+# .*", "", line).strip() for line in blocks] + spans


def commands(page: Path) -> list[list[str]]:
    """Words of each call of ``egoplan``; without what follows it."""
    calls = []
    for part in (part for line in code(page) for part in re.split(r"\s(?:&&|\|\|?|;)\s+", line)):
        if found := COMMAND.fullmatch(part):
            given = found[1]
            for placeholder, word in PLACEHOLDERS.items():
                given = re.sub(placeholder, word, given)
            words = shlex.split(given)
            end = next((i for i, word in enumerate(words) if word[0] in "|<>&;"), len(words))
            calls.append(words[:end])
    return calls


def own_lines() -> list[str]:
    """Lines of README's blocks that are typed."""
    text = README.read_text(encoding="utf-8")
    found = re.findall(r"^ {4}((?:make|colcon|ros2|\./egoplan) .*)$", text, re.MULTILINE)
    return [re.sub(r"\s+# .*", "", line) for line in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_command_of_a_page_is_read_here(page: Path) -> None:
    named = re.compile(r"(?<!\S)(?<!--strategy )(?<!--namespace )(?:\./)?egoplan\s")
    assert len(commands(page)) == sum(len(named.findall(line)) for line in code(page))


def test_pages_tell_commands() -> None:
    assert sum(len(commands(page)) for page in PAGES) > 200


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_command_has_the_options_that_a_page_gives_it(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in commands(page):
        if words[1:] or words[0] not in COMMANDS:  # else a command is but named
            assert words[0] in {*COMMANDS, "--version"}, words
            told = ""
            try:
                command_parser(words[0]).parse_args(words[1:], Namespace())
            except SystemExit as end:
                told = capsys.readouterr().err if end.code else ""
            assert not told, f"egoplan {' '.join(words)}"


def with_shipped_file(setting: str) -> str:
    """The same, but with the default where the value is a file that only the reader has."""
    name, _, value = setting.partition("=")
    room, key = name.split(".")
    shipped = known_settings(ALIASES.get(room, room)).get(key)
    return f"{name}={shipped}" if value in READERS_FILES else setting


def test_each_setting_of_a_page_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:8000/v1")  # as the pages say
    found = {(page, line) for page in PAGES for line in code(page) if SETTING.search(line)}
    assert len(found) > 30
    for _, line in sorted(found):
        checked_settings(list(map(with_shipped_file, SETTING.findall(line))))


def test_each_target_of_make_is_there() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        typed = re.findall(r"^(?: {4})?make ([a-z-]+)(?= *(?:#|$)| [A-Z]+=)", text, re.MULTILINE)
        typed += re.findall(r"`make ([a-z-]+)`", text)
        assert set(typed) <= set(targets), page


def test_make_run_hands_over_what_it_is_given() -> None:
    (line,) = (line for line in own_lines() if "INSTRUCTION=" in line)
    words = [*shlex.split(line), "--dry-run", "--assume-old=setup"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert './egoplan run "$INSTRUCTION" --scene FloorPlan305' in done.stdout


def followed() -> dict[str, tuple[str, list[str]]]:
    """Instruction and options of each line of README that is run here."""
    runs = {}
    for line in own_lines():
        words = shlex.split(line)
        if "INSTRUCTION=" in line:
            given = dict(word.split("=", 1) for word in words[2:])
            runs[line] = given["INSTRUCTION"], shlex.split(given["ARGS"])
        elif words[:2] == ["./egoplan", "run"]:
            runs[line] = words[2], words[3:]
    return runs


def test_each_line_of_readme_is_run_or_named() -> None:
    assert followed()
    assert sorted(own_lines()) == sorted([*NOT_RUN, *followed()])


@pytest.mark.slow
@pytest.mark.parametrize(("said", "options"), followed().values())
def test_tasks_of_readme_are_done(said: str, options: list[str], tmp_path: Path) -> None:
    done = python("-m", "egoplan_ros.cli", "run", said, *options, "--in-process", cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "SUCCESS" in done.stdout


def programs() -> list[object]:
    """The blocks of Python that run as they stand."""
    found = []
    for page in (README, ROOT / "docs" / "python.md"):
        blocks = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
        assert blocks, page
        found += [pytest.param(text, id=f"{page.stem}-{n}") for n, text in enumerate(blocks)]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("program", programs())
def test_python_of_a_page_runs(program: str, tmp_path: Path) -> None:
    if "gymnasium" in program:
        pytest.importorskip("gymnasium")
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    done = python(str(path), cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    if "print(" in program:
        assert re.search(r"success=True|^True the goal holds", done.stdout, re.M), done.stdout


def python(*words: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r})"
    if words[0] == "-m":
        program += f"; sys.argv = {['egoplan', *words[2:]]!r}; import runpy; "
        program += f"runpy.run_module({words[1]!r}, run_name='__main__')"
    else:
        program += f"; import runpy; runpy.run_path({words[0]!r}, run_name='__main__')"
    return subprocess.run(
        [sys.executable, "-c", program], cwd=cwd, capture_output=True, text=True, timeout=280
    )
