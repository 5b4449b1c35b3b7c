# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A state taught by examples: from pictures to what the back end tells."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import torch

from egoplan_ros.cli import main
from egoplan_ros.perception.learned.backend import LearnedBackend
from egoplan_ros.perception.learned.predicates import (
    StatePredicate,
    read_predicates,
    write_predicate,
)
from egoplan_ros.perception.learned.weights import fresh, save
from egoplan_ros.training.perception.evaluation import rgbd
from egoplan_ros.training.perception.frames import Frames
from egoplan_ros.training.perception.predicate import Examples, fit_predicate
from egoplan_ros.world.errors import InputError


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    torch.manual_seed(0)
    path = tmp_path / "w.npz"
    networks = fresh(["Apple", "Microwave"], ["open"], {"Microwave": ["open"]})
    torch.nn.init.constant_(networks.proposer.kinds.bias[:1], 5.0)  # there are things everywhere,
    torch.nn.init.constant_(networks.recogniser.mask[-1].bias, 5.0)  # as large as their boxes
    save(path, networks, {})
    return path


def pictures(folder: Path, count: int) -> Path:
    """Red things that are wet and green ones that are not."""
    rng = np.random.default_rng(0)
    lines = []
    for k in range(count):
        image = rng.integers(0, 60, (64, 64, 3), dtype=np.uint8)
        wet = k % 2 == 0
        x, y = rng.integers(4, 36, 2).tolist()
        image[y : y + 20, x : x + 20] = (0, 40, 220) if wet else (0, 220, 40)
        cv2.imwrite(str(folder / f"{k}.png"), image)
        box = [x, y, x + 19, y + 19]
        lines.append({"image": f"{k}.png", "box": box, "type": "Apple", "value": wet})
    path = folder / "examples.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


def test_a_state_is_taught_with_pictures(
    weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    examples, out = pictures(tmp_path, 40), tmp_path / "predicates"
    words = ["train", "predicate", "wet", "--examples", str(examples), "--model", str(weights)]
    assert main([*words, "--out", str(out), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["examples"] == 40
    assert report["accuracy"]["rate"] > 0.9
    backend = LearnedBackend(str(weights), threshold=0.0, predicates=str(out))
    (model,) = read_predicates(out, backend.network)
    assert (model.name, model.types) == ("wet", ("Apple",))


def test_the_back_end_tells_it_of_the_types_that_have_it(
    folder: Path, weights: Path, tmp_path: Path
) -> None:
    network = LearnedBackend(str(weights)).network
    apples = StatePredicate("wet", ("Apple",), network, np.zeros(256, np.float32), 2.0)
    opened = StatePredicate("open", (), network, np.zeros(256, np.float32), -2.0)
    for model in (apples, opened):
        write_predicate(tmp_path / "p" / f"{model.name}.npz", model, {})
    backend = LearnedBackend(str(weights), threshold=0.0, predicates=str(tmp_path / "p"))
    found = backend.detect(rgbd(Frames.of([folder]).load(0))).items
    assert found
    for item in found:
        assert ("wet" in item.states) == (item.type == "Apple")
        assert item.states["open"] == pytest.approx(0.119, abs=1e-3), "it replaces the shipped one"


def test_a_state_is_taught_with_frames(
    folder: Path, weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["train", "predicate", "open", "--data", str(folder), "--model", str(weights)]
    assert main([*words, "--out", str(tmp_path / "p")]) == 0
    assert "open of Microwave" in capsys.readouterr().out
    assert main([*words[:2], "wet", *words[3:]]) == 2
    assert "no thing in these frames has a state 'wet'" in capsys.readouterr().err


def test_probabilities_are_frequencies() -> None:
    rng = np.random.default_rng(0)
    features = rng.normal(size=(4000, 6)).astype(np.float32)
    truth = rng.random(4000) < 1 / (1 + np.exp(-(features @ [2, -1, 0, 0, 0.5, 0] + 0.7)))
    groups = np.arange(4000) // 10
    model, report = fit_predicate(Examples(features, truth, ("Apple",) * 4000, groups), "x", "", 0)
    np.testing.assert_allclose(model.weights, [2, -1, 0, 0, 0.5, 0], atol=0.2)
    assert report["calibration_error"] < 0.03


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "examples.jsonl:1: no example"),
        ('{"image": "0.png", "box": [1, 2, 3], "type": "Apple", "value": true}', "no example"),
        ('{"image": "0.png", "box": [5, 5, 1, 9], "type": "Apple", "value": true}', "low to high"),
        ('{"image": "0.png", "box": [1, 1, 5, 5], "type": "Apple", "value": 1}', "true or false"),
        ('{"image": "no.png", "box": [1, 1, 5, 5], "type": "Apple", "value": true}', "no.png"),
        ("", "has no examples"),
    ],
)
def test_bad_examples_are_told(
    weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, told: str
) -> None:
    path = pictures(tmp_path, 2)
    path.write_text(line, encoding="utf-8")
    words = ["train", "predicate", "wet", "--examples", str(path), "--model", str(weights)]
    assert main([*words, "--out", str(tmp_path / "p")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "p").exists()


def test_too_few_examples_bad_names_and_models_of_other_weights_are_told(
    weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--examples", str(pictures(tmp_path, 8)), "--model", str(weights)]
    assert main(["train", "predicate", "wet", *words]) == 2
    assert "at least 10 of each" in capsys.readouterr().err
    assert main(["train", "predicate", "Not wet", *words]) == 2
    assert "a name has a-z" in capsys.readouterr().err
    model = StatePredicate("wet", (), "another", np.zeros(256, np.float32), 0.0)
    write_predicate(tmp_path / "p" / "wet.npz", model, {})
    with pytest.raises(InputError, match="other weights"):
        LearnedBackend(str(weights), predicates=str(tmp_path / "p"))
    with pytest.raises(InputError, match="no such folder"):
        LearnedBackend(str(weights), predicates=str(tmp_path / "nowhere"))
    (tmp_path / "p" / "wet.npz").write_bytes(b"none")
    with pytest.raises(InputError, match="egoplan train predicate"):
        LearnedBackend(str(weights), predicates=str(tmp_path / "p"))
