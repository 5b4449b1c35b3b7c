# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A world model that was missed is asked for, and not all the time."""

from types import SimpleNamespace
from typing import Any

import pytest

from egoplan_ros.nodes.clients import listener
from egoplan_ros.nodes.clients.listener import WorldListener


class Node:
    """What a listener uses of its node."""

    def __init__(self) -> None:
        self.ready, self.asked = True, 0
        self.heard: dict[str, Any] = {}

    def listen(self, kind: type, topic: str, callback: Any, *_: Any, **__: Any) -> None:
        self.heard[topic] = callback

    def ask(self, kind: type, name: str) -> Any:
        assert name == "resend_frame"
        return SimpleNamespace(service_is_ready=lambda: self.ready, call_async=self._count)

    def _count(self, _: Any) -> None:
        self.asked += 1


def test_a_missed_world_is_asked_for_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(listener, "time", SimpleNamespace(monotonic=lambda: clock.now))
    node = Node()
    found = WorldListener(node)  # type: ignore[arg-type]
    for _ in range(10):
        found.missed()
        clock.now += 0.2
    assert node.asked == 1
    clock.now += 2.0
    found.missed()
    assert node.asked == 2


def test_where_nobody_can_be_asked_the_next_time_is_soon() -> None:
    node = Node()
    node.ready = False
    found = WorldListener(node)  # type: ignore[arg-type]
    found.missed()
    node.ready = True
    found.missed()
    assert node.asked == 1


def stamped(seconds: int) -> Any:
    stamp = SimpleNamespace(sec=seconds, nanosec=0)
    return SimpleNamespace(header=SimpleNamespace(stamp=stamp))


@pytest.mark.parametrize(("first", "second"), [("map", "objects"), ("objects", "map")])
def test_half_a_world_is_told_from_a_whole_one(first: str, second: str) -> None:
    node = Node()
    found = WorldListener(node)  # type: ignore[arg-type]
    assert not found.halved(1.0)
    node.heard[first](stamped(1))
    assert found.halved(1.0)
    node.heard[second](stamped(1))
    assert not found.halved(1.0)
    node.heard[first](stamped(2))
    assert found.halved(2.0)
    assert not found.halved(3.0), "of that frame nothing has come"
    assert found.stamp == 1.0
    node.heard[second](stamped(2))
    assert not found.halved(2.0)
    assert found.stamp == 2.0
