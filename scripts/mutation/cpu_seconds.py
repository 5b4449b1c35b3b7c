"""A plug-in of pytest: what each test takes of the processor is written down, and limited.

Seconds of the processor, not of the clock: what else the machine does changes neither.
`MUTATION_BASELINE` names the file a line of JSON is added to for each test; `MUTATION_LIMITS` names
a JSON file, test to seconds, after which the test's process is ended by SIGPROF.
"""

import json
import os
import signal
import time
from collections.abc import Iterator

import pytest

_limits: dict[str, float] = {}
_failed: set[str] = set()


def pytest_configure() -> None:
    """Reads the limits."""
    if path := os.environ.get("MUTATION_LIMITS"):
        with open(path, encoding="utf-8") as file:
            _limits.update(json.load(file))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Notes what a change of the code cannot be seen by: what failed or was skipped anyway."""
    if not report.passed:
        _failed.add(report.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measures and limits one test with its fixtures."""
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, _limits.get(item.nodeid, 0.0))
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        if path := os.environ.get("MUTATION_BASELINE"):
            row = {
                "test": item.nodeid,
                "seconds": round(time.process_time() - start, 3),
                "passed": item.nodeid not in _failed,
            }
            with open(path, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
