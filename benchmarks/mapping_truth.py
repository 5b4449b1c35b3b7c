"""The world model against the simulator's truth: what was seen, is it remembered, and rightly?

Run: `python benchmarks/mapping_truth.py --scenes train --rooms 4 --keep DIR` (recorded tours are
kept in DIR and used again), `--scenes validation` for the rooms that nothing is tuned on.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

sys.path.insert(0, str(Path(__file__).parent))

import tours

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.rate import wilson
from egoplan_ros.world.state import WorldState

VISIBLE = 20
"""Pixels in one frame that make an object one that was visible."""
_GAP = 0.10
_NEAR = 0.30


@dataclass(slots=True)
class Score:
    """Counts over tours; ``(hits, out of)`` each.

    Attributes:
        recall: visible objects that are in memory.
        extra: rows of the memory that no object is left for, out of all rows.
        states: believed states that are true.
        right: relations believed and true; believed; true.
        errors: distances between the middles of the boxes, metres; small: of what can be carried.
    """

    recall: list[int] = field(default_factory=lambda: [0, 0])
    extra: list[int] = field(default_factory=lambda: [0, 0])
    states: list[int] = field(default_factory=lambda: [0, 0])
    right: list[int] = field(default_factory=lambda: [0, 0, 0])
    errors: list[float] = field(default_factory=list)
    small: list[float] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    surplus: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        """Pool another tour."""
        for name in ("recall", "extra", "states", "right"):
            pair = zip(getattr(self, name), getattr(other, name), strict=True)
            setattr(self, name, [a + b for a, b in pair])
        for name in ("errors", "small", "missed", "surplus", "wrong"):
            getattr(self, name).extend(getattr(other, name))

    def summary(self) -> dict[str, Any]:
        """Rates with n and 95 % interval."""
        right, believed, true = self.right
        return {
            "recall": rate(*self.recall),
            "duplicates": rate(*self.extra),
            "states": rate(*self.states),
            "relations_f1": round(2 * right / max(believed + true, 1), 4),
            "relations": {"right": right, "believed": believed, "true": true},
            "error_median_cm": round(100 * statistics.median(self.errors or [0.0]), 2),
            "error_p90_cm": round(100 * float(np.quantile(self.errors or [0.0], 0.9)), 2),
            "error_small_median_cm": round(100 * statistics.median(self.small or [0.0]), 2),
            "objects": len(self.errors),
        }


def rate(hits: int, out_of: int) -> dict[str, Any]:
    """A share with its 95 % interval."""
    found = wilson(hits, out_of)
    share = round(hits / max(out_of, 1), 4)
    return {"rate": share, "n": out_of, "interval": [round(found.low, 4), round(found.high, 4)]}


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
        if row.type == last.primitive.object_type and row.view is not None:
            x, y = row.view.point
            if before.names.get(int(labels[int(y * height), int(x * width)])) == target:
                goal = replace(last.primitive, object_id=row.id)
                last = replace(last, primitive=goal)
                return replace(frame, robot=replace(frame.robot, last=last))
    return frame


def play(model: WorldModel, steps: Iterable[tours.Step]) -> WorldState:
    """Feed a tour to the model."""
    before: tours.Step | None = None
    world = model.state()
    for step in steps:
        frame = step.frame if before is None else aim(step.frame, step.target, before, world)
        world = model.update(frame, step.detections)
        before = step
    return world


def seen(tour: tours.Tour) -> set[str]:
    """Objects that were visible at least once."""
    best: dict[str, int] = {}
    for step in tour.steps:
        count = np.bincount(step.detections.labels.ravel())
        for label, name in step.names.items():
            best[name] = max(best.get(name, 0), int(count[label]))
    return {name for name, pixels in best.items() if pixels >= VISIBLE and name in tour.objects}


def pair(
    world: WorldState, truth: dict[str, dict[str, Any]]
) -> tuple[dict[str, str], list[ObjectInstance]]:
    """Row id by true name, one to one by type and nearness; and rows left over."""
    found: dict[str, str] = {}
    left: list[ObjectInstance] = []
    for kind in sorted({row.type for row in world.objects.values()}):
        rows = [row for row in world.objects.values() if row.type == kind]
        names = sorted(name for name, item in truth.items() if item["type"] == kind)
        cost = np.full((len(rows), len(names)), 1e3)
        for r, row in enumerate(rows):
            for c, name in enumerate(names):
                cost[r, c] = _apart(row, truth[name])
        used = set()
        for r, c in zip(*linear_sum_assignment(cost), strict=True):
            if cost[r, c] < 1e3:
                found[names[c]] = rows[r].id
                used.add(r)
        left += [row for r, row in enumerate(rows) if r not in used]
    return found, left


def _apart(row: ObjectInstance, item: dict[str, Any]) -> float:
    if row.held and item["held"]:
        return 0.0
    delta = np.abs(np.array(row.center) - item["center"])
    half = 0.5 * np.array(item["size"])
    gap = float(np.linalg.norm(np.maximum(delta - half - 0.5 * np.array(row.size), 0.0)))
    far = float(np.linalg.norm(delta))
    return far if gap <= _GAP and far <= max(_NEAR, float(np.linalg.norm(half))) else 1e3


def judge(world: WorldState, tour: tours.Tour, ontology: Ontology) -> Score:
    """Compare the memory to the truth at the end of a tour."""
    score = Score()
    visible = seen(tour)
    truth = {n: i for n, i in tour.objects.items() if i["type"] in ontology and not _gone(i)}
    found, left = pair(world, truth)
    names = {row: name for name, row in found.items()}
    wanted = {name for name in visible if name in truth}
    score.recall = [len(wanted & set(found)), len(wanted)]
    score.extra = [len(left), len(world.objects)]
    score.missed = [f"{tour.scene} {name}" for name in sorted(wanted - set(found))]
    score.surplus = [f"{tour.scene} {row.id}" for row in left]
    for name, row_id in found.items():
        row, item = world.objects[row_id], truth[name]
        if not row.held:
            error = float(np.linalg.norm(np.array(row.center) - item["center"]))
            score.errors.append(error)
            if ontology.affords(row.type, "pickupable"):
                score.small.append(error)
        for state, value in item["states"].items():
            if name in wanted and state in row.states:
                good = row.is_(state) == (value > 0.5)
                score.states[0] += good
                score.states[1] += 1
                if not good:
                    score.wrong.append(f"{tour.scene} {row_id} {state} is {value}")
        if name not in wanted or not ontology.affords(row.type, "pickupable"):
            continue
        parents = {p for p in item["parents"] if p in wanted}
        score.right[1] += row.parent is not None
        score.right[2] += bool(parents)
        good = row.parent is not None and names.get(row.parent) in parents
        score.right[0] += good
        if not good and (row.parent or parents):
            believed = names.get(row.parent or "", row.parent)
            score.wrong.append(f"{tour.scene} {row_id} in {believed}, truly {sorted(parents)}")
    return score


def _gone(item: dict[str, Any]) -> bool:
    # The whole that was sliced or broken is no longer there.
    return item["states"].get("sliced", 0.0) > 0.5 and not item["type"].endswith("Sliced")


def evaluate(
    recorded: Iterable[tours.Tour], noise: tours.Noise, config: MappingConfig, seed: int = 0
) -> Score:
    """All tours."""
    ontology = load_ontology()
    score = Score()
    for number, tour in enumerate(recorded):
        model = WorldModel(ontology, config)
        world = play(model, tours.worsen(tour.steps, noise, 1000 * seed + number))
        score.add(judge(world, tour, ontology))
    return score


def recordings(scenes: list[str], keep: Path, length: int, seed: int) -> Iterable[tours.Tour]:
    """Tours of scenes, recorded where they are not kept yet."""
    robot: ThorRobot | None = None
    try:
        for scene in scenes:
            path = keep / f"{scene}_{seed}_{length}.npz"
            if not path.exists():
                robot = robot or ThorRobot()
                tours.save(tours.record(robot, scene, seed, length), path)
                print(f"recorded {scene}", file=sys.stderr)
            yield tours.load(path)
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
    parser.add_argument("--matcher", choices=("hungarian", "danli", "ogamus"), default="hungarian")
    parser.add_argument("--details", action="store_true", help="name what is wrong")
    args = parser.parse_args()
    groups = {"train": tours.TRAIN, "validation": tours.VALIDATION}
    scenes = groups.get(args.scenes[0], args.scenes)[: args.rooms]
    config = MappingConfig(matcher=args.matcher)
    report: dict[str, Any] = {"tours": len(scenes), "steps": args.steps, "matcher": args.matcher}
    for name, noise in (("none", tours.CLEAN), ("full", tours.NOISY)):
        if args.noise not in (name, "both"):
            continue
        score = evaluate(recordings(scenes, args.keep, args.steps, args.seed), noise, config)
        report[tours.describe(noise)] = score.summary()
        if args.details:
            report[f"wrong, {name}"] = [*score.missed, "--", *score.surplus, "--", *score.wrong]
    print(json.dumps(report, indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
