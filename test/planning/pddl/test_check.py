# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest
from planning_worlds import kitchen

from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.pddl.check import check_domain
from egoplan_ros.planning.pddl.domain import (
    Domain,
    exploration_domain,
    load_domain,
    parse_domain,
)
from egoplan_ros.planning.planner import Planner
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import Atom, atoms, parse_goal
from egoplan_ros.world.ontology import ObjectType, Ontology, load_ontology
from egoplan_ros.world.system.resources import config_path


@pytest.fixture(scope="module")
def text() -> str:
    return config_path("household.pddl").read_text()


def test_our_domain_is_sound():
    assert check_domain(config_path("household.pddl"), load_ontology()) == []


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("(holding ?o) (near ?r)", "(holdin ?o) (near ?r)", "holdin"),
        ("(toggleable ?o) (near ?o)", "(toggleable ?p) (near ?o)", "?p"),
        ("(?o - item ?s - basin)", "(?o - item ?s - basinn)", "basinn"),
        ("(effect (and", "(effect (and", ""),
        ("(in ?o ?r)\n      (near ?o)", "(in ?o)\n      (near ?o)", "arguments"),
        ("(increase (total-cost) 2)", "(increase (total-cost) lots)", "whole number"),
        ("(exists (?k - blade) (holding ?k))", "(exists (holding ?k))", "exists"),
        ("(:action Pour", "(:action Fill", "twice"),
        ("(:action Inspect", "(:action Peek", "Inspect"),
        ("(explored))", ")", "explored"),
    ],
)
def test_mistakes_are_found_with_their_line(tmp_path, text, old, new, word):
    path = tmp_path / "domain.pddl"
    path.write_text(text.replace(old, new, 1))
    found = check_domain(path, load_ontology())
    if not word:
        assert found == []
        return
    line = text[: text.index(old)].count("\n") + 1
    assert any(word in problem for problem in found)
    numbers = [int(problem.removeprefix(f"{path}:").split(":")[0]) for problem in found]
    assert any(abs(number - line) <= 3 or number <= 20 for number in numbers)


def test_unbalanced_and_unreadable_files(tmp_path, text):
    path = tmp_path / "domain.pddl"
    path.write_text(text.rstrip()[:-1])
    assert "never closed" in check_domain(path)[0]
    with pytest.raises(InputError, match="never closed"):
        load_domain(path)
    path.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in check_domain(path)[0]
    assert "cannot be read" in check_domain(tmp_path / "none.pddl")[0]


def test_unknown_section_is_refused():
    with pytest.raises(InputError, match=r"here:1: section :constraints"):
        parse_domain("(define (domain d) (:constraints (and)))", "here")


def test_exploration_acts_get_their_precondition_and_effect():
    domain = exploration_domain(load_domain())
    explore = domain.actions["Explore"]
    assert Atom("unknown", ("?a",)) in set(atoms(explore.precondition))
    assert [(e.atom.predicate, e.add) for e in explore.effects[-2:]] == [
        ("unknown", False),
        ("explored", True),
    ]
    assert load_domain().actions["PickUp"] == domain.actions["PickUp"]


def test_exploring_does_nothing_that_cannot_be_undone():
    left_out = load_domain().actions.keys() - exploration_domain(load_domain()).actions.keys()
    assert {"Slice", "Cook"} <= left_out
    assert left_out.isdisjoint({"GoTo", "PickUp", "Put", "Open", "Close", "ToggleOn", "ToggleOff"})


RADIO = """
  (:action TurnDial
    :parameters (?r - Radio ?implicit_place - object)
    :precondition (and (near ?r) (toggled ?r) (not (tuned ?r)) (in ?r ?implicit_place))
    :skill (ToggleOn ?r)
    :effect (and (tuned ?r) (increase (total-cost) 1)))
"""


def test_a_new_type_predicate_and_action_need_no_code(tmp_path, text):
    path = tmp_path / "domain.pddl"
    extended = text.replace("(:action Pour", RADIO + "\n  (:action Pour")
    extended = extended.replace("(filled ?o - object)", "(filled ?o - object)\n(tuned ?o - object)")
    path.write_text(extended)
    radio = ObjectType("Radio", affords=frozenset({"pickupable", "toggleable"}))
    ontology = Ontology({**load_ontology().types, "Radio": radio})
    assert check_domain(path, ontology) == []
    world = kitchen()
    world.add("Radio", "CounterTop_1")
    planner = Planner(ontology, PlannerConfig(domain=str(path)))
    plan = planner.plan(parse_goal("(exists (?r - Radio) (tuned ?r))"), world.build())
    assert plan.status is PlanStatus.SOLVED
    assert list(map(str, plan.actions)) == [
        "GoTo(Radio_1)",
        "ToggleOn(Radio_1)",
        "ToggleOn(Radio_1)",
    ]


def test_an_action_that_no_skill_carries_out_is_told(tmp_path):
    path = tmp_path / "domain.pddl"
    path.write_text(
        config_path("household.pddl").read_text().replace("(:action Pour", "(:action Polish")
    )
    (problem,) = check_domain(path)
    assert "no skill carries action Polish out; add :skill" in problem


EXTENDED = "(define (domain mine) (:extends household) (:types %s))"


def test_what_a_domain_declares_generically_keeps_its_role(tmp_path):
    path = tmp_path / "domain.pddl"
    path.write_text(EXTENDED % "Knife - item Fridge - furniture")
    assert check_domain(path, load_ontology()) == []
    planner = Planner(load_ontology(), PlannerConfig(domain=str(path)))
    for state in ("sliced", "cold"):
        goal = parse_goal(f"(exists (?p - Potato) ({state} ?p))")
        assert planner.plan(goal, kitchen().build()).status is PlanStatus.SOLVED


def test_a_declared_parent_that_is_not_of_the_role_is_told(tmp_path):
    path = tmp_path / "domain.pddl"
    path.write_text(EXTENDED % "weapon - item\nKnife - weapon")
    (problem,) = check_domain(path, load_ontology())
    assert problem.startswith(f"{path}:2: type Knife is a blade by its role in objects.yaml")
    path.write_text(EXTENDED % "weapon - blade Knife - weapon Fork - weapon")
    assert check_domain(path, load_ontology()) == []


def test_statics_and_achievers():
    domain: Domain = load_domain()
    assert "fits" in domain.statics
    assert "in" not in domain.statics
    assert {a.name for a in domain.achievers("clean", add=True)} == {"Clean", "Fill", "Water"}
