# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Doors, switches, and what heat, water and cold do."""

from dataclasses import replace

import pytest

from egoplan_ros.sim.rendering.lights import lighting
from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.visibility import Eyes


def test_doors_hide_and_show_what_is_inside(home):
    place = home("FloorPlan8")
    fridge, apple = place.one("Fridge"), place.one("Apple")
    assert place.anywhere(fridge, "OpenObject") == ""
    place.take(apple)
    assert place.anywhere(fridge, "PutObject") == ""
    number = place.sim.index(apple)
    poses = place.poses(apple, 4)
    assert poses
    assert place.do("CloseObject", objectId=fridge.object_id, forceAction=True), place.error
    assert place.poses(apple) == []
    place.do("TeleportFull", **poses[0])
    assert number not in place.sim.eyes.look(1.0).visible


def test_nothing_shows_through_a_gap_of_what_is_closed(home):
    """Boxes fitted to recorded furniture leave gaps, which the doors of homes do not."""
    place = home("FloorPlan8")
    fridge, apple, cup = place.one("Fridge"), place.one("Apple"), place.one("Cup")
    assert place.anywhere(fridge, "OpenObject") == ""
    place.take(apple)
    assert place.anywhere(fridge, "PutObject") == ""
    pose = place.poses(apple, 1)[0]
    doors = [part for part in fridge.shape.parts if part.link >= 0]
    assert doors
    fridge.shape = replace(fridge.shape, parts=[p for p in fridge.shape.parts if p.link < 0])
    place.sim.renderer = Renderer(place.sim.world)
    place.sim.eyes = Eyes(place.sim.world, place.sim.renderer)

    def shown() -> bool:
        place.do("TeleportFull", **pose)
        seen = place.sim.index(apple) in place.sim.eyes.look(1.0).visible
        assert bool(place.poses(apple)) is seen
        drawn = place.sim.renderer.update().layers
        assert any((layer.owner == place.sim.index(apple)).any() for layer in drawn) is seen
        return seen

    assert shown()
    assert place.do("CloseObject", objectId=fridge.object_id, forceAction=True), place.error
    assert not shown()
    # What stands on top is not inside.
    low, high = fridge.bounds().reshape(2, 3)
    cup.parent, cup.position = fridge, (low + high) / 2
    cup.moved()
    assert cup.out_of_sight
    cup.position[1] = high[1] + 0.2
    cup.moved()
    assert not cup.out_of_sight
    assert place.do("OpenObject", objectId=fridge.object_id, forceAction=True), place.error
    assert shown()


def test_opening_changes_the_box_and_closing_restores_it(home):
    place = home("FloorPlan8")
    drawer = place.one("Drawer")
    before = drawer.bounds().copy()
    assert place.do("OpenObject", objectId=drawer.object_id, openness=0.5, forceAction=True)
    half = drawer.bounds()
    assert (half - before).max() + (before - half).max() > 0.15
    assert place.do("CloseObject", objectId=drawer.object_id, forceAction=True)
    assert (drawer.bounds() == before).all()
    assert not place.do("OpenObject", objectId=drawer.object_id, openness=1.5, forceAction=True)
    counter = place.one("CounterTop")
    assert not place.do("OpenObject", objectId=counter.object_id, forceAction=True)


def test_a_door_does_not_come_to_rest_in_the_agent(home):
    place = home("FloorPlan8")
    fridge = place.one("Fridge")
    swung = fridge.boxes_at(1.0, links_only=True)
    middles = (swung[:, :3] + swung[:, 3:]) / 2
    # One of its doors may come to rest behind a wall.
    assert any(
        place.do("Teleport", position={"x": x, "y": 0.9009992, "z": z}, forceAction=True)
        for x, _, z in middles.tolist()
    )
    assert not place.do("OpenObject", objectId=fridge.object_id, forceAction=True)
    assert fridge.openness == 0
    assert "failed to open/close" in place.error


def test_whoever_stands_right_before_a_door_gives_way_to_it(home):
    place = home("FloorPlan8")
    fridge = place.one("Fridge")
    ahead = fridge.position + fridge.matrix[:, 2] * (fridge.shape.half[2] + 0.33)
    spot = {"x": float(ahead[0]), "y": 0.9009992, "z": float(ahead[2])}
    assert place.do("Teleport", position=spot, forceAction=True), place.error
    assert place.do("OpenObject", objectId=fridge.object_id, forceAction=True), place.error
    assert fridge.openness == 1


