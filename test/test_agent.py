# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The whole agent, in one process, in the embedded simulator; rooms of the training range only."""

import contextlib
import json
import os
import signal
import threading

import pytest
from py_trees.blackboard import Blackboard

from egoplan_ros.agent import Agent
from egoplan_ros.behavior.config import strategy_names
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.bench.evaluator import evaluate
from egoplan_ros.bench.questions.judge import same_room
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.tasks import draw_task
from egoplan_ros.perception.coco.backend import CocoBackend
from egoplan_ros.skills.paths import value_iteration
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

CLEAN_MUG = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"


@pytest.fixture(scope="module")
def agent():
    with Agent(scene="FloorPlan1") as one:
        yield one


def test_coffee_is_made_and_brought(agent):
    agent.reset("FloorPlan4", 3)
    result = agent.follow(Instruction("make coffee and put it on the counter"))
    assert result.success, result
    mugs = [o for o in agent.robot.truth()["objects"] if o["objectType"] == "Mug"]
    coffee = [mug for mug in mugs if mug["fillLiquid"] == "coffee"]
    assert any("CounterTop" in str(mug["parentReceptacles"]) for mug in coffee)
    agent.reset("FloorPlan1")


def test_a_clean_mug_gets_into_the_coffee_machine(agent):
    events, frames = [], []
    result = agent.follow(
        Instruction("a clean mug", goal=CLEAN_MUG),
        on_event=events.append,
        on_frame=lambda frame, seen, world: frames.append((frame.robot.step, world.stamp)),
    )
    assert result.success, result
    mugs = [o for o in agent.robot.truth()["objects"] if o["objectType"] == "Mug"]
    assert any("CoffeeMachine" in str(mug["parentReceptacles"]) for mug in mugs)
    assert result.steps == frames[-1][0]
    assert [step for step, _ in frames] == list(range(result.steps + 1))
    assert result.plans >= 1
    kinds = [event.kind for event in events]
    assert kinds[0] is EventKind.STARTED
    assert kinds[-1] is EventKind.FINISHED
    assert EventKind.PLAN in kinds
    assert agent.progress().phase == "done"
    assert agent.tree()[0].depth == 0


@pytest.mark.slow
@pytest.mark.parametrize("details", ["learned", "templated"])
def test_a_sequence_of_actions_heats_what_is_then_put_down(details):
    goal = "(exists (?o - Potato ?r - SinkBasin) (and (hot ?o) (in ?o ?r)))"
    said = []
    settings = {"behavior": {"details": details}}
    with Agent(scene="FloorPlan1", strategy="capeam", settings=settings) as one:
        result = one.follow(Instruction("", goal=goal), on_event=said.append)
        truth = one.robot.truth()["objects"]
    assert result.success, result
    potato = next(o for o in truth if o["objectType"] == "Potato")
    assert potato["temperature"] == "Hot"
    assert "SinkBasin" in str(potato["parentReceptacles"])
    done = [name.partition("(")[0] for name, _ in result.actions]
    assert {"ToggleOn", "ToggleOff"} <= set(done)
    assert "Heat" not in done
    told = [event.text for event in said if event.kind is EventKind.DETAILS]
    assert any("heat Potato" in text for text in told)


def test_the_next_task_starts_from_what_is_known(agent):
    result = agent.follow(Instruction("hold an apple", goal="(exists (?o - Apple) (holding ?o))"))
    assert result.success, result
    assert any(o["isPickedUp"] for o in agent.robot.truth()["objects"])


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("is there an egg in the fridge?", "that cannot be seen: the fridge is closed"),
        ("could you check whether the stove is off?", "yes: all four stove knobs are off"),
    ],
)
def test_a_question_is_answered_with_commands_that_touch_nothing(agent, monkeypatch, said, told):
    commands = []
    execute = agent.robot.execute
    monkeypatch.setattr(
        agent.robot, "execute", lambda one: commands.append(one.kind) or execute(one)
    )
    agent.reset("FloorPlan1")
    before = agent.robot.truth()
    result = agent.follow(said)
    assert (result.success, result.reason) == (True, told)
    assert commands
    assert not any(kind.is_interaction for kind in commands)
    assert same_room(before, agent.robot.truth())


def test_cancel_from_another_thread_ends_the_task(agent):
    agent.reset("FloorPlan1")
    started = threading.Event()

    def stop(event):
        if event.kind is EventKind.ACTION_STARTED and not started.is_set():
            started.set()
            threading.Thread(target=agent.cancel, args=("enough",)).run()

    result = agent.follow(Instruction("", goal=CLEAN_MUG), on_event=stop)
    assert started.is_set()
    assert not result.success
    assert result.reason == "enough"
    assert result.steps <= 1


def test_a_cancel_while_the_instruction_is_understood_ends_the_task(agent, monkeypatch):
    agent.reset("FloorPlan1")
    understand = agent.language.understand

    def slowly(instruction):
        agent.cancel("enough")
        return understand(instruction)

    monkeypatch.setattr(agent.language, "understand", slowly)
    result = agent.follow(Instruction("", goal=CLEAN_MUG))
    assert result.reason == "enough"
    assert result.steps == 0


def test_budgets_end_the_task_with_their_reason():
    with Agent(scene="FloorPlan301", settings={"behavior": {"max_steps": 12}}) as one:
        result = one.follow(Instruction("", goal="(exists (?o - Apple) (holding ?o))"))
        assert not result.success
        assert "12 steps" in result.reason
        assert result.steps == 12


def test_instructions_that_cannot_be_understood_are_refused(agent):
    for text in ("", "x" * 10_000):
        with pytest.raises(InputError):
            agent.follow(text)


