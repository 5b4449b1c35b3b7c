# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goals that cannot be, and what objects cannot do in one."""

import json

import pytest

from egoplan_ros.language.goals.consistency import beyond
from egoplan_ros.language.goals.pddl_goal import checked_goal
from egoplan_ros.language.llm.endpoint_reader import checked_answer
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

ONTOLOGY = load_ontology()
NEVER = [
    "(exists (?m - Mug) (in ?m ?m))",
    "(exists (?a - Box ?b - Box) (and (in ?a ?b) (in ?b ?a)))",
    "(exists (?a - Box ?b - Box ?c - Box) (and (in ?a ?b) (in ?c ?a) (in ?b ?c)))",
    "(exists (?f - Fridge) (and (open ?f) (not (open ?f))))",
    "(exists (?f - Fridge) (not (or (open ?f) (not (open ?f)))))",
    "(forall (?f - Fridge) (and (open ?f) (and (not (open ?f)))))",
    "(and (open Fridge_1) (not (open Fridge_1)))",
    "(exists (?m - Mug) (and (clean ?m) (not (= ?m ?m))))",
    "(exists (?f - Fridge) (or (and (open ?f) (not (open ?f))) (in ?f ?f)))",
    "(exists (?f - Fridge) (or (or (in ?f ?f)) (and (open ?f) (imply (open ?f) (in ?f ?f)) "
    "(not (open ?f)))))",
    "(exists (?f - Fridge) (imply (or (open ?f) (not (open ?f))) (in ?f ?f)))",
]
BEYOND = [
    "(exists (?f - Fridge) (hot ?f))",
    "(exists (?f - Fridge) (clean ?f))",
    "(exists (?b - Book) (filled ?b))",
    "(exists (?p - Pillow) (cold ?p))",
    "(exists (?a - Apple ?t - Toaster) (in ?a ?t))",
    "(exists (?a - Mug ?b - Plate) (and (holding ?a) (holding ?b)))",
    "(forall (?a - Mug) (holding ?a))",
    "(exists (?a - Mug) (and (hot ?a) (cold ?a)))",
    "(exists (?a - Mug ?t - DiningTable) (and (holding ?a) (in ?a ?t)))",
    "(or (exists (?f - Fridge) (hot ?f)) (exists (?m - Mug) (hot ?m)))",
]
FINE = [
    "(exists (?f - Fridge ?g - Fridge) (and (not (= ?f ?g)) (open ?f) (not (open ?g))))",
    "(or (exists (?f - Fridge) (open ?f)) (exists (?f - Fridge) (not (open ?f))))",
    "(exists (?f - Fridge) (or (open ?f) (not (open ?f))))",
    "(exists (?f - Fridge) (or (and (open ?f) (not (open ?f))) (open ?f)))",
    "(exists (?f - Fridge) (and (open ?f) (or (or (not (= ?f ?f)) (open ?f)) (not (= ?f ?f)))))",
    "(exists (?f - Fridge) (imply (or (open ?f) (not (open ?f))) (open ?f)))",
    "(exists (?f - Fridge) (not (and (imply (open ?f) (open ?f)) (not (open ?f)))))",
    "(and (exists (?f - Fridge) (open ?f)) (exists (?f - Fridge) (not (open ?f))))",
    "(and (exists (?t - DiningTable) (forall (?x - object) (not (and (pickupable ?x) "
    "(in ?x ?t))))) (handempty))",
    "(exists (?e - Egg ?b - Bowl ?t - DiningTable) (and (in ?e ?b) (in ?b ?t)))",
    "(exists (?b - BreadSliced) (cooked ?b))",
    "(exists (?o - Potato ?l - DeskLamp) (and (holding ?o) (toggled ?l) (sliced ?o)))",
    "(exists (?m - Mug) (and (filled ?m) (brewed ?m)))",
]


@pytest.mark.parametrize("goal", NEVER)
def test_what_can_never_be_is_refused_from_anybody(goal: str) -> None:
    with pytest.raises(InputError, match=r"^goal: .*(itself|at once)$"):
        checked_goal(goal, ONTOLOGY)
    with pytest.raises(InputError):
        checked_answer(json.dumps({"goal": goal}), ONTOLOGY)


@pytest.mark.parametrize("goal", BEYOND)
def test_what_objects_cannot_do_is_refused_from_an_endpoint(goal: str) -> None:
    assert checked_goal(goal, ONTOLOGY) == parse_goal(goal)  # a person may know better
    with pytest.raises(InputError, match=r"^llm: "):
        checked_answer(json.dumps({"goal": goal}), ONTOLOGY)


@pytest.mark.parametrize("goal", FINE)
def test_what_may_be_is_taken(goal: str) -> None:
    assert checked_answer(json.dumps({"goal": goal}), ONTOLOGY) == checked_goal(goal, ONTOLOGY)


@pytest.mark.parametrize(
    "said",
    [
        "put a clean mug in the coffee machine",
        "put two slices of tomato on a plate and the plate on the table",
        "make toast and put it on the counter",
        "make coffee and put it on the desk",
        "heat the potato and put it in the fridge",
        "clear the dining table",
        "put every fork in the drawer and close it",
        "look at the pillow under the lamp",
        "put all the mugs except the cups in the sink",
    ],
)
def test_our_own_goals_pass(model: LanguageModel, said: str) -> None:
    goal = model.understand(Instruction(said)).formula
    assert beyond(goal, ONTOLOGY, model.annotations.seen) == ""


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("(exists (?o - Mug) (clean ?o))", ""),
        (" (handempty)", ""),
        ("(exists (?o - Mug) (clean ?o)", "parenthesis"),
        ("(exists (?o - Mug) (clean ?o)) please", "after the formula"),
        ("(exists (?o - Missile) (clean ?o))", "Missile"),
        ("(launch the missile)", "launch"),
    ],
)
def test_what_begins_with_a_parenthesis_is_a_goal(
    model: LanguageModel, text: str, part: str
) -> None:
    if part:
        with pytest.raises(InputError, match=f"^goal: .*{part}"):
            model.understand(Instruction(text))
    else:
        assert model.understand(Instruction(text)).formula == parse_goal(text)


def test_an_aside_is_no_goal(model: LanguageModel) -> None:
    found = model.understand(Instruction("(please) put a mug in the sink"))
    assert found.context["target"] == "Mug"
