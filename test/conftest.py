"""Joins the built messages to the package, so that tests may import them first; shared helpers."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

import egoplan_ros.nodes  # noqa: F401
from egoplan_ros.world.threads import one_thread

one_thread()

GRAPHS = ("test/system/", "test/cli/test_run_over_ros.py")
"""Tests that start all the processes of a graph."""

sys.path.insert(0, str(Path(__file__).parent / "helpers"))

# How long an example takes depends on what else the machine does.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    return OneGraph(config, log)


class OneGraph(LoadFileScheduling):
    """A worker runs a whole file, for its tests share fixtures; running graphs go to one worker."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "graph" if file.startswith(GRAPHS) else file
