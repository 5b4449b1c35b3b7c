# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import json
import resource
import threading
from dataclasses import replace
from unittest.mock import MagicMock

import pytest

from egoplan_ros.cli import main
from egoplan_ros.commands.run_folder import RunFolder, default_folder, read_result
from egoplan_ros.commands.running import local_run
from egoplan_ros.commands.running.outcome import Outcome, judged, last_known
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.occupancy import empty_grid
from egoplan_ros.world.state import WorldState

GOAL = "(exists (?m - Mug ?s - SinkBasin) (in ?m ?s))"
TEXT = "put a mug in the sink"


def truth(inside):
    return {
        "objects": [
            {"objectId": "Mug|1", "objectType": "Mug", "parentReceptacles": inside},
            {"objectId": "SinkBasin|1", "objectType": "SinkBasin", "parentReceptacles": None},
        ]
    }


@pytest.fixture
def perform(monkeypatch, tmp_path):
    """Runs `egoplan run --in-process` with the work replaced; returns (code, result)."""

    def use(work, *words):
        def replaced(args, instruction, artefacts, display, outcome):
            work(outcome)

        monkeypatch.setattr(local_run, "perform_locally", replaced)
        folder = tmp_path / "run"
        code = main(["run", TEXT, "--in-process", "--no-video", "--out", str(folder), *words])
        return code, read_result(folder)

    return use


def succeed(outcome, inside=("SinkBasin|1",)):
    outcome.state = "succeeded"
    outcome.result = EpisodeResult(
        True, "the goal holds", GOAL, 10, 1, 2, 5.0, {"not_visible": 2}, (("GoTo(Mug_1)", "ok"),)
    )
    outcome.truth = truth(list(inside))


def test_success_is_judged_by_the_true_state(perform):
    code, result = perform(succeed)
    assert code == 0
    assert result["success"] is result["agent_success"] is True
    assert result["judged_by"] == "simulator"
    assert result["steps_per_second"] == 2.0
    assert result["blocking"] == {"not_visible": 2}
    assert result["actions"] == [["GoTo(Mug_1)", "ok"]]
    assert result["artefacts"]["map"].endswith("map.png")


def test_belief_does_not_count(perform, capsys):
    code, result = perform(lambda outcome: succeed(outcome, ()))
    assert code == 1
    assert result["agent_success"] is True
    assert result["success"] is False
    assert "FAILED" in capsys.readouterr().out


def test_another_goal_to_judge_by(perform):
    code, result = perform(succeed, "--judge", "(exists (?m - Mug) (dirty ?m))")
    assert code == 1
    assert result["judged_goal"] == "(exists (?m - Mug) (dirty ?m))"
    assert result["conditions"] == 1


def test_the_goal_and_who_judged_it_are_told_in_words(perform, capsys):
    _, result = perform(succeed)
    out = capsys.readouterr().out
    assert f"goal: {result['goal_words']}" in out
    assert "judged by the simulator's true state" in out


def test_json_is_the_result_alone(perform, capsys):
    _, result = perform(succeed, "--json")
    assert json.loads(capsys.readouterr().out) == result


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_what_came_of_a_task_is_told_on_a_full_disk(perform, capsys, words):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(outcome):
        succeed(outcome)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, limits[1]))

    try:
        code, left = perform(fill, *words)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert code == 2
    assert left["reason"] == "not finished"
    out, err = capsys.readouterr()
    assert [line.count("File too large") for line in err.splitlines()] == [1, 1]
    if words:
        assert json.loads(out)["reason"] == "the goal holds"
    else:
        assert "SUCCESS: the goal holds" in out


def test_with_json_there_is_one_document_whatever_goes_wrong(perform, capsys):
    def fail(outcome):
        raise RobotError("gone")

    _, result = perform(fail, "--json")
    assert json.loads(capsys.readouterr().out) == result


@pytest.mark.parametrize(("error", "code"), [(RobotError("gone"), 1), (InputError("bad"), 2)])
def test_run_folder_is_readable_after_an_error(perform, capsys, error, code):
    def fail(outcome):
        raise error

    found, result = perform(fail)
    assert found == code
    assert result["success"] is False
    assert result["reason"] == str(error)
    assert capsys.readouterr().err == f"egoplan: {error}\n"


@pytest.mark.parametrize("late", [False, True])
def test_the_run_folder_is_finished_after_an_unexpected_error(perform, capsys, tmp_path, late):
    def fail(outcome):
        succeed(outcome)
        outcome.truth = {"objects": 3}
        if not late:
            raise KeyError("Mug_9")

    code, result = perform(fail)
    assert code == 1
    assert result["success"] is False
    assert "unexpected" in result["reason"]
    assert "map" in result["artefacts"]
    out, err = capsys.readouterr()
    assert out.splitlines()[1].startswith("FAILED: unexpected")
    assert err.count("\n") == 1


