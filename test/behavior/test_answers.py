# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a person answers to a question decides which reading is pursued."""

from dataclasses import replace

import pytest
import symbolic

from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.language.disambiguation.settle import settle
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.task import GoalAlternative, Instruction, TaskUnderstanding

MUG = "(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))"
BOWL = "(exists (?o - Bowl ?r - CounterTop) (in ?o ?r))"
KNIFE = "(exists (?o - Knife ?r - Cabinet) (in ?o ?r))"


def read(*readings: tuple[str, float]) -> TaskUnderstanding:
    """One request with its readings, the likeliest first."""
    found = tuple(GoalAlternative(parse_goal(goal), chance) for goal, chance in readings)
    return TaskUnderstanding(
        Instruction("put it there"), found[0].formula, found[0].probability, found
    )


def text(goal: str) -> str:
    return to_pddl(parse_goal(goal))


GUESS = read((MUG, 0.5), (BOWL, 0.45), (KNIFE, 0.05))
ANSWER = read((BOWL, 0.95), (KNIFE, 0.05), (MUG, 0.0))


@pytest.fixture
def begun():
    """A home and an executive that pursues the best guess; ends it after the test."""
    home = symbolic.kitchen(seen=True)
    executive = TaskExecutive(home, symbolic.ONTOLOGY, settle=settle)
    executive.start(GUESS)
    yield home, executive
    executive.close()
    assert home.active == 0


def finish(executive: TaskExecutive) -> str:
    while executive.tick().name == "RUNNING":
        pass
    assert executive.result().success, executive.result()
    return executive.result().goal


@pytest.mark.parametrize("ticks", [0, 1, 3, 6, 9])
def test_the_answer_is_pursued_from_the_next_tick_on_and_judged_by(begun, ticks):
    home, executive = begun
    for _ in range(ticks):
        executive.tick()
    assert executive.result().goal == text(MUG)
    assert executive.follow(ANSWER)
    executive.tick()
    assert executive.result().goal == text(BOWL)
    assert home.active == 0  # what served the other goal was cancelled
    assert finish(executive) == text(BOWL)


def test_another_ranking_of_the_same_readings_is_left_to_the_tree(begun):
    home, executive = begun
    for _ in range(6):
        executive.tick()
    before = home.cancelled, executive.result().plans
    for ranked in (read((BOWL, 0.5), (MUG, 0.45), (KNIFE, 0.05)), GUESS):
        assert not executive.follow(ranked)
    executive.tick()
    assert (home.cancelled, executive.result().plans) == before
    assert finish(executive) == text(MUG)


def test_who_confirms_the_guess_interrupts_nothing(begun):
    home, executive = begun
    for _ in range(6):
        executive.tick()
    before = home.cancelled
    assert not executive.follow(read((MUG, 0.95), (KNIFE, 0.05), (BOWL, 0.0)))
    executive.tick()
    assert home.cancelled == before
    assert finish(executive) == text(MUG)


@pytest.mark.parametrize("answer", [ANSWER, read((MUG, 0.95), (KNIFE, 0.05), (BOWL, 0.0))])
def test_nothing_is_ranked_anew_after_an_answer(answer):
    home, asked = symbolic.kitchen(seen=True), []

    def contrary(task, types):
        asked.append(task)
        return replace(task, formula=parse_goal(KNIFE))

    executive = TaskExecutive(home, symbolic.ONTOLOGY, settle=contrary)
    executive.start(GUESS)
    executive.follow(answer)
    assert finish(executive) == to_pddl(answer.formula)
    assert not asked
    executive.close()


def test_an_answer_told_again_interrupts_nothing(begun):
    home, executive = begun
    assert executive.follow(ANSWER)
    for _ in range(6):
        executive.tick()
    before = home.cancelled
    assert not executive.follow(ANSWER)
    executive.tick()
    assert home.cancelled == before
    assert finish(executive) == text(BOWL)


def test_a_goal_nobody_thought_of_is_pursued(begun):
    _, executive = begun
    executive.tick()
    assert executive.follow(read((KNIFE.replace("Cabinet", "CounterTop"), 1.0)))
    assert finish(executive) == text(KNIFE.replace("Cabinet", "CounterTop"))
