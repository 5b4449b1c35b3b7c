# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one skill bumped into the next ones do not bump into."""

from collections import Counter

from toy_home import ToyHome, thing

from egoplan_ros.skills.failure_memory import InVain
from egoplan_ros.skills.paths.collisions import Collisions
from egoplan_ros.world.primitive import ErrorCode


class BlindHome(ToyHome):
    """The map does not show what was bumped into: it is below what the camera sees."""

    def __init__(self, *things, **more):
        super().__init__(*things, **more)
        self.bumps = Counter()

    def _apply(self, primitive):
        shown, at = self.data.copy(), self.base
        error = super()._apply(primitive)
        self.data = shown
        if error is ErrorCode.COLLISION:
            self.bumps[at.x, at.y, round(at.yaw, 2), primitive.kind] += 1
        return error


def home_with_a_hidden_bar() -> BlindHome:
    here, there = thing("Mug_1", (1.8, 0.0, 0.9)), thing("Cup_1", (-1.8, 0.0, 0.9))
    return BlindHome(here, there, hidden_walls=[(0.2, -0.5, 0.3, 0.5)])


def test_the_next_skill_does_not_bump_where_one_did_before():
    home = home_with_a_hidden_bar()
    for _ in range(3):
        assert home.run("GoTo", "Mug_1").success
        assert home.run("GoTo", "Cup_1").success
    assert home.bumps
    assert max(home.bumps.values()) == 1


def test_collisions_are_forgotten_after_a_while_and_when_a_door_near_was_shut():
    known, move = Collisions(), (0, 5, 0)
    near = thing("Fridge_1", (1.1, 0.6, 0.9), (0.7, 0.9, 1.8))
    far = thing("Fridge_2", (2.1, 0.6, 0.9), (0.7, 0.9, 1.8))
    known.begin()
    for way in (
        lambda: known.closed(near, 0.25),
        known.clear,
        lambda: [*(known.step() for _ in range(300)), known.begin()],
    ):
        known.add(move)
        known.step()
        known.closed(far, 0.25)
        assert move in known.moves
        way()
        assert not known.moves


def test_where_old_collisions_leave_no_way_it_is_tried_again():
    """In a corridor: what was in the way has gone."""
    walls = [(-2.0, 0.3, 2.0, 2.0), (-2.0, -2.0, 2.0, -0.3)]
    home = ToyHome(thing("Mug_1", (1.8, 0.0, 0.9)), walls=walls)
    for y in range(-6, 7):
        home.vain.collisions.add((5, y, 0))
    assert home.run("GoTo", "Mug_1").success
    assert not home.vain.collisions.moves


def test_own_collisions_are_kept_when_there_is_no_way():
    known = Collisions()
    known.add((0, 0, 0))
    known.begin()
    known.step()
    known.add((5, 0, 0))
    assert known.no_way()
    assert set(known.moves) == {(5, 0, 0)}
    assert not known.no_way()


def test_what_was_bumped_into_again_is_not_tried_a_third_time():
    known, move = Collisions(), (0, 0, 0)
    for forgotten in (True, False):
        known.add(move)
        known.step()
        known.begin()
        assert known.no_way() is forgotten
    assert move in known.moves
    known.clear()  # something else in hand: nothing is known of that
    known.add(move)
    known.step()
    known.begin()
    assert known.no_way()


def test_a_forgotten_collision_does_not_count_as_the_first_of_two():
    known, move = Collisions(), (0, 0, 0)
    known.add(move)
    for _ in range(300):
        known.step()
    known.begin()
    known.step()
    known.add(move)
    known.begin()
    assert known.no_way()
    assert not known.moves


def test_another_episode_forgets_collisions():
    vain = InVain()
    vain.begin(1)
    vain.collisions.add((0, 0, 0))
    vain.begin(1)
    assert vain.collisions.moves
    vain.begin(2)
    assert not vain.collisions.moves
