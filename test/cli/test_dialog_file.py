# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Dialogs from files, for parse and run."""

import json

import pytest

from egoplan_ros.cli import main
from egoplan_ros.commands.dialog_file import read_dialog
from egoplan_ros.world.errors import InputError

LINES = """# what was said in the kitchen
Commander: put a mug in the sink
Driver: which one?

Commander: sorry, I meant the plate: the blue one
"""
TURNS = (
    ("Commander", "put a mug in the sink"),
    ("Driver", "which one?"),
    ("Commander", "sorry, I meant the plate: the blue one"),
)


@pytest.mark.parametrize("text", [LINES, json.dumps(TURNS)])
def test_lines_and_json_tell_the_same(tmp_path, text):
    path = tmp_path / "dialog.txt"
    path.write_text(text)
    assert read_dialog(path) == TURNS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("put a mug in the sink", 'dialog.txt:1: expected "SPEAKER: words"'),
        ("[[1, 2]]", "expected [SPEAKER, WORDS]"),
        ('{"a": 1}', 'dialog.txt: expected [[SPEAKER, WORDS], ...], got {"a": 1}'),
        ('[["a", "b"]', "is no JSON"),
        ("# nothing\n", "nothing is said"),
    ],
)
def test_what_is_no_dialog_is_told_in_one_line(tmp_path, capsys, text, words):
    path = tmp_path / "dialog.txt"
    path.write_text(text)
    for command in ("parse", "run"):
        assert main([command, "--dialog", str(path)]) == 2
        said = capsys.readouterr().err
        assert words in said
        assert said.count("\n") == 1
    with pytest.raises(InputError, match="cannot be read"):
        read_dialog(tmp_path / "missing")


def test_parse_reads_a_dialog(tmp_path, capsys):
    path = tmp_path / "dialog.txt"
    path.write_text("Commander: wash the fork\nDriver: ok\nCommander: sorry, the spoon\n")
    assert main(["parse", "--dialog", str(path), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["goal"] == "(exists (?s1 - Spoon) (clean ?s1))"
    assert facts["dialog"][2] == ["Commander", "sorry, the spoon"]
    assert main(["parse", "wash a cup", "--dialog", str(path)]) == 2
    assert "leave out TEXT" in capsys.readouterr().err


@pytest.mark.slow
def test_run_follows_a_dialog(tmp_path):
    path = tmp_path / "dialog.txt"
    path.write_text("Commander: put the apple in the fridge\nCommander: sorry, in the sink\n")
    out = tmp_path / "run"
    command = ["run", "--dialog", str(path), "--in-process", "--no-video", "--out", str(out)]
    assert main([*command, "--scene", "FloorPlan1"]) == 0
    result = json.loads((out / "result.json").read_text())
    assert "SinkBasin" in result["goal"]
    assert result["success"]
