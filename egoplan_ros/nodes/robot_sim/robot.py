# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The stand-in as a ROS node: camera, odometry, transforms and a base that takes velocities."""

import json
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from math import degrees
from typing import Any

import numpy as np
from geometry_msgs.msg import PoseStamped, TransformStamped, Twist, TwistStamped
from nav_msgs.msg import Odometry
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Bool, String, UInt32
from std_srvs.srv import Trigger

from egoplan_ros.msg import HumanAnswer, HumanRequest
from egoplan_ros.nodes.clients.person import ANSWER, REQUEST
from egoplan_ros.nodes.convert.frames import fixed, transform
from egoplan_ros.nodes.convert.geometry import to_pose
from egoplan_ros.nodes.convert.image import to_camera_info, to_color, to_labels
from egoplan_ros.nodes.convert.stamps import BASE, CAMERA, MAP, ODOM, OPTICAL, header, to_time
from egoplan_ros.nodes.drivers.transform_listener import tf_message
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.nodes.robot_sim.arm import ArmDriver
from egoplan_ros.nodes.robot_sim.boxes import detection_messages, to_boxes
from egoplan_ros.nodes.robot_sim.nav2 import Nav2
from egoplan_ros.robots.stand_in.body import Body
from egoplan_ros.robots.stand_in.detector import NoisyDetector
from egoplan_ros.robots.stand_in.drift import DriftingOdometry
from egoplan_ros.robots.stand_in.drive import DifferentialDrive
from egoplan_ros.robots.stand_in.eyes import Eyes, Sight
from egoplan_ros.robots.stand_in.sensor import NoisyCamera
from egoplan_ros.robots.stand_in.settings import StandInSettings
from egoplan_ros.robots.stand_in.urdf import describe
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.geometry import (
    Pose,
    Pose2D,
    apart,
    compose,
    flat,
    inverse,
    multiply,
    pitch_quaternion,
    yaw_quaternion,
)
from egoplan_ros.world.transforms import flattened

COLOR, INFO = "/camera/color/image_raw", "/camera/color/camera_info"
DEPTH = "/camera/aligned_depth_to_color/image_raw"
TICK_SECONDS, _LONGEST_SECONDS = 0.02, 0.2
"""Of one way by the motors; after a stall of the machine the rest is not gone."""
_LEAST = 16
"""Pixels of the simulator that drives, of which nobody sees an image."""
_TF_SECONDS = 0.05
_OFF = 0.02
"""Metres or radians after which a base no longer touches what it ran into."""
_EPOCH = 100.0
"""Seconds at which its own time begins: zero counts as none."""


