"""What asks for nothing goes where nothing else helps; what may matter stays, or is refused."""

import pytest

from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.reduction import reductions
from egoplan_ros.language.rules import RuleReader
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        (
            "would you be an angel and put the book on the shelf, squire",
            "(exists (?o - Book ?r - Shelf) (in ?o ?r))",
        ),
        (
            "six eggs need to go in the refrigerator before they spoil",
            None,
        ),
        ("I have the jitters: close all the drawers", "(forall (?d - Drawer) (not (open ?d)))"),
    ],
)
def test_words_around_a_request_do_not_matter(rules: RuleReader, text: str, goal: str) -> None:
    found = rules.understand(Instruction(text)).formula
    if goal is None:
        assert str(found).count("'in'") == 6
    else:
        names = sorted(part for part in str(found).split("'") if part.istitle())
        wanted = sorted(part for part in str(parse_goal(goal)).split("'") if part.istitle())
        assert names == wanted


@pytest.mark.parametrize(
    "text",
    [
        "juggle the plate in the sink",
        "take the plate and smash it",
        "you mustn't pick up the knife",
        "put the mug in the sink unless it is dirty",
        "carry the mug to grandma's hut",
        "open the drawer, oh never mind",
    ],
)
def test_what_may_matter_never_goes(rules: RuleReader, text: str) -> None:
    with pytest.raises(InputError):
        rules.understand(Instruction(text))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("if the mug is dirty wash it", "if"),
        ("when the bell rings, chap, turn off the lamp", "when"),
        ("whatever happens, never open the safe", "never"),
        ("put three of the cups on the shelf, chap", "three"),
        ("wash everything but the fork, old boy", "but"),
    ],
)
def test_conditions_counts_and_denials_stay(text: str, kept: str) -> None:
    for shorter in reductions(text, Lexicon(load_ontology())):
        assert kept in shorter.split()
