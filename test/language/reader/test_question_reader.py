# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions about how things are, and requests that look like some."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.language.goals.question import Question, QuestionKind, question_asked
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.task import Instruction, TaskUnderstanding

ASKED = {
    "whether there is one": {
        "is there an apple in the fridge?": "whether an apple is in the fridge",
        "Is there an apple?": "whether an apple is there",
        "are there any mugs on the coffee table?": "whether a mug is on the coffee table",
        "do we have any eggs?": "whether an egg is there",
        "do you see a newspaper here?": "whether a newspaper is there",
        "can you see the remote control": "whether a remote control is there",
        "have we got a clean mug?": "whether a mug is clean",
        "is there anything on the floor?": "whether something is on the floor",
        "Are there any open drawers?": "whether a drawer is open",
        "hey robot, is there a knife in the drawer": (
            "whether a knife or a butter knife is in the drawer"
        ),
    },
    "where": {
        "where is my phone?": "where a cell phone is",
        "where did I leave my phone?": "where a cell phone is",
        "where's the remote control": "where a remote control is",
        "Where are the mugs?": "where a mug is",
        "where can I find a fork?": "where a fork is",
        "have you seen my laptop?": "where a laptop is",
        "where did I last see my credit card?": "where a credit card is",
        "where have I put the newspaper": "where a newspaper is",
        "which cup is dirty?": "where a cup is dirty",
        "so where is the toilet paper now?": "where a toilet paper is",
    },
    "how many": {
        "how many mugs are there?": "how many mugs are there",
        "how many forks do we have": "how many forks are there",
        "How many apples are in the fridge?": "how many apples are in the fridge",
        "how many drawers are open?": "how many drawers are open",
        "how many pillows are there on the bed?": "how many pillows are on the bed",
        "how many potatoes do you see in here?": "how many potatoes are there",
        "how many books on the shelf?": "how many books are on the shelf",
        "how many tomatoes have we got?": "how many tomatoes are there",
        "and how many spoons are there in the sink?": "how many spoons are in the sink",
        "how many dirty plates are there?": "how many plates are dirty",
        "how many clean plates have we got left?": "how many plates are clean",
    },
    "how it is": {
        "is the stove off?": "whether every stove knob is off",
        "is the tap running?": "whether a faucet is on",
        "are the blinds closed?": "whether every blinds is closed",
        "Is the fridge open?": "whether a fridge is open",
        "are all the desk lamps off?": "whether every desk lamp is off",
        "is the tv turned on?": "whether a television is on",
        "are the plates clean?": "whether every plate is clean",
        "is the mug full?": "whether a mug is full of water",
        "did I leave the stove on?": "whether a stove knob is on",
        "are any drawers open?": "whether a drawer is open",
        "did I leave a burner lit??": "whether a stove knob is on",
        "is the kitchen tap off?": "whether every faucet is off",
    },
    "in or on": {
        "what is on the coffee table?": "what is on the coffee table",
        "what's in the sink?": "what is in the sink",
        "hey, what's in the fridge": "what is in the fridge",
        "what do we have in the fridge?": "what is in the fridge",
        "is the egg in the sink?": "whether an egg is in the sink",
        "is the book on the bed?": "whether a book is on the bed",
        "are my keys on the desk?": "whether a keychain is on the desk",
        "are the mugs in the sink?": "whether every mug is in the sink",
        "which cups are in the sink?": "what cups are in the sink",
        "was my laptop on top of the desk?": "whether a laptop is on the desk",
    },
    "told indirectly": {
        "tell me if the stove is off": "whether every stove knob is off",
        "could you check whether the tap is running?": "whether a faucet is on",
        "find out if there is an egg": "whether an egg is there",
        "let me know whether the blinds are closed": "whether every blinds is closed",
        "can you tell me where my phone is?": "where a cell phone is",
        "do you know how many mugs there are?": "how many mugs are there",
        "please go and see what is on the desk": "what is on the desk",
        "I'd like to know if the fridge is open": "whether a fridge is open",
        "I wonder where I left my keys.": "where a keychain is",
        "have a look if we have any tomatoes": "whether a tomato is there",
        "Can you tell me if the safe's shut?": "whether every safe is closed",
        "Let me know if the microwave is open": "whether a microwave is open",
        "Tell me if the fridge is closed": "whether every fridge is closed",
        "Could you check if the tv is on?": "whether a television is on",
        "Find out whether the kitchen tap is running": "whether a faucet is on",
    },
}