class RobotSim(Node):
    """Publishes what ``robot.launch.py`` listens to, under the names of its arguments' defaults.

    Threads of its own move the body and look; callbacks only set what is commanded.

    Attributes:
        failure: why the simulator is no more; "" while it is well.
        others: nodes of the robot's that are to be spun with it.
    """

    def __init__(self, settings: StandInSettings) -> None:
        """Start the simulator.

        Raises:
            InputError: unknown scene. RobotError: the simulator does not start.
        """
        super().__init__("robot_sim")
        self._own_time = time.monotonic() if settings.clock else 0.0
        self.settings, self.failure = settings, ""
        seed = settings.errors
        self._rng = np.random.default_rng([seed, 19])
        self._camera_noise = settings.sensor and NoisyCamera(settings.sensor, seed)
        self._odometry = DriftingOdometry(settings.drift, seed)
        self._drive = DifferentialDrive(settings.drive)
        robot = partial(ThorRobot, settings.scene, settings.seed, rooms=settings.rooms, snap=False)
        self.body = Body(robot(oracle=False, width=_LEAST, height=_LEAST))
        camera = robot(
            oracle=settings.detector is not None,
            width=settings.width,
            height=settings.height,
            field_of_view=degrees(settings.fov),
        )
        self._intrinsics = camera.camera
        self.eyes = Eyes(camera, settings.mount, settings.pitch)
        self._start = flat(self.body.base)
        self._corrected = Pose()
        self._driven = self._fastest = 0.0
        self._touching, self._touches, self._off = False, 0, 0.0
        self._last = self._next_transforms = self._next_correction = time.monotonic()
        self._outbox: deque[tuple[float, list[tuple[Any, Any]]]] = deque()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._make_topics()
        kind = TwistStamped if settings.stamped else Twist
        self.create_subscription(kind, "/cmd_vel", self._command, EVENTS)
        self.others: list[Node] = []
        if settings.nav2:
            self._nav2 = Nav2(self, settings.nav2, self._where, self._steer)
            self.others.append(self._nav2.parameters)
        self._arm = ArmDriver(self, settings.arm, self.eyes.manipulate) if settings.arm else None
        self._detector = settings.detector and NoisyDetector(settings.detector, seed)
        if settings.person:
            asked = settings.person.rstrip("/")
            self._answer = self.create_publisher(HumanAnswer, f"{asked}/{ANSWER}", EVENTS)
            self.create_subscription(HumanRequest, f"{asked}/{REQUEST}", self._help, EVENTS)
        self.create_service(Trigger, "~/truth", self._tell_truth)
        self._threads = [
            threading.Thread(target=self._lasting, args=(turn,), name=name, daemon=True)
            for name, turn in (("drive", self._go_on), ("look", self._see_on))
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End the simulators."""
        self._ended.set()
        for thread in self._threads:
            thread.join(10.0)
        if self.settings.nav2:
            self._nav2.close()
        if self._arm is not None:
            self._arm.close()
        self.body.close()
        self.eyes.close()

    def account(self) -> dict[str, Any]:
        """How it went: metres driven, collisions and the speed (m/s) of the fastest of them, where
        map begins in the simulator's frame, metres and radians that odometry is off."""
        true = Pose2D(*flattened(self._in_map(self.body.base)))
        off, wide = apart(true, self._odometry.pose)
        return {
            "driven": self._driven,
            "collisions": self._touches,
            "fastest_collision": self._fastest,
            "start": list(flattened(self._start)),
            "odometry_off": {"metres": off, "radians": wide},
        }

    def _make_topics(self) -> None:
        images = sensor(True)
        self._color = self.create_publisher(Image, COLOR, images)
        self._depth = self.create_publisher(Image, DEPTH, images)
        self._info = self.create_publisher(CameraInfo, INFO, images)
        self._odom = self.create_publisher(Odometry, "/odom", sensor(True))
        self._truth = self.create_publisher(PoseStamped, "~/true_pose", EVENTS)
        camera = self.settings.mount, self.eyes.height, self.settings.pitch
        description = describe(BASE, OPTICAL, *camera)
        self._description = self.create_publisher(String, "/robot_description", LATCHED)
        self._description.publish(String(data=description))
        self._time = self.create_publisher(Clock, "/clock", sensor()) if self._own_time else None
        self._boxes = detection_messages() if self.settings.detector else None
        if self._boxes is not None:
            self._seen = self.create_publisher(self._boxes.Detection2DArray, "~/detections", images)
        self._bumped = self.create_publisher(Bool, "/bumped", EVENTS)
        self._struck = self.create_publisher(UInt32, "~/collisions", LATCHED)
        self._tf_kind = tf_message()
        if self._tf_kind is not None:
            self._tf = self.create_publisher(self._tf_kind, "/tf", EVENTS)
            for_good = self.create_publisher(self._tf_kind, "/tf_static", LATCHED)
            for_good.publish(self._tf_kind(transforms=mounted(*camera)))

    def _command(self, message: Any) -> None:
        twist = message.twist if self.settings.stamped else message
        self._steer(twist.linear.x, twist.angular.z)

    def _help(self, request: HumanRequest) -> None:
        """A person does what is asked for, or says that they cannot."""
        done = self.eyes.help(request.text)
        self._answer.publish(HumanAnswer(id=request.id, done=done))

    def _steer(self, linear: float, angular: float) -> None:
        with self._lock:
            self._drive.command(linear, angular, time.monotonic())

    def _where(self, frame: str) -> Pose2D | None:
        """Where the base takes itself to be, for what runs on the robot itself."""
        if frame == ODOM:
            return self._odometry.pose
        if frame != MAP or not self.settings.slam:
            return None
        return Pose2D(*flattened(compose(self._corrected, flat(self._odometry.pose))))

    # -- the robot's own threads -------------------------------------------------------------------

    def _lasting(self, turn: Callable[[], None]) -> None:
        try:
            while not self._ended.is_set():
                turn()
        except RobotError as error:
            if not self._ended.is_set():
                self.failure = str(error)

    def _go_on(self) -> None:
        """A short way by the motors; transforms now and then."""
        now = time.monotonic()
        self._move(min(now - self._last, _LONGEST_SECONDS), now)
        self._last = now
        if now >= self._next_transforms:
            self._next_transforms = now + _TF_SECONDS
            if self.settings.slam and now >= self._next_correction:
                self._next_correction = now + self.settings.every
                self._corrected = self._map_to_odom()
            self._publish_transforms()
        self._ended.wait(max(0.0, TICK_SECONDS - (time.monotonic() - now)))

    def _see_on(self) -> None:
        """A picture, and those that are due."""
        now = time.monotonic()
        stamp = self._now()
        sight = self.eyes.look(self.body.base)
        if self._rng.random() >= self.settings.dropped:
            self._outbox.append((now + self.settings.latency, self._messages(sight, stamp)))
        end = now + 1.0 / self.settings.rate
        while not self._ended.is_set():
            self._deliver(time.monotonic())
            due = self._outbox[0][0] if self._outbox else end
            wait = min(due, end) - time.monotonic()
            if wait <= 0.0 and time.monotonic() >= end:
                return
            self._ended.wait(max(wait, 0.0))

    def _move(self, seconds: float, now: float) -> None:
        with self._lock:
            ahead, turn = self._drive.advance(seconds, now)
        went, turned, hit = self.body.move(ahead, turn)
        self._feel(hit, abs(went) + abs(turned))
        self._odometry.move(went, turned)
        if self._time is not None:
            self._time.publish(Clock(clock=to_time(self._now())))
        self._driven += abs(went)
        stamp = self._now()
        message = Odometry(header=header(stamp, ODOM), child_frame_id=BASE)
        message.pose.pose = to_pose(flat(self._odometry.pose))
        message.twist.twist.linear.x = float(self._drive.speed)
        message.twist.twist.angular.z = float(self._drive.rate)
        self._odom.publish(message)
        self._truth.publish(
            PoseStamped(header=header(stamp, MAP), pose=to_pose(self._in_map(self.body.base)))
        )

    def _feel(self, hit: bool, way: float) -> None:
        """The bumper stays pressed until the base has moved off."""
        self._off = 0.0 if hit else self._off + way
        if hit:
            self._fastest = max(self._fastest, abs(self._drive.speed))
            self._drive.halt()
        touching = hit or (self._touching and self._off < _OFF)
        if touching == self._touching:
            return
        self._touching = touching
        self._bumped.publish(Bool(data=touching))
        if touching:
            self._touches += 1
            self._struck.publish(UInt32(data=self._touches))

    def _in_map(self, base: Pose2D) -> Pose:
        """The map begins where the robot does."""
        return compose(inverse(self._start), flat(base))

    def _map_to_odom(self) -> Pose:
        """What SLAM would find without error: the odometry's frame in map."""
        found = compose(self._in_map(self.body.base), inverse(flat(self._odometry.pose)))
        return flat(Pose2D(*flattened(found)))

    def _publish_transforms(self) -> None:
        if self._tf_kind is None:
            return
        stamp = self._now()
        found = [transform(ODOM, BASE, flat(self._odometry.pose), stamp)]
        if self.settings.slam:
            found.append(transform(MAP, ODOM, self._corrected, stamp))
        self._tf.publish(self._tf_kind(transforms=found))

    def _messages(self, sight: Sight, stamp: float) -> list[tuple[Any, Any]]:
        rgb = sight.rgb
        if self._camera_noise:
            rgb, depth = self._camera_noise.color(rgb), self._camera_noise.depth(sight.depth)
        else:
            clean = np.nan_to_num(sight.depth, nan=0.0, posinf=0.0, neginf=0.0)
            depth = np.clip(np.rint(clean * 1000.0), 0, 65534).astype(np.uint16)
        later = stamp + self.settings.apart
        messages = [
            (self._color, to_color(rgb, stamp)),
            (self._depth, to_labels(depth, later)),
            (self._info, to_camera_info(self._intrinsics, stamp)),
        ]
        if self._boxes is not None and self._detector and sight.things is not None:
            found = self._detector.boxes(sight.things)
            messages.append((self._seen, to_boxes(self._boxes, found, stamp)))
        return messages

    def _deliver(self, now: float) -> None:
        while self._outbox and self._outbox[0][0] <= now:
            for publisher, message in self._outbox.popleft()[1]:
                publisher.publish(message)

    def _now(self) -> float:
        if self._own_time:
            return _EPOCH + time.monotonic() - self._own_time
        return float(self.get_clock().now().nanoseconds / 1e9)

    def _tell_truth(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        """The simulator's true state, and how it went, as JSON, for evaluators."""
        try:
            truth = self.eyes.truth()
        except RobotError as error:
            response.message = str(error)
            return response
        response.message = json.dumps(truth | {"account": self.account()}, default=float)
        response.success = True
        return response


def mounted(mount: Pose2D, height: float, pitch: float) -> list[TransformStamped]:
    """The frames that never move, as :func:`egoplan_ros.robots.stand_in.urdf.describe` has them.

    Args:
        mount: of the camera on the base, metres and radians. height: of the camera, metres.
        pitch: of the camera, radians, positive down.
    """
    turn = multiply(yaw_quaternion(mount.yaw), pitch_quaternion(pitch))
    return [transform(BASE, CAMERA, Pose((mount.x, mount.y, height), turn), 0.0), *fixed(0.0)]
