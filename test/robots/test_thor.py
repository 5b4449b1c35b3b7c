# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import json
import shlex
import sys
from contextlib import closing
from math import pi, radians
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.robots.robot import Robot, make_robot
from egoplan_ros.robots.thor import PAST, ThorRobot
from egoplan_ros.robots.thor_process import embedded_simulator
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind

FAKE = Path(__file__).parent / "fake_thor.py"


def command(mode: str) -> str:
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(FAKE))} {mode}"


def fake_robot(mode: str, **options: object) -> ThorRobot:
    robot = make_robot("thor", executable=command(mode), scene="FloorPlan1", **options)
    assert isinstance(robot, ThorRobot)
    return robot


@pytest.fixture(scope="module")
def robot():
    made = fake_robot("good")
    made.reset()
    yield made
    made.close()


def do(robot: Robot, kind: PrimitiveKind, **fields: object):
    return robot.execute(Primitive(kind, **fields))


def test_pose_is_converted_to_the_map_frame(robot):
    frame = robot.reset()
    assert (frame.robot.base.x, frame.robot.base.y) == (0.0, -0.5)
    frame = do(robot, PrimitiveKind.MOVE_AHEAD)
    assert frame.robot.base.x == pytest.approx(0.25)
    frame = do(robot, PrimitiveKind.ROTATE_RIGHT, magnitude=pi / 2)
    assert frame.robot.base.yaw == pytest.approx(-pi / 2)
    frame = do(robot, PrimitiveKind.LOOK_UP, magnitude=radians(30))
    assert frame.robot.camera_pitch == pytest.approx(-pi / 6)
    assert frame.robot.camera_height == pytest.approx(1.576)
    assert frame.camera_pose.position == pytest.approx((0.25, -0.5, 1.576))
    assert frame.depth[150, 150] == 2.0


def test_a_scene_is_known_in_any_case(robot):
    robot.reset("floorplan1")
    assert robot.truth()["scene"] in ("FloorPlan1", "FloorPlan1_physics")


def test_a_blocked_move_is_a_collision_and_time_goes_on(robot):
    first = robot.reset()
    do(robot, PrimitiveKind.MOVE_AHEAD)
    frame = do(robot, PrimitiveKind.MOVE_AHEAD)
    assert not frame.robot.last.success
    assert frame.robot.last.error is ErrorCode.COLLISION
    assert "Wall is blocking" in frame.robot.last.message
    assert first.stamp < frame.robot.last.stamp < frame.stamp
    assert frame.robot.step == 2


def test_oracle_shows_what_is_in_the_frame_without_identity(robot):
    detections = robot.reset().oracle
    assert [item.type for item in detections.items] == ["Mug", "SinkBasin"]
    mug = detections.items[0]
    assert mug.box == (50, 100, 90, 140)
    assert mug.point == (70, 120)
    assert mug.states == {"dirty": 1.0, "filled": 0.0, "brewed": 0.0, "hot": 1.0, "cold": 0.0}
    assert detections.labels[120, 70] == mug.label
    assert not detections.labels[250].any()
    assert "|" not in repr(detections.items)


def test_the_hand_holds_one_object(robot):
    robot.reset()
    frame = do(robot, PrimitiveKind.PICK, point=(0.2, 0.4))
    assert frame.robot.holding
    again = do(robot, PrimitiveKind.PICK, point=(0.2, 0.4))
    assert again.robot.last.error is ErrorCode.HAND_OCCUPIED
    assert robot.truth()["history"]["picked"] == ["Mug|+00.00|+01.00|+01.00"]


def test_errors_that_the_client_raises_become_results(robot):
    robot.reset()
    frame = do(robot, PrimitiveKind.OPEN, point=(0.2, 0.4))
    assert frame.robot.last.error is not ErrorCode.NONE
    frame = do(robot, PrimitiveKind.PUT, point=(0.2, 0.4))
    assert frame.robot.last.error is ErrorCode.HAND_EMPTY
    frame = do(robot, PrimitiveKind.PICK)
    assert frame.robot.last.error is ErrorCode.NOT_VISIBLE
    do(robot, PrimitiveKind.LOOK_UP)
    frame = do(robot, PrimitiveKind.LOOK_UP)
    assert frame.robot.last.error is ErrorCode.LIMIT


def test_reset_begins_a_new_episode_and_knows_bad_scenes(robot):
    before = robot.reset().robot.episode
    frame = robot.reset("FloorPlan2")
    assert (frame.robot.episode, frame.robot.step, frame.robot.last) == (before + 1, 0, None)
    with pytest.raises(InputError, match="nearest: FloorPlan2"):
        robot.reset("FloorPlann28")
    assert robot.reset("FloorPlan1").robot.step == 0


def test_unknown_first_scene_leaves_no_process():
    robot = fake_robot("good")
    with pytest.raises(InputError, match="unknown name 'Kitchen'"):
        robot.reset("Kitchen")
    robot.close()


@pytest.mark.parametrize("mode", ["dies", "dies-early"])
def test_a_simulator_that_dies_at_the_start_is_told_at_once(mode):
    robot = fake_robot(mode)
    with pytest.raises(RobotError, match=r"simulator: .*while loading FloorPlan1") as told:
        robot.reset()
    assert "no answer in time" not in str(told.value)


