"""Where something is, or where to do what leaves nothing there, is no place to put anything."""

import pytest

from egoplan_ros.language.hints import without_hints
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.meaning import meaning
from egoplan_ros.world.task import Instruction

Turns = tuple[tuple[str, str], ...]


def _turns(*said: str) -> Turns:
    who = {True: "Follower", False: "Commander"}
    return tuple((who[text.startswith("F: ")], text.removeprefix("F: ")) for text in said)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (["Take the mug.", "F: Where is it?", "It is in the sink."], ["Take the mug."]),
        (["Take the mug.", "F: Where can I find it?", "On the shelf."], ["Take the mug."]),
        (["Wash the mug.", "F: Where do I wash it?", "In the sink!"], ["Wash the mug."]),
        (
            ["Take the mug.", "F: I see none.", "Look in the fridge."],
            ["Take the mug.", "F: I see none."],
        ),
        *(
            (kept, kept)
            for kept in (
                ["Take the mug.", "F: Where should it go?", "On the shelf."],
                ["Take the mug.", "F: Where is the shelf to put it on?", "In the hall."],
                ["Take the mug.", "F: Where is it?", "In the sink. Put it on the shelf."],
                ["Take the mug.", "F: Where is it?", "Never mind, take the cup."],
                ["Look under the bed."],
            )
        ),
    ],
)
def test_hints_are_left_out(said: list[str], left: list[str]) -> None:
    assert without_hints(_turns(*said)) == _turns(*left)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            [
                "Could you wash every bowl in the kitchen?",
                "F: Where do I wash them?",
                "In the sink.",
            ],
            "(forall (?o - Bowl) (clean ?o))",
        ),
        (
            ["Can you cook a potato?", "F: Yes. I do not see one.", "Look on the counter."],
            "(exists (?o - Potato) (cooked ?o))",
        ),
        (
            ["Put a cup on the desk.", "F: I do not see one.", "Have a look in the cabinet."],
            "(exists (?o - Cup ?r - Desk) (in ?o ?r))",
        ),
    ],
)
def test_a_hint_is_no_destination(model: LanguageModel, said: list[str], wanted: str) -> None:
    understood = model.understand(Instruction("", dialog=_turns(*said)))
    assert meaning(understood.formula) == meaning(parse_goal(wanted))
