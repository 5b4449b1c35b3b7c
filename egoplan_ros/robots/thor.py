# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""AI2-THOR as a robot: the real Unity build or the embedded simulator, through the same client."""

import json
from dataclasses import replace
from math import radians
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.robots.depth_source import CAMERA, estimator_of
from egoplan_ros.robots.freshness import LOOKS, Freshness
from egoplan_ros.robots.thor_actions import (
    HANDLES,
    SWINGS,
    Refused,
    need_water,
    one_line,
    to_action,
    to_error,
)
from egoplan_ros.robots.thor_history import ThorHistory
from egoplan_ros.robots.thor_oracle import floor_height, oracle_detections
from egoplan_ros.robots.thor_process import ThorProcess, embedded_simulator
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose, wrap_angle
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult
from egoplan_ros.world.scene_name import scene_name
from egoplan_ros.world.system.arguments import checked_seed, number, whole

_MIN_TICK = 0.05
PAST = "past"
"""Key of a set-up action by which the episode begins with it: what it does, an evaluator counts as
done in the episode, as what an action history tells."""


class ThorRobot:
    """Drives ``ai2thor.controller.Controller``; poses leave it in ``map`` (REP 103).

    The map origin is AI2-THOR's, on the floor: x_map = z, y_map = -x, yaw = -rotation.y.
    """

    def __init__(
        self,
        scene: str = "FloorPlan1",
        seed: int | None = None,
        executable: str = "",
        oracle: bool = True,
        width: int = 300,
        height: int = 300,
        field_of_view: float = 90.0,
        grid_size: float = 0.25,
        visibility_distance: float = 1.5,
        radius: float = 0.2,
        start_timeout: float = 300.0,
        step_timeout: float = 50.0,
        setup: str = "",
        rooms: str = "",
        faults: str = "",
        depth: str = CAMERA,
        snap: bool = True,
        force_put: bool = False,
    ) -> None:
        """Describe the robot; the simulator starts with the first reset.

        Args:
            scene: first scene.
            seed: of the random placement of objects; None keeps the scene's own layout.
            executable: command line of a simulator; "" is the embedded one, "unity" lets ai2thor
                download its own build.
            oracle: add the ground-truth detections of each frame.
            width, height: of the images, pixels.
            field_of_view: vertical, degrees.
            grid_size: default step, metres.
            visibility_distance: reach of the arm, metres.
            radius: of the footprint, metres.
            start_timeout, step_timeout: seconds until the first frame, and until an answer.
            setup: AI2-THOR actions that arrange each scene before the episode, as a JSON list, e.g.
                ``[{"action": "ToggleObjectOff", "objectId": "...", "forceAction": true}]``; one
                with ``"past": true`` and all after it belong to the episode, as done before.
            rooms: file or folder of recorded rooms for the embedded simulator; "" for none.
            faults: file of what goes wrong in the embedded simulator; "" for nothing.
            depth: ``camera``; or ``estimated`` from colour, as of a robot without depth camera, by
                the shipped network or that of a file named instead.
            snap: come to rest on a grid of the step's length, as ALFRED's agent does.
            force_put: put by force, as ALFRED's environment does: AI2-THOR's table of what may go
                where does not hold.

        Raises:
            InputError: a value out of range, a file that is not there.
        """
        if executable and (rooms or faults):
            raise InputError("robot thor: rooms and faults are of the embedded simulator alone")
        self._scene, self._seed, self._executable = scene, checked_seed(seed), executable
        self._oracle, self._force_put = oracle, force_put
        self._radius = _metres("radius", radius)
        self.setup = setup
        arrangement(setup)
        self._rooms = Path(rooms).expanduser() if rooms else None
        self._faults = Path(faults).expanduser() if faults else None
        embedded_simulator(self._rooms, self._faults)
        self._timeouts = _seconds("start", start_timeout), _seconds("step", step_timeout)
        self._camera = _camera(width, height, field_of_view)
        self._parameters = {
            "width": self._camera.width,
            "height": self._camera.height,
            "fieldOfView": float(field_of_view),
            "gridSize": _metres("grid_size", grid_size),
            "snapToGrid": snap,
            "visibilityDistance": _metres("visibility_distance", visibility_distance),
            "renderDepthImage": True,
            "renderInstanceSegmentation": oracle,
        }
        self._estimator = estimator_of(depth)
        self._process: ThorProcess | None = None
        self._event: Any = None
        self._prepared, self._fresh, self._history = "", Freshness(), ThorHistory()
        self._step = self._episode = 0
        self._stamp = self._simulated = 0.0
        self._last: PrimitiveResult | None = None

    def prepare(self, scene: str | None = None) -> None:
        """Start the simulator with a scene, so that the first reset to that finds it ready.

        Raises:
            InputError: unknown scene, with the nearest names.
            RobotError: the simulator does not answer.
        """
        wanted = scene_name(scene or self._scene)
        self.close()
        start, step = self._timeouts
        command = self._executable or embedded_simulator(self._rooms, self._faults, wanted)
        self._process = ThorProcess(command, wanted, start, step, **self._parameters)
        self._prepared = wanted

    def reset(self, scene: str | None = None, seed: int | None = None) -> RgbdFrame:
        """Load a scene and place its objects by ``seed``; starts the simulator when needed.

        Raises:
            InputError: unknown scene, with the nearest names; a seed that is none; a set-up action
                that fails.
            RobotError: the simulator does not answer.
        """
        wanted, seed = scene_name(scene or self._scene), checked_seed(seed)
        if self._process is None or not self._process.alive:
            self.prepare(wanted)
        assert self._process is not None
        prepared, self._prepared = self._prepared, ""
        if prepared == wanted:
            event = self._process.controller.last_event
        else:
            event = self._process.reset(wanted)
        self._scene = wanted
        self._seed = self._seed if seed is None else seed
        if self._seed is not None:
            event = self._process.step("InitialRandomSpawn", randomSeed=self._seed)
        past = False
        for action in arrangement(self.setup):
            if action.pop(PAST, False) and not past:
                past = True
                self._history.begin(event.metadata)
            event = self._process.step(**action)
            if not event.metadata["lastActionSuccess"]:
                why = one_line(event.metadata["errorMessage"] or "")
                raise InputError(f"robot thor: set-up action {action['action']} failed: {why}")
            if past:
                self._history.add(event.metadata)
        if not past:
            self._history.begin(event.metadata)
        self._step, self._last = 0, None
        self._episode += 1
        return self._frame(event)

    def execute(self, primitive: Primitive) -> RgbdFrame:
        """Do one primitive; a failure shows in ``frame.robot.last``.

        Raises:
            RobotError: the simulator died or hangs, or was never reset.
        """
        process, event = self._running()
        held = (event.metadata["inventoryObjects"] or [None])[0]
        error, message = ErrorCode.NONE, ""
        try:
            action, arguments = to_action(primitive, held)
            if primitive.kind is PrimitiveKind.PUT and self._force_put:
                arguments["forceAction"] = True
            if primitive.kind is PrimitiveKind.POUR_ONTO:
                need_water(held, event.metadata)
            event = process.step(action, **arguments)
            if not event.metadata["lastActionSuccess"]:
                message = one_line(event.metadata["errorMessage"] or "")
                error = to_error(message, event.metadata["errorCode"])
            elif primitive.kind in SWINGS | HANDLES:
                if primitive.kind is PrimitiveKind.POUR_ONTO:
                    emptied, vessel = to_action(Primitive(PrimitiveKind.POUR), held)
                    event = process.step(emptied, **vessel)
                event, stale = self._look_again(process, event)
                if stale and primitive.kind in SWINGS:
                    message = f"the camera shows the same picture after {LOOKS} looks"
                    error = ErrorCode.PERCEPTION_STALE
        except Refused as refusal:
            error, message = refusal.code, str(refusal)
        self._step += 1
        self._history.add(event.metadata)
        self._last = PrimitiveResult(primitive, error is ErrorCode.NONE, error, message)
        frame = self._frame(event)
        # What was seen from elsewhere must not be taken for what is seen from here.
        return blind(frame) if error is ErrorCode.PERCEPTION_STALE else frame

    def observe(self) -> RgbdFrame:
        """The present view; time passes, nothing is done."""
        process, _ = self._running()
        event = process.step("Pass")
        self._history.add(event.metadata)
        return self._frame(event)

    def set_clock(self, stamp: float) -> None:
        """The present frame counts as one of this time, seconds; later ones follow."""
        self._stamp = stamp

    def stop(self) -> None:
        """Nothing moves between two primitives, and none can be interrupted."""

    def close(self) -> None:
        """End the simulator's process."""
        if self._process is not None:
            self._process.close()
        self._process, self._event, self._prepared = None, None, ""

    def truth(self) -> dict[str, Any]:
        """``objects``, ``agent`` and ``scene`` of the metadata, and ``history`` of the episode.

        ``history`` maps cleaned, heated, cooled, cooked, sliced, filled, opened, toggled, picked,
        broken and seen to simulator ids; ``step`` counts primitives. Coordinates are AI2-THOR's.
        """
        _, event = self._running()
        return {
            "objects": event.metadata["objects"],
            "agent": event.metadata["agent"],
            "inventory": event.metadata["inventoryObjects"],
            "scene": event.metadata["sceneName"],
            "history": self._history.lists(),
            "step": self._step,
        }

    @property
    def camera(self) -> Camera:
        """Intrinsics."""
        return self._camera

    @property
    def controller(self) -> Any:
        """The ai2thor Controller, for evaluators and scene set-up."""
        return self._running()[0].controller

    def _look_again(self, process: ThorProcess, event: Any) -> tuple[Any, bool]:
        """After an action: the event of a fresh picture, and whether there is none."""
        for _ in range(LOOKS):
            if not self._fresh.same(event):
                return event, False
            event = process.step("Pass")
        return event, self._fresh.same(event)

    def _running(self) -> tuple[ThorProcess, Any]:
        if self._process is None or self._event is None:
            raise RobotError("robot thor: not started; call reset first")
        return self._process, self._event

    def _frame(self, event: Any) -> RgbdFrame:
        self._event = event
        self._fresh.note(event)
        stamp = self._tick(float(event.metadata.get("currentTime") or 0.0))
        if self._last is not None and self._last.stamp == 0.0:
            self._last = replace(self._last, stamp=stamp - _MIN_TICK / 2.0)
        state, forward = self._robot_state(event.metadata, stamp)
        oracle = oracle_detections(event, stamp) if self._oracle else None
        if oracle is not None:
            self._history.see(event, oracle)
        rgb = np.ascontiguousarray(event.frame[..., :3])
        pose = camera_optical_pose(state.base, state.camera_height, state.camera_pitch, forward)
        if self._estimator is None:
            depth = np.array(event.depth_frame, dtype=np.float32)
        else:
            depth = self._estimator.estimate(rgb, self._camera, pose)
        return RgbdFrame(stamp, rgb, depth, self._camera, pose, state, oracle)

    def _tick(self, simulated: float) -> float:
        """Our clock: follows simulated time, but never stands still or runs back."""
        self._stamp += max(_MIN_TICK, min(simulated - self._simulated, 10.0))
        self._simulated = simulated
        return self._stamp

    def _robot_state(self, metadata: Any, stamp: float) -> tuple[RobotState, float]:
        agent, camera = metadata["agent"], metadata["cameraPosition"]
        place = agent["position"]
        base = Pose2D(
            float(place["z"]),
            -float(place["x"]),
            wrap_angle(-radians(float(agent["rotation"]["y"]))),
        )
        height = float(camera["y"]) - floor_height(agent)
        offset = np.array([camera["z"] - place["z"], -(camera["x"] - place["x"])])
        forward = float(offset @ [np.cos(base.yaw), np.sin(base.yaw)])
        state = RobotState(
            stamp=stamp,
            step=self._step,
            episode=self._episode,
            base=base,
            camera_pitch=wrap_angle(radians(float(agent["cameraHorizon"]))),
            camera_height=height,
            holding=bool(metadata["inventoryObjects"]),
            last=self._last,
            radius=self._radius,
        )
        return state, forward


