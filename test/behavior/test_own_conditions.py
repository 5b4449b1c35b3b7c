# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Blocking conditions of one's own: told in a file, recognised and resolved without code."""

import pytest
import symbolic

from egoplan_ros.behavior.conditions.blocking import Blocking
from egoplan_ros.behavior.conditions.catalogue import load_catalogue
from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition
from egoplan_ros.world.errors import InputError

PICK = SymbolicAction("PickUp", ("Mug_1",))
SEARCH = SymbolicAction("Search", ("FloorLamp",))
DARK = """
extends: blocking_conditions.yaml
conditions:
  too_dark:
    text: "it is too dark to see {first}"
    before:
      - {actions: [PickUp], when: "(not (exists (?l - FloorLamp) (toggled ?l)))"}
    resolved: "(exists (?l - FloorLamp) (toggled ?l))"
    resolutions:
      - action: Search
        args: [FloorLamp]
        when: "(not (exists (?l - FloorLamp) (known ?l)))"
        maybe: true
      - {action: ToggleOn, args: [FloorLamp]}
"""


@pytest.fixture
def catalogue(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(DARK)
    return path


@pytest.fixture
def home():
    found = symbolic.kitchen(seen=True)
    found.things["FloorLamp_7"] = symbolic.Thing("FloorLamp", zone=2, states={"toggled": False})
    return found


def test_a_resolution_may_name_a_type(catalogue, home):
    """Ids are the object memory's: nobody knows them when the file is written."""
    blocking = Blocking(load_catalogue(catalogue), symbolic.ONTOLOGY, Weights())
    assert blocking.before(PICK, home.world()).kind == "too_dark"
    condition = BlockingCondition("too_dark", PICK)
    assert blocking.resolutions(condition, home.world())[0] == SEARCH
    home.reveal({2})
    on = SymbolicAction("ToggleOn", ("FloorLamp_7",))
    assert blocking.resolutions(condition, home.world()) == (on,)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("pursuit", ["plan", "resolve"])
def test_the_robot_gets_past_it(catalogue, home, known, pursuit):
    if known:
        home.reveal({2})
    goal = "(exists (?o - Mug) (holding ?o))"
    result = symbolic.pursue(home, goal, pursuit=pursuit, catalogue=str(catalogue))
    assert result.success, (result.reason, result.actions)
    done = [action for action, code in result.actions if code == "ok"]
    assert done.index("ToggleOn(FloorLamp_7)") < done.index("PickUp(Mug_1)")
    assert (str(SEARCH) in done) is not known


def test_what_follows_may_name_a_type_too(tmp_path, home):
    path = tmp_path / "own.yaml"
    then = "{action: ToggleOn, args: [FloorLamp], then: {action: GoTo, args: [FloorLamp]}}"
    path.write_text(DARK.replace("{action: ToggleOn, args: [FloorLamp]}", then))
    blocking = Blocking(load_catalogue(path), symbolic.ONTOLOGY, Weights())
    home.reveal({2})
    on = SymbolicAction("ToggleOn", ("FloorLamp_7",))
    after = blocking.follow_up(BlockingCondition("too_dark", PICK), on, home.world())
    assert after == SymbolicAction("GoTo", ("FloorLamp_7",))


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("args: [FloorLamp]\n", "args: [FloorLmap]\n", "did you mean FloorLamp?"),
        ("args: [FloorLamp]\n", "args: [Unicorn]\n", "'Unicorn'"),
        ("args: [FloorLamp]}", "args: [FloorLmap]}", "did you mean FloorLamp?"),
    ],
)
def test_a_misspelt_type_is_told_before_the_task_ends_with_it(
    catalogue, tmp_path, right, wrong, words
):
    path = tmp_path / "wrong.yaml"
    path.write_text(catalogue.read_text().replace(right, wrong))
    with pytest.raises(InputError) as caught:
        load_catalogue(path)
    assert words in str(caught.value)


def test_what_may_be_an_id_or_a_question_is_taken(catalogue, tmp_path):
    text = "args: [FloorLamp_7]}\n      - {action: AskHuman, args: [FloorLmap]}"
    path = tmp_path / "right.yaml"
    path.write_text(catalogue.read_text().replace("args: [FloorLamp]}", text))
    assert "too_dark" in load_catalogue(path)


def test_a_path_beside_one_is_taken_as_it_stands(catalogue, monkeypatch):
    monkeypatch.chdir(catalogue.parent.parent)
    beside = catalogue.relative_to(catalogue.parent.parent)
    assert BehaviorConfig(catalogue=str(beside)).catalogue_path.samefile(catalogue)
    with pytest.raises(InputError, match="no such file"):
        _ = BehaviorConfig(catalogue=catalogue.name).catalogue_path
