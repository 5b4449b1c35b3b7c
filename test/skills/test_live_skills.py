# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Skills in a procedural kitchen of the training range, through the ai2thor client."""

import pytest
from live_home import LiveHome

from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import ErrorCode

KITCHEN = "FloorPlan3"
HOLDERS = ("CounterTop", "DiningTable", "SideTable", "SinkBasin")


@pytest.fixture(scope="module")
def home():
    made = LiveHome(KITCHEN)
    made.look_around()
    made.explore(12)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _empty_hand(home):
    yield
    held = home.world.held
    if held is not None:
        places = [x for x in home.world.of_type(set(HOLDERS)) if fits(home, held, x)]
        assert any(home.run("Put", held.id, place.id).success for place in places)


def fits(home: LiveHome, item: ObjectInstance, place: ObjectInstance) -> bool:
    return home.ontology.fits(item.type, place.type)


def take(home: LiveHome, *kinds: str) -> str:
    """Pick up an object that is not shut away; its id."""
    for item in home.world.of_type(set(kinds)):
        if home.run("PickUp", item.id).success:
            return item.id
    raise AssertionError(f"none of {kinds} could be picked up")


def happened(home: LiveHome, what: str) -> set[str]:
    names = home.robot.truth()["history"][what]
    return {o["objectType"] for o in home.robot.truth()["objects"] if o["objectId"] in names}


def one(home: LiveHome, kind: str) -> ObjectInstance:
    found = home.first(kind)
    assert found is not None, f"no {kind} was seen"
    return found


def free(home: LiveHome, kind: str) -> ObjectInstance:
    """One with nothing on or in it."""
    rows = home.world.objects.values()
    taken = {row.parent for row in rows}
    found = [row for row in rows if row.type == kind and row.id not in taken]
    return found[0] if found else one(home, kind)


def test_exploring_finds_the_kitchen(home):
    types = {item.type for item in home.world.objects.values()}
    assert types >= {"Fridge", "Microwave", "SinkBasin", "CounterTop", "CoffeeMachine", "Faucet"}
    assert not [r for a, r in home.log if a.name == "Explore" and not r.success]


def test_pick_up_and_put(home):
    name = take(home, "Mug", "Cup", "Apple", "Bowl")
    kind = home.world.objects[name].type
    assert home.held_types()[0] == kind
    results = [
        home.run("Put", name, place.id)
        for place in home.world.of_type({"CounterTop"})
        if home.world.robot.holding
    ]
    assert any(result.success for result in results)
    assert home.held_types() == []


@pytest.mark.parametrize("kind", ["Fridge", "Microwave", "Cabinet", "Drawer"])
def test_open_and_close(home, kind):
    item = one(home, kind)
    assert home.run("Open", item.id).success
    assert home.true_object(home.world.objects[item.id])["isOpen"]
    assert home.run("Close", item.id).success
    assert not home.true_object(home.world.objects[item.id])["isOpen"]


@pytest.mark.parametrize("kind", ["Faucet", "CoffeeMachine"])
def test_toggle(home, kind):
    item = one(home, kind)
    assert home.run("ToggleOn", item.id).success
    assert kind in happened(home, "toggled")
    assert home.run("ToggleOff", item.id).success
    assert not home.true_object(home.world.objects[item.id])["isToggled"]


@pytest.mark.slow
def test_clean_and_brew(home):
    mug = take(home, "Mug")
    result = home.run("Clean", mug, one(home, "SinkBasin").id)
    assert result.success, result
    assert "Mug" in happened(home, "cleaned")
    assert home.held_types()[0] == "Mug"
    assert home.run("Brew", mug, one(home, "CoffeeMachine").id).error is ErrorCode.WRONG_STATE
    assert home.run("Pour", mug).success  # washed, it is full of water
    result = home.run("Brew", mug, one(home, "CoffeeMachine").id)
    assert result.success, result
    inside = home.true_object(one(home, "CoffeeMachine"))["receptacleObjectIds"]
    assert [name.split("|")[0] for name in inside] == ["Mug"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("action", "place", "food", "what"),
    [
        ("Heat", "Microwave", ("Apple", "Potato"), "heated"),
        ("HeatOnStove", "StoveBurner", ("Kettle", "Pot", "Pan"), "heated"),
        ("Cool", "Fridge", ("Apple", "Bread", "Tomato"), "cooled"),
        ("Fill", "SinkBasin", ("Bowl", "Cup"), "filled"),
    ],
)
def test_chores(home, action, place, food, what):
    name = take(home, *food)
    kind = home.world.objects[name].type
    result = home.run(action, name, free(home, place).id)
    assert result.success, result
    assert kind in happened(home, what)
    assert home.held_types()[0] == kind


@pytest.mark.slow
def test_a_plant_is_watered():
    home = LiveHome("FloorPlan1")
    try:
        home.look_around()
        home.explore(12)
        plant, vessel = one(home, "HousePlant"), take(home, "Cup", "Mug", "Bowl", "Kettle")
        assert not home.true_object(plant)["isFilledWithLiquid"]
        result = home.run("Water", vessel, one(home, "SinkBasin").id, plant.id)
        assert result.success, result
        assert home.true_object(plant)["isFilledWithLiquid"]
        held = home.world.objects[vessel]
        assert not home.true_object(held)["isFilledWithLiquid"]
    finally:
        home.close()


@pytest.mark.slow
def test_slice(home):
    take(home, "Knife", "ButterKnife")
    result = home.run("Slice", one(home, "Tomato").id)
    assert result.success, result
    assert "Tomato" in happened(home, "sliced")
    assert list(home.world.of_type({"TomatoSliced"}))


def test_a_tub_is_used_at_its_near_side_and_not_through_its_curtain():
    home = LiveHome("FloorPlan404")
    try:
        home.look_around()
        home.explore(10)
        tub = one(home, "BathtubBasin")
        name = take(home, "Cloth")
        assert home.run("Put", name, tub.id).success
        places = home.true_object(home.world.objects[name])["parentReceptacles"]
        assert any(place.endswith("BathtubBasin") for place in places)
    finally:
        home.close()
