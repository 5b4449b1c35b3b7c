# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Joins the built messages to the package, so that tests may import them first; shared helpers."""

import sys
import zlib
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from egoplan_ros.nodes.supervision.shared_memory import sweep
from egoplan_ros.world.system.threads import one_thread

one_thread()

GRAPHS = ("test/system/", "test/cli/test_run_over_ros.py")
"""Tests that start all the processes of a graph."""

sys.path.insert(0, str(Path(__file__).parent / "helpers"))

# How long an example takes depends on what else the machine does.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Shared memory that killed processes left in heaps has ended workers inside Fast DDS."""
    _sweep(session)


def pytest_sessionfinish(session: pytest.Session) -> None:
    _sweep(session)


def _sweep(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):  # once, not in each worker
        sweep()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test marked `sample(n)`, n are drawn by their names; the rest are slow."""
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sample"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for found in cases.values():
        mark = found[0].get_closest_marker("sample")
        found.sort(key=lambda item: zlib.crc32(item.nodeid.encode()))
        for item in found[mark.args[0] if mark else 0 :]:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    return OneGraph(config, log)


class OneGraph(LoadFileScheduling):
    """A worker runs a whole file, for its tests share fixtures; running graphs go to one worker."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "graph" if file.startswith(GRAPHS) else file
