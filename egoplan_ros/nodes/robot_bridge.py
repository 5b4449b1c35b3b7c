# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The robot on ROS: executes primitives, then publishes what was seen with one common stamp."""

import json
import time
from contextlib import suppress
from functools import partial
from typing import Any

from nav_msgs.msg import Odometry
from rclpy.action import CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.task import Future
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Bool
from std_srvs.srv import SetBool, Trigger

from egoplan_ros.action import ExecutePrimitive
from egoplan_ros.msg import Detections as DetectionsMsg
from egoplan_ros.msg import RobotState as RobotStateMsg
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.detection import to_detections
from egoplan_ros.nodes.convert.frame import COLOR, DEPTH, INFO, ORACLE, STATE
from egoplan_ros.nodes.convert.frames import fixed, moving, odometry
from egoplan_ros.nodes.convert.image import to_camera_info, to_color, to_depth
from egoplan_ros.nodes.convert.robot import from_primitive, to_primitive_result, to_robot_state
from egoplan_ros.nodes.convert.stamps import to_time
from egoplan_ros.nodes.diagnostics import STOPPED
from egoplan_ros.nodes.drivers.mobile_io import (
    ARM,
    BY_GOAL,
    BY_NAVIGATION,
    BY_VELOCITY,
    COMPRESSED,
    HUMAN,
    RAW,
    MobileIO,
)
from egoplan_ros.nodes.drivers.transform_listener import tf_message
from egoplan_ros.nodes.drivers.velocity import AUTO, KINDS
from egoplan_ros.nodes.drivers.whereabouts import SOURCES
from egoplan_ros.nodes.node_table import node_file
from egoplan_ros.nodes.parameters import Parameter
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.nodes.remembered import Remembered, parent
from egoplan_ros.nodes.stop import STOP, StopTopic
from egoplan_ros.robots.journal import Episode, Journal, replay
from egoplan_ros.robots.motion import MotionLimits
from egoplan_ros.robots.robot import ROBOTS, Robot, make_robot
from egoplan_ros.srv import Reset
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveResult

_BODY = ("radius", "holonomic", "stride", "guard", "image_timeout")
"""Parameters that the driver takes as they are."""
_LIMITS = ("near_distance", "near_linear", "unseen_linear", "stale", "blind", "following", "lag")
"""Those that its limits are."""
_EPOCH = 1_600_000_000
_DEATHS = 2
"""Times that a simulator is brought back to a step over which it dies."""
_REST_SECONDS, _REST_LOOK_SECONDS = 3.0, 0.05
"""What a base may take to come to rest."""
_AGAIN_SECONDS = 3.0
"""After which a base is begun with again whose drivers were not there yet."""


