# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A graph that is ended in the middle of a task ends by itself: nobody has to be killed."""

import time
from typing import Any

import pytest

from egoplan_ros.nodes.node_table import NODES, SHUTDOWN_SECONDS


@pytest.mark.slow
def test_all_nodes_end_on_sigint_while_a_task_is_under_way(graph: Any) -> None:
    told: list[Any] = []
    handle = graph.probe.send("put a clean mug in the coffee machine", told.append)
    graph.probe.during(handle, lambda: told and told[-1].steps > 4, 240.0, "steps")
    nodes = graph.processes.nodes
    running = {entry.name: nodes[entry.name].process for entry in NODES}
    began = time.monotonic()
    graph.processes.close()
    took = time.monotonic() - began
    assert {name: process.returncode for name, process in running.items()} == dict.fromkeys(
        running, 0
    )
    assert took < SHUTDOWN_SECONDS
