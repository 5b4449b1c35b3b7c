"""Requests by their bearing words alone: what is read, and what must not be guessed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language_unforeseen import expected, meaning

from egoplan_ros.language.bearing import tokens_of
from egoplan_ros.language.compose import compose
from egoplan_ros.language.gist import Gist, gist
from egoplan_ros.language.nouns import Thing
from egoplan_ros.language.rules import RuleReader
from egoplan_ros.language.spelling import spelled

WORDS = (
    "the a my two all every mug plate fork desk shelf sink put wash open close turn on off in to "
    "it them not without and but , . if when before please sliced clean lamp of with from one"
).split()


def things(rules: RuleReader, text: str) -> list[Thing] | None:
    return gist(tokens_of(spelled(text)), rules.lexicon)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("I should be so grateful if each vase could be moved to the dining table",
         "every Vase in DiningTable"),
        ("3 tomatoes. fridge. thx", "Tomato*3 in Fridge"),
        ("the plate on the floor goes in the sink", "Plate in SinkBasin"),
        ("leave the book open on the desk", "Book open in Desk"),
        ("neither the fork nor the spoon should stay here, put them in the sink",
         "Fork in SinkBasin; Spoon in SinkBasin"),
        ("leave the laptop running and close the blinds", "Blinds !open"),
        ("put the red mug in the sink and the blue one in the cabinet",
         "Mug in SinkBasin; Mug in Cabinet"),
        ("my sister's coming, get two cushions onto the armchair for her", "Pillow*2 in ArmChair"),
        ("one potato into the fridge, two others into the pot",
         "Potato in Fridge; Potato*2 in Pot"),
        ("I'd rather the TV wasn't on while we eat", "Television !toggled"),
        ("put the cutlery in the drawer, only not the knives",
         "every Fork in Drawer; every Spoon in Drawer"),
        ("whatever CDs are still lying about, box them all up", "every CD in Box"),
        ("laptop on the sofa with the lid shut, keys on the shelf",
         "Laptop !open in Sofa; KeyChain in Shelf"),
        ("frying pan needs washing and then stash it in a cupboard, "
         "also someone left the kitchen tap running, turn that off",
         "Pan clean in Cabinet; Faucet !toggled"),
        ("the kids mustn't get at my mobile again, put it in the safe and never leave that open",
         "CellPhone in Safe; Safe !open"),
        ("gather up the mugs that are on my desk, all of them, and get them in the sink",
         "every Mug in SinkBasin"),
        ("hand towel on its ring, toilet roll onto the holder",
         "HandTowel in HandTowelHolder; ToiletPaper in ToiletPaperHanger"),
    ],
)  # fmt: skip
def test_what_is_read(rules: RuleReader, text: str, goal: str) -> None:
    found = things(rules, text)
    assert found
    seen = rules.decode_any.seen
    best = compose(found, rules.ontology, rules.lexicon, rules.popularity, seen)[0]
    got, wanted = meaning(best.formula), expected(goal)
    assert got[1] == wanted[1]


@pytest.mark.parametrize(
    "text",
    [
        "put the mug and the onion on the table",
        "bring the laptop to the radiator",
        "wash the mug and put it away",
        "put the mug in the sink unless it is dirty",
        "if the fridge is full put the egg on the counter",
        "put the fork or the spoon in the sink",
        "wash all the dishes but the small ones",
        "put the box with the ornaments on the table",
        "place a white and a gold bottle on the desk",
        "take the plate and smash it",
        "put the keys anywhere",
        "do not touch the mug, put the mug in the sink",
        "make me a coffee and wash the spoon",
        "if the dishwasher is done, put the plates in the cabinet",
        "water the plants and the herbs",
        "put the pillow on the bed and make the bed",
        "the mug is on the desk",
    ],
)
def test_what_is_not_guessed(rules: RuleReader, text: str) -> None:
    assert things(rules, text) is None


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_any_words_are_read_or_not(rules: RuleReader, words: list[str]) -> None:
    for thing in things(rules, " ".join(words)) or ():
        assert thing.states or thing.place is not None
        assert thing.place is not thing


def test_pronouns_over_and_over_mean_no_more_things_each_time(rules: RuleReader) -> None:
    said = "they they put they it put it put it put put they it put it they they put it they " * 6
    home = Gist(rules.lexicon)
    home.hear(tokens_of("put all the mugs in the sink"))
    home.hear(tokens_of(said))  # each "it" once doubled what was spoken of
    assert len(home.things) == 1
