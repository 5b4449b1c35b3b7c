"""Coffee, toast and what else is made before it is an object."""

import pytest
from rules_alone import goal

from egoplan_ros.language.dishes import DISHES
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.monitoring import monitored
from egoplan_ros.language.rules import RuleReader
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.meaning import meaning
from egoplan_ros.world.task import Instruction

COFFEE = "(exists (?m1 - Mug) (brewed ?m1))"
CLEAN = "(exists (?m1 - Mug) (and (brewed ?m1) (clean ?m1)))"
TOAST = (
    "(exists (?p1 - Plate ?b1 - Bread) (and (clean ?p1) (sliced ?b1) (cooked ?b1) (in ?b1 ?p1)))"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("make coffee", COFFEE),
        ("Make me a cup of coffee, please.", COFFEE),
        ("brew some coffee", COFFEE),
        ("get me a coffee", COFFEE),
        ("fill a mug with coffee", COFFEE),
        ("pour coffee into a mug", COFFEE),
        ("make some coffee using the coffee machine", COFFEE),
        ("can I have a coffee please", COFFEE),
        ("coffee, please", COFFEE),
        ("prepare coffee in a clean mug", CLEAN),
        (
            "make two cups of coffee",
            "(exists (?m1 - Mug ?m2 - Mug) (and (not (= ?m1 ?m2)) (brewed ?m1) (brewed ?m2)))",
        ),
        (
            "make coffee, then put the mug in the sink",
            "(exists (?m1 - Mug ?s1 - SinkBasin) (and (brewed ?m1) (in ?m1 ?s1)))",
        ),
        (
            "take the coffee to the desk",
            "(exists (?m1 - Mug ?d1 - Desk) (and (brewed ?m1) (in ?m1 ?d1)))",
        ),
        (
            "make coffee and toast",
            "(exists (?m1 - Mug ?p1 - Plate ?b1 - Bread) "
            "(and (brewed ?m1) (clean ?p1) (sliced ?b1) (cooked ?b1) (in ?b1 ?p1)))",
        ),
        (
            "make breakfast and bring it to the desk",
            "(exists (?p1 - Plate ?b1 - Bread ?m1 - Mug ?d1 - Desk) "
            "(and (clean ?p1) (in ?p1 ?d1) (sliced ?b1) (cooked ?b1) (in ?b1 ?p1) "
            "(brewed ?m1) (in ?m1 ?d1)))",
        ),
        (
            "make coffee and put it on the coffee table",
            "(exists (?m1 - Mug ?c1 - CoffeeTable) (and (brewed ?m1) (in ?m1 ?c1)))",
        ),
        (
            "fill a clean mug with coffee and put it on the desk",
            "(exists (?m1 - Mug ?d1 - Desk) (and (clean ?m1) (brewed ?m1) (in ?m1 ?d1)))",
        ),
        (
            "put a cup of coffee on the side table",
            "(exists (?m1 - Mug ?s1 - SideTable) (and (brewed ?m1) (in ?m1 ?s1)))",
        ),
        ("make toast", TOAST),
        ("make me a plate of toast", TOAST),
        (
            "make toast and put it on the counter",
            "(exists (?p1 - Plate ?b1 - Bread ?c1 - CounterTop) "
            "(and (clean ?p1) (in ?p1 ?c1) (sliced ?b1) (cooked ?b1) (in ?b1 ?p1)))",
        ),
        (
            "prepare a sandwich",
            "(exists (?p1 - Plate ?b1 - Bread ?b2 - Bread ?t1 - Tomato ?l1 - Lettuce) "
            "(and (not (= ?b1 ?b2)) (clean ?p1) (sliced ?b1) (cooked ?b1) (in ?b1 ?p1) "
            "(sliced ?b2) (cooked ?b2) (in ?b2 ?p1) (sliced ?t1) (in ?t1 ?p1) "
            "(sliced ?l1) (in ?l1 ?p1)))",
        ),
        ("pour the coffee into the sink", "(exists (?m1 - Mug) (not (filled ?m1)))"),
        ("empty the cup of coffee", "(exists (?m1 - Mug) (not (filled ?m1)))"),
        ("make a cup of coffee, then pour it out", "(exists (?m1 - Mug) (not (filled ?m1)))"),
        (
            "make toast and put the toast on the desk",
            "(exists (?p1 - Plate ?b1 - Bread ?d1 - Desk) "
            "(and (clean ?p1) (in ?p1 ?d1) (sliced ?b1) (cooked ?b1) (in ?b1 ?p1)))",
        ),
        ("pour the mug out", "(exists (?m1 - Mug) (not (filled ?m1)))"),
        ("empty the bowl", "(exists (?b1 - Bowl) (not (filled ?b1)))"),
    ],
)
def test_dishes(rules: RuleReader, text: str, expected: str) -> None:
    assert goal(rules, text) == expected


