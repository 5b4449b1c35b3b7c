# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.world.object import Source
from egoplan_ros.world.primitive import ErrorCode, PrimitiveKind


@pytest.fixture
def fitted(scene):
    """The kitchen with devices, each with something in it, in full view."""
    block = type(scene.blocks[0])
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor", "CounterTop")]
    scene.blocks += [
        block("SinkBasin", (1.55, 1.0, 0.9), (0.3, 0.3, 0.02)),
        block("Faucet", (1.8, 1.0, 1.05), (0.05, 0.05, 0.3), {"toggled": 0.0}),
        block("Mug", (1.55, 1.0, 0.96), (0.1, 0.1, 0.1), {"dirty": 1.0, "filled": 0.0}),
        block("CoffeeMachine", (1.6, -1.0, 0.925), (0.3, 0.3, 0.05), {"toggled": 0.0}),
        block("Mug", (1.5, -1.0, 1.0), (0.1, 0.1, 0.1), {"dirty": 0.0, "filled": 0.0}),
        block("StoveBurner", (1.6, 0.0, 0.905), (0.25, 0.25, 0.01)),
        block("StoveKnob", (1.39, 0.0, 0.8), (0.03, 0.06, 0.06), {"toggled": 0.0}),
        block("Pan", (1.6, 0.0, 0.93), (0.22, 0.22, 0.04)),
        block("Potato", (1.6, 0.0, 0.98), (0.08, 0.08, 0.06), {"cooked": 0.0}),
    ]
    return scene


def mug_at(state, y):
    mugs = (o for o in state.objects.values() if o.type == "Mug")
    return min(mugs, key=lambda o: abs(o.center[1] - y))


def look_around(model, scene, see):
    for yaw in (0, 40, -40, 0):
        state = see(model, scene.at(0.3, 0, yaw, 28))
    return state


def test_the_tap_washes_and_fills_what_is_in_the_basin(model, fitted, see):
    state = look_around(model, fitted, see)
    mug = mug_at(state, 1.0)
    assert mug.parent == "SinkBasin_1"
    assert mug.is_("dirty")
    fitted.do(PrimitiveKind.TOGGLE_ON, "Faucet_1", "Faucet")
    state = see(model, fitted)
    assert state.objects["Faucet_1"].is_("toggled")
    for name, value in (("clean", True), ("dirty", False), ("filled", True)):
        belief = state.objects[mug.id].states[name]
        assert belief.source is Source.EFFECT
        assert (belief.probability > 0.5) is value
    assert "clean" not in mug_at(state, -1.0).states


def test_what_is_poured_onto_a_plant_is_no_longer_in_the_hand(model, fitted, see):
    block = type(fitted.blocks[0])
    fitted.blocks.append(block("HousePlant", (1.5, -0.5, 1.0), (0.15, 0.15, 0.2), {"filled": 0.0}))
    state = look_around(model, fitted, see)
    assert not state.objects["HousePlant_1"].is_("filled")
    mug = mug_at(state, 1.0).id
    fitted.do(PrimitiveKind.TOGGLE_ON, "Faucet_1", "Faucet")
    see(model, fitted)
    fitted.holding = True
    fitted.do(PrimitiveKind.PICK, mug, "Mug")
    assert see(model, fitted).held.is_("filled")
    fitted.find("HousePlant").states["filled"] = 1.0
    fitted.do(PrimitiveKind.POUR_ONTO, "HousePlant_1", "HousePlant")
    state = see(model, fitted)
    assert state.objects["HousePlant_1"].is_("filled")
    assert not state.objects[mug].is_("filled")


def test_a_failed_action_has_no_effect(model, fitted, see):
    look_around(model, fitted, see)
    fitted.do(PrimitiveKind.TOGGLE_ON, "Faucet_1", "Faucet", success=False)
    state = see(model, fitted)
    assert "clean" not in mug_at(state, 1.0).states


def test_the_coffee_machine_fills_its_mug(model, fitted, see):
    state = look_around(model, fitted, see)
    mug = mug_at(state, -1.0)
    assert mug.parent == "CoffeeMachine_1"
    fitted.do(PrimitiveKind.TOGGLE_ON, "CoffeeMachine_1", "CoffeeMachine")
    mug = see(model, fitted).objects[mug.id]
    assert mug.is_("filled")
    assert mug.is_("brewed")
    assert not mug.is_("hot")  # heated is what was in a microwave