def test_drawer_contents_ride_along(home):
    place = home("FloorPlan9")
    drawer, fork = place.one("Drawer"), place.one("Fork")
    assert place.do("OpenObject", objectId=drawer.object_id, forceAction=True)
    place.take(fork)
    place.put(drawer)
    out = fork.position.copy()
    assert place.do("CloseObject", objectId=drawer.object_id, forceAction=True)
    assert abs(fork.position - out).max() > 0.3
    assert place.do("OpenObject", objectId=drawer.object_id, forceAction=True)
    assert fork.position == pytest.approx(out)


def test_running_water_cleans_and_fills(home):
    place = home("FloorPlan10")
    mug, basin = place.one("Mug"), place.one("SinkBasin")
    assert place.do("DirtyObject", objectId=mug.object_id, forceAction=True)
    place.take(mug)
    place.put(basin)
    assert mug.dirty
    faucet = place.one("Faucet")
    assert place.anywhere(faucet, "ToggleObjectOn") == ""
    assert not mug.dirty
    assert (mug.filled, mug.liquid) == (True, "water")
    assert not place.do("ToggleObjectOn", objectId=faucet.object_id, forceAction=True)
    assert "already on" in place.error
    assert place.do("ToggleObjectOff", objectId=faucet.object_id, forceAction=True)


def test_microwave_heats_and_cooks(home):
    place = home("FloorPlan11")
    oven, potato = place.one("Microwave"), place.one("Potato")
    assert place.anywhere(oven, "OpenObject") == ""
    place.take(potato)
    assert place.anywhere(oven, "PutObject") == ""
    assert not place.do("ToggleObjectOn", objectId=oven.object_id, forceAction=True)
    assert "closed" in place.error
    assert place.do("CloseObject", objectId=oven.object_id, forceAction=True)
    assert place.do("ToggleObjectOn", objectId=oven.object_id, forceAction=True)
    assert not place.do("OpenObject", objectId=oven.object_id, forceAction=True)
    assert (potato.temperature, potato.cooked) == ("Hot", True)
    assert place.do("ToggleObjectOff", objectId=oven.object_id, forceAction=True)
    assert place.do("Sleep", seconds=11.0)
    assert potato.temperature == "RoomTemp"


@pytest.mark.parametrize("scene", ["FloorPlan4", "FloorPlan20", "FloorPlan25"])
def test_what_is_put_into_a_microwave_is_seen_again_from_somewhere(home, scene):
    kitchen = home(scene)
    microwave, egg = kitchen.one("Microwave"), kitchen.one("Egg")
    for pose in kitchen.poses(microwave):
        kitchen.do("CloseObject", objectId=microwave.object_id, forceAction=True)
        kitchen.do("TeleportFull", **pose)
        # From aside the door may meet who opens it.
        if not kitchen.do("OpenObject", objectId=microwave.object_id, forceAction=True):
            continue
        kitchen.take(egg)
        assert kitchen.do("PutObject", objectId=microwave.object_id), kitchen.error
        assert kitchen.poses(egg), f"out of sight when put in from {pose}"


def test_fridge_cools(home):
    place = home("FloorPlan11")
    fridge, apple = place.one("Fridge"), place.one("Apple")
    assert place.do("OpenObject", objectId=fridge.object_id, forceAction=True), place.error
    place.take(apple)
    place.put(fridge)
    assert apple.temperature == "Cold"


def test_knob_lights_its_burner_and_cooks_in_the_pot(home):
    place = home("FloorPlan12")
    pot, potato = place.one("Pot"), place.one("Potato")
    burner = next(b for b in place.all("StoveBurner") if not b.children)
    for pan in place.all("Pan"):
        # What stands on the next burner may reach over.
        place.take(pan)
        place.put_on_any(pan, "CounterTop")
    if pot.parent is not burner:
        place.take(pot)
        place.put(burner)
    place.take(potato)
    place.put(pot)
    knob = burner.controlled_by
    assert not place.do("ToggleObjectOn", objectId=burner.object_id, forceAction=True)
    assert "controlled by another" in place.error
    assert place.anywhere(knob, "ToggleObjectOn") == ""
    assert (burner.toggled, potato.cooked, potato.temperature) == (True, True, "Hot")


