# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command that scores the language model on files of other people."""

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from egoplan_ros.cli import main
from egoplan_ros.language.disambiguation.settle import settle
from egoplan_ros.language.goals.forms import goal_of
from egoplan_ros.language.model import WEIGHTS, LanguageModel, understood
from egoplan_ros.training.language.corpus import cut, read_sentences
from egoplan_ros.training.language.evaluate import held_out, settled_reading
from egoplan_ros.world.task import GoalAlternative, Instruction

RECORDS = [
    ("put a clean mug in the sink", "pick_clean_then_place_in_recep", "Mug", "SinkBasin"),
    ("put the pencil on the desk", "pick_and_place_simple", "Pencil", "Desk"),
    ("put two pillows on the sofa", "pick_two_obj_and_place", "Pillow", "Sofa"),
    ("wash the spatula and put it in the drawer", "pick_and_place_simple", "Spatula", "Drawer"),
]  # fmt: skip


def record(number: int = 0, **changed: Any) -> dict[str, Any]:
    text, kind, item, place = RECORDS[number]
    return {
        "goal_text": text, "task_type": kind, "object": item, "recep": place,
        "mrecep": None, "toggle": None, "sliced": False, "step_texts": ["go to it", text],
        "task_id": str(number), "floor_plan": "FloorPlan1",
    } | changed  # fmt: skip


def write_records(folder: Path) -> Path:
    """Four sentences, the last one with a label that cannot be guessed."""
    path = folder / "mine.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(record(number)) + "\n" for number in range(len(RECORDS)))
    return path


