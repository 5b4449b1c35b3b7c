# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Numbers as people write them."""

import pytest
from blind_lists import meaning
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.numerals import counted, listed
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

LEXICON = Lexicon(load_ontology())


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1. take the mug 2. wash it 3. put it on the table",
         "take the mug and wash it and put it on the table"),
        ("2) put the apple in the fridge 3) close it", "put the apple in the fridge and close it"),
        ("* slice the bread\n* toast it", "slice the bread and toast it"),
        ("put more than two apples in the fridge", "put three apples in the fridge"),
        ("put at least two apples in the fridge", "put two apples in the fridge"),
        ("put 03 apples in the fridge", "put three apples in the fridge"),
    ],
)  # fmt: skip
def test_what_is_meant(model: LanguageModel, text: str, plain: str) -> None:
    said, meant = (model.understand(Instruction(words)).formula for words in (text, plain))
    assert meaning(said) == meaning(meant)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("put at most two apples in the fridge", "'at most two'"),
        ("put fewer than three apples in the fridge", "'fewer than three'"),
        ("put up to 3 mugs in the sink", "'up to 3'"),
        ("put 2.5 apples in the fridge", "'2.5'"),
        ("put -1 apples in the fridge", "'-1'"),
        ("put minus two apples in the fridge", "'minus two'"),
        ("put 1,000 apples in the fridge", "1000 are too many"),
        ("put half the apples in the fridge", "'half the'"),
        ("put all the apples but one in the fridge", "'all the apples but one'"),
        ("wash all but one mug", "'all but one'"),
        ("put all but two apples in the fridge", "'all but two'"),
        ("close every drawer but two", "'every drawer but two'"),
        ("open every second drawer", "'every second'"),
        (
            "turn off all the lights except the one in the hall",
            "'all the lights except the one in'",
        ),
        ("wash the mugs but for the ones on my desk", "'the mugs but for the ones on'"),
        ("close every drawer but leave one open", "'every drawer but leave one open'"),
        ("switch the lamps off but keep one on", "'the lamps off but keep one on'"),
    ],
)
def test_what_no_count_says_is_refused(model: LanguageModel, text: str, told: str) -> None:
    with pytest.raises(InputError, match="instruction: ") as caught:
        model.understand(Instruction(text))
    assert told in str(caught.value)


def test_nothing_is_not_two(model: LanguageModel) -> None:
    said, meant = (
        model.understand(Instruction(f"{number} mugs in the sink please")).formula
        for number in ("zero", "no")
    )
    assert meaning(said) == meaning(meant)


@pytest.mark.parametrize(
    "text",
    [
        "put two mugs in the sink before 10:30",
        "wash the plate, i will be back in less than two hours",
        "i left at 0:05. put 2 cups on the table",
        "put the mug in the sink - and hurry",
        "fill up to the brim a mug",
        "lay a towel over two plates",
        "put all the plates but the dirty one in the cabinet",
    ],
)
def test_other_numbers_stay(text: str) -> None:
    assert counted(listed(text), LEXICON) == text


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    line = ""
    try:
        counted(listed(text), LEXICON)
    except InputError as error:
        line = str(error)
    assert "\n" not in line


@given(st.integers(2, 9), st.sampled_from([".", ")"]))
def test_a_list_keeps_all_its_parts(count: int, mark: str) -> None:
    parts = [f"wash mug number{chr(96 + n)}" for n in range(1, count + 1)]
    text = " ".join(f"{n}{mark} {part}" for n, part in enumerate(parts, 1))
    assert listed(text) == ". ".join(parts)
