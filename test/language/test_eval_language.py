"""The command that scores the language model on files of other people."""

import gzip
import json
from pathlib import Path

import pytest

from egoplan_ros.cli import main
from egoplan_ros.language import LanguageModel, settle
from egoplan_ros.language.evaluate import settled_reading
from egoplan_ros.language.forms import goal_of
from egoplan_ros.language.model import understood
from egoplan_ros.world.task import GoalAlternative, Instruction

RECORDS = [
    ("put a clean mug in the sink", "pick_clean_then_place_in_recep", "Mug", "SinkBasin"),
    ("put the pencil on the desk", "pick_and_place_simple", "Pencil", "Desk"),
    ("put two pillows on the sofa", "pick_two_obj_and_place", "Pillow", "Sofa"),
    ("wash the spatula and put it in the drawer", "pick_and_place_simple", "Spatula", "Drawer"),
]  # fmt: skip


def write_records(folder: Path) -> Path:
    """Four sentences, the last one with a label that cannot be guessed."""
    path = folder / "mine.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        for number, (text, kind, item, place) in enumerate(RECORDS):
            record = {
                "goal_text": text, "task_type": kind, "object": item, "recep": place,
                "mrecep": None, "toggle": None, "sliced": False, "step_texts": ["go to it", text],
                "task_id": str(number), "floor_plan": "FloorPlan1",
            }  # fmt: skip
            stream.write(json.dumps(record) + "\n")
    return path


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
    monkeypatch.chdir(tmp_path)
    assert main(["eval-language", *(part.format(data=data) for part in arguments)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_dialogs_are_scored_on_task_and_parameters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dialogs.jsonl"
    dialog = [["Commander", "please water the plant with a cup"], ["Driver", "done"]]
    record = {"dialog": dialog, "task_name": "Water Plant", "task_params": [], "game_id": "a"}
    path.write_text(json.dumps(record) + "\n")
    assert main(["eval-language", str(path), "--json"]) == 0
    score = json.loads(capsys.readouterr().out)[str(path)]["sources"]["dialogs"]
    assert score["joint"] == score["task_name"]["joint"] == 1.0


def test_what_is_in_the_room_counts_as_it_does_for_the_robot(model: LanguageModel) -> None:
    """One rule for both: a thing that every kitchen has is not held for missing."""
    room = {"Microwave", "Fridge", "CounterTop", "StoveBurner", "Desk"}
    for said in ("put the cup on the table", "put a knife on the counter", "get rid of the mug"):
        instruction = Instruction(said)
        readings = model.readings(instruction)
        found = understood(
            instruction, [GoalAlternative(goal_of(r.slots), r.probability) for r in readings], ""
        )
        best = settled_reading(readings, said, room, model)
        assert best is not None
        assert goal_of(best.slots) == settle(found, room).formula
