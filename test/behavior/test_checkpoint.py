# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An executive that is stopped anywhere leaves another one what it needs to go on."""

import json

import pytest
import symbolic
from py_trees.common import Status

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.planning.facts import goal_holds
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult

APPLE = "(exists (?o - Apple ?r - Microwave) (and (sliced ?o) (cold ?o) (in ?o ?r)))"


def executive(home, **settings):
    return TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig(**settings))


def ticked(pursuer, most=3000):
    for _ in range(most):
        if pursuer.tick() is not Status.RUNNING:
            return pursuer.result()
    raise AssertionError("did not end")


@pytest.mark.parametrize("ticks", [1, 2, 5, 9, 17, 30])
def test_another_one_goes_on_and_counts_on(ticks):
    home = symbolic.kitchen()
    first = executive(home)
    first.start(symbolic.understanding(APPLE))
    for _ in range(ticks):
        first.tick()
    before = first.result()
    kept = json.loads(json.dumps(first.checkpoint()))
    first.close()
    second = executive(home)
    second.start(symbolic.understanding(APPLE), kept)
    assert second.result().plans == before.plans
    assert second.result().actions[: len(before.actions)] == before.actions
    assert second.result().seconds >= before.seconds
    result = ticked(second)
    assert result.success, result
    assert goal_holds(parse_goal(APPLE), home.world())
    assert result.steps == home.step, "what the first one did counts, too"
    looks = [action for action, code in result.actions if (action, code) == ("LookAround()", "ok")]
    assert len(looks) == 1, "what was looked at need not be looked at again"
    second.close()


def test_budgets_go_on():
    home = symbolic.kitchen()
    first = executive(home, max_actions=3)
    first.start(symbolic.understanding(APPLE))
    while len(first.result().actions) < 2:
        first.tick()
    kept = first.checkpoint()
    first.close()
    second = executive(home, max_actions=3)
    second.start(symbolic.understanding(APPLE), kept)
    result = ticked(second)
    assert not result.success
    assert "3 actions" in result.reason
    second.close()


@pytest.mark.parametrize("spoiled", [{}, {"goal": "(open"}, {"history": [1]}, {"plans": "many"}])
def test_what_is_damaged_is_refused(spoiled):
    home = symbolic.kitchen()
    pursuer = executive(home)
    pursuer.start(symbolic.understanding(APPLE))
    kept = (pursuer.checkpoint() | spoiled) if spoiled else {}
    with pytest.raises(InputError):
        pursuer.start(symbolic.understanding(APPLE), kept)
    pursuer.close()


class Dying(symbolic.Home):
    """Whoever runs the first and the fifth skill dies over it."""

    begun = 0

    def start_skill(self, action):
        self.begun += 1
        if self.begun not in (1, 5):
            return super().start_skill(action)
        lost = SkillResult(action, False, ErrorCode.SERVER_LOST, "skill_executor died")
        return _Done(lost)


class _Done:
    def __init__(self, result):
        self._result = result

    def done(self):
        return True

    def result(self):
        return self._result

    def cancel(self):
        return self._result


def test_a_skill_that_nobody_works_at_any_more_is_begun_or_planned_anew():
    home = symbolic.kitchen()
    home.__class__ = Dying
    result = symbolic.pursue(home, APPLE)
    assert result.success, result
    assert [code for _, code in result.actions].count("server_lost") == 1
    assert not result.blocking, "it is no obstacle"
