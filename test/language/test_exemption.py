"""What a request exempts is left out of its goal, whoever read it."""

import pytest

from egoplan_ros.language.exemption import exempted, spare
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.task import Instruction


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("wash the crockery, not the mugs though", {"Mug"}),
        ("gather up all the crockery, bar the cups, and pop it in the sink", {"Cup"}),
        ("put all the cutlery away except for my knives", {"Knife", "ButterKnife"}),
        ("everything apart from the plates and the bowls", {"Plate", "Bowl"}),
        ("wash all the dishes but the mugs and close the fridge", {"Mug"}),
        ("wash all the dishes but the mugs and the cups", {"Mug", "Cup"}),
        ("put all the cups on the table but the mugs in the sink", set()),
        ("put the cups away but the mugs and the plates on the table", set()),
        ("wash all the dishes but the mugs, put the mugs in the sink", set()),
        ("turn all the lights but the desk lamp off", {"DeskLamp"}),
        ("all the dishes but the mugs should be washed", {"Mug"}),
        ("please, all dishes but the mugs and the cups go into the cabinet", {"Mug", "Cup"}),
        ("put the dishes away but the mugs should go in the sink", set()),
        ("put the dishes in the cabinet but the mugs should go in the sink", set()),
        ("the dishes should be washed but the mugs should go in the sink", set()),
        ("credit card. but the desk will be safer", set()),
        ("wash the mugs whether or not the cups are dirty", set()),
        ("not only the mugs, the cups too", set()),
        ("put a mug in the sink", set()),
    ],
)
def test_names_behind_words_that_exempt(model, text, kinds):
    assert exempted(text, model.lexicon) == kinds


@pytest.mark.parametrize(
    ("goal", "left"),
    [
        (
            "(and (forall (?b - Bowl) (clean ?b)) (forall (?m - Mug) (clean ?m)))",
            "(forall (?b - Bowl) (clean ?b))",
        ),
        (
            "(exists (?s - SinkBasin) (and (forall (?b - Bowl) (in ?b ?s))"
            " (forall (?c - Cup) (in ?c ?s)) (forall (?m - Mug) (in ?m ?s))))",
            "(exists (?s - SinkBasin) (and (forall (?b - Bowl) (in ?b ?s))"
            " (forall (?c - Cup) (in ?c ?s))))",
        ),
        ("(forall (?m - Mug) (clean ?m))", "(forall (?m - Mug) (clean ?m))"),
        (
            "(and (exists (?b - Bowl) (clean ?b)) (forall (?m - Mug) (clean ?m)))",
            "(and (exists (?b - Bowl) (clean ?b)) (forall (?m - Mug) (clean ?m)))",
        ),
        ("(exists (?m - Mug) (clean ?m))", "(exists (?m - Mug) (clean ?m))"),
    ],
)
def test_all_of_what_is_exempt_goes_while_all_of_something_else_is_left(goal, left):
    assert to_pddl(spare(parse_goal(goal), frozenset({"Mug"}))) == to_pddl(parse_goal(left))


@pytest.mark.parametrize(
    ("text", "wanted", "exempt"),
    [
        ("wash the crockery, not the mugs though", {"Bowl", "Cup", "Plate"}, "Mug"),
        ("wash the dishes, not the mugs though", {"Bowl", "Cup", "Plate"}, "Mug"),
        ("clean all the dishes except the mugs", {"Bowl", "Cup", "Plate"}, "Mug"),
        ("wash all the dishes except the cups", {"Bowl", "Mug", "Plate"}, "Cup"),
        (
            "gather up all the crockery, bar the mugs, and pop it in the sink",
            {"Bowl", "Cup", "Plate", "SinkBasin"},
            "Mug",
        ),
        ("put all the cutlery except the knives in the drawer", {"Fork", "Spoon"}, "Knife"),
        ("all the dishes but the mugs should be washed", {"Bowl", "Cup", "Plate"}, "Mug"),
        ("all the dishes but the mugs go into the cabinet", {"Bowl", "Cup", "Plate"}, "Mug"),
    ],
)
def test_mugs_are_exempt_and_cups_are_not(model, text, wanted, exempt):
    goal = to_pddl(model.understand(Instruction(text)).formula)
    assert all(f"- {kind})" in goal for kind in wanted)
    assert f"- {exempt})" not in goal
