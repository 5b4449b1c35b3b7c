# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The worked example of docs/tutorials/object_and_action.md, as it stands there."""

import json
import re
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path

import pytest
from planning_worlds import bedroom

from egoplan_ros.cli import main
from egoplan_ros.commands import doctor, run
from egoplan_ros.language.goals.pddl_goal import checked_goal
from egoplan_ros.nodes.node_table import strategy_parameters
from egoplan_ros.planning.check_objects import check_objects
from egoplan_ros.planning.pddl.check import check_domain
from egoplan_ros.planning.pddl.domain import load_domain
from egoplan_ros.planning.planner import Planner
from egoplan_ros.robots.robot import make_robot
from egoplan_ros.world import ontology as ontology_module
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal, variable_types
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

DOCS = Path(__file__).parents[2] / "docs" / "tutorials" / "object_and_action.md"
GOAL = "(exists (?r - Radio) (toggled ?r))"


def example(language: str) -> str:
    return re.findall(rf"```{language}\n(.*?)```", DOCS.read_text(), re.DOTALL)[0]


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The user's folder, in use."""
    config = tmp_path / "my_home" / "config"
    config.mkdir(parents=True)
    (config / "objects.yaml").write_text(example("yaml"))
    (config / "household.pddl").write_text(example("pddl"))
    monkeypatch.setenv("EGOPLAN_SHARE", str(config.parent))
    ontology_module._load.cache_clear()
    yield config
    ontology_module._load.cache_clear()


def test_the_files_are_sound(home, capsys):
    assert check_objects(home / "objects.yaml") == []
    assert check_domain(home / "household.pddl", load_ontology()) == []
    main(["doctor", "--domain", str(home), "--json"])
    findings = {found["name"]: found for found in json.loads(capsys.readouterr().out)}
    assert findings["domain"]["ok"], findings["domain"]


def test_mistakes_in_them_are_told_by_line(home):
    path = home / "household.pddl"
    path.write_text(path.read_text().replace("(has_dial ?r)", "(has_dail ?r)"))
    (finding,) = doctor._domain(home)
    assert finding.detail == f"{path}:6: unknown predicate has_dail"
    path.write_text(example("pddl").replace("(ToggleOn ?r)", "(TurnOn ?x)"))
    details = [finding.detail for finding in doctor._domain(home)]
    assert [f"{path}:8: " in detail for detail in details] == [True, True]
    assert "skill 'TurnOn' is unknown" in details[0]
    assert "?x is not a parameter" in details[1]
    path.write_text(example("pddl").replace("household)", "houshold)"))
    assert "only (:extends household)" in doctor._domain(home)[0].detail
    (home / "objects.yaml").write_text(example("yaml").replace("pickupable", "pickable"))
    assert "objects.yaml:4: Radio: unknown affordance" in doctor._domain(home)[0].detail


