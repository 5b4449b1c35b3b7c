# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An episode ends as a row, whatever the agent makes of its task."""

import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from http_stub import endpoint, says

from egoplan_ros.bench import episode
from egoplan_ros.bench.episode import NO_SESSION, EpisodeSpec, run_episode
from egoplan_ros.bench.metrics import summarise
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.cli import main
from egoplan_ros.commands.dialog_file import read_dialog
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.formats.history_file import read_history
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.task import ActedStep


def test_a_sentence_that_is_not_understood_is_a_failure_and_not_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goal = parse_goal("(exists (?o - Mug ?r - Fridge) (in ?o ?r))")
    task = BenchTask("FloorPlan1", "pick_and_place_simple", 0, "put a mug in the zorp", goal)
    monkeypatch.setattr(episode, "_draw", lambda *_: (task, 9))
    spec = EpisodeSpec(0, "alfred", task.kind, task.scene, 0, "egoplan", "oracle", False)
    row = run_episode(spec)
    assert not row["success"]
    assert "zorp" in row["reason"]
    assert row["text"] == task.text
    assert row["expert_steps"] == 9
    assert row["causes"]["epa"] == "Language error"
    # An unmet condition, for what was not understood was not done.
    assert (row["conditions_met"], row["conditions"]) == (0, 1)


