# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What must be refused, with a line a person can act upon."""

from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.language.model import WEIGHTS, LanguageModel
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import to_pddl, variable_types
from egoplan_ros.world.task import Instruction


def refusal(model: LanguageModel, text: str, **more: object) -> str:
    with pytest.raises(InputError) as caught:
        model.understand(Instruction(text, **more))  # type: ignore[arg-type]
    line = str(caught.value)
    assert "\n" not in line
    return line


@pytest.mark.parametrize("text", ["", "   ", "\n\t "])
def test_empty(model: LanguageModel, text: str) -> None:
    assert "empty" in refusal(model, text)


def test_too_long(model: LanguageModel) -> None:
    assert "2000" in refusal(model, "put the mug in the sink " * 500)
    assert "2000" in refusal(model, "put it away", steps=("go on " * 500,))


@pytest.mark.parametrize("text", ["我要苹果", "!!! ???", "12 34", "положи яблоко", "\x00\x01"])
def test_not_english(model: LanguageModel, text: str) -> None:
    assert "no English words" in refusal(model, text)


@pytest.mark.parametrize(
    "text",
    [
        "hello how are you",
        "the weather is nice today",
        "I love my mug",
        "my keys are on the table",
        "lorem ipsum dolor sit amet",
    ],
)
def test_no_request(model: LanguageModel, text: str) -> None:
    refusal(model, text)


@pytest.mark.parametrize(
    "text",
    [
        "Find the mugs",
        "locate all the books",
        "find every pen",
        "find me all the plates",
        "find three eggs",
        "find both candles",
        "look for the forks",
    ],
)
def test_the_robot_is_near_one_thing_at_a_time(model: LanguageModel, text: str) -> None:
    assert "one thing" in refusal(model, text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("put a glorb on the table", "glorb"),
        ("put the mug on the flumbax", "flumbax"),
        ("bring me the elephant", "elephant"),
        ("wash the zorkmid and put it in the sink", "zorkmid"),
        ("put the banana on the table", "banana"),
        ("can you put the mug in the dishwasher", "dishwasher"),
    ],
)
def test_unknown_object_is_named_with_nearest(model: LanguageModel, text: str, word: str) -> None:
    line = refusal(model, text)
    assert f"no object called {word!r}" in line
    assert "nearest: " in line


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("put the apple on the sofa", "does not go in or on"),
        ("open the sofa", "cannot be opened"),
        ("slice the plate", "cannot be sliced"),
        ("pick up the fridge", "cannot be picked up"),
        ("turn on the pillow", "cannot be turned on"),
        ("do not put the mug in the sink", "known in it: mug, sink"),
        ("put it on the table", "known in it: table"),
        ("put the mug somewhere", "known in it: mug"),
    ],
)
def test_impossible_or_unclear(model: LanguageModel, text: str, part: str) -> None:
    assert part in refusal(model, text)


@pytest.mark.parametrize(
    "text",
    [
        "throw away the potato peelings",
        "hand me the knife sharpener",
        "put the phone charger on the desk",
        "put the apple in the fridge and feed the cat",
        "put the knife in the drawer and call mum",
        "wash the mug and fold the laundry",
        "turn on the lamp and play some jazz",
        "if it rains close the blinds",
    ],
)
def test_what_is_beyond_the_robot_is_not_done_by_half(model: LanguageModel, text: str) -> None:
    refusal(model, text)


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("the cat has been fed already, put the mug in the sink", ("Mug", "SinkBasin")),
        ("i'm off to walk the dog, put the mug in the sink please", ("Mug", "SinkBasin")),
        ("put the cereal bowl in the sink", ("Bowl", "SinkBasin")),
        ("put the bar of soap in the drawer, if you don't mind", ("SoapBar", "Drawer")),
    ],
)
def test_remarks_and_what_is_still_the_thing_are_no_reason_to_refuse(
    model: LanguageModel, text: str, types: tuple[str, str]
) -> None:
    found = model.understand(Instruction(text))
    assert tuple(variable_types(found.formula).values()) == types


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("throw the pencil in the garbage can", ("Pencil", "GarbageCan")),
        ("throw the pencil in the wastebasket", ("Pencil", "GarbageCan")),
        ("put the cellphone on the couch", ("CellPhone", "Sofa")),
        ("put the smartphone on the settee", ("CellPhone", "Sofa")),
        ("put the remote on the night stand", ("RemoteControl", "SideTable")),
        ("put the soap in the tub", ("SoapBar", "BathtubBasin")),
        ("put the bread on the worktop", ("Bread", "CounterTop")),
        ("put the skillet on the cooker", ("Pan", "StoveBurner")),
        ("put the loaf in the refrigerator", ("Bread", "Fridge")),
        ("put the loo roll on the cistern", ("ToiletPaper", "Toilet")),
        ("put a pepper grinder in the cabinet", ("PepperShaker", "Cabinet")),
        ("put a CD on the shelving unit", ("CD", "Shelf")),
    ],
)
def test_synonyms(model: LanguageModel, text: str, types: tuple[str, str]) -> None:
    formula = to_pddl(model.understand(Instruction(text)).formula)
    assert all(f"- {kind}" in formula for kind in types)


