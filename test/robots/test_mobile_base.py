# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from contextlib import nullcontext
from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import pytest

from egoplan_ros.robots.motion import MotionLimits, Odometry
from egoplan_ros.robots.robot import Robot, make_robot
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose, wrap_angle
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind

CAMERA = Camera.from_vertical_fov(16, 12, pi / 2)
K = PrimitiveKind


class Base:
    """A simulated base: integrates velocity, with a wall and faults on demand."""

    def __init__(self) -> None:
        self.time, self.pose, self.velocity = 0.0, Pose2D(), (0.0, 0.0, 0.0)
        self.wall = float("inf")
        self.odometry_since: float | None = None
        self.camera_since: float | None = None
        self.told: Pose2D | None = None
        self.sent: list[tuple[float, float, float]] = []
        self.requests: list[str] = []
        self.depth, self.steers = 1.0, False
        self.at: dict[float, object] = {}

    def publish(self, velocity: tuple[float, float, float]) -> None:
        self.velocity = velocity
        self.sent.append(velocity)

    def wait(self, seconds: float) -> None:
        self.time += seconds
        forward, left, rate = self.velocity
        left = 0.0 if self.steers else left
        x = self.pose.x + seconds * (forward * cos(self.pose.yaw) - left * sin(self.pose.yaw))
        y = self.pose.y + seconds * (forward * sin(self.pose.yaw) + left * cos(self.pose.yaw))
        self.pose = Pose2D(min(x, self.wall), y, wrap_angle(self.pose.yaw + seconds * rate))
        for when in [when for when in self.at if when <= self.time]:
            self.at.pop(when)()

    def odometry(self) -> Odometry:
        stamp = self.time if self.odometry_since is None else self.odometry_since
        return Odometry(stamp, self.told or self.pose)

    def look(self) -> RgbdFrame:
        stamp = self.time if self.camera_since is None else self.camera_since
        state = RobotState(stamp, 0, 0, self.pose, 0.0, 1.2)
        shape = (CAMERA.height, CAMERA.width)
        pose = camera_optical_pose(self.pose, 1.2, 0.0)
        rgb, depth = np.zeros((*shape, 3), np.uint8), np.full(shape, self.depth, np.float32)
        return RgbdFrame(stamp, rgb, depth, CAMERA, pose, state)

    def ask(self, text: str) -> bool:
        self.requests.append(text)
        return True

    def robot(self, **options: object) -> Robot:
        made = make_robot(
            "mobile_base",
            publish_velocity=self.publish,
            read_odometry=self.odometry,
            look=self.look,
            clock=lambda: self.time,
            wait=self.wait,
            **options,
        )
        self.time = 1.0
        made.reset()
        return made


def do(robot: Robot, kind: K, **fields: object):
    return robot.execute(Primitive(kind, **fields))


def test_moves_and_turns_end_where_they_should():
    base = Base()
    robot = base.robot()
    do(robot, K.MOVE_AHEAD)
    do(robot, K.ROTATE_LEFT)
    do(robot, K.MOVE_AHEAD, magnitude=0.5)
    do(robot, K.MOVE_RIGHT)
    frame = do(robot, K.ROTATE_RIGHT)
    assert frame.robot.last.success
    assert base.pose.x == pytest.approx(0.5, abs=0.08)
    assert base.pose.y == pytest.approx(0.5, abs=0.08)
    assert base.pose.yaw == pytest.approx(0.0, abs=0.05)
    assert frame.stamp > frame.robot.last.stamp
    assert (frame.robot.step, frame.robot.episode) == (5, 1)


def test_a_base_that_takes_no_commands_is_named_and_is_no_collision():
    base = Base()
    robot = base.robot(deaf=lambda: "nobody listens on /cmd_vel")
    frame = do(robot, K.MOVE_AHEAD)
    assert frame.robot.last.error is ErrorCode.ROBOT_FAULT
    assert frame.robot.last.message == "nobody listens on /cmd_vel"
    assert all(velocity == (0.0, 0.0, 0.0) for velocity in base.sent)


