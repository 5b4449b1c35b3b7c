# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The world model against the simulator's truth: what was seen, is it remembered, and rightly?

Run: `python benchmarks/mapping_truth.py --scenes train --rooms 4 --keep DIR` (recorded tours are
kept in DIR and used again), `--scenes validation` for the rooms that nothing is tuned on;
`--perception NAME` sees the tours with another back end.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

import tours

from egoplan_ros.bench.beliefs import Score, judge
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.perception.registry import camera_pixels, make_backend
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.robots.thor_history import visible_pixels
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState


def aim(frame: RgbdFrame, target: str, before: tours.Step, world: WorldState) -> RgbdFrame:
    """The frame, its last primitive naming the row that an agent would have pointed at.

    That is the row whose view lay on the target in the frame before; the target's type and place
    are all that is left where there is none.
    """
    last = frame.robot.last
    if last is None or not target:
        return frame
    labels = before.detections.labels
    height, width = labels.shape
    for row in world.objects.values():
        if row.view is not None:
            x, y = row.view.point
            if before.names.get(int(labels[int(y * height), int(x * width)])) == target:
                goal = replace(last.primitive, object_id=row.id, object_type=row.type)
                last = replace(last, primitive=goal)
                return replace(frame, robot=replace(frame.robot, last=last))
    return frame


def play(
    model: WorldModel, steps: Iterable[tours.Step], backend: PerceptionBackend | None = None
) -> WorldState:
    """Feed a tour to the model, as a back end sees it; the masks that were recorded without one."""
    before: tours.Step | None = None
    world = model.state()
    for step in steps:
        frame = step.frame if before is None else aim(step.frame, step.target, before, world)
        seen = step.detections
        if backend is not None:
            seen = backend.detect(replace(frame, oracle=step.detections))
        world = model.update(frame, seen)
        before = step
    return world


def seen(tour: tours.Tour) -> set[str]:
    """Objects that were visible at least once."""
    best: dict[str, float] = {}
    for step in tour.steps:
        labels = step.detections.labels
        count = np.bincount(labels.ravel())
        for label, name in step.names.items():
            best[name] = max(best.get(name, 0.0), count[label] / visible_pixels(labels.size))
    return {name for name, share in best.items() if share >= 1.0 and name in tour.objects}


def evaluate(
    recorded: Iterable[tours.Tour],
    noise: tours.Noise,
    config: MappingConfig,
    seed: int = 0,
    backend: PerceptionBackend | None = None,
) -> Score:
    """All tours."""
    ontology = load_ontology()
    score = Score()
    for number, tour in enumerate(recorded):
        model = WorldModel(ontology, config)
        world = play(model, tours.worsen(tour.steps, noise, 1000 * seed + number), backend)
        found = judge(world, tour.objects, seen(tour), ontology)
        for lines in (found.missed, found.surplus, found.wrong):
            lines[:] = [f"{tour.scene} {line}" for line in lines]
        score.add(found)
    return score


def recordings(
    scenes: list[str], keep: Path, length: int, seed: int, pixels: int, colour: bool = False
) -> Iterable[tours.Tour]:
    """Tours of scenes, recorded where they are not kept yet; ``pixels``: width and height."""
    robot: ThorRobot | None = None
    try:
        for scene in scenes:
            path = keep / f"{scene}_{seed}_{length}_{pixels}.npz"
            if not path.exists():
                robot = robot or ThorRobot(width=pixels, height=pixels)
                tours.save(tours.record(robot, scene, seed, length), path)
                print(f"recorded {scene}", file=sys.stderr)
            yield tours.load(path, colour)
    finally:
        if robot is not None:
            robot.close()


def main() -> int:
    """Record what is missing, then evaluate without and with noise."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--scenes", nargs="+", default=["train"], help="train, validation or names")
    parser.add_argument("--rooms", type=int, help="only the first ones")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, required=True, metavar="DIR", help="recorded tours")
    parser.add_argument("--noise", choices=("none", "full", "both"), default="both")
    parser.add_argument("--perception", default="oracle", help="back end (%(default)s)")
    parser.add_argument("--size", type=int, help="of the camera, pixels (what suits the back end)")
    parser.add_argument("--matcher", choices=("hungarian", "danli", "ogamus"), default="hungarian")
    parser.add_argument("--details", action="store_true", help="name what is wrong")
    args = parser.parse_args()
    groups = {"train": tours.TRAIN, "validation": tours.VALIDATION}
    scenes = groups.get(args.scenes[0], args.scenes)[: args.rooms]
    config = MappingConfig(matcher=args.matcher)
    report: dict[str, Any] = {"tours": len(scenes), "steps": args.steps, "matcher": args.matcher}
    report["perception"] = args.perception
    pixels = report["pixels"] = args.size or camera_pixels(args.perception)
    backend = None if args.perception == "oracle" else make_backend(args.perception)
    for name, noise in (("none", tours.CLEAN), ("full", tours.NOISY)):
        if args.noise not in (name, "both"):
            continue
        kept = recordings(scenes, args.keep, args.steps, args.seed, pixels, backend is not None)
        score = evaluate(kept, noise, config, backend=backend)
        report[tours.describe(noise)] = score.summary()
        if args.details:
            report[f"wrong, {name}"] = [*score.missed, "--", *score.surplus, "--", *score.wrong]
    print(json.dumps(report, indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
