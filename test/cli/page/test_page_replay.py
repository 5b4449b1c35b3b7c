# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page of a recording: what it shows at which moment."""

import json

import numpy as np
import pytest
from waiting import until

pytest.importorskip("rclpy")

from recorded import record

from egoplan_ros.cli import main
from egoplan_ros.commands.page import replay as replay_module
from egoplan_ros.commands.page.board import Board
from egoplan_ros.commands.page.live import tell
from egoplan_ros.commands.page.replay import Replay
from egoplan_ros.world.errors import InputError


@pytest.fixture
def folder(tmp_path):
    record(tmp_path / "recording")
    return tmp_path / "recording"


def test_each_moment_shows_what_was_known_then(folder):
    board = Board()
    replay = Replay(folder, board)
    assert replay.length == pytest.approx(3.5)
    replay.seek({"at": 1.2})
    assert board.value("status")["caption"] == "GoTo(Mug_1)"
    assert board.value("status")["blocking"] == "path_blocked: a chair"
    assert board.value("blocking")["action"] == "GoTo(Mug_1)"
    assert board.value("robot")["way"] == [(0.0, 0.0), (0.25, 0.0)]
    assert board.value("camera")["stamp"] == board.value("seen")["stamp"] == 101.0
    assert board.file("camera").data.startswith(b"\xff\xd8")
    (mug,) = board.value("seen")["things"]
    assert mug["type"] == "Mug"
    corners = np.concatenate(mug["parts"])
    assert corners[:, 0].min() == pytest.approx(5.5 / 30, abs=0.01)
    assert corners[:, 1].max() == pytest.approx(14.5 / 20, abs=0.01)
    assert board.value("floor")["size"] == [1.5, 1.0]
    assert [row[0] for row in board.value("tree")] == ["task", "act"]
    replay.seek({"at": 3.5})
    assert board.value("result")["success"]
    assert board.value("status")["state"] == "succeeded"
    assert board.value("status")["plan"] == ("GoTo(Mug_1)", "PickUp(Mug_1)")
    assert board.value("objects")[0]["held"]
    assert board.value("unread") is None


def test_back_in_time_nothing_of_later_is_left(folder):
    board = Board()
    replay = Replay(folder, board)
    replay.seek({"at": 3.5})
    assert board.value("voxels")["count"] == 4
    replay.seek({"at": 0.5})
    assert board.value("result") is None
    assert board.value("request") is None
    assert board.value("blocking") is None
    assert board.value("robot")["way"] == [(0.0, 0.0)]
    assert board.value("voxels")["count"] == 1
    places = np.frombuffer(board.file("voxels").data[:12], np.float32)
    assert places == pytest.approx([0.1, 0.1, 0.5])


def test_it_plays_to_the_end_and_from_the_start_again(folder, monkeypatch):
    monkeypatch.setattr(replay_module, "_TICK", 0.005)
    board = Board()
    replay = Replay(folder, board)
    replay.seek({"at": 3.4})
    replay.start()

    until(lambda: board.value("clock") == {"at": 3.5, "length": 3.5, "playing": False})
    replay.play({"on": True})
    assert board.value("clock")["at"] < 3.0
    replay.close()
    with pytest.raises(InputError, match="time"):
        replay.seek({"at": -1})


def test_a_robots_recording_is_below_its_namespace(tmp_path):
    record(tmp_path / "recording", "/egoplan")
    replay = Replay(tmp_path / "recording", Board())
    assert replay.length == pytest.approx(3.5)


def test_view_serves_it(folder, monkeypatch, capsys):
    (folder.parent / "result.json").write_text('{"success": true}', encoding="utf-8")

    def tell_and_end(server, as_json):
        tell(server, as_json)
        raise KeyboardInterrupt

    monkeypatch.setattr(replay_module, "tell", tell_and_end)
    assert main(["view", str(folder.parent), "--web", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["page"].startswith("http://127.0.0.1:")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["RUN", "--web"], "not recorded"),
        (["RUN", "--web", "--tree", "a.png"], "--tree"),
        (["RUN", "--web", "--web-address", "nowhere"], "--web-address"),
        (["RUN", "--web-address", "127.0.0.1"], "is of --web"),
        (["RUN", "--discovery", "subnet"], "is of --live --web"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(tmp_path, words, line, capsys):
    (tmp_path / "result.json").write_text('{"success": true}', encoding="utf-8")
    words = [str(tmp_path) if word == "RUN" else word for word in words]
    assert main(["view", *words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert line in error


def test_a_goal_is_told_in_words_where_it_has_any():
    from egoplan_ros.msg import Goal

    from egoplan_ros.commands.page.payloads import Payloads

    board = Board()
    payloads = Payloads(board)
    for formula, words in (
        ("(exists (?m - Mug) (clean ?m))", "a mug is clean"),
        ("(exists (?r - Zebra) (zapped ?r))", "Zebra is zapped"),
        ("(exists", ""),
    ):
        payloads.take("goal", Goal(formula=formula, confidence=0.987654))
        told = board.value("goal")
        assert (told["formula"], told["words"], told["confidence"]) == (formula, words, 0.988)


def test_a_task_that_is_refused_shows_nothing_of_the_one_before():
    from egoplan_ros.msg import AgentStatus, SymbolicAction

    from egoplan_ros.commands.page.payloads import Payloads

    board = Board()
    payloads = Payloads(board)
    plan = [SymbolicAction(name="GoTo", args=["Mug_1"])]
    running = AgentStatus(state="running", instruction="get a mug", goal="(holding m)", plan=plan)
    for message, left in (
        (running, ("GoTo(Mug_1)",)),
        (AgentStatus(state="succeeded", instruction="get a mug"), ("GoTo(Mug_1)",)),
        (AgentStatus(state="idle"), ("GoTo(Mug_1)",)),
        (AgentStatus(state="failed", instruction="please dance"), ()),
    ):
        payloads.take("status", message)
        assert board.value("status")["plan"] == left
    assert board.value("status")["instruction"] == "please dance"