def test_a_closed_agent_leaves_nothing_on_the_blackboard():
    before = set(Blackboard.storage)
    one = Agent(scene="FloorPlan301")
    one.follow(
        Instruction("", goal="(exists (?o - Apple) (holding ?o))"), on_event=lambda _: one.cancel()
    )
    assert set(Blackboard.storage) > before
    one.close()
    one.close()
    assert set(Blackboard.storage) == before


def test_a_killed_simulator_ends_the_task_honestly():
    with Agent(scene="FloorPlan301") as one:
        pid = one.robot._process._process.pid

        def kill(event):
            if event.kind is EventKind.ACTION_ENDED and event.step < 6:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

        result = one.follow(
            Instruction("", goal="(exists (?o - Book) (holding ?o))"), on_event=kill
        )
        assert not result.success
        assert "fault" in result.reason
        assert result.steps < 12


def test_the_simulated_camera_suits_what_sees_with_it():
    for options, size in (({}, (600, 600)), ({"width": 320, "height": 240}, (320, 240))):
        with Agent(perception="learned", robot_options=options) as agent:
            camera = agent.robot.observe().camera
            assert (camera.width, camera.height) == size


def test_wrong_options_are_refused():
    for options in (
        {"strategy": "wishful"},
        {"perception": "crystal ball"},
        {"robot": "dragon"},
        {"settings": {"behavior": {"max_step": 3}}},
        {"settings": {"behaviour": {"max_steps": 3}}},
    ):
        with pytest.raises(InputError):
            Agent(**options)
    with pytest.raises((InputError, RobotError)):
        Agent(scene="FloorPlan999")


class Blind:
    name = "blind"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"perception": None}, "perception: must be the name of a back end, or an object with"),
        ({"perception": Blind()}, "perception: must be .*detect"),
        ({"perception": CocoBackend}, "perception: must be .*got <class"),
        ({"strategy": ["danli"]}, "strategy: must be a name"),
        ({"robot": None}, "robot: must be the name of a driver, or an object with reset, execute"),
        ({"robot": object()}, "robot: must be"),
        ({"robot_options": ["unity"]}, "robot_options: must be a mapping"),
        ({"robot_options": {"width": "big"}}, "robot thor: width: must be a whole number"),
        ({"robot_options": {"grid_size": "x"}}, "robot thor: grid_size: must be a number"),
        ({"settings": "behavior.max_steps=3"}, "settings: must be a mapping by room"),
        ({"settings": {"behavior": None}}, "settings: behavior: must be a mapping"),
        ({"settings": {"behavior": {"max_steps": "many"}}}, "max_steps must be of type int"),
        ({"settings": {3: {}, "planner": {}}}, "settings: unknown parts"),
        ({"ontology": "objects.yaml"}, "ontology: must be an Ontology"),
        ({"seed": "a"}, "seed: must be a whole number"),
        ({"seed": -1}, "seed: must be a whole number"),
        ({"scene": 1}, "scene: must be a name"),
    ],
)
def test_values_of_another_kind_are_told_in_one_line(options, told):
    with pytest.raises(InputError, match=f"^{told}|: {told}") as caught:
        Agent(**options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [None, 3, ["open the fridge"], b"open the fridge"])
def test_what_is_no_instruction_is_refused(agent, value):
    with pytest.raises(InputError, match="instruction: must be a sentence or an Instruction"):
        agent.follow(value)


@pytest.mark.parametrize("name", ["on_event", "on_frame", "on_request"])
def test_what_is_called_can_be(agent, name):
    with pytest.raises(InputError, match=f"{name}: must be a function"):
        agent.follow("open the fridge", **{name: 3})


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(load_suite("alfred").kinds))
@pytest.mark.parametrize("room", [2, 8])
def test_alfreds_task_types(kind, room):
    """One drawn task of each type in each of two rooms of the training range."""
    suite, ontology = load_suite("alfred"), load_ontology()
    scene = f"FloorPlan{room + 300 if kind == 'look_at_obj_in_light' else room}"
    with Agent(scene=scene, seed=3) as one:
        objects = one.robot.truth()["objects"]
        task = draw_task(suite, kind, scene, objects, ontology, 3)
        if task is None:
            return
        if task.setup:
            one.robot.setup = json.dumps(task.setup)
            one.reset(scene, 3)
        result = one.follow(Instruction(task.text, goal=to_pddl(task.goal)))
        judged = evaluate(task.goal, one.robot.truth(), ontology)
        assert judged.success, (task.text, result)
        assert result.success


@pytest.mark.slow
def test_danli_goes_where_its_network_leads(monkeypatch):
    found = []
    way = value_iteration.way
    monkeypatch.setattr(value_iteration, "way", lambda *args: found.append(way(*args)) or found[-1])
    with Agent(scene="FloorPlan1", strategy="danli") as one:
        assert one.follow(
            Instruction("hold a mug", goal="(exists (?o - Mug) (holding ?o))")
        ).success
    assert sum(1 for path in found if path) > len(found) / 2


@pytest.mark.slow
@pytest.mark.parametrize("strategy", sorted({*strategy_names()} - {"random_walk"}))
def test_every_strategy_does_a_small_task(strategy):
    """Something has to be found, fetched and put away; the room's own state tells."""
    goal = "(exists (?o - Mug ?r - SinkBasin) (in ?o ?r))"
    with Agent(scene="FloorPlan1", strategy=strategy) as one:
        assert one.config.strategy == strategy
        result = one.follow(Instruction("a mug in the sink", goal=goal))
        truth = one.robot.truth()
    assert result.success, result
    assert evaluate(parse_goal(goal), truth, load_ontology()).success
