# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page of what can be asked for: each sentence in it is understood."""

import pytest

from egoplan_ros.language.goals.abilities import FORMS, Ability, abilities, page
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

ONTOLOGY = load_ontology()


@pytest.mark.parametrize("ability", list(abilities(ONTOLOGY)), ids=lambda ability: ability.act)
def test_what_can_be_done_is_understood(model: LanguageModel, ability: Ability) -> None:
    assert model.understand(Instruction(ability.example)).confidence > 0.5
    assert list(ability.kinds) == sorted(set(ability.kinds))


@pytest.mark.parametrize(("form", "sentence"), FORMS)
def test_ways_of_asking_are_understood(model: LanguageModel, form: str, sentence: str) -> None:
    assert model.understand(Instruction(sentence)).confidence > 0.5


def test_only_food_is_cooked(model: LanguageModel) -> None:
    (cook,) = [ability for ability in abilities(ONTOLOGY) if ability.act == "cook"]
    assert set(cook.kinds) == {"apple", "bread", "egg", "lettuce", "potato", "tomato"}
    for kind in cook.kinds:
        model.understand(Instruction(f"bake the {kind}"))
    for kind in ("alarm clock", "plate", "mug", "pan"):
        with pytest.raises(InputError, match="cannot be cooked"):
            model.understand(Instruction(f"bake the {kind}"))


def test_that_food_was_cooked_is_asked_where_it_can_be_seen(model: LanguageModel) -> None:
    """An apple is only hot then."""
    for kind in ("bread", "egg", "potato"):
        assert "cooked" in to_pddl(model.understand(Instruction(f"is the {kind} cooked?")).formula)
    for kind in ("apple", "plate"):
        with pytest.raises(InputError, match="I cannot tell whether they are cooked"):
            model.understand(Instruction(f"is the {kind} cooked?"))


def test_the_page_names_what_the_ontology_has() -> None:
    text = page(ONTOLOGY)
    for words in ("microwave", "potato", "turn on, off", "Refused"):
        assert words in text
