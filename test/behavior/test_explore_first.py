# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""EPA's exploration before the first plan, as an option."""

import pytest
import symbolic

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.primitive import ErrorCode

GOAL = "(exists (?o - Mug) (holding ?o))"


def explored_first(result):
    """Names of what was explored before anything else but the look around and going anywhere."""
    names = [name for name, _ in result.actions if name not in ("LookAround()", "Roam()")]
    first = next((k for k, name in enumerate(names) if not name.startswith("Explore")), len(names))
    return names[:first]


@pytest.fixture
def home():
    """A mug in sight, and four parts of the home that nobody needs."""
    found = symbolic.kitchen()
    for zone in range(2, 5):
        found.things[f"Shelf_{zone}"] = symbolic.Thing("Shelf", zone=zone)
    return found


@pytest.mark.parametrize("pursuit", ["plan", "resolve"])
def test_by_default_what_is_in_sight_is_enough(home, pursuit):
    result = symbolic.pursue(home, GOAL, pursuit=pursuit)
    assert result.success
    assert explored_first(result) == []


@pytest.mark.parametrize("pursuit", ["plan", "resolve"])
def test_everything_is_explored_while_steps_are_left(home, pursuit):
    result = symbolic.pursue(home, GOAL, pursuit=pursuit, explore_steps=500)
    assert result.success
    assert sorted(explored_first(result)) == [f"Explore(frontier_{k})" for k in range(1, 5)]
    assert 500 <= result.steps < 520


def test_it_ends_where_there_is_nowhere_to_go(home):
    home.faults["Roam"] = [ErrorCode.PATH_BLOCKED]
    result = symbolic.pursue(home, GOAL, explore_steps=500)
    assert result.success
    assert result.steps < 40


def test_it_ends_when_the_steps_are_spent(home):
    result = symbolic.pursue(home, GOAL, explore_steps=7)
    assert result.success
    assert 1 <= len(explored_first(result)) <= 3


def test_where_nobody_can_get_is_left_out(home):
    home.faults["Explore(frontier_2)"] = [ErrorCode.PATH_BLOCKED]
    result = symbolic.pursue(home, GOAL, explore_steps=500)
    assert result.success
    assert sorted(explored_first(result)) == [f"Explore(frontier_{k})" for k in range(1, 5)]


def test_budgets_hold_meanwhile(home):
    result = symbolic.pursue(home, GOAL, explore_steps=500, max_actions=2)
    assert not result.success
    assert len(result.actions) == 2


def test_less_than_nothing_is_refused():
    with pytest.raises(InputError, match="explore_steps"):
        BehaviorConfig(explore_steps=-1)
