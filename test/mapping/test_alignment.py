# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Correction of camera poses by the surfaces seen before, and smoothing of grainy depth."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest

from egoplan_ros.mapping.alignment import Alignment
from egoplan_ros.mapping.denoise import grain, smooth
from egoplan_ros.mapping.thresholds import Thresholds
from egoplan_ros.world.geometry import Pose, multiply, rotation_matrix, yaw_quaternion


def turned(frame, yaw_deg: float, shift):
    """The frame with an error of its camera pose."""
    pose = frame.camera_pose
    wrong = Pose(
        tuple(np.add(pose.position, shift)),
        multiply(yaw_quaternion(radians(yaw_deg)), pose.orientation),
    )
    return replace(frame, camera_pose=wrong)


def off(pose: Pose, true: Pose) -> tuple[float, float]:
    """Rotation error in degrees and translation error in metres."""
    between = rotation_matrix(pose.orientation) @ rotation_matrix(true.orientation).T
    angle = np.degrees(np.arccos(np.clip((np.trace(between) - 1) / 2, -1, 1)))
    return float(angle), float(np.linalg.norm(np.subtract(pose.position, true.position)))


def looks(scene, count: int):
    """Frames from a corner of the room, swinging from side to side."""
    for k in range(count):
        yield scene.at(-1.2, -1.2, 25.0 + 20.0 * (k % 3), 15.0).frame()


def test_exact_poses_stay_exact(scene):
    alignment = Alignment(Thresholds())
    for frame in looks(scene, 12):
        assert alignment.correct(frame).camera_pose == frame.camera_pose
    assert alignment.doubt(3.0) == 0.0


@pytest.mark.parametrize("yaw", [-1.5, 1.5])
def test_a_wrong_pose_among_right_ones_is_corrected(scene, yaw):
    alignment = Alignment(Thresholds())
    for frame in looks(scene, 12):
        alignment.correct(frame)
    frame = scene.at(-1.2, -1.2, 45.0, 15.0).frame()
    before = turned(frame, yaw, (0.01, -0.01, 0.01))
    angle, distance = off(alignment.correct(before).camera_pose, frame.camera_pose)
    assert angle < 0.4 * abs(yaw)
    assert distance < 0.02
    assert alignment.doubt(3.0) > 0.0


def test_random_errors_shrink_and_leave_no_turn(scene):
    dice = np.random.default_rng(3)
    alignment = Alignment(Thresholds())
    raw, left = [], []
    for frame in looks(scene, 60):
        wrong = turned(frame, dice.normal(0, 1.0), dice.normal(0, 0.01, 3))
        raw.append(off(wrong.camera_pose, frame.camera_pose)[0])
        left.append(off(alignment.correct(wrong).camera_pose, frame.camera_pose)[0])
    assert np.median(left[20:]) < 0.6 * np.median(raw)


def test_another_place_is_not_forced_onto_the_old_one(scene):
    alignment = Alignment(Thresholds())
    for frame in looks(scene, 6):
        alignment.correct(frame)
    frame = turned(scene.at(-1.2, -1.2, 45.0).frame(), 40.0, (0.0, 0.0, 0.0))
    assert alignment.correct(frame).camera_pose == frame.camera_pose


def test_what_was_stored_goes_on_alike(scene):
    first, second = Alignment(Thresholds()), Alignment(Thresholds())
    for frame in looks(scene, 5):
        first.correct(frame)
    second.from_arrays(first.to_arrays())
    frame = turned(scene.at(-1.2, -1.2, 45.0, 15.0).frame(), 1.5, (0.0, 0.0, 0.0))
    assert second.correct(frame).camera_pose == first.correct(frame).camera_pose


def test_unknown_depth_is_no_surface(scene):
    frame = scene.frame()
    blind = replace(frame, depth=np.full_like(frame.depth, np.nan))
    assert Alignment(Thresholds()).correct(blind).camera_pose == frame.camera_pose
    assert grain(blind.depth) == 0.0


def test_grain_is_measured_and_taken_out(scene):
    depth = scene.at(-1.2, 0.0, 0.0).frame().depth
    assert smooth(depth) is depth
    noisy = depth + np.random.default_rng(0).normal(0, 0.02, depth.shape).astype(np.float32)
    noisy[50:60, 50:60] = np.nan
    assert grain(noisy) == pytest.approx(0.02, rel=0.1)
    calm = smooth(noisy)
    assert np.isnan(calm[50:60, 50:60]).all()
    error = np.abs(calm - depth)
    assert np.nanmedian(error) < 0.35 * np.nanmedian(np.abs(noisy - depth))
    assert np.nanmax(error) < 0.15
