# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The dialog model: corpus, training on made-up dialogs, shipped weights, evaluation."""

import gzip
import json
from pathlib import Path

import pytest

from egoplan_ros.cli import main
from egoplan_ros.language.dialog.dialog_model import load_dialog_model
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.training.language.dialog_corpus import cut_dialogs, holds_dialogs, read_dialogs
from egoplan_ros.training.language.evaluate_dialogs import evaluate_dialogs
from egoplan_ros.training.language.train_dialogs import train_dialogs
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology

TASKS = {
    ("Coffee",): ["make a cup of coffee", "prepare some coffee in a clean mug"],
    ("Clean All X", "Plate"): ["clean all the plates", "we wash every plate today"],
    ("Clean All X", "Mug"): ["clean all the mugs", "the mugs are dirty, rinse them"],
    ("N Slices Of X In Y", "2", "Tomato", "on", "Plate"): [
        "serve two slices of tomato on a plate",
        "cut 2 slices of tomato and put them on a plate",
    ],
    ("N Slices Of X In Y", "3", "Lettuce", "in", "Bowl"): [
        "serve three slices of lettuce in a bowl",
        "cut 3 slices of lettuce for the bowl",
    ],
}


def write_dialogs(folder: Path) -> Path:
    """Each wording in 30 games, with a greeting that tells nothing."""
    lines = []
    for number in range(30):
        for (name, *params), texts in TASKS.items():
            for text in texts:
                dialog = [["Driver", "what shall I do?"], ["Commander", text], ["Driver", "ok"]]
                record = {"task_name": name, "task_params": params, "dialog": dialog}
                lines.append(json.dumps(record | {"game_id": f"{text}{number}"}) + "\n")
    path = folder / "teach_train.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(lines)
    return path


def test_training_and_evaluation(tmp_path: Path) -> None:
    data, out = write_dialogs(tmp_path), tmp_path / "dialog.npz"
    report = train_dialogs(data, out)
    assert report["train"] + report["held_out"] == 300
    model = load_dialog_model(Lexicon(load_ontology()), out)
    result = evaluate_dialogs(data, True, model)
    assert result["sources"]["teach_train"]["joint"] > 0.95
    assert result["sources"]["teach_train"]["n"] == report["held_out"]
    assert result["warnings"] == []
    assert "optimistic" in evaluate_dialogs(data, False, model)["warnings"][0]


def test_weights_that_cannot_be_written_are_told_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_dialogs(tmp_path)
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", Path("/proc")):
        words = ["--data", str(tmp_path), "--only", "dialogs", "--out", str(folder / "w.npz")]
        assert main(["train", "language", *words]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert f"{folder}/dialog.npz" in err
        assert "unexpected" not in err


def test_a_game_is_in_one_part(tmp_path: Path) -> None:
    train, rest = cut_dialogs(read_dialogs(write_dialogs(tmp_path)))
    assert train
    assert rest
    assert not {dialog.game for dialog in train} & {dialog.game for dialog in rest}


def test_files_of_dialogs_are_told_from_others(tmp_path: Path) -> None:
    assert holds_dialogs(write_dialogs(tmp_path))
    other = tmp_path / "goals.jsonl"
    other.write_text('{"goal_text": "put the mug in the sink"}\n')
    assert not holds_dialogs(other)
    assert not holds_dialogs(tmp_path)


@pytest.mark.parametrize("line", ["not json", "[1]", '{"dialog": 3, "task_name": "x"}'])
def test_bad_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "dialogs.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(InputError, match="line 1"):
        read_dialogs(path)


def test_damaged_weights_are_told(tmp_path: Path) -> None:
    path = tmp_path / "dialog.npz"
    path.write_bytes(b"no archive")
    for where, line in ((path, "damaged, or none; reinst"), (tmp_path / "none.npz", "cannot be")):
        with pytest.raises(InputError, match=line) as told:
            load_dialog_model(Lexicon(load_ontology()), where)
        assert f"dialog weights {where}: " in str(told.value)


@pytest.mark.parametrize(
    ("said", "name", "params"),
    [
        ("the plant needs some water, please use a cup", "Water Plant", ()),
        ("please boil a potato in a pot on the stove", "Boil X", ("Potato",)),
        ("we need to make coffee in a clean mug", "Coffee", ()),
        (
            "please serve 2 slices of tomato on a plate",
            "N Slices Of X In Y",
            ("2", "Tomato", "on", "Plate"),
        ),
    ],
)
def test_shipped_weights(said: str, name: str, params: tuple[str, ...]) -> None:
    model = load_dialog_model(Lexicon(load_ontology()))
    found = model((("Driver", "what shall i do today?"), ("Commander", said)))
    assert (found.name, found.params) == (name, params)
    assert 0.0 < found.probability <= 1.0


def test_nothing_goes_into_what_it_is_itself() -> None:
    model = load_dialog_model(Lexicon(load_ontology()))
    found = model([("Commander", "The pots are dirty. Wash all of them.")])
    assert found.params[:1] != found.params[2:3]
