# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An air fryer that a user's objects.yaml adds is used in every room, as the tutorial has it."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.behavior.conditions.effects import Literal, load_effects
from egoplan_ros.behavior.conditions.roles import ROLES, Scene
from egoplan_ros.behavior.details.detailed_planner import DetailedPlanner
from egoplan_ros.behavior.details.templates import Templates
from egoplan_ros.behavior.relevance import missing_types, relevant_types
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.bench.shortest import CHORES
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.objects.beliefs import believed
from egoplan_ros.mapping.objects.effects import Effects
from egoplan_ros.mapping.objects.object_memory import ObjectMemory
from egoplan_ros.planning.check_objects import check_objects
from egoplan_ros.planning.planner import Planner
from egoplan_ros.world import ontology as ontology_module
from egoplan_ros.world.action import PlanStatus, SymbolicAction
from egoplan_ros.world.formats.state_file import read_state
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.meaning import meaning
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import Primitive, PrimitiveKind, PrimitiveResult
from egoplan_ros.world.system.resources import config_path
from egoplan_ros.world.task import Instruction

PAGE = Path(__file__).parents[1] / "docs" / "tutorials" / "object_and_action.md"
HOT = parse_goal("(exists (?p - Potato) (hot ?p))")
CLEAVER = "  Cleaver:\n    affords: [pickupable]\n    role: blade\n    names: [cleaver]\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The user's folder, in use."""
    files = dict(
        re.findall(r"<!-- file: (my_kitchen\S+) -->\n```\w+\n(.*?)```", PAGE.read_text(), re.S)
    )
    folder = tmp_path_factory.mktemp("mine")
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    objects = folder / "my_kitchen" / "config" / "objects.yaml"
    objects.write_text(objects.read_text() + CLEAVER)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EGOPLAN_SHARE", str(folder / "my_kitchen"))
        ontology_module._load.cache_clear()
        yield folder / "my_kitchen"
    ontology_module._load.cache_clear()


@pytest.fixture(scope="module")
def ontology(home):
    return load_ontology()


@pytest.fixture(scope="module")
def world(home, ontology):
    return read_state(home / "world.json", ontology)


@pytest.fixture(scope="module")
def model(ontology):
    return LanguageModel.load()


def test_the_ontology_knows_what_it_is_for(home, ontology):
    assert check_objects(home / "config" / "objects.yaml") == []
    assert ontology.playing("heater") == ("Microwave", "AirFryer")
    assert ontology.fits("Potato", "AirFryer")
    assert ontology.fits("PotatoSliced", "AirFryer")
    assert not ontology.fits("Tomato", "AirFryer")
    assert ontology.cooks("AirFryer", "Potato")
    assert ("AirFryer",) in ontology.means("hot")
    assert ontology.playing(CHORES["hot"][0][0]) == ("Microwave", "AirFryer")


def test_a_role_that_is_none_is_told_by_line(home):
    path = home / "config" / "wrong.yaml"
    path.write_text(
        "extends: objects.yaml\ntypes:\n  Oven:\n    role: heatr\n    takes: [Potatoe]\n"
    )
    told = check_objects(path)
    assert told == [
        f"{path}:4: Oven: unknown role heatr; did you mean heater?",
        f"{path}:5: Oven: takes names unknown type Potatoe; did you mean Potato?",
    ]


@pytest.mark.parametrize(
    ("goal", "last"),
    [
        ("(exists (?p - Potato) (hot ?p))", "(Potato_1, AirFryer_1)"),
        ("(exists (?p - Potato) (cooked ?p))", "(Potato_1, AirFryer_1)"),
        ("(exists (?p - Potato ?a - AirFryer) (in ?p ?a))", "Put(Potato_1, AirFryer_1)"),
    ],
)
def test_a_plan_uses_it(ontology, world, goal, last):
    plan = Planner(ontology).plan(parse_goal(goal), world)
    assert plan.status is PlanStatus.SOLVED, plan
    assert str(plan.actions[-1]).endswith(last)


def test_it_is_no_microwave(ontology, world):
    goal = parse_goal("(exists (?p - Potato ?m - Microwave) (in ?p ?m))")
    plan = Planner(ontology).plan(goal, world, explore=False)
    assert plan.status is PlanStatus.UNSOLVABLE
    assert "no Microwave known" in plan.message