NO_QUESTIONS = [
    "could you open the fridge?",
    "is the mug to go in the sink?",
    "is the tap still running?",
    "are the dishes not washed yet?",
    "is there any chance the shower curtain could be opened?",
    "is it too much to ask that all the pots be put on the kitchen counter?",
    "what about a hot apple in a bowl?",
    "what is on the table goes in the sink",
    "what's in the sink, put it on the counter",
    "is the fridge open? then close it",
    "see if you can open the fridge",
    "check that the stove is off",
    "make sure the stove is off",
    "can you find an apple?",
    "would you mind putting the mug in the sink?",
    "why don't you wash the mug?",
    "how about you put the apple in the fridge",
    "can I have an apple?",
    "could I get a clean mug?",
    "do you mind closing the blinds?",
    "will you turn on the lamp?",
    "tell me where the mug is and bring it",
    "I wonder if you could put the mug in the sink",
    "find the phone",
    "look at the book under the lamp",
    "have the apple in the fridge",
    "put a clean mug in the coffee machine",
    "turn off the stove if it is on",
    "is there a mug that you could wash?",
    "what I want is every fork in the drawer",
    "where are my keys, just bring them here",
    "why is the box shut the cat likes it not shut",
    "I wonder whether the safe might be left in a condition other than open.",
    "where is my phone? Put it on the desk, please",
    "what a smell!",
]

REFUSED = {
    "who are you?": "a question that I cannot read",
    "why is the stove on?": "a question that I cannot read",
    "tell me whether the weather is nice": "no object called 'weather'",
    "is there a banana?": "no object called 'banana'",
    "where is my wallet?": "no object called 'wallet'",
    "is there a mug in the kitchen?": "rooms by their names",
    "is the potato hot?": "cannot be seen",
    "are the curtains closed?": "of curtains I cannot tell",
    "is the mug on the apple?": "nothing is put in or on that",
}


@pytest.mark.parametrize(
    ("said", "words"), [pair for kind in ASKED.values() for pair in kind.items()]
)
def test_a_question_is_read(model: LanguageModel, said: str, words: str) -> None:
    understood = model.understand(Instruction(said))
    question = question_asked(understood)
    assert question is not None
    assert question.words(model.ontology) == words


@pytest.mark.parametrize("said", NO_QUESTIONS)
def test_a_request_in_the_form_of_a_question_is_none(model: LanguageModel, said: str) -> None:
    assert model.question(Instruction(said)) is None


@pytest.mark.parametrize(("said", "why"), REFUSED.items())
def test_what_cannot_be_answered_is_refused_in_one_line(
    model: LanguageModel, said: str, why: str
) -> None:
    with pytest.raises(InputError, match=why) as told:
        model.understand(Instruction(said))
    assert "\n" not in str(told.value)


def test_a_slip_of_the_pen_is_mended(model: LanguageModel) -> None:
    question = model.question(Instruction("where is my lapotp?"))
    assert question == Question(QuestionKind.WHERE, ("Laptop",))


def test_steps_and_dialogs_are_no_questions(model: LanguageModel) -> None:
    assert model.question(Instruction("is there an apple?", steps=("go to the fridge",))) is None
    assert model.question(Instruction("", dialog=(("user", "is there an apple?"),))) is None


TYPES = st.lists(st.sampled_from(["Mug", "Apple", "object", "Fridge"]), min_size=1, unique=True)
STATES = st.lists(
    st.tuples(st.sampled_from(["open", "toggled", "dirty"]), st.booleans()), max_size=2
)


@given(st.sampled_from(QuestionKind), TYPES, TYPES | st.just([]), STATES, st.booleans())
def test_a_formula_in_pddl_tells_the_whole_question(
    kind: QuestionKind,
    types: list[str],
    places: list[str],
    states: list[tuple[str, bool]],
    every: bool,
) -> None:
    """So that it passes through a message of goals."""
    question = Question(kind, tuple(types), tuple(places), tuple(states), every)
    told = question.understood(Instruction("?"))
    assert question_asked(replace(told, formula=parse_goal(to_pddl(told.formula)))) == question


@pytest.mark.parametrize(
    ("task", "goal"),
    [
        ("ask_why", "(exists (?o - Mug) (holding ?o))"),
        ("ask_where", "(and)"),
        ("ask_where", "(or (holding Mug_1) (exists (?o - Mug) (and)))"),
        ("", "(exists (?o - Mug) (and))"),
    ],
)
def test_what_is_told_as_a_question_and_asks_nothing_is_none(task: str, goal: str) -> None:
    told = TaskUnderstanding(Instruction("?"), parse_goal(goal), 1.0, task_type=task)
    assert question_asked(told) is None


WORDS = st.lists(
    st.sampled_from(
        "is are there the a my any all mug apple fridge sink where what how many on in off open "
        "closed tell me if whether do we have you see of top dirty no ? . it and".split()
    ),
    max_size=9,
).map(" ".join)


@given(WORDS)
def test_any_words_are_a_question_or_none_or_refused(model: LanguageModel, said: str) -> None:
    try:
        question = model.question(Instruction(said))
    except InputError:
        return
    assert question is None or (question.types and question.words(model.ontology))