class RobotBridge(ManagedNode):
    """Serves ``execute_primitive``; a frame is out before the primitive's result is."""

    NAME = "robot_bridge"
    STATIC = ("robot", "base.", "thor.", "oracle", "publish_", "reliable_sensors")
    PARAMETERS = (
        Parameter("robot", "driver", choices=ROBOTS.names()),
        Parameter("scene", "first scene (simulators)"),
        Parameter("seed", "of the arrangement of objects; negative keeps the scene's own", -1),
        Parameter("oracle", "publish what the simulator knows of each frame"),
        Parameter("publish_tf", "publish /tf and /tf_static"),
        Parameter("publish_odom", "publish odom"),
        Parameter("publish_clock", "publish /clock from the stamps of frames"),
        Parameter("thor.executable", "simulator's command line; empty: embedded; unity: AI2-THOR"),
        Parameter("thor.width", "of the images, pixels", 16, 4096),
        Parameter("thor.height", "of the images, pixels", 16, 4096),
        Parameter("thor.field_of_view", "vertical, degrees", 10, 170),
        Parameter("thor.grid_size", "step, metres", 0.05, 1.0),
        Parameter("thor.visibility_distance", "reach of the arm, metres", 0.1, 10.0),
        Parameter("thor.start_timeout", "until the first frame, seconds", 1, 3600),
        Parameter("thor.step_timeout", "until an answer, seconds", 1, 3600),
        Parameter("thor.setup", "AI2-THOR actions that arrange a scene first, as a JSON list"),
        Parameter("thor.rooms", "recorded rooms of the embedded simulator, file or folder"),
        Parameter("thor.faults", "file of what goes wrong in the embedded simulator"),
        Parameter("thor.depth", "camera, or estimated from colour; a file: by its weights"),
        Parameter(
            "base.velocity", "type of cmd_vel; auto: what the base takes", choices=(AUTO, *KINDS)
        ),
        Parameter("base.linear", "speed limit, m/s", 0.01, 2.0),
        Parameter("base.angular", "turn rate limit, rad/s", 0.01, 4.0),
        Parameter(
            "base.motion",
            "velocities, Nav2's action, or goal poses on a topic",
            choices=(BY_VELOCITY, BY_NAVIGATION, BY_GOAL),
        ),
        Parameter("base.navigation", "name of Nav2's action NavigateToPose"),
        Parameter("base.controller", "node of Nav2's controllers, which knows its tolerance"),
        Parameter("base.holonomic", "the base moves sideways, too; without it, it steers"),
        Parameter(
            "base.stride", "longest straight motion, metres; 0: steps, quarter turns", 0.0, 3.0
        ),
        Parameter(
            "base.near_distance",
            "before the footprint to what is 0.3 to 2 m high, within which it goes slowly, m",
            0.01,
            5.0,
        ),
        Parameter("base.near_linear", "speed limit within near_distance, m/s", 0.01, 2.0),
        Parameter("base.unseen_linear", "where the floor was not seen to be free, m/s", 0.01, 2.0),
        Parameter("base.guard", "halt for what comes into the way of a motion ahead"),
        Parameter("base.stale", "age at which odometry counts as lost, seconds", 0.05, 10.0),
        Parameter("base.blind", "farthest way on one image or sample of odometry, m", 0.02, 1.0),
        Parameter("base.following", "share of a command; a base below it is told of", 0.05, 0.9),
        Parameter("base.lag", "from a command until odometry shows it, at most, s", 0.05, 2.0),
        Parameter("base.image_timeout", "age at which the camera counts as lost, s", 0.2, 30.0),
        Parameter("base.map_frame", "in which the robot is localised"),
        Parameter("base.base_frame", "of the base"),
        Parameter("base.pose", "tf: /tf; parameters: odometry; auto: as there is", choices=SOURCES),
        Parameter(
            "base.camera", "tf: /tf; parameters: camera_*; auto: as there is", choices=SOURCES
        ),
        Parameter("base.transport", "of the images, as image_transport", choices=(RAW, COMPRESSED)),
        Parameter("base.sync", "that stamps of colour and depth may be apart, seconds", 0.0, 0.5),
        Parameter("base.depth_scale", "metres of a unit of depth; 0: by encoding", 0.0, 10.0),
        Parameter("base.radius", "of the footprint, metres", 0.05, 2.0),
        Parameter("base.camera_height", "above the floor, metres", 0.05, 3.0),
        Parameter("base.camera_forward", "of the camera from base_link, metres", -2.0, 2.0),
        Parameter("base.camera_pitch", "of a fixed camera, radians, positive down", -1.6, 1.6),
        Parameter("base.camera_tilts", "device/camera_tilt sets the pitch, which starts at 0"),
        Parameter("base.tilt_seconds", "until the camera has tilted, seconds", 0.0, 60.0),
        Parameter("base.manipulation", "person or device/manipulate", choices=(HUMAN, ARM)),
        Parameter("base.arm_timeout", "of one command to device/manipulate, seconds", 0.1, 3600.0),
        Parameter("base.human_timeout", "until a person confirms a request, seconds", 1, 3600),
    )

    def configure(self) -> None:
        """Publishers, services and the driver; nothing moves yet."""
        sensors = sensor(reliable=True)
        self._publish: dict[str, Any] = {
            STATE: self.publish_on(RobotStateMsg, STATE, EVENTS),
            INFO: self.publish_on(CameraInfo, INFO, sensors),
            DEPTH: self.publish_on(Image, DEPTH, sensors),
            COLOR: self.publish_on(Image, COLOR, sensors),
        }
        if self.value("publish_odom"):
            self._publish["odom"] = self.publish_on(Odometry, "odom", sensors)
        if self.value("oracle"):
            self._publish[ORACLE] = self.publish_on(DetectionsMsg, ORACLE, sensors)
        if self.value("publish_clock"):
            self._publish["/clock"] = self.publish_on(Clock, "/clock", sensor())
        if self.value("publish_tf"):
            self._transforms()
        self._stop = Remembered(node_file(self.get_fully_qualified_name(), "stopped"))
        self._stopped = bool(self._stop)
        self._halts = 0
        self._frame: RgbdFrame | None = None
        self._messages: dict[str, Any] = {}
        self._session = int(time.time()) - _EPOCH
        self._journal = Journal(node_file(self.get_fully_qualified_name(), "journal"), parent())
        self._place: tuple[str, int | None] = ("", None)
        self._died_at: list[int] = []
        self._io: MobileIO | None = None
        self._robot: Robot | None = self._make()
        self._stop_topic = StopTopic(self, self._take_stop, always=True)
        self._is_stopped = self.publish_on(Bool, "stopped", LATCHED)
        self._is_stopped(Bool(data=self._stopped))
        self.serve(SetBool, STOP, self._set_stop, always=True)
        self.serve(Reset, "reset", self._reset)
        self.serve(Trigger, "resend_frame", self._resend, quiet=True)
        self.serve(Trigger, "ground_truth", self._truth)
        self.serve_action(
            ExecutePrimitive, "execute_primitive", self._execute, self._cancel, _refused
        )
        self.monitor.reason = self._why_nothing
        self._beginning = False
        if self.value("robot") == "mobile_base":
            self.every(_AGAIN_SECONDS, self._again)
        elif self.value("robot") == "thor" and not self.value("thor.executable"):
            self.work(partial(self._prepare, self._driver()))

    def activate(self) -> None:
        """Begin the first episode; the first frame follows when the robot is ready."""
        if self._io is not None:
            self._io.forget_odometry()
        if self._frame is None:
            scene, seed = self.value("scene"), self.value("seed")
            self._place = scene, None if seed < 0 else seed
            kept = self._journal.read()
            if kept is not None:
                self.begin(partial(self._go_on, kept), "robot")
            else:
                self.begin(partial(self._begin, *self._place, still=True), "robot")
        else:
            self._resume()

    def deactivate(self) -> None:
        """Halt at once."""
        self._halt()

    def _again(self) -> None:
        """Begin once more with a base whose camera or odometry came later than this node."""
        if not (self._frame or self._beginning or self._stopped):
            self.activate()

    def release(self) -> None:
        """End the driver and its processes."""
        if hasattr(self, "_stop"):
            self._stop.clear()
        if hasattr(self, "_journal"):
            self._journal.clear()
        robot, self._robot = getattr(self, "_robot", None), None
        if robot is not None:
            robot.close()

    def _prepare(self, robot: Any) -> None:
        """Start the simulator while other nodes are brought up; runs on the worker thread.

        What goes wrong is told when the first episode begins.
        """
        kept = self._journal.read()
        with suppress(InputError, RobotError):
            robot.prepare(kept.scene if kept is not None else self.value("scene"))
        if self._robot is not robot:  # cleaned up meanwhile
            robot.close()

    def _make(self) -> Robot:
        kind = self.value("robot")
        if kind == "thor":
            options = self.group("thor")
            seed = self.value("seed")
            return make_robot(
                kind,
                scene=self.value("scene"),
                seed=None if seed < 0 else seed,
                oracle=self.value("oracle"),
                **options,
            )
        if kind != "mobile_base":
            return make_robot(kind)  # of a plug-in, which has settings of its own
        base = self.group("base")
        speeds = base["linear"], base["angular"]
        limits = MotionLimits(*speeds, **{name: base[name] for name in _LIMITS})
        self._io = MobileIO(self, base, limits)
        connections = self._io.connections()
        body = {name: base[name] for name in _BODY}
        return make_robot(kind, limits=limits, **body, **connections)

    def _transforms(self) -> None:
        message = tf_message()
        if message is None:
            self.caution("tf", "tf2_msgs is not installed; /tf is not published")
            return
        self._publish["/tf"] = self.publish_on(message, "/tf", EVENTS)
        static = self.publish_on(message, "/tf_static", LATCHED)
        static(message(transforms=fixed(0.0)))
        self._tf = message

    # -- episodes and primitives -----------------------------------------------------------------

    async def _begin(self, scene: str | None, seed: int | None, still: bool = False) -> int:
        """Reset the robot, publish the first frame; number of the episode.

        A reset that somebody asks for ends a stop; where we begin by ourselves it is in force
        ``still``, whether it came before or meanwhile.
        """
        self._beginning = True
        self._keep_stop(still and self._stopped)
        self.monitor.warn("start", "the robot is being started")
        robot = self._driver()
        try:
            frame, messages = await self.work(lambda: self._look(partial(robot.reset, scene, seed)))
            if self._stopped:
                robot.stop()
        except (InputError, RobotError) as error:
            self.fail("robot", str(error))
            raise
        finally:
            self._beginning = False
            self.monitor.clear("start")
        self.monitor.clear("robot")
        self.tell()
        self._place = scene or self._place[0], self._place[1] if seed is None else seed
        number = int(messages[STATE].episode)
        self._died_at = []
        self._journal.begin(Episode(*self._place, number, frame.stamp))
        self._send(frame, messages)
        return number

    def _simulated(self) -> bool:
        """Whether the robot is one that can be brought to the same place again."""
        return self.value("robot") == "thor"

    async def _go_on(self, kept: Episode) -> None:
        """Go on with the episode that the process before this one was in.

        In a fresh simulator, or begin another episode where that fails; on a base, where it stands.
        """
        self._place = kept.scene, kept.seed
        if not (self._simulated() or self._stopped):
            await self._take_up(kept)
        elif self._stopped or not await self._replayed(kept):
            await self._begin(*self._place, still=True)

    async def _take_up(self, kept: Episode) -> None:
        """Go on with an episode of a base.

        Raises:
            RobotError: its camera or odometry is not there yet.
        """
        robot: Any = self._driver()
        self._beginning = True
        self.monitor.warn("start", "the base is taken up again")

        def there() -> RgbdFrame:
            frame: RgbdFrame = robot.take_up(len(kept.steps), kept.holding)
            self._session = kept.number - frame.robot.episode
            if self._stopped:  # it came meanwhile
                robot.stop()
            return frame

        try:
            frame, messages = await self.work(lambda: self._look(there))
        except (InputError, RobotError) as error:
            self.fail("robot", str(error))
            raise
        finally:
            self._beginning = False
            self.monitor.clear("start")
        self.monitor.clear("robot")
        self.get_logger().warning("the episode goes on where the base stands")
        self._send(frame, messages)

    async def _replayed(self, kept: Episode) -> bool:
        """Bring a fresh simulator to where the one that died was; whether it got there."""
        robot: Any = self._driver()
        self._beginning = True
        steps = f"{len(kept.steps)} steps of the episode"
        self.monitor.warn("start", f"the simulator is started again; {steps} are done again")
        self.tell()

        def there() -> RgbdFrame:
            frame = replay(robot, kept, lambda: self._stopped)
            self._session = kept.number - frame.robot.episode
            return frame

        try:
            frame, messages = await self.work(lambda: self._look(there))
        except (InputError, RobotError) as error:
            self.get_logger().error(f"the episode cannot be gone on with: {error}")
            return False
        finally:
            self._beginning = False
            self.monitor.clear("start")
        self.monitor.clear("robot")
        self.get_logger().warning(f"{steps} were done again in a fresh simulator")
        self._send(frame, messages)
        return True

    async def _revived(self, error: RobotError) -> str:
        """Have the episode go on after its simulator died; "" when it does not."""
        kept = self._journal.read() if self._simulated() and self._frame is not None else None
        if kept is None or self._stopped:
            return ""
        self.fail("robot", str(error))
        # What kills it again and again is not tried again and again.
        self._died_at.append(len(kept.steps))
        if self._died_at.count(len(kept.steps)) > _DEATHS or not await self._replayed(kept):
            return ""
        return f"{error}; the episode goes on in a fresh simulator"

    async def _execute(self, handle: ServerGoalHandle) -> ExecutePrimitive.Result:
        result = ExecutePrimitive.Result()
        primitive = from_primitive(handle.request.primitive)
        try:
            if not self.active:
                raise InputError(f"{self.NAME} is {self.state}; activate it first")
            if self._stopped:
                raise InputError("stopped; publish false on stop, or reset, to go on")
            frame, messages = await self._acted(handle, primitive)
        except InputError as error:
            failure = self._failed(primitive, ErrorCode.CANCELLED, str(error))
            result.result = to_primitive_result(failure)
            handle.abort()
            return result
        except RobotError as error:
            line = await self._revived(error)
            code = ErrorCode.SERVER_LOST if line else ErrorCode.ROBOT_FAULT
            if not line:
                self.fail("robot", str(error))
            result.result = to_primitive_result(self._failed(primitive, code, line or str(error)))
            handle.abort()
            return result
        except Exception as error:
            line = self._unexpected("robot", error)
            failure = self._failed(primitive, ErrorCode.ROBOT_FAULT, line)
            result.result = to_primitive_result(failure)
            handle.abort()
            return result
        self.monitor.clear("robot")
        self._journal.add(frame)
        self._send(frame, messages)
        result.state = messages[STATE]
        result.result = messages[STATE].last
        if handle.is_cancel_requested and not result.result.success:
            handle.canceled()
        else:
            handle.succeed()
        return result

    async def _acted(
        self, handle: ServerGoalHandle, primitive: Primitive
    ) -> tuple[RgbdFrame, dict[str, Any]]:
        """Do it and look; what a cancel halted may move again afterwards, whatever came of it."""
        robot, halts = self._driver(), self._halts

        def act() -> RgbdFrame:
            if self._halts != halts:  # while it waited for the worker thread; no driver knows
                raise InputError("stopped before it was begun")
            return robot.execute(primitive)

        try:
            return await self.work(lambda: self._look(act))
        finally:
            if handle.is_cancel_requested:
                self._resume()

    def _cancel(self, handle: ServerGoalHandle) -> CancelResponse:
        """Halt the motion under way; the frame after it is still published."""
        self._driver().stop()
        return CancelResponse.ACCEPT

    def _resume(self) -> None:
        resume = getattr(self._driver(), "resume", None)
        if resume is not None and not self._stopped:
            resume()

    def _failed(self, primitive: Primitive, code: ErrorCode, message: str) -> PrimitiveResult:
        stamp = self._frame.stamp if self._frame else 0.0
        return PrimitiveResult(primitive, False, code, message, stamp)

    def _look(self, act: Any) -> tuple[RgbdFrame, dict[str, Any]]:
        """Act, and convert the frame; runs on the worker thread."""
        began = time.perf_counter()
        frame: RgbdFrame = act()
        acted = time.perf_counter()
        stamp, state = frame.stamp, to_robot_state(frame.robot, frame.camera_pose)
        state.episode = self._session + frame.robot.episode
        messages: dict[str, Any] = {
            "/clock": Clock(clock=to_time(stamp)),
            STATE: state,
            INFO: to_camera_info(frame.camera, stamp),
            DEPTH: to_depth(frame.depth, stamp),
            COLOR: to_color(frame.rgb, stamp),
            "odom": odometry(frame.robot.base, stamp),
        }
        if "/tf" in self._publish:
            transforms = moving(frame.robot.base, frame.camera_pose, stamp)
            messages["/tf"] = self._tf(transforms=transforms)
        if frame.oracle is not None:
            messages[ORACLE] = to_detections(frame.oracle)
        self.monitor.values["robot time"] = f"{(acted - began) * 1e3:.1f} ms"
        self.monitor.latency.append(time.perf_counter() - acted)
        return frame, messages

    def _send(self, frame: RgbdFrame, messages: dict[str, Any]) -> None:
        self._frame, self._messages = frame, messages
        for topic, message in messages.items():
            if topic in self._publish:
                self._publish[topic](message)

    # -- services and topics ---------------------------------------------------------------------

    async def _reset(self, request: Reset.Request, response: Reset.Response) -> Reset.Response:
        seed = None if request.seed < 0 else int(request.seed)
        response.episode = await self._begin(request.scene or None, seed)
        response.success = True
        return response

    def _resend(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        """Publish the latest frame again: somebody came late or lost a part of it."""
        if self._frame is None:
            raise InputError("no frame yet; the robot is being started")
        self._send(self._frame, self._messages)
        response.success = True
        return response

    async def _truth(
        self, request: Trigger.Request, response: Trigger.Response
    ) -> Trigger.Response:
        robot = self._driver()
        response.message = json.dumps(await self.work(robot.truth), default=float)
        response.success = True
        return response

    async def _set_stop(
        self, request: SetBool.Request, response: SetBool.Response
    ) -> SetBool.Response:
        """As the topic ``stop``; answers once the base is at rest."""
        self._stop_topic.set(bool(request.data))
        response.success = True
        if not request.data:
            return response
        at_rest = getattr(self._driver(), "at_rest", None)
        end = time.monotonic() + _REST_SECONDS
        while at_rest is not None and not at_rest():
            if time.monotonic() > end:
                response.success = False
                response.message = f"stopped, but the base is not at rest after {_REST_SECONDS:g} s"
                return response
            await self.within(Future(), _REST_LOOK_SECONDS)
        response.message = "stopped; the base is at rest"
        return response

    def _take_stop(self, stopped: bool) -> None:
        """Halt at once, whatever is under way; false allows motion again."""
        self._keep_stop(stopped)
        if self._stopped:
            self._halt()
        else:
            self._resume()

    def _halt(self) -> None:
        """End what is under way, and what was accepted but not yet begun."""
        self._halts += 1
        self._driver().stop()

    def _keep_stop(self, stopped: bool) -> None:
        """Whether we are stopped; told, and known to the process that takes this one's place."""
        self._stopped = stopped
        self._is_stopped(Bool(data=stopped))
        if stopped:
            self._stop.set()
            self.monitor.warn("stopped", STOPPED)
        else:
            self._stop.clear()
            self.monitor.clear("stopped")

    def _driver(self) -> Robot:
        if self._robot is None:
            raise RobotError("robot: not there; configure robot_bridge")
        return self._robot

    def _why_nothing(self) -> str:
        if self._frame is None:
            return "no frame from the robot yet"
        return "" if self._io is None else self._io.silent()


def _refused(line: str) -> ExecutePrimitive.Result:
    """What is told of a command that is none."""
    result = ExecutePrimitive.Result()
    result.result.error, result.result.message = str(ErrorCode.NOT_ALLOWED), line
    return result
