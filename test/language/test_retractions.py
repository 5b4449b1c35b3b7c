"""What is taken back, left out or meant otherwise in a dialog: each means a plain request."""

import pytest
from language_unforeseen import meaning

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.world.task import Instruction


@pytest.mark.parametrize(
    ("dialog", "request_"),
    [
        ("clear off the bed please / r: should i take the pillows off too? / no, leave the pillows."
         " everything else has to go.", "take everything off the bed except the pillows"),
        ("clear the desk for me / r: everything? / everything except the laptop",
         "take everything off the desk except the laptop"),
        ("clear off the coffee table completely / r: should i take the remote away too? / no, the"
         " remote can stay", "take everything off the coffee table except the remote"),
        ("take everything off the bed / r: even the pillows? / no, leave those",
         "take everything off the bed except the pillows"),
        ("take everything off the bed / r: including the pillows? / no, i need the pillows",
         "take everything off the bed except the pillows"),
        ("take everything off the sofa / r: the pillows as well? / god, no, leave me the pillows",
         "take everything off the sofa except the pillows"),
        ("clear my desk, everything has to go / r: the laptop, too? / oh no, the laptop stays,"
         " everything else off", "take everything off my desk except the laptop"),
        ("slice an apple and put it in a bowl / wait, use a tomato instead of the apple. the rest"
         " stays the same.", "slice a tomato and put it in a bowl"),
        ("put the pen in the drawer / sorry, my english is bad. not pen. i want to say pencil",
         "put the pencil in the drawer"),
        ("put my phone on the nightstand / r: okay, putting the alarm clock there. / no, the phone!"
         " i didn't say anything about the alarm clock.", "put my phone on the nightstand"),
        ("put a fork and a spoon in the drawer / r: ok / i never asked for the spoon",
         "put a fork in the drawer"),
        ("put my keys in the drawer / r: which drawer? / never mind the drawer, bring them to me",
         "bring me my keys"),
        ("phone in the drawer / no wait, couch / r: on the couch? / no. forget the couch, drawer"
         " was right", "put the phone in the drawer"),
        ("put the apple in the fridge and the book on the bed / leave the apple then",
         "put the book on the bed"),
        ("open the fridge / r: done / no, shut the fridge and open the microwave",
         "shut the fridge and open the microwave"),
        ("light the candle / i meant the floor lamp. put the candle out again and switch on the"
         " floor lamp", "put the candle out and switch on the floor lamp"),
        ("put the book on the bed / not the bed, put the book on the nightstand",
         "put the book on the nightstand"),
        ("take all the books off the sofa / now bring me a pen",
         "take all the books off the sofa and bring me a pen"),
    ],
)  # fmt: skip
def test_what_is_left_of_a_request(model: LanguageModel, dialog: str, request_: str) -> None:
    turns = (turn.strip() for turn in dialog.split(" / "))
    spoken = tuple(
        ("Driver" if turn.startswith("r: ") else "Commander", turn.removeprefix("r: "))
        for turn in turns
    )
    found = model.understand(Instruction("", dialog=spoken))
    assert meaning(found.formula) == meaning(model.understand(Instruction(request_)).formula)
