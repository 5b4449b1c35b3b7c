"""Talk in which more is said than is asked for: each dialog means a plain request."""

import pytest
from language_unforeseen import meaning

from egoplan_ros.language.rules import RuleReader
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.task import Instruction


@pytest.mark.parametrize(
    ("dialog", "request_"),
    [
        ("blow out the candle / r: it's out. the telly is still running. / switch that off "
         "too, please",
         "blow out the candle and turn off the tv"),
        ("put my laptop on the desk / r: the desk chair has a pillow on it. / put that on "
         "the bed, please",
         "put my laptop on the desk and put the pillow on the bed"),
        ("put two pillows on the armchair / r: there are three. what about the third? / it "
         "can go on the ottoman",
         "put two pillows on the armchair and another pillow on the ottoman"),
        ("close the shower curtain / r: it's closed. there is a soap bar on the edge of the "
         "tub. / put it in the trash, it's just a sliver",
         "close the shower curtain and put the soap bar in the trash"),
        ("wash the pot / r: there's a dirty pan beside it. shall i do that too? / please do",
         "wash the pot and wash the pan"),
        ("may i have hot water in a glass, for my tea? / r: a glass with hot water. / i am "
         "afraid the glass breaks. better a mug. / r: a mug with hot water. shall i bring "
         "it? / yes, bring it please",
         "fill a mug with water, heat it and bring it to me"),
        ("would you be so good as to set four plates on the dining table? two, forgive me, "
         "the hendersons have sent their regrets. / r: two plates on the dining table.",
         "put two plates on the dining table"),
        ("i need three plates on the table / r: three plates on the dining table.",
         "put three plates on the dining table"),
        ("light the candle and stand it on the coffee table? rather not, it has just been "
         "polished; the side table. / r: the candle, lit, on the side table.",
         "light the candle and put it on the side table"),
        ("set the kettle on the stove and fill it / forget about filling it, i'll do that "
         "myself when the guests are here",
         "put the kettle on the stove"),
        ("bring me my boots and my keys / r: i have only one hand. which ones first? / just "
         "the boots then, i've got the keys in my pocket",
         "bring me my boots"),
        ("put the lettuce in the fridge / r: lettuce in the fridge. / hang on, lunch is in "
         "ten minutes. not the fridge, put it in a bowl",
         "put the lettuce in a bowl"),
        ("two plates on the table, please / r: which table? / the dining table, so that "
         "everybody can reach them, and i'll bring the food later",
         "put two plates on the dining table"),
        ("four plates on the dining table / r: four plates on the dining table. / my sister "
         "isn't coming, so three",
         "put three plates on the dining table"),
        ("three books on the desk, please / make it two, i'm not reading three",
         "put two books on the desk"),
        ("put a fork and a spoon on the table / r: a fork and a spoon. / i'm having fish, "
         "swap the spoon for a butter knife",
         "put a fork and a butter knife on the table"),
        ("floor lamp on and tv off / r: floor lamp on, tv off. / the other way round!",
         "floor lamp off and tv on"),
        ("put a spoon and a fork in the mug / r: ok / the fork's no use there, only the "
         "spoon",
         "put a spoon in the mug"),
        ("pens and pencils all go in the box / just the pencils, the pens can stay",
         "put all the pencils in the box"),
        ("two pencils and a pen in the mug / r: two pencils and one pen. / got it mixed up, "
         "two pens and one pencil",
         "put two pens and a pencil in the mug"),
        ("put the alarm clock on the desk / nightstand, what am i saying",
         "put the alarm clock on the nightstand"),
        ("take the laptop to the bed / on second thoughts the dresser, and with the lid "
         "closed",
         "close the laptop and put it on the dresser"),
        ("bring me my phone / don't bother bringing it, just turn it off",
         "turn off my phone"),
        ("put my watch and my keys in the safe / not the keys, i need those now, bring them "
         "to me",
         "put my watch in the safe and bring me my keys"),
        ("clear the armchair / r: everything off the armchair. / except the pillow, my back "
         "needs that",
         "take everything off the armchair except the pillow"),
        ("put the cds away / r: in the drawer or on the shelf? / you choose",
         "put all the cds in the drawer"),
        ("put the vase on the counter / then the shelf or the dining table, i don't mind "
         "which",
         "put the vase on the shelf"),
        ("turn the pc on / actually i gotta do homework first. pc stays off, desk lamp on",
         "turn the pc off and the desk lamp on"),
        ("shut the fridge / no, leave it open, i'm just unloading! and open a cabinet for me"
         " too",
         "open the fridge and open a cabinet"),
        ("put my phone in the drawer / no, wait, i need it. bring it here",
         "bring me my phone"),
        ("put the vase on the windowsill / r: i can't reach the windowsill. how about the "
         "shelf? / too high. / r: the dresser? / yes, good idea",
         "put the vase on the dresser"),
        ("i want a laptop on the desk / r: the desk is full. may i suggest the coffee table?"
         " / okay, coffee table",
         "put the laptop on the coffee table"),
        ("it's getting dark / r: i could switch on the floor lamp or the desk lamp. / floor "
         "lamp",
         "turn on the floor lamp"),
        ("take a newspaper to the armchair / r: shall i switch on a lamp as well? / the "
         "floor lamp would be lovely",
         "put a newspaper on the armchair and turn on the floor lamp"),
        ("put a pillow on the sofa / r: should the tv be on? / by all means",
         "put a pillow on the sofa and turn on the tv"),
        ("slice a tomato / r: should i put it in a bowl? / a plate would be better",
         "slice a tomato and put it on a plate"),
        ("heat an apple / r: and what shall i put it in? / a bowl, please",
         "heat an apple and put it in a bowl"),
        ("set the table for me, will you? / r: what do you need? / a plate, a fork and a "
         "spoon",
         "put a plate, a fork and a spoon on the table"),
        ("the valuables should go in the safe / r: what do you mean exactly? / the watch and"
         " the statue",
         "put the watch and the statue in the safe"),
        ("open the blinds / r: shall i also light the candle? / yes / r: so i leave the "
         "blinds alone? / yes",
         "light the candle"),
        ("shut the blinds / r: shall i bring you a spoon? / no, but put a fork in the sink",
         "shut the blinds and put a fork in the sink"),
        ("please, can you open the window? / r: i'm sorry, i cannot open the window. / then "
         "open the blinds",
         "open the blinds"),
        ("cut the bread. no, don't cut it, just put it on the dining table",
         "put the bread on the dining table"),
        ("light the candle / r: i'll light the candle. / no need to light it. just put it on"
         " the shelf",
         "put the candle on the shelf"),
        ("toast me a slice of bread / r: toasting. / don't toast it, just cut the bread",
         "slice the bread"),
        ("salt, pepper and kitchen roll onto the dining table / we don't need the kitchen "
         "roll",
         "put the salt and the pepper on the dining table"),
        ("a clean mug on the dining table / r: clean mug, dining table. / not a mug, a wine "
         "glass",
         "put a clean wine glass on the dining table"),
        ("fork and butter knife on the dining table / skip the knife, but add a spoon",
         "put a fork and a spoon on the dining table"),
        ("lettuce in the fridge / you'd better wash it before that",
         "wash the lettuce and put it in the fridge"),
        ("a washed plate on the side table / two plates, and they needn't be washed",
         "put two plates on the side table"),
        ("take everything off the bed. wait, not the pillows",
         "take everything off the bed except the pillows"),
        ("my watch and my keys in the safe / i need the keys later, so only the watch",
         "put my watch in the safe"),
        ("put the apples in the fridge / r: there are three. / then two in the fridge, and "
         "bring me the other one",
         "put two apples in the fridge and bring me another apple"),
        ("put three tomatoes in the bowl / r: the bowl only takes two. / ok, two in the bowl"
         " and the third one on a plate",
         "put two tomatoes in the bowl and another tomato on a plate"),
        ("open the safe / r: it's open. / put my watch in / r: should i leave the safe open?"
         " / no, shut it again",
         "put my watch in the safe and close the safe"),
        ("switch on the floor lamp / r: right away. / no, don't bother, it's bright enough /"
         " put a pen on the desk",
         "put a pen on the desk"),
    ],
)  # fmt: skip
def test_talk_means_a_request(rules: RuleReader, dialog: str, request_: str) -> None:
    found = rules.understand(_spoken(dialog))
    assert meaning(found.formula) == meaning(rules.understand(Instruction(request_)).formula)


