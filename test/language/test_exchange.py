"""Dialogs by their bearing words: each means what a plain request means."""

import pytest
from language_unforeseen import meaning

from egoplan_ros.language import LanguageModel
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.task import Instruction


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
        ("cool the lettuce / r: then what? / cool, put it on the counter",
         "cool the lettuce and put the lettuce on the counter"),
        ("put the book on the bed / r: i can't find the book. / it's on the sofa",
         "put the book on the bed"),
        ("make me a coffee / forget it, i'll make it myself", ""),
        ("wash the plate / r: do you want it put away? / yes", ""),
        ("wash the plate / r: do you want it put away? / no", "wash the plate"),
        ("turn on the lamp / r: the desk lamp or the floor lamp? / the tall one", ""),
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
        ("put the fork in the drawer / actually the spoon", "put the spoon in the drawer"),
        ("put the fork in the drawer / no, in the sink", "put the fork in the sink"),
        ("bring me a pen / r: here / now a pencil / r: here / put both in the drawer",
         "put the pen and the pencil in the drawer"),
        ("wash the cup / cancel that / wash the mug", "wash the mug"),
        ("can you warm something up / r: what should i warm up? / the bowl", "warm the bowl up"),
        ("the cds have to be put away / r: where? / in the box / r: all of them? / every one",
         "put all the cds in the box"),
        ("spoons in the drawer / r: only the spoons? / the butter knives as well, every one",
         "put two spoons in the drawer and put all the butter knives in the drawer"),
        ("set six plates on the dining table / r: ok. / oh, they cancelled, four will do",
         "set four plates on the dining table"),
        ("turn on the tv and the desk lamp / forget the tv", "turn on the desk lamp"),
        ("put the ball on the sofa / no, on the armchair, i want to lie down on the sofa",
         "put the basketball on the armchair"),
        ("three potatoes in the pot / r: three? / make it five, we got another order",
         "put five potatoes in the pot"),
        ("put the pot in the cabinet / actually, leave it on the counter, i'll be cooking later",
         "put the pot on the counter"),
        ("candles on the shelf / r: all of the candles? / just two, and light them",
         "put two candles on the shelf and light them"),
        ("get a mug / r: anything in it? / coffee please, and leave it on my desk",
         "put a mug of coffee on the desk"),
        ("i'd like coffee / r: where should i put it? / on the desk. in a mug.",
         "put a mug of coffee on the desk"),
        ("turn the tv on / sorry, off, I meant off", "turn the tv off"),
        ("make me a coffee / r: right away / no coffee, just fill the kettle", "fill the kettle"),
        ("wash a mug and a fork / r: ok / no fork, just the mug", "wash a mug"),
        ("throw away the apple and the bread / r: both into the trash? / no, keep the bread",
         "throw away the apple"),
        ("clear the dresser / r: should I take everything off it? / everything except the statue",
         "clear the dresser except the statue"),
        ("take everything off the bed / r: the pillow too? / no, leave the pillow",
         "clear the bed except the pillow"),
        ("all the cutlery in the sink, please / r: forks, spoons and knives? / yes, but leave the"
         " knives where they are", "put all the cutlery but the knives in the sink"),
        ("put the forks and spoons in the drawer / r: the forks too? / no, not the forks",
         "put all the spoons in the drawer"),
        ("put a bowl on the table / r: anything else? / yes, two spoons next to it",
         "put a bowl on the table and put two spoons on the table"),
        ("wash a plate and put it in the cupboard / actually, when it's washed just leave it on the"
         " counter", "wash a plate and put it on the counter"),
        ("put an apple in the fridge / r: which one do you mean? / well, then take two of them",
         "put two apples in the fridge"),
        ("put an egg in the fridge / r: shall I put in another one? / yeah, do two more",
         "put three eggs in the fridge"),
        ("is the tv still on? / r: yes / then switch it off, and the floor lamp as well",
         "switch the tv off and switch the floor lamp off"),
        ("put the book on the table / r: the table is full / alright. use the stool, then",
         "put the book on the stool"),
        ("chill a tomato / r: where do you want it? / on the counter, please, on a plate",
         "chill a tomato and put it on a plate and put the plate on the counter"),
        ("how many mugs are in the sink? / r: two / wash them, both", "wash two mugs"),
        ("it's too bright / r: shall I close the blinds or turn off the lamp? / the blinds. the"
         " lamp can stay on", "close the blinds"),
        ("put the vegetables in the fridge / r: the potatoes, the tomatoes and the lettuce? /"
         " potatoes don't go in the fridge! only the others",
         "put all the vegetables except the potatoes in the fridge"),
        ("fill a cup with water / r: a glass or a mug? / whichever's nearer. leave it on the"
         " counter",
         "fill a cup with water and put it on the counter"),
        ("heat a potato / r: and then? / in a bowl. don't cut it, I like it whole",
         "heat a potato and put it in a bowl"),
        ("put the book on the ottoman / on the chair... no, that's dirty. on the desk, please",
         "put the book on the desk"),
        ("put the spoon in the cup / r: the coffee mug or the glass? / the mug",
         "put the spoon in the mug"),
        ("put the glasses in the sink / r: all of them? / all of them, and the bowls",
         "put all the glasses in the sink and put all the bowls in the sink"),
        ("cut up the tomato and the lettuce / r: and put them in a bowl? / no, on a plate",
         "cut up the tomato and the lettuce and put them on a plate"),
        ("clear the bed off / r: everything? / well, not the pillows, obviously",
         "clear the bed except the pillows"),
        ("put the soap in the sink / r: in the basin or on the counter? / on the counter, otherwise"
         " it goes all mushy", "put the soap on the counter"),
        ("lay four spoons on the table / r: four spoons, all right / hang on, one less",
         "lay three spoons on the table"),
        ("put the foil in the drawer / r: the drawer is stuck / again? okay, use the cupboard",
         "put the foil in the cupboard"),
        ("wash the lettuce and the tomato / r: shall I slice them, too? / only the tomato",
         "wash the lettuce and wash and slice the tomato"),
        ("put all the cutlery in the drawer / r: the knives as well? / no, no knives, the kids get"
         " into that drawer. just the forks and spoons",
         "put all the forks and all the spoons in the drawer"),
        ("put all the cutlery in the drawer / r: the knives as well? / no knives",
         "put all the cutlery except the knives in the drawer"),
        ("put a cup in the sink / r: shall I wash it? / no thanks", "put a cup in the sink"),
        ("bring me a tomato / r: there are no tomatoes left. would you like an apple? / sure",
         "bring me an apple"),
        ("i'm thirsty / r: would you like a glass of water? / yes, but a cold one",
         "bring me a cold glass of water"),
        ("there's a cloth in the tub / r: should I put it on the counter? / no, it stinks. laundry"
         " hamper", "put the cloth in the laundry hamper"),
        ("it's too dark / r: which light should I turn on? / the desk lamp",
         "turn on the desk lamp"),
        ("turn on the tv and the floor lamp / r: okay / actually leave the tv off",
         "turn on the floor lamp and turn the tv off"),
        ("turn on the tv / r: the tv is already on / is it? then switch it off", "turn the tv off"),
        ("close the laptop / r: the one on the desk? / every laptop in this house",
         "close every laptop"),
        ("have you seen my card? / r: it is on the coffee table / in the drawer with it, and the"
         " keys too", ""),
    ],
)  # fmt: skip
def test_dialogs(model: LanguageModel, dialog: str, request_: str) -> None:
    turns = tuple(
        ("Driver", turn.removeprefix("r: ")) if turn.startswith("r: ") else ("Commander", turn)
        for turn in dialog.split(" / ")
    )
    said = Instruction("", dialog=turns)
    if not request_:
        with pytest.raises(InputError):
            model.understand(said)
        return
    wanted = meaning(model.understand(Instruction(request_)).formula)
    assert meaning(model.understand(said).formula) == wanted
