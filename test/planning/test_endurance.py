# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Many calls that end in every way leave nothing behind."""

import gc
import itertools
import os
import random
import tempfile
import time
from pathlib import Path

import pytest
from planning_processes import children, in_session, wait_until
from planning_worlds import kitchen

from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.engines.fast_downward import warm_translator
from egoplan_ros.planning.planner import Planner
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState

GOALS = [
    parse_goal(text)
    for text in (
        "(exists (?m - Mug ?c - CoffeeMachine) (and (clean ?m) (in ?m ?c)))",
        "(exists (?a - Apple ?t - DiningTable) (and (sliced ?a) (hot ?a) (in ?a ?t)))",
        "(forall (?m - Mug) (exists (?c - Cabinet) (in ?m ?c)))",
        "(exists (?b - Bowl) (and (filled ?b) (not (clean ?b))))",
        "(exists (?k - Kettle) (holding ?k))",
    )
]
LIMITS = (0.01, 0.02, 0.03, 0.05, 0.08, 5.0)
ENDINGS = {PlanStatus.SOLVED, PlanStatus.UNSOLVABLE, PlanStatus.TIMEOUT, PlanStatus.CANCELLED}


def memory_mib() -> float:
    """Resident memory of this process."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def crowded() -> WorldState:
    """A home that is too large for our own grounder."""
    world = kitchen()
    for _ in range(40):
        world.add("Cup", "CounterTop_1")
    return world.build()


def call(planners: list[Planner], whole: Planner, choice: random.Random) -> PlanStatus:
    """One call with a random goal and limit, cancelled at a random moment or not at all."""
    if choice.random() < 0.02:
        # Looked at some 80 times before the translator starts, then 100 times a second.
        polls, last = itertools.count(), choice.randrange(60, 100)
        return whole.plan(GOALS[0], crowded(), cancelled=lambda: next(polls) > last).status
    planner = choice.choice(planners)
    patient = planner.config.timeout_s > 1.0
    moment = time.perf_counter() + choice.uniform(0.0, 0.08)
    goal = choice.choice(GOALS)
    cancel = (patient and goal is GOALS[3]) or choice.random() < 0.5
    cancelled = (lambda: time.perf_counter() > moment) if cancel else None
    return planner.plan(goal, kitchen().build(), cancelled=cancelled).status


@pytest.mark.parametrize(
    "count",
    [100, pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(7200)])],
)
def test_cancels_and_timeouts_leave_nothing(tmp_path, monkeypatch, count):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    choice = random.Random(count)
    planners = [
        Planner(load_ontology(), PlannerConfig(timeout_s=limit, reuse=False)) for limit in LIMITS
    ]
    whole = Planner(load_ontology(), PlannerConfig(pruning=False, reuse=False))
    warm = warm_translator()
    others = children() - warm.pids
    leaders: set[int] = set()
    endings = {call(planners, whole, choice) for _ in range(count // 5)}
    memory, files = memory_mib(), descriptors()
    for _ in range(count - count // 5):
        leaders |= warm.pids
        endings.add(call(planners, whole, choice))
    leaders -= warm.pids
    assert endings == ENDINGS
    assert wait_until(lambda: children() - others == warm.pids)
    assert len(warm.pids) == 1
    assert leaders, "some workers had to be killed"
    assert not any(in_session(leader) for leader in leaders)
    assert list(tmp_path.iterdir()) == []
    assert descriptors() <= files
    assert memory_mib() - memory < 8.0
    assert planners[-1].plan(GOALS[0], kitchen().build()).status is PlanStatus.SOLVED
