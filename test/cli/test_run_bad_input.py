# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import json

import pytest

from egoplan_ros.cli import main
from egoplan_ros.world.errors import RobotError


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return str(path)


def refused(words, capsys, here):
    """Code 2, one line, and no run folder: found before anything was started."""
    before = {path for path in here.rglob("*") if path.is_dir()}
    assert main(["run", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert {path for path in here.rglob("*") if path.is_dir()} == before
    return err


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_empty_instruction(text, capsys, here):
    assert "empty" in refused([text], capsys, here)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("no list", "is no JSON"),
        ('[{"action": "eat", "object": "Apple"}]', "'eat' is none"),
        ('[{"action": "pick", "object": "Apfel"}]', "Apfel"),
    ],
)
def test_a_history_that_is_none(text, line, capsys, here):
    path = write(here / "done.json", text)
    assert line in refused(["open the fridge", "--history", path], capsys, here)
    assert "cannot be read" in refused(["open it", "--history", "nowhere"], capsys, here)


@pytest.mark.parametrize(
    "words", [["put a \udcff mug"], ["--goal", "(\udcff"], ["open the fridge", "--step", "\udcff"]]
)
def test_text_that_is_no_text(words, capsys, here):
    assert "not UTF-8" in refused(words, capsys, here)


def test_neither_instruction_nor_goal(capsys, here):
    assert "empty" in refused([], capsys, here)


def test_long_instruction(capsys, here):
    assert "10000" in refused(["x" * 10_000], capsys, here).replace(",", "")


def test_unknown_object_word(capsys, here):
    assert "frobnicator" in refused(["put a mug on the frobnicator"], capsys, here)


@pytest.mark.parametrize("node", ["subgoal_prediction", "/**"])
def test_what_an_endpoint_may_understand_is_left_to_it(node, monkeypatch, capsys, here):
    begun = []
    monkeypatch.setattr("egoplan_ros.commands.run._perform", lambda *args: begun.append(args[1]))
    file = write(
        here / "llm.yaml", f"{node}:\n  ros__parameters: {{llm_url: 'http://127.0.0.1:9'}}"
    )
    words = ["run", "put a mug on the frobnicator", "--params", file, "--out", str(here / "run")]
    assert main([*words, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["goal"] == ""
    assert [instruction.text for instruction in begun] == ["put a mug on the frobnicator"]
    assert main([*words, "--goal", "(exists (?m - Missile) (holding ?m))"]) == 2


def test_unknown_scene_names_the_nearest(capsys, here):
    assert "FloorPlan12" in refused(
        ["put a mug in the sink", "--scene", "FlorPlan12"], capsys, here
    )


def test_missing_parameter_file(capsys, here):
    words = ["put a mug in the sink", "--params", "none.yaml"]
    assert "none.yaml" in refused(words, capsys, here)


def test_malformed_yaml_names_the_line(capsys, here):
    file = write(here / "bad.yaml", "mapping:\n  ros__parameters: {a: [1\n")
    error = refused(["put a mug in the sink", "--params", file], capsys, here)
    assert "bad.yaml" in error
    assert "line" in error


def test_parameter_file_without_ros_parameters(capsys, here):
    file = write(here / "flat.yaml", "resolution: 0.1\n")
    assert "ros__parameters" in refused(["put a mug in the sink", "--params", file], capsys, here)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mappingg:\n  ros__parameters: {resolution: 0.1}", ["mappingg", "nearest: mapping"]),
        ("mapping:\n  ros__parameters: {resolutoin: 0.1}", ["resolutoin", "resolution"]),
        ("mapping:\n  ros__parameters: {resolution: fine}", ["resolution", "float", "'fine'"]),
        ("mapping:\n  ros__parameters: {frontier_cells: 1.5}", ["frontier_cells", "int"]),
        ("/**/mapping:\n  ros__parameters: {resolution: }", ["resolution", "None"]),
    ],
)
def test_unknown_nodes_and_wrong_values_in_a_parameter_file(text, words, capsys, here):
    file = write(here / "mine.yaml", text)
    error = refused(["put a mug in the sink", "--params", file], capsys, here)
    assert all(word in error for word in ["mine.yaml", *words]), error


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("amcl:\n  ros__parameters: {alpha1: 0.2}", ["other nodes", "amcl"]),
        ("costs:\n  local:\n    ros__parameters: {width: 3}", ["other nodes", "costs/local"]),
        ("/**:\n  ros__parameters: {robot_radius: 0.2}", ["/**", "robot_radius"]),
    ],
)
def test_what_is_of_other_nodes_in_a_parameter_file_is_told(text, words, monkeypatch, capsys, here):
    begun = []
    monkeypatch.setattr("egoplan_ros.commands.run._perform", lambda *args: begun.append(args))
    file = write(here / "shared.yaml", text)
    assert main(["run", "open the fridge", "--params", file, "--out", "run", "--json"]) == 1
    assert begun
    (line,) = capsys.readouterr().err.splitlines()
    assert all(word in line for word in ["shared.yaml", "ignored", *words]), line


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("mapping:\n  ros__parameters: {resolution: .nan}", "finite"),
        ("mapping:\n  ros__parameters: {resolution: 5.0}", "at most"),
        ("mapping:\n  ros__parameters: {matcher: luck}", "hungarian"),
    ],
)
def test_values_out_of_range_in_a_parameter_file(text, word, capsys, here):
    pytest.importorskip("rclpy")
    file = write(here / "mine.yaml", text)
    error = refused(["put a mug in the sink", "--params", file], capsys, here)
    assert "resolution" in error or "matcher" in error
    assert word in error


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--strategy", "luck"),
        ("--perception", "eyes"),
        ("--depth", "no.npz"),
        ("--goal", "(and (x"),
    ],
)
def test_unknown_names_and_goals(option, value, capsys, here):
    assert refused(["put a mug in the sink", option, value], capsys, here)


