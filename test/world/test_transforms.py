# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The tree of frames."""

from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose, compose, inverse, yaw_quaternion
from egoplan_ros.world.transforms import TransformTree, between, flattened

numbers = st.floats(-3.0, 3.0)
level = st.builds(
    lambda x, y, z, yaw: Pose((x, y, z), yaw_quaternion(yaw)), numbers, numbers, numbers, numbers
)


@st.composite
def poses(draw: st.DrawFn) -> Pose:
    turn = np.array([draw(numbers) for _ in range(4)]) + np.array([0.0, 0.0, 0.0, 3.5])
    x, y, z, w = (turn / np.linalg.norm(turn)).tolist()
    return Pose((draw(numbers), draw(numbers), draw(numbers)), (x, y, z, w))


def same(pose: Pose, other: Pose) -> bool:
    return bool(np.allclose(pose.matrix(), other.matrix(), atol=1e-9))


@given(poses())
def test_an_inverse_undoes(pose: Pose) -> None:
    assert same(compose(pose, inverse(pose)), Pose())
    assert same(compose(inverse(pose), pose), Pose())


@given(poses(), poses(), poses(), poses())
def test_frames_are_found_up_and_down_the_tree(a: Pose, b: Pose, c: Pose, d: Pose) -> None:
    tree = TransformTree()
    tree.add("map", "odom", a, 1.0)
    tree.add("odom", "base_link", b, 1.0)
    tree.add("base_link", "camera", c, 0.0, fixed=True)
    tree.add("/base_link", "/arm", d, 1.0)
    camera = compose(compose(a, b), c)
    assert same(tree.lookup("map", "camera", 1.0, 0.0), camera)
    assert same(tree.lookup("camera", "map", 1.0, 0.0), inverse(camera))
    assert same(tree.lookup("arm", "camera", 1.0, 0.0), compose(inverse(d), c))
    assert same(tree.lookup("camera", "camera", 1.0, 0.0), Pose())


@given(poses(), poses(), st.floats(0.0, 1.0))
def test_between_samples_it_is_between(a: Pose, b: Pose, share: float) -> None:
    tree = TransformTree()
    tree.add("map", "base", b, 2.0)
    tree.add("map", "base", a, 1.0)  # late
    found = tree.lookup("map", "base", 1.0 + share, 0.0)
    assert same(found, between(a, b, share))
    assert np.linalg.norm(found.orientation) == pytest.approx(1.0)
    assert same(tree.lookup("map", "base", 1.0, 0.0), a)
    assert same(tree.lookup("map", "base", 2.0, 0.0), b)


@given(st.floats(-3.0, 3.0), st.floats(-1.5, 1.5), st.floats(0.0, 1.0))
def test_a_turn_goes_the_short_way(start: float, turn: float, share: float) -> None:
    first, last = (Pose((0.0, 0.0, 0.0), yaw_quaternion(yaw)) for yaw in (start, start + turn))
    yaw = flattened(between(first, last, share))[2]
    off = (yaw - start - share * turn + pi) % (2 * pi) - pi
    assert abs(off) < 1e-6


def test_what_is_too_old_or_unknown_is_told() -> None:
    tree = TransformTree()
    with pytest.raises(InputError, match="frames known: none"):
        tree.lookup("map", "base_link", 1.0, 0.5)
    tree.add("odom", "base_link", Pose(), 1.0)
    with pytest.raises(InputError, match="no transform from map to base_link"):
        tree.lookup("map", "base_link", 1.0, 0.5)
    assert not tree.knows("map", "base_link")
    tree.add("map", "odom", Pose(), 5.0)
    assert tree.knows("map", "base_link")
    with pytest.raises(InputError, match=r"odom -> base_link is 4\.00 s older"):
        tree.lookup("map", "base_link", 5.0, 0.5)
    with pytest.raises(InputError, match=r"map -> odom is 4\.00 s newer"):
        tree.lookup("map", "base_link", 1.0, 0.5)


def test_a_clock_that_is_set_back_and_another_parent_begin_anew() -> None:
    tree = TransformTree()
    tree.add("map", "base", Pose((1.0, 0.0, 0.0)), 900.0)
    tree.add("map", "base", Pose((2.0, 0.0, 0.0)), 1.0)
    assert tree.lookup("map", "base", 1.0, 0.0).position[0] == 2.0
    tree.add("world", "base", Pose((3.0, 0.0, 0.0)), 1.0)
    with pytest.raises(InputError):
        tree.lookup("map", "base", 1.0, 0.0)


def test_old_samples_are_forgotten_and_loops_end() -> None:
    tree = TransformTree()
    for k in range(1000):
        tree.add("map", "base", Pose(), 0.1 * k)
    assert len(tree._links["base"].stamps) == 101
    tree.add("base", "map", Pose(), 1.0)
    assert tree.knows("map", "map")


@given(level, level, level)
def test_a_frame_is_found_along_its_parents(base, mount, lens):
    tree = TransformTree()
    tree.add("base_link", "head", mount, 1.0)
    tree.add("head", "lens", lens, 0.0, fixed=True)
    found = tree.locate("lens", {"base_link": base}, 1.0)
    assert same(found, compose(base, compose(mount, lens)))


@given(level)
def test_the_nearest_frame_whose_pose_is_known_counts(camera):
    tree = TransformTree()
    tree.add("map", "camera", Pose((9.0, 9.0, 9.0)), 1.0)
    tree.add("camera", "lens", Pose((0.0, 0.0, 1.0)), 1.0, fixed=True)
    found = tree.locate("lens", {"map": Pose(), "camera": camera}, 1.0)
    assert same(found, compose(camera, Pose((0.0, 0.0, 1.0))))


def test_of_a_moving_frame_the_transform_of_that_time_counts():
    tree = TransformTree()
    for tenth in range(50):
        tree.add("map", "head", Pose((tenth / 10.0, 0.0, 0.0)), tenth / 10.0)
    assert tree.locate("head", {"map": Pose()}, 2.02).position[0] == pytest.approx(2.02)
    tree.add("map", "head", Pose((7.0, 0.0, 0.0)), -9.0)  # the clock was set back
    assert tree.locate("head", {"map": Pose()}, -2.0).position[0] == 7.0


def test_what_is_joined_to_nothing_or_runs_in_a_circle_has_no_place():
    tree = TransformTree()
    tree.add("left", "right", Pose(), 0.0)
    tree.add("right", "left", Pose(), 0.0)
    assert tree.locate("left", {"map": Pose()}, 0.0) is None
    assert tree.locate("nowhere", {"map": Pose()}, 0.0) is None
    assert tree.locate("map", {"map": Pose()}, 0.0) == Pose()
