# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Chores look whether they did what they are for, and leave nothing on."""

from dataclasses import replace

import pytest
from toy_home import K, ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.driver import SkillRun
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.object import Belief, Source
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode, PrimitiveResult

CHORES = [
    ("Clean", "Mug_1", "SinkBasin_1", "dirty", False),
    ("Fill", "Mug_1", "SinkBasin_1", "filled", True),
    ("Heat", "Potato_1", "Microwave_1", "hot", True),
    ("Cook", "Potato_1", "Microwave_1", "cooked", True),
    ("Cook", "BreadSliced_1", "Toaster_1", "cooked", True),
    ("Cool", "Potato_1", "Fridge_1", "cold", True),
    ("Brew", "Mug_1", "CoffeeMachine_1", "brewed", True),
    ("HeatOnStove", "Pan_1", "StoveBurner_1", "hot", True),
]


def kitchen() -> ToyHome:
    home = ToyHome(
        thing("Mug_1", (1.4, 0.5, 0.9)),
        thing("Potato_1", (1.4, 0.7, 0.9)),
        thing("BreadSliced_1", (1.4, 0.9, 0.9)),
        thing("Pan_1", (1.4, 0.3, 0.9)),
        thing("CounterTop_1", (1.7, 0.5, 0.85), (0.6, 2.0, 0.1)),
        thing("SinkBasin_1", (1.5, -0.8, 0.85), (0.4, 0.4, 0.1)),
        thing("Faucet_1", (1.7, -0.8, 1.0), toggled=0),
        thing("Microwave_1", (-1.6, 0.6, 1.1), (0.4, 0.5, 0.3), open=0, toggled=0),
        thing("Fridge_1", (-1.6, -1.4, 0.9), (0.6, 0.6, 1.8), open=0),
        thing("Toaster_1", (-0.6, 1.7, 1.0), (0.3, 0.2, 0.2), toggled=0),
        thing("CoffeeMachine_1", (0.5, 1.7, 1.0), (0.3, 0.3, 0.4), toggled=0),
        thing("StoveBurner_1", (0.3, -1.5, 0.9), (0.2, 0.2, 0.02), toggled=0),
        thing("StoveKnob_1", (0.3, -1.3, 0.8), toggled=0),
    )
    home.wired = {"StoveKnob_1": "StoveBurner_1"}
    return home


def seen_as(home: ToyHome, name: str, state: str, value: bool, source: Source, ago: float) -> None:
    """Let memory believe a state of an object, as of ``ago`` seconds before each world state."""
    world = home.world

    def believed():
        state_now = world()
        belief = Belief(float(value), source, state_now.stamp - ago)
        item = state_now.objects[name].with_state(state, belief)
        return replace(state_now, objects={**state_now.objects, name: item})

    home.world = believed


@pytest.mark.parametrize(("chore", "name", "place", "state", "wanted"), CHORES)
def test_what_is_seen_not_to_have_come_about_is_told(chore, name, place, state, wanted):
    home = kitchen()
    home.run("PickUp", name)
    seen_as(home, name, state, not wanted, Source.OBSERVED, 0.0)
    result = home.run(chore, name, place)
    assert (result.error, result.objects) == (ErrorCode.NO_EFFECT, (name,))
    assert state in result.message
    assert not any(item.is_("toggled") for item in home.things.values())


@pytest.mark.parametrize(("chore", "name", "place", "state", "wanted"), CHORES[::4])
@pytest.mark.parametrize(
    ("source", "ago", "done"),
    [
        (Source.EFFECT, 0.0, True),  # seen as it should be, or believed of the act
        (Source.OBSERVED, 0.0, True),
        (Source.OBSERVED, 1e6, False),  # not seen since the chore began
        (Source.PRIOR, 0.0, False),
    ],
)
def test_else_the_act_is_believed(chore, name, place, state, wanted, source, ago, done):
    home = kitchen()
    home.run("PickUp", name)
    seen_as(home, name, state, wanted if done else not wanted, source, ago)
    result = home.run(chore, name, place)
    assert result.success, result