def _camera(width: Any, height: Any, field_of_view: Any) -> Camera:
    """Of pixels and degrees that somebody gives."""
    sizes = (("width", width), ("height", height))
    across, down = (whole(f"robot thor: {name}", size, 1, 1 << 14) for name, size in sizes)
    angle = number("robot thor: field_of_view", field_of_view, 1, 179)
    return Camera.from_vertical_fov(across, down, radians(angle))


def _metres(name: str, value: Any) -> float:
    return number(f"robot thor: {name}", value, 0.01, 1000)


def _seconds(name: str, value: Any) -> float:
    return number(f"robot thor: {name}_timeout", value, 0.01, 1e6)


def blind(frame: RgbdFrame) -> RgbdFrame:
    """A frame of which only the robot's own state is to be believed."""
    oracle = frame.oracle
    if oracle is not None:
        oracle = replace(oracle, labels=np.zeros_like(oracle.labels), items=())
    return replace(frame, depth=np.full_like(frame.depth, np.nan), oracle=oracle)


def arrangement(setup: str) -> list[dict[str, Any]]:
    """The actions of a JSON list; "" is none.

    Raises:
        InputError: anything else than a list of actions.
    """
    try:
        actions = json.loads(setup) if setup else []
    except json.JSONDecodeError as error:
        raise InputError(f"robot thor: setup is not JSON ({error})") from error
    if not isinstance(actions, list) or not all(
        isinstance(item, dict) and isinstance(item.get("action"), str) for item in actions
    ):
        raise InputError('robot thor: setup must be a JSON list of {"action": name, ...}')
    return actions
