"""What is said to a question or an offer of the robot."""

import pytest

from egoplan_ros.language.answers import agreed, spelled_out
from egoplan_ros.language.conversation import as_request
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.world.ontology import load_ontology


@pytest.mark.parametrize(
    ("text", "question", "offer"),
    [
        ("Oh yes, that would be lovely", "shall i light the candle?", "light the candle"),
        ("yes please", "would you like it sliced?", "a sliced one"),
        ("no thanks", "would you like it sliced?", ""),
        ("yes", "which one?", ""),
    ],
)
def test_offers(text: str, question: str, offer: str) -> None:
    assert agreed(text, question) == offer


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the latter", ("the floor lamp",)),
        ("the first one, please", ("the desk lamp",)),
        ("both of them", ("the desk lamp", "the floor lamp")),
        ("the floor one", ("the floor lamp",)),
        ("the candle", ("the candle",)),
    ],
)
def test_answers_stand_for_themselves(text: str, said: tuple[str, ...]) -> None:
    assert spelled_out(text, "the desk lamp or the floor lamp?") == said


@pytest.mark.parametrize(
    ("dialog", "request_"),
    [
        ("throw the bread away / r: all of it? / actually no, leave it", ""),
        ("put the cup in the sink / r: shall i wash it? / no, leave it", "put the cup in the sink"),
        ("put it in the sink / r: what shall i put there? / the cup", "put the cup in the sink"),
        ("turn on the tv / r: the tv is on. / now turn it off", "turn the tv off"),
        ("put the cup on the shelf / r: the shelf is full. / ok, on the desk then",
         "put the cup on the desk"),
        ("put the cup on the shelf / r: which cup? / on the desk", "put the cup on the shelf"),
        ("get the book / r: which one? / the blue one, and put it on the bed",
         "get the book and put the book on the bed"),
        ("cool the lettuce / r: then what? / cool, put it on the desk",
         "cool the lettuce and put the lettuce on the desk"),
        ("put the book on the bed / r: i can't find the book. / it's on the sofa",
         "put the book on the bed"),
        ("make me a coffee / forget it, i'll make it myself", ""),
        ("is the tv on? / r: yes, it is. / then turn it off", "turn the tv off"),
        ("r: should i throw this newspaper away? / no, put it on the ottoman",
         "put the newspaper on the ottoman"),
        ("two pillows on the sofa / r: there are three. / put all three there",
         "put three pillows on the sofa"),
        ("put the cup in the sink and close the fridge / put two cups in the sink",
         "put the cup in the sink and close the fridge and put two cups in the sink"),
        ("put a clean cup in the sink / put the cup in the sink",
         "put a clean cup in the sink"),
        ("put a clean cup in the sink / put two cups in the sink",
         "put a clean cup in the sink and put two cups in the sink"),
        ("put the egg in the microwave / r: should i cook it? / no, just leave it in there",
         "put the egg in the microwave"),
        ("turn on the tv and close the blinds / turn it off again",
         "turn on the tv and close the blinds and turn the tv off"),
        ("salt on the table / actually pepper too",
         "salt on the table and put pepper on the table"),
    ],
)  # fmt: skip
def test_dialogs(dialog: str, request_: str) -> None:
    turns = tuple(
        ("Driver", turn.removeprefix("r: ")) if turn.startswith("r: ") else ("Commander", turn)
        for turn in dialog.split(" / ")
    )
    assert as_request(turns, Lexicon(load_ontology())) == request_