def test_the_coffee_machine_makes_no_coffee_in_a_full_mug(model, fitted, see):
    for block in fitted.blocks:
        if block.type == "Mug":
            block.states["filled"] = 1.0
    state = look_around(model, fitted, see)
    mug = mug_at(state, -1.0)
    fitted.do(PrimitiveKind.TOGGLE_ON, "CoffeeMachine_1", "CoffeeMachine")
    mug = see(model, fitted).objects[mug.id]
    assert not mug.is_("brewed")
    assert not mug.is_("hot")


def test_effects_on_hidden_states_outlast_observation(model, fitted, see):
    state = look_around(model, fitted, see)
    mug = mug_at(state, -1.0)
    fitted.do(PrimitiveKind.TOGGLE_ON, "CoffeeMachine_1", "CoffeeMachine")
    state = see(model, fitted.at(0.3, 0, -40, 28), 6)  # the classifier goes on saying "empty"
    assert state.objects[mug.id].is_("filled")


def test_a_switch_follows_observation_after_a_while(model, fitted, see):
    look_around(model, fitted, see)
    fitted.do(PrimitiveKind.TOGGLE_ON, "Faucet_1", "Faucet")
    assert see(model, fitted.at(0.3, 0, 40, 28)).objects["Faucet_1"].is_("toggled")
    assert not see(model, fitted, 4).objects["Faucet_1"].is_("toggled")


@pytest.mark.parametrize("shut", [True, False])
def test_a_refusal_tells_that_it_is_closed_if_it_looks_closed(model, scene, see, shut):
    """What was hit may have been another, closed one."""
    block = type(scene.blocks[0])
    scene.blocks.append(block("Fridge", (1.6, -1.3, 0.9), (0.5, 0.6, 1.8), {"open": 0.0}))
    look_around(model, scene, see)
    scene.find("Fridge").states["open"] = 1.0
    see(model, scene.at(0.3, 0, -40, 28).do(PrimitiveKind.OPEN, "Fridge_1", "Fridge"))
    assert see(model, scene).objects["Fridge_1"].is_("open")
    scene.find("Fridge").states["open"] = 0.0 if shut else 1.0
    error = {"success": False, "error": ErrorCode.RECEPTACLE_CLOSED}
    state = see(model, scene.do(PrimitiveKind.PUT, "Fridge_1", "Fridge", **error))
    assert state.objects["Fridge_1"].is_("open") is not shut


def test_a_knob_cooks_what_is_in_the_pan(model, fitted, see):
    state = look_around(model, fitted, see)
    assert state.objects["Pan_1"].parent == "StoveBurner_1"
    assert state.objects["Potato_1"].parent == "Pan_1"
    fitted.do(PrimitiveKind.TOGGLE_ON, "StoveKnob_1", "StoveKnob")
    potato = see(model, fitted).objects["Potato_1"]
    assert potato.is_("cooked")
    assert potato.is_("hot")


def test_a_pot_that_gets_hot_tells_that_the_burner_below_is_lit(model, fitted, see):
    """It hides the flame, and with burners that glow a knob alone does not tell which."""
    burner = next(b for b in fitted.blocks if b.type == "StoveBurner")
    pan = next(b for b in fitted.blocks if b.type == "Pan")
    burner.states["toggled"] = pan.states["hot"] = 0.0
    look_around(model, fitted, see)
    pan.size = (0.5, 0.5, 0.04)
    fitted.do(PrimitiveKind.TOGGLE_ON, "StoveKnob_1", "StoveKnob")
    assert not see(model, fitted).objects["Pan_1"].is_("hot")
    pan.states["hot"] = 1.0
    state = see(model, fitted)
    assert state.objects["StoveBurner_1"].is_("toggled")
    assert state.objects["Pan_1"].states["hot"].source is Source.EFFECT
    assert state.objects["Potato_1"].is_("cooked")


