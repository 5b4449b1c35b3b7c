"""Commands and programs of README and pages: all can be read, README's are run or named here."""

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from egoplan_ros.cli import COMMANDS, command_parser

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PREFIX = r"(?:[A-Z_]+=\S+ )*(?:\./)?"
PLACEHOLDERS = {"<run folder>": "RUN", " ID ": " 1 ", "[": "", "]": ""}
"""Words that stand for the reader's own, and what may stand in their place."""

NOT_RUN = {
    "make run  ": "begins with the set-up; its command is that of the tutorial First run",
    "make test  ": "is what runs this",
    "colcon build": "needs ROS 2 from apt: CI's job colcon",
    "ros2 launch": "needs ROS 2 from apt: CI's job colcon runs launch files",
    "./egoplan bench alfred": "takes hours; the tutorial of the benchmark runs a short one",
    "./egoplan table epa.1": "takes hours; the tutorial of the benchmark runs a short one",
}
"""Lines of README that no test runs, by their beginning, and why."""


def commands(page: Path) -> list[list[str]]:
    """Words of each call of ``egoplan``, in blocks and within lines; without what follows it."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    found = re.findall(rf"^(?: {{4}})?({PREFIX}egoplan .*)$", text, re.MULTILINE)
    found += re.findall(rf"`({PREFIX}egoplan [^`]*)`", text)
    calls = []
    for line in found:
        for placeholder, word in PLACEHOLDERS.items():
            line = line.replace(placeholder, word)
        words = shlex.split(" ".join(line.split("\n")), comments=True)
        end = next((i for i, word in enumerate(words) if word[0] in "|<>&;"), len(words))
        first = next(i for i, word in enumerate(words) if word.endswith("egoplan"))
        calls.append(words[first + 1 : end])
    return calls


def own_lines() -> list[str]:
    """Lines of README's blocks that are typed."""
    return re.findall(
        r"^ {4}((?:make|colcon|ros2|\./egoplan) .*)$", README.read_text("utf-8"), re.MULTILINE
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_command_has_the_options_that_a_page_gives_it(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in commands(page):
        if words[1:] or words[0] not in COMMANDS:  # else a command is but named
            assert words[0] in {*COMMANDS, "--version"}, words
            told = ""
            try:
                command_parser(words[0]).parse_args(words[1:])
            except SystemExit as end:
                told = capsys.readouterr().err if end.code else ""
            assert not told, f"egoplan {' '.join(words)}"


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


def followed() -> list[tuple[str, list[str]]]:
    """Instruction and options of each line of README that is run here."""
    runs = []
    for line in own_lines():
        words = shlex.split(line, comments=True)
        if "INSTRUCTION=" in line:
            given = dict(word.split("=", 1) for word in words[2:])
            runs.append((given["INSTRUCTION"], shlex.split(given["ARGS"])))
        elif words[:2] == ["./egoplan", "run"]:
            runs.append((words[2], words[3:]))
    return runs


def test_each_line_of_readme_is_run_or_named() -> None:
    left = [line for line in own_lines() if not line.startswith(tuple(NOT_RUN))]
    assert len(left) == len(followed()) == 3
    assert all(any(line.startswith(name) for line in own_lines()) for name in NOT_RUN)


@pytest.mark.slow
@pytest.mark.parametrize(("said", "options"), followed())
def test_tasks_of_readme_are_done(said: str, options: list[str], tmp_path: Path) -> None:
    done = python("-m", "egoplan_ros.cli", "run", said, *options, "--in-process", cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "SUCCESS" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "told"),
    [("README.md", ["success=True"]), ("docs/python.md", ["True the goal holds"])],
)
def test_python_of_a_page_runs(page: str, told: list[str], tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.M | re.S)
    assert blocks
    said = ""
    for number, block in enumerate(blocks):
        if "gymnasium" in block and importlib.util.find_spec("gymnasium") is None:
            continue
        path = tmp_path / f"block_{number}.py"
        path.write_text(block, encoding="utf-8")
        done = python(str(path), cwd=tmp_path)
        assert done.returncode == 0, block + done.stderr[-2000:]
        said += done.stdout
    assert all(words in said for words in told), said


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
