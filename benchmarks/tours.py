# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tours through simulated homes, recorded once with the simulator's truth beside them.

A tour walks to random reachable places, looks around and down there, and now and then opens,
closes, switches, picks up or puts down what is in reach. The recording is what a robot would have
sent (depth, masks without identities, poses, its own actions), and apart from it the truth.
"""

import json
import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import degrees, hypot, radians
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.bench.pairing import TrueObjects, true_objects
from egoplan_ros.perception.oracle import OracleBackend
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose, Pose2D, camera_optical_pose
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult
from egoplan_ros.world.system.files import whole_file

TRAIN = [f"FloorPlan{base + k}" for k in range(1, 16) for base in (0, 200, 300, 400)]
VALIDATION = [f"FloorPlan{base + k}" for k in range(21, 26) for base in (0, 200, 300, 400)]
_DEPTH_UNIT = 2e-4
_HEADINGS = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}


@dataclass(frozen=True, slots=True)
class Noise:
    """What is worsened: standard deviations, and the share of detections left out.

    Attributes:
        depth: metres, each pixel by itself.
        position: metres along x, y and z. angle: radians of yaw and of pitch; per frame.
        dropped: probability that a detection is missing.
    """

    depth: float = 0.0
    position: float = 0.0
    angle: float = 0.0
    dropped: float = 0.0


CLEAN = Noise()
NOISY = Noise(0.02, 0.01, radians(1.0), 0.1)


@dataclass(frozen=True, slots=True)
class Step:
    """One recorded moment.

    Attributes:
        frame: without noise. detections: of it, what perception says.
        names: the simulator's identity of each label; truth, never shown to the model.
        target: identity of what the last primitive pointed at, "" for none; truth.
    """

    frame: RgbdFrame
    detections: Detections
    names: dict[int, str]
    target: str


@dataclass(frozen=True, slots=True)
class Tour:
    """A recorded tour and the truth at its end."""

    scene: str
    steps: tuple[Step, ...]
    objects: TrueObjects


class Guide:
    """Leads the robot; knows the truth, which it needs to find its way and tell what it met."""

    def __init__(self, robot: ThorRobot, ontology: Ontology, seed: int) -> None:
        self.robot = robot
        self.ontology = ontology
        self.choice = random.Random(seed)
        self.backend = OracleBackend()
        self.steps: list[Step] = []
        places = robot.controller.step("GetReachablePositions").metadata["actionReturn"]
        self.cells = {(round(p["x"] / 0.25), round(p["z"] / 0.25)) for p in places}

    def tour(self, length: int) -> None:
        """Walk until there are ``length`` steps."""
        self.see(self.robot.observe())
        while len(self.steps) < length:
            self.look_around()
            for _ in range(self.choice.randint(1, 3)):
                self.meddle()
            self.walk(self.choice.choice(sorted(self.cells)), length)
        del self.steps[length:]

    def see(self, frame: RgbdFrame, target: str = "") -> None:
        """Keep a frame."""
        event = self.robot.controller.last_event
        colours, image = event.color_to_object_id, event.instance_segmentation_frame
        found = self.backend.detect(frame)
        names = {i.label: colours[tuple(image[i.point[1], i.point[0]])] for i in found.items}
        self.steps.append(Step(frame, found, names, target))

    def do(self, kind: PrimitiveKind, item: Detection | None = None, amount: float = 0.0) -> bool:
        """One primitive, pointed at a detection of the latest frame."""
        if item is None:
            primitive, target = Primitive(kind, amount), ""
        else:
            height, width = self.steps[-1].frame.depth.shape
            point = ((item.point[0] + 0.5) / width, (item.point[1] + 0.5) / height)
            primitive = Primitive(kind, amount, point, "", item.type)
            target = self.steps[-1].names[item.label]
        frame = self.robot.execute(primitive)
        self.see(frame, target)
        return frame.robot.last is not None and frame.robot.last.success

    def look_around(self) -> None:
        """All four sides, level or downwards."""
        down = self.choice.random() < 0.7
        if down:
            self.do(PrimitiveKind.LOOK_DOWN)
        for _ in range(4):
            self.do(PrimitiveKind.ROTATE_LEFT)
        if down:
            self.do(PrimitiveKind.LOOK_UP)

    def meddle(self) -> None:
        """Use something in reach."""
        seen = self.steps[-1].detections.items
        names = self.steps[-1].names
        truth = {item["objectId"]: item for item in self.robot.truth()["objects"]}
        near = [i for i in seen if truth[names[i.label]]["visible"]]
        holding = self.robot.truth()["inventory"]
        options: list[tuple[PrimitiveKind, Detection]] = []
        for item in near:
            state = truth[names[item.label]]
            if state["isPickedUp"]:
                continue
            if state["openable"]:
                shut = PrimitiveKind.CLOSE if state["isOpen"] else PrimitiveKind.OPEN
                options.append((shut, item))
            if state["toggleable"]:
                on = PrimitiveKind.TOGGLE_OFF if state["isToggled"] else PrimitiveKind.TOGGLE_ON
                options.append((on, item))
            if state["pickupable"] and not holding:
                options.append((PrimitiveKind.PICK, item))
            held = holding[0]["objectType"] if holding else ""
            if state["receptacle"] and holding and self.ontology.fits(held, item.type):
                options += [(PrimitiveKind.PUT, item)] * 3
        if options:
            kind, item = self.choice.choice(options)
            self.do(kind, item)
        else:
            self.do(self.choice.choice([PrimitiveKind.ROTATE_LEFT, PrimitiveKind.ROTATE_RIGHT]))

    def walk(self, goal: tuple[int, int], length: int) -> None:
        """Along a shortest way; a step that is refused ends it."""
        for cell in self._way(goal):
            agent = self.robot.truth()["agent"]
            x, z = round(agent["position"]["x"] / 0.25), round(agent["position"]["z"] / 0.25)
            wanted = next(a for a, d in _HEADINGS.items() if d == (cell[0] - x, cell[1] - z))
            turn = (wanted - round(agent["rotation"]["y"])) % 360
            for _ in range(1 if turn == 270 else turn // 90):
                left = turn == 270
                self.do(PrimitiveKind.ROTATE_LEFT if left else PrimitiveKind.ROTATE_RIGHT)
            if not self.do(PrimitiveKind.MOVE_AHEAD) or len(self.steps) >= length:
                return

    def _way(self, goal: tuple[int, int]) -> list[tuple[int, int]]:
        place = self.robot.truth()["agent"]["position"]
        start = (round(place["x"] / 0.25), round(place["z"] / 0.25))
        came: dict[tuple[int, int], tuple[int, int] | None] = {start: None}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for dx, dz in _HEADINGS.values():
                other = (cell[0] + dx, cell[1] + dz)
                if other in self.cells and other not in came:
                    came[other] = cell
                    queue.append(other)
        way: list[tuple[int, int]] = []
        at: tuple[int, int] | None = goal if goal in came else None
        while at is not None and at != start:
            way.append(at)
            at = came[at]
        return way[::-1]


def record(
    robot: ThorRobot, scene: str, seed: int = 1, length: int = 300, ontology: Ontology | None = None
) -> Tour:
    """Drive and record one tour."""
    robot.reset(scene, seed)
    guide = Guide(robot, ontology or load_ontology(), seed)
    guide.tour(length)
    return Tour(scene, tuple(guide.steps), true_objects(robot.truth()))


def save(tour: Tour, path: Path) -> None:
    """Write a tour as one npz file."""
    rows = []
    for step in tour.steps:
        robot = step.frame.robot
        rows.append(
            {
                "robot": {**asdict(robot), "last": robot.last and asdict(robot.last)},
                "items": [asdict(item) for item in step.detections.items],
                "names": step.names,
                "target": step.target,
                "pose": asdict(step.frame.camera_pose),
            }
        )
    camera = asdict(tour.steps[0].frame.camera)
    depth = np.stack([np.nan_to_num(step.frame.depth, posinf=0) for step in tour.steps])
    pictures = [cv2.imencode(".png", step.frame.rgb[..., ::-1])[1] for step in tour.steps]
    text = {"scene": tour.scene, "camera": camera, "objects": tour.objects, "steps": rows}
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as stream:
        np.savez_compressed(
            stream,
            depth=np.clip(depth / _DEPTH_UNIT, 0, 65535).astype(np.uint16),
            labels=np.stack([step.detections.labels for step in tour.steps]),
            rgb=np.concatenate(pictures),
            rgb_ends=np.cumsum([len(picture) for picture in pictures]),
            text=np.array(json.dumps(text)),
        )


def load(path: Path, colour: bool = False) -> Tour:
    """Read what :func:`save` wrote; the images are black unless ``colour`` is asked for."""
    with np.load(path) as data:
        depths, labels, text = data["depth"], data["labels"], json.loads(str(data["text"]))
        pictures = np.split(data["rgb"], data["rgb_ends"][:-1]) if colour else None
    camera = Camera(**text["camera"])
    rgb = np.zeros((camera.height, camera.width, 3), dtype=np.uint8)
    steps = []
    for k, (depth, label, row) in enumerate(zip(depths, labels, text["steps"], strict=True)):
        if pictures is not None:
            picture = cv2.imdecode(pictures[k], cv2.IMREAD_COLOR)
            rgb = np.ascontiguousarray(picture[..., ::-1])
        robot = _robot(row["robot"])
        metres = np.where(depth > 0, depth * np.float32(_DEPTH_UNIT), np.nan).astype(np.float32)
        pose = Pose(tuple(row["pose"]["position"]), tuple(row["pose"]["orientation"]))
        frame = RgbdFrame(robot.stamp, rgb, metres, camera, pose, robot)
        items = tuple(
            Detection(
                item["type"],
                item["score"],
                item["label"],
                tuple(item["box"]),
                tuple(item["point"]),
                item["states"],
            )
            for item in row["items"]
        )
        names = {int(key): value for key, value in row["names"].items()}
        found = Detections(robot.stamp, label, items, "oracle")
        steps.append(Step(frame, found, names, row["target"]))
    return Tour(text["scene"], tuple(steps), text["objects"])


def _robot(row: dict[str, Any]) -> RobotState:
    last = row["last"]
    if last is not None:
        goal = last["primitive"]
        point = goal["point"] and tuple(goal["point"])
        goal = Primitive(**{**goal, "kind": PrimitiveKind(goal["kind"]), "point": point})
        last = PrimitiveResult(**{**last, "primitive": goal, "error": ErrorCode(last["error"])})
    return RobotState(**{**row, "base": Pose2D(**row["base"]), "last": last})


def worsen(steps: Sequence[Step], noise: Noise, seed: int) -> Iterator[Step]:
    """The same steps with noise."""
    dice = np.random.default_rng(seed)
    for step in steps:
        yield step if noise == CLEAN else _worse(step, noise, dice)


def _worse(step: Step, noise: Noise, dice: np.random.Generator) -> Step:
    frame, robot = step.frame, step.frame.robot
    dx, dy, dz = dice.normal(0.0, noise.position, 3)
    yaw, pitch = dice.normal(0.0, noise.angle, 2)
    place = frame.camera_pose.position
    forward = hypot(place[0] - robot.base.x, place[1] - robot.base.y)
    base = Pose2D(robot.base.x + dx, robot.base.y + dy, robot.base.yaw + yaw)
    pose = camera_optical_pose(base, place[2] + dz, robot.camera_pitch + pitch, forward)
    grain = dice.normal(0.0, noise.depth, frame.depth.shape).astype(np.float32)
    kept = [item for item in step.detections.items if dice.random() >= noise.dropped]
    labels = [item.label for item in kept]
    seen: npt.NDArray[np.uint16] = step.detections.labels
    seen = np.where(np.isin(seen, labels), seen, 0).astype(np.uint16)
    robot = replace(
        robot, base=base, camera_pitch=robot.camera_pitch + pitch, camera_height=place[2] + dz
    )
    return replace(
        step,
        frame=replace(frame, depth=frame.depth + grain, camera_pose=pose, robot=robot),
        detections=replace(step.detections, labels=seen, items=tuple(kept)),
    )


def describe(noise: Noise) -> str:
    """For reports."""
    if noise == CLEAN:
        return "without noise"
    angle = degrees(noise.angle)
    return (
        f"depth {100 * noise.depth:.0f} cm, pose {100 * noise.position:.0f} cm and {angle:.0f}°, "
        f"{100 * noise.dropped:.0f} % dropped"
    )
