# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Connects a real mobile base: topics and actions of its drivers to what the driver room wants."""

import threading
import time
from collections.abc import Callable, Mapping
from math import atan2, hypot, inf, nan
from typing import Any

from geometry_msgs.msg import PoseStamped
from nav_msgs.msg import Odometry as OdometryMsg
from sensor_msgs.msg import CameraInfo, CompressedImage, Image
from std_msgs.msg import Float64

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.clients.person import Person
from egoplan_ros.nodes.convert.compressed import unpacked
from egoplan_ros.nodes.convert.geometry import to_pose
from egoplan_ros.nodes.convert.image import (
    check_whole,
    distortion,
    from_camera_info,
    from_color,
    from_depth,
)
from egoplan_ros.nodes.convert.stamps import from_time, nanoseconds
from egoplan_ros.nodes.drivers.arm import Arm
from egoplan_ros.nodes.drivers.call_off import CallOff
from egoplan_ros.nodes.drivers.contact import Contact
from egoplan_ros.nodes.drivers.map_frame import MapFrame
from egoplan_ros.nodes.drivers.navigation import Navigation
from egoplan_ros.nodes.drivers.near_sync import NearSync
from egoplan_ros.nodes.drivers.pulse import Pulse
from egoplan_ros.nodes.drivers.transform_listener import TransformListener
from egoplan_ros.nodes.drivers.velocity import TOPIC as VELOCITY
from egoplan_ros.nodes.drivers.velocity import VelocityTopic
from egoplan_ros.nodes.drivers.whereabouts import TF, Whereabouts
from egoplan_ros.nodes.output import Output
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.robots.continuity import Continuity
from egoplan_ros.robots.depth_scale import implausible
from egoplan_ros.robots.floor_ratio import FloorRatio
from egoplan_ros.robots.motion import MotionLimits, Odometry
from egoplan_ros.robots.trail import Trail
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose2D, flat
from egoplan_ros.world.primitive import ErrorCode

COLOR = "device/color/image_raw"
DEPTH = "device/depth/image_raw"
INFO = "device/color/camera_info"
ODOM = "device/odom"
_WATCH_SECONDS = 0.2
"""Between two looks at what has fallen silent."""
_BENT = 0.05
"""Coefficient of distortion above which what is at an image's edge is mapped beside its place."""
TILT = "device/camera_tilt"
GOAL = "device/goal_pose"
CALL_OFF = "device/cancel_navigation"
_LISTENER_SECONDS = 5.0
"""Who was just started finds its camera's driver within this time."""
RAW, COMPRESSED = "raw", "compressed"
HUMAN, ARM = "human", "action"
BY_VELOCITY, BY_GOAL, BY_NAVIGATION = "cmd_vel", "goal_pose", "navigate_to_pose"


