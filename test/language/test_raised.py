"""What the robot brings up, and what it repeats."""

import pytest

from egoplan_ros.language.bearing import tokens_of
from egoplan_ros.language.nouns import Thing
from egoplan_ros.language.raised import may_be_meant, raised, raises_another
from egoplan_ros.language.repetition import counts, repeated
from egoplan_ros.language.rules import RuleReader


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("it's closed. there is a soap bar on the edge of the tub.", "SoapBar"),
        ("they're all out. the telly is still running.", "Television"),
        ("i also noticed that a tomato was left on the counter.", "Tomato"),
        ("off. there's a dirty plate in the sink too.", "Plate"),
        ("the desk chair has a pillow on it.", "Pillow"),
        ("where should i leave the watering can afterwards?", "WateringCan"),
        ("and the card?", "CreditCard"),
        ("an empty wine bottle. should it go in the trash?", "WineBottle"),
        ("what should i do with the spatula?", "Spatula"),
        ("shall i light it?", ""),
        ("the drawer is full.", ""),
        ("i can't find any pencils.", ""),
    ],
)
def test_what_a_robot_brings_up(rules: RuleReader, said: str, kind: str) -> None:
    found = raised(said, lambda text: rules.lexicon.find(tokens_of(text)))
    assert (kind in found.types) if kind else found is None


@pytest.mark.parametrize(
    ("text", "kind", "meant"),
    [
        ("switch that off too", "Television", True),
        ("switch that off too", "Pillow", False),
        ("put it on the bed", "Pillow", True),
        ("put it on the bed", "Safe", False),
        ("close it", "Safe", True),
        ("that goes in the drawer", "CreditCard", True),
        ("on the shelf", "WateringCan", True),
        ("bring me a pen", "Pillow", False),
    ],
)
def test_a_pronoun_fits_what_can_be_done(
    rules: RuleReader, text: str, kind: str, meant: bool
) -> None:
    assert may_be_meant(text, Thing((kind,)), rules.ontology.affords) is meant


def test_one_more_of_the_same_is_told() -> None:
    assert raises_another("the roll is on the holder. there is another one.")
    assert raises_another("what about the third?")
    assert not raises_another("there is a pen on the desk.")


@pytest.mark.parametrize(
    ("said", "kind", "count", "place"),
    [
        ("two plates on the dining table.", "Plate", 2, "DiningTable"),
        ("okay, a fork on the dining table.", "Fork", 1, "DiningTable"),
        ("filled kettle on the counter.", "Kettle", 1, "CounterTop"),
        ("the candle, lit, on the side table.", "Candle", 1, "SideTable"),
    ],
)
def test_what_a_robot_repeats(
    rules: RuleReader, said: str, kind: str, count: int, place: str
) -> None:
    (thing,), alone = repeated(said, rules.lexicon)
    assert alone is None
    assert kind in thing.types
    assert thing.count == count
    assert thing.place is not None
    assert place in thing.place.types
    assert counts(said, thing, rules.lexicon) is (count > 1)


@pytest.mark.parametrize(
    "said",
    [
        "the pan is in the cabinet.",  # a report
        "i can only find two pencils.",
        "two plates on the dining table?",  # a question
        "there are three cushions in this room.",
    ],
)
def test_reports_and_questions_repeat_nothing(rules: RuleReader, said: str) -> None:
    assert repeated(said, rules.lexicon) == ([], None)


def test_a_place_alone_is_told(rules: RuleReader) -> None:
    things, place = repeated("on the nightstand, then.", rules.lexicon)
    assert not things
    assert place is not None
    assert "SideTable" in place.types
