"""Which ones are meant: "the forks", "the candle on the desk", "the drawers left open"."""

import pytest
from rules_alone import goal

from egoplan_ros.language.rules import RuleReader
from egoplan_ros.language.settle import settle
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.task import Instruction


@pytest.mark.parametrize(
    "text",
    [
        "put the forks in the sink",
        "put my forks in the sink",
        "those forks should go in the sink",
        "forks go in the sink",
        "dirty forks belong in the sink",
        "put the forks and spoons in the sink",
        "the forks need to be in the sink, but leave the knives where they are",
    ],
)
def test_a_definite_plural_means_all(rules: RuleReader, text: str) -> None:
    found = goal(rules, text)
    assert "(forall (?f1 - Fork) (in ?f1 " in found
    assert "(= " not in found
    if "spoons" in text:
        assert "(forall (?s1 - Spoon) (in ?s1 " in found


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("put forks in the sink", 2),
        ("put the two forks in the sink", 2),
        ("put some of the forks in the sink", 2),
        ("put one of the forks in the sink", 1),
        ("from the forks take three and put them in the sink", 3),
        ("wash two forks and put the forks in the sink", 2),
        ("forks, exactly three of them, go in the sink", 3),
    ],
)
def test_a_number_means_so_many(rules: RuleReader, text: str, count: int) -> None:
    found = goal(rules, text)
    assert "forall" not in found
    assert found.count(" - Fork") == count


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("light the candle on the coffee table", ["(toggled ?c1)", "(in ?c1 ?c2)"]),
        ("open the laptop that is on the desk", ["(open ?l1)", "(in ?l1 ?d1)"]),
        ("close the box on the table", ["(not (open ?b1))", "(in ?b1 ?d1)"]),
    ],
)
def test_what_stays_where_it_is_is_told_by_its_place(
    rules: RuleReader, text: str, parts: list[str]
) -> None:
    found = goal(rules, text)
    assert all(part in found for part in parts)


@pytest.mark.parametrize(
    "text",
    [
        "turn off the lamp on the desk",  # nobody carries it there
        "put out the candles on the counter",  # nor all candles there
        "turn off the tap in the sink",
        "close the box on the bed",  # where it does not belong
    ],
)
def test_else_its_place_is_no_wish(rules: RuleReader, text: str) -> None:
    assert "(in " not in goal(rules, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("close all the cupboard doors that someone left open", "(forall (?c1 - Cabinet) (not"),
        ("close every drawer that was left open", "(forall (?d1 - Drawer) (not (open"),
        ("shut the drawers the kids left open", "(forall (?d1 - Drawer) (not (open"),
        ("close whatever cupboards are standing open", "(forall (?c1 - Cabinet) (not (open"),
        ("open all the drawers that are closed", "(forall (?d1 - Drawer) (open"),
        ("turn off the lamp that's still on", "(not (toggled"),
        ("close the cabinet that is left of the sink", "(exists (?c1 - Cabinet) (not (open"),
        ("shut the tap off", "(exists (?f1 - Faucet) (not (toggled"),
    ],
)
def test_how_it_is_now_is_no_wish(rules: RuleReader, text: str, expected: str) -> None:
    assert expected in goal(rules, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "put the salt next to the pepper on the dining table",
            "(and (in ?s1 ?d1) (in ?p1 ?d1))",
        ),
        ("put the cup beside the stove on the counter", "(exists (?o - Cup ?r - CounterTop)"),
        (
            "make coffee in a mug, and put an apple on the table beside it",
            "(and (brewed ?m1) (in ?m1 ?d1) (in ?a1 ?d1))",
        ),
    ],
)
def test_what_is_beside_it_is_there_too(rules: RuleReader, text: str, expected: str) -> None:
    assert expected in goal(rules, text)


def test_the_bottles_are_those_that_are_there(rules: RuleReader) -> None:
    """In a bathroom it is soap and spray, where "bottle" alone means one of glass."""
    asked = rules.understand(Instruction("put all the bottles in the cabinet"))
    assert "SoapBottle" not in to_pddl(asked.formula)
    there = to_pddl(settle(asked, {"SoapBottle", "SprayBottle", "Cabinet"}).formula)
    assert "SoapBottle" in there
    assert "SprayBottle" in there
    assert settle(asked, {"Bottle", "SoapBottle", "Cabinet"}).formula == asked.formula


def test_what_lies_there_and_goes_elsewhere_is_meant_by_it(rules: RuleReader) -> None:
    text = "I want to wipe down the counter, so take all the knives off it and put them in a drawer"
    assert goal(rules, text) == "(exists (?d1 - Drawer) (forall (?k1 - Knife) (in ?k1 ?d1)))"


def test_a_light_is_whatever_light_there_is(rules: RuleReader) -> None:
    assert "LightSwitch" in goal(rules, "turn off the ceiling light")
    kinds = {
        to_pddl(a.formula).split(" - ")[1].split(")")[0]
        for a in rules.understand(Instruction("turn on the light")).alternatives
    }
    assert kinds == {"DeskLamp", "FloorLamp", "LightSwitch"}


def test_all_that_share_a_name_are_those_that_can_be_carried(rules: RuleReader) -> None:
    carried = goal(rules, "put the computers on the bed")
    assert carried == "(exists (?b1 - Bed) (forall (?l1 - Laptop) (in ?l1 ?b1)))"
    assert "Desktop" in goal(rules, "turn off the computers")


def test_plurals_in_es(rules: RuleReader) -> None:
    assert goal(rules, "turn off all light switches").startswith("(forall (?l1 - LightSwitch)")
