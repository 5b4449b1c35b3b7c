# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Chores made of several actions: what is asked for is true in the end, and nothing is left on."""

from dataclasses import replace

import pytest
from toy_home import K, ToyHome, kitchen, thing

from egoplan_ros.world import ontology as ontology_module
from egoplan_ros.world.object import Belief, ObjectInstance
from egoplan_ros.world.primitive import ErrorCode


def ready(name: str, *others: ObjectInstance) -> ToyHome:
    """The kitchen with a thing in hand."""
    home = kitchen()
    home.things |= {item.id: item for item in others}
    home.things[name] = replace(home.things[name], held=True, parent=None)
    return home


TOASTER = thing("Toaster_1", (0.5, 1.7, 1.0), (0.2, 0.3, 0.2), toggled=0)
SLICE = thing("BreadSliced_1", (0.0, 0.0, 1.0), sliced=1)
POTATO = thing("Potato_1", (0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("action", "name", "place", "true", "false"),
    [
        ("Clean", "Mug_1", "SinkBasin_1", "clean", "dirty"),
        ("Fill", "Mug_1", "SinkBasin_1", "filled", "dirty"),
        ("Heat", "Mug_1", "Microwave_1", "hot", "cold"),
        ("Cook", "Potato_1", "Microwave_1", "cooked", "cold"),
        ("Cook", "BreadSliced_1", "Toaster_1", "cooked", "cold"),
        ("Cool", "Mug_1", "Fridge_1", "cold", "hot"),
        ("Brew", "Mug_1", "CoffeeMachine_1", "brewed", "cold"),
    ],
)
def test_a_chore_brings_about_what_it_is_done_for(action, name, place, true, false):
    home = ready(name, TOASTER, SLICE, POTATO)
    for state, value in ((true, 0.0), (false, 1.0)):
        home.things[name] = home.things[name].with_state(state, Belief(value))
    result = home.run(action, name, place)
    assert result.success, result
    assert home.things[name].is_(true)
    assert not home.things[name].is_(false) or action == "Brew"
    assert (home.held == name) == (action != "Brew")
    assert (home.things[name].parent == place) == (action == "Brew")
    assert result.failures == 0


def test_a_plant_is_watered_from_the_tap():
    plant = thing("HousePlant_1", (-1.4, 0.5, 0.9), (0.2, 0.2, 0.4), filled=0)
    home = ready("Mug_1", plant)
    result = home.run("Water", "Mug_1", "SinkBasin_1", "HousePlant_1")
    assert result.success, result
    assert home.things["HousePlant_1"].is_("filled")
    assert home.held == "Mug_1"
    assert not home.things["Mug_1"].is_("filled")
    assert not home.things["Faucet_1"].is_("toggled")


@pytest.mark.parametrize(
    ("action", "place"),
    [
        ("Clean", "SinkBasin_1"),
        ("Heat", "Microwave_1"),
        ("Cool", "Fridge_1"),
        ("Brew", "CoffeeMachine_1"),
    ],
)
def test_after_a_chore_nothing_is_on_or_open(action, place):
    home = ready("Mug_1")
    assert home.run(action, "Mug_1", place).success
    assert not any(item.is_("toggled") or item.is_("open") for item in home.things.values())


@pytest.mark.parametrize("left", ["open", "toggled"])
def test_a_microwave_that_was_left_open_or_on_heats_all_the_same(left):
    home = ready("Mug_1")
    home.things["Microwave_1"] = home.things["Microwave_1"].with_state(left, Belief(1.0))
    result = home.run("Heat", "Mug_1", "Microwave_1")
    assert result.success, result
    assert home.things["Mug_1"].is_("hot")


@pytest.fixture
def air_fryer(tmp_path, monkeypatch):
    """A type of a user's own that plays a microwave's role."""
    (tmp_path / "config").mkdir()
    affords = "[receptacle, openable, toggleable, heat_source]"
    (tmp_path / "config" / "objects.yaml").write_text(
        "extends: objects.yaml\ntypes:\n  AirFryer:\n"
        f"    affords: {affords}\n    role: heater\n    contains: inside\n    takes: [Potato]\n"
    )
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path))
    ontology_module._load.cache_clear()
    yield thing("AirFryer_1", (-1.6, 0.6, 1.1), (0.4, 0.5, 0.3), open=0, toggled=0)
    ontology_module._load.cache_clear()


