# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace
from math import pi

import pytest

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.occupancy import Occupancy
from egoplan_ros.mapping.voxel_map import VoxelMap
from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN
from egoplan_ros.world.primitive import ErrorCode, PrimitiveKind


@pytest.fixture
def parts():
    config = MappingConfig()
    return VoxelMap(config), Occupancy(config)


def test_floor_is_free_counter_occupied_rest_unknown(parts, scene):
    voxels, occupancy = parts
    frame = scene.at(0, 0, 0, 25).frame()
    voxels.insert(frame)
    grid = occupancy.grid(voxels, frame.robot)
    assert grid.value(1.0, 0.0) == FREE
    assert grid.value(1.42, 0.8) == OCCUPIED
    assert grid.value(-1.5, 0.0) == UNKNOWN
    assert grid.value(99.0, 0.0) == UNKNOWN


def test_low_clutter_and_high_lamps_are_no_obstacles(parts, scene):
    block = type(scene.blocks[0])
    scene.blocks.append(block("Pen", (0.9, 0.0, 0.02), (0.3, 0.3, 0.04)))
    scene.blocks.append(block("", (0.9, 0.6, 2.2), (0.3, 0.3, 0.4)))
    voxels, occupancy = parts
    for pitch in (30, -20):
        frame = scene.at(0, 0, 0, pitch).frame()
        voxels.insert(frame)
    grid = occupancy.grid(voxels, frame.robot)
    assert grid.value(0.9, 0.0) == FREE
    assert grid.value(0.9, 0.6) == FREE


def test_ground_under_the_robot_is_free_and_stays_known(parts, scene):
    voxels, occupancy = parts
    grid = occupancy.grid(voxels, scene.at(0, 0, 0).frame().robot)
    assert grid.value(0.0, 0.0) == FREE
    assert grid.value(0.15, 0.0) == FREE
    assert grid.value(0.4, 0.0) == UNKNOWN
    grid = occupancy.grid(voxels, scene.at(1.0, 0, 0).frame().robot)
    assert grid.value(0.0, 0.0) == FREE


@pytest.mark.parametrize(
    ("kind", "yaw", "blocked", "free"),
    [
        (PrimitiveKind.MOVE_AHEAD, 0, (0.27, 0.0), (0.0, 0.27)),
        (PrimitiveKind.MOVE_AHEAD, 90, (0.0, 0.27), (0.27, 0.0)),
        (PrimitiveKind.MOVE_BACK, 0, (-0.27, 0.0), (0.27, 0.0)),
        (PrimitiveKind.MOVE_LEFT, 0, (0.0, 0.27), (0.27, 0.0)),
        (PrimitiveKind.MOVE_RIGHT, 0, (0.0, -0.27), (0.27, 0.0)),
    ],
)
def test_a_collision_marks_the_cells_it_ran_into(parts, scene, kind, yaw, blocked, free):
    voxels, occupancy = parts
    voxels.insert(scene.at(0, 0, yaw, 60).frame())
    frame = scene.do(kind, success=False, error=ErrorCode.COLLISION).at(0, 0, yaw).frame()
    occupancy.feel(frame.robot, frame.robot.last)
    grid = occupancy.grid(voxels, frame.robot)
    assert grid.value(*blocked) == OCCUPIED
    assert grid.value(*free) != OCCUPIED


def test_other_failures_mark_nothing(parts, scene):
    voxels, occupancy = parts
    frame = scene.do(PrimitiveKind.MOVE_AHEAD, success=False, error=ErrorCode.OTHER).frame()
    occupancy.feel(frame.robot, frame.robot.last)
    assert not (occupancy.grid(voxels, frame.robot).data == OCCUPIED).any()


def test_walking_there_or_moving_a_door_removes_the_mark(parts, scene):
    voxels, occupancy = parts
    hit = scene.do(PrimitiveKind.MOVE_AHEAD, success=False, error=ErrorCode.COLLISION)
    frame = hit.at(0, 0, 0).frame()
    occupancy.feel(frame.robot, frame.robot.last)
    assert occupancy.grid(voxels, scene.at(0.25, 0, 0).frame().robot).value(0.27, 0) == FREE
    occupancy.feel(frame.robot, frame.robot.last)
    done = scene.do(PrimitiveKind.CLOSE).at(0, 0, pi).frame()
    occupancy.feel(done.robot, done.robot.last)
    assert occupancy.grid(voxels, done.robot).value(0.27, 0) != OCCUPIED


def test_what_blocks_again_after_a_door_moved_is_not_the_door(parts, scene):
    """Else each drawer that is opened costs another collision at the same invisible edge."""
    voxels, occupancy = parts
    hit = scene.do(PrimitiveKind.MOVE_AHEAD, success=False, error=ErrorCode.COLLISION)
    hit = hit.at(0, 0, 0).frame()
    door = scene.do(PrimitiveKind.OPEN).at(0, 0, pi).frame()
    occupancy.feel(hit.robot, hit.robot.last)
    occupancy.feel(door.robot, door.robot.last)
    assert occupancy.grid(voxels, door.robot).value(0.27, 0) != OCCUPIED
    occupancy.feel(hit.robot, hit.robot.last)
    occupancy.feel(door.robot, door.robot.last)
    assert occupancy.grid(voxels, door.robot).value(0.27, 0) == OCCUPIED
    there = scene.at(0.25, 0, 0).frame()
    assert occupancy.grid(voxels, there.robot).value(0.27, 0) == FREE


def test_a_long_motion_that_ended_early_marks_only_what_it_ran_into(parts, scene):
    """Where a base came to rest something is; what lies behind that is not known."""
    voxels, occupancy = parts
    frame = scene.do(PrimitiveKind.MOVE_AHEAD, success=False, error=ErrorCode.COLLISION).frame()
    last = frame.robot.last
    occupancy.feel(frame.robot, replace(last, primitive=replace(last.primitive, magnitude=1.5)))
    grid = occupancy.grid(voxels, frame.robot)
    assert grid.value(0.27, 0) == OCCUPIED
    assert grid.value(0.6, 0) != OCCUPIED


def test_save_and_load(parts, scene):
    voxels, occupancy = parts
    frame = scene.do(PrimitiveKind.MOVE_AHEAD, success=False, error=ErrorCode.COLLISION).frame()
    occupancy.feel(frame.robot, frame.robot.last)
    before = occupancy.grid(voxels, frame.robot).data
    other = Occupancy(occupancy.config)
    other.from_arrays(occupancy.to_arrays())
    assert (other.grid(voxels, frame.robot).data == before).all()
