import io
import json
import shutil

from egoplan_ros.cli import main
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.resources import config_path


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


def test_parse_of_an_unknown_word_names_it(capsys):
    assert main(["parse", "put the frobnicator on the bed"]) == 2
    assert "frobnicator" in capsys.readouterr().err


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


def test_sim_lists_scenes(capsys):
    assert main(["sim", "--list", "--json"]) == 0
    names = json.loads(capsys.readouterr().out)
    assert {"FloorPlan1", "FloorPlan30", "FloorPlan201", "FloorPlan430"} <= set(names)


def test_sim_refuses_an_unknown_scene(tmp_path, capsys):
    assert main(["sim", "--scene", "Kitchen", "--out", str(tmp_path / "x.png")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
