# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import io
import json
import shutil

import pytest

from egoplan_ros.cli import main
from egoplan_ros.commands.doctor import CHECKS
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.system.resources import config_path


def test_parse_prints_a_goal_that_can_be_read_back(capsys):
    assert main(["parse", "put a clean mug in the coffee machine", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    parse_goal(facts["goal"])
    assert facts["context"]["target"] == "Mug"
    assert 0.0 < facts["confidence"] <= 1.0
    assert facts["alternatives"][0]["goal"] == facts["goal"]


def test_parse_tells_what_is_left(capsys):
    done = ["--done", "picked up the mug", "--done", "washed it in the sink"]
    text = "put a clean mug in the coffee machine"
    assert main(["parse", text, "--json", *done]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["completed"] == [["Mug", "clean", ""]]
    assert facts["remaining"] == [["Mug", "in", "CoffeeMachine"]]
    assert main(["parse", text, *done]) == 0
    assert "completed    Mug clean\nremaining    Mug in CoffeeMachine" in capsys.readouterr().out


def test_parse_reads_lines(monkeypatch, capsys):
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("put a mug in the sink\n\nput a book on the bed\n")
    )
    assert main(["parse", "-", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["context"]["target"] for line in lines] == ["Mug", "Book"]


def test_no_lines_at_all_are_told(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main(["parse", "-"]) == 2
    assert "standard input: empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--dialog", "nowhere.json"], "nowhere.json"),
        (["put a mug in the sink", "--seen", "Dragon"], "Dragon"),
        (["put a mug in the sink", "--weights", "nowhere.npz"], "nowhere.npz"),
        (["-"], "standard input: empty"),
    ],
)
def test_parse_tells_every_refusal_as_json(words, told, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main(["parse", *words, "--json"]) == 2
    out, err = capsys.readouterr()
    assert told in err
    (line,) = out.splitlines()
    facts = json.loads(line)
    assert told in facts["error"]
    assert facts["instruction"] == ("put a mug in the sink" if words[0].startswith("put") else "")


def test_parse_goes_on_after_a_line_that_is_refused(monkeypatch, capsys):
    text = "put a mug in the sink\n\nput the frobnicator on the bed\nput a book on the bed\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["parse", "-", "--json"]) == 2
    out, err = capsys.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert [(facts["context"] or {}).get("target") for facts in found] == ["Mug", None, "Book"]
    assert "frobnicator" in found[1]["error"]
    assert err.count("\n") == 1
    assert "line 3: " in err
    assert "frobnicator" in err


def test_parse_of_lines_that_are_no_text(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a \xff mug"), "utf-8"))
    assert main(["parse", "-"]) == 2
    assert "UTF-8" in capsys.readouterr().err


def test_parse_refuses_what_cannot_have_been_seen(capsys):
    assert main(["parse", "put a mug in the sink", "--seen", "Mug", "--seen", "Mugg"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "--seen" in err
    assert "nearest: Mug" in err


def test_parse_tells_that_it_does_not_know_what_was_done(capsys):
    done = ["--done", "picked up the mug", "--done", "flew to the moon"]
    assert main(["parse", "put a mug in the sink", *done]) == 0
    out, err = capsys.readouterr()
    assert "remaining    Mug in SinkBasin" in out
    assert err.count("\n") == 1
    assert "--done 'flew to the moon'" in err


def test_parse_of_an_unknown_word_names_it(capsys):
    assert main(["parse", "put the frobnicator on the bed"]) == 2
    assert "frobnicator" in capsys.readouterr().err


def test_parse_tells_the_same_keys_whatever_becomes_of_a_request(capsys):
    known = {}
    for text, more in (
        ("put a mug in the sink", []),
        ("put a mug in the sink", ["--done", "picked up the mug"]),
        ("(exists (?m - Mug) (clean ?m))", []),
        ("put the frobnicator on the bed", []),
        ("(exists (?m - Missile) (clean ?m))", []),
    ):
        main(["parse", text, "--json", *more])
        out, err = capsys.readouterr()
        (line,) = out.splitlines()
        known[text, *more] = facts = json.loads(line)
        assert facts["instruction"] == text
        assert (facts["error"] is None) == (facts["goal"] is not None) == (err == "")
    assert len({tuple(facts) for facts in known.values()}) == 1
    assert "Missile" in known["(exists (?m - Missile) (clean ?m))",]["error"]


def test_parse_tells_the_goal_in_words(capsys):
    assert main(["parse", "turn off the stove"]) == 0
    assert "every stove knob is off" in capsys.readouterr().out


def test_parse_tells_what_can_be_asked_for(capsys):
    assert main(["parse", "--help-me"]) == 0
    assert "put two forks in a drawer" in capsys.readouterr().out
    assert main(["parse", "--help-me", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {act["act"] for act in told["acts"]} >= {"slice", "wash"}
    assert set(told) == {"acts", "forms", "refused"}


def test_a_time_limit_is_above_nothing(capsys):
    words = ["parse", "put a mug in the sink", "--llm", "http://127.0.0.1:9", "--llm-seconds"]
    for value in ("-1", "0", "nan", "soon"):
        with pytest.raises(SystemExit) as end:
            main([*words, value])
        assert end.value.code == 2
        assert "seconds" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("told", "plain"),
    [
        ("Let me know if the microwave is open", "is the microwave open?"),
        ("Tell me if the fridge is closed", "is the fridge closed?"),
        ("Could you check if the tv is on?", "is the tv on?"),
        ("Find out whether the kitchen tap is running", "is the kitchen tap running?"),
    ],
)
def test_parse_takes_a_question_told_indirectly_for_the_plain_one(told, plain, capsys):
    facts = []
    for text in (told, plain):
        assert main(["parse", text, "--json"]) == 0
        facts.append(json.loads(capsys.readouterr().out))
    asked = facts[0]
    assert asked["task"] == "ask_whether", "it is looked up, and nothing is opened or switched"
    assert asked["subgoals"] == []
    assert (asked["goal"], asked["goal_words"]) == (facts[1]["goal"], facts[1]["goal_words"])


OWN = """(define (domain mine)
  (:extends household)
  (:predicates (polished ?o - object))
  (:action Polish :parameters (?o - item)
    :precondition (and (holding ?o) (not (polished ?o)))
    :effect (and (polished ?o) (increase (total-cost) 3)) :skill (Clean ?o ?o)))
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("(not (polished ?o))", "(dirty ?o)", 0, ""),
        (":skill", ":precondition (clean ?o) :skill", 6, "precondition twice"),
        ("(?o - item)", "(?o - item ?o - Mug)", 4, "?o"),
        ("(increase (total-cost) 3)", "(increase (wear) 500)", 6, "wear"),
        ("?o)))\n", "?o))) ; f\xfcr\n", 0, "UTF-8"),
        ("(holding ?o) (not", "(holding ?o) (daytime) (not", 3, "daytime"),
    ],
    ids=["sound", "doubled field", "doubled parameter", "another fluent", "latin-1", "never true"],
)
def test_doctor_finds_what_is_wrong_with_an_own_domain(old, new, line, told, tmp_path, capsys):
    text = OWN.replace(old, new, 1)
    assert text != OWN
    declared = {
        "daytime": ("object))", "object) (daytime))"),
        "wear": ("(:pred", "(:functions (wear) - number) (:pred"),
    }
    text = text.replace(*declared.get(told, ("", "")), 1)
    path = tmp_path / "household.pddl"
    shutil.copy(config_path("objects.yaml"), tmp_path)
    path.write_bytes(text.encode("latin-1"))
    main(["doctor", "--json", "--domain", str(tmp_path)])
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    found = rows["domain"]["detail"]
    assert rows["domain"]["ok"] is (not told), found
    assert told in found
    if told:
        assert (f"{path}:{line}:" if line else str(path)) in found


def test_doctor_finds_a_broken_domain(tmp_path, capsys):
    shutil.copy(config_path("objects.yaml"), tmp_path)
    text = config_path("household.pddl").read_text(encoding="utf-8")
    (tmp_path / "household.pddl").write_text(text.rstrip()[:-1], encoding="utf-8")
    assert main(["doctor", "--json", "--domain", str(tmp_path)]) == 1
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert not rows["domain"]["ok"]
    assert "household.pddl" in rows["domain"]["detail"]
    assert rows["python"]["ok"]
    assert rows["pipes"]["ok"]


def test_doctor_tells_a_middleware_that_is_not_there(monkeypatch, capsys):
    monkeypatch.setenv("RMW_IMPLEMENTATION", "rmw_nowhere_cpp")
    assert main(["doctor", "--json"]) == 2
    out, err = capsys.readouterr()
    assert "rmw_nowhere_cpp" in json.loads(out)["error"]
    assert err.count("\n") == 1
    assert "unset RMW_IMPLEMENTATION" in err


def test_doctor_tells_a_home_that_cannot_be_written(monkeypatch, capsys):
    monkeypatch.setenv("HOME", "/proc/nobody")
    with pytest.raises(InputError, match="set HOME to a folder of yours"):
        CHECKS["home"]()


def test_doctor_tells_that_there_is_no_ros2_command(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "no ros2 command" in CHECKS["ros"]()
    command = tmp_path / "ros2"
    command.touch(0o755)
    assert "no ros2" not in CHECKS["ros"]()


def test_sim_lists_scenes(capsys):
    assert main(["sim", "--list", "--json"]) == 0
    names = json.loads(capsys.readouterr().out)
    assert {"FloorPlan1", "FloorPlan30", "FloorPlan201", "FloorPlan430"} <= set(names)


def test_sim_refuses_an_unknown_scene(tmp_path, capsys):
    assert main(["sim", "--scene", "Kitchen", "--out", str(tmp_path / "x.png")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_bare_sim_says_what_it_can_do(capsys):
    assert main(["sim"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert all(word in err for word in ("--list", "--scene NAME", "--out FILE", "--drive"))


@pytest.mark.parametrize("name", ["floorplan301", "FLOORPLAN301", "floorplan301_physics"])
def test_a_scene_is_known_in_any_case(name, tmp_path, capsys):
    file = tmp_path / "room.json"
    assert main(["sim", "--scene", name, "--out", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["scene"].startswith("FloorPlan301")
    assert file.stat().st_size


@pytest.mark.parametrize("size", ["0", "-3", "4097"])
def test_sim_refuses_a_picture_of_no_size(size, capsys, tmp_path):
    for words in ([], ["--scene", "FloorPlan1", "--out", str(tmp_path / "x.png")]):
        assert main(["sim", f"--size={size}", *words]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert f"--size: {size}; choose 64 to 4096" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--list", "--seed", "3"], "--seed"),
        (["--list", "--size", "50"], "--size"),
        (["--list", "--faults", "f.yaml"], "--faults"),
        (["--list", "--scene", "FloorPlan1"], "--scene"),
        (["--scene", "FloorPlan1", "--out", "r.json", "--faults", "f.yaml"], "--faults"),
        (["--scene", "FloorPlan1", "--out", "r.json", "--size", "50"], "--size"),
        (["--scene", "FloorPlan1", "--drive", "--size", "50"], "--size"),
        (["--seed", "3"], "--seed"),
        (["--size", "50"], "--size"),
    ],
)
def test_options_of_the_simulator_that_would_do_nothing_are_refused(
    capsys, monkeypatch, tmp_path, words, named
):
    monkeypatch.chdir(tmp_path)
    assert main(["sim", *words]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert named in said.err
    assert said.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_parse_tells_what_is_asked(capsys):
    assert main(["parse", "could you check whether the stove is off?", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["task"] == "ask_whether"
    assert told["goal_words"] == "whether every stove knob is off"
    assert told["goal"] == "(forall (?o1 - StoveKnob) (not (toggled ?o1)))"