def test_interrupted(perform):
    def interrupt(outcome):
        outcome.result = EpisodeResult(False, "interrupted", GOAL, steps=3)
        raise KeyboardInterrupt

    code, result = perform(interrupt)
    assert code == 130
    assert result["state"] == "cancelled"
    assert result["steps"] == 3


def test_result_exists_from_the_start(perform, tmp_path):
    seen = {}
    perform(lambda outcome: seen.update(read_result(tmp_path / "run")))
    assert seen["reason"] == "not finished"
    assert seen["success"] is False


def test_without_a_simulator_the_agent_is_believed():
    outcome = Outcome(result=EpisodeResult(True, "done", GOAL))
    facts = judged(outcome, parse_goal(GOAL))
    assert facts["success"] is True
    assert facts["judged_by"] == "agent"


def test_last_status_stands_in_for_a_missing_result(tmp_path):
    from egoplan_ros.commands.artefacts import Artefacts
    from egoplan_ros.commands.task_view import TaskView

    artefacts = Artefacts(RunFolder(tmp_path), TEXT, video=False)
    artefacts.status(TaskView(goal=GOAL, steps=7, failures=2))
    result = last_known(artefacts, "interrupted")
    assert (result.success, result.steps, result.failed_actions) == (False, 7, 2)


def test_default_folder_tells_time_and_task_and_is_new(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = default_folder("Put a clean mug, in the coffee-machine! " + "x" * 300)
    assert first.name.endswith("x")
    assert "put-a-clean-mug-in-the-coffee-machine" in first.name
    assert len(first.name) < 80
    first.mkdir(parents=True)
    monkeypatch.setattr("time.strftime", lambda form: first.name[:15])
    assert default_folder("Put a clean mug, in the coffee-machine! " + "x" * 300) != first


def test_damaged_result_is_told(tmp_path):
    (tmp_path / "result.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="not JSON"):
        read_result(tmp_path)


def test_the_world_model_that_is_judged_is_that_of_the_last_primitive(monkeypatch):
    """It comes on a topic of its own, and an older one would be judged by a newer truth."""
    pytest.importorskip("rclpy")
    from egoplan_ros.commands.running import graph_run
    from egoplan_ros.nodes.convert.objects import to_objects

    monkeypatch.setattr(graph_run, "WORLD_SECONDS", 0.01)
    watch = graph_run.Watch(MagicMock(), MagicMock())
    grid = empty_grid()
    for step in (2, 3):
        robot = RobotState(1.0, step, 1, Pose2D(), 0.0, 1.5, False)
        watch.on_map(grid)
        watch.on_objects(to_objects(WorldState(1.0, robot, {}, grid)))
        world = watch.world(step)
        assert world is not None
        assert world.robot.step == step
        assert watch.world(step + 1) is None
    monkeypatch.setattr(graph_run, "WORLD_SECONDS", 30.0)
    robot = RobotState(1.0, 4, 1, Pose2D(), 0.0, 1.5, False)
    late = to_objects(WorldState(1.0, robot, {}, grid))
    thread = threading.Timer(0.05, watch.on_objects, (late,))
    thread.start()
    world = watch.world(4)
    thread.join()
    assert world is not None
    assert world.robot.step == 4


def test_the_first_line_says_what_the_robot_sees_with(perform, capsys):
    perform(succeed, "--perception", "coco")
    first = capsys.readouterr().out.splitlines()[0]
    assert first == "the robot sees with coco: a detector of photographs"


def test_a_question_succeeds_when_it_is_answered(perform, monkeypatch, capsys):
    monkeypatch.setattr(f"{__name__}.TEXT", "is there a mug in the sink?")

    def answered(outcome):
        succeed(outcome, inside=())
        outcome.result = replace(outcome.result, reason="yes: a mug is in the sink")

    code, result = perform(answered)
    assert code == 0
    assert result["answer"] == "yes: a mug is in the sink"
    assert result["goal_words"] == "whether a mug is in the sink"
    assert (result["success"], result["judged_by"]) == (True, "agent")
    assert capsys.readouterr().out.splitlines()[-1] == "answer: yes: a mug is in the sink"


def test_a_question_without_an_answer_fails(perform, monkeypatch):
    monkeypatch.setattr(f"{__name__}.TEXT", "is there a mug in the sink?")
    code, result = perform(lambda outcome: None)
    assert code == 1
    assert result["answer"] is None


def test_a_question_has_no_goal_to_judge_by(perform, monkeypatch, capsys):
    monkeypatch.setattr(f"{__name__}.TEXT", "is there a mug in the sink?")
    with pytest.raises(InputError, match="cannot be read"):
        perform(succeed, "--judge", GOAL)
    assert "--judge: a question has no goal" in capsys.readouterr().err