def test_slips_of_the_pen(model: LanguageModel) -> None:
    formula = to_pddl(model.understand(Instruction("put a cleen spatulla in the drawwer")).formula)
    assert "- Spatula" in formula
    assert "- Drawer" in formula


@pytest.mark.parametrize("word", ["dessert", "burger", "tablets"])
def test_an_english_word_is_no_slip_of_a_name(model: LanguageModel, word: str) -> None:
    assert f"no object called {word!r}" in refusal(model, f"put the {word} in the fridge")


def test_an_english_word_beside_a_request_is_no_name(model: LanguageModel) -> None:
    words = "I'm certain the mug belongs in the cabinet"
    formula = model.understand(Instruction(words)).formula
    assert set(variable_types(formula).values()) == {"Mug", "Cabinet"}


@pytest.mark.parametrize(
    ("goal", "part"),
    [
        ("(exists (?x - Unicorn) (holding ?x))", "Unicorn"),
        ("(exists (?x - Mug) (flying ?x))", "flying"),
        ("(exists (?x - Mug) (in ?x))", "arguments"),
        ("(holding ?x)", "not bound"),
        ("(open Mug)", "a type, no object"),
        ("(and)", "no predicate"),
        ("(exists (?x - Mug) (holding ?x)", "parenthesis"),
    ],
)
def test_bad_pddl(model: LanguageModel, goal: str, part: str) -> None:
    assert part in refusal(model, "", goal=goal)


def test_missing_weights(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        LanguageModel.load(tmp_path / "none.npz")


@pytest.mark.parametrize("kind", ["empty", "text", "cut", "spoilt", "other archive"])
def test_damaged_weights(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "weights.npz"
    whole = WEIGHTS.read_bytes()
    if kind == "other archive":
        np.savez(path, a=np.zeros(3))
    else:
        spoilt = bytearray(whole)
        spoilt[5000::5000] = b"?" * len(spoilt[5000::5000])
        kinds = {"empty": b"", "text": b"no weights", "cut": whole[:9000], "spoilt": spoilt}
        path.write_bytes(kinds[kind])
    with pytest.raises(InputError, match="damaged, or none; reinstall") as told:
        LanguageModel.load(path)
    assert str(path) in str(told.value)


@pytest.mark.parametrize(
    "word",
    "avocado pear plum dog perfume nail sauce car screen meal orange shirt shoes umbrella hat "
    "jacket suitcase guitar bicycle chalk necklace balloon ladder".split(),
)
@pytest.mark.parametrize("place", ["in the fridge", "on the desk", "in the drawer"])
def test_what_is_not_known_is_told_by_its_name(model, word, place):
    with pytest.raises(InputError, match=f"I know no object called '{word}'"):
        model.understand(Instruction(f"put the {word} {place}"))


@pytest.mark.parametrize("text", ["move the chair", "look at the tv", "set the table for two"])
def test_no_guess_is_told_that_has_nothing_to_do_with_the_words(model, text):
    with pytest.raises(InputError) as caught:
        model.understand(Instruction(text))
    assert "likeliest" not in str(caught.value)
    assert text.split()[-1] in str(caught.value) or "table" in str(caught.value)
