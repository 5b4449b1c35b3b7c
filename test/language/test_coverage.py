"""What a reading of the learned rules leaves out of a request, or adds to it."""

import pytest
from language_unforeseen import meaning

from egoplan_ros.language.coverage import left_out
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.rules import RuleReader
from egoplan_ros.language.slots import Slots
from egoplan_ros.language.text import tokenize
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import literals
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

LIT = Slots("look_at_obj_in_light", "RemoteControl", toggle="FloorLamp")
HOT = Slots("pick_heat_then_place_in_recep", "Plate", recep="DiningTable")


@pytest.mark.parametrize(
    ("text", "slots", "word"),
    [
        ("look at the remote under the floor lamp", LIT, ""),
        ("examine the remote", LIT, ""),
        ("fetch the remote over here", LIT, "fetch"),
        ("heat a plate and put it on the dining table", HOT, ""),
        ("heat two plates and put them on the dining table", HOT, "two"),
        ("heat three plates and put them on the dining table", HOT, "three"),
    ],
)
def test_what_is_left_out_or_added_is_told(text: str, slots: Slots, word: str) -> None:
    assert left_out(tokenize(text), slots, Lexicon(load_ontology())) == word


@pytest.mark.parametrize(
    "text",
    [
        "put the phone next to the bed",
        "put the soap beside the sink",
        "set the bowl in front of the microwave",
        "put the cup behind the sink",
        "put the mug to the left of the sink",
        "put the book near the lamp",
        "place the alarm clock beside the lamp",
    ],
)
def test_beside_a_thing_is_not_in_it(rules: RuleReader, text: str) -> None:
    with pytest.raises(InputError, match="is no place to put things"):
        rules.understand(Instruction(text))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("put the mug on the counter next to the sink", "put the mug on the counter"),
        ("move the laptop off the bed", "take the laptop off the bed"),
        ("shift the pillows off the sofa", "take the pillows off the sofa"),
        ("put the mug in the cabinet and leave it open",
         "put the mug in the cabinet and open the cabinet"),
        ("look for my phone", "find my phone"),
        ("have you seen my laptop?", "find my laptop"),
        ("i can't find the keys", "find the keys"),
    ],
)  # fmt: skip
def test_what_is_meant(rules: RuleReader, text: str, plain: str) -> None:
    said, meant = (rules.understand(Instruction(words)).formula for words in (text, plain))
    assert meaning(said) == meaning(meant)


def test_what_only_tells_a_place_changes_nothing(rules: RuleReader) -> None:
    """A toaster beside it makes no mug hot, and one of two places does not chill an egg."""
    for text in ("put the mug behind the toaster", "put the egg in the fridge or in the sink"):
        try:
            formula = rules.understand(Instruction(text)).formula
        except InputError:
            continue
        assert not {"hot", "cold"} & {literal.atom.predicate for literal in literals(formula)}
