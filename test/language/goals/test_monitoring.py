# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Subgoal monitoring: what a history told in words completed, and what is left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.language.goals.forms import goal_of, subgoals_of
from egoplan_ros.language.goals.monitoring import Progress, monitored
from egoplan_ros.language.goals.slots import Slots
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

LEXICON = Lexicon(load_ontology())
CLEAN = goal_of(Slots("pick_clean_then_place_in_recep", "Mug", recep="CoffeeMachine"))
TWO = goal_of(Slots("pick_two_obj_and_place", "AlarmClock", recep="Desk"))
CARRIED = goal_of(
    Slots("pick_and_place_with_movable_recep", "Apple", "Pan", "DiningTable", sliced=True)
)


def told(progress: Progress) -> tuple[list[str], list[str]]:
    def words(subgoals: object) -> list[str]:
        return [" ".join(filter(None, (s.patient, s.predicate, s.destination))) for s in subgoals]

    return words(progress.completed), words(progress.remaining)


@pytest.mark.parametrize(
    ("goal", "history", "completed", "remaining"),
    [
        (CLEAN, [], [], ["Mug clean", "Mug in CoffeeMachine"]),
        (
            CLEAN,
            ["picked up the mug", "washed the mug in the sink"],
            ["Mug clean"],
            ["Mug in CoffeeMachine"],
        ),
        (
            CLEAN,
            ["Pickup Mug", "Place Sink", "ToggleOn Faucet", "Pickup Mug", "Place CoffeeMachine"],
            ["Mug clean", "Mug in CoffeeMachine"],
            [],
        ),
        (
            CLEAN,
            ["PickUp(Mug_1)", "Clean(Mug_1) failed", "PutIn(Mug_2, CoffeeMachine_1)"],
            ["Mug in CoffeeMachine"],
            ["Mug clean"],
        ),
        (
            CLEAN,  # another mug stands there than the one that was washed
            ["Clean(Mug_1)", "PickUp(Mug_2)", "PutIn(Mug_2, CoffeeMachine_1)"],
            ["Mug clean"],
            ["Mug in CoffeeMachine"],
        ),
        (CLEAN, ["took a mug", "washed it"], ["Mug clean"], ["Mug in CoffeeMachine"]),
        (CLEAN, ["took a mug", "rinsed it in the sink"], ["Mug clean"], ["Mug in CoffeeMachine"]),
        (
            CARRIED,
            ["looked at the apple", "took the apple", "put it down", "took a knife", "sliced it"],
            ["Apple sliced"],
            ["Apple in Pan", "Pan in DiningTable"],
        ),
        (
            TWO,
            ["go to the shelf", "take the alarm clock", "go to the desk", "put it on the desk"],
            ["AlarmClock in Desk"],
            ["AlarmClock in Desk"],
        ),
        (
            CARRIED,
            [
                "GotoLocation diningtable", "SliceObject apple", "PickupObject pan",
                "PutObject pan diningtable", "PickupObject apple", "PutObject apple pan",
            ],
            ["Apple sliced", "Apple in Pan", "Pan in DiningTable"],
            [],
        ),
        (
            goal_of(Slots("pick_heat_then_place_in_recep", "Potato", recep="Fridge")),
            ["heated the potato", "put the potato in the fridge", "closed the fridge"],
            ["Potato in Fridge"],  # which has made it cold again
            ["Potato hot"],
        ),
        (
            parse_goal("(exists (?f - Fridge ?l - DeskLamp) (and (not (open ?f)) (toggled ?l)))"),
            ["opened the fridge", "turned on the desk lamp"],
            ["DeskLamp toggled"],
            ["Fridge not open"],
        ),
        (
            parse_goal("(exists (?b - Bed) (forall (?p - Pillow) (in ?p ?b)))"),
            ["took the pillow", "put the pillow on the bed"],
            ["Pillow in Bed"],
            ["Pillow in Bed"],  # whether there are others nobody said
        ),
    ],
)  # fmt: skip
def test_a_history_is_followed(
    goal: object, history: list[str], completed: list[str], remaining: list[str]
) -> None:
    assert told(monitored(goal, history, LEXICON)) == (completed, remaining)


WORDS = "picked up put clean slice heat mug apple pan sink fridge on in open 1 2 failed ( _".split()


@given(
    st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join) | st.text(), max_size=12)
)
def test_whatever_the_history_each_subgoal_is_done_or_left(history: list[str]) -> None:
    for goal in (CLEAN, TWO, CARRIED):
        found = monitored(goal, history, LEXICON)
        key = str
        assert sorted((*found.completed, *found.remaining), key=key) == sorted(
            subgoals_of(goal), key=key
        )


def test_a_goal_for_many_things_is_matched_at_once() -> None:
    names = " ".join(f"?m{n} - Mug" for n in range(11))
    wishes = " ".join(f"(clean ?m{n})" for n in range(11))
    goal = parse_goal(f"(exists ({names}) (and {wishes}))")
    found = monitored(goal, [f"Clean(Mug_{n})" for n in range(8)], LEXICON)
    assert len(found.completed) == 8


def test_what_is_no_act_is_told() -> None:
    history = ["flew to the moon", "picked up the mug", "washed it", "took the dragon", "go failed"]
    found = monitored(CLEAN, history, LEXICON)
    assert found.ignored == ("flew to the moon", "took the dragon")
    assert monitored(CLEAN, ["washed it", ""], LEXICON).ignored == ("washed it", "")


def test_opening_an_appliance_changes_nothing_that_is_carried() -> None:
    """A chilled apple for the microwave stays chilled when its door is opened."""
    goal = parse_goal("(exists (?o - Apple ?r - Microwave) (and (cold ?o) (in ?o ?r)))")
    history = ["PickUp(Apple_1)", "Cool(Apple_1, Fridge_1)", "GoTo(Microwave_1)"]
    history += ["Open(Microwave_1)", "Put(Apple_1, Microwave_1)"]
    assert monitored(goal, history, Lexicon(load_ontology())).remaining == ()
