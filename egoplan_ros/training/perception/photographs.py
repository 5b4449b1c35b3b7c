# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scores a perception back end on labelled photographs, and fits the calibration of `coco`.

python -m egoplan_ros.training.perception.photographs LABELS.json --pictures DIR [--fit]

DIR holds the pictures as OWNER/NAME/PATH, as in the public repositories that the labels name; a
picture that is not there, or is another one by its SHA-256, is left out and counted.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.perception.boxes import Boxes, areas, edges, overlaps
from egoplan_ros.perception.coco.backend import CocoBackend
from egoplan_ros.perception.coco.calibration import Calibration, logit
from egoplan_ros.perception.masks import MaskMaker
from egoplan_ros.training.perception.reliability import expected_error, logistic
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detection
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose, Pose2D
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.rate import wilson

_MOSTLY = 0.6
"""Share of a box within one that is left open, from which on it is, too."""
OVERLAP = 0.5
"""Intersection over union from which on a box is a label's."""

Box = Sequence[float]


@dataclass(frozen=True, slots=True)
class Picture:
    """A labelled photograph.

    Attributes:
        name: OWNER/NAME/PATH.
        sha256: of the file.
        labels: (type, x_min, y_min, x_max, y_max), pixels.
        open: boxes in which it is left open what is there: rows of books, doubtful things.
    """

    name: str
    sha256: str
    labels: tuple[tuple[Any, ...], ...]
    open: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One detection: whether there is a thing, the name covers it, the type is its own."""

    score: float
    certainty: float
    thing: bool
    named: bool
    typed: bool


def read_labels(path: Path) -> tuple[Picture, ...]:
    """Labels of photographs.

    Raises:
        InputError: the file cannot be read or is of another kind.
    """
    try:
        return tuple(
            Picture(
                f"{item['repository']}/{item['path']}",
                item["sha256"],
                tuple(map(tuple, item["labels"])),
                tuple(map(tuple, item["open"])),
            )
            for item in json.loads(path.read_text(encoding="utf-8"))
        )
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check the path") from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: is no list of labelled pictures ({error!r})") from error


def compare(items: Sequence[Detection], picture: Picture) -> tuple[list[Outcome], int]:
    """Detections beside labels, the surest first; each label is found once.

    Returns:
        Outcomes of those that are not left open, and how many labels were found by name.
    """
    found: set[int] = set()
    outcomes: list[Outcome] = []
    truth = np.array([label[1:] for label in picture.labels], np.float32).reshape(-1, 4)
    left = np.array(picture.open, np.float32).reshape(-1, 4)
    for item in sorted(items, key=lambda one: -one.certainty):
        box = edges(np.array([item.box], np.float32))
        over = overlaps(box, truth)[0]
        types = [kind for kind, _ in item.candidates] or [item.type]
        fits = [
            (over[k], k)
            for k, label in enumerate(picture.labels)
            if k not in found and over[k] >= OVERLAP and label[0] in types
        ]
        if fits:
            best = max(fits)[1]
            found.add(best)
            typed = picture.labels[best][0] == item.type
            outcomes.append(Outcome(item.score, item.certainty, True, True, typed))
        elif not _left_open(box, left):
            thing = bool((over >= OVERLAP).any())
            outcomes.append(Outcome(item.score, item.certainty, thing, False, False))
    return outcomes, len(found)


def _left_open(box: Boxes, left: Boxes) -> bool:
    """Whether a box ``(1, 4)`` is one in which it is open what is there, or lies in one."""
    shared = overlaps(box, left)
    common = shared / (1.0 + shared) * (areas(box)[:, None] + areas(left)[None])
    return bool(((shared >= OVERLAP) | (common > _MOSTLY * areas(box)[:, None])).any())


def load(picture: Picture, folder: Path) -> RgbdFrame | None:
    """The photograph as a frame without depth; None where it is not there, or another."""
    path = folder / picture.name
    if not path.is_file():
        return None
    raw = path.read_bytes()
    if hashlib.sha256(raw).hexdigest() != picture.sha256:
        return None
    image = cv2.imdecode(np.frombuffer(raw, dtype=np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        return None
    rows, columns = image.shape[:2]
    return RgbdFrame(
        0.0,
        np.ascontiguousarray(image[..., ::-1]).astype(np.uint8, copy=False),
        np.full((rows, columns), np.nan, dtype=np.float32),
        Camera.from_vertical_fov(columns, rows, 1.0),
        Pose(),
        RobotState(0.0, 0, 0, Pose2D(), 0.0, 1.5),
    )


def score(
    backend: PerceptionBackend, frames: Sequence[tuple[Picture, RgbdFrame]], types: frozenset[str]
) -> dict[str, Any]:
    """Precision, recall and calibration, with 95 % intervals.

    Args:
        backend: what is scored.
        frames: photographs with their labels.
        types: those it can tell; recall is of their labels.
    """
    outcomes: list[Outcome] = []
    hits = labels = 0
    for picture, frame in frames:
        told, found = compare(backend.detect(frame).items, picture)
        outcomes += told
        hits += found
        labels += sum(label[0] in types for label in picture.labels)
    named, typed = sum(o.named for o in outcomes), sum(o.typed for o in outcomes)
    return {
        "pictures": len(frames),
        "detections": len(outcomes),
        "labels": labels,
        "precision_of_names": _share(named, len(outcomes)),
        "precision_of_types": _share(typed, len(outcomes)),
        "recall": _share(hits, labels),
        "calibration_error_of_score": expected_error(
            np.array([o.score for o in outcomes]),
            np.array([o.thing for o in outcomes], dtype=bool),
            bins=10,
        ),
    }


def _share(hits: int, total: int) -> list[float]:
    found = wilson(hits, total)
    return [round(value, 4) for value in (found.value, found.low, found.high)]


class _WholeBoxes(MaskMaker):
    """Leaves the boxes as the detector tells them."""

    def mask(
        self, rgb: Any, depth: Any, box: tuple[int, int, int, int], focal: float
    ) -> npt.NDArray[np.bool_]:
        return np.ones((box[3] - box[1] + 1, box[2] - box[0] + 1), dtype=bool)


def fit(frames: Sequence[tuple[Picture, RgbdFrame]], threshold: float) -> Calibration:
    """Calibration of the shipped detector: all detections from a score of 0.15 on count."""
    backend = CocoBackend(threshold=0.0)
    backend.calibration = Calibration((1.0, 0.0), (1.0, 0.0), 0.0)
    backend.threshold = 0.15
    backend.masks = _WholeBoxes()
    outcomes = [
        outcome
        for picture, frame in frames
        for outcome in compare(backend.detect(frame).items, picture)[0]
    ]
    scores = np.array([outcome.score for outcome in outcomes])
    table = np.stack([logit(scores), np.ones(len(scores))], axis=1)
    thing, right = (
        (float(slope), float(shift))
        for slope, shift in (
            logistic(table, np.array(true, dtype=bool))
            for true in ([o.thing for o in outcomes], [o.named for o in outcomes])
        )
    )
    return Calibration(thing, right, threshold)


def main(words: list[str] | None = None) -> int:
    """Score, or fit in five folds and score; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("labels", type=Path, metavar="LABELS.json")
    parser.add_argument("--pictures", type=Path, required=True, metavar="DIR")
    parser.add_argument("--threshold", type=float, default=-1.0)
    parser.add_argument("--fit", action="store_true", help="fit the calibration, too")
    options = parser.parse_args(words)
    try:
        pictures = read_labels(options.labels)
        loaded = [(picture, load(picture, options.pictures)) for picture in pictures]
        frames = [(picture, frame) for picture, frame in loaded if frame is not None]
        if not frames:
            raise InputError(f"{options.pictures}: has none of the {len(pictures)} pictures")
        backend = CocoBackend(threshold=options.threshold)
        types = frozenset(t.name for t in load_ontology().types.values() if t.detector_names)
        report = score(backend, frames, types) | {"missing": len(pictures) - len(frames)}
        if options.fit:
            found = fit(frames, backend.threshold)
            report["calibration"] = {"thing": found.thing, "right": found.right}
    except InputError as error:
        print(f"photographs: {error}", file=sys.stderr)
        return 2
    print(json.dumps(report, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
