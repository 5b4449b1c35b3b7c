"""What stands around a wish: courtesies, reasons, statements, corrections in the same breath."""

import pytest

from egoplan_ros.language.courtesies import bare, unexplained
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.rules import RuleReader, same_goal
from egoplan_ros.language.turns import turns_of
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.task import Instruction

TV_OFF = "(exists (?t1 - Television) (not (toggled ?t1)))"
WASHED = "(exists (?m1 - Mug) (clean ?m1))"
FRIDGE = "(exists (?f1 - Fridge) (not (open ?f1)))"
EGGS = (
    "(exists (?e1 ?e2 - Egg ?m1 - Microwave ?f1 - Fridge) "
    "(and (not (= ?e1 ?e2)) (in ?e1 ?m1) (in ?e2 ?f1)))"
)
SPOON = "(exists (?s1 - Spoon) (clean ?s1))"


def plates(count: int) -> str:
    names = [f"?p{index + 1}" for index in range(count)]
    pairs = [(a, b) for index, a in enumerate(names) for b in names[index + 1 :]]
    differ = " ".join(f"(not (= {a} {b}))" for a, b in pairs)
    placed = " ".join(f"(in {name} ?d1)" for name in names)
    return f"(exists ({' '.join(names)} - Plate ?d1 - DiningTable) (and {differ} {placed}))"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("turn the tv off for me", TV_OFF),
        ("turn off the tv please, thank you very much", TV_OFF),
        ("It's getting late, so could you turn off the tv?", TV_OFF),
        ("turn off the tv because nobody is watching", TV_OFF),
        ("when you get a chance, turn off the tv", TV_OFF),
        ("I'd love it if you could wash the mug", WASHED),
        ("wash the mug again", WASHED),
        ("the mug is dirty, wash it", WASHED),
        ("my mum is coming over so please wash the mug", WASHED),
        ("wash the mug I left on the coffee table", WASHED),
        ("would you mind closing the fridge", FRIDGE),
        ("fridge, close it", FRIDGE),
        ("the fridge door is open, can you close it?", FRIDGE),
        ("close the fridge before you leave", FRIDGE),
        ("close the fridge before you go to bed", FRIDGE),
        ("turn off the tv before we go out", TV_OFF),
        ("close the fridge gently so the milk stays cold", FRIDGE),
        ("since it is cold in there, close the fridge", FRIDGE),
        ("wash the fork, er, I mean the spoon", SPOON),
        ("wash the fork, no wait, the spoon", SPOON),
        ("put two, no three plates on the table", plates(3)),
        ("put two plates on the table, actually make that four", plates(4)),
        ("put eight plates on the table", plates(8)),
        ("close the fridge it is open again", FRIDGE),
        ("wash the mug, I need to use the microwave", WASHED),
        ("wash the mug, I'll be working at the desk later", WASHED),
        ("close the fridge, I want to empty it myself", FRIDGE),
        ("the guest in the suite wants three plates on the table", plates(3)),
        ("room twelve needs three plates on the table", plates(3)),
        ("wash the spoon, they are all dirty again", SPOON),
        ("put one egg in the microwave and one in the fridge", EGGS),
        ("put an egg in the microwave and the other one in the frige", EGGS),
        ("close the drawer that is open", "(exists (?d1 - Drawer) (not (open ?d1)))"),
        ("close the drawer under the sink", "(exists (?d1 - Drawer) (not (open ?d1)))"),
        ("bring me the book that's lying on the bed", "(exists (?b1 - Book) (holding ?b1))"),
        ("stop the coffee machine", "(exists (?c1 - CoffeeMachine) (not (toggled ?c1)))"),
        (
            "put a cooked potato on the dining table",
            "(exists (?p1 - Potato ?d1 - DiningTable) (and (cooked ?p1) (in ?p1 ?d1)))",
        ),
    ],
)
def test_the_wish_alone_counts(rules: RuleReader, text: str, expected: str) -> None:
    found = rules.understand(Instruction(text)).alternatives
    assert parse_goal(expected) in [item.formula for item in found[:2]]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("wash all the dishes but the small ones", "but the small ones"),
        ("put an unsliced tomato in the fridge", "'unsliced'"),
        ("put twenty-one books on the shelf", "more than 12"),
        ("open the drawer, oh never mind", "taken back"),
        ("keep your hands off my laptop", "left alone"),
    ],
)
def test_what_a_reading_would_leave_out_is_told(rules: RuleReader, text: str, word: str) -> None:
    with pytest.raises(InputError) as caught:
        rules.understand(Instruction(text))
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "there's a book on the floor, put it on the desk",
            "(exists (?o - Book ?r - Desk) (in ?o ?r))",
        ),
        (
            "put either the mug or the cup in the sink",
            "(exists (?o - Mug ?r - SinkBasin) (in ?o ?r))",
        ),
    ],
)
def test_what_only_locates_or_may_be_chosen_is_left_out(
    rules: RuleReader, text: str, expected: str
) -> None:
    assert to_pddl(rules.understand(Instruction(text)).formula) == expected


def test_a_state_told_as_a_condition_is_not_lost() -> None:
    assert bare("put the mug in the cabinet once it's clean").endswith("clean")
    assert bare("wash the mug and put it away once it's clean") == "wash the mug and put it away"


def test_plans_are_left_out_only_behind_a_wish() -> None:
    assert unexplained("hey, i want to eat a hot potato") == "hey, i want to eat a hot potato"
    assert unexplained("on the chair, i want to lie on the sofa") == "on the chair"


@pytest.mark.parametrize(
    "text",
    [
        "put the mug in the sink and the cup in the cabinet",
        "the fridge should be closed, turn off the tv",
        "every fork belongs in the drawer, wash them",
        "throw out the newspaper as well as the empty bottle",
        "if the tv is on, turn it off",
        "put no forks on the table",
    ],
)
def test_requests_without_such_words_stay_as_they_are(text: str) -> None:
    assert bare(text) == text
    assert len(turns_of(text)) == 1


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        (
            "would you be an angel and put the book on the shelf, squire",
            "(exists (?o - Book ?r - Shelf) (in ?o ?r))",
        ),
        ("I have the jitters: close all the drawers", "(forall (?d - Drawer) (not (open ?d)))"),
    ],
)
def test_words_around_a_request_do_not_matter(model: LanguageModel, text: str, goal: str) -> None:
    assert same_goal(model.understand(Instruction(text)).formula, parse_goal(goal))


@pytest.mark.parametrize(
    "text",
    [
        "take the plate and smash it",
        "you mustn't pick up the knife",
        "put the mug in the sink unless it is dirty",
        "carry the mug to grandma's hut",
        "open the drawer, oh never mind",
    ],
)
def test_what_may_matter_is_not_left_out(model: LanguageModel, text: str) -> None:
    with pytest.raises(InputError):
        model.understand(Instruction(text))
