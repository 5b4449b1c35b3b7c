# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A real robot: base by velocities or goal poses, camera by callables, hands its own or lent."""

import time
from collections.abc import Callable
from dataclasses import replace
from math import pi, radians
from typing import Any

from egoplan_ros.robots.ahead.lookout import Lookout
from egoplan_ros.robots.base_controller import BaseController, Contact
from egoplan_ros.robots.goal_controller import GoalController
from egoplan_ros.robots.hand import LETTING_GO, holds_after
from egoplan_ros.robots.motion import Motion, MotionLimits, Odometry, Velocity
from egoplan_ros.robots.navigation_controller import Navigate, NavigationController
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult

_DIRECTIONS = {
    PrimitiveKind.MOVE_AHEAD: (1.0, 0.0),
    PrimitiveKind.MOVE_BACK: (-1.0, 0.0),
    PrimitiveKind.MOVE_LEFT: (0.0, 1.0),
    PrimitiveKind.MOVE_RIGHT: (0.0, -1.0),
}
REQUESTS = {
    PrimitiveKind.PICK: "please hand me the {}",
    PrimitiveKind.PUT: "please take this from me and put it into or onto the {}",
    PrimitiveKind.OPEN: "please open the {}",
    PrimitiveKind.CLOSE: "please close the {}",
    PrimitiveKind.TOGGLE_ON: "please switch on the {}",
    PrimitiveKind.TOGGLE_OFF: "please switch off the {}",
    PrimitiveKind.SLICE: "please slice the {}",
    PrimitiveKind.POUR: "please pour out the {}",
    PrimitiveKind.POUR_ONTO: "please take this from me, pour it onto the {} and hand it back",
    PrimitiveKind.DROP: "please take this from me",
}
"""What a person is asked for where there is no arm."""

_UNCONNECTED = (
    "mobile_base: needs publish_velocity, read_odometry and look; start it through "
    "robot.launch.py, which connects them"
)

Look = Callable[[], RgbdFrame | None]
Manipulate = Callable[[Primitive, Callable[[], bool]], tuple[ErrorCode, str]]
Ask = Callable[[str], bool]
Tilt = Callable[[float], bool]


