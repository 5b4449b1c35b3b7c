# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scores: a back end that is right has them all, and each error costs what it should."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.training.perception.evaluation import evaluate, report
from egoplan_ros.training.perception.frames import frame_of
from egoplan_ros.training.perception.shards import Sample
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.frame import RgbdFrame


class Told:
    """Says the truth of frames, with an error."""

    name = "told"

    def __init__(self, samples: list[Sample], error: Callable[[Detection], Detection | None]):
        self._samples, self._error = iter(samples), error

    def parse(self, frame: RgbdFrame) -> tuple[Detections, np.ndarray]:
        sample = next(self._samples)
        items = []
        for item in sample.items:
            rows, columns = np.nonzero(sample.labels == item.label)
            box = tuple(int(v) for v in (columns.min(), rows.min(), columns.max(), rows.max()))
            one = self._error(Detection(item.type, 1.0, item.label, box, (0, 0), dict(item.states)))
            items += [] if one is None else [one]
        return Detections(0.0, sample.labels, tuple(items), "told"), sample.structure


def scores(sample: Callable[[int], Sample], error: Callable[[Detection], Detection | None]) -> dict:
    samples = [sample(k) for k in range(30)]
    backend = Told(samples, error)
    return report(evaluate(backend, map(frame_of, samples), least=10))


def test_the_truth_scores_full(sample: Callable[[int], Sample]) -> None:
    found = scores(sample, lambda item: item)
    for name in ("precision", "recall", "type_top1", "type_top3"):
        assert found[name]["rate"] == 1.0
    assert found["panoptic_quality"] == pytest.approx(1.0)
    assert found["states"]["open"]["accuracy"] == 1.0


def test_wrong_types_cost_precision_and_recall(sample: Callable[[int], Sample]) -> None:
    wrong = scores(sample, lambda i: replace(i, type="Mug") if i.type == "Apple" else i)
    assert 0.2 < wrong["precision"]["rate"] < 0.6
    assert wrong["recall"]["rate"] == pytest.approx(wrong["precision"]["rate"])
    assert wrong["place_precision"]["rate"] == 1.0
    assert wrong["confusions"][0][:2] == ["Apple", "Mug"]
    second = scores(
        sample,
        lambda i: (
            replace(i, type="Mug", candidates=(("Mug", 0.6), ("Apple", 0.4)))
            if i.type == "Apple"
            else i
        ),
    )
    assert second["type_top3"]["rate"] == 1.0


def test_what_is_missed_costs_recall_alone(sample: Callable[[int], Sample]) -> None:
    found = scores(sample, lambda i: None if i.type == "Microwave" else i)
    assert found["precision"]["rate"] == 1.0
    assert found["recall"]["rate"] < 0.8
    assert found["panoptic_quality"] < 0.8


def test_states_are_scored_each(sample: Callable[[int], Sample]) -> None:
    found = scores(sample, lambda i: replace(i, states={k: 1 - v for k, v in i.states.items()}))
    assert found["states"]["open"]["accuracy"] == 0.0
