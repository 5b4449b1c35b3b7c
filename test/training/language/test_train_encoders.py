# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Corpus, cut, training and evaluation on a small made-up corpus."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.language.goals.slots import Slots
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.reader.decoder import count_tasks, from_key, prior_key
from egoplan_ros.language.reader.network import Network, load_network
from egoplan_ros.training.language.calibration import Scored, slot_scores
from egoplan_ros.training.language.corpus import Sentence, cut, read_sentences
from egoplan_ros.training.language.evaluate import evaluate
from egoplan_ros.training.language.evaluate_pursued import calibration_error
from egoplan_ros.training.language.fine_tuning import Tuning
from egoplan_ros.training.language.train_encoders import Recipe, train
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.task import Instruction

PLACES = ("CounterTop", "Fridge", "SinkBasin")
ITEMS = ("Apple", "Tomato", "Lettuce")


def write_corpus(folder: Path) -> Path:
    """40 floor plans, every pair of item and place, in two wordings."""
    lines = []
    for plan in range(40):
        for number, item in enumerate(ITEMS):
            place = PLACES[(plan + number) % 3]
            for verb in ("put", "place"):
                lines.append(
                    {
                        "task_id": f"{plan}-{item}",
                        "floor_plan": f"FloorPlan{plan + 1}",
                        "task_type": "pick_and_place_simple",
                        "object": item,
                        "mrecep": None,
                        "recep": "Sink" if place == "SinkBasin" else place,
                        "toggle": None,
                        "sliced": False,
                        "goal_text": f"{verb} the {item.lower()} in the {place.lower()}",
                        "step_texts": [f"get the {item.lower()}", f"go to the {place.lower()}"],
                    }
                )
    path = folder / "alfred_train.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in lines)
    return folder


def test_cut_keeps_floor_plans_apart(tmp_path: Path) -> None:
    sentences = read_sentences(write_corpus(tmp_path))
    parts = cut(sentences, 3)
    plans = {part: {s.plan for s in found} for part, found in parts.items()}
    assert sum(map(len, parts.values())) == len(sentences)
    assert not plans["train"] & plans["test"]
    assert not plans["train"] & plans["tune"]
    assert not plans["tune"] & plans["test"]
    assert len(plans["test"]) == 5
    assert cut(sentences, 3) == parts
    assert cut(sentences, 4) != parts


def test_other_simulators_names_are_ours(tmp_path: Path) -> None:
    sentences = read_sentences(write_corpus(tmp_path))
    assert {s.slots.recep for s in sentences} == set(PLACES)


@pytest.mark.parametrize("line", ["not json", "[1]", '{"task_type": "x"}', "{}"])
def test_bad_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "data.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(InputError, match="line 1"):
        read_sentences(path)