@pytest.mark.parametrize(("action", "state"), [("Heat", "hot"), ("Cook", "cooked")])
def test_what_plays_the_role_of_a_microwave_is_used_like_one(air_fryer, action, state):
    used = []
    for place in ("Microwave_1", "AirFryer_1"):
        home = ready("Potato_1", POTATO)
        if place == air_fryer.id:
            del home.things["Microwave_1"]
            home.things[place] = air_fryer
        result = home.run(action, "Potato_1", place)
        assert result.success, result
        assert home.things["Potato_1"].is_(state)
        used.append([kind.replace(place, "it") for kind in home.kinds()])
    assert used[0] == used[1]
    assert used[1].index("close:it") < used[1].index("toggle_on:it")


def test_cleaning_without_a_faucet_says_so():
    home = kitchen()
    home.run("PickUp", "Mug_1")
    del home.things["Faucet_1"]
    result = home.run("Clean", "Mug_1", "SinkBasin_1")
    assert (result.error, result.objects) == (ErrorCode.NOT_FOUND, ("SinkBasin_1",))


def stove() -> ToyHome:
    """Two burners with a pan on the second; each is lit by the knob in front of the other."""
    home = ToyHome(
        thing("StoveBurner_1", (1.4, -0.2, 0.9), (0.2, 0.2, 0.02), toggled=0),
        thing("StoveBurner_2", (1.4, 0.2, 0.9), (0.2, 0.2, 0.02), toggled=0),
        thing("StoveKnob_1", (1.2, -0.2, 0.8), toggled=0),
        thing("StoveKnob_2", (1.2, 0.2, 0.8), toggled=0),
        thing("Pan_1", (1.4, 0.2, 0.95), parent="StoveBurner_2"),
        thing("Potato_1", (0.0, 1.6, 0.9)),
    )
    home.wired = {"StoveKnob_1": "StoveBurner_2", "StoveKnob_2": "StoveBurner_1"}
    return home


def test_heating_on_a_stove_finds_the_knob_that_lights_the_burner():
    home = stove()
    home.run("PickUp", "Pan_1")
    home.log.clear()
    result = home.run("HeatOnStove", "Pan_1", "StoveBurner_2")
    assert result.success, result
    assert home.kinds()[0] == "put:StoveBurner_2"
    assert "toggle_on:StoveKnob_1" in home.kinds()
    assert home.held == "Pan_1"
    assert not any(item.is_("toggled") for item in home.things.values())


def test_a_burner_that_what_stands_on_it_hides_is_not_left_on():
    home = stove()
    home.run("PickUp", "Pan_1")
    apply = home._apply

    def hides(primitive):
        if primitive.kind is K.TOGGLE_ON:
            home.hidden = {"StoveBurner_2"}
        return apply(primitive)

    home._apply = hides
    home.run("HeatOnStove", "Pan_1", "StoveBurner_2")
    assert "toggle_on:StoveKnob_1" in home.kinds()
    assert not any(item.is_("toggled") for item in home.things.values())


def test_a_knob_that_cannot_be_seen_does_not_end_the_search_for_the_right_one():
    home = stove()
    home.run("PickUp", "Pan_1")
    home.hidden = {"StoveKnob_2"}
    assert home.run("HeatOnStove", "Pan_1", "StoveBurner_2").success


def test_a_burner_that_no_knob_lights_is_told():
    home = stove()
    home.wired["StoveKnob_1"] = "StoveBurner_1"
    home.run("PickUp", "Pan_1")
    result = home.run("HeatOnStove", "Pan_1", "StoveBurner_2")
    assert (result.error, result.objects) == (ErrorCode.NO_EFFECT, ("StoveBurner_2",))
    assert not any(item.is_("toggled") for item in home.things.values())