@pytest.mark.parametrize(("chore", "name", "place", "state", "wanted"), CHORES[1::3])
def test_what_nobody_reports_is_believed(chore, name, place, state, wanted):
    home = kitchen()
    home.run("PickUp", name)
    assert home.run(chore, name, place).success


SWITCHED = [
    ("Clean", "Mug_1", "SinkBasin_1", "Faucet_1"),
    ("Heat", "Potato_1", "Microwave_1", "Microwave_1"),
    ("HeatOnStove", "Pan_1", "StoveBurner_1", "StoveKnob_1"),
]


def run_until_on(home: ToyHome, run: SkillRun, switch: str) -> None:
    while not home.things[switch].is_("toggled"):
        assert run.primitive is not None
        run.feed(home.execute(run.primitive), home.world())


def begin(home: ToyHome, chore: str, *args: str, config: SkillConfig | None = None) -> SkillRun:
    action = SymbolicAction(chore, args)
    return SkillRun(action, home.world(), load_ontology(), config, home.vain)


def finish(home: ToyHome, run: SkillRun) -> int:
    """The number of primitives it took to the end."""
    count = 0
    while run.primitive is not None:
        run.feed(home.execute(run.primitive), home.world())
        count += 1
    return count


@pytest.mark.parametrize(("chore", "name", "place", "switch"), SWITCHED)
def test_who_has_no_primitives_left_still_switches_off(chore, name, place, switch):
    home = kitchen()
    home.run("PickUp", name)
    trial = begin(home, chore, name, place)
    run_until_on(home, trial, switch)
    spent = home.step - 1
    home = kitchen()
    home.run("PickUp", name)
    limit = SkillConfig(max_primitives=spent - (home.step - 1))
    run = begin(home, chore, name, place, config=limit)
    run_until_on(home, run, switch)
    assert finish(home, run) == 1
    assert run.result is not None
    assert run.result.error is ErrorCode.BUDGET
    assert not home.things[switch].is_("toggled")
    assert "left on" not in run.result.message


@pytest.mark.parametrize(("chore", "name", "place", "switch"), SWITCHED)
def test_a_switch_that_fails_at_first_is_tried_once_more(chore, name, place, switch):
    home = kitchen()
    home.run("PickUp", name)
    run = begin(home, chore, name, place)
    run_until_on(home, run, switch)
    home.fail[K.TOGGLE_OFF] = [ErrorCode.NOT_ALLOWED]
    finish(home, run)
    assert run.result is not None
    assert run.result.success, run.result
    assert not home.things[switch].is_("toggled")


@pytest.mark.parametrize(("chore", "name", "place", "switch"), SWITCHED)
@pytest.mark.parametrize("error", [ErrorCode.CANCELLED, ErrorCode.ROBOT_FAULT])
def test_a_robot_that_no_longer_obeys_gets_no_command(chore, name, place, switch, error):
    home = kitchen()
    home.run("PickUp", name)
    run = begin(home, chore, name, place)
    run_until_on(home, run, switch)
    assert run.primitive is not None
    run.feed(PrimitiveResult(run.primitive, False, error, "halted"), home.world())
    assert run.primitive is None
    assert run.result is not None
    assert run.result.error is error
    assert run.result.message == f"halted; {switch} left on"


@pytest.mark.parametrize(("chore", "name", "place", "switch"), SWITCHED)
def test_a_cancelled_chore_tells_what_is_left_on(chore, name, place, switch):
    home = kitchen()
    home.run("PickUp", name)
    run = begin(home, chore, name, place)
    assert run.cancel().message == "cancelled"
    run = begin(home, chore, name, place)
    run_until_on(home, run, switch)
    steps = home.step
    assert run.cancel().message == f"cancelled; {switch} left on"
    assert home.step == steps, "cancelling takes effect at once"
