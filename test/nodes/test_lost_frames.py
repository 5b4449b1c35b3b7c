# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""When a frame is asked for again."""

from types import SimpleNamespace

import pytest

from egoplan_ros.nodes import lost_frames, sync
from egoplan_ros.nodes.lost_frames import LostFrames
from egoplan_ros.nodes.sync import ExactSync


class Clock:
    def __init__(self, monkeypatch):
        self.now, self.asked = 100.0, []
        for module in (lost_frames, sync):
            monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.sync = ExactSync(("depth", "detections"), lambda messages: None)
        self.whole = False
        service = SimpleNamespace(
            service_is_ready=lambda: True,
            call_async=lambda request: self.asked.append(round(self.now, 1)),
        )
        node = SimpleNamespace(ask=lambda kind, name: service, every=lambda seconds, call: None)
        self.lost = LostFrames(node, self.sync, lambda: self.whole)

    def wait(self, seconds):
        end = self.now + seconds
        while self.now < end - 1e-6:
            self.now += 0.5
            self.lost.look()


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


def test_what_was_lost_is_asked_for_within_a_second_and_ever_more_seldom(clock):
    clock.whole = True
    clock.wait(5.0)
    assert clock.asked == []
    clock.sync.add("depth", 7, "")
    clock.wait(30.0)
    assert clock.asked[0] <= 107.0
    gaps = [b - a for a, b in zip(clock.asked, clock.asked[1:], strict=False)]
    assert gaps == sorted(gaps)
    assert 8.0 <= gaps[-1] <= 9.0


def test_a_frame_is_asked_for_until_there_was_one(clock):
    clock.wait(10.0)
    assert len(clock.asked) >= 3
    clock.whole = True
    known = len(clock.asked)
    clock.wait(30.0)
    assert len(clock.asked) == known


def test_a_slow_detector_is_not_given_the_same_frame_again_and_again(clock):
    """It fell ever further behind: each frame was sent again three times and more."""
    clock.whole = True
    for stamp in range(1, 11):
        clock.sync.add("depth", stamp, "")
        clock.wait(3.0)
        clock.sync.add("detections", stamp, "")
    assert clock.sync.usual == 3.0
    assert len(clock.asked) <= 2
    clock.sync.add("depth", 20, "")
    known = len(clock.asked)
    clock.wait(7.0)
    assert len(clock.asked) == known + 1


@pytest.mark.parametrize("slow", [0.1, 2.0])
def test_one_lost_part_is_asked_for_once_while_the_robot_rests(clock, slow):
    """The detector's second answer to one frame counted as a new frame, all else of it lost."""
    whole, later = [], []
    clock.sync = ExactSync(("state", "depth", "detections"), lambda messages: whole.append(1))
    perception = ExactSync(("state", "depth"), lambda messages: later.append(clock.now + slow))

    def send(lost=""):
        for part in ("state", "depth"):
            perception.add(part, 7, "")
            if part != lost:
                clock.sync.add(part, 7, "")

    service = SimpleNamespace(
        service_is_ready=lambda: True,
        call_async=lambda request: (clock.asked.append(clock.now), send()),
    )
    node = SimpleNamespace(ask=lambda kind, name: service, every=lambda seconds, call: None)
    clock.lost = LostFrames(node, clock.sync, lambda: bool(whole))
    send(lost="depth")
    for _ in range(120):
        clock.wait(0.5)
        for when in [when for when in later if when <= clock.now]:
            later.remove(when)
            clock.sync.add("detections", 7, "")
    assert whole
    assert len(clock.asked) <= 2
    assert clock.sync.waiting() == ""
    assert clock.sync.usual < 10.0
