# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The robot is reset under a task that has just begun: it begins anew, unless it is to end."""

from types import SimpleNamespace

import pytest

from egoplan_ros.nodes.behavior import Behavior


@pytest.mark.parametrize("cancelled", ["", "stopped"])
def test_a_cancel_that_came_before_the_reset_still_counts(cancelled):
    calls = []
    node = SimpleNamespace(
        _ports=SimpleNamespace(skills=1),
        _understanding=object(),
        _cancelled=cancelled,
        _begin_task=lambda understanding: calls.append("begun anew"),
        _executive=SimpleNamespace(cancel=calls.append),
    )
    Behavior._new_episode(node)
    assert calls == ["begun anew", "stopped"][: 2 if cancelled else 1]
