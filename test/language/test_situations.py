"""Requests that tell how things are mean what a plain request means."""

import pytest

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.rules import RuleReader
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.task import Instruction


@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        ("Why is the shower still running?", "turn off the shower"),
        ("I can't stand the telly blaring when no one is watching", "turn off the tv"),
        ("We never keep tomatoes in the fridge because it ruins the taste. Get them out of there.",
         "take all the tomatoes out of the fridge"),
        ("The foil and the kitchen roll: the first goes in the drawer, the second on the shelf.",
         "put the foil in the drawer and the kitchen roll on the shelf"),
        ("Get me something to write with, a pen though, not a pencil.", "bring me a pen"),
        ("Put the laptop on the bed, and don't leave its lid up.",
         "put the laptop on the bed and close the laptop"),
        ("Put all the cookware away in the cabinet, only the pots can stay where they are.",
         "put all the cookware in the cabinet except the pots"),
        ("No candle may be left burning, and the toilet lid shouldn't be up.",
         "turn off every candle and close the toilet lid"),
        ("Leave my phone on the nightstand, without it being switched on.",
         "put my phone on the nightstand and turn it off"),
        ("Everything but the vase should come off the dining table.",
         "take everything off the dining table except the vase"),
        ("I want two remotes on the dresser and a third one on the side table",
         "put two remotes on the dresser and another remote on the side table"),
        ("two cushions on the couch and another one on the ottoman",
         "put two cushions on the couch and another cushion on the ottoman"),
        ("One roll of toilet paper on the holder and two in the cabinet",
         "put one roll of toilet paper on the holder and two rolls of toilet paper in the cabinet"),
        ("There's one egg in the fridge already, put one more in with it.",
         "put two eggs in the fridge"),
        ("One pencil is in the box. Make it three.", "put three pencils in the box"),
        ("Of our three forks one's in the drawer, can you put the other two in there as well?",
         "put three forks in the drawer"),
        ("The egg has gone off and so has the bread. Throw them both away.",
         "throw the egg and the bread away"),
        ("Bread goes stale in the fridge, so don't keep any in there.",
         "don't keep bread in the fridge"),
        ("Phones never belong on the dinner table, clear them off it.",
         "take all the phones off the dinner table"),
        ("Please don't let the shower run any longer.", "turn off the shower"),
        ("I don't want the tomato whole, slice it and put it on a plate.",
         "slice the tomato and put it on a plate"),
        ("everything off the couch, just not the teddy bear",
         "take everything off the couch except the teddy bear"),
        ("Any pens or pencils lying about belong in the box.",
         "put all the pens and all the pencils in the box"),
        ("Whatever's on the desk, take it off, apart from the laptop.",
         "take everything off the desk except the laptop"),
        ("My brother wants a coffee too, so make it two mugs of coffee instead of one.",
         "make two mugs of coffee"),
        ("I wish there were no dirty mugs left in this house.", "wash all the dirty mugs"),
        ("I would feel better if the watch were in the safe", "put the watch in the safe"),
        ("Take all my pens to the desk, I need to get some drawing done.",
         "put all my pens on the desk"),
        ("put two credit cards in the drawer and a third one on the dresser",
         "put two credit cards in the drawer and put one credit card on the dresser"),
        ("put two pens in the box and another in the drawer",
         "put two pens in the box and put one pen in the drawer"),
        ("the complete set of pens and the complete set of pencils go on the desk",
         "put all the pens and all the pencils on the desk"),
        ("Task 1: power up the desktop. Task 2: move the credit card to the side table.",
         "turn on the desktop and put the credit card on the side table"),
        ("I'd be obliged if the floor lamp were no longer on", "turn off the floor lamp"),
        ("Would it be possible to have all the candles put out before we retire for the night?",
         "put out all the candles"),
        ("Set the TV to off", "turn off the TV"),
        ("The safe must not contain any discs once you are finished.",
         "take all the discs out of the safe"),
        ("Nothing stays in my sink except the sponge, got it?",
         "take everything out of the sink except the sponge"),
        ("Can somebody please clear everything off the bed apart from the pillows?",
         "take everything off the bed except the pillows"),
        ("Could you wash two bowls and put them in the cupboard before I fall asleep standing up?",
         "wash two bowls and put them in the cupboard"),
        ("fill the pot and get it on the stove", "fill the pot and put it on the stove"),
        ("At the end of the day I want all the pans in the cabinet.",
         "put all the pans in the cabinet"),
        ("I can't stand the toilet lid being up", "close the toilet lid"),
        ("Why is the shower still on? It shouldn't be.", "turn off the shower"),
        ("There's no reason for any books to be on the floor.",
         "there must be no books on the floor"),
        ("I wish all my CDs were in the box.", "put all my CDs in the box"),
        ("None of the candles should still be burning when we go to bed",
         "none of the candles should be burning"),
        ("There must not be any candles on the coffee table, my toddler grabs everything.",
         "there must not be any candles on the coffee table"),
        ("Warm up a plate for me in the microwave and put a pen on the desk.",
         "warm up a plate in the microwave and put a pen on the desk"),
        ("It gets dark early, doesn't it, so switch on the floor lamp, and the desk lamp as well",
         "switch on the floor lamp and the desk lamp"),
    ],
)  # fmt: skip
def test_what_is_told_is_what_is_asked(model: LanguageModel, text: str, plainly: str) -> None:
    told, asked = (model.understand(Instruction(said)).formula for said in (text, plainly))
    assert to_pddl(told) == to_pddl(asked)


@pytest.mark.parametrize(
    "text",
    [
        "throw the egg and the bread away",
        "throw the egg away and throw the bread out",
        "bin the egg and put the bread in the trash",
        "put the bread in the trash and bin the egg",
    ],
)
def test_all_that_is_thrown_away_goes_into_one_bin(rules: RuleReader, text: str) -> None:
    goal = to_pddl(rules.understand(Instruction(text)).formula)
    assert goal.count("- GarbageCan") == 1
    assert "(= " not in goal
