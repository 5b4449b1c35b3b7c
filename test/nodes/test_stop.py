"""A stop that only the robot's node heard ends the task, too, and no task begins meanwhile."""

import math
import time
from types import SimpleNamespace

import pytest

from egoplan_ros.nodes.behavior import Behavior


@pytest.fixture
def node():
    """What of the node the callbacks use."""
    reasons = []
    return SimpleNamespace(
        _stopped=False, _stop_heard=-math.inf, _cancel=reasons.append, reasons=reasons
    )


def test_what_only_the_bridge_heard_ends_the_task_once(node):
    Behavior._bridge_stopped(node, True)
    Behavior._bridge_stopped(node, True)
    assert node._stopped
    assert node.reasons == ["stopped"]
    Behavior._bridge_stopped(node, False)
    assert not node._stopped


def test_a_late_word_of_the_bridge_does_not_undo_what_was_heard(node):
    Behavior._stop(node, True)
    Behavior._stop(node, False)
    Behavior._bridge_stopped(node, True)
    assert not node._stopped
    assert node.reasons == ["stopped"]
    node._stop_heard = time.monotonic() - 10.0
    Behavior._bridge_stopped(node, True)
    assert node._stopped
