# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Training of what tells the style of a text, on a few made-up ones."""

import gzip
import json
from pathlib import Path

import pytest

from egoplan_ros.language.reader.style import load_style
from egoplan_ros.training.language.train_style import train_style
from egoplan_ros.world.errors import InputError


def data(folder: Path) -> Path:
    """Descriptions of thirty rooms, dialogs of thirty games."""
    described = [
        {
            "goal_text": f"Place a clean mug in the coffee maker number {n}.",
            "task_type": "pick_clean_then_place_in_recep", "object": "Mug", "mrecep": None,
            "recep": "CoffeeMachine", "toggle": None, "sliced": False, "step_texts": [],
            "task_id": str(n), "floor_plan": f"FloorPlan{n}",
        }
        for n in range(30)
    ]  # fmt: skip
    turns = [["Driver", "what shall I do today?"], ["Commander", "make a coffee for breakfast"]]
    talked = [
        {"dialog": turns, "task_name": "Coffee", "task_params": [], "game_id": str(n)}
        for n in range(30)
    ]
    for name, records in (("alfred_train", described), ("teach_train", talked)):
        with gzip.open(folder / f"{name}.jsonl.gz", "wt", encoding="utf-8") as stream:
            stream.writelines(json.dumps(record) + "\n" for record in records)
    return folder


def lists(folder: Path) -> Path:
    asked = [
        f"count | would you mind washing {n} cups for me? | Cup*{n} clean" for n in range(2, 9)
    ]
    folder.mkdir()
    (folder / "requests.txt").write_text("\n".join(asked * 3))
    return folder


def test_each_style_is_learned(tmp_path: Path) -> None:
    out = tmp_path / "style.npz"
    report = train_style(data(tmp_path), lists(tmp_path / "lists"), out)
    assert report["texts"]["request"] == 21
    assert report["texts"]["household task"] > 0
    model = load_style(out)
    assert model((("user", "Place a clean pan in the sink."),)).annotation > 0.5
    assert model((("user", "would you mind washing it?"),)).request > 0.5


def test_a_style_without_texts_is_told(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "none.txt").write_text("# nothing\n")
    with pytest.raises(InputError, match="no text of the style 'request'"):
        train_style(data(tmp_path), tmp_path / "lists", tmp_path / "style.npz")