def test_carrying(model, fitted, see):
    state = look_around(model, fitted, see)
    mug = mug_at(state, 1.0)
    block = next(b for b in fitted.blocks if b.type == "Mug")
    fitted.blocks.remove(block)
    fitted.held = block
    model.mark_unreachable(mug.id)
    model.mark_unreachable(mug.parent)
    fitted.do(PrimitiveKind.PICK, mug.id, "Mug")
    state = see(model, fitted.at(0.3, 0, 0, 10), 2)
    # What failed for want of room may go now.
    assert state.objects[mug.parent].unreachable == 0
    assert state.held.id == mug.id
    assert state.held.parent is None
    assert state.held.unreachable == 0
    assert len([o for o in state.objects.values() if o.type == "Mug"]) == 2
    # The thing in hand follows the robot and leaves no trace in the map.
    state = see(model, fitted.at(-1.0, 0, 180, 10), 2)
    assert np.hypot(state.held.center[0] + 1.5, state.held.center[1]) < 0.3
    assert "Mug" not in {
        model.voxels.classes[k]
        for p, k in zip(*model.voxels.points(), strict=True)
        if np.hypot(p[0] + 1.5, p[1]) < 0.4 and p[2] > 0.2
    }
    see(model, fitted.at(0.3, 0.3, 0, 28))
    fitted.held = None
    fitted.blocks.append(replace(block, center=(1.6, 0.5, 0.95)))
    fitted.do(PrimitiveKind.PUT, "CounterTop_1", "CounterTop", point=(0.5, 0.5))
    state = see(model, fitted, 2)
    assert state.held is None
    placed = state.objects[mug.id]
    assert placed.parent == "CounterTop_1"
    np.testing.assert_allclose(placed.center, (1.6, 0.5, 0.95), atol=0.04)
    assert len([o for o in state.objects.values() if o.type == "Mug"]) == 2


def test_put_out_of_sight_keeps_the_parent(model, fitted, see):
    state = look_around(model, fitted, see)
    potato = fitted.find("Potato")
    fitted.blocks.remove(potato)
    fitted.holding = True
    fitted.do(PrimitiveKind.PICK, "Potato_1", "Potato")
    assert see(model, fitted.at(0.3, 0, 40, 28)).held.id == "Potato_1"
    fitted.holding = False
    fitted.do(PrimitiveKind.PUT, "SinkBasin_1", "SinkBasin")
    state = see(model, fitted, 6)
    assert state.objects["Potato_1"].parent == "SinkBasin_1"
    assert state.objects["Potato_1"].view is None
    assert not state.objects["Potato_1"].held


def test_an_empty_gripper_means_it_fell(model, fitted, see):
    look_around(model, fitted, see)
    fitted.blocks.remove(fitted.find("Potato"))
    fitted.holding = True
    fitted.do(PrimitiveKind.PICK, "Potato_1", "Potato")
    see(model, fitted)
    fitted.holding = False
    assert see(model, fitted).held is None
    # Unless it was put down and the news of that came late.
    fitted.do(PrimitiveKind.PUT, "CounterTop_1", "CounterTop")
    assert see(model, fitted).objects["Potato_1"].parent == "CounterTop_1"


def test_slicing_replaces_the_whole(model, fitted, see):
    look_around(model, fitted, see)
    potato = fitted.find("Potato")
    fitted.blocks.remove(potato)
    block = type(potato)
    fitted.blocks.append(block("PotatoSliced", (1.6, 0.03, 0.97), (0.08, 0.03, 0.05)))
    fitted.blocks.append(block("PotatoSliced", (1.6, -0.05, 0.97), (0.08, 0.03, 0.05)))
    fitted.do(PrimitiveKind.SLICE, "Potato_1", "Potato")
    state = see(model, fitted.at(0.3, 0, 0, 28))
    kinds = [o.type for o in state.objects.values()]
    assert "Potato" not in kinds
    assert kinds.count("PotatoSliced") == 2
    assert all(o.is_("sliced") for o in state.objects.values() if o.type == "PotatoSliced")


