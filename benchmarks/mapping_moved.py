# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Moved objects: carried by the robot, or moved behind its back; is the memory right afterwards?

Run: `python benchmarks/mapping_moved.py --scenes train --rooms 4 --trials 6`. In each trial an
object is seen, moved onto another receptacle, and then one frame is taken of the place it was in
and one of the place it is in now. Right is: one row for it, within 10 cm, and none left behind.
"""

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

import tours

from egoplan_ros.bench.beliefs import rate
from egoplan_ros.bench.pairing import pair, true_objects
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.detection import Detection
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.primitive import Primitive, PrimitiveKind

_NEAR = 0.10
_LEFT_BEHIND = 0.5
_PIXELS = 60
_POSES = 5


class Trials:
    """One scene, its robot and what the model believes of it."""

    def __init__(self, robot: ThorRobot, scene: str, ontology: Ontology, seed: int) -> None:
        self.robot, self.ontology = robot, ontology
        self.choice = random.Random(f"{scene}/{seed}")
        self.model = WorldModel(ontology)
        robot.reset(scene, seed)
        self.guide = tours.Guide(robot, ontology, seed)
        self.show(robot.observe())

    def show(self, frame: RgbdFrame) -> None:
        """Let the model see a frame."""
        self.guide.see(frame)
        self.model.update(frame, self.guide.steps[-1].detections)

    def stand(self, pose: dict[str, Any]) -> RgbdFrame:
        """Be somewhere, unseen by the model."""
        place = {key: pose[key] for key in "xyz"}
        self.robot.controller.step(
            "TeleportFull", position=place, rotation=pose["rotation"], horizon=pose["horizon"],
            standing=True,
        )  # fmt: skip
        return self.robot.observe()

    def best_pose(self, name: str) -> dict[str, Any] | None:
        """Where an object is seen well, of some poses from which it can be used."""
        event = self.robot.controller.step(
            "GetInteractablePoses", objectId=name, standings=[True], horizons=[0, 30],
            rotations=[0, 90, 180, 270],
        )  # fmt: skip
        poses = event.metadata["actionReturn"] or []
        best, most = None, _PIXELS - 1
        for pose in self.choice.sample(poses, min(_POSES, len(poses))):
            found = self.detection(self.stand(pose), name)
            if found is not None and found[1] > most:
                best, most = pose, found[1]
        return best

    def detection(self, frame: RgbdFrame, name: str) -> tuple[Detection, int] | None:
        """The detection of an object in a frame and its size in pixels."""
        self.guide.see(frame)
        step = self.guide.steps[-1]
        for item in step.detections.items:
            if step.names[item.label] == name:
                return item, int((step.detections.labels == item.label).sum())
        return None

    def row(self, item: Detection) -> str:
        """The model's name of a detection of the latest frame."""
        labels = self.guide.steps[-1].detections.labels
        height, width = labels.shape
        for row in self.model.state().objects.values():
            if row.view is not None and row.type == item.type:
                x, y = row.view.point
                if labels[int(y * height), int(x * width)] == item.label:
                    return row.id
        return ""

    def use(self, kind: PrimitiveKind, name: str) -> bool:
        """Do it as the agent would, pointing into the latest frame; the model sees the outcome."""
        step = self.guide.steps[-1]
        item = next((i for i in step.detections.items if step.names[i.label] == name), None)
        if item is None:
            return False
        height, width = step.detections.labels.shape
        point = ((item.point[0] + 0.5) / width, (item.point[1] + 0.5) / height)
        frame = self.robot.execute(Primitive(kind, 0.0, point, self.row(item), item.type))
        self.show(frame)
        return frame.robot.last is not None and frame.robot.last.success

    def trial(self, carried: bool) -> tuple[bool, str] | None:
        """One object moved; None when nothing could be moved."""
        things = true_objects(self.robot.truth())
        loose = [n for n, t in things.items() if self._loose(t)]
        for name in self.choice.sample(loose, min(4, len(loose))):
            pose = self.best_pose(name)
            if pose is None:
                continue
            for _ in range(2):
                self.show(self.stand(pose))
            if name not in pair(self.model.state(), true_objects(self.robot.truth()))[0]:
                return False, f"{name} was not known"
            if self._move(name, things, carried, pose):
                return self._judge(name, things[name], pose)
        return None

    def _loose(self, thing: dict[str, Any]) -> bool:
        return self.ontology.affords(thing["type"], "pickupable") and not thing["held"]

    def _move(
        self, name: str, things: dict[str, dict[str, Any]], carried: bool, here: dict[str, Any]
    ) -> bool:
        kind, parents = things[name]["type"], things[name]["parents"]
        goals = [
            other
            for other, thing in things.items()
            if self.ontology.fits(kind, thing["type"])
            and not self.ontology.affords(thing["type"], "openable")
            and not self.ontology.affords(thing["type"], "pickupable")
            and other not in parents
        ]
        goals = self.choice.sample(goals, min(3, len(goals)))
        step = self.robot.controller.step
        if not carried:
            step("PickupObject", objectId=name, forceAction=True, manualInteract=False)
            for goal in [*goals, *parents]:
                if step("PutObject", objectId=goal, forceAction=True).metadata["lastActionSuccess"]:
                    return goal in goals
            return False
        poses = {goal: self.best_pose(goal) for goal in goals}
        if not any(poses.values()):
            return False
        self.show(self.stand(here))
        if not self.use(PrimitiveKind.PICK, name):
            return False
        for goal, pose in poses.items():
            if pose is not None:
                self.show(self.stand(pose))
                if self.use(PrimitiveKind.PUT, goal):
                    return True
        self.show(self.robot.execute(Primitive(PrimitiveKind.DROP)))
        return False

    def _judge(
        self, name: str, before: dict[str, Any], old: dict[str, Any]
    ) -> tuple[bool, str] | None:
        new = self.best_pose(name)
        if new is None:
            return None
        for pose in self.choice.sample([old, new], 2):
            self.show(self.stand(pose))
        truth = true_objects(self.robot.truth())
        world = self.model.state()
        found, left = pair(world, truth)
        if name not in found:
            return False, f"{name} is not where it was put"
        row = world.objects[found[name]]
        error = float(np.linalg.norm(np.subtract(row.center, truth[name]["center"])))
        if error > _NEAR:
            return False, f"{name} is {error:.2f} m off"
        for other in left:
            if other.type == row.type:
                far = float(np.linalg.norm(np.subtract(other.center, before["center"])))
                if far < _LEFT_BEHIND:
                    return False, f"{other.id} was left behind"
        return True, ""


