# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot that refuses: what it cannot do is not asked of it again and again."""

from dataclasses import replace
from math import pi

import pytest
from toy_home import CAMERA, SIDES, K, ToyHome, thing

from egoplan_ros.world.geometry import Pose2D, camera_optical_pose
from egoplan_ros.world.primitive import ErrorCode

MUG = thing("Mug_1", (1.4, 0.5, 0.9))
TURNS = {K.ROTATE_LEFT, K.ROTATE_RIGHT}


class Refusing(ToyHome):
    """Refuses some kinds of commands, always."""

    refused: frozenset[K] = frozenset()
    error = ErrorCode.LIMIT

    def _apply(self, primitive):
        return self.error if primitive.kind in self.refused else super()._apply(primitive)


def test_a_camera_that_does_not_tilt_is_asked_once_a_direction():
    home = Refusing(MUG, thing("Apple_1", (-1.2, 0.4, 0.1)))
    home.refused, home.pitch = frozenset({K.LOOK_UP, K.LOOK_DOWN}), 0.3
    for _ in range(4):
        home.run("LookAround")
        home.run("GoTo", "Mug_1")
        home.run("GoTo", "Apple_1")
    assert sum(p.kind in home.refused for p in home.log) <= 2


def test_what_cannot_turn_gives_up_soon():
    """Something large in the hand would hit a wall."""
    home = Refusing(MUG)
    home.refused, home.error = frozenset(TURNS), ErrorCode.COLLISION
    home.base = Pose2D(0.0, 0.0, pi)
    home.run("LookAround")
    assert len(home.log) <= 4
    home.log.clear()
    assert not home.run("GoTo", "Mug_1").success
    assert len(home.log) < 30


def test_a_stale_picture_is_no_obstacle():
    """The robot has moved; only nobody saw where to."""
    home = ToyHome(MUG)
    home.base = Pose2D(-1.5, 0.0, 0.0)
    home.fail = {K.MOVE_AHEAD: [ErrorCode.PERCEPTION_STALE] * 2}
    result = home.run("GoTo", "Mug_1")
    assert result.success
    assert not home.vain.collisions.moves
    assert result.failures == 1  # one that is late is not; two in a row may be a broken camera


@pytest.mark.parametrize("error", [ErrorCode.ROBOT_FAULT, ErrorCode.CANCELLED])
def test_a_fault_on_the_way_to_another_place_is_told_and_not_the_try_before(error):
    home = ToyHome(MUG)
    home.fail = {K.PICK: [ErrorCode.OCCLUDED]} | {kind: [error] for kind in (*SIDES, *TURNS)}
    home.base = Pose2D(1.0, 0.5, 0.0)
    home.pitch = pi / 6
    result = home.run("PickUp", "Mug_1")
    assert result.error is error


def test_a_heading_that_slipped_is_put_right_on_the_way():
    """At an angle, each step leads further aside: into the wall of a passage."""
    walls = [(-1.4, 0.28, 1.0, 2.0), (-1.4, -2.0, 1.0, -0.28)]

    class Slipping(ToyHome):
        def _apply(self, primitive):
            error = super()._apply(primitive)
            if len(self.log) == 2:
                self.base = Pose2D(self.base.x, self.base.y, self.base.yaw + 0.09)
            return error

    home = Slipping(thing("Mug_1", (1.9, 0.0, 0.9)), walls=walls)
    home.base = Pose2D(-1.5, 0.0, 0.0)
    result = home.run("GoTo", "Mug_1")
    assert result.success
    assert result.failures == 0


def test_a_place_that_could_not_be_got_to_was_not_looked_into():
    can = thing("GarbageCan_1", (1.0, 0.0, 0.25), (0.3, 0.4, 0.5))
    home = ToyHome(can, hidden_walls=[(-0.9, -2.0, -0.8, 2.0)])
    home.base = Pose2D(-1.5, 0.0, 0.0)
    result = home.run("Inspect", "GarbageCan_1")
    assert not result.success
    assert result.error in (ErrorCode.PATH_BLOCKED, ErrorCode.OUT_OF_REACH)


