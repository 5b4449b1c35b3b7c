# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Alternatives are re-ranked by what exists."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.language.disambiguation.settle import settle
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.world.goal import variable_types
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

MODEL = LanguageModel.load()
TYPES = sorted(load_ontology().types)


@pytest.mark.parametrize("table", ["DiningTable", "CoffeeTable", "SideTable", "Desk"])
def test_table_is_the_table_that_exists(table: str) -> None:
    found = MODEL.understand(Instruction("put the book on the table"))
    settled = settle(found, ["Book", "Sofa", table])
    assert variable_types(settled.formula)["?r"] == table
    assert settled.context["destination"] == table
    assert settled.subgoals[-1].destination == table
    assert settled.confidence > 0.5


def test_chair_that_the_data_never_had() -> None:
    found = MODEL.understand(Instruction("put the book on the chair"))
    kinds = {kind for x in found.alternatives for kind in variable_types(x.formula).values()}
    assert {"Chair", "ArmChair"} <= kinds
    assert "Chair" in variable_types(settle(found, ["Chair"]).formula).values()


def test_lamp_kind_follows_the_room() -> None:
    found = MODEL.understand(Instruction("look at the book under the lamp"))
    for lamp in ("DeskLamp", "FloorLamp"):
        assert lamp in variable_types(settle(found, [lamp, "Book"]).formula).values()


def test_furniture_called_by_its_own_name_is_meant_where_it_stands() -> None:
    found = MODEL.understand(Instruction("move a remote control to the tv stand"))
    for seen, meant in (
        (["TVStand", "Dresser"], "TVStand"),
        (["Dresser"], "Dresser"),
        (["TVStand"], "TVStand"),
    ):
        settled = settle(found, ["RemoteControl", *seen])
        assert variable_types(settled.formula)["?r"] == meant


def test_unseen_small_things_do_not_change_the_goal() -> None:
    found = MODEL.understand(Instruction("bring me the mug"))
    settled = settle(found, ["CounterTop", "Fridge"])
    assert settled.formula == found.formula


def test_nothing_seen_changes_nothing() -> None:
    found = MODEL.understand(Instruction("put the book on the table"))
    assert settle(found, []) is found


def test_slices_count_as_their_whole() -> None:
    found = MODEL.understand(Instruction("put a slice of apple on the table"))
    settled = settle(found, ["AppleSliced", "DiningTable"])
    assert variable_types(settled.formula)["?o"] == "Apple"


CUP_ON_TABLE = MODEL.understand(Instruction("put the cup on the table"))


@settings(deadline=None)
@given(st.sets(st.sampled_from(TYPES)))
def test_probabilities_stay_ranked_and_keep_their_sum(seen: set[str]) -> None:
    found = CUP_ON_TABLE
    settled = settle(found, seen)
    chances = [item.probability for item in settled.alternatives]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(sum(item.probability for item in found.alternatives))
    assert {item.formula for item in settled.alternatives} == {
        item.formula for item in found.alternatives
    }


def test_what_every_kitchen_has_is_waited_for() -> None:
    """A butter knife in view is no sign that the knife that was asked for is missing."""
    found = MODEL.understand(Instruction("put a knife in the sink"))
    for kitchen in (["Fridge"], ["StoveBurner", "CoffeeMachine"]):
        settled = settle(found, ["ButterKnife", "SinkBasin", *kitchen])
        assert "Knife" in variable_types(settled.formula).values()
    elsewhere = settle(found, ["ButterKnife", "SinkBasin", "Sofa"])
    assert "ButterKnife" in variable_types(elsewhere.formula).values()