def test_coffee_machine_fills_the_mug_it_holds(home):
    place = home("FloorPlan13")
    machine, mug = place.one("CoffeeMachine"), place.one("Mug")
    if mug.parent is not machine:
        place.take(mug)
        assert place.anywhere(machine, "PutObject") == ""
    assert place.anywhere(machine, "ToggleObjectOn") == ""
    assert (mug.liquid, mug.temperature) == ("coffee", "Hot")


def test_slices_appear_where_the_food_was(home):
    place = home("FloorPlan14")
    bread = place.one("Bread")
    spot, parent = bread.position.copy(), bread.parent
    assert place.anywhere(bread, "SliceObject") == ""
    slices = place.all("BreadSliced")
    assert len(slices) > 3
    assert all(abs(s.position - spot).max() < 0.2 and s.parent is parent for s in slices)
    assert bread.sliced
    assert bread in place.sim.world.objects()
    assert not place.do("PickupObject", objectId=bread.object_id, forceAction=True)
    place.take(slices[2])
    toaster = place.one("Toaster")
    assert place.anywhere(toaster, "PutObject") == ""
    assert place.anywhere(toaster, "ToggleObjectOn") == ""
    assert slices[2].cooked
    assert place.anywhere(slices[2], "PickupObject") == ""


def test_breaking_an_egg_leaves_a_cracked_one(home):
    place = home("FloorPlan14")
    egg = place.one("Egg")
    place.take(egg)
    assert place.do("BreakObject", objectId=egg.object_id)
    assert place.sim.world.body.held is None
    assert len(place.all("EggCracked")) == 1


@pytest.mark.parametrize(
    ("action", "kind", "words"),
    [
        ("CookObject", "Mug", "not cookable"),
        ("CleanObject", "Mug", "already Clean"),
        ("SliceObject", "Mug", "CanBeSliced"),
        ("EmptyLiquidFromObject", "Mug", "already empty"),
        ("BreakObject", "Knife", "CanBreak"),
        ("ToggleObjectOn", "Mug", "not toggleable"),
        ("FillObjectWithLiquid", "Mug", "Missing Liquid"),
        ("UseUpObject", "Mug", "CanBeUsedUp"),
    ],
)
def test_state_actions_say_why_not(home, action, kind, words):
    place = home("FloorPlan15")
    mug = place.one(kind)
    assert not place.do(action, objectId=mug.object_id, forceAction=True)
    assert words in place.error


def test_lamp_switches(home):
    place = home("FloorPlan305")
    lamp = place.one("DeskLamp")
    action = "ToggleObjectOff" if lamp.toggled else "ToggleObjectOn"
    before = lamp.toggled
    assert place.anywhere(lamp, action) == ""
    assert lamp.toggled is not before


def of_all(place, kind, change, **value):
    states = {"objectType": kind, "stateChange": change, **value}
    assert place.do("SetObjectStates", SetObjectStates=states), place.error


def test_one_state_for_all_knobs_is_that_of_their_burners(home):
    place = home("FloorPlan1")
    for on in (True, False):
        of_all(place, "StoveKnob", "toggleable", isToggled=on)
        assert {t.toggled for t in place.all("StoveKnob") + place.all("StoveBurner")} == {on}


def test_one_state_for_all_taps_and_switches_does_what_they_do(home):
    place = home("FloorPlan1")
    of_all(place, "Faucet", "toggleable", isToggled=True)
    assert place.one("SinkBasin").filled
    of_all(place, "LightSwitch", "toggleable", isToggled=True)
    bright = lighting(place.sim.world).lamps[:, 4:7].sum()
    of_all(place, "LightSwitch", "toggleable", isToggled=False)
    assert lighting(place.sim.world).lamps[:, 4:7].sum() < 0.5 * bright


def test_no_microwave_is_set_to_run_open_nor_what_is_broken_to_run(home):
    place = home("FloorPlan1")
    microwave = place.one("Microwave")
    of_all(place, "Microwave", "openable", isOpen=True)
    of_all(place, "Microwave", "toggleable", isToggled=True)
    assert not microwave.toggled
    of_all(place, "Microwave", "openable", isOpen=False)
    of_all(place, "Microwave", "toggleable", isToggled=True)
    of_all(place, "Microwave", "openable", isOpen=True)
    assert microwave.toggled
    assert microwave.openness == 0
    place = home("FloorPlan201")
    lamp = next(t for t in place.sim.world.objects() if t.can("toggle") and t.can("break"))
    assert place.do("BreakObject", objectId=lamp.object_id, forceAction=True), place.error
    of_all(place, lamp.kind, "toggleable", isToggled=True)
    assert not lamp.toggled
