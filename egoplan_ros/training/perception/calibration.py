# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Probabilities that mean what they say: logits fitted to frequencies on validation frames."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit, logit

from egoplan_ros.perception.boxes import edges, overlaps
from egoplan_ros.perception.learned.backend import LearnedBackend, Looks, evidence
from egoplan_ros.perception.learned.beside import BESIDE
from egoplan_ros.perception.learned.crops import pyramid
from egoplan_ros.perception.learned.painting import extents, twins
from egoplan_ros.perception.learned.weights import Calibration
from egoplan_ros.training.perception.frames import Frame, states_of
from egoplan_ros.training.perception.reliability import logistic
from egoplan_ros.world.detection import Finding

_MATCH = 0.5
_WEIGHTS = tuple(0.1 * k for k in range(16))
"""Weights of the context that are tried."""
_BETA = 0.5
"""Worth of recall beside precision."""
_SPREAD = 1.0
"""Standard deviation, between types, of the log-odds of being found."""
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the networks say of one frame, and what is to be seen in it.

    Attributes:
        scores: of the proposals. looks: at them.
        size: height and width. focal: length in pixels.
        boxes: ``(k, 4)`` of the things. pixels: ``(k,)`` of their masks.
        types: ``(k,)`` index of the truth, -1 for another type.
    """

    scores: npt.NDArray[np.float32]
    looks: Looks
    size: tuple[int, int]
    focal: float
    boxes: npt.NDArray[np.float32]
    pixels: npt.NDArray[np.int64]
    types: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the networks say of validation frames, and what is true.

    Attributes:
        frames: one by one.
        evidence: ``(n, 4)`` of proposals. thing: bool ``(n,)`` whether the mask of each covers
            one that no surer one covers.
        types: logits ``(m, types)`` of true boxes; context: what the whole frame says of them;
            type: index of the truth, -1 for another type.
        states: logits ``(m, states)``; state: truth, NaN where there is none.
    """

    frames: Sequence[Seen]
    evidence: Array
    thing: npt.NDArray[np.bool_]
    types: Array
    context: Array
    type: npt.NDArray[np.int64]
    states: Array
    state: Array


@dataclass(frozen=True, slots=True)
class Shown:
    """What painted masks say of themselves and of each other, and what is true.

    Attributes:
        evidence: ``(n, 10)`` of masks. thing: bool ``(n,)`` as in :class:`Gathered`.
        by: ``(m, 10)`` evidence of the mask that shows each thing, NaN where none does.
        type: ``(m,)`` index of the truth. pixels: ``(m,)`` of the true masks.
    """

    evidence: Array
    thing: npt.NDArray[np.bool_]
    by: Array
    type: npt.NDArray[np.int64]
    pixels: npt.NDArray[np.int64]


def gather(backend: LearnedBackend, frames: Iterable[Frame], least: int) -> Gathered:
    """Run the networks on frames; things of fewer than ``least`` pixels are nobody's fault."""
    index = {name: k for k, name in enumerate(backend.types)}
    seen: list[Seen] = []
    rows: dict[str, list[npt.NDArray[np.generic]]] = {
        key: [] for key in "evidence thing types context type states state".split()
    }
    for frame in frames:
        levels = pyramid(torch.from_numpy(frame.channels))
        focal = frame.sample.camera.fx
        height, width = frame.sample.depth.shape
        kinds = np.array([index.get(item.type, -1) for item in frame.sample.items], dtype=np.int64)
        with torch.inference_mode():
            found = backend.propose(levels, focal)
            if len(found.boxes):
                looks = backend.look(levels, found.boxes, focal, found)
                truth = (frame.boxes, frame.pixels, kinds)
                seen.append(Seen(found.scores, looks, (height, width), focal, *truth))
                told = evidence(found.scores, looks)
                kept = np.delete(
                    np.arange(len(told)), twins(looks.masks, looks.windows, told[:, 0])
                )
                boxes = extents(looks.masks[kept], looks.windows[kept])
                shown = _matched(boxes, told[kept, :2].sum(axis=1), frame.boxes)
                # What shows a thing that nobody asks for is neither right nor wrong.
                asked = np.append(frame.pixels >= least, True)[shown]
                rows["evidence"].append(told[kept][asked])
                rows["thing"].append(shown[asked] >= 0)
            chosen = np.flatnonzero(frame.pixels >= least)
            if not len(chosen):
                continue
            looks = backend.look(levels, frame.boxes[chosen], focal, found)
        items = [frame.sample.items[int(k)] for k in chosen]
        rows["types"].append(looks.types)
        rows["context"].append(looks.context)
        rows["type"].append(kinds[chosen])
        rows["states"].append(looks.states)
        rows["state"].append(np.stack([states_of(item, backend.states) for item in items]))
    joined = {key: np.concatenate(value) for key, value in rows.items()}
    return Gathered(seen, **joined)


def show(backend: LearnedBackend, frames: Iterable[Seen], least: int) -> Shown:
    """Paint what was seen, by what a back end's calibration says of each look alone."""
    rows: dict[str, list[npt.NDArray[np.generic]]] = {
        key: [] for key in "evidence thing by type pixels".split()
    }
    for seen in frames:
        painted = backend.painted(seen.scores, seen.looks, seen.size, seen.focal)
        shown = _matched(painted.boxes, -np.arange(len(painted.boxes)), seen.boxes)
        chosen = seen.pixels >= least
        asked = np.append(chosen, True)[shown] & (painted.boxes[:, 2] >= 0)
        by = np.full((len(seen.boxes), BESIDE), np.nan)
        by[shown[shown >= 0]] = painted.evidence[shown >= 0]
        rows["evidence"].append(painted.evidence[asked])
        rows["thing"].append(shown[asked] >= 0)
        rows["by"].append(by[chosen])
        rows["type"].append(seen.types[chosen])
        rows["pixels"].append(seen.pixels[chosen])
    return Shown(**{key: np.concatenate(value) for key, value in rows.items()})


