# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How well masks are cut from true boxes: scripts/in-venv python benchmarks/masks.py

Looks around in simulated training rooms, takes the simulator's masks of things whose types a
detector's names stand for, and cuts them anew from their boxes. Mean intersection over union by
size, with the depth as it is, as a depth camera would spoil it, and without.
"""

import argparse
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.masks import MaskMaker
from egoplan_ros.perception.oracle import OracleBackend
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.detection import Detection
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import Primitive, PrimitiveKind

SCENES = ("FloorPlan1", "FloorPlan202", "FloorPlan303", "FloorPlan404")
SCENES += ("FloorPlan5", "FloorPlan206", "FloorPlan307", "FloorPlan8")
SMALL, MIDDLE = 1500, 9000
"""Pixels of a mask below which a thing counts as small, and as middle-sized."""

Mask = npt.NDArray[np.bool_]


def looks(size: int, steps: int) -> Iterator[tuple[RgbdFrame, npt.NDArray[np.uint16], Detection]]:
    """Things in frames of ``size`` pixels squared that have at least 30 pixels."""
    types = {kind.name for kind in load_ontology().types.values() if kind.detector_names}
    robot, choice, oracle = ThorRobot(width=size, height=size), random.Random(0), OracleBackend(30)
    moves = [PrimitiveKind.ROTATE_LEFT, PrimitiveKind.MOVE_AHEAD, PrimitiveKind.MOVE_AHEAD]
    try:
        for scene in SCENES:
            robot.reset(scene, 1)
            for step in range(steps):
                for _ in range(choice.randint(1, 4)):
                    frame = robot.execute(Primitive(choice.choice(moves)))
                if step % 3 == 0:
                    frame = robot.execute(Primitive(PrimitiveKind.LOOK_DOWN))
                elif step % 3 == 2:
                    frame = robot.execute(Primitive(PrimitiveKind.LOOK_UP))
                seen = oracle.detect(frame)
                yield from ((frame, seen.labels, i) for i in seen.items if i.type in types)
    finally:
        robot.close()


def spoiled(depth: npt.NDArray[np.float32], seed: int) -> npt.NDArray[np.float32]:
    """Noise of 0.4 % of the distance, most pixels at edges lost, and some others."""
    chance = np.random.default_rng(seed)
    plain = np.nan_to_num(depth, nan=0.0, posinf=0.0).astype(np.float32)
    steep = cv2.morphologyEx(plain, cv2.MORPH_GRADIENT, np.ones((3, 3))) > 0.08 * plain
    edge = cv2.dilate(steep.astype(np.uint8), np.ones((3, 3))) > 0
    result = depth * (1.0 + chance.normal(0.0, 0.004, depth.shape))
    result[edge & (chance.random(depth.shape) < 0.7)] = np.nan
    result[chance.random(depth.shape) < 0.02] = 0.0
    return result.astype(np.float32)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--size", type=int, default=300, help="of the frames, pixels")
    parser.add_argument("--steps", type=int, default=10, help="frames a room")
    options = parser.parse_args()
    maker = MaskMaker()
    found: dict[str, list[float]] = defaultdict(list)
    seconds: dict[str, list[float]] = defaultdict(list)
    for index, (frame, labels, item) in enumerate(looks(options.size, options.steps)):
        left, top, right, bottom = item.box
        truth = labels[top : bottom + 1, left : right + 1] == item.label
        pixels = np.count_nonzero(truth)
        size = "small" if pixels < SMALL else "middle" if pixels < MIDDLE else "large"
        found[f"box, {size}"].append(float(truth.mean()))
        depths: dict[str, Any] = {
            "depth": frame.depth,
            "spoiled depth": spoiled(frame.depth, index),
            "colour": None,
        }
        for name, depth in depths.items():
            began = time.process_time()
            mask = maker.mask(frame.rgb, depth, item.box, frame.camera.fx)
            seconds[name].append(time.process_time() - began)
            found[f"{name}, {size}"].append(float((mask & truth).sum() / (mask | truth).sum()))
    report = {name: [round(float(np.mean(v)), 3), len(v)] for name, v in sorted(found.items())}
    times = {name: round(1e3 * float(np.mean(v)), 2) for name, v in seconds.items()}
    print(json.dumps({"iou and n": report, "milliseconds of one core": times}, indent=2))


if __name__ == "__main__":
    main()