@pytest.mark.parametrize("ros", [False, True])
def test_a_dialog_comes_in_as_that_of_a_user_does(
    ros: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal = parse_goal("(exists (?o - Mug ?r - Fridge) (in ?o ?r))")
    said = (("Follower", "Yes?"), ("Commander", "Put a mug in the zorp."))
    task = BenchTask("FloorPlan1", "coffee", 0, "the dialog", goal, dialog=said)
    monkeypatch.setattr(episode, "_draw", lambda *_: (task, 9))
    monkeypatch.setattr(episode, "_draw_apart", lambda *_: (task, 9))
    read = []

    def child(command: list[str], _: float) -> tuple[str, str]:
        assert task.text not in command
        read.append(read_dialog(Path(command[command.index("--dialog") + 1])))
        return "", "zorp"

    monkeypatch.setattr(episode, "run_child", child)
    row = run_episode(EpisodeSpec(0, "teach", task.kind, task.scene, 0, "egoplan", "oracle", ros))
    assert "zorp" in row["reason"]
    assert row["text"] == task.text
    assert read == ([said] if ros else [])


def test_a_failure_over_ros_has_its_causes(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = parse_goal("(exists (?o - Mug ?r - Fridge) (in ?o ?r))")
    task = BenchTask("FloorPlan1", "pick_and_place_simple", 0, "put a mug in the fridge", goal)
    monkeypatch.setattr(episode, "_draw_apart", lambda *_: (task, 9))
    known = {"needed": 1, "known": 1, "most": 1, "there": 1, "shut_in": 0}
    told = {
        "success": False,
        "agent_success": False,
        "reason": "200 plans",
        "goal": to_pddl(goal),
        "spent": {"GoTo": 3},
        "events": [
            [0, "action", "GoTo(Fridge_1)", "blocked", 1, 0.0],
            [3, "blocked", "GoTo(Fridge_1)", "path_blocked", 0, 0.0],
        ],
        "wanted": {"Mug": known, "Fridge": known},
    }
    monkeypatch.setattr(episode, "run_child", lambda *_: (json.dumps(told), ""))
    row = run_episode(EpisodeSpec(0, "alfred", task.kind, task.scene, 0, "egoplan", "oracle", True))
    assert row["causes"] == {"epa": "Collision", "danli": "Others", "ogamus": "Not reachable"}
    assert summarise([row])["causes"]["epa"] == {"Collision": 1}


def test_what_was_done_before_comes_in_and_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = parse_goal("(exists (?o - Mug) (and (clean ?o) (brewed ?o)))")
    done = (ActedStep(PrimitiveKind.PICK, "Mug", "Mug_1", True, (1.0, 2.0, 0.5)),)
    said = (("Commander", "Make coffee in a clean mug."),)
    setup = ({"action": "PickupObject", "x": 0.5, "y": 0.5, "past": True},)
    task = BenchTask(
        "FloorPlan1", "coffee", 0, "coffee", goal, dialog=said, setup=setup, history=done, met=1
    )
    monkeypatch.setattr(episode, "_draw_apart", lambda *_: (task, 9))

    def child(command: list[str], _: float) -> tuple[str, str]:
        assert read_history(Path(command[command.index("--history") + 1])) == done
        assert json.loads(command[command.index("--setup") + 1]) == list(setup)
        return json.dumps({"success": True, "conditions_met": 2}), ""

    monkeypatch.setattr(episode, "run_child", child)
    spec = EpisodeSpec(0, "teach-edh", "coffee", "FloorPlan1", 0, "egoplan", "oracle", True)
    row = run_episode(spec)
    assert (row["conditions_met"], row["conditions"], row["expert_steps"]) == (1, 1, 9)
    monkeypatch.setattr(episode, "_draw_apart", lambda *_: (replace(task, history=()), None))
    assert run_episode(spec)["reason"] == NO_SESSION


def test_a_dialog_is_told_in_the_first_room_that_allows_its_task(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goal = parse_goal("(exists (?o - Mug) (clean ?o))")
    shown: list[str] = []

    class Shows:
        setup = "of another room"

        def reset(self, scene: str, seed: int | None) -> None:
            shown.append(scene + self.setup)

        def close(self) -> None:
            shown.append("closed")

    def draw(robot: object, suite: object, spec: EpisodeSpec) -> tuple[BenchTask | None, None]:
        able = spec.scene == "FloorPlan3"
        return (BenchTask(spec.scene, "coffee", 0, "coffee", goal) if able else None), None

    monkeypatch.setattr("egoplan_ros.robots.robot.make_robot", lambda *_, **__: Shows())
    monkeypatch.setattr(episode, "_draw", draw)
    spec = EpisodeSpec(0, "teach", "coffee", "FloorPlan2", 0, "egoplan", "oracle", False)
    spec = replace(spec, others=("FloorPlan3", "FloorPlan4"))
    task, _ = episode._draw_apart.__wrapped__(spec)
    assert task.scene == "FloorPlan3"
    assert shown == ["FloorPlan2", "FloorPlan3", "closed"]
    none = episode._draw_apart.__wrapped__(replace(spec, others=("FloorPlan4",)))
    assert none == (None, None)


@pytest.mark.parametrize("size", [0, 480])
def test_another_camera_reaches_the_graph_and_makes_another_episode(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal = parse_goal("(exists (?o - Mug ?r - Fridge) (in ?o ?r))")
    task = BenchTask("FloorPlan1", "pick_and_place_simple", 0, "put a mug in the fridge", goal)
    monkeypatch.setattr(episode, "_draw_apart", lambda *_: (task, 9))
    told = []

    def child(command: list[str], _: float) -> tuple[str, str]:
        told.append(command[command.index("--size") + 1] if "--size" in command else "")
        return "", "zorp"

    monkeypatch.setattr(episode, "run_child", child)
    spec = EpisodeSpec(
        0, "alfred", "pick_and_place_simple", "FloorPlan1", 0, "egoplan", "oracle", True, size=size
    )
    run_episode(spec)
    assert told == ["480" if size else ""]
    assert (spec.key == replace(spec, size=0).key) is not bool(size)


def test_the_budget_of_the_suite_ends_an_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = parse_goal("(exists (?o - Mug ?r - Fridge) (in ?o ?r))")
    task = BenchTask("FloorPlan1", "pick_and_place_simple", 0, "put a mug in the fridge", goal)
    monkeypatch.setattr(episode, "_draw", lambda *_: (task, 9))
    short = replace(load_suite("bcr"), settings=("behavior.max_actions=1",))
    monkeypatch.setattr(episode, "load_suite", lambda _: short)
    spec = EpisodeSpec(0, "bcr", task.kind, task.scene, 0, "egoplan", "oracle", False)
    row = run_episode(spec)
    assert not row["success"]
    assert "actions" in row["reason"]
    assert 0 < sum(row["spent"].values()) <= row["steps"]  # the last one was cut short
    assert row["events"][-1][1:3] == ["finished", row["reason"]]
    assert row["wanted"].keys() == {"Mug", "Fridge"}
    assert row["causes"].keys() == {"epa", "danli", "ogamus"}
    wide = replace(spec, settings=("behavior.max_actions=3",))  # what a user sets wins
    assert len(run_episode(wide)["actions"]) > len(row["actions"])


def test_rows_that_differ_in_what_goes_wrong_share_the_drawing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = []

    def draw(*_: object) -> tuple[None, None]:
        drawn.append(1)
        return None, None

    monkeypatch.setattr(episode, "_draw", draw)
    monkeypatch.setattr(episode, "_draw_apart", lru_cache(episode._draw_apart.__wrapped__))
    kind = "pick_and_place_simple"
    spec = EpisodeSpec(0, "blocking", kind, "FloorPlan1", 0, "egoplan", "oracle", False)
    rows = [replace(spec, index=k, row=row) for k, row in enumerate(("hand_empty", "no_effect"))]
    assert [run_episode(row)["reason"] for row in rows] == ["the room allows no such task"] * 2
    assert len(drawn) == 1
    run_episode(replace(rows[0], seed=1))
    assert len(drawn) == 2


def test_budgets_are_those_of_the_papers() -> None:
    assert "behavior.max_actions=100" in load_suite("bcr").settings
    assert load_suite("alfred").settings == (
        "behavior.max_steps=1000",
        "behavior.max_failed_primitives=10",
    )


def test_that_no_room_has_a_task_is_told_and_no_success(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(episode, "_draw", lambda *_: (None, None))
    words = ["--scenes", "FloorPlan401", "--kinds", "pick_heat_then_place_in_recep"]
    assert main(["bench", "alfred", "--episodes", "1", *words]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    last = err.splitlines()[-1]
    assert "no task of pick_heat_then_place_in_recep can be done in FloorPlan401" in last
    assert "--kinds" in last
    assert main(["bench", "alfred", "--episodes", "1", *words, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["not_drawn"] == 1


def test_that_no_robot_was_to_be_had_is_told_and_no_success(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def dead(*_: object) -> None:
        raise RobotError("the simulator ended")

    monkeypatch.setattr(episode, "_draw", dead)
    words = ["--scenes", "FloorPlan1", "--kinds", "pick_heat_then_place_in_recep"]
    assert main(["bench", "alfred", "--episodes", "1", *words]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert "1 of 1 episodes could not be begun: robot: the simulator ended" in last


def test_what_a_language_model_was_asked_for_goes_from_the_episode_to_the_report() -> None:
    with endpoint(lambda n: says("$$ GoTo(Nowhere_1) $$")) as (place, seen):
        settings = ("behavior.selection=llm", f"behavior.llm_url={place.url}")
        settings += ("behavior.max_actions=3",)
        spec = EpisodeSpec(0, "bcr", "coffee", "FloorPlan7", 0, "bcr", "oracle", False)
        row = run_episode(replace(spec, settings=settings))
    assert len(row["asked"]) > 0
    asked = summarise([row])["asked"]
    assert (asked["n"], asked["outside"]["n"]) == (len(row["asked"]), len(seen))
