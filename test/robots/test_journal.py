# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An episode outlives its simulator, as far as the same primitives lead to the same place."""

from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.robots.journal import Episode, Journal, replay
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose, Pose2D
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult

AHEAD, LEFT = Primitive(PrimitiveKind.MOVE_AHEAD, 0.25), Primitive(PrimitiveKind.ROTATE_LEFT)
PICK = Primitive(PrimitiveKind.PICK, 0.0, (0.25, 0.5), "Mug_1", "Mug")
CAMERA = Camera(4, 4, 2.0, 2.0, 2.0, 2.0)


class Cart:
    """Moves along a line; every third primitive fails."""

    def __init__(self, slip=0.0):
        self.slip, self.stamp, self.done = slip, 0.0, []

    def frame(self):
        self.stamp += 0.1
        last = None
        if self.done:
            failed = len(self.done) % 3 == 0
            code = ErrorCode.COLLISION if failed else ErrorCode.NONE
            last = PrimitiveResult(self.done[-1], not failed, code)
        base = Pose2D(len(self.done) * (0.25 + self.slip), 0.0, 0.0)
        state = RobotState(self.stamp, len(self.done), 1, base, 0.0, 1.0, last=last)
        blank = np.zeros((4, 4), np.float32)
        return RgbdFrame(self.stamp, np.zeros((4, 4, 3), np.uint8), blank, CAMERA, Pose(), state)

    def reset(self, scene=None, seed=None):
        self.scene, self.done = (scene, seed), []
        return self.frame()

    def execute(self, primitive):
        self.done.append(primitive)
        return self.frame()

    def observe(self):
        return self.frame()

    def set_clock(self, stamp):
        self.stamp = stamp


@pytest.fixture
def kept(tmp_path):
    cart, journal = Cart(), Journal(tmp_path / "kept", "starter 1")
    cart.stamp = 40.0
    journal.begin(Episode("FloorPlan2", 3, 77, cart.reset("FloorPlan2", 3).stamp))
    for primitive in (AHEAD, LEFT, PICK, AHEAD):
        journal.add(cart.execute(primitive))
    return journal, cart


def test_a_fresh_robot_gets_to_the_same_place_at_the_same_time(kept):
    journal, cart = kept
    episode = journal.read()
    assert (episode.scene, episode.seed, episode.number) == ("FloorPlan2", 3, 77)
    assert [step.primitive for step in episode.steps] == [AHEAD, LEFT, PICK, AHEAD]
    fresh = Cart()
    frame = replay(fresh, episode)
    assert fresh.scene == ("FloorPlan2", 3)
    assert fresh.done == cart.done
    assert frame.stamp == pytest.approx(cart.stamp)
    assert frame.robot.last.primitive == AHEAD


def test_what_goes_otherwise_is_told(kept):
    with pytest.raises(RobotError, match="step 1, move_ahead, went otherwise"):
        replay(Cart(slip=0.1), kept[0].read())
    episode = kept[0].read()
    wrong = replace(episode.steps[2], success=True)
    steps = (*episode.steps[:2], wrong, *episode.steps[3:])
    with pytest.raises(RobotError, match="step 3"):
        replay(Cart(), replace(episode, steps=steps))


def test_the_way_back_can_be_cut_short(kept):
    with pytest.raises(RobotError, match="cut short"):
        replay(Cart(), kept[0].read(), lambda: True)


def test_a_line_that_was_being_written_is_left_out(kept, tmp_path):
    path = tmp_path / "kept"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:-20], encoding="utf-8")
    assert len(kept[0].read().steps) == 3


@pytest.mark.parametrize(
    "content", [b"", b"{}\n", b"[1, 2]\n", b"\xff\n", b'["s", "a", 1, 2, 3]\n[]\n']
)
def test_what_is_damaged_is_nothing(tmp_path, content):
    (tmp_path / "kept").write_bytes(content)
    assert Journal(tmp_path / "kept", "s").read() is None


def test_another_starter_begins_anew(kept, tmp_path):
    assert Journal(tmp_path / "kept", "starter 2").read() is None
    kept[0].clear()
    assert kept[0].read() is None


def test_an_episode_in_which_nothing_was_done_is_of_the_same_time(tmp_path):
    journal = Journal(tmp_path / "kept", "s")
    journal.begin(Episode("FloorPlan2", None, 5, 31.0))
    frame = replay(Cart(), journal.read())
    assert frame.stamp > 31.0
