# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scores: a back end that is right has them all, and each error costs what it should."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from egoplan_ros.training.perception.evaluation import Tally, evaluate, report
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


def test_panoptic_quality_is_that_of_segmentation_times_that_of_recognition(
    sample: Callable[[int], Sample],
) -> None:
    truth = scores(sample, lambda item: item)["panoptic"]
    for part in ("all", "things", "stuff"):
        assert [truth[part][key] for key in ("pq", "sq", "rq")] == pytest.approx([1.0] * 3)
    assert truth["all"]["classes"] == truth["things"]["classes"] + truth["stuff"]["classes"]
    tally = Tally(least=10)
    tally.panoptic |= {"Mug": [[0.9, 0.7], 1, 1], "Apple": [[], 0, 2], "Wall": [[0.6], 0, 0]}
    found = report(tally)["panoptic"]
    assert found["things"] == {
        "pq": pytest.approx((1.6 / 3 + 0) / 2),
        "sq": pytest.approx((0.8 + 0) / 2),
        "rq": pytest.approx((2 / 3 + 0) / 2),
        "classes": 2,
    }
    assert found["stuff"] == {"pq": 0.6, "sq": 0.6, "rq": 1.0, "classes": 1}
    assert found["all"]["pq"] == pytest.approx((1.6 / 3 + 0 + 0.6) / 3)


def test_a_back_end_without_structure_has_no_stuff(sample: Callable[[int], Sample]) -> None:
    samples = [sample(k) for k in range(3)]
    told = Told(samples, lambda item: item)
    backend = SimpleNamespace(detect=lambda frame: told.parse(frame)[0])
    found = report(evaluate(backend, map(frame_of, samples), least=10))["panoptic"]
    assert found["stuff"] == {"pq": None, "sq": None, "rq": None, "classes": 0}
    assert found["all"] == found["things"]


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
