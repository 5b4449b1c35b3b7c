# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""ALFRED's own episodes in the papers' tables: what is run, and what is told without them."""

import json
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from egoplan_ros.bench.runner import specs
from egoplan_ros.bench.tables.campaign import Campaign, Options, config_of
from egoplan_ros.bench.tables.filled import command, fill
from egoplan_ros.bench.tables.registry import load_tables
from egoplan_ros.cli import main
from egoplan_ros.world.errors import InputError

TABLE = load_tables()["capeam.1"]
STEPS = [row for row in TABLE.rows if row.run and row.run.get("suite") == "alfred-episodes"]


@pytest.fixture
def file(tmp_path: Path, written: dict[str, Any]) -> Path:
    """Four episodes in rooms that the package was developed in, two in others."""
    lines = []
    for number, room in enumerate((5, 6, 5, 6, 16, 17)):
        data = deepcopy(written) | {"task_id": f"trial_{number}"}
        data["scene"]["floor_plan"] = f"FloorPlan{room}"
        lines.append(json.dumps(data))
    path = tmp_path / "episodes.jsonl"
    path.write_text("\n".join(lines))
    return path


def test_rows_with_steps_told_are_of_the_file_in_rooms_of_their_split(file: Path) -> None:
    options = Options(alfred=str(file), rooms=str(file.parent))
    assert [row.name for row in STEPS] == ["CAPEAM*, steps told, templates", "CAPEAM, steps told"]
    for row in STEPS:
        rooms = []
        for column in TABLE.columns:
            config = config_of(TABLE, row, column, options)
            assert config is not None
            told = [spec.recorded for spec in specs(config) if spec.recorded]
            assert {item.instructions for item in told} == {"steps"}
            rooms.append(Counter(item.episode.scene for item in told))
            assert f"bench alfred-episodes {file} --strategy capeam" in command(config)
            assert "--instructions steps" in command(config)
        seen, unseen = {"FloorPlan5": 2, "FloorPlan6": 2}, {"FloorPlan16": 1, "FloorPlan17": 1}
        assert rooms == [seen] * 4 + [unseen] * 4


def test_without_the_file_they_say_what_they_need(tmp_path: Path) -> None:
    assert all(config_of(TABLE, row, TABLE.columns[0], Options()) is None for row in STEPS)
    campaign = Campaign.of([TABLE], Options(episodes=1), tmp_path)
    assert not any(spec.recorded for spec in campaign.todo)
    notes = {row.name: row.note for row in fill(TABLE, campaign).rows}
    for row in STEPS:
        assert notes[row.name].startswith("missing, needs ALFRED's own episodes")
        assert "--alfred FILE" in notes[row.name]


def test_what_else_they_need_is_told_at_once(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(InputError, match="give --rooms"):
        Campaign.of([TABLE], Options(alfred=str(file)), tmp_path)
    words = ["table", "capeam.1", "--alfred", str(file), "--out", str(tmp_path / "out")]
    assert main(words) == 2
    assert "give --rooms, recordings of AI2-THOR's rooms" in capsys.readouterr().err
    words[3] = "nowhere.jsonl"
    assert main([*words, "--rooms", str(tmp_path)]) == 2
