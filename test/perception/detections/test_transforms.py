"""Frames in map, from a tree of transforms."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.perception.detections.transforms import TransformTree
from egoplan_ros.world.geometry import Pose, compose, yaw_quaternion

numbers = st.floats(-5.0, 5.0)
poses = st.builds(
    lambda x, y, z, yaw: Pose((x, y, z), yaw_quaternion(yaw)), numbers, numbers, numbers, numbers
)


def same(one, other):
    return np.allclose(one.matrix(), other.matrix(), atol=1e-9)


@given(poses, poses, poses)
def test_a_frame_is_found_along_its_parents(base, mount, lens):
    tree = TransformTree()
    tree.add("base_link", "head", mount, 1.0)
    tree.add("head", "lens", lens, 0.0, fixed=True)
    found = tree.locate("lens", {"base_link": base}, 1.0)
    assert same(found, compose(base, compose(mount, lens)))


@given(poses)
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
    assert tree.locate("head", {"map": Pose()}, 2.02).position[0] == 2.0
    tree.add("map", "head", Pose((7.0, 0.0, 0.0)), 0.0)  # the clock was set back
    assert tree.locate("head", {"map": Pose()}, 2.0).position[0] == 7.0


def test_what_is_joined_to_nothing_or_runs_in_a_circle_has_no_place():
    tree = TransformTree()
    tree.add("left", "right", Pose(), 0.0)
    tree.add("right", "left", Pose(), 0.0)
    assert tree.locate("left", {"map": Pose()}, 0.0) is None
    assert tree.locate("nowhere", {"map": Pose()}, 0.0) is None
    assert tree.locate("map", {"map": Pose()}, 0.0) == Pose()
