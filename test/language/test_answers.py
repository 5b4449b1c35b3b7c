"""What is said to a question or an offer of the robot."""

import pytest

from egoplan_ros.language.answers import spelled_out


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
