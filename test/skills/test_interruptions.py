# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Every skill, cancelled or struck by a fault of the robot at every one of its commands."""

from dataclasses import replace
from functools import cache
from math import pi

import pytest
from toy_home import ToyHome, kitchen, thing

from egoplan_ros.skills.driver import SKILLS, SkillRun
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode, PrimitiveResult
from egoplan_ros.world.skill import SIGNATURES, argument_count
from egoplan_ros.world.state import Frontier

ONTOLOGY = load_ontology()
MUG = thing("Mug_1", (1.4, 0.5, 0.9), dirty=1)
KNIFE = thing("Knife_1", (0.0, 1.8, 0.9))
BREAD = thing("Bread_1", (1.4, 0.9, 0.9), sliced=0)
PAN = thing("Pan_1", (0.0, 0.0, 1.2))
PLANT = thing("HousePlant_1", (-1.4, 0.5, 0.9), (0.2, 0.2, 0.4), filled=0)
BURNER = thing("StoveBurner_1", (1.4, 0.2, 0.9), (0.2, 0.2, 0.02), toggled=0)
KNOBS = [thing(f"StoveKnob_{k}", (1.2, y, 0.8), toggled=0) for k, y in ((1, 0.2), (2, -0.2))]

READY: dict[str, tuple[tuple[str, ...], list[ObjectInstance]]] = {
    "GoTo": (("Mug_1",), []),
    "PickUp": (("Mug_1",), []),
    "Put": (("Mug_1", "CounterTop_1"), [replace(MUG, held=True)]),
    "Open": (("Fridge_1",), []),
    "Close": (("Cabinet_1",), [thing("Cabinet_1", (1.6, -1.4, 0.5), (0.5, 0.6, 0.6), open=1)]),
    "ToggleOn": (("Faucet_1",), []),
    "ToggleOff": (("Faucet_1",), [thing("Faucet_1", (1.7, -0.8, 1.0), toggled=1)]),
    "Slice": (("Bread_1",), [BREAD, replace(KNIFE, held=True)]),
    "Pour": (("Mug_1",), [replace(thing("Mug_1", MUG.center, filled=1), held=True)]),
    "Clean": (("Mug_1", "SinkBasin_1"), [replace(MUG, held=True)]),
    "Heat": (("Mug_1", "Microwave_1"), [replace(MUG, held=True)]),
    "HeatOnStove": (("Pan_1", "StoveBurner_1"), [replace(PAN, held=True), BURNER, *KNOBS]),
    "Cool": (("Mug_1", "Fridge_1"), [replace(MUG, held=True)]),
    "Cook": (("Mug_1", "Microwave_1"), [replace(MUG, held=True)]),
    "Fill": (("Mug_1", "SinkBasin_1"), [replace(MUG, held=True)]),
    "Water": (("Mug_1", "SinkBasin_1", "HousePlant_1"), [replace(MUG, held=True), PLANT]),
    "Brew": (("Mug_1", "CoffeeMachine_1"), [replace(MUG, held=True)]),
    "Explore": (("frontier_1",), []),
    "Inspect": (("Fridge_1",), []),
    "Search": (("Egg",), []),
    "Roam": ((), []),
    "LookAround": ((), []),
}
"""Arguments with which a skill has something to do, and what must be otherwise in the kitchen."""


def home_for(name: str) -> ToyHome:
    """A kitchen in which a skill works from its first to its last command."""
    home = kitchen()
    home.things |= {item.id: item for item in READY[name][1]}
    home.frontiers = (Frontier("frontier_1", 1.0, 0.5, pi / 2, 2.0),)
    if name == "Search":  # the fewer there are to be looked into, the fewer commands it has
        home = ToyHome(*(home.things[n] for n in ("CounterTop_1", "Fridge_1")))
    if name == "HeatOnStove":
        home.wired = {"StoveKnob_2": "StoveBurner_1"}  # the nearer knob is the wrong one
    return home


def start(name: str, home: ToyHome) -> SkillRun:
    return SkillRun(SymbolicAction(name, READY[name][0]), home.world(), ONTOLOGY, vain=home.vain)


def go_on(run: SkillRun, home: ToyHome, commands: int) -> None:
    for _ in range(commands):
        assert run.primitive is not None
        run.feed(home.execute(run.primitive), home.world())


@cache
def length(name: str) -> int:
    """Commands that a skill has from start to end."""
    home = home_for(name)
    run = start(name, home)
    while run.primitive is not None:
        go_on(run, home, 1)
    assert run.result is not None
    done = ErrorCode.NOT_FOUND if name == "Search" else ErrorCode.NONE
    assert run.result.error is done, run.result
    assert run.result.primitives == len(home.log)
    return len(home.log)


def test_every_skill_is_here():
    assert set(READY) == set(SKILLS.names()) - {"AskHuman"}  # which has no command of the robot
    assert {name: argument_count(name, steps) for name, steps in SKILLS.items()} == dict(
        SIGNATURES.items()
    )


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", READY)
def test_a_skill_can_be_cancelled_after_each_of_its_commands(name):
    whole = length(name)
    assert whole > 0
    for commands in range(whole):
        home = home_for(name)
        run = start(name, home)
        go_on(run, home, commands)
        waiting = run.primitive
        assert waiting is not None
        result = run.cancel()
        assert (result.success, result.error) == (False, ErrorCode.CANCELLED)
        assert (result.primitives, result.failures) == (commands, 0)
        assert run.primitive is None
        run.feed(PrimitiveResult(waiting, True), home.world())
        assert run.primitive is None
        assert run.cancel() is run.result is result


def switched_on(home):
    """What somebody has switched on; a burner is lit by its knob."""
    things = home.things.values()
    return {item.id for item in things if item.is_("toggled") and item.type != "StoveBurner"}


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", READY)
def test_a_fault_of_the_robot_ends_a_skill_at_whichever_command_it_comes(name):
    for commands in range(length(name)):
        home = home_for(name)
        before = switched_on(home)
        run = start(name, home)
        go_on(run, home, commands)
        struck = run.primitive
        assert struck is not None
        fault = PrimitiveResult(struck, False, ErrorCode.ROBOT_FAULT, "broken wheel")
        run.feed(fault, home.world())
        assert run.primitive is None, f"{name} goes on after {struck}"
        assert run.result is not None
        assert run.result.error is ErrorCode.ROBOT_FAULT
        on = sorted(switched_on(home) - before)
        told = [f"{', '.join(on)} left on"] if on else []
        assert run.result.message == "; ".join(["broken wheel", *told])
        assert (run.result.primitives, run.result.failures) == (commands + 1, 1)