def test_fridge_and_microwave(model, scene, see):
    block = type(scene.blocks[0])
    scene.blocks += [
        block("Fridge", (1.6, -1.3, 0.9), (0.5, 0.6, 1.8), {"open": 0.0}),
        block("Microwave", (1.6, 1.0, 1.1), (0.4, 0.5, 0.4), {"open": 0.0, "toggled": 0.0}),
    ]
    look_around(model, scene, see)
    apple = model.memory.tracks["Apple_1"]
    scene.holding = True
    see(model, scene.do(PrimitiveKind.PICK, "Apple_1", "Apple"))
    see(model, scene.do(PrimitiveKind.OPEN, "Fridge_1", "Fridge"))
    assert see(model, scene).objects["Fridge_1"].is_("open")
    scene.holding = False
    see(model, scene.do(PrimitiveKind.PUT, "Fridge_1", "Fridge"))
    state = see(model, scene.do(PrimitiveKind.CLOSE, "Fridge_1", "Fridge"))
    assert state.objects["Apple_1"].is_("cold")
    assert apple.parent == "Fridge_1"
    scene.holding = True
    see(model, scene.do(PrimitiveKind.OPEN, "Fridge_1", "Fridge"))
    see(model, scene.do(PrimitiveKind.PICK, "Apple_1", "Apple"))
    see(model, scene.do(PrimitiveKind.OPEN, "Microwave_1", "Microwave"))
    scene.holding = False
    see(model, scene.do(PrimitiveKind.PUT, "Microwave_1", "Microwave"))
    see(model, scene.do(PrimitiveKind.TOGGLE_ON, "Microwave_1", "Microwave"))
    assert not model.state().objects["Apple_1"].is_("hot")  # it is still open
    see(model, scene.do(PrimitiveKind.CLOSE, "Microwave_1", "Microwave"))
    state = see(model, scene.do(PrimitiveKind.TOGGLE_ON, "Microwave_1", "Microwave"))
    assert state.objects["Apple_1"].is_("hot")
    assert not state.objects["Apple_1"].is_("cold")


def test_the_way_is_free_where_an_open_door_was(model, scene, see):
    block = type(scene.blocks[0])
    closed = block("Fridge", (1.6, -1.3, 0.9), (0.5, 0.6, 1.8), {"open": 0.0})
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor")] + [closed]
    look_around(model, scene, see)
    leaf = block("Fridge", (1.05, -1.0, 0.9), (0.6, 0.06, 1.8), {"open": 1.0}, "fridge")
    scene.blocks = [*scene.blocks[:-1], replace(closed, states={"open": 1.0}, group="fridge"), leaf]
    see(model, scene.do(PrimitiveKind.OPEN, "Fridge_1", "Fridge"))
    assert look_around(model, scene, see).grid.value(1.05, -1.0) > 50
    scene.blocks = [*scene.blocks[:-2], closed]
    scene.at(0.3, 0.0, 180.0)  # and nobody looks
    grid = see(model, scene.do(PrimitiveKind.CLOSE, "Fridge_1", "Fridge")).grid
    assert grid.value(1.05, -1.0) == 0
    assert grid.value(1.37, -1.2) > 50


@pytest.mark.parametrize(("food", "cooked"), [("BreadSliced", False), ("PotatoSliced", True)])
def test_a_microwave_cooks_what_it_can(model, scene, see, food, cooked):
    """Bread only gets warm in it."""
    block = type(scene.blocks[0])
    apple = next(b for b in scene.blocks if b.type == "Apple")
    scene.blocks[scene.blocks.index(apple)] = block(food, apple.center, apple.size, {"cooked": 0.0})
    scene.blocks.append(
        block("Microwave", (1.6, 1.0, 1.1), (0.4, 0.5, 0.4), {"open": 1.0, "toggled": 0.0})
    )
    look_around(model, scene, see)
    name = f"{food}_1"
    scene.holding = True
    see(model, scene.do(PrimitiveKind.PICK, name, food))
    scene.holding = False
    see(model, scene.do(PrimitiveKind.PUT, "Microwave_1", "Microwave"))
    see(model, scene.do(PrimitiveKind.CLOSE, "Microwave_1", "Microwave"))
    see(model, scene.do(PrimitiveKind.TOGGLE_ON, "Microwave_1", "Microwave"))
    item = model.state().objects[name]
    assert item.is_("hot")
    assert item.is_("cooked") is cooked


