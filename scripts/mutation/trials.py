# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which tests try a mutant, and the trial: in a fork, which has the libraries loaded already."""

import ast
import importlib
import io
import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sample import ERROR, KILLED, SURVIVED, Fault, Mutant, Outcome

SUITE_S = 20.0
"""Seconds that the tests chosen for a mutant take together when nothing is mutated."""
TEST_S, RUN_S = 120, 3600
"""Seconds after which a test and a whole run of pytest are ended."""
QUICK = ["-q", "-m", "not slow", "--benchmark-skip", f"--timeout={TEST_S}"]
FORK = multiprocessing.get_context("fork")


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a room's quick tests run of it when nothing is mutated.

    Attributes:
        lines: module, line, the tests that run it, each with `|` and its phase.
        seconds: of each test that passes.
    """

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def tests(self, fault: Fault) -> list[str]:
        """Tests that run what is mutated, those of the module first, then the quickest.

        What is run as the module is imported is tried by all tests that run any of the module; what
        is run while a fixture is made, by all tests of the file.
        """
        ran = self.lines.get(fault.module, {})
        contexts = {context for line in _lines(fault) or ran for context in ran.get(line, ())}
        found: set[str] = set()
        for test, _, phase in (context.rpartition("|") for context in contexts - {""}):
            file = test.partition("::")[0] + "::"
            whole = {name for name in self.seconds if name.startswith(file)}
            found |= whole if phase == "setup" else {test} & whole
        mirror = f"/test_{Path(fault.module).name}::"
        chosen, left = [], SUITE_S
        for test in sorted(found, key=lambda test: (mirror not in test, self.seconds[test], test)):
            if self.seconds[test] <= left:
                chosen.append(test)
                left -= self.seconds[test]
        return chosen


def _lines(fault: Fault) -> range | None:
    """Lines of the statement without its body; None outside functions."""
    around = [
        node
        for node in ast.walk(ast.parse(Path(fault.module).read_text("utf-8")))
        if isinstance(node, ast.stmt) and node.lineno <= fault.line <= (node.end_lineno or 0)
    ]
    *outer, nearest = sorted(around, key=lambda node: node.lineno)
    if not any(isinstance(node, ast.FunctionDef) for node in outer):
        return None
    body = getattr(nearest, "body", None)
    end = body[0].lineno if body else (nearest.end_lineno or 0) + 1
    return range(nearest.lineno, max(end, nearest.lineno + 1))


class Watch:
    """A plug-in of pytest: runs the wanted tests alone (None: all), notes seconds and passed."""

    def __init__(self, wanted: Sequence[str] | None = None, note: Path | None = None) -> None:
        self.wanted, self.note = wanted, note
        self.tests: dict[str, tuple[float, bool]] = {}

    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[Any]) -> None:
        """Where a module cannot even be imported, pytest ends by itself."""
        if self.wanted is not None and not session.testsfailed:
            items[:] = [item for item in items if item.nodeid in self.wanted]
            if missing := set(self.wanted) - {item.nodeid for item in items}:
                raise pytest.UsageError(f"no test {', '.join(sorted(missing))}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Sums up set-up, call and tear-down."""
        seconds, passed = self.tests.get(report.nodeid, (0.0, True))
        self.tests[report.nodeid] = seconds + report.duration, passed and report.passed

    def pytest_sessionfinish(self) -> None:
        """Writes the note."""
        if self.note:
            self.note.write_text(json.dumps(self.tests), "utf-8")


def load(room: str) -> None:
    """Loads what the room's tests import, and forgets what is of this tree: forks load it anew."""
    with redirect_stdout(io.StringIO()) as told:
        status = pytest.main([*QUICK, "--collect-only", f"test/{room}"])
    if status != 0:
        raise RuntimeError(f"pytest cannot collect test/{room}; mend it:\n{told.getvalue()}")
    here = str(Path.cwd())
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(here):
            del sys.modules[name]


def baseline(room: str, folder: Path) -> Baseline:
    """Runs the room's quick tests; those that fail with nothing mutated try nothing."""
    from coverage import CoverageData

    os.environ["COVERAGE_FILE"] = str(folder / f"{room}.coverage")
    note = folder / f"{room}.json"
    measured = [f"--cov=egoplan_ros/{room}", "--cov-context=test", "--cov-report="]
    status = _pytest([*QUICK, *measured, f"test/{room}"], Watch(note=note))
    if status not in (0, 1):
        raise RuntimeError(f"pytest test/{room} ended with {status}; run it by itself")
    tests = json.loads(note.read_text("utf-8"))
    seconds = {test: seconds for test, (seconds, passed) in tests.items() if passed}
    print(f"{room}: {len(seconds)} of {len(tests)} quick tests pass and take part", file=sys.stderr)
    data = CoverageData(os.environ["COVERAGE_FILE"])
    data.read()
    return Baseline(
        {os.path.relpath(file): data.contexts_by_lineno(file) for file in data.measured_files()},
        seconds,
    )


def trial(mutant: Mutant, tests: Sequence[str]) -> Outcome:
    """Mutates the module, runs the tests, and restores the module."""
    if not tests:
        return Outcome(SURVIVED, "no quick test runs it")
    module = Path(mutant.fault.module)
    original = module.read_bytes()
    module.write_text(mutant.source, "utf-8")
    files = sorted({test.partition("::")[0] for test in tests})
    try:
        status = _pytest([*QUICK, "-x", "--tb=no", *files], Watch(tests), mutant.fault.module)
    finally:
        module.write_bytes(original)
    if status in (1, 2) or status < 0:  # failed, not imported, crashed or not ended
        return Outcome(KILLED, f"{len(tests)} tests")
    if status != 0:
        return Outcome(ERROR, f"pytest ended with {status}")
    return Outcome(SURVIVED, f"passed {len(tests)} tests")


def _pytest(arguments: list[str], watch: Watch, module: str = "") -> int:
    """Exit status of pytest in a fork; below 0 when a signal ended it, as after RUN_S."""
    child = FORK.Process(target=_child, args=(arguments, watch, module))
    child.start()
    try:
        child.join(RUN_S)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid or 0, signal.SIGKILL)  # what it started, too
        child.join()
    return child.exitcode or 0


def _child(arguments: list[str], watch: Watch, module: str) -> None:
    status = 99
    try:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        status = int(pytest.main(arguments, plugins=[watch]))
        if module and status == pytest.ExitCode.USAGE_ERROR:  # a conftest imports it, perhaps
            importlib.import_module(module.removesuffix(".py").replace("/", "."))
    except Exception:
        status = 1
    finally:
        os._exit(status)
