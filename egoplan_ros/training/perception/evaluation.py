# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How right a back end is on collected frames, for any back end."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.perception.boxes import edges, overlaps
from egoplan_ros.training.perception.frames import Frame
from egoplan_ros.training.perception.reliability import expected_error
from egoplan_ros.training.perception.shards import STRUCTURES
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.rate import wilson

_MATCH = 0.5
_PANOPTIC_PIXELS = 100
STUFF = STRUCTURES[1:-1]
"""Classes without instances; all others are things."""
SIZES = (0, 50, 100, 400, 1600, 6400, 10**9)
"""Bounds of mask sizes in pixels, for figures by size."""

Parse = Callable[[RgbdFrame], tuple[Detections, npt.NDArray[np.uint8]]]


@dataclass(slots=True)
class Tally:
    """Counts over frames.

    Attributes:
        least: things of fewer pixels are neither asked for nor held against the back end.
        by_type: type → hits with type and place right, things, told.
        by_size: index of ``SIZES`` → found, found with the right type, things.
        confusion: (true, told) → count, of what was found in place.
        things: (probability, whether one is there). types: (probability, whether it is right).
        states: name → (probability, truth).
        panoptic: class, one of :data:`STUFF` or a thing's → overlaps of matches, false positives,
            false negatives.
    """

    least: int
    frames: int = 0
    top3: int = 0
    by_type: defaultdict[str, npt.NDArray[np.int64]] = field(
        default_factory=lambda: defaultdict(lambda: np.zeros(3, dtype=np.int64))
    )
    by_size: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((len(SIZES) - 1, 3), dtype=np.int64)
    )
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    things: list[tuple[float, bool]] = field(default_factory=list)
    types: list[tuple[float, bool]] = field(default_factory=list)
    states: defaultdict[str, list[tuple[float, bool]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    panoptic: defaultdict[str, list[Any]] = field(
        default_factory=lambda: defaultdict(lambda: [[], 0, 0])
    )


def rgbd(frame: Frame) -> RgbdFrame:
    """The frame as a robot would give it."""
    sample = frame.sample
    state = RobotState(0.0, 0, 0, sample.base, sample.pitch, sample.height)
    return RgbdFrame(0.0, sample.rgb, sample.depth, sample.camera, sample.camera_pose, state)


def evaluate(backend: PerceptionBackend, frames: Iterable[Frame], least: int = 30) -> Tally:
    """Compare what a back end says with the truth.

    Args:
        backend: any; one with a method ``parse`` is judged by its structure, too.
        frames: with truth.
        least: pixels of the smallest thing that counts.
    """
    tally = Tally(least)
    parse: Parse | None = getattr(backend, "parse", None)
    for frame in frames:
        if parse is not None:
            detections, structure = parse(rgbd(frame))
        else:
            detections, structure = backend.detect(rgbd(frame)), None
        tally.frames += 1
        _boxes(tally, frame, detections)
        _panoptic(tally, frame, detections, structure)
    return tally


def _boxes(tally: Tally, frame: Frame, detections: Detections) -> None:
    items = frame.sample.items
    told = sorted(detections.items, key=lambda item: -item.certainty)
    boxes = np.array([item.box for item in told], dtype=np.float32).reshape(-1, 4)
    overlap = overlaps(edges(boxes), edges(frame.boxes))
    asked = frame.pixels >= tally.least
    place = _assign(told, overlap, items, by_type=False)
    typed = _assign(told, overlap, items, by_type=True)
    for item, wanted in zip(items, asked, strict=True):
        if wanted:
            tally.by_type[item.type][1] += 1
    for k, one in enumerate(told):
        # What shows a thing too small to be asked for counts for nothing.
        if typed[k] < 0 and place[k] >= 0 and not asked[place[k]]:
            continue
        if typed[k] >= 0 and not asked[typed[k]]:
            continue
        tally.things.append((one.score, place[k] >= 0))
        tally.by_type[one.type][2] += 1
        if typed[k] >= 0:
            tally.by_type[one.type][0] += 1
        if place[k] < 0:
            continue
        true = items[place[k]]
        tally.confusion[(true.type, one.type)] += 1
        probability = one.candidates[0][1] if one.candidates else 1.0
        tally.types.append((probability, one.type == true.type))
        tally.top3 += true.type in {name for name, _ in one.candidates} or one.type == true.type
        if one.type == true.type:
            for name, value in one.states.items():
                if name in true.states:
                    tally.states[name].append((value, true.states[name] > 0.5))
    found = {i: told[k].type == items[i].type for k, i in enumerate(place) if i >= 0}
    for i, pixels in enumerate(frame.pixels):
        if asked[i]:
            row = tally.by_size[int(np.searchsorted(SIZES, pixels, side="right")) - 1]
            row += (i in found, found.get(i, False), 1)


def _assign(
    told: list[Detection], overlap: npt.NDArray[np.float32], items: Any, by_type: bool
) -> list[int]:
    """Index of the thing that each detection shows, -1 for none; the surest choose first."""
    taken = np.zeros(len(items), dtype=bool)
    found = []
    for k, one in enumerate(told):
        free = np.where(taken, 0.0, overlap[k])
        if by_type:
            free = np.where([item.type == one.type for item in items], free, 0.0)
        best = int(free.argmax()) if len(free) else -1
        if best >= 0 and free[best] >= _MATCH:
            taken[best] = True
            found.append(best)
        else:
            found.append(-1)
    return found


def _panoptic(
    tally: Tally, frame: Frame, detections: Detections, structure: npt.NDArray[np.uint8] | None
) -> None:
    """Panoptic quality (Kirillov et al. 2019) of stuff, and of things of at least 100 pixels."""
    truth, told = frame.sample.labels, detections.labels
    width = int(told.max(initial=0)) + 1
    pairs = np.bincount((truth.astype(np.int64) * width + told).ravel())
    flat = np.zeros((int(truth.max(initial=0)) + 1) * width, dtype=np.int64)
    flat[: len(pairs)] = pairs
    table = flat.reshape(-1, width)
    ours, theirs = table.sum(axis=0), table.sum(axis=1)
    kinds = {item.label: item.type for item in detections.items}
    used = set()
    small = {i.label for i in frame.sample.items if theirs[i.label] < _PANOPTIC_PIXELS}
    for item in frame.sample.items:
        if item.label in small:
            continue
        row = table[item.label] / np.maximum(theirs[item.label] + ours - table[item.label], 1)
        row[0] = 0.0
        best = int(row.argmax()) if len(row) else 0
        if row[best] > _MATCH and kinds.get(best) == item.type:
            tally.panoptic[item.type][0].append(float(row[best]))
            used.add(best)
        else:
            tally.panoptic[item.type][2] += 1
    for label, kind in kinds.items():
        if label in used or ours[label] < _PANOPTIC_PIXELS:
            continue
        if table[list(small), label].sum() > _MATCH * ours[label]:
            continue
        tally.panoptic[kind][1] += 1
    if structure is None:
        return
    for number, name in enumerate(STUFF, start=1):
        mine, real = (structure == number) & (told == 0), frame.sample.structure == number
        size, other = int(real.sum()), int(mine.sum())
        both = int((mine & real).sum())
        overlap = both / max(size + other - both, 1)
        if overlap > _MATCH:
            tally.panoptic[name][0].append(overlap)
        else:
            tally.panoptic[name][2] += size >= _PANOPTIC_PIXELS
            tally.panoptic[name][1] += other >= _PANOPTIC_PIXELS


def report(tally: Tally) -> dict[str, Any]:
    """Figures with n and 95 % intervals."""
    rows = np.array(list(tally.by_type.values())).reshape(-1, 3)
    hits, things, told = (int(value) for value in rows.sum(axis=0))
    panoptic = {
        "all": _qualities(list(tally.panoptic.values())),
        "things": _qualities([v for name, v in tally.panoptic.items() if name not in STUFF]),
        "stuff": _qualities([v for name, v in tally.panoptic.items() if name in STUFF]),
    }
    types = np.array(tally.types, dtype=np.float64).reshape(-1, 2)
    there = np.array(tally.things, dtype=np.float64).reshape(-1, 2)
    states = {name: _judged(pairs) for name, pairs in sorted(tally.states.items())}
    return {
        "frames": tally.frames,
        "least_pixels": tally.least,
        "precision": wilson(hits, told).to_json(),
        "recall": wilson(hits, things).to_json(),
        "place_precision": wilson(int(there[:, 1].sum()), len(there)).to_json(),
        "type_top1": wilson(int(types[:, 1].sum()), len(types)).to_json(),
        "type_top3": wilson(tally.top3, len(types)).to_json(),
        "panoptic_quality": panoptic["all"]["pq"] or 0.0,
        "panoptic": panoptic,
        "calibration_error": {
            "thing": expected_error(there[:, 0], there[:, 1] > 0.5),
            "type": expected_error(types[:, 0], types[:, 1] > 0.5),
        },
        "states": states,
        "states_mean": float(np.mean([s["accuracy"] for s in states.values()])) if states else None,
        "by_pixels": [
            {
                "from": SIZES[k],
                "things": int(row[2]),
                "found": float(row[0] / max(row[2], 1)),
                "found_and_named": float(row[1] / max(row[2], 1)),
            }
            for k, row in enumerate(tally.by_size)
        ],
        "by_type": {
            kind: {"hits": int(h), "things": int(n), "told": int(t)}
            for kind, (h, n, t) in sorted(tally.by_type.items())
        },
        "confusions": [
            [true, said, n] for (true, said), n in tally.confusion.most_common() if true != said
        ][:30],
    }


def _qualities(classes: list[list[Any]]) -> dict[str, Any]:
    """Panoptic, segmentation and recognition quality, means over classes (Kirillov et al. 2019).

    A class of which nothing was matched has a segmentation quality of 0, as in the paper's own
    code; None where there are no classes.
    """
    rows = []
    for ious, fp, fn in classes:
        if ious or fp or fn:
            weight, total = len(ious) + 0.5 * (fp + fn), sum(ious)
            rows.append((total / weight, total / max(len(ious), 1), len(ious) / weight))
    means = np.mean(rows, axis=0).tolist() if rows else (None, None, None)
    return dict(zip(("pq", "sq", "rq"), means, strict=True)) | {"classes": len(rows)}


def _judged(pairs: list[tuple[float, bool]]) -> dict[str, float]:
    found = np.array(pairs, dtype=np.float64)
    truth = found[:, 1] > 0.5
    right = (found[:, 0] > 0.5) == truth
    return {
        "n": len(found),
        "holds": float(truth.mean()),
        "accuracy": float(right.mean()),
        "balanced": float(np.mean([right[truth == v].mean() for v in set(truth.tolist())])),
        "calibration_error": expected_error(found[:, 0], truth),
    }
