"""What a reading of the learned model leaves out of a request, or adds to it."""

import pytest

from egoplan_ros.language.coverage import left_out
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.slots import Slots
from egoplan_ros.language.text import tokenize
from egoplan_ros.world.ontology import load_ontology

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
