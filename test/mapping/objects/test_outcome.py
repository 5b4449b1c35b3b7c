# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drivers report success for less: what is seen after an act tells whether it happened."""

import numpy as np
import pytest

from egoplan_ros.world.primitive import ErrorCode, PrimitiveKind

K = PrimitiveKind


@pytest.fixture
def home(scene):
    """A counter with a tap over a basin, and a drawer below."""
    block = type(scene.blocks[0])
    scene.blocks += [
        block("SinkBasin", (1.55, 1.0, 0.9), (0.3, 0.3, 0.02)),
        block("Faucet", (1.8, 1.0, 1.05), (0.08, 0.08, 0.3), {"toggled": 0.0}),
        block("Cup", (1.5, 1.1, 0.96), (0.1, 0.1, 0.1), {"dirty": 1.0}),
    ]
    return scene


@pytest.fixture
def act(model, home, see):
    """Point at a thing and report success; ``change`` is what happens to it."""

    def run(kind, name, change=lambda: None, **outcome):
        item = model.state().objects[name]
        assert item.view is not None
        home.do(kind, name, item.type, point=item.view.point, **outcome)
        change()
        return see(model, home)

    return run


LOOKS = {"Drawer_1": 0, "Faucet_1": 40, "Apple_1": -20, "CounterTop_1": 0}


@pytest.fixture
def look(model, home, see):
    def run(name):
        for yaw in (0, 40, -40):
            see(model, home.at(0.3, 0, yaw, 28))
        return see(model, home.at(0.3, 0, LOOKS[name], 28))

    return run


SWITCHES = [
    (K.OPEN, "Drawer_1", "open"),
    (K.CLOSE, "Drawer_1", "open"),
    (K.TOGGLE_ON, "Faucet_1", "toggled"),
    (K.TOGGLE_OFF, "Faucet_1", "toggled"),
]


def before(home, kind, name, state):
    """Put the thing into the state that the act is to end; the thing, and the state wanted."""
    thing = home.find(name.partition("_")[0])
    wanted = kind in (K.OPEN, K.TOGGLE_ON)
    thing.states[state] = float(not wanted)
    return thing, wanted


@pytest.mark.parametrize(("kind", "name", "state"), SWITCHES)
def test_a_state_that_is_seen_unchanged_has_not_changed(home, look, act, kind, name, state):
    _, wanted = before(home, kind, name, state)
    look(name)
    assert act(kind, name).objects[name].is_(state) is not wanted


@pytest.mark.parametrize(("kind", "name", "state"), SWITCHES)
@pytest.mark.parametrize("seen", ["as wanted", "unclear", "not at all"])
def test_else_the_act_is_believed(home, look, act, kind, name, state, seen):
    thing, wanted = before(home, kind, name, state)
    look(name)

    def change():
        if seen == "not at all":
            home.at(0.3, 0, 180)
        else:
            unclear = 0.4 if wanted else 0.6
            thing.states[state] = float(wanted) if seen == "as wanted" else unclear

    assert act(kind, name, change).objects[name].is_(state) is wanted


def test_another_thing_in_its_place_says_nothing(home, look, act):
    """An open drawer shows what is in it, or another of its kind farther away."""
    thing, _ = before(home, K.OPEN, "Drawer_1", "open")
    look("Drawer_1")

    def change():
        thing.center = (1.7, *thing.center[1:])
        home.blocks = [b for b in home.blocks if b.type != "CounterTop"]

    assert act(K.OPEN, "Drawer_1", change).objects["Drawer_1"].is_("open")


def test_a_tap_that_stayed_off_washes_nothing(home, look, act, model):
    look("Faucet_1")
    state = act(K.TOGGLE_ON, "Faucet_1")
    assert state.objects["Cup_1"].parent == "SinkBasin_1"
    assert "clean" not in state.objects["Cup_1"].states
    tap = home.find("Faucet")
    assert (
        act(K.TOGGLE_ON, "Faucet_1", lambda: tap.states.update(toggled=1.0))
        .objects["Cup_1"]
        .is_("clean")
    )