def _matched(
    boxes: npt.NDArray[np.float32], scores: npt.NDArray[Any], truth: npt.NDArray[np.float32]
) -> npt.NDArray[np.int64]:
    """Index of the thing that each box shows and no surer one does, or -1."""
    shown = np.full(len(boxes), -1, dtype=np.int64)
    hit = np.zeros(len(truth), dtype=bool)
    if not len(truth):
        return shown
    overlap = overlaps(edges(boxes), edges(truth))
    for k in np.argsort(-scores, kind="stable"):
        free = np.where(hit, 0.0, overlap[k])
        best = int(free.argmax())
        if free[best] >= _MATCH:
            shown[k], hit[best] = best, True
    return shown


def calibrate(gathered: Gathered, states: tuple[str, ...]) -> Calibration:
    """Fit what is said of single looks.

    Args:
        gathered: what was said, and what is true. states: names.
    """
    weights = logistic(gathered.evidence, gathered.thing)
    known = gathered.type >= 0
    types, context, truth = gathered.types[known], gathered.context[known], gathered.type[known]
    weight, temperature = min(
        ((w, *_temperature(types + w * context, truth)) for w in _WEIGHTS), key=lambda fit: fit[2]
    )[:2]
    platt = {}
    for k, name in enumerate(states):
        judged = np.isfinite(gathered.state[:, k])
        if judged.sum() < 20:
            continue
        truth = gathered.state[judged, k] > 0.5
        columns = np.stack([gathered.states[judged, k], np.ones(judged.sum())], axis=1)
        scale, offset = logistic(columns, truth)
        platt[name] = (float(max(scale, 0.05)), float(offset))
    thing = tuple(float(w) for w in weights)
    return Calibration(thing, types=temperature, context=weight, states=platt)


def calibrate_shown(alone: Calibration, shown: Shown, names: tuple[str, ...]) -> Calibration:
    """Fit what is said of masks beside each other.

    Args:
        alone: by which they were painted. shown: what was said, and what is true.
        names: of types.
    """
    if not len(shown.thing):  # networks that have learned next to nothing
        return alone
    weights = logistic(shown.evidence, shown.thing)
    probability = expit(shown.evidence @ weights)
    missed = int(np.isnan(shown.by[:, 0]).sum())
    threshold = _best_threshold(probability, shown.thing, missed)
    found = expit(shown.by @ weights) >= threshold  # false where it is NaN
    finding = _finding(shown.pixels, found)
    shifts = _shifts(finding, shown, found)
    finding = replace(finding, types={names[k]: shift for k, shift in shifts.items()})
    beside = tuple(float(w) for w in weights)
    return replace(alone, beside=beside, threshold=threshold, finding=finding)


def _finding(pixels: npt.NDArray[np.int64], found: npt.NDArray[np.bool_]) -> Finding:
    """The saturation curve that fits best: share of large things, pixels of which half as many."""

    def cost(x: Array) -> float:
        rate = expit(x[0]) * pixels / (pixels + np.exp(np.clip(x[1], -2.0, 9.0)))
        rate = np.clip(rate, 1e-9, 1.0 - 1e-9)
        return float(-np.where(found, np.log(rate), np.log1p(-rate)).mean())

    best = minimize(cost, (2.0, 4.0), method="Nelder-Mead").x
    rate, half = np.clip(expit(best[0]), 0.01, 0.99), np.exp(np.clip(best[1], -2.0, 9.0))
    return Finding(float(rate), float(half))


def _shifts(finding: Finding, shown: Shown, found: npt.NDArray[np.bool_]) -> dict[int, float]:
    """Log-odds by type, most probable a posteriori: few things tell little of their type."""
    usual = logit([finding.probability("", pixels) for pixels in shown.pixels.tolist()])

    def of(which: npt.NDArray[np.bool_]) -> float:
        sign = np.where(found[which], 1.0, -1.0)

        def cost(shift: float) -> float:
            odds = np.log1p(np.exp(-sign * (usual[which] + shift)))
            return float(odds.sum() + 0.5 * (shift / _SPREAD) ** 2)

        return float(minimize_scalar(cost, bounds=(-5.0, 5.0), method="bounded").x)

    return {int(k): round(of(shown.type == k), 3) for k in np.unique(shown.type) if k >= 0}


def _temperature(logits: Array, truth: npt.NDArray[np.int64]) -> tuple[float, float]:
    """The temperature that fits best, and the cost that is left: mean negative log likelihood."""

    def cost(log: float) -> float:
        scaled = logits / np.exp(log)
        top = scaled.max(axis=1)
        norm = top + np.log(np.exp(scaled - top[:, None]).sum(axis=1))
        return float((norm - scaled[np.arange(len(truth)), truth]).mean())

    found = minimize_scalar(cost, bounds=(-2.0, 2.0), method="bounded")
    return float(np.exp(found.x)), float(found.fun)


def _best_threshold(probability: Array, thing: npt.NDArray[np.bool_], missed: int) -> float:
    """The probability above which telling everything has the best F0.5: a thing that is missed once
    is seen from elsewhere, what is none stays in the map until it is missed."""
    order = np.argsort(-probability, kind="stable")
    hits = np.cumsum(thing[order])
    told = np.arange(1, len(order) + 1)
    total = int(thing.sum()) + missed
    score = (1.0 + _BETA**2) * hits / (told + _BETA**2 * total)
    return float(probability[order][int(score.argmax())])
