# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Interrupted at random moments, and task after task: nothing is lost, nothing grows.

EGOPLAN_ROUNDS sets how many interruptions and tasks there are (default 6).
"""

import os
from random import Random

import pytest

from egoplan_ros.agent import Agent
from egoplan_ros.bench.evaluator import evaluate
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

SCENE = "FloorPlan1"
ROUNDS = int(os.environ.get("EGOPLAN_ROUNDS", "6"))
GOALS = (
    "(exists (?o - Mug ?r - SinkBasin) (in ?o ?r))",
    "(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))",
    "(exists (?o - Apple ?r - CounterTop) (in ?o ?r))",
    "(exists (?o - Apple ?r - Fridge) (in ?o ?r))",
    "(exists (?o - Apple ?r - SinkBasin) (and (clean ?o) (in ?o ?r)))",
    "(exists (?r - Fridge) (open ?r))",
    "(forall (?r - Fridge) (not (open ?r)))",
)
WARM = 30
"""Tasks until caches are filled."""


def ask(goal):
    return Instruction("", goal=goal)


def held(agent):
    return [o["objectId"] for o in agent.robot.truth()["objects"] if o["isPickedUp"]]


def memory(agent):
    """Resident kilobytes of this process and of the simulator's."""
    pids = [os.getpid(), agent.robot.controller.server.unity_proc.pid]
    found = []
    for pid in pids:
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            rows = dict(line.split(":", 1) for line in file)
        found.append(int(rows["VmRSS"].split()[0]))
    return found


def done_in_truth(agent, goal):
    return evaluate(parse_goal(goal), agent.robot.truth(), load_ontology()).success


class Interruption:
    """Interrupts a task after some commands; called with every frame."""

    def __init__(self, agent, moment, act):
        self.act, self.at = act, agent.world_model.state().robot.step + moment
        self.happened = None

    def __call__(self, frame, world):
        if self.happened is None and frame.robot.step >= self.at:
            self.happened = frame.robot.step
            self.act()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["cancel", "new goal"])
def test_interrupted_at_random_moments(how):
    random, count = Random(how), 0
    with Agent(scene=SCENE) as agent:
        for _ in range(ROUNDS):
            first, then = random.sample(GOALS, 2)
            other = agent.language.understand(ask(then))
            acts = {
                "cancel": lambda: agent.cancel("enough"),
                "new goal": lambda other=other: agent.executive.new_goal(other),
            }
            interruption = Interruption(agent, random.randrange(1, 12), acts[how])
            result = agent.follow(ask(first), on_frame=interruption)
            now = agent.world_model.state()
            assert now.robot.holding == bool(held(agent)) == (now.held is not None)
            if interruption.happened is None:
                assert result.success, result
                continue
            count += 1
            if how == "cancel":
                assert result.reason == "enough" or result.success
                assert now.robot.step <= interruption.happened + 1
                result = agent.follow(ask(then))
            assert result.success, (first, then, result)
            assert done_in_truth(agent, then)
    assert count >= ROUNDS // 3
    print(f"{how}: {count} interruptions of {ROUNDS} tasks")


@pytest.mark.slow
def test_task_after_task():
    with Agent(scene=SCENE) as agent:
        before, files = [], 0
        for number in range(WARM + ROUNDS):
            goal = GOALS[number % len(GOALS)]
            result = agent.follow(ask(goal))
            assert result.success, (number, goal, result)
            assert done_in_truth(agent, goal)
            if number == WARM - 1:
                before, files = memory(agent), len(os.listdir("/proc/self/fd"))
        after = memory(agent)
        assert len(os.listdir("/proc/self/fd")) <= files
    growth = [round(new / old - 1.0, 4) for old, new in zip(before, after, strict=True)]
    print(
        f"growth of memory over {ROUNDS} tasks: agent {growth[0]:+.1%}, simulator {growth[1]:+.1%}"
    )
    assert max(growth) <= 0.05