def test_a_base_whose_driver_dies_on_the_way_is_named():
    base = Base()
    base.wall = 0.2
    robot = base.robot(deaf=lambda: "nobody listens" if base.pose.x > 0.1 else "")
    frame = do(robot, K.MOVE_AHEAD, magnitude=1.0)
    assert frame.robot.last.error is ErrorCode.ROBOT_FAULT
    assert frame.robot.last.message == "nobody listens"


def test_what_the_base_feels_ends_its_motion_at_once():
    base = Base()
    felt: list[tuple[float, ErrorCode, str]] = []

    def contact(since: float):
        return next(((error, line) for at, error, line in felt if at >= since), None)

    robot = base.robot(contact=contact)
    touch = ErrorCode.COLLISION, "the base's bumper was touched"
    base.at[base.time + 1.0] = lambda: felt.append((base.time, *touch))
    frame = do(robot, K.MOVE_AHEAD, magnitude=1.0)
    assert (frame.robot.last.error, frame.robot.last.message) == touch
    assert base.pose.x < 0.35
    assert base.sent[-1] == (0.0, 0.0, 0.0)
    assert do(robot, K.MOVE_BACK, magnitude=0.1).robot.last.success, "it may back off"


def test_a_base_whose_driver_comes_late_is_waited_for():
    base = Base()
    robot = base.robot(deaf=lambda: "" if base.time > 2.0 else "nobody listens")
    assert do(robot, K.MOVE_AHEAD).robot.last.success


def test_rest_is_told_once_odometry_has_stood_still():
    base = Base()
    robot = base.robot()
    base.velocity = (0.2, 0.0, 0.0)
    for _ in range(10):
        base.wait(0.05)
        assert not robot.at_rest()
    robot.stop()
    told = []
    for _ in range(10):
        base.wait(0.05)
        told.append(robot.at_rest())
    assert not told[0]
    assert told[-1]


def test_speed_limits_hold_and_the_base_ends_at_rest():
    base = Base()
    robot = base.robot(limits=MotionLimits(linear=0.1, angular=0.3))
    do(robot, K.MOVE_AHEAD, magnitude=1.0)
    do(robot, K.ROTATE_RIGHT)
    assert max(np.hypot(v[0], v[1]) for v in base.sent) <= 0.1 + 1e-9
    assert max(abs(v[2]) for v in base.sent) <= 0.3 + 1e-9
    assert base.velocity == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("way", [1.5, -1.0])
@pytest.mark.parametrize("kick", [-0.1, 0.0, 0.1])
def test_a_base_that_only_steers_gets_back_onto_its_line(way, kick):
    """It waited for the sideways motion that it asked for, and called that a collision."""
    base = Base()
    base.steers, base.depth = True, float("inf")
    robot = base.robot(holonomic=False)
    # Uneven floor pushes it aside.
    base.at[base.time + 0.5] = lambda: setattr(
        base, "pose", replace(base.pose, y=base.pose.y + kick)
    )
    frame = do(robot, K.MOVE_AHEAD if way > 0 else K.MOVE_BACK, magnitude=abs(way))
    assert frame.robot.last.success, frame.robot.last
    assert base.pose.x == pytest.approx(way, abs=0.03)
    assert base.pose.y == pytest.approx(0.0, abs=0.05)
    assert base.pose.yaw == pytest.approx(0.0, abs=0.03)
    assert all(velocity[1] == 0.0 for velocity in base.sent)
    assert not frame.robot.holonomic


@pytest.mark.parametrize("sensor", ["camera_since", "odometry_since"])
def test_what_falls_silent_on_the_way_lets_it_go_a_hand_farther(sensor):
    """It went on for as long as that was not noticed: half a metre on one image."""
    base, places = Base(), []
    base.depth = float("inf")
    robot = base.robot(limits=MotionLimits(stale=1.5))

    def fall_silent() -> None:
        setattr(base, sensor, base.time)
        places.append(base.pose.x)

    base.at[base.time + 1.5] = fall_silent
    with pytest.raises(RobotError) if sensor == "camera_since" else nullcontext():
        do(robot, K.MOVE_AHEAD, magnitude=1.5)
    assert base.pose.x - places[0] < 0.15
    assert base.pose.x < 1.0


