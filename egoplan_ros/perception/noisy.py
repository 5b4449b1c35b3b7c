# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The oracle with a detector's errors, of known size and rightly told, to develop and measure with.

A detector's errors are alike while it looks at the same from the same place, and some things are
hard to see from everywhere: each latent quantity is a sum of a part of the thing, one of the view
and one of the frame. Scores, types and states are drawn so that the probabilities told are
calibrated: each is the posterior of two (or more) equally wide normal distributions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt
from zlib import crc32

import cv2
import numpy as np
import numpy.typing as npt
from scipy.special import expit

from egoplan_ros.perception.oracle import OracleBackend
from egoplan_ros.perception.tight import tight
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.ontology import Ontology, load_ontology

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ErrorModel:
    """How a detector errs.

    Attributes:
        found: probability that a thing of many pixels is found. half: pixels of which half as many
            are.
        clutter: false detections a frame; lasting: share of them that are tied to a place.
        precision: of all detections, to calibrate scores by. keen: by how many deviations scores
            of things and of clutter differ.
        type_margin, state_margin: the same of the true type or state and others, for a thing of
            :data:`_PLAIN` pixels.
        edge: deviation in pixels of the masks' edges. merged, cut: probability that a mask takes in
            its neighbour, or lacks a part.
        jitter: deviation in pixels of the boxes' sides. looks: deviation of each embedding.
    """

    found: float
    half: float
    clutter: float
    lasting: float
    precision: float
    keen: float
    type_margin: float
    state_margin: float
    edge: float
    merged: float
    cut: float
    jitter: float
    looks: float


LEVELS: Mapping[str, ErrorModel | None] = {
    "0": None,
    "mild": ErrorModel(0.92, 15.0, 2.0, 0.5, 0.85, 2.6, 2.6, 1.7, 0.7, 0.02, 0.03, 1.0, 0.3),
    "hard": ErrorModel(0.75, 40.0, 8.0, 0.5, 0.5, 1.8, 1.6, 1.0, 1.5, 0.06, 0.10, 3.0, 0.6),
}
"""By name; "hard" is about as OGAMUS reports its detector: precision 0.5, recall 0.65."""

_PARTS = tuple(map(sqrt, (0.25, 0.45, 0.3)))
"""Deviations of the parts of the thing, of the view and of the frame."""
_LATENT = 16
_FEWEST = 2
"""Pixels of a mask."""
_PLAIN = 400.0
"""Pixels of a thing that shows plainly."""
_GROUP = 4
"""Types that are mistaken for each other."""
_CELL, _VIEW = 0.25, 0.3
"""Metres: places of things and of cameras that differ by less count as the same."""
_SITE = 0.4
"""Metres: edge of the cells of which some look like a thing."""
_DIMENSIONS = 32