def test_one_look_undoes_no_other_belief(home, look, act, see, model):
    """Only the frame of the act itself is that strong a witness, and only of that act."""
    tap = home.find("Faucet")
    look("Faucet_1")
    act(K.TOGGLE_ON, "Faucet_1", lambda: tap.states.update(toggled=1.0))
    tap.states["toggled"] = 0.0
    assert see(model, home).objects["Faucet_1"].is_("toggled")
    tap.states["toggled"] = 1.0
    assert see(model, home).objects["Faucet_1"].is_("toggled")


def test_what_is_still_whole_was_not_cut(home, look, act):
    look("Apple_1")
    state = act(K.SLICE, "Apple_1")
    assert state.objects["Apple_1"].view is not None
    assert not state.objects["Apple_1"].is_("sliced")
    assert not list(state.of_type({"AppleSliced"}))


def test_what_shows_its_flesh_was_cut(home, look, act):
    look("Apple_1")
    apple = home.find("Apple")
    state = act(K.SLICE, "Apple_1", lambda: setattr(apple, "type", "AppleSliced"))
    assert not list(state.of_type({"Apple"}))


def test_an_empty_hand_has_taken_nothing(home, look, act):
    old = look("Apple_1").objects["Apple_1"]
    state = act(K.PICK, "Apple_1")
    assert state.held is None
    assert state.objects["Apple_1"].center == pytest.approx(old.center, abs=0.02)
    assert state.objects["Apple_1"].parent == old.parent


def test_a_full_hand_has_put_nothing_down(home, look, act):
    look("Apple_1")

    def lift():
        home.held = home.find("Apple")
        home.blocks.remove(home.held)

    assert act(K.PICK, "Apple_1", lift).held.id == "Apple_1"
    look("CounterTop_1")
    state = act(K.PUT, "CounterTop_1")
    assert state.held.id == "Apple_1"
    assert state.objects["Apple_1"].parent is None


@pytest.mark.parametrize(
    ("hand", "beside", "full"),
    [(1.0, None, True), (0.0, None, False), (0.6, None, False), (0.0, 1.0, False)],
)
def test_what_is_seen_full_in_the_hand_was_not_emptied(home, look, see, model, hand, beside, full):
    look("Apple_1")
    block = type(home.blocks[0])
    if beside is not None:
        home.blocks.append(block("Mug", (1.45, -0.1, 1.0), (0.1, 0.1, 0.12), {"filled": beside}))
    mug = model.memory.create_unseen("Mug", np.array([0.5, 0.0, 1.2]), home.stamp)
    model.memory.take(mug, home.stamp)
    home.held = block("Mug", (0.0, 0.0, 0.0), (0.1, 0.1, 0.1), {"filled": 1.0})
    assert look("Apple_1").held.is_("filled")
    home.held.states["filled"] = hand
    home.do(K.POUR, mug.id, "Mug")
    assert see(model, home).held.is_("filled") is full


def test_a_refusal_because_it_is_so_already_is_believed(home, look, act):
    """The camera may have been wrong the first time."""
    look("Faucet_1")
    refusal = {"success": False, "error": ErrorCode.WRONG_STATE}
    assert (
        not act(K.TOGGLE_ON, "Faucet_1", **refusal, message="must be closed first")
        .objects["Faucet_1"]
        .is_("toggled")
    )
    assert (
        act(K.TOGGLE_ON, "Faucet_1", **refusal, message="it is already on")
        .objects["Faucet_1"]
        .is_("toggled")
    )


@pytest.mark.parametrize(("kind", "name", "state"), SWITCHES)
def test_already_so_tells_nothing_to_who_was_turned(home, look, act, kind, name, state):
    """Turned at the last moment, it reached for another thing, which was so already."""
    _, wanted = before(home, kind, name, state)
    look(name)
    word = {"open": ("closed", "open"), "toggled": ("off", "on")}[state][wanted]
    refusal = {"success": False, "error": ErrorCode.WRONG_STATE, "message": f"it's already {word}"}
    seen = act(kind, name, lambda: home.at(0.3, 0, 180), **refusal)
    assert seen.objects[name].is_(state) is not wanted