@pytest.mark.parametrize("period", [0.2, 1.0, 1.8])
@pytest.mark.parametrize("linear", [0.25, 1.0])
def test_a_base_that_is_blocked_is_told_so_however_slow_its_camera_is(period, linear):
    """It waited for images between two pushes, and that it waited counted as progress."""
    base = Base()
    base.depth, base.wall = float("inf"), 0.3
    robot = base.robot(limits=MotionLimits(linear=linear))

    def look_again() -> None:
        base.camera_since = base.time
        base.at[base.time + period] = look_again

    look_again()
    begun = base.time
    frame = do(robot, K.MOVE_AHEAD, magnitude=1.0)
    assert frame.robot.last.error is ErrorCode.COLLISION
    assert base.time - begun < 16.0


@pytest.mark.parametrize("period", [0.2, 0.5, 1.5])
def test_a_slow_camera_makes_a_slow_base(period):
    base = Base()
    base.depth = float("inf")
    robot = base.robot()

    def look_again() -> None:
        base.camera_since = base.time
        base.at[base.time + period] = look_again

    look_again()
    frame = do(robot, K.MOVE_AHEAD, magnitude=1.0)
    assert frame.robot.last.success, frame.robot.last
    assert base.pose.x == pytest.approx(1.0, abs=0.03)


def test_a_base_that_only_steers_turns_on_the_spot():
    base = Base()
    base.steers = True
    assert do(base.robot(holonomic=False), K.ROTATE_LEFT, magnitude=2.5).robot.last.success
    assert base.pose.yaw == pytest.approx(2.5, abs=0.03)
    assert all(velocity[:2] == (0.0, 0.0) for velocity in base.sent)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("angle", [pi, -pi])
def test_half_a_turn_goes_on_by_the_side_that_was_asked_for(angle, seed):
    """Noise of the odometry about the half turn had it go now left, now right."""
    base, noise = Base(), np.random.default_rng(seed)
    exact = base.odometry
    base.odometry = lambda: replace(
        exact(), pose=replace(base.pose, yaw=wrap_angle(base.pose.yaw + noise.normal(0.0, 0.005)))
    )
    kind = K.ROTATE_LEFT if angle > 0 else K.ROTATE_RIGHT
    assert do(base.robot(), kind, magnitude=abs(angle)).robot.last.success
    rates = [velocity[2] for velocity in base.sent]
    assert all(rate * angle >= 0.0 for rate in rates[: len(rates) // 2])


def test_a_base_that_only_steers_refuses_to_go_sideways():
    base = Base()
    frame = do(base.robot(holonomic=False), K.MOVE_LEFT)
    assert frame.robot.last.error is ErrorCode.NOT_ALLOWED
    assert "sideways" in frame.robot.last.message


def test_a_slow_base_has_the_time_it_needs():
    base = Base()
    frame = do(base.robot(limits=MotionLimits(linear=0.02)), K.MOVE_AHEAD, magnitude=1.5)
    assert frame.robot.last.success, frame.robot.last


@pytest.mark.parametrize("guard", [True, False])
def test_what_comes_into_the_way_halts_a_motion_ahead(guard):
    base = Base()
    base.depth = float("inf")
    robot = base.robot(guard=guard)
    base.at[base.time + 0.5] = lambda: setattr(base, "depth", 0.8)
    frame = do(robot, K.MOVE_AHEAD, magnitude=1.5)
    assert base.velocity == (0.0, 0.0, 0.0)
    if guard:
        assert frame.robot.last.error is ErrorCode.PATH_BLOCKED
        assert "0.8 m ahead" in frame.robot.last.message
        assert base.pose.x < 0.3
    else:
        assert frame.robot.last.success
    assert do(robot, K.MOVE_BACK).robot.last.success  # away from it


def test_a_blocked_base_reports_a_collision():
    base = Base()
    base.wall = 0.1
    frame = do(base.robot(), K.MOVE_AHEAD)
    assert frame.robot.last.error is ErrorCode.COLLISION
    assert base.velocity == (0.0, 0.0, 0.0)


def test_stale_odometry_stops_the_base():
    base = Base()
    robot = base.robot()
    base.at[base.time + 0.5] = lambda: setattr(base, "odometry_since", base.time)
    frame = do(robot, K.MOVE_AHEAD, magnitude=2.0)
    assert frame.robot.last.error is ErrorCode.ROBOT_FAULT
    assert "odometry" in frame.robot.last.message
    assert base.velocity == (0.0, 0.0, 0.0)
    assert base.pose.x < 0.4


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
@pytest.mark.parametrize("part", ["x", "y", "yaw"])
def test_a_pose_that_is_no_number_never_drives_the_base(part, bad):
    base = Base()
    robot = base.robot()
    base.told = replace(base.pose, **{part: bad})
    frame = do(robot, K.MOVE_AHEAD)
    assert frame.robot.last.error is ErrorCode.ROBOT_FAULT
    assert "odometry" in frame.robot.last.message
    assert all(velocity == (0.0, 0.0, 0.0) for velocity in base.sent)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), float("-inf"), 1e308])