class NoisyBackend:
    """Draws from the oracle's detections; the same seed and frames give the same errors."""

    def __init__(self, level: str = "mild", seed: int = 0, ontology: Ontology | None = None):
        """``level``: one of :data:`LEVELS`. ``seed``: of all errors."""
        self.model = LEVELS[level]
        self.name = "oracle" if self.model is None else f"oracle-{level}"
        self._seed = seed
        self._oracle = OracleBackend()
        self._groups = _confusable(ontology or load_ontology())
        self._types = sorted(self._groups)
        self._colour = self._dice("colour").normal(size=(_DIMENSIONS, 3))

    def detect(self, frame: RgbdFrame) -> Detections:
        """Detections of one frame.

        Raises:
            InputError: as of the oracle.
        """
        true = self._oracle.detect(frame)
        if self.model is None:
            return true
        model, labels = self.model, true.labels
        dice = self._dice("frame", round(frame.stamp * 1e3))
        eye = np.asarray(frame.camera_pose.position)
        items: list[Detection] = []
        masks: list[Mask] = []
        counts = np.bincount(labels.ravel(), minlength=1)
        swallowed: set[int] = set()
        for item in sorted(true.items, key=lambda one: -int(counts[one.label])):
            if item.label in swallowed:
                continue
            pixels = int(counts[item.label])
            z = self._latent(item.type, self._place(frame, item.point), eye, dice)
            if _share(z[0]) > model.found * pixels / (pixels + model.half):
                continue
            mask = labels == item.label
            if dice.random() < model.merged:
                other = _neighbour(mask, labels)
                if other and counts[other] < 2 * pixels:
                    swallowed.add(other)
                    mask = mask | (labels == other)
            mask = self._worn(mask, item, dice)
            if mask.sum() < _FEWEST:
                continue
            items.append(self._told(item, mask, z, pixels, frame, dice))
            masks.append(mask)
        for mask, kind, z in self._clutter(frame, labels, counts, eye, dice):
            items.append(self._claimed(mask, kind, z, frame, dice))
            masks.append(mask)
        return _painted(items, masks, frame, self.name)

    # -- draws -----------------------------------------------------------------------------------

    def _dice(self, *key: str | int) -> np.random.Generator:
        numbers = [crc32(part.encode()) if isinstance(part, str) else part % 2**32 for part in key]
        return np.random.default_rng([self._seed, *numbers])

    def _latent(self, kind: str, place: Floats, eye: Floats, dice: np.random.Generator) -> Floats:
        cell = [int(k) for k in np.floor(place / _CELL)]
        view = [int(k) for k in np.floor(eye / _VIEW)]
        thing = self._dice(kind, *cell).normal(size=_LATENT)
        seen = self._dice(kind, *cell, *view).normal(size=_LATENT)
        frame = dice.normal(size=_LATENT)
        return np.asarray(_PARTS[0] * thing + _PARTS[1] * seen + _PARTS[2] * frame)

    @staticmethod
    def _place(frame: RgbdFrame, point: tuple[int, int]) -> Floats:
        u, v = point
        depth = float(frame.depth[v, u])
        depth = depth if np.isfinite(depth) else 1.0
        camera = frame.camera
        ray = np.array([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, 1.0])
        return np.asarray(frame.camera_pose.apply(ray * depth), dtype=np.float64)

    def _told(
        self,
        item: Detection,
        mask: Mask,
        z: Floats,
        pixels: int,
        frame: RgbdFrame,
        dice: np.random.Generator,
    ) -> Detection:
        """A true thing as the detector tells it."""
        assert self.model is not None
        model = self.model
        plain = min(1.0, (pixels / _PLAIN) ** 0.25)
        states = {}
        for k, (name, value) in enumerate(item.states.items()):
            sign = 1.0 if value > 0.5 else -1.0
            margin = model.state_margin * plain
            states[name] = _logistic(2.0 * margin * (sign * margin + z[6 + k % 10]))
        candidates = self._types_told(item.type, model.type_margin * plain, z)
        kind = candidates[0][0]
        looks = self._looks(item.type, mask, frame, dice)
        return Detection(
            kind, self._score(1.0, z[1]), 0, (0, 0, 0, 0), (0, 0), states, candidates, looks
        )

    def _claimed(
        self, mask: Mask, kind: str, z: Floats, frame: RgbdFrame, dice: np.random.Generator
    ) -> Detection:
        """What is no thing."""
        candidates = self._types_told(kind, 1.0, z)
        looks = self._looks(kind, mask, frame, dice)
        score = self._score(-1.0, z[1])
        return Detection(candidates[0][0], score, 0, (0, 0, 0, 0), (0, 0), {}, candidates, looks)

    def _score(self, sign: float, noise: float) -> float:
        assert self.model is not None
        half = self.model.keen / 2.0
        base = np.log(self.model.precision / (1.0 - self.model.precision))
        return _logistic(2.0 * half * (sign * half + noise) + base)

    def _types_told(self, kind: str, margin: float, z: Floats) -> tuple[tuple[str, float], ...]:
        group = self._groups.get(kind, (kind,))
        x = np.array([z[2 + k] + margin * (name == kind) for k, name in enumerate(group)])
        odds = np.exp(margin * (x - x.max()))
        odds /= odds.sum()
        order = np.argsort(-odds, kind="stable")[:3]
        # Never quite sure: what is beyond its group it takes for something else now and then.
        return tuple((group[k], float(0.98 * odds[k])) for k in order)

    def _looks(
        self, kind: str, mask: Mask, frame: RgbdFrame, dice: np.random.Generator
    ) -> npt.NDArray[np.float32]:
        assert self.model is not None
        own = self._dice("looks", kind).normal(size=_DIMENSIONS)
        colour = np.array(cv2.mean(frame.rgb, mask.astype(np.uint8))[:3]) / 128.0 - 1.0
        looks = own + self._colour @ colour
        looks = looks / np.linalg.norm(looks)
        looks = looks + self.model.looks * dice.normal(size=_DIMENSIONS) / sqrt(_DIMENSIONS)
        return (looks / np.linalg.norm(looks)).astype(np.float32)

    def _worn(self, mask: Mask, item: Detection, dice: np.random.Generator) -> Mask:
        """Its edge is off by some pixels, or a part is missing."""
        assert self.model is not None
        off = round(dice.normal(0.0, self.model.edge))
        lacking, across, share = dice.random(), dice.random() < 0.5, dice.uniform(0.3, 0.7)
        x0, y0, x1, y1 = item.box
        if off:
            kernel = np.ones((2 * abs(off) + 1,) * 2, np.uint8)
            wear = cv2.dilate if off > 0 else cv2.erode
            changed = wear(mask.astype(np.uint8), kernel).astype(bool)
            mask = changed if changed.any() else mask
        if lacking < self.model.cut:
            mask = mask.copy()
            if across:
                mask[:, : int(x0 + share * (x1 - x0))] = False
            else:
                mask[: int(y0 + share * (y1 - y0))] = False
        return mask

    def _clutter(
        self,
        frame: RgbdFrame,
        labels: npt.NDArray[np.uint16],
        counts: npt.NDArray[np.int64],
        eye: Floats,
        dice: np.random.Generator,
    ) -> list[tuple[Mask, str, Floats]]:
        """Masks of what is no thing, each with a type."""
        assert self.model is not None
        model = self.model
        height, width = labels.shape
        found: list[tuple[Mask, str, Floats]] = []
        places: list[tuple[tuple[int, int], str, Floats]] = []
        for _ in range(dice.poisson((1.0 - model.lasting) * model.clutter)):
            at = (int(dice.integers(width)), int(dice.integers(height)))
            kind = self._types[int(dice.integers(len(self._types)))]
            places.append((at, kind, dice.normal(size=_LATENT)))
        # About forty cells of surface are in view; each that looks like a thing does so often.
        often = 0.6
        for at, cell in _cells(frame):
            site = self._dice("site", *cell)
            if site.random() < model.lasting * model.clutter / (40.0 * often):
                kind = self._types[int(site.integers(len(self._types)))]
                z = self._latent(kind, _SITE * np.array(cell), eye, dice)
                if _share(z[0]) < often:
                    places.append((at, kind, z))
        for at, kind, z in places:
            depth = float(frame.depth[at[1], at[0]])
            if not np.isfinite(depth) or counts[labels[at[1], at[0]]] < 300:
                continue
            radius = max(2, int(frame.camera.fx * 0.06 / max(depth, 0.3)))
            canvas = np.zeros((height, width), np.uint8)
            axes = (radius, max(1, int(radius * 0.7)))
            cv2.ellipse(canvas, at, axes, 0.0, 0.0, 360.0, 1, -1)
            found.append((canvas.astype(bool), kind, z))
        return found