@pytest.mark.parametrize("way", ["run", "plan", "bench", "set"])
def test_nothing_is_done_with_mistakes_in_them(home, way, capsys, tmp_path, monkeypatch):
    path = home / "household.pddl"
    path.write_text(path.read_text().replace("(has_dial ?r)", "(has_dail ?r)"))
    if way == "set":
        path = path.rename(tmp_path / "mine.pddl")
    world = tmp_path / "world.json"
    world.write_text('{"objects": [{"type": "Mug", "center": [1, 0, 1]}]}')
    words = {
        "run": ["run", "open the fridge", "--in-process"],
        "plan": ["plan", "--world", str(world), "--goal", "(exists (?m - Mug) (holding ?m))"],
        "bench": ["bench", "alfred", "--episodes", "1"],
        "set": ["run", "open the fridge", "--set", f"planner.domain={path}"],
    }
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    assert main(words[way]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"egoplan: {path}:6: unknown predicate has_dail\n"
    assert not list(here.iterdir())


def test_the_shipped_domain_is_still_there(home):
    mine = load_domain()
    assert {"PickUp", "TurnDial"} <= mine.actions.keys()
    assert mine.predicates["has_dial"] == ("object",)


def test_goals_are_told_in_its_predicates_and_the_shipped_ones(home, tmp_path):
    """What the file itself does not declare, it extends, was refused in goals."""
    ontology = load_ontology()
    told = "(exists (?r - Radio) (and (has_dial ?r) (handempty)))"
    assert checked_goal(told, ontology) == parse_goal(told)
    path = (home / "household.pddl").rename(tmp_path / "mine.pddl")
    assert checked_goal(told, ontology, domain=path) == parse_goal(told)
    with pytest.raises(InputError, match=r"unknown predicate 'has_dial'; known: .*handempty.* in,"):
        checked_goal(told, ontology)


def test_a_configured_domain_has_its_predicates_in_goals(home, tmp_path):
    """``--set planner.domain`` was the planner's alone; it is language's, too."""
    path = (home / "household.pddl").rename(tmp_path / "mine.pddl")
    told = "(exists (?r - Radio) (has_dial ?r))"
    words = Instruction("", goal=told)
    own = {"planner": {"domain": str(path)}}
    assert strategy_parameters("egoplan", "", own)["subgoal_prediction"] == {"domain": str(path)}
    params = tmp_path / "params.yaml"
    params.write_text(f"planner:\n  ros__parameters: {{domain: {path}}}\n")
    assert strategy_parameters("egoplan", params)["subgoal_prediction"] == {"domain": str(path)}
    assert "subgoal_prediction" not in strategy_parameters("egoplan")
    for more in (["--set", f"planner.domain={path}"], ["--params", str(params)]):
        parser = ArgumentParser()
        run.add_arguments(parser)
        args = parser.parse_args(["--goal", told, *more])
        assert run._check(args, words) == (told, None, None)
    with pytest.raises(InputError, match="unknown predicate 'has_dial'"):
        run._check(parser.parse_args(["--goal", told]), words)


def test_the_radio_is_turned_on(home):
    world = bedroom()
    world.add("Radio", "Desk_1")
    plan = Planner(load_ontology()).plan(parse_goal(GOAL), world.build())
    assert plan.status is PlanStatus.SOLVED
    assert [str(action) for action in plan.actions] == ["GoTo(Radio_1)", "ToggleOn(Radio_1)"]
    assert plan.cost < 10.0
    # Nothing but the new action can do it: radios are not toggleable.
    (home / "household.pddl").unlink()
    plan = Planner(load_ontology()).plan(parse_goal(GOAL), world.build())
    assert plan.status is PlanStatus.UNSOLVABLE


def test_words_are_read_by_what_the_type_affords(home, capsys):
    assert main(["parse", "turn on the radio"]) == 2
    assert "'radio' cannot be turned on or off" in capsys.readouterr().err
    path = home / "objects.yaml"
    path.write_text(path.read_text().replace("[pickupable]", "[pickupable, toggleable]"))
    ontology_module._load.cache_clear()
    assert main(["parse", "turn on the radio", "--json"]) == 0
    goal = json.loads(capsys.readouterr().out)["goal"]
    ((_, kind),) = variable_types(parse_goal(goal)).items()
    assert kind == "Radio"
    assert "(toggled " in goal
    assert check_objects(path) == []


def test_an_unknown_radio_is_looked_for(home):
    world = bedroom()
    world.frontier("frontier_1", 2.0, 0.0)
    plan = Planner(load_ontology()).plan(parse_goal(GOAL), world.build())
    assert plan.status is PlanStatus.EXPLORE
    assert "Radio" in plan.message


def room_with_a_radio(folder: Path) -> Path:
    """A recorded bedroom whose alarm clock is a radio that can be switched on."""
    with closing(make_robot("thor", scene="FloorPlan301", oracle=False)) as robot:
        robot.reset()
        objects = robot.truth()["objects"]
    clock = next(thing for thing in objects if thing["objectType"] == "AlarmClock")
    clock |= {
        "objectType": "Radio",
        "objectId": clock["objectId"].replace("AlarmClock", "Radio"),
        "name": "Radio_1",
        "toggleable": True,
        "isToggled": False,
    }
    path = folder / "FloorPlan301.json"
    path.write_text(json.dumps({"objects": objects}))
    return path


@pytest.mark.slow
def test_the_radio_is_turned_on_in_the_simulator(home, tmp_path):
    from egoplan_ros.agent import Agent

    def on(agent: Agent) -> list[bool]:
        things = agent.robot.truth()["objects"]
        return [thing["isToggled"] for thing in things if thing["objectType"] == "Radio"]

    options = {"rooms": str(room_with_a_radio(tmp_path))}
    with Agent(scene="FloorPlan301", robot_options=options) as agent:
        assert on(agent) == [False]
        result = agent.follow(Instruction("turn the radio on", goal=GOAL))
        assert result.success, result
        assert on(agent) == [True]
