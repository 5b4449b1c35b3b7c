# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is fixed besides the network: prior weight, temperature, confidence, and telling words."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import isotonic_regression

from egoplan_ros.language.goals.slots import Slots
from egoplan_ros.language.reader.decoder import Decoder, Reading
from egoplan_ros.language.reader.network import LogProbabilities, Meta, Network
from egoplan_ros.language.text.tokens import tokenize
from egoplan_ros.training.language.corpus import Sentence

PRIOR_WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
LINE_POINTS = 12
"""Most points of the line that mends confidence."""

TEMPERATURES = tuple(np.round(np.arange(0.5, 1.61, 0.05), 2).tolist())


@dataclass(frozen=True, slots=True)
class Scored:
    """Slot scores of one sentence; ``source`` is "goal" or "steps"."""

    scores: LogProbabilities
    truth: Slots
    source: str


def slot_scores(network: Network, sentences: Iterable[Sentence]) -> list[Scored]:
    """Scores of each sentence from its goal alone, and with steps where it has some."""
    found = []
    for sentence in sentences:
        goal, truth = tokenize(sentence.text), sentence.slots
        found.append(Scored(network(goal), truth, "goal"))
        if sentence.steps:
            steps = [tokenize(step) for step in sentence.steps]
            found.append(Scored(network(goal, steps), truth, "steps"))
    return found


def calibrate(meta: Meta, scored: Sequence[Scored]) -> tuple[Meta, dict[str, Any]]:
    """Choose the weight of the prior by joint accuracy, temperatures by likelihood.

    What confidence then still says too much or too little is mended by a rising line.

    Returns:
        The adjusted meta data, and a report.
    """

    def accuracy(trial: Meta, items: Sequence[Scored]) -> float:
        decode = Decoder(trial)
        return float(np.mean([_right(decode(s.scores, s.source), s) for s in items]))

    groups = {name: [s for s in scored if s.source == name] for name in ("goal", "steps")}
    groups = {name: found for name, found in groups.items() if found}
    meta = max(
        (replace(meta, prior_weight=weight) for weight in PRIOR_WEIGHTS),
        key=lambda trial: accuracy(trial, scored),
    )
    report: dict[str, Any] = {}
    for source, mine in groups.items():
        loss = {
            value: _loss(replace(meta, temperature={source: value}), mine) for value in TEMPERATURES
        }
        best = min(loss, key=loss.__getitem__)
        meta = replace(meta, temperature={**meta.temperature, source: best})
        line = reliability(*_confidences(meta, mine))
        meta = replace(meta, reliability={**meta.reliability, source: line})
        report[source] = {"joint": accuracy(meta, mine), "n": len(mine)}
    return meta, report | {
        "prior_weight": meta.prior_weight,
        "temperature": dict(meta.temperature),
    }


def _right(readings: Sequence[Reading], scored: Scored) -> bool:
    return bool(readings) and readings[0].slots.key() == scored.truth.key()


def _loss(meta: Meta, scored: Sequence[Scored]) -> float:
    """Mean log loss of "the first reading is right"."""
    confidence, right = _confidences(meta, scored)
    chance = np.clip(confidence, 1e-4, 1 - 1e-4)
    return float(-np.log(np.where(right, chance, 1 - chance)).mean())


def _confidences(meta: Meta, scored: Sequence[Scored]) -> tuple[np.ndarray, np.ndarray]:
    """Probability of the first reading of each, and whether it is right."""
    decode = Decoder(meta)
    confidence, right = [], []
    for item in scored:
        readings = decode(item.scores, item.source)
        best = [r.probability for r in readings if r.slots.key() == readings[0].slots.key()]
        confidence.append(sum(best))
        right.append(_right(readings, item))
    return np.array(confidence), np.array(right)


def reliability(confidence: np.ndarray, right: np.ndarray) -> list[list[float]]:
    """Share right by confidence, as (confidence, share) points of a line that never falls.

    Groups of equal size in the order of confidence; neighbours that would make the line fall are
    merged (isotonic regression).
    """
    order = np.argsort(confidence, kind="stable")
    groups = [group for group in np.array_split(order, LINE_POINTS) if len(group)]
    stated = np.array([confidence[group].mean() for group in groups])
    fit = isotonic_regression([right[group].mean() for group in groups])
    # Groups of one share are one point of the line.
    shares = np.unique(fit.x)
    # Rounding may order the means of equal numbers otherwise.
    middles = np.maximum.accumulate([stated[fit.x == share].mean() for share in shares])
    points = [list(map(float, point)) for point in zip(middles, shares, strict=True)]
    return [[0.0, 0.0], *points, [1.0, max(0.99, points[-1][1])]]


def word_cues(
    sentences: Iterable[Sentence], least_count: int = 4, least_share: float = 0.5
) -> dict[str, str]:
    """Words that tell an object type: most sentences that hold the word are about the type.

    They extend what counts as a known name, not what a name means.
    """
    total: Counter[str] = Counter()
    about: dict[str, Counter[str]] = defaultdict(Counter)
    base: Counter[str] = Counter()
    count = 0
    for sentence in sentences:
        slots = sentence.slots
        types = {name for name in (slots.object, slots.mrecep, slots.recep) if name}
        base.update(types)
        count += 1
        for word in set(tokenize(sentence.text)):
            total[word] += 1
            about[word].update(types)
    cues = {}
    for word, n in total.items():
        kind, together = max(about[word].items(), key=lambda item: item[1], default=("", 0))
        share = together / n
        if n >= least_count and share >= least_share and share > 4 * base[kind] / count:
            cues[word] = kind
    return dict(sorted(cues.items()))
