"""Wishes in forms that people use beside plain orders, and what a goal must not lose of them."""

import pytest
from language_unforeseen import meaning

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.rewriting import plain
from egoplan_ros.language.rules import RuleReader
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.task import Instruction


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("make sure none of the burners are on",
         "turn off every burners"),
        ("none of the lamps should be on",
         "turn off every lamps"),
        ("I'd like a mug on my desk, and not a dirty one this time.",
         "put a clean mug on my desk"),
        ("I can't sleep with the desk lamp on",
         "turn off the desk lamp"),
        ("nobody's watching that telly, it needn't be on",
         "turn off the telly"),
        ("leave only the vase on the coffee table",
         "clear the coffee table except the vase"),
        ("nothing but the vase should be left on the end table",
         "clear the end table except the vase"),
        ("only the salt on the dining table, never mind the pepper",
         "only the salt on the dining table"),
        ("whatever's in the fridge has to come out",
         "clear the fridge"),
        ("the tissue box is empty, throw it away",
         "throw the tissue box away"),
        ("lay the table for two people: a plate and a glass each",
         "put two plate on the table and put two glass on the table"),
        ("half a dozen eggs belong in the fridge, see to it",
         "put six eggs in the fridge"),
        ("make sure the tap isn't left running all night",
         "turn off the tap"),
        ("the shower curtain is not to be left open",
         "close the shower curtain"),
        ("the watering can should be full",
         "fill the watering can"),
        ("if only the wine were cold!",
         "cool the wine"),
        ("keep the bread, throw away the apple",
         "throw away the apple"),
        ("I require one pencil and two pens on my desk",
         "put one pencil and two pens on my desk"),
        ("so that's three bowls on the table",
         "put three bowls on the table"),
        ("would love a mug of coffee on the desk",
         "put a mug of coffee on the desk"),
        ("a pot full of water on the stove",
         "a pot of water on the stove"),
        ("we're away, so I'd like all the keys kept in the safe",
         "put all the keys in the safe"),
        ("every candle ought to be lit when my wife gets home",
         "light every candle"),
        ("the telly shouldnt be on", "turn off the telly"),
        ("is the shower still running? it shouldn't be", "turn off the shower"),
        ("I don't ever want to see a dumbbell on the floor again",
         "take every dumbbell off the floor"),
        ("clear the table, only the salt isn't to be moved", "clear the table except the salt"),
        ("how about two slices of toast", "i would like two slices of toast"),
        ("see that the microwave door gets shut",
         "make sure the microwave is shut"),
    ],
)  # fmt: skip
def test_wishes_in_plain_words(said: str, made: str) -> None:
    assert plain(said) == made


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("switch the tv off, and the floor lamp as well",
         "switch the tv off and switch the floor lamp off"),
        ("every cup and mug belongs in the cabinet",
         "put every cup in the cabinet and put every mug in the cabinet"),
        ("close the fridge, the milk will go off", "close the fridge"),
        ("empty the sink, would you? the plumber's on his way", "empty the sink"),
        ("is there any chance of getting three tomatoes sliced before lunch?",
         "slice three tomatoes"),
        ("get my phone off the bed, I don't care where it goes as long as it isn't there",
         "clear the bed of phones"),
        ("bring me a mug of coffee", "make me a coffee and bring it to me"),
        ("bring a coffee to my desk", "make a coffee and put it on my desk"),
        ("I'd love a coffee", "make me a coffee"),
        ("put all the watches and keys into the safe",
         "put every watch in the safe and put every key in the safe"),
        ("warm up two plates in the microwave", "heat two plates"),
        ("grandma needs to sit down, so anything that's lying on the armchair has to go",
         "clear the armchair"),
    ],
)  # fmt: skip
def test_said_otherwise(model: LanguageModel, said: str, meant: str) -> None:
    def goal(text: str) -> object:
        return meaning(model.understand(Instruction(text)).formula)

    assert goal(said) == goal(meant)


@pytest.mark.parametrize(
    "said",
    [
        "put every cup in the cabinet except the cups in the sink",
        "put all the books on the shelf except the red one",
    ],
)
def test_some_of_a_type_are_not_left_out_in_silence(rules: RuleReader, said: str) -> None:
    with pytest.raises(InputError):
        rules.understand(Instruction(said))
