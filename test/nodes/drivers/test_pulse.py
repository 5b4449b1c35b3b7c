# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What counts as silent is what is unusual for the topic."""

import pytest

from egoplan_ros.nodes.drivers import pulse
from egoplan_ros.nodes.drivers.pulse import Pulse


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(pulse, "time", type("Clock", (), {"monotonic": lambda: now[0]}))
    return now


def test_who_is_not_heard_is_silent_after_a_moment(clock):
    found = Pulse(("depth", "odom"))
    assert found.silent() == []
    clock[0] += 0.7
    found.beat("odom")
    assert found.silent() == ["depth"]


@pytest.mark.parametrize(("period", "patience"), [(0.02, 0.6), (0.1, 0.6), (0.5, 1.5), (1.0, 3.0)])
def test_a_topic_is_silent_when_that_is_unusual_for_it(clock, period, patience):
    found = Pulse(("depth",))
    for _ in range(60):
        found.beat("depth")
        clock[0] += period
    heard = clock[0] - period
    clock[0] = heard + 0.95 * patience
    assert found.silent() == []
    clock[0] = heard + 1.05 * patience
    assert found.silent() == ["depth"]


def test_one_pause_is_not_what_is_usual(clock):
    found = Pulse(("depth",))
    for _ in range(60):
        found.beat("depth")
        clock[0] += 0.1
    clock[0] += 600.0
    found.beat("depth")
    clock[0] += 1.0
    assert found.silent() == ["depth"]