def test_what_lies_in_a_drawer_stays_the_same_when_it_is_opened_again(model, scene, see):
    block = type(scene.blocks[0])
    closed = block("Drawer", (1.39, 0.0, 0.7), (0.02, 0.4, 0.2), {"open": 0.0})
    room = [
        *(b for b in scene.blocks if b.type in ("", "Floor")),
        block("CounterTop", (1.7, 0.0, 0.88), (0.6, 1.2, 0.04)),
        block("", (1.72, 0.0, 0.43), (0.58, 1.2, 0.86)),
    ]
    pulled = [
        replace(closed, center=(1.09, 0.0, 0.7), states={"open": 1.0}, group="drawer"),
        block("Drawer", (1.24, 0.0, 0.62), (0.28, 0.38, 0.01), {"open": 1.0}, group="drawer"),
        block("Spoon", (1.33, 0.0, 0.635), (0.12, 0.03, 0.02)),
    ]
    scene.blocks = [*room, closed]
    see(model, scene.at(0.3, 0.0, 0, 45), 2)
    for _ in range(2):
        scene.blocks = [*room, *pulled]
        state = see(model, scene.do(PrimitiveKind.OPEN, "Drawer_1", "Drawer"), 2)
        (spoon,) = state.of_type({"Spoon"})
        assert spoon.id == "Spoon_1"
        assert spoon.parent == "Drawer_1"
        assert spoon.center[0] == pytest.approx(1.33, abs=0.03)
        scene.blocks = [*room, closed]
        state = see(model, scene.do(PrimitiveKind.CLOSE, "Drawer_1", "Drawer"), 2)
        assert state.objects["Spoon_1"].center[0] > 1.4


def drawer_room(scene, share: float):
    """A drawer under a counter, drawn out by a share of 40 cm, a spoon near the back of it."""
    block = type(scene.blocks[0])
    out = 0.4 * share
    front = block("Drawer", (1.39 - out, 0.0, 0.65), (0.02, 0.4, 0.1), {"open": float(share > 0)})
    room = [
        *(b for b in scene.blocks if b.type in ("", "Floor")),
        block("CounterTop", (1.7, 0.0, 0.88), (0.6, 1.2, 0.04)),
        block("", (1.72, 0.0, 0.43), (0.58, 1.2, 0.86)),
    ]
    if not share:
        return [*room, front]
    return [
        *room,
        replace(front, group="drawer"),
        block(
            "Drawer",
            (1.39 - out / 2, 0.0, 0.62),
            (out - 0.02, 0.38, 0.01),
            {"open": 1.0},
            group="drawer",
        ),
        block("Spoon", (1.56 - out, 0.0, 0.635), (0.12, 0.03, 0.02)),
    ]


def test_how_far_the_robot_opened_something_is_known_until_it_is_closed(model, scene, see):
    rooms = {share: drawer_room(scene, share) for share in (0.0, 0.5, 1.0)}
    scene.blocks = rooms[0.0]
    assert see(model, scene.at(0.75, 0.0, 0, 60), 2).objects["Drawer_1"].openness == 1.0
    scene.blocks = rooms[0.5]
    opened = scene.do(PrimitiveKind.OPEN, "Drawer_1", "Drawer", magnitude=0.5)
    item = see(model, opened, 9).objects["Drawer_1"]
    assert item.ajar
    assert item.openness == 0.5
    assert not item.inspected  # half of it is still in there
    scene.blocks = rooms[1.0]
    scene.at(0.75, 0.0, 180)
    see(model, scene.do(PrimitiveKind.OPEN, "Drawer_1", "Drawer"), 2)
    assert model.memory.tracks["Drawer_1"].looked_into is None  # what was seen lies elsewhere
    item = see(model, scene.at(0.5, 0.0, 0, 50), 9).objects["Drawer_1"]
    assert not item.ajar
    assert item.inspected
    scene.blocks = rooms[0.5]
    see(model, scene.do(PrimitiveKind.OPEN, "Drawer_1", "Drawer", magnitude=0.5), 2)
    scene.blocks = rooms[0.0]
    item = see(model, scene.do(PrimitiveKind.CLOSE, "Drawer_1", "Drawer"), 2).objects["Drawer_1"]
    assert item.openness == 1.0


def test_what_lies_in_a_drawer_is_the_same_when_it_is_drawn_further(model, scene, see):
    rooms = {share: drawer_room(scene, share) for share in (0.0, 0.6, 1.0)}
    scene.blocks = rooms[0.0]
    see(model, scene.at(0.5, 0.0, 0, 50), 2)
    for share in (0.6, 1.0):
        scene.blocks = rooms[share]
        act = scene.do(PrimitiveKind.OPEN, "Drawer_1", "Drawer", magnitude=share)
        state = see(model, act, 3)
        (spoon,) = state.of_type({"Spoon"})
        assert (spoon.id, spoon.parent) == ("Spoon_1", "Drawer_1")
        assert spoon.center[0] == pytest.approx(1.56 - 0.4 * share, abs=0.04)
