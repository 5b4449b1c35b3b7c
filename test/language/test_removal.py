"""What shall not be somewhere is taken away from there, wherever it goes."""

import pytest
from rules_alone import goal

from egoplan_ros.language.removal import taken_off
from egoplan_ros.language.rules import RuleReader
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction


def freed(place: str, *kinds: str) -> str:
    variable = f"?{place[0].lower()}1"
    none = [
        f"(forall (?x{at + 1} - {kind}) (not (in ?x{at + 1} {variable})))"
        for at, kind in enumerate(kinds)
    ]
    body = none[0] if len(none) == 1 else f"(and {' '.join(none)})"
    return f"(and (forall ({variable} - {place}) {body}) (handempty))"


def others(place: str, *spared: str) -> list[str]:
    ontology = load_ontology()
    return [
        kind
        for kind in ontology.types
        if ontology.affords(kind, "pickupable") and ontology.fits(kind, place)
        if kind not in spared
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("take the books off the bed", freed("Bed", "Book")),
        ("get all the pillows off the sofa please", freed("Sofa", "Pillow")),
        ("take every mug out of the microwave", freed("Microwave", "Mug")),
        (
            "get the knives, forks and spoons out of the sink",
            freed("SinkBasin", "Knife", "Fork", "Spoon"),
        ),
        ("clear the counter of cups", freed("CounterTop", "Cup")),
        ("clear the plates off the dining table", freed("DiningTable", "Plate")),
        ("keep the sofa free of pillows", freed("Sofa", "Pillow")),
        ("keep the knives out of the sink", freed("SinkBasin", "Knife")),
        ("there must be no newspapers on the sofa", freed("Sofa", "Newspaper")),
        ("there shouldn't be a single knife in the sink", freed("SinkBasin", "Knife")),
        ("I don't want any knives in the sink", freed("SinkBasin", "Knife")),
        ("no mugs on the desk, please", freed("Desk", "Mug")),
        ("make sure no cups are left on the coffee table", freed("CoffeeTable", "Cup")),
        ("make sure there are no pans on the stove", freed("StoveBurner", "Pan")),
        ("no spoons should be left in the bowl", freed("Bowl", "Spoon")),
        ("knives do not belong in the sink", freed("SinkBasin", "Knife")),
        ("the laptop should not be on the bed", freed("Bed", "Laptop")),
        ("don't leave the plates on the desk", freed("Desk", "Plate")),
        (
            "clear the dishes off the desk: no plates, bowls or cups should be left on it",
            freed("Desk", "Plate", "Bowl", "Cup"),
        ),
        ("clear the bed, but leave the pillows on it", freed("Bed", *others("Bed", "Pillow"))),
        (
            "please clear the bed, everything except the pillows",
            freed("Bed", *others("Bed", "Pillow")),
        ),
        (
            "Mum says there are too many mugs on my desk, can you take them off it?",
            freed("Desk", "Mug"),
        ),
        ("clear the bed but not the pillows", freed("Bed", *others("Bed", "Pillow"))),
        (
            "take everything off the bed except for the pillows",
            freed("Bed", *others("Bed", "Pillow")),
        ),
        (
            "put everything that's lying on the bed somewhere else, just keep the pillow and the "
            "laptop there",
            freed("Bed", *others("Bed", "Pillow", "Laptop")),
        ),
    ],
)
def test_what_shall_not_be_there(rules: RuleReader, text: str, expected: str) -> None:
    assert goal(rules, text) == expected


def test_two_places(rules: RuleReader) -> None:
    text = goal(rules, "there must be no plates in the sink and no cups on the desk")
    assert text.count("forall") == 4
    assert text.endswith("(handempty))")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("take the books off the bed and put them on the shelf", "(in ?b1 ?s1)"),
        ("remove the pillow from the sofa", "(holding ?p1)"),
        ("clear the desk and bring me the laptop", "(holding ?l1)"),
        ("the book should not be on the bed, put it on the shelf", "(in ?b1 ?s1)"),
    ],
)
def test_what_is_told_where_it_goes_goes_there(rules: RuleReader, text: str, part: str) -> None:
    found = goal(rules, text)
    assert part in found.replace("?o ?r", "?b1 ?s1")
    assert "handempty" not in found


@pytest.mark.parametrize(
    "text",
    [
        "bring me the plates from the table",  # both hands full
        "take two plates off the table",  # which two, and where to
        "do not put the book on the bed",  # nothing is to be done
        "there are no plates on the table",  # only tells
        "we don't have any cups on the desk",
        "clear the floor",  # boots and boxes belong there
        "take all the boots off the floor",
    ],
)
def test_what_stays_refused(rules: RuleReader, text: str) -> None:
    with pytest.raises(InputError):
        rules.understand(Instruction(text))


@pytest.mark.parametrize(
    "text",
    [
        "put no cups on the desk, put them in the sink",
        "there are no cups on the table, put one there",
        "I don't want the mug in the sink. Put it in the cabinet.",
        "keep the fridge closed",
        "take the mug out of the sink before you wash the plate",
        "take the plate off the desk after washing the mug",
        "take the bread out of the fridge so it can thaw, then slice it",
    ],
)
def test_other_requests_stay_as_they_are(text: str) -> None:
    assert taken_off(text) == text