class MobileBase:
    """A mobile base with a camera; everything it touches is injected, so it is free of ROS.

    Manipulation goes to ``manipulate`` (an arm's action server), else to a person through ``ask``,
    else it is refused.
    """

    def __init__(
        self,
        publish_velocity: Callable[[Velocity], None] | None = None,
        read_odometry: Callable[[], Odometry | None] | None = None,
        look: Look | None = None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
        limits: MotionLimits | None = None,
        manipulate: Manipulate | None = None,
        ask: Ask | None = None,
        withdraw: Callable[[], None] = lambda: None,
        tilt: Tilt | None = None,
        missing: Callable[[], str] = str,
        deaf: Callable[[], str] = str,
        contact: Contact = lambda since: None,
        doubt: Callable[[str], None] = lambda line: None,
        navigate: Navigate | None = None,
        tolerance: Callable[[], float] = float,
        send_goal: Callable[[Pose2D], None] | None = None,
        call_off: Callable[[], bool] = bool,
        step: float = 0.25,
        turn: float = pi / 2.0,
        tilt_step: float = radians(30.0),
        pitch_limits: tuple[float, float] = (radians(-30.0), radians(60.0)),
        image_timeout: float = 2.0,
        radius: float = 0.25,
        holonomic: bool = True,
        stride: float = 0.0,
        guard: bool = True,
    ) -> None:
        """Connect.

        Args:
            publish_velocity: sends a velocity command.
            read_odometry: latest odometry or None.
            look: latest frame with its pose in ``map``, or None before the first.
            clock: seconds, the clock of odometry and frames. wait: lets seconds of it pass.
            limits: of the base.
            manipulate: does an interaction, and gives it up when what it is given tells to stop;
                the error, NONE when it is done, and a message.
            ask: puts a request to a person; whether it was confirmed.
            withdraw: ends the wait for that; its answer is false then.
            tilt: sets the camera pitch in radians, positive down; None for a fixed camera.
            missing: what a new frame waits for, e.g. which topics; "" when that is not known.
            deaf, contact, doubt: as for :class:`BaseController`.
            navigate: has a navigation of the robot's own go to a pose, and tells what came of it,
                as :class:`NavigationController` needs it; None moves the base by velocity.
            tolerance: of that navigation, metres.
            send_goal: has a navigation of the robot's own go to a pose, in the odometry's frame;
                None moves the base by velocity.
            call_off: ends what either navigation pursues; whether anybody was there to be told.
            step, turn: default move, metres, and rotation, radians.
            tilt_step, pitch_limits: default tilt of the camera, and its limits, radians.
            image_timeout: seconds to wait for a frame newer than a primitive's end.
            radius: of the footprint, metres. holonomic: whether the base moves sideways, too.
            stride: longest straight motion that is planned for it, metres; 0: steps of one length.
            guard: halt a motion ahead for what comes into its way, and one without depth.

        Raises:
            InputError: a connection is missing.
        """
        if publish_velocity is None or read_odometry is None or look is None:
            raise InputError(_UNCONNECTED)
        self._look, self._clock, self._wait = look, clock, wait
        self._manipulate, self._ask, self._withdraw = manipulate, ask, withdraw
        self._tilt, self._missing = tilt, missing
        self._step, self._turn, self._tilt_step = step, turn, tilt_step
        self._pitch_limits, self._timeout, self._radius = pitch_limits, image_timeout, radius
        self._limits, self._holonomic, self._stride = limits or MotionLimits(), holonomic, stride
        body = (publish_velocity, read_odometry, clock, wait, self._limits, self._camera_alive)
        lookout = Lookout(look, radius, self._limits.linear) if guard else None
        ours = (*body, holonomic, lookout, deaf, contact, doubt)
        if send_goal is not None:
            self.base: BaseController = GoalController(send_goal, call_off, *body, contact, lookout)
        elif navigate is not None:
            self.base = NavigationController(navigate, tolerance, call_off, *ours)
        else:
            self.base = BaseController(*ours)
        self._pitch, self._holding, self._count, self._episode = 0.0, False, 0, 0
        self._last: PrimitiveResult | None = None

    def reset(self, scene: str | None = None, seed: int | None = None) -> RgbdFrame:
        """Begin a new episode where the robot stands; the home is not reset.

        Raises:
            RobotError: no camera image, or a camera that does not tilt.
        """
        self.base.stop()  # a process before this one may have left it in motion
        self.base.resume()
        self._count, self._last = 0, None
        self._episode += 1
        if self._tilt is not None and not self._tilt(0.0):
            raise RobotError("mobile_base: the camera did not tilt; check its driver")
        self._pitch = 0.0
        return self.observe()

    def take_up(self, done: int, holding: bool) -> RgbdFrame:
        """Go on, from where the base stands, with an episode that a process before this one was in.

        Args:
            done: primitives of it, whatever came of them; one that was under way is none.
            holding: whether there is something in the hand.

        Raises:
            RobotError: no camera image, or a camera that does not tilt.
        """
        self.reset()
        self._count, self._holding = done, holding
        return self.observe()

    def execute(self, primitive: Primitive) -> RgbdFrame:
        """Do one primitive, then wait for a frame taken after it.

        Raises:
            RobotError: no such frame came.
        """
        error, message = self._do(primitive)
        self._count += 1
        self._last = PrimitiveResult(
            primitive, error is ErrorCode.NONE, error, message, self._clock()
        )
        return self._frame_after(self._last.stamp)

    def observe(self) -> RgbdFrame:
        """A frame newer than this call.

        Raises:
            RobotError: none came.
        """
        return self._frame_after(self._clock())

    def stop(self) -> None:
        """Halt now, wait for nobody; nothing moves until :meth:`resume` or :meth:`reset`.

        What is under way ends, however soon that comes.
        """
        self.base.stop()
        self._withdraw()

    def resume(self) -> None:
        """Allow motion again after :meth:`stop`."""
        self.base.resume()

    def at_rest(self) -> bool:
        """Whether odometry has stood still for a while; asked again and again."""
        return self.base.at_rest()

    def close(self) -> None:
        """Halt for good."""
        self.stop()

    def truth(self) -> dict[str, Any]:
        """Nobody knows the truth about a real home."""
        return {}

    def _do(self, primitive: Primitive) -> tuple[ErrorCode, str]:
        self.base.begin()
        if self.base.halted:
            return ErrorCode.CANCELLED, "stopped"
        kind, amount = primitive.kind, primitive.magnitude
        if kind in _DIRECTIONS:
            if _DIRECTIONS[kind][1] and not self._holonomic:
                return ErrorCode.NOT_ALLOWED, "this base does not move sideways"
            forward, left = (side * (amount or self._step) for side in _DIRECTIONS[kind])
            return _told(self.base.move(forward, left))
        if kind is PrimitiveKind.ROTATE_LEFT:
            return _told(self.base.turn(amount or self._turn))
        if kind is PrimitiveKind.ROTATE_RIGHT:
            return _told(self.base.turn(-(amount or self._turn)))
        if kind is PrimitiveKind.LOOK_DOWN:
            return self._look_by(amount or self._tilt_step)
        if kind is PrimitiveKind.LOOK_UP:
            return self._look_by(-(amount or self._tilt_step))
        if kind is PrimitiveKind.OBSERVE:
            return ErrorCode.NONE, ""
        return self._interact(primitive)

    def _look_by(self, delta: float) -> tuple[ErrorCode, str]:
        low, high = self._pitch_limits
        pitch = self._pitch + delta
        if self._tilt is None:
            return ErrorCode.LIMIT, "the camera cannot tilt"
        if not low - 1e-6 <= pitch <= high + 1e-6:
            return ErrorCode.LIMIT, "the camera tilts no further"
        if not self._tilt(pitch):
            return ErrorCode.ROBOT_FAULT, "the camera did not tilt"
        self._pitch = pitch
        return ErrorCode.NONE, ""

    def _interact(self, primitive: Primitive) -> tuple[ErrorCode, str]:
        kind = primitive.kind
        if kind is PrimitiveKind.PICK and self._holding:
            return ErrorCode.HAND_OCCUPIED, "the hand already holds something"
        if kind in LETTING_GO and not self._holding:
            return ErrorCode.HAND_EMPTY, "the hand holds nothing"
        if self._manipulate is not None:
            error, message = self._manipulate(primitive, lambda: self.base.halted)
        elif self._ask is not None:
            name = primitive.object_type or "object"
            request = REQUESTS[kind].format(words(name))
            if kind is PrimitiveKind.OPEN and primitive.openness < 1.0:
                request += f" by {primitive.openness:.0%} of the way, no further"
            helped = self._ask(request)
            if self.base.halted:
                return ErrorCode.CANCELLED, "stopped"
            error, message = (
                (ErrorCode.NONE, "") if helped else (ErrorCode.NO_EFFECT, "nobody helped")
            )
        else:
            return ErrorCode.NOT_ALLOWED, "this robot has neither an arm nor a person to ask"
        if error is not ErrorCode.NONE:
            return error, message
        self._holding = holds_after(self._holding, kind)
        return ErrorCode.NONE, ""

    def _camera_alive(self) -> bool:
        frame = self._look()
        return frame is not None and abs(self._clock() - frame.stamp) <= self._timeout

    def _frame_after(self, stamp: float) -> RgbdFrame:
        begin, former = self._clock(), None
        while True:
            frame = self._look()
            if self._clock() < begin:
                # It was set back, by NTP or a simulator: what was seen before is of another time.
                begin = stamp = self._clock()
                former = frame
            if frame is not None and frame is not former and frame.stamp > stamp:
                return replace(frame, robot=self._state(frame))
            if self._clock() - begin > self._timeout:
                told = f"mobile_base: no camera image for {self._timeout:g} s"
                why = self._missing()
                raise RobotError(f"{told}{why and ': '}{why}; check the camera driver")
            self._wait(self._limits.period)

    def _state(self, frame: RgbdFrame) -> RobotState:
        """The frame's own pose, with what only this driver knows."""
        seen = frame.robot
        return RobotState(
            stamp=frame.stamp,
            step=self._count,
            episode=self._episode,
            base=Pose2D(seen.base.x, seen.base.y, seen.base.yaw),
            camera_pitch=seen.camera_pitch,
            camera_height=seen.camera_height,
            holding=self._holding,
            last=self._last,
            radius=self._radius,
            holonomic=self._holonomic,
            stride=self._stride,
            odometry=seen.odometry,
            uncorrected=seen.uncorrected,
        )


def _told(motion: Motion) -> tuple[ErrorCode, str]:
    return motion.error, motion.message


def words(name: str) -> str:
    """``SoapBottle`` as "soap bottle"."""
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
