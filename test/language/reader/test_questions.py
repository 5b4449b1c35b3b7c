# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions that are not answered, and reports; they ask for nothing that could be done."""

import pytest

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.reader.questions import check_no_question
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.task import Instruction


@pytest.mark.parametrize(
    "said",
    [
        "what\N{RIGHT SINGLE QUOTATION MARK}s under the bed?",
        "which room is the fridge in?",
        "who was on the sofa?",
        "could you tell me where we are?",
        "how many people are there?",
        "let me know if it is raining",
        "are there two mugs?",
        "is there an apple on the counter in the kitchen?",
        "where is everything?",
    ],
)
def test_a_question_that_cannot_be_read_is_no_request(model: LanguageModel, said: str) -> None:
    """What is in the fridge was taken out of it."""
    with pytest.raises(InputError, match="a question"):
        model.understand(Instruction(said))


@pytest.mark.parametrize(
    "said",
    [
        "I already put the mug in the sink",
        "I've just washed the pan.",
        "we have already turned the tv off",
    ],
)
def test_a_report_is_no_request(model: LanguageModel, said: str) -> None:
    with pytest.raises(InputError, match="what was done"):
        model.understand(Instruction(said))


@pytest.mark.parametrize(
    "said",
    [
        "could you put the mug in the sink?",
        "is the tap still running?",
        "are the dishes not washed yet?",
        "what is on the table goes in the sink",
        "is the mug to go in the sink?",
        "is there any chance the shower curtain could be opened?",
        "is it too much to ask that all the pots be put on the kitchen counter?",
        "what about a hot apple in a bowl?",
        "what's in the sink, put it on the counter",
        "is the fridge open? then close it",
        "close the fridge",
        "where are my keys, just bring them here",
        "why is the box shut the cat likes it not shut",
        "I wonder whether the safe might be left in a condition other than open.",
        "I just want a clean mug",
        "What I want is every fork in the drawer.",
        "I already washed the forks, so the spoons are left",
        "I've just mopped. The watering can must not stand on the floor",
    ],
)
def test_what_asks_for_something_in_the_form_of_a_question_is_let_through(said: str) -> None:
    check_no_question(said)
