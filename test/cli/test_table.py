# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`egoplan table`: lists, makes, goes on from where it was, and says what cannot be made."""

import json
from pathlib import Path
from typing import Any

import pytest

from egoplan_ros.bench import runner
from egoplan_ros.bench.episode import BLANK, EpisodeSpec
from egoplan_ros.bench.tables.registry import load_tables
from egoplan_ros.cli import main

ENDINGS = ("md", "csv", "json", "png")


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Keys of the episodes run; each second one fails, and they take no time."""
    keys: list[str] = []

    def run_episode(spec: EpisodeSpec) -> dict[str, Any]:
        keys.append(spec.key)
        good = len(keys) % 2 == 1
        facts = {"index": spec.index, "key": keys[-1], "kind": spec.kind, "scene": spec.scene}
        facts |= {"text": "make coffee", "seed": spec.seed, "seconds": 1.0, "success": good}
        facts |= {"conditions": 1, "conditions_met": int(good), "steps": 9, "task_seconds": 2.0}
        return BLANK | facts | {"events": [], "reason": "budget spent", "decisions": [[2, 9]]}

    monkeypatch.setattr(runner, "run_episode", run_episode)
    return keys


def test_without_an_id_all_are_listed_with_their_state(
    ran: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--out", str(tmp_path / "made")]
    assert main(["table", *out, "--json"]) == 0
    rows = {row["id"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows.keys() == load_tables().keys()
    assert rows["bcr.1"]["state"] == "not made; 2 of 6 rows need what is not there"
    assert rows["epa.f1"]["state"].startswith("cannot be made: a drawing")
    assert not (tmp_path / "made").exists()
    assert main(["table", "epa.9", "bcr.2", "--episodes", "1", "--oracle", *out]) == 0
    capsys.readouterr()
    assert main(["table", *out]) == 0
    lines = capsys.readouterr().out.splitlines()
    state = lines[1 + next(i for i, line in enumerate(lines) if line.startswith("bcr.2 "))]
    assert state.split(";")[0].strip() == "made as a quick look"


def test_what_another_command_measured_is_read_from_the_folder(
    ran: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["table", "danli.8", "--out", str(tmp_path)]
    assert main(words) == 0
    assert "isDirty: missing, needs perception_seen.json and" in capsys.readouterr().out
    report = {"states": {"dirty": {"accuracy": 0.9, "n": 100, "holds": 0.5}}}
    (tmp_path / "perception_seen.json").write_text(json.dumps(report), encoding="utf-8")
    assert main(words) == 0
    assert "| isDirty | 95.8 · **90.0** [82.6-94.5], n = 100 | 96.5 |" in capsys.readouterr().out
    assert ran == []
    assert main(["table", "--out", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    state = lines[1 + next(i for i, line in enumerate(lines) if line.startswith("danli.8 "))]
    assert state.strip() == "made; 3 of 4 rows need what is not there"


def test_tables_share_their_episodes_and_go_on_from_there(
    ran: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--episodes", "4", "--out", str(tmp_path)]
    assert main(["table", "bcr.1", *words]) == 0
    assert "| BCR | 50/50 · **100.0**" in capsys.readouterr().out
    assert len(ran) == 16  # of four strategies
    assert main(["table", "bcr", *words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [table["id"] for table in told] == ["bcr.1", "bcr.2", "bcr.3"]
    assert len(ran) == 16
    assert main(["table", "bcr.1", "--episodes", "5", "--out", str(tmp_path)]) == 0
    assert len(ran) == len(set(ran)) == 20
    for ending in ENDINGS:
        assert (tmp_path / f"bcr.1.{ending}").stat().st_size > 100


def test_what_was_interrupted_is_shown_and_goes_on(
    ran: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = runner.run_episode

    def stopped(spec: EpisodeSpec) -> dict[str, Any]:
        if len(ran) == 3:
            raise KeyboardInterrupt
        return run(spec)

    monkeypatch.setattr(runner, "run_episode", stopped)
    words = ["table", "bcr.1", "--episodes", "4", "--out", str(tmp_path)]
    assert main(words) == 130
    out, err = capsys.readouterr()
    assert "**Not finished**: 13 episodes" in out
    assert err.splitlines()[-1].endswith("the same command goes on from there")
    monkeypatch.setattr(runner, "run_episode", run)
    assert main(words) == 0
    assert len(ran) == len(set(ran)) == 16


def test_the_packages_own_tables_are_made_and_share_their_episodes(
    ran: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--episodes", "1", "--out", str(tmp_path)]
    assert main(["table", "combination", *words]) == 0
    out = capsys.readouterr().out
    assert "| bcr | " in out
    assert "alone, p = " in out
    assert len(ran) == len(set(ran)) == 7 * 7
    assert main(["table", "combination", "recovery", *words, "--json"]) == 0
    _, recovery = json.loads(capsys.readouterr().out)
    assert len(ran) == len(set(ran)) == 7 * 7 + 3
    assert [cell["n"] for cell in recovery["rows"][1]["cells"]] == [1, 1, 0]
    assert "p" in recovery["rows"][1]["cells"][1]
    for ending in ENDINGS:
        assert (tmp_path / f"combination.1.{ending}").stat().st_size > 0


def test_episodes_that_could_not_be_begun_are_told_and_run_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def dead(spec: EpisodeSpec) -> dict[str, Any]:
        facts = {"index": spec.index, "key": spec.key, "kind": spec.kind, "scene": spec.scene}
        return BLANK | facts | {"seed": 0, "seconds": 0.0, "reason": "robot: the simulator ended"}

    monkeypatch.setattr(runner, "run_episode", dead)
    assert main(["table", "bcr.2", "--episodes", "1", "--out", str(tmp_path)]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert "4 episodes could not be begun: robot: the simulator ended" in last
    assert not (tmp_path / "episodes.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["epa.11"], 2, "nearest: epa.1"),
        (["chess"], 2, "nearest: "),
        (["bcr.1", "--episodes", "0"], 2, "--episodes"),
        (["bcr.1", "--jobs", "0"], 2, "--jobs"),
        (["bcr.1", "--rooms", "nowhere"], 2, "nowhere"),
        (["bcr.1", "--out", "file/x"], 2, "file"),
        (["bcr.1", "--seed", "-1"], 2, "--seed"),
        (["epa.f1"], 1, "epa.f1: cannot be made: a drawing"),
    ],
)
def test_what_cannot_be_is_one_line(
    words: list[str],
    code: int,
    text: str,
    ran: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("good", encoding="utf-8")
    try:
        ended: object = main(["table", *words])
    except SystemExit as end:
        ended = end.code
    assert ended == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert text in err
    assert ran == []
    assert not (tmp_path / "tables").exists() or not any((tmp_path / "tables").glob("*.md"))


@pytest.mark.slow
def test_all_tables_are_made_of_a_few_episodes(ran: list[str], tmp_path: Path) -> None:
    assert main(["table", "all", "--episodes", "2", "--out", str(tmp_path)]) == 0
    assert len(ran) == len(set(ran))
    for table in load_tables().values():
        endings = ENDINGS if table.chart else ENDINGS[:-1]
        assert all((tmp_path / f"{table.id}.{e}").exists() is table.made for e in endings), table.id


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_table_of_each_paper_is_made_of_real_episodes(tmp_path: Path) -> None:
    ids = ["epa.2", "danli.f7", "ogamus.f4", "bcr.3", "capeam.2"]
    assert main(["table", *ids, "--episodes", "2", "--oracle", "--out", str(tmp_path)]) == 0
    lines = (tmp_path / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    for episode in map(json.loads, lines):
        assert episode["success"] or episode["reason"]
        assert episode["success"] or not episode["text"] or len(episode["causes"]) == 3
    made = json.loads((tmp_path / "bcr.3.json").read_text(encoding="utf-8"))
    assert made["missing_episodes"] == 0
    candidates, applicable = made["rows"][0]["cells"][0], made["rows"][3]["cells"][0]
    assert 0 < candidates["ours"] < applicable["ours"]