def scored(path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> Any:
    """The reports, by what they are of."""
    assert main(["eval-language", str(path), *more, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_file_is_scored_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, out = write_records(tmp_path), tmp_path / "guesses.jsonl"
    arguments = ["eval-language", str(data), "--input", "goal+steps", "--predictions", str(out)]
    assert main([*arguments, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)[str(data)]
    score = report["sources"]["mine"]
    assert report["input"] == "goal+steps"
    assert score["n"] == 4
    assert score["joint"] == 0.75
    assert score["errors"] == {"task_type": 1}
    assert score["slots"]["object"] == 1.0
    assert score["task_types"]["pick_two_obj_and_place"]["joint"] == 1.0
    assert set(score["named"]) == {"object named", "everything told"}
    assert score["settled"] is None
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["right"] for line in lines] == [True, True, True, False]
    assert lines[0]["guess"]["recep"] == "SinkBasin"


def test_rooms_settle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = write_records(tmp_path)
    room = [{"objectType": kind} for kind in ("Mug", "SinkBasin", "Pencil", "Desk", "Drawer")]
    with gzip.open(tmp_path / "FloorPlan1.json.gz", "wt") as stream:
        json.dump({"objects": room}, stream)
    assert main(["eval-language", str(data), "--rooms", str(tmp_path)]) == 0
    assert "settled by what is in the room" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing.jsonl"],
        ["{data}", "--predictions", "nowhere/out.jsonl"],
        ["{data}", "--predictions", "."],
        ["{data}", "--predictions", "{data}"],
        ["{data}", "--predictions", "folder.jsonl"],
        ["{data}", "--rooms", "nowhere"],
        ["{data}", "--rooms", "."],
    ],
)
def test_bad_paths_are_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    data = write_records(tmp_path)
    (tmp_path / "folder.jsonl").mkdir()
    monkeypatch.chdir(tmp_path)
    early = "egoplan_ros.training.language.evaluate.evaluate"
    monkeypatch.setattr(early, lambda *_: pytest.fail("scored before it was told"))
    assert main(["eval-language", *(part.format(data=data) for part in arguments)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_dialogs_are_scored_on_task_and_parameters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dialogs.jsonl"
    dialog = [["Commander", "please water the plant with a cup"], ["Driver", "done"]]
    facts = {"dialog": dialog, "task_name": "Water Plant", "task_params": [], "game_id": "a"}
    path.write_text(json.dumps(facts) + "\n")
    report = scored(path, capsys)[str(path)]
    score = report["sources"]["dialogs"]
    assert score["joint"] == score["task_name"]["joint"] == 1.0
    sentences = scored(write_records(tmp_path), capsys)[str(tmp_path / "mine.jsonl.gz")]
    assert set(sentences) == set(report)
    assert set(sentences["sources"]["mine"]) | {"task_name"} == set(score)


def test_empty_lines_and_a_byte_order_mark_are_no_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.jsonl"
    text = f"\n{json.dumps(record(0))}\n  \n{json.dumps(record(1))}\n\n"
    path.write_text("\ufeff" + text, encoding="utf-8")
    report = scored(path, capsys)[str(path)]
    assert report["sources"]["mine"]["joint"] == 1.0
    assert report["unusable"] == {"n": 0, "reasons": {}, "first": []}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "is no JSON"),
        ("[1]", "is no JSON object"),
        (record(goal_text=None), "goal_text is missing"),
        (record(goal_text="  "), "goal_text is no text"),
        (record(goal_text=7), "goal_text is no text"),
        (record(task_type="fetch"), "task_type is unknown"),
        (record(task_type=None), "task_type is missing"),
        (record(object=None), "object is missing"),
        (record(object=["Mug"]), "object is no name"),
        (record(recep=""), "recep is missing"),
        (record(task_type="pick_and_place_with_movable_recep"), "mrecep is missing"),
        (record(sliced="perhaps"), "sliced is neither true nor false"),
        (record(step_texts=3), "step_texts is no list of texts"),
        (record(step_texts=[None]), "step_texts is no list of texts"),
        ({"dialog": "hello", "task_name": "Coffee"}, "goal_text is missing"),
    ],
)
def test_records_that_cannot_be_used_are_told_and_the_others_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: Any, why: str
) -> None:
    path = tmp_path / "mine.jsonl"
    bad = line if isinstance(line, str) else json.dumps(line)
    path.write_text("\n".join([bad, json.dumps(record(0)), json.dumps(record(1))]))
    report = scored(path, capsys)[str(path)]
    assert report["sources"]["mine"]["n"] == 2
    assert report["sources"]["mine"]["joint"] == 1.0
    assert report["unusable"] == {
        "n": 1,
        "reasons": {why: 1},
        "first": [f"mine.jsonl line 1 {why}"],
    }
    assert main(["eval-language", str(path)]) == 0
    assert f"not scored: 1 records: {why} (1)" in capsys.readouterr().out
    path.write_text(bad)
    assert main(["eval-language", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "no record that can be scored" in error


def test_values_written_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.jsonl"
    facts = record(0, sliced="false", step_texts="wash a mug\nput it in the sink", mrecep="None")
    path.write_text(json.dumps(facts))
    for way in ("goal", "goal+steps"):
        report = scored(path, capsys, "--input", way)[str(path)]
        assert report["sources"]["mine"]["joint"] == 1.0
    (sentence,) = read_sentences(path)
    assert sentence.steps == ("wash a mug", "put it in the sink")
    assert sentence.slots.sliced is False


def test_a_folder_is_scored_whole_whatever_its_files_are_called(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_records(tmp_path)
    shutil.copy(tmp_path / "mine.jsonl.gz", tmp_path / "yours.jsonl.gz")
    (tmp_path / "notes.txt").write_text("nothing")
    dialog = {"dialog": [["Commander", "water the plant"]], "task_name": "Water Plant"}
    (tmp_path / "talk.jsonl").write_text(f"\nbroken\n{json.dumps(dialog)}\n{json.dumps(dialog)}")
    reports = scored(tmp_path, capsys)
    assert set(reports) == {str(tmp_path), str(tmp_path / "talk.jsonl")}
    assert set(reports[str(tmp_path)]["sources"]) == {"mine", "yours"}
    assert reports[str(tmp_path / "talk.jsonl")]["sources"]["talk"]["n"] == 2
    assert reports[str(tmp_path / "talk.jsonl")]["unusable"]["n"] == 1
    (tmp_path / "empty").mkdir()
    assert main(["eval-language", str(tmp_path / "empty")]) == 2


def test_a_single_file_is_cut_as_it_was_in_its_folder(tmp_path: Path) -> None:
    """Other rooms would have been trained on."""
    for name in ("alfred_train", "realfred_train", "another"):
        lines = [json.dumps(record(floor_plan=f"FloorPlan{n}", task_id=str(n))) for n in range(30)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines))
        packed = gzip.compress((tmp_path / f"{name}.jsonl").read_bytes())
        (tmp_path / f"{name}.jsonl").unlink()
        (tmp_path / f"{name}.jsonl.gz").write_bytes(packed)
    trained_on = cut(read_sentences(tmp_path), 0)["train"]
    for name in ("alfred_train", "realfred_train"):
        seen = {s.plan for s in trained_on if s.source == name}
        found, _ = held_out(tmp_path / f"{name}.jsonl.gz", 0)
        assert found
        assert not seen & {s.plan for s in found}
    whole, _ = held_out(tmp_path, 0)
    for name in ("alfred_train", "realfred_train"):
        alone, _ = held_out(tmp_path / f"{name}.jsonl.gz", 0)
        assert alone == [s for s in whole if s.source == name]
    (tmp_path / "alfred_train.jsonl.gz").unlink()
    assert "not beside" in held_out(tmp_path / "realfred_train.jsonl.gz", 0)[1][0]


def test_what_the_robot_pursues_is_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.jsonl"
    light = {"task_type": "look_at_obj_in_light", "object": "Book", "recep": None}
    heat = {"task_type": "pick_heat_then_place_in_recep", "object": "Potato"}
    records = [
        record(0),
        record(3),  # the annotation leaves out that it is washed
        record(0, goal_text="put the frobnicator in the sink"),
        record(2, goal_text="put the pillows on the sofa"),
        record(goal_text="look at a book under the desk lamp", toggle="FloorLamp", **light),
        record(goal_text="look at a book under the desk lamp", **light),
        record(goal_text="put a cooked potato in the sink", **heat),
    ]
    path.write_text("\n".join(map(json.dumps, records)))
    score = scored(path, capsys)[str(path)]["sources"]["mine"]
    found = score["pursued"]
    assert found["n"] == 7
    assert found["refused"] == score["refused"] == pytest.approx(1 / 7)
    assert found["right"] == pytest.approx(3 / 7)
    assert found["right_of_answered"] == pytest.approx(3 / 6)
    assert found["all_for_two"] == found["cooked_for_hot"] == 1
    assert 0.5 < found["confidence"] < 1.0
    assert 0.0 < found["calibration_error"] < 1.0
    assert main(["eval-language", str(path)]) == 0
    assert "pursued: the annotated goal" in capsys.readouterr().out


def test_what_is_in_the_room_counts_as_it_does_for_the_robot(model: LanguageModel) -> None:
    """One rule for both: a thing that every kitchen has is not held for missing."""
    room = {"Microwave", "Fridge", "CounterTop", "StoveBurner", "Desk"}
    for said in ("put the cup on the table", "put a knife on the counter", "get rid of the mug"):
        instruction = Instruction(said)
        readings = model.annotations.readings(instruction)
        found = understood(
            instruction,
            [GoalAlternative(goal_of(r.slots), r.probability) for r in readings],
            model.ontology,
        )
        best = settled_reading(readings, said, room, model)
        assert best is not None
        assert goal_of(best.slots) == settle(found, room).formula


def test_other_weights_bring_their_own_dialog_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in WEIGHTS.parent.iterdir():
        shutil.copy(file, tmp_path)
    talk = tmp_path / "talk.jsonl"
    talk.write_text(json.dumps({"dialog": [["Commander", "coffee"]], "task_name": "Coffee"}))
    words = (str(talk), "--weights", str(tmp_path / WEIGHTS.name))
    (tmp_path / "dialog.npz").unlink()
    assert main(["eval-language", *words]) == 0
    assert "the shipped one" in capsys.readouterr().out
    (tmp_path / "dialog.npz").write_bytes(b"no archive")
    assert main(["eval-language", *words]) == 2
    assert str(tmp_path / "dialog.npz") in capsys.readouterr().err
