# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What `make mutation` draws, which tests it chooses, what a trial tells, and its report."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOL = ROOT / "scripts" / "mutation"

MODULE = '''"""One - two."""
from dataclasses import dataclass

NEAR = 0.25


@dataclass(frozen=True)
class Thing:
    size: int | None = 3


def turned(yaw: float, other: "int | None" = None) -> float | None:
    if yaw < NEAR and other is not None:
        raise ValueError("got " + str(yaw - 1))
    for _, one in zip([1], [other], strict=True):
        yaw += one
    return yaw - 1


def kind(shape):
    match shape:
        case int() | float():
            return 1
'''


@pytest.fixture
def room(monkeypatch, tmp_path) -> Path:
    """A folder with two modules of a room."""
    monkeypatch.syspath_prepend(str(TOOL))
    monkeypatch.chdir(tmp_path)
    folder = Path("egoplan_ros", "skills")
    folder.mkdir(parents=True)
    for package in (folder.parent, folder):
        (package / "__init__.py").touch()
    (folder / "turned.py").write_text(MODULE)
    (folder / "kernel.py").write_text("import numba\nN = 1 + 2\n")
    return folder


def test_a_larger_sample_has_the_smaller_one_in_it_and_seeds_differ(room):
    from sample import Fault, draw

    places = [[Fault("a.py", line, "not", k) for k in range(3)] for line in range(50)]
    drawn = list(draw(places, 1))
    assert drawn == list(draw(places, 1)) != list(draw(places, 2))
    assert sorted(fault.line for fault in drawn) == list(range(50))
    assert len({fault.occurrence for fault in drawn}) == 3


def test_only_kills_and_survivors_count(room):
    from sample import ERROR, KILLED, SURVIVED, Fault, Mutant, Outcome, report, score

    mutants = [Mutant(Fault("a.py", k, "not", 0), "", f"-{k}\n+{k}{k}\n") for k in range(4)]
    kinds = (KILLED, SURVIVED, KILLED, ERROR)
    tried = [(one, Outcome(kind, "5 tests")) for one, kind in zip(mutants, kinds, strict=True)]
    assert "killed 2/3 = 66.7% [20.8%, 93.9%]; a sample of 70 places; 1 could" in score(
        "skills", tried, 70
    )
    told = report("skills", tried, 70)
    assert "survived, 5 tests: not\n-1\n+11\n" in told
    assert "error, 5 tests: not\n-3\n+33\n" in told
    assert "-0" not in told
    assert "-2" not in told


def test_tests_that_run_the_place_are_chosen_the_modules_own_first(room):
    from sample import Fault
    from trials import Baseline

    seconds = {
        "test/skills/test_a.py::quick": 0.1,
        "test/skills/test_turned.py::long": 5.0,
        "test/skills/test_turned.py::other": 0.5,
        "test/skills/test_b.py::endless": 100.0,
    }
    ran = {
        4: [""],
        13: ["test/skills/test_a.py::quick|run", "test/skills/test_turned.py::long|run"],
        14: ["test/skills/test_turned.py::failing|run", "test/skills/test_b.py::endless|run"],
        17: ["test/skills/test_turned.py::other|setup"],
    }
    known = Baseline({"egoplan_ros/skills/turned.py": ran}, seconds)

    def chosen(line: int) -> list[str]:
        tests = known.tests(Fault("egoplan_ros/skills/turned.py", line, "not", 0))
        return [test.rpartition(":")[2] for test in tests]

    assert chosen(13) == ["long", "quick"]
    assert chosen(14) == []  # one fails with nothing mutated, one takes too long
    assert chosen(17) == ["other", "long"]  # made for one, used by all of the file
    assert chosen(4) == ["other", "long", "quick"]  # run by the import


TRY = """
import json, sys
sys.path[:0] = sys.argv[1:]
import pytest_benchmark.plugin, pytest_timeout
from sample import Fault, Mutant
from trials import trial
def told(source, *tests):
    fault = Fault("egoplan_ros/skills/turned.py", 1, "not", 0)
    return trial(Mutant(fault, source, ""), [f"test/{name}" for name in tests])
print(json.dumps([
    told("N = 2", "a/test_x.py::test_n"),
    told("N = 1", "a/test_x.py::test_n"),
    told("N = M", "a/test_x.py::test_n"),
    told("N = M", "b/test_x.py::test_n"),
    told("N = 2", "a/test_x.py::test_n", "a/test_x.py::test_renamed"),
    told("N = 2"),
]))
"""


def test_only_a_test_that_fails_kills(room, monkeypatch):
    for folder in (Path("test", "a"), Path("test", "b")):
        folder.mkdir(parents=True)
        (folder / "test_x.py").write_text(
            "from egoplan_ros.skills.turned import N\n"
            "def test_n():\n    assert N == 1\n"
            "def test_not_chosen():\n    assert N == 3\n"
        )
    Path("test", "b", "conftest.py").write_text("import egoplan_ros.skills.turned")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "pytest_timeout,pytest_benchmark.plugin")
    command = [sys.executable, "-c", TRY, str(TOOL), "."]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        ["killed", "1 tests"],
        ["survived", "passed 1 tests"],
        ["killed", "1 tests"],  # it cannot even be imported
        ["killed", "1 tests"],
        ["error", "pytest ended with 4"],  # one of them is none
        ["survived", "no quick test runs it"],
    ]
    assert (room / "turned.py").read_text() == MODULE


def test_without_cosmic_ray_the_remedy_is_told(tmp_path):
    hidden = (
        "import runpy, sys; sys.modules['cosmic_ray'] = None; sys.argv = ['mutation', 'skills']"
    )
    command = [
        sys.executable,
        "-c",
        f"{hidden}; runpy.run_path({str(TOOL)!r}, run_name='__main__')",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "requirements/optional/mutation.txt" in done.stderr


def test_logic_alone_is_mutated(room):
    pytest.importorskip("cosmic_ray", reason="requirements/optional/mutation.txt")
    from faults import mutant, places

    assert places(room / "kernel.py") == []
    found = [fault for place in places(room / "turned.py") for fault in place]
    made = [one for one in map(mutant, found) if one]
    logic = ("NEAR =", "size:", "if yaw", "for _,", "return yaw", "return 1")
    lines = enumerate(MODULE.splitlines(), 1)
    expected = {number for number, text in lines if text.strip().startswith(logic)}
    assert {one.fault.line for one in made} == expected
    assert {one.source.splitlines()[3] for one in made if one.fault.line == 4} == {"NEAR = 0.5"}
    assert not any("int() & float" in one.source for one in made)