def test_a_simulator_that_never_speaks_is_killed():
    robot = fake_robot("mute", start_timeout=1.0)
    with pytest.raises(RobotError, match="no answer in time"):
        robot.reset()


def test_a_hung_simulator_is_killed_and_can_be_started_again():
    robot = fake_robot("hangs", step_timeout=1.0)
    robot.reset()
    process = robot.controller.server.unity_proc
    with pytest.raises(RobotError, match="no answer in time while Pass"):
        robot.observe()
    assert process.poll() is not None
    assert robot.reset().robot.episode == 2
    robot.close()


def test_a_killed_simulator_is_noticed():
    robot = fake_robot("good")
    robot.reset()
    process = robot.controller.server.unity_proc
    process.kill()
    with pytest.raises(RobotError, match=r"simulator: .*(move_ahead|MoveAhead)") as told:
        do(robot, PrimitiveKind.MOVE_AHEAD)
    assert "no answer in time" not in str(told.value)
    robot.close()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("width", 0),
        ("width", True),
        ("height", 300.0),
        ("field_of_view", "wide"),
        ("field_of_view", 180),
        ("grid_size", 0),
        ("grid_size", "x"),
        ("visibility_distance", None),
        ("radius", float("nan")),
        ("start_timeout", "long"),
        ("step_timeout", 0),
    ],
)
def test_a_number_of_another_kind_is_told_in_one_line(option, value):
    with pytest.raises(InputError, match=f"^robot thor: {option}: must be a (whole )?number from"):
        ThorRobot(**{option: value})


def test_numbers_of_numpy_are_taken():
    made = ThorRobot(width=np.int64(64), height=np.uint16(48), field_of_view=np.float32(60))
    assert (made.camera.width, made.camera.height) == (64, 48)
    assert made.camera == ThorRobot(width=64, height=48, field_of_view=60).camera
    made.close()


def test_bad_options_and_missing_executable():
    with pytest.raises(InputError, match="unknown; choose from mobile_base, thor"):
        make_robot("unicorn")
    with pytest.raises(InputError, match="colour"):
        make_robot("thor", colour="red")
    with pytest.raises(InputError, match="cannot start"):
        ThorRobot(executable="/nowhere/simulator").reset()
    with pytest.raises(RobotError, match="not started"):
        ThorRobot().observe()


def test_cuda_devices_do_not_disturb_the_client(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    monkeypatch.delenv("DISPLAY", raising=False)
    robot = fake_robot("good")
    assert robot.reset().robot.step == 0
    robot.close()


def test_a_frozen_picture_is_looked_at_again_and_never_taken_for_the_present():
    with closing(fake_robot("frozen")) as robot:
        robot.reset()
        frame = do(robot, PrimitiveKind.ROTATE_RIGHT, magnitude=pi / 2)
        assert frame.robot.last.error is ErrorCode.PERCEPTION_STALE
        assert frame.robot.base.yaw == pytest.approx(-pi / 2)
        assert np.isnan(frame.depth).all()
        assert not frame.oracle.items
        assert do(robot, PrimitiveKind.PICK, point=(0.2, 0.4)).robot.last.success
    with closing(fake_robot("freezes")) as robot:
        robot.reset()
        for _ in range(3):
            frame = do(robot, PrimitiveKind.ROTATE_RIGHT, magnitude=pi / 2)
            assert frame.robot.last.success
            assert frame.rgb[0, 0].any()
        empty = frame.rgb[0, 0]
        frame = do(robot, PrimitiveKind.PICK, point=(0.2, 0.4))
        assert frame.robot.last.success
        assert frame.rgb[0, 0].tolist() == [empty[0] + 1, *empty[1:]]


def test_a_simulator_that_is_ready_is_not_asked_to_load_its_scene_again():
    with closing(fake_robot("good")) as robot:
        robot.prepare()
        controller = robot._process.controller
        asked = []
        send = controller.server.send
        controller.server.send = lambda action: (asked.append(action["action"]), send(action))[1]
        assert robot.reset().robot.episode == 1
        assert "Reset" not in asked
        assert robot.reset("FloorPlan2").robot.episode == 2
        assert asked.count("Reset") == 1


def test_the_embedded_simulator_begins_with_the_scene_that_is_wanted():
    words = shlex.split(embedded_simulator(scene="FloorPlan 3"))
    assert words[-2:] == ["--boot", "FloorPlan 3"]


def test_a_home_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    with pytest.raises(InputError, match=r"HOME: .*set HOME to a folder of yours"):
        fake_robot("good").reset()


def test_what_is_told_to_be_past_belongs_to_the_episode():
    steps = [{"action": "RotateRight"}, {"action": "PickupObject", "x": 0.5, "y": 0.5}]
    for past, counted in ((False, []), (True, ["Mug|+00.00|+01.00|+01.00"])):
        setup = json.dumps([steps[0], {**steps[1], PAST: past}])
        with closing(fake_robot("good", setup=setup)) as robot:
            frame = robot.reset()
            assert frame.robot.holding
            assert frame.robot.step == 0
            assert robot.truth()["history"]["picked"] == counted
