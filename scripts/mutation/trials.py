"""Which tests try a mutant, and the trial: in a fork, which has the libraries loaded already."""

import ast
import hashlib
import io
import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from cosmic_ray import plugins
from cosmic_ray.mutating import use_mutation
from cosmic_ray.work_item import MutationSpec
from coverage import CoverageData

SUITE_S = 20.0
"""Seconds of the processor that the chosen tests of a mutant may take; the quickest are chosen."""
LEAST_LIMIT_S, SLOWER = 10.0, 10.0
"""A test is ended after this many seconds, or this many times what it takes by itself."""
CLOCK_S = 1800.0
"""By the clock, for what waits without working."""
NO_LOGIC = ("live", "speed", "endurance", "benchmark")
"""Words in the names of files whose tests start a simulator or measure: of minutes, or of time."""
OPTIONS = ["-q", "-p", "cpu_seconds", "-m", "not slow"]


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a room's quick tests run of it when nothing is mutated.

    Attributes:
        lines: module, line, the tests that run it.
        seconds: of each test that passes, of the processor.
    """

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def tests(self, spec: MutationSpec) -> list[str]:
        """Tests that run what is mutated, those of the module first, then the quickest files.

        What is run as the module is imported is tried by all tests that run any of the module; what
        is run while a fixture is made, by all tests of the file.
        """
        ran = self.lines.get(str(spec.module_path), {})
        wanted = _lines(spec) or ran
        contexts = {context for line in wanted for context in ran.get(line, ())}
        files: dict[str, set[str]] = {}
        for test, _, phase in (context.rpartition("|") for context in contexts - {""}):
            file = test.partition("::")[0]
            whole = {name for name in self.seconds if name.startswith(f"{file}::")}
            files.setdefault(file, set()).update(whole if phase == "setup" else {test} & whole)
        mirror = f"test_{spec.module_path.stem}.py"
        cost = {file: sum(self.seconds[test] for test in files[file]) for file in files}
        order = sorted(files, key=lambda file: (Path(file).name != mirror, cost[file], file))
        chosen, left = [], SUITE_S
        for file in order:
            for test in sorted(files[file], key=self.seconds.__getitem__):
                left -= self.seconds[test]
                if left >= 0.0:
                    chosen.append(test)
        return chosen


def _lines(spec: MutationSpec) -> range | None:
    """Lines of the statement without its body; None outside functions."""
    line = spec.start_pos[0]
    around = [
        node
        for node in ast.walk(ast.parse(spec.module_path.read_text("utf-8")))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or line)
    ]
    nearest = max(around, key=lambda node: node.lineno)
    if not any(isinstance(node, ast.FunctionDef) for node in around if node is not nearest):
        return None
    body = getattr(nearest, "body", None)
    last = body[0].lineno - 1 if body else nearest.end_lineno or line
    return range(nearest.lineno, max(last, nearest.lineno) + 1)


def baseline(room: str, folder: Path) -> Baseline:
    """Runs the room's quick tests that changed, or all when the room did; the rest is known."""
    coverage, rows, known = (folder / f"{room}.{kind}" for kind in ("coverage", "rows", "known"))
    told = json.loads(known.read_text("utf-8")) if known.exists() else {}
    digests = {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for top in ("egoplan_ros", "test")
        for path in sorted(Path(top, room).rglob("*.py"))
    }
    changed = {path for path in digests if told.get(path) != digests[path]}
    if any(not Path(path).name.startswith("test_") for path in changed):
        for path in (coverage, rows):
            path.unlink(missing_ok=True)
        changed = set(digests)
    tests = sorted(path for path in changed if _tells(Path(path).name))
    if tests:
        settings = folder / "coverage.ini"
        settings.write_text("[run]\nrelative_files = true\n", "utf-8")
        measured = [f"--cov=egoplan_ros/{room}", "--cov-context=test", "--cov-append"]
        measured += ["--cov-report=", f"--cov-config={settings}"]
        os.environ |= {"COVERAGE_FILE": str(coverage), "MUTATION_BASELINE": str(rows)}
        _run([*OPTIONS, *measured, *tests], CLOCK_S)  # what fails unmutated is left out
        del os.environ["MUTATION_BASELINE"]
        known.write_text(json.dumps(digests), "utf-8")
    data = CoverageData(str(coverage))
    data.read()
    noted = {row["test"]: row for row in map(json.loads, rows.read_text("utf-8").splitlines())}
    return Baseline(
        {str(Path(file)): data.contexts_by_lineno(file) for file in data.measured_files()},
        {
            test: row["seconds"]
            for test, row in noted.items()
            if row["passed"] and _tells(test.partition("::")[0].rpartition("/")[2])
        },
    )


def _tells(name: str) -> bool:
    return name.startswith("test_") and not any(word in name for word in NO_LOGIC)


def load(room: str) -> None:
    """Loads what the room's tests import, and forgets what is of this tree: forks load it anew."""
    _forget()
    with redirect_stdout(io.StringIO()):
        status = pytest.main([*OPTIONS, "--collect-only", f"test/{room}"])
    if status != 0:
        print(f"mutation: pytest cannot collect test/{room}; run it by itself", file=sys.stderr)
        raise SystemExit(2)
    _forget()


def _forget() -> None:
    here = str(Path.cwd())
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None) or ""
        if path.startswith(here) or name.partition(".")[0] == "egoplan_ros":
            del sys.modules[name]


def trial(spec: MutationSpec, known: Baseline, folder: Path) -> tuple[bool, str]:
    """Mutates the module, runs the tests that could tell, and restores the module.

    Returns:
        Whether it was killed, and how many tests tried.
    """
    tests = known.tests(spec)
    limits = {test: max(LEAST_LIMIT_S, SLOWER * known.seconds[test]) for test in tests}
    (folder / "limits.json").write_text(json.dumps(limits), "utf-8")
    os.environ["MUTATION_LIMITS"] = str(folder / "limits.json")
    operator = plugins.get_operator(spec.operator_name)()
    with use_mutation(spec.module_path, operator, spec.occurrence):
        killed = bool(tests) and _run([*OPTIONS, "-x", "--tb=line", *tests], CLOCK_S) != 0
    return killed, f"{len(tests)} tests"


def _run(arguments: Sequence[str], seconds: float) -> int:
    """Exit status of pytest in a fork; not 0 either when it takes too long."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            sys.dont_write_bytecode = True
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            os._exit(int(pytest.main(list(arguments))))
        finally:
            os._exit(99)
    try:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return status
            time.sleep(0.02)
        return -1
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what it started, too
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