def test_another_blade_cuts(home, ontology):
    path = home / "cleaver.json"
    path.write_text((home / "world.json").read_text().replace('"AirFryer"', '"Cleaver"'))
    goal = parse_goal("(exists (?p - Potato) (sliced ?p))")
    plan = Planner(ontology).plan(goal, read_state(path, ontology))
    assert [str(action) for action in plan.actions][-1] == "Slice(Potato_1)"
    assert "PickUp(Cleaver_1)" in map(str, plan.actions)
    action, world = SymbolicAction("Slice", ("Potato_1",)), read_state(path, ontology)
    scene = Scene(action, world, ontology, weights=Weights())
    assert ROLES["$knife"](scene) == ["Cleaver_1"]


@pytest.mark.parametrize("held", [False, True])
def test_another_blade_cuts_without_a_search(home, ontology, held):
    """The nearest one is taken, and what is in hand is not put down for another."""
    path = home / "blades.json"
    things = json.loads((home / "world.json").read_text())["objects"]
    things += [
        {"type": "Knife", "center": [3.0, 2.0, 1.0]},
        {"type": "Cleaver", "center": [1.0, 0.5, 1.0], "held": held},
    ]
    path.write_text(json.dumps({"objects": things}))
    planner = DetailedPlanner(Templates(ontology), ontology, Weights())
    plan = planner.plan(
        parse_goal("(exists (?p - Potato) (sliced ?p))"), read_state(path, ontology)
    )
    done = [str(action) for action in plan.actions if action.name != "GoTo"]
    assert done == [*(() if held else ("PickUp(Cleaver_1)",)), "Slice(Potato_1)"]


def test_detailed_planners_heat_in_it_what_was_heated_in_a_microwave(ontology, world):
    plan = DetailedPlanner(Templates(ontology), ontology, Weights()).plan(HOT, world)
    assert "ToggleOn(AirFryer_1)" in map(str, plan.actions)


def test_behavior_knows_it_as_a_means(ontology, world):
    assert "AirFryer" in relevant_types(HOT, ontology)
    assert missing_types(HOT, world, ontology) == ()
    effects = load_effects(config_path("effects.yaml"))
    for state, name in (("hot", "Heat"), ("cooked", "Cook")):
        actions = effects.actions(Literal(state, ("Potato_1",)), world, ontology, Weights())
        assert f"{name}(Potato_1, AirFryer_1)" in map(str, actions)


@pytest.mark.parametrize(("openness", "hot"), [(0.0, True), (1.0, False)])
def test_mapping_believes_that_what_is_shut_in_it_gets_hot(ontology, openness, hot):
    memory = ObjectMemory(ontology, MappingConfig())
    fryer = memory.create_unseen("AirFryer", np.array([1.0, 0.0, 1.0]), 0.0)
    potato = memory.create_unseen("Potato", np.array([1.0, 0.0, 1.0]), 0.0)
    potato.parent = fryer.id
    effects, robot = Effects(memory), RobotState(1.0, 1, 1, Pose2D(), 0.0, 1.5)
    act = PrimitiveKind.OPEN if openness else PrimitiveKind.CLOSE
    for kind in (act, PrimitiveKind.TOGGLE_ON):
        primitive = Primitive(kind, object_id=fryer.id, object_type="AirFryer")
        effects.apply(PrimitiveResult(primitive, True), robot, None)
    assert believed(potato, "hot") is hot
    assert believed(potato, "cooked") is hot


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("heat the potato in the air fryer", "(exists (?o - Potato) (hot ?o))"),
        ("put the potato in the air fryer", "(exists (?o - Potato ?r - AirFryer) (in ?o ?r))"),
        ("turn on the air fryer", "(exists (?o - AirFryer) (toggled ?o))"),
        (
            "put the potato in the air fryer and place it on the counter",
            "(exists (?o - Potato ?r - CounterTop) (and (hot ?o) (in ?o ?r)))",
        ),
    ],
)
def test_language_understands_it(model, text, goal):
    found = model.understand(Instruction(text)).formula
    assert meaning(found) == meaning(parse_goal(goal)), to_pddl(found)


def test_what_was_told_to_be_done_in_it_is_done(model, ontology):
    from egoplan_ros.language.goals.monitoring import monitored

    told = ["put the potato in the air fryer", "closed the air fryer", "turned on the air fryer"]
    progress = monitored(HOT, told, model.lexicon)
    assert [subgoal.predicate for subgoal in progress.completed] == ["hot"]
    assert progress.remaining == progress.ignored == ()
