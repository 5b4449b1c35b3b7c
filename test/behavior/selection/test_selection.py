# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The heuristic engine prefers what is cheap, works, and has not just failed."""

import pytest
import symbolic

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.context import goal_parts
from egoplan_ros.behavior.selection.engines import SELECTIONS, make_engine
from egoplan_ros.behavior.selection.selection import (
    Candidate,
    Context,
    HeuristicEngine,
)
from egoplan_ros.planning.facts import goal_holds
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.blocking import BlockingKind
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.primitive import ErrorCode

CONTEXT = Context(symbolic.kitchen(seen=True).world())
BLOCK = BlockingKind.NOT_VISIBLE


def candidate(name, *args, rank=0, attempts=0):
    return Candidate(SymbolicAction(name, args), BLOCK, rank, attempts)


def test_nothing_to_choose_from():
    assert HeuristicEngine().select([], CONTEXT) is None


def test_near_things_come_first():
    near, far = candidate("Open", "Bowl_1"), candidate("Open", "SinkBasin_1")
    assert HeuristicEngine().select([far, near], CONTEXT) == near


def test_where_to_look_is_chosen_by_the_order_which_counts_the_way_already():
    far, near = candidate("Inspect", "SinkBasin_1", rank=0), candidate("Inspect", "Bowl_1", rank=1)
    assert HeuristicEngine().select([near, far], CONTEXT) == far


def test_equal_prices_follow_the_catalogue():
    one, two = candidate("LookAround", rank=0), candidate("LookAround", rank=1)
    assert HeuristicEngine().select([two, one], CONTEXT) == one


def test_people_are_asked_last():
    ask, search = candidate("AskHuman", "?", rank=0), candidate("Search", "Mug", rank=5, attempts=1)
    assert HeuristicEngine().select([ask, search], CONTEXT) == search


def test_learns_from_failures_and_successes():
    engine = HeuristicEngine()
    look = candidate("LookAround")
    before = engine.success(look)
    engine.learn(look, False)
    after = engine.success(look)
    assert after < before
    engine.learn(look, True)
    assert engine.success(look) > after
    other = Candidate(look.action, BlockingKind.PATH_BLOCKED)
    assert engine.success(other) == before


def test_a_repeated_attempt_loses_against_a_fresh_one():
    tired, fresh = candidate("GoTo", "Mug_1", attempts=1), candidate("GoTo", "Mug_1", rank=1)
    assert HeuristicEngine().select([tired, fresh], CONTEXT) == fresh


@pytest.fixture(autouse=True)
def nothing_added_stays(monkeypatch):
    monkeypatch.setattr(SELECTIONS, "_added", {})


def test_engines_are_known_by_name():
    with pytest.raises(InputError, match="heuristic"):
        make_engine(BehaviorConfig(selection="oracle of delphi"))
    SELECTIONS.register("first", lambda config: First())
    assert isinstance(make_engine(BehaviorConfig(selection="first")), First)


class First:
    def select(self, candidates, context):
        return candidates[0] if candidates else None

    def learn(self, candidate, success):
        pass


def test_what_holds_and_what_remains_is_told_of_any_goal():
    home = symbolic.kitchen(seen=True)
    home.things["Mug_1"].states["dirty"] = False
    goal = parse_goal(
        "(exists (?m - Mug ?n - Mug ?r - Cabinet) "
        "(and (not (= ?m ?n)) (clean ?m) (in ?m ?r) (in ?n ?r)))"
    )
    done, remaining = goal_parts(goal, home.world(), goal_holds)
    assert not any("(= " in text for text in (*done, *remaining))
    assert len(done) + len(remaining) == 3
    assert remaining[-1] == "(exists (?n - Mug ?r - Cabinet) (in ?n ?r))"
    assert all(goal_holds(parse_goal(text), home.world()) for text in done)


class Picky:
    """No candidate is worth a try."""

    def select(self, candidates, context):
        return None

    def learn(self, candidate, success):
        pass


def test_an_engine_that_finds_none_worth_trying_leaves_it_to_the_planner():
    SELECTIONS.register("picky", lambda config: Picky())
    home = symbolic.kitchen(seen=True)
    home.faults = {"Put": [ErrorCode.NO_EFFECT] * 3}
    goal = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"
    result = symbolic.pursue(home, goal, selection="picky")
    assert result.success, result