def test_folder_of_another_run_is_left_alone(capsys, here):
    folder = here / "old"
    folder.mkdir()
    write(folder / "result.json", "{}")
    error = refused(["put a mug in the sink", "--out", str(folder)], capsys, here)
    assert "already holds a run" in error
    assert (folder / "result.json").read_text() == "{}"


def test_folder_that_cannot_be_made(capsys, here):
    file = write(here / "file", "")
    assert "--out" in refused(["put a mug in the sink", "--out", f"{file}/x"], capsys, here)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--judge", "(exists (?o - Mugg) (open ?o))"),
        ("--judge", "(exists (?o - Mug) (frobbed ?o))"),
        ("--judge", "(in"),
        ("--judge", "()"),
        ("--setup", "[{"),
        ("--setup", '["CloseObject"]'),
    ],
)
def test_judge_and_setup_are_checked_first(option, value, capsys, here):
    told = refused(["put a mug in the sink", option, value], capsys, here)
    assert option.strip("-") in told
    assert "goal" not in told


def test_ros_parameters_without_ros(capsys, here):
    file = write(here / "mine.yaml", "mapping:\n  ros__parameters: {}\n")
    words = ["put a mug in the sink", "--in-process", "--params", file]
    assert "--in-process" in refused(words, capsys, here)


@pytest.mark.parametrize("text", ["", "{", "[]", "[3]", '{"objects": [{"objectType": "Mug"}]}'])
def test_a_broken_room(text, capsys, here):
    file = write(here / "FloorPlan21.json", text)
    words = ["put a mug in the sink", "--rooms", file, "--scene", "FloorPlan21"]
    assert "FloorPlan21.json" in refused(words, capsys, here)


def test_what_is_refused_is_json_where_that_is_asked_for(capsys, here):
    assert main(["run", "put a mug on the frobnicator", "--json"]) == 2
    out, err = capsys.readouterr()
    assert "frobnicator" in json.loads(out)["error"]
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [[], ["--in-process"]])
def test_a_home_that_cannot_be_written(monkeypatch, capsys, here, words):
    monkeypatch.setenv("HOME", "/proc/nobody")
    told = refused(["open the fridge", *words], capsys, here)
    assert told.startswith("egoplan: HOME: /proc/nobody")
    assert "set HOME to a folder of yours" in told


def test_who_may_take_part_is_told_by_two_words_and_nobody_does_without_ros(capsys, here):
    with pytest.raises(SystemExit) as ended:
        main(["run", "open the fridge", "--discovery", "world"])
    assert ended.value.code == 2
    assert "--discovery" in capsys.readouterr().err
    words = ["open the fridge", "--in-process", "--discovery", "subnet"]
    assert "--discovery" in refused(words, capsys, here)


def test_the_graph_is_opened_only_when_that_is_asked_for(monkeypatch, here):
    from egoplan_ros.nodes.startup import starter

    begun = []

    def processes(**options):
        begun.append(options["discovery"])
        raise RobotError("enough is known")

    monkeypatch.setattr(starter, "GraphProcesses", processes)
    for words, told in (([], "localhost"), (["--discovery", "subnet"], "subnet")):
        assert main(["run", "open the fridge", "--out", str(here / told), *words]) == 1
        assert begun.pop() == told