@pytest.mark.parametrize(
    "dialog",
    [
        "put my watch on the dresser / r: it's on the desk. / then leave everything as it is.",
        "put my watch on the dresser / r: okay. / forget i said anything",
        "throw out the newspaper / r: in the bin? / no, dad hasn't finished it. just leave it",
        "open the blinds / r: opening them. / r: so i leave them as they are? / yes",
        "lay a fork on the table / r: and a plate? / yes / oh, we eat out. cancel all of that",
    ],
)
def test_what_is_taken_back_is_refused(rules: RuleReader, dialog: str) -> None:
    with pytest.raises(InputError, match="taken back"):
        rules.understand(_spoken(dialog))


def _spoken(dialog: str) -> Instruction:
    turns = (turn.strip() for turn in dialog.split(" / "))
    spoken = (
        ("Driver" if turn.startswith("r: ") else "Commander", turn.removeprefix("r: "))
        for turn in turns
    )
    return Instruction("", dialog=tuple(spoken))


def test_what_a_robot_says_by_itself_asks_for_nothing(rules: RuleReader) -> None:
    said = "r: two plates on the dining table. / thanks / r: okay / bring me a pen"
    found = rules.understand(_spoken(said))
    assert meaning(found.formula) == meaning(
        rules.understand(Instruction("bring me a pen")).formula
    )
