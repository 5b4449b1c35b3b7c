# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions are drawn from what a room contains, and read as they are meant."""

import pytest

from egoplan_ros.bench.questions.draw import draw_question
from egoplan_ros.bench.runner import BenchConfig, specs
from egoplan_ros.bench.suite import Suite, load_suite
from egoplan_ros.bench.tasks import slot_words
from egoplan_ros.language.goals.question import QuestionKind, question_about
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

ONTOLOGY = load_ontology()
ROOM = [
    {"objectId": "DiningTable|1", "objectType": "DiningTable", "parentReceptacles": ["Floor|1"]},
    {"objectId": "Fridge|1", "objectType": "Fridge", "parentReceptacles": None, "isOpen": True},
    {"objectId": "Mug|1", "objectType": "Mug", "parentReceptacles": ["DiningTable|1"]},
    {"objectId": "Apple|1", "objectType": "Apple", "parentReceptacles": ["Fridge|1"]},
    {"objectId": "Faucet|1", "objectType": "Faucet", "isToggled": False},
    {"objectId": "StoveKnob|1", "objectType": "StoveKnob", "isToggled": False},
    {"objectId": "StoveKnob|2", "objectType": "StoveKnob", "isToggled": True},
]


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load_suite("questions")


@pytest.fixture(scope="module")
def model() -> LanguageModel:
    return LanguageModel.load()


def test_there_are_six_kinds_and_any_room_does(suite: Suite) -> None:
    assert len(suite.kinds) == 6
    rooms = {spec.scene for spec in specs(BenchConfig("questions", episodes=120))}
    assert rooms == set(suite.scenes["validation"])


def test_every_sentence_is_read_as_it_is_meant(suite: Suite, model: LanguageModel) -> None:
    wrong = []
    for rule in suite.kinds.values():
        for form in ({**rule, **form} for form in rule["forms"]):
            for target in form.get("target", ["Mug"]):
                slots = {"target": target, "destination": form.get("destination", ["Fridge"])[0]}
                meant = question_about(
                    QuestionKind(form["asks"]), parse_goal(form["goal"].format(**slots))
                )
                words = slot_words(suite, slots, ONTOLOGY)
                texts = [text.format(**words) for text in form["sentences"]]
                wrong += [text for text in texts if model.question(Instruction(text)) != meant]
    assert wrong == []


def test_a_seed_draws_one_question_and_others_draw_others(suite: Suite) -> None:
    drawn = [draw_question(suite, "where", "FloorPlan1", ROOM, ONTOLOGY, n) for n in range(30)]
    assert drawn[3] == draw_question(suite, "where", "FloorPlan1", ROOM, ONTOLOGY, 3)
    asked = [item.slots["target"] for item in drawn if item is not None]
    there = sum(kind in ("Mug", "Apple") for kind in asked)
    assert 8 <= there <= 22


def test_before_a_state_is_asked_for_one_has_it_or_none(suite: Suite) -> None:
    on = set()
    for seed in range(40):
        task = draw_question(suite, "state", "FloorPlan1", ROOM, ONTOLOGY, seed)
        assert task is not None
        states = {item["objectId"]: bool(item.get("isToggled")) for item in ROOM}
        for action in task.setup:
            if "Toggle" in action["action"]:
                assert states[action["objectId"]] != action["action"].endswith("On")
                states[action["objectId"]] = action["action"].endswith("On")
        if task.slots["target"] == "StoveKnob":
            assert to_pddl(task.goal) == "(forall (?o - StoveKnob) (not (toggled ?o)))"
            on.add((states["StoveKnob|1"], states["StoveKnob|2"]))
    assert on == {(False, False), (True, False), (False, True)}


def test_nothing_is_asked_where_nothing_is(suite: Suite) -> None:
    assert draw_question(suite, "in_or_on", "FloorPlan1", ROOM[2:], ONTOLOGY, 0) is None


def test_questions_are_not_judged_over_ros() -> None:
    with pytest.raises(InputError, match="--ros"):
        BenchConfig("questions", ros=True)