def _painted(items: list[Detection], masks: list[Mask], frame: RgbdFrame, name: str) -> Detections:
    """The label image of masks, the smaller ones before the larger ones."""
    labels = np.zeros(frame.depth.shape, dtype=np.uint16)
    order = sorted(range(len(items)), key=lambda k: -int(masks[k].sum()))
    for k in order:
        labels[masks[k]] = k + 1
    labelled = [replace(item, label=k) for k, item in enumerate(items, start=1)]
    labels, kept = tight(labels, labelled, _FEWEST)
    return Detections(frame.stamp, labels, kept, name)


def _cells(frame: RgbdFrame) -> list[tuple[tuple[int, int], tuple[int, int, int]]]:
    """Cells of surface in view, each with a pixel that shows it."""
    camera = frame.camera
    v, u = np.mgrid[8 : camera.height : 16, 8 : camera.width : 16].reshape(2, -1)
    depth = frame.depth[v, u].astype(np.float64)
    good = np.isfinite(depth) & (depth > 0.1) & (depth < 5.0)
    u, v, depth = u[good], v[good], depth[good]
    rays = np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones(len(u))], 1)
    points = np.asarray(frame.camera_pose.apply(rays * depth[:, None]))
    cells = np.floor(points / _SITE).astype(np.int64)
    _, first = np.unique(cells, axis=0, return_index=True)
    return [
        ((int(u[k]), int(v[k])), (int(cells[k, 0]), int(cells[k, 1]), int(cells[k, 2])))
        for k in first
    ]


def _neighbour(mask: Mask, labels: npt.NDArray[np.uint16]) -> int:
    """Label of the thing that touches a mask along most pixels; 0 for none."""
    ring = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool) & ~mask
    touching = np.bincount(labels[ring], minlength=1)
    touching[0] = 0
    return int(touching.argmax()) if touching.any() else 0


def _confusable(ontology: Ontology) -> dict[str, tuple[str, ...]]:
    """By type, those that are mistaken for it: of like use and size, itself among them."""
    alike: dict[tuple[bool, bool, bool], list[str]] = {}
    for name, kind in ontology.types.items():
        if kind.size is not None:
            uses = ("pickupable", "receptacle", "openable")
            key = tuple(use in kind.affords for use in uses)
            alike.setdefault((key[0], key[1], key[2]), []).append(name)
    groups = {}
    for names in alike.values():
        names.sort(key=lambda name: float(np.prod(ontology.types[name].size or (1.0,))))
        for k in range(0, len(names), _GROUP):
            group = tuple(names[k : k + _GROUP])
            groups.update(dict.fromkeys(group, group))
    return groups


def _logistic(x: float) -> float:
    return float(expit(x))


def _share(z: float) -> float:
    """Share of a normal distribution below ``z`` (by its logistic approximation)."""
    return _logistic(1.702 * z)