def test_a_damaged_archive_is_told(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl.gz"
    whole = gzip.compress(b"{}" * 10_000)
    for data in (whole[: len(whole) // 2], whole[:20] + b"x" * 50, b"no archive"):
        path.write_bytes(data)
        with pytest.raises(InputError, match="cannot be read"):
            read_sentences(path)


def test_missing_data(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="none of"):
        read_sentences(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        read_sentences(tmp_path / "none.jsonl.gz")


@pytest.fixture
def recipe(pretrained: Path, monkeypatch: pytest.MonkeyPatch) -> Recipe:
    """Few epochs of the last layer alone, from the made-up encoder."""
    monkeypatch.setattr(
        "egoplan_ros.training.language.train_encoders.pretrained_folder", lambda: pretrained
    )
    tuning = Tuning(epochs=3, rate=1e-3, heads=2.0, frozen=5, kept=True, batch_tokens=256)
    return Recipe(tuning=tuning, refining=replace(tuning, epochs=1))


@pytest.mark.slow
def test_training_resumes_and_generalises(tmp_path: Path, recipe: Recipe) -> None:
    data, out = write_corpus(tmp_path), tmp_path / "weights" / "language.npz"

    class Interrupted(Exception):
        pass

    def stop(line: str) -> None:
        if line.startswith("tuning 2/3"):
            raise Interrupted

    with pytest.raises(Interrupted):
        train(data, out, seed=1, progress=stop, recipe=recipe)
    assert not out.exists()
    lines: list[str] = []
    report = train(data, out, seed=1, progress=lines.append, recipe=recipe)
    assert not any(line.startswith("tuning 1/") for line in lines)
    assert report["trained_on"] == "train part only"
    assert {path.name.split(".")[0] for path in out.parent.iterdir()} == {"language"}
    assert not list(out.parent.glob("*.checkpoint"))

    model = LanguageModel.load(out)
    for with_steps in (False, True):
        result = evaluate(data, 1, with_steps, model=model)
        scores = result["sources"]["alfred_train"]
        assert scores["n"] == 30
        assert scores["joint"] > 0.9
        assert scores["interval"][0] < scores["joint"] <= scores["interval"][1]
        assert result["warnings"] == []
        assert result["records"].startswith("30 of 240")
        assert "test floor plans" in result["records"]
    assert "optimistic" in evaluate(data, 2, model=model)["warnings"][0]
    everything = evaluate(data, None, model=model)
    assert everything["sources"]["alfred_train"]["n"] == 240
    assert everything["warnings"][0].startswith("210 of 240 records")


def test_sentences_of_another_file_are_told(tmp_path: Path) -> None:
    write_corpus(tmp_path)
    other = tmp_path / "mine.jsonl.gz"
    (tmp_path / "alfred_train.jsonl.gz").rename(other)
    assert "mine" in " ".join(evaluate(other)["warnings"])


def test_weights_that_cannot_be_written_are_told_first(tmp_path: Path) -> None:
    data = write_corpus(tmp_path)
    (tmp_path / "file").write_text("")
    lines: list[str] = []
    for out in (tmp_path / "file" / "w.npz", tmp_path):
        with pytest.raises(InputError, match="folder"):
            train(data, out, progress=lines.append)
    assert lines == []


def test_a_damaged_checkpoint_is_begun_anew_and_what_is_written_is_calibrated(
    tmp_path: Path, recipe: Recipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, out = write_corpus(tmp_path), tmp_path / "language.npz"
    calibrated: list[Network] = []

    def scores(network: Network, sentences: list[Sentence]) -> list[Scored]:
        calibrated.append(network)
        return slot_scores(network, sentences)

    monkeypatch.setattr("egoplan_ros.training.language.train_encoders.slot_scores", scores)
    (tmp_path / "language.npz.tuned.checkpoint").write_bytes(b"half a file")
    once = replace(recipe, tuning=replace(recipe.tuning, epochs=1))
    train(data, out, progress=lambda line: None, recipe=once)
    assert LanguageModel.load(out).annotations.report["trained_on"] == "train part only"
    written = load_network(out).parameters
    assert written.keys() == calibrated[0].parameters.keys()
    assert all(np.array_equal(written[k], v) for k, v in calibrated[0].parameters.items())


def test_prior_keys_round_trip() -> None:
    slots = Slots("pick_and_place_with_movable_recep", "Apple", "Bowl", "Fridge", sliced=True)
    assert from_key(prior_key(slots)) == slots
    assert count_tasks([slots, slots]) == {prior_key(slots): 2}


def test_calibration_error() -> None:
    sure = np.array([0.9] * 10)
    assert calibration_error(sure, np.array([True] * 9 + [False])) == pytest.approx(0.0)
    assert calibration_error(sure, np.array([False] * 10)) == pytest.approx(0.9)


def test_shipped_weights_say_how_they_were_made() -> None:
    report = LanguageModel.load().annotations.report
    assert report["trained_on"] == "train part only"
    assert report["sentences"]["test"] > 1000


def test_readings_need_no_known_types() -> None:
    readings = LanguageModel.load().annotations.readings(
        Instruction("put the banana in the fridge")
    )
    assert readings[0].slots.object == "Banana"