@pytest.mark.parametrize("name", sorted(DISHES))
def test_every_dish_is_a_goal(rules: RuleReader, name: str) -> None:
    understood = rules.understand(Instruction(f"make me some {name}"))
    assert parse_goal(to_pddl(understood.formula)) == understood.formula
    assert understood.confidence > 0.8


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("put a book on the coffee table", "CoffeeTable"),
        ("bring the mug to the coffee machine", "CoffeeMachine"),
        ("put the coffee table book on the shelf", "Shelf"),
    ],
)
def test_what_only_sounds_like_a_dish_is_none(rules: RuleReader, text: str, place: str) -> None:
    understood = goal(rules, text)
    assert place in understood
    assert "brewed" not in understood
    assert "cooked" not in understood


def test_a_slice_of_toast_is_toasted_but_no_plate_of_toast(rules: RuleReader) -> None:
    understood = goal(rules, "put a slice of toast on the plate")
    assert "cooked" in understood
    assert "(exists (?b1 - Bread ?p1 - Plate)" in understood
    assert "clean" not in understood


def test_each_place_of_all_has_one_of_its_own(rules: RuleReader) -> None:
    assert goal(rules, "put a lettuce slice on all plates") == (
        "(forall (?p1 - Plate) (exists (?l1 - Lettuce) (and (sliced ?l1) (in ?l1 ?p1))))"
    )
    assert goal(rules, "put a mug on every desk") == (
        "(forall (?d1 - Desk) (exists (?m1 - Mug) (in ?m1 ?d1)))"
    )
    assert goal(rules, "make toast and put it on every desk") == (
        "(forall (?d1 - Desk) (exists (?p1 - Plate ?b1 - Bread) "
        "(and (clean ?p1) (in ?p1 ?d1) (sliced ?b1) (cooked ?b1) (in ?b1 ?p1))))"
    )
    with pytest.raises(InputError, match="not all of 'spoons' can be in all of 'drawers'"):
        goal(rules, "put all spoons in all drawers")


def test_only_mugs_are_filled_with_coffee(rules: RuleReader) -> None:
    with pytest.raises(InputError, match="'bowl' cannot be filled with coffee"):
        goal(rules, "fill a bowl with coffee")


@pytest.mark.parametrize(
    "history",
    [
        ("PickupObject mug", "PlaceObject coffee machine", "ToggleObjectOn coffee machine"),
        ("Brew(Mug_1, CoffeeMachine_1)",),
        ("filled the mug with coffee",),
    ],
)
def test_coffee_that_was_made_is_done(rules: RuleReader, history: tuple[str, ...]) -> None:
    formula = rules.understand(Instruction("make coffee")).formula
    done = monitored(formula, history, rules.lexicon)
    assert [subgoal.predicate for subgoal in done.completed] == ["brewed"]
    assert not done.remaining


@pytest.mark.parametrize(
    "text", ["make me a slice of toast", "a slice of toast", "one slice toast"]
)
def test_toast_by_the_slice_needs_no_plate(rules: RuleReader, text: str) -> None:
    assert goal(rules, text) == "(exists (?b1 - Bread) (and (sliced ?b1) (cooked ?b1)))"


PLATE = "(exists (?r - Plate ?b - Bread) (and (clean ?r) (sliced ?b) (cooked ?b) (in ?b ?r)))"


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (["Make a plate of toast."], PLATE),
        (["Make a plate of toast, please.", "r: Okay."], PLATE),
        (
            [
                "Please make a salad.",
                "r: What should be in it?",
                "One slice of lettuce, one slice of tomato and one slice of cooked potato.",
            ],
            "(exists (?r - Plate ?l - Lettuce ?t - Tomato ?p - Potato) (and (clean ?r) "
            "(sliced ?l) (in ?l ?r) (sliced ?t) (in ?t ?r) (sliced ?p) (cooked ?p) (in ?p ?r)))",
        ),
        (
            ["Slice the tomato and put two slices on a clean plate."],
            "(exists (?a ?b - Tomato ?r - Plate) (and (not (= ?a ?b)) (clean ?r) "
            "(sliced ?a) (in ?a ?r) (sliced ?b) (in ?b ?r)))",
        ),
    ],
)
def test_no_reader_takes_away_what_belongs_to_a_dish(
    model: LanguageModel, said: list[str], wanted: str
) -> None:
    """The graph of a salad had neither plate nor a clean one, and was believed."""
    turns = [("robot", t[3:]) if t.startswith("r: ") else ("user", t) for t in said]
    understood = model.understand(Instruction("", dialog=tuple(turns)))
    assert meaning(understood.formula) == meaning(parse_goal(wanted))