@pytest.mark.parametrize("kind", [K.MOVE_AHEAD, K.MOVE_LEFT, K.ROTATE_LEFT, K.ROTATE_RIGHT])
def test_a_magnitude_that_is_no_number_never_drives_the_base(kind, bad):
    base = Base()
    frame = do(base.robot(), kind, magnitude=bad)
    assert frame.robot.last.error is ErrorCode.ROBOT_FAULT
    assert all(velocity == (0.0, 0.0, 0.0) for velocity in base.sent)


def test_odometry_of_the_future_stops_the_base():
    base = Base()
    robot = base.robot()
    base.odometry_since = base.time + 3600.0
    frame = do(robot, K.MOVE_AHEAD)
    assert frame.robot.last.error is ErrorCode.ROBOT_FAULT
    assert "clock" in frame.robot.last.message
    assert all(velocity == (0.0, 0.0, 0.0) for velocity in base.sent)


def test_an_image_of_the_future_does_not_count_as_seeing():
    base = Base()
    robot = base.robot()
    base.camera_since = base.time + 3600.0
    frame = do(robot, K.MOVE_AHEAD)
    assert frame.robot.last.error is ErrorCode.ROBOT_FAULT
    assert all(velocity == (0.0, 0.0, 0.0) for velocity in base.sent)


def test_a_lost_camera_stops_the_base():
    base = Base()
    robot = base.robot(image_timeout=0.5, missing=lambda: "nothing comes on /camera")
    base.at[base.time + 0.5] = lambda: setattr(base, "camera_since", base.time)
    with pytest.raises(RobotError, match=r"no camera image for 0\.5 s: nothing comes on /camera;"):
        do(robot, K.MOVE_AHEAD, magnitude=2.0)
    assert base.velocity == (0.0, 0.0, 0.0)
    assert base.pose.x < 0.5


def test_stop_wins_until_resumed():
    base = Base()
    robot = base.robot()
    base.at[base.time + 0.3] = robot.stop
    frame = do(robot, K.MOVE_AHEAD, magnitude=2.0)
    assert frame.robot.last.error is ErrorCode.CANCELLED
    sent = len(base.sent)
    assert do(robot, K.ROTATE_LEFT).robot.last.error is ErrorCode.CANCELLED
    assert all(v == (0.0, 0.0, 0.0) for v in base.sent[sent:])
    robot.resume()
    assert do(robot, K.ROTATE_LEFT).robot.last.success


@pytest.mark.parametrize("kind", [K.MOVE_AHEAD, K.ROTATE_LEFT])
def test_a_stop_that_is_released_at_once_ends_the_motion_all_the_same(kind):
    """The motion looked at the flag 20 times a second, saw none, and went on to its end."""
    base = Base()
    robot = base.robot()
    base.at[base.time + 0.3] = lambda: (robot.stop(), robot.resume())
    assert do(robot, kind, magnitude=2.0).robot.last.error is ErrorCode.CANCELLED
    assert base.velocity == (0.0, 0.0, 0.0)
    assert do(robot, kind).robot.last.success


