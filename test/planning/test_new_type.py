"""The worked example of docs/planning.md, as it stands there."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from planning_worlds import bedroom

from egoplan_ros.commands import doctor
from egoplan_ros.planning.check import check_domain
from egoplan_ros.planning.check_objects import check_objects
from egoplan_ros.planning.domain import load_domain
from egoplan_ros.planning.planner import Planner
from egoplan_ros.world import ontology as ontology_module
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

DOCS = Path(__file__).parents[2] / "docs" / "planning.md"
GOAL = "(exists (?r - Radio) (toggled ?r))"


def example(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", DOCS.read_text(), re.DOTALL)
    return found


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


def test_the_files_are_sound(home):
    assert check_objects(home / "objects.yaml") == []
    assert check_domain(home / "household.pddl", load_ontology()) == []
    (finding,) = doctor._domain(home)
    assert finding.ok, finding.detail


def test_mistakes_in_them_are_told_by_line(home):
    path = home / "household.pddl"
    path.write_text(path.read_text().replace("(has_dial ?r)", "(has_dail ?r)"))
    (finding,) = doctor._domain(home)
    assert finding.detail == f"{path}:6: unknown predicate has_dail"
    path.write_text(example("pddl").replace("(ToggleOn ?r)", "(TurnOn ?x)"))
    details = [finding.detail for finding in doctor._domain(home)]
    assert [f"{path}:8: " in detail for detail in details] == [True, True]
    assert "unknown skill TurnOn" in details[0]
    assert "?x is not a parameter" in details[1]
    path.write_text(example("pddl").replace("household)", "houshold)"))
    assert "only (:extends household)" in doctor._domain(home)[0].detail
    (home / "objects.yaml").write_text(example("yaml").replace("pickupable", "pickable"))
    assert "objects.yaml:4: Radio: unknown affordance" in doctor._domain(home)[0].detail


def test_the_shipped_domain_is_still_there(home):
    mine = load_domain()
    assert {"PickUp", "TurnDial"} <= mine.actions.keys()
    assert mine.predicates["has_dial"] == ("object",)


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


def test_an_unknown_radio_is_looked_for(home):
    world = bedroom()
    world.frontier("frontier_1", 2.0, 0.0)
    plan = Planner(load_ontology()).plan(parse_goal(GOAL), world.build())
    assert plan.status is PlanStatus.EXPLORE
    assert "Radio" in plan.message


class Relabelled:
    """A detector that calls desk lamps radios: the simulator's homes have no radio."""

    name = "relabelled"

    def __init__(self, backend) -> None:
        self.backend = backend

    def detect(self, frame) -> Detections:
        found = self.backend.detect(frame)
        items = (replace(i, type="Radio") if i.type == "DeskLamp" else i for i in found.items)
        return replace(found, items=tuple(items))


@pytest.mark.slow
def test_the_radio_is_turned_on_in_the_simulator(home):
    from egoplan_ros.agent import Agent

    dark = {
        "action": "SetObjectToggles",
        "objectToggles": [{"objectType": "DeskLamp", "isOn": False}],
    }
    options = {"setup": json.dumps([dark])}

    def lit(agent: Agent) -> list[bool]:
        things = agent.robot.truth()["objects"]
        return [thing["isToggled"] for thing in things if thing["objectType"] == "DeskLamp"]

    with Agent.from_options(scene="FloorPlan301", robot_options=options) as agent:
        agent.perception = Relabelled(agent.perception)
        agent.reset("FloorPlan301")
        assert lit(agent) == [False]
        result = agent.run(Instruction("turn the radio on", goal=GOAL))
        assert result.success, result
        assert lit(agent) == [True]