class MobileIO:
    """Subscribes to a robot's camera and odometry, publishes ``cmd_vel`` and requests to people.

    What is to be touched goes to an arm's action server or to a person, as the settings say.

    The robot's own topics are remapped to ``device/…``.
    Callbacks run on the node's thread, the callables on its worker thread.
    """

    def __init__(
        self, node: ManagedNode, settings: Mapping[str, Any], limits: MotionLimits
    ) -> None:
        self._node, self._settings = node, settings
        self._continuity = Continuity(limits)
        listener = TransformListener(node)
        self._whereabouts = Whereabouts(node, listener.tree, settings)
        if settings["pose"] != TF:
            frames = settings["map_frame"], settings["base_frame"]
            self._map_frame = MapFrame(node, listener, frames, self._odometry_frame)
        self._odometry: Odometry | None = None
        self._trail = Trail()
        self._seen: RgbdFrame | None = None
        self._pulse, self._quiet = Pulse((COLOR, DEPTH, INFO, ODOM)), ""
        self._leapt = -inf
        self._answer = threading.Event()
        self._agreed = False
        self._sync = NearSync(
            (COLOR, DEPTH, INFO), node.guarded(self._frame, "frame"), settings["sync"]
        )
        self._floor = FloorRatio()
        self._unusable, self._came = "", -inf
        node.listen(CameraInfo, INFO, self._adder(INFO), sensor())
        for topic in (COLOR, DEPTH):
            self._listen_to_images(topic)
        # Also while nothing may move: a stop answers once the base is at rest.
        node.listen(OdometryMsg, ODOM, self._take_odometry, sensor(), always=True)
        self._velocity = VelocityTopic(node, settings["velocity"])
        self._contact = Contact(node)
        self._frame_of_odometry = "odom"
        self._goals: Output | None = None
        self._navigation: Navigation | None = None
        self._call_off: CallOff | None = None
        if settings["motion"] == BY_GOAL:
            self._goals = node.publish_on(PoseStamped, GOAL, EVENTS)
            self._call_off = CallOff(node, CALL_OFF)
        elif settings["motion"] == BY_NAVIGATION:
            self._navigation = Navigation(node, settings["navigation"], settings["controller"])
            self._call_off = CallOff(node, f"{settings['navigation']}/_action/cancel_goal")
        self._arm: Arm | None = None
        if settings["manipulation"] == ARM:
            self._arm = Arm(node, settings["arm_timeout"])
        self._pitch: float = settings["camera_pitch"]
        self._tilting: Output | None = None
        if settings["camera_tilts"]:
            self._tilting = node.publish_on(Float64, TILT, LATCHED)
        self._person = Person(node, self._take_answer)
        node.every(_WATCH_SECONDS, self._watch)

    def connections(self) -> dict[str, Any]:
        """Keyword arguments of the driver."""
        return {
            "publish_velocity": self._velocity,
            "deaf": self._velocity.problem,
            "contact": self._held,
            "doubt": self._doubt,
            "read_odometry": lambda: self._odometry,
            "look": lambda: self._seen,
            "clock": self._node.now,
            "wait": time.sleep,
            "ask": self._ask,
            "withdraw": self._withdraw,
            "missing": self._missing,
            "manipulate": self._arm,
            "send_goal": self._send_goal if self._goals is not None else None,
            "navigate": self._navigate if self._navigation is not None else None,
            "tolerance": lambda: self._navigation.tolerance if self._navigation else 0.0,
            "call_off": self._call_off or bool,
            "tilt": self._tilt if self._tilting is not None else None,
        }

    def forget_odometry(self) -> None:
        """Wait for odometry anew: what was heard before a pause tells nothing of now."""
        self._odometry, self._trail = None, Trail()
        self._pulse = Pulse((COLOR, DEPTH, INFO, ODOM))

    def silent(self) -> str:
        """Which of camera and odometry have fallen silent, "" for none."""
        topics = [self._called(topic) for topic in self._pulse.silent()]
        return f"nothing comes on {', '.join(topics)}" if topics else ""

    def _watch(self) -> None:
        """Tell at once of what fell silent, or is heard again."""
        before, self._quiet = self._quiet, self.silent()
        if self._quiet != before:
            self._node.tell()

    def _held(self, since: float) -> tuple[ErrorCode, str] | None:
        """Why a motion that began at a time has to end."""
        if self._leapt > self._node.now():  # the clock was set back
            self._leapt = -inf
        if self._leapt >= since:
            return ErrorCode.ROBOT_FAULT, "odometry leapt; check the base's driver"
        return self._contact(since)

    def _doubt(self, line: str) -> None:
        """Tell at once that the base does not do what is commanded, and that it does again."""
        if line:
            topic = self._node.resolve_topic_name(VELOCITY)
            told = f"the base moved and does not follow {topic} any more"
            why = "commands are lost on the way, or something holds it"
            self._node.caution("following", f"{told}; {why} ({line})")
        elif "following" in self._node.monitor.warnings:
            self._node.monitor.clear("following")
            self._node.tell()

    def _missing(self) -> str:
        """What a frame waits for, by the names that the robot has for its topics."""
        now = time.monotonic()
        if silent := self.silent():
            return silent
        if self._unusable:
            return self._unusable
        if self._seen is not None and now - self._came < self._pulse.patience(COLOR):
            late = self._node.now() - self._seen.stamp
            return f"images come with stamps of {late:.1f} s ago; set the camera's clock"
        topics = ", ".join(map(self._called, (COLOR, DEPTH, INFO)))
        apart = self._settings["sync"]
        return f"no three of new stamps within {apart:g} s (base.sync) come on {topics}"

    def _listen_to_images(self, topic: str) -> None:
        """As they are, or compressed below the same name, as image_transport has it."""
        take = self._adder(topic)
        if self._settings["transport"] == RAW:
            self._node.listen(Image, topic, take, sensor())
            return
        name = self._called(topic)
        self._node.listen(CompressedImage, name, lambda item: take(unpacked(item)), sensor())

    def _called(self, topic: str) -> str:
        """The name that the robot has for one of its topics."""
        name = str(self._node.resolve_topic_name(topic))
        if topic not in (COLOR, DEPTH) or self._settings["transport"] == RAW:
            return name
        return f"{name}/{'compressedDepth' if topic == DEPTH else 'compressed'}"

    def _adder(self, topic: str) -> Callable[[Any], None]:
        def take(message: Any) -> None:
            self._pulse.beat(topic)
            self._sync.add(topic, nanoseconds(message.header.stamp), message)

        return take

    def _take_odometry(self, message: OdometryMsg) -> None:
        self._pulse.beat(ODOM)
        pose = message.pose.pose
        turn = pose.orientation
        yaw = nan
        if 0.5 < hypot(turn.x, turn.y, turn.z, turn.w) < 2.0:  # else it is no rotation
            # Right for one that is not normalised, too.
            yaw = atan2(
                2.0 * (turn.w * turn.z + turn.x * turn.y),
                turn.w**2 + turn.x**2 - turn.y**2 - turn.z**2,
            )
        place = Pose2D(pose.position.x, pose.position.y, yaw)
        self._frame_of_odometry = message.header.frame_id or "odom"
        sample = Odometry(from_time(message.header.stamp), place)
        self._odometry, leap = self._continuity.take(sample)
        if leap is not None:
            self._leapt = self._node.now()
            self._node.caution(
                "odometry",
                f"{self._node.resolve_topic_name(ODOM)} leapt by {leap.distance:.2f} m, "
                f"{leap.turn:.2f} rad within {leap.seconds:.2f} s, which this base cannot; the map "
                "keeps its place; check the base's driver",
            )
        self._trail.add(self._odometry)

    def _odometry_frame(self) -> tuple[str, Pose2D, Pose2D] | None:
        """Name of odometry's frame, that frame in map, and the base in it."""
        if self._odometry is None:
            return None
        base = self._continuity.to_odometry(self._odometry.pose)
        return self._frame_of_odometry, self._continuity.to_map(Pose2D()), base

    def _frame(self, messages: Mapping[str, Any]) -> None:
        if self._odometry is None:
            return
        try:
            self._seen = self._made(messages)
            self._came, self._unusable = time.monotonic(), ""
        except InputError as error:
            self._unusable = str(error)
            raise

    def _made(self, messages: Mapping[str, Any]) -> RgbdFrame:
        stamp = from_time(messages[COLOR].header.stamp)
        state, optical = self._whereabouts.at(
            stamp,
            messages[COLOR].header.frame_id,
            self._trail,
            self._pitch,
            self._node.resolve_topic_name(ODOM),
            self._continuity.to_map(Pose2D()),
        )
        frame = RgbdFrame(
            stamp,
            from_color(messages[COLOR]),
            from_depth(messages[DEPTH], self._settings["depth_scale"]),
            self._camera(messages[INFO], messages[COLOR]),
            optical,
            state,
        )
        if problem := implausible(frame) or self._floor.problem(frame):
            raise InputError(f"{self._node.resolve_topic_name(DEPTH)}: {problem}")
        return frame

    def _camera(self, message: CameraInfo, color: Image) -> Camera:
        """The pinhole camera that the images are taken to be of."""
        check_whole(message, color)
        camera = from_camera_info(message)
        if distortion(message) > _BENT:
            topic = self._node.resolve_topic_name(INFO)
            self._node.caution(
                "distortion",
                f"{topic}: the lens distorts, which is not undone, and what is at the edges is "
                "mapped beside its place; send rectified images, and their K without distortion",
            )
        else:
            self._node.monitor.clear("distortion")
        return camera

    def _send_goal(self, pose: Pose2D) -> None:
        if self._goals is not None and self._call_off is not None:
            self._call_off.replaced()
            self._goals(self._goal(pose))

    def _navigate(
        self, pose: Pose2D, stopped: Callable[[], bool], seconds: float
    ) -> tuple[ErrorCode, str]:
        if self._navigation is None or self._call_off is None:
            return ErrorCode.ROBOT_FAULT, "no navigation"
        self._call_off.replaced()
        return self._navigation(self._goal(pose), stopped, seconds)

    def _goal(self, pose: Pose2D) -> PoseStamped:
        """A pose by our odometry, in that of the robot's own."""
        message = PoseStamped(pose=to_pose(flat(self._continuity.to_odometry(pose))))
        message.header.frame_id = self._frame_of_odometry
        message.header.stamp = self._node.get_clock().now().to_msg()
        return message

    def _tilt(self, pitch: float) -> bool:
        """Tilt the camera, and let it come to rest: images taken on the way have no known pose."""
        if self._tilting is None:
            return False
        end = time.monotonic() + _LISTENER_SECONDS
        while not self._tilting.wanted:
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        self._tilting(Float64(data=pitch))
        time.sleep(self._settings["tilt_seconds"])
        self._pitch = pitch
        return True

    def _ask(self, request: str) -> bool:
        self._agreed = False
        self._answer.clear()
        self._person.ask(request)
        return self._answer.wait(self._settings["human_timeout"]) and self._agreed

    def _withdraw(self) -> None:
        """Nobody waits for an answer any more."""
        self._agreed = False
        self._answer.set()

    def _take_answer(self, done: bool) -> None:
        self._agreed = done
        self._answer.set()