def test_people_help_a_robot_without_an_arm():
    base = Base()
    robot = base.robot(ask=base.ask)
    assert do(robot, K.PUT, object_type="CounterTop").robot.last.error is ErrorCode.HAND_EMPTY
    frame = do(robot, K.PICK, object_type="SoapBottle")
    assert frame.robot.holding
    assert do(robot, K.PICK, object_type="Mug").robot.last.error is ErrorCode.HAND_OCCUPIED
    frame = do(robot, K.PUT, object_type="CounterTop")
    assert not frame.robot.holding
    assert base.requests[0] == "please hand me the soap bottle"
    do(robot, K.OPEN, magnitude=0.6, object_type="Fridge")
    do(robot, K.OPEN, magnitude=1.0, object_type="Fridge")
    assert base.requests[-2:] == [
        "please open the fridge by 60% of the way, no further",
        "please open the fridge",
    ]
    refused = base.robot(ask=lambda text: False)
    assert do(refused, K.OPEN).robot.last.error is ErrorCode.NO_EFFECT
    assert do(base.robot(), K.OPEN).robot.last.error is ErrorCode.NOT_ALLOWED


@pytest.mark.parametrize("released", [False, True])
def test_a_stop_ends_the_wait_for_a_person(released):
    base, withdrawn = Base(), []

    def ask(text):
        robot.stop()
        if released:
            robot.resume()
        assert withdrawn == [text]
        return True  # too late

    robot = base.robot(ask=ask, withdraw=lambda: withdrawn.append("please hand me the mug"))
    frame = do(robot, K.PICK, object_type="Mug")
    assert frame.robot.last.error is ErrorCode.CANCELLED
    assert not frame.robot.holding


def test_an_arm_is_used_when_there_is_one():
    base = Base()
    stops = []

    def manipulate(primitive, stopped):
        stops.append(stopped)
        if primitive.kind is K.PICK:
            return ErrorCode.NONE, ""
        return ErrorCode.OUT_OF_REACH, "the door is too far away"

    robot = base.robot(manipulate=manipulate, ask=base.ask)
    assert do(robot, K.PICK).robot.holding
    last = do(robot, K.OPEN).robot.last
    assert (last.error, last.message) == (ErrorCode.OUT_OF_REACH, "the door is too far away")
    assert not base.requests
    assert not stops[-1]()
    robot.stop()
    assert stops[-1]()
    robot.resume()
    assert stops[-1](), "released, but the arm was under way"


def test_camera_tilt_and_its_limits():
    base, pitches = Base(), []
    robot = base.robot(tilt=lambda pitch: pitches.append(pitch) or True)
    assert do(robot, K.LOOK_DOWN).robot.last.success
    assert do(robot, K.LOOK_DOWN).robot.last.success
    assert do(robot, K.LOOK_DOWN).robot.last.error is ErrorCode.LIMIT
    assert pitches[-1] == pytest.approx(pi / 3)
    assert do(base.robot(), K.LOOK_UP).robot.last.error is ErrorCode.LIMIT
    with pytest.raises(RobotError, match="did not tilt"):
        base.robot(tilt=lambda pitch: False)


def test_missing_connections_and_bad_limits_are_told():
    with pytest.raises(InputError, match="needs publish_velocity"):
        make_robot("mobile_base")
    with pytest.raises(InputError, match="linear must be positive"):
        replace(MotionLimits(), linear=0.0)
    with pytest.raises(InputError, match="following must be below 1"):
        replace(MotionLimits(), following=1.0)


@pytest.mark.parametrize("comes", [True, False])
def test_a_clock_that_is_set_back_does_not_stop_the_robot(comes):
    """It waited for images newer than a time that was long to come, and never gave up."""
    base, shown = Base(), []
    live = base.look
    base.look = lambda: shown[-1] if shown else live()
    robot = base.robot(image_timeout=2.0)
    base.time = 500.0
    shown.append(live())

    def later() -> None:
        shown.append(replace(shown[0], stamp=base.time))

    def back() -> None:
        base.time -= 400.0
        if comes:
            base.at[base.time + 0.5] = later

    base.at[500.3] = back
    if comes:
        assert robot.observe().stamp == pytest.approx(100.8, abs=0.2)
    else:
        with pytest.raises(RobotError, match="no camera image"):
            robot.observe()
    assert base.time < 110.0