def test_what_is_empty_already_needs_no_pouring():
    home = ToyHome(thing("Mug_1", (1.0, 0.0, 0.9), filled=1))
    assert home.run("PickUp", "Mug_1").success
    execute = home.execute

    def told(primitive):
        done = execute(primitive)
        if primitive.kind is not K.POUR:
            return done
        return type(done)(primitive, False, ErrorCode.WRONG_STATE, "object already empty")

    home.execute = told
    assert home.run("Pour", "Mug_1").success


@pytest.mark.parametrize("slips", [1, 2])
def test_what_is_seen_still_full_is_poured_once_more(slips):
    home = ToyHome(thing("Mug_1", (1.0, 0.0, 0.9), filled=1))
    assert home.run("PickUp", "Mug_1").success
    home.silent = {K.POUR: slips}
    result = home.run("Pour", "Mug_1")
    assert home.kinds().count("pour:Mug_1") == 2
    assert (result.success, result.error) == (
        (True, ErrorCode.NONE) if slips == 1 else (False, ErrorCode.NO_EFFECT)
    )


@pytest.mark.parametrize("chances", [1, 2])
def test_pouring_that_fails_by_chance_is_tried_once_more(chances):
    home = ToyHome(thing("Mug_1", (1.0, 0.0, 0.9), filled=1))
    assert home.run("PickUp", "Mug_1").success
    home.fail = {K.POUR: [ErrorCode.OTHER] * chances}
    result = home.run("Pour", "Mug_1")
    assert home.kinds().count("pour:Mug_1") == 2
    assert result.success is (chances == 1)


def test_refused_as_done_already_and_seen_not_to_be_it_is_tried_again():
    """Turned at the last moment, the hand met something else that was off."""
    home = ToyHome(thing("Faucet_1", (1.0, 0.0, 0.9), toggled=1))
    home.fail = {K.TOGGLE_OFF: [ErrorCode.WRONG_STATE]}
    execute = home.execute

    def told(primitive):
        done = execute(primitive)
        return done if done.success else replace(done, message="it's already off!")

    home.execute = told
    assert home.run("ToggleOff", "Faucet_1").success
    assert [p.kind for p in home.log].count(K.TOGGLE_OFF) == 2


def test_what_stands_on_a_table_is_not_pointed_at_to_put_something_beside_it():
    """The middle of a long counter is out of reach, and a bowl stands at its nearest part."""
    counter = thing("CounterTop_1", (1.9, 0.0, 0.85), (0.9, 3.6, 0.1))
    bowl = thing("Bowl_1", (1.65, 0.5, 0.95), (0.3, 0.3, 0.1), parent="CounterTop_1")
    walls = [(-2.0, -2.0, 2.0, 0.2), (1.3, -2.0, 2.0, 2.0), (-2.0, 0.8, 2.0, 2.0)]
    home = ToyHome(counter, bowl, thing("Apple_1", (0.9, 0.5, 0.9)), walls=walls)
    home.base = Pose2D(0.5, 0.5, 0.0)
    assert home.run("PickUp", "Apple_1").success
    assert home.run("Put", "Apple_1", "CounterTop_1").success
    pose = camera_optical_pose(home.base, 1.5, home.pitch)
    u, v = (300.0 * share for share in home.log[-1].point)
    ray = pose.apply(((u - CAMERA.cx) / CAMERA.fx, (v - CAMERA.cy) / CAMERA.fy, 1.0))
    share = (1.5 - counter.top) / (1.5 - ray[2])
    x = pose.position[0] * (1.0 - share) + ray[0] * share
    y = pose.position[1] * (1.0 - share) + ray[1] * share
    assert bowl.planar_distance(x, y) > 0.0


def test_places_given_up_before_are_searched_last():
    near = thing("Fridge_1", (0.9, 0.0, 0.9), (0.6, 0.6, 1.8), open=0)
    far = thing("Fridge_2", (-1.6, -1.4, 0.9), (0.6, 0.6, 1.8), open=0)
    home = ToyHome(replace(near, unreachable=5), far, walls=[(0.6, -0.3, 1.2, 0.3)])
    home.run("Search", "Apple")
    opened = [p.object_id for p in home.log if p.kind is K.OPEN]
    assert opened[0] == "Fridge_2"
