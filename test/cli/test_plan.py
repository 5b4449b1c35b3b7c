# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Planning without a robot, on a world that was saved or written by hand."""

import json

import pytest

from egoplan_ros.cli import main

WORLD = {
    "objects": [
        {"type": "Mug", "center": [1, 0, 1], "parent": "CounterTop_1"},
        {"type": "CounterTop", "center": [1, 0, 0.9], "size": [1, 0.6, 0.1]},
        {"type": "CoffeeMachine", "center": [1.3, 0, 1.1]},
    ]
}
GOAL = "(exists (?m - Mug ?c - CoffeeMachine) (in ?m ?c))"


@pytest.fixture
def world(tmp_path):
    path = tmp_path / "world.json"
    path.write_text(json.dumps(WORLD))
    return str(path)


def test_a_plan_is_told(world, tmp_path, capsys):
    assert main(["plan", "--world", world, "--goal", GOAL, "--json", "--pddl", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "solved"
    assert told["actions"][-1].startswith("Put(Mug_1, CoffeeMachine_1")
    assert "coffeemachine_1" in (tmp_path / "problem.pddl").read_text().lower()
    new = tmp_path / "new"
    assert main(["plan", "--world", world, "--goal", GOAL, "--pddl", str(new)]) == 0
    assert {path.name for path in new.iterdir()} == {"domain.pddl", "problem.pddl"}
    assert "solved in" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["domain.pddl", "problem.pddl"])
def test_a_file_of_ones_own_is_not_overwritten(world, tmp_path, capsys, name):
    keep = tmp_path / "keep"
    words = ["plan", "--world", world, "--goal", GOAL, "--pddl", str(keep)]
    assert main(words) == main(words) == 0
    other = keep / ({"domain.pddl", "problem.pddl"} - {name}).pop()
    (keep / name).write_text("(define (domain mine))")
    other.unlink()
    capsys.readouterr()
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"egoplan: {keep / name}: is there already, and not of --pddl; choose another folder\n"
    )
    assert (keep / name).read_text() == "(define (domain mine))"
    assert not other.exists()


def test_no_plan_is_told_with_the_reason(world, capsys):
    goal = "(exists (?a - Apple) (holding ?a))"
    assert main(["plan", "--world", world, "--goal", goal, "--no-explore"]) == 1
    assert "Apple" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--goal", "(on ?x", "goal"),
        ("--goal", "(exists (?d - Dragon) (holding ?d))", "Dragon"),
        ("--world", "nowhere.json", "nowhere.json"),
        ("--world", "nowhere.npz", "nowhere.npz"),
        ("--timeout", "-1", "timeout"),
        ("--goal", "(exists (?m - Mug) (holding ?m)", "add ) at the end"),
        ("--world", "nowhere.json", "check the path"),
        ("--pddl", "/dev/null/nowhere", "nowhere"),
    ],
)
def test_bad_input_is_one_line(world, capsys, option, value, told):
    words = {"--world": world, "--goal": GOAL, option: value}
    assert main(["plan", *(w for pair in words.items() for w in pair)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert told in error


def test_an_empty_map_is_named_in_one_line(tmp_path, capsys):
    path = tmp_path / "empty.npz"
    path.touch()
    assert main(["plan", "--world", str(path), "--goal", GOAL]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "empty.npz" in error