def main() -> int:
    """All scenes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--scenes", nargs="+", default=["train"], help="train, validation or names")
    parser.add_argument("--rooms", type=int, help="only the first ones")
    parser.add_argument("--trials", type=int, default=6, help="in each room")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    groups = {"train": tours.TRAIN, "validation": tours.VALIDATION}
    scenes = groups.get(args.scenes[0], args.scenes)[: args.rooms]
    counts = {"carried": [0, 0], "behind its back": [0, 0]}
    wrong: list[str] = []
    robot = ThorRobot()
    try:
        for scene in scenes:
            trials = Trials(robot, scene, load_ontology(), args.seed)
            for number in range(args.trials):
                carried = number % 2 == 0
                result = trials.trial(carried)
                if result is None:
                    continue
                count = counts["carried" if carried else "behind its back"]
                count[0] += result[0]
                count[1] += 1
                if not result[0]:
                    wrong.append(f"{scene} {'carried' if carried else 'behind'}: {result[1]}")
                    print(wrong[-1], file=sys.stderr)
            print(scene, counts, file=sys.stderr, flush=True)
    finally:
        robot.close()
    total = [sum(count[k] for count in counts.values()) for k in range(2)]
    report = {"rooms": len(scenes), "right": rate(*total), "wrong": wrong}
    print(json.dumps(report | {name: rate(*count) for name, count in counts.items()}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
