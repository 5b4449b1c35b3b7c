# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What may be put where: all that was done and found in AI2-THOR's rooms is allowed."""

import pytest

from egoplan_ros.sim.catalog import accepts, belongs, catalog

DONE = {
    "ArmChair": "Box CellPhone CreditCard Newspaper Pillow RemoteControl",
    "BathtubBasin": "Cloth DishSponge HandTowel SoapBar",
    "Bed": "Book CellPhone",
    "Bowl": (
        "ButterKnife CellPhone CreditCard Ladle Pen Pencil PotatoSliced Spatula Spoon TomatoSliced"
    ),
    "Box": "CreditCard KeyChain",
    "Cabinet": (
        "Book Bowl ButterKnife Candle Cloth Cup Kettle Ladle Mug Pan PaperTowelRoll Plate "
        "Plunger SoapBar SoapBottle SprayBottle WineBottle"
    ),
    "CoffeeMachine": "Mug",
    "CoffeeTable": "Bowl CreditCard Plate Vase",
    "CounterTop": (
        "Apple AppleSliced Bowl BreadSliced ButterKnife Cloth Cup DishSponge Egg Kettle Knife "
        "Lettuce Plate Pot Potato PotatoSliced SoapBar Spatula ToiletPaper Tomato TomatoSliced"
    ),
    "Cup": "ButterKnife Fork",
    "Desk": "AlarmClock Book Bowl CellPhone Laptop Mug Pen",
    "DiningTable": (
        "Apple AppleSliced Bowl BreadSliced ButterKnife Egg Kettle Knife Ladle Mug Pan Plate "
        "Pot PotatoSliced Spoon Tomato TomatoSliced"
    ),
    "Drawer": (
        "ButterKnife Candle CellPhone Cloth Knife Ladle Pen SoapBar Spoon TissueBox ToiletPaper"
    ),
    "Dresser": "AlarmClock Book Bowl Box Cloth KeyChain Plate SoapBar",
    "Floor": "Candle Pen Pencil TeddyBear ToiletPaper",
    "Fridge": (
        "Apple AppleSliced Bowl Bread BreadSliced ButterKnife Cup Egg Knife Lettuce "
        "LettuceSliced Mug Pan Plate Pot Potato PotatoSliced Tomato TomatoSliced WineBottle"
    ),
    "GarbageCan": (
        "Apple AppleSliced BreadSliced ButterKnife CD Candle Egg Knife LettuceSliced Potato "
        "PotatoSliced SoapBar SoapBottle SprayBottle Tomato"
    ),
    "Microwave": (
        "Apple AppleSliced Bread BreadSliced ButterKnife Cup Egg Knife Mug Plate Potato "
        "PotatoSliced Tomato TomatoSliced"
    ),
    "Mug": "Fork Knife Pencil",
    "Ottoman": "KeyChain Laptop Newspaper Pillow RemoteControl",
    "Pan": "DishSponge Fork Knife Ladle Spatula Spoon TomatoSliced",
    "Plate": "Apple ButterKnife CellPhone CreditCard DishSponge Knife Spatula Spoon Tomato Watch",
    "Pot": "AppleSliced Knife PotatoSliced TomatoSliced",
    "Safe": "CD",
    "Shelf": (
        "Bowl CD CellPhone Cloth Cup DishSponge Kettle Mug Pen Pencil Plate Pot SaltShaker "
        "SoapBar Watch"
    ),
    "ShelvingUnit": "Box",
    "SideTable": "Bowl Box CellPhone Cloth Fork Mug Pencil Plate Potato",
    "SinkBasin": (
        "Apple AppleSliced Bowl ButterKnife Cloth Cup DishSponge Egg Fork Kettle Knife Ladle "
        "Lettuce LettuceSliced Mug Pan Plate Pot Potato PotatoSliced SoapBar Spatula Spoon "
        "Tomato TomatoSliced"
    ),
    "Sofa": "Book Box CreditCard KeyChain Newspaper RemoteControl",
    "StoveBurner": "Kettle Pan Pot",
    "Toilet": "Candle Cloth HandTowel SoapBar SoapBottle SprayBottle TissueBox ToiletPaper",
    "ToiletPaperHanger": "ToiletPaper",
}
"""By receptacle, the types that ALFRED's experts put there or that were found there."""


@pytest.mark.parametrize("receptacle", DONE)
def test_what_was_done_is_allowed(receptacle):
    assert [item for item in DONE[receptacle].split() if not accepts(receptacle, item)] == []


def test_odd_places_are_no_homes():
    assert accepts("Microwave", "Knife")
    assert not belongs("Microwave", "Knife")
    assert not accepts("Toaster", "Knife")
    assert not accepts("Bed", "Knife")


def test_only_known_types_are_named_in_the_table():
    known = set(catalog())
    assert {place for kind in catalog().values() for place in kind.also} <= known


def test_a_random_spawn_puts_nothing_into_odd_places(home):
    place = home("FloorPlan7")
    odd = []
    for seed in range(3):
        place.do("InitialRandomSpawn", randomSeed=seed, forceVisible=False)
        kept = [
            (t.kind, t.parent.kind) for t in place.sim.world.things if t.can("pick") and t.parent
        ]
        odd += [pair for pair in kept if accepts(*pair[::-1]) and not belongs(*pair[::-1])]
    assert odd == []
