# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Exceptions count one by one, and only what the agent got over itself counts as handled."""

from typing import Any

import pytest

from egoplan_ros.behavior.conditions.catalogue import load_catalogue
from egoplan_ros.bench.failures.exceptions import CLASSES, OTHERS, class_of, exceptions
from egoplan_ros.bench.failures.taxonomies import count_exceptions
from egoplan_ros.world.system.resources import config_path

BLOCKED = [4, "blocked", "PickUp(Mug_1)", "not_visible"]
DONE = [6, "action", "PickUp(Mug_1)", "ok"]


def episode(*events: list[Any], success: bool = False) -> dict[str, Any]:
    return {"success": success, "events": list(events)}


@pytest.mark.parametrize(
    ("later", "success", "handled"),
    [
        ([DONE], False, True),
        ([[6, "action", "PickUp(Mug_2)", "ok"]], False, True),
        ([[6, "action", "PickUp(Cup_1)", "ok"]], False, False),
        ([[6, "action", "PickUp(Mug_1)", "not_visible"]], False, False),
        ([[6, "action", "AskHuman(can you help)", "ok"], DONE], False, False),
        ([[6, "action", "LookAround()", "ok"]], True, True),
        ([], True, True),
        ([], False, False),
    ],
)
def test_handled_is_what_was_done_after_all(later: list[Any], success: bool, handled: bool) -> None:
    assert exceptions(episode(BLOCKED, *later, success=success)) == [("Target lost", handled)]


def test_blocked_anew_is_another_exception_and_the_first_was_not_handled() -> None:
    found = exceptions(episode(BLOCKED, BLOCKED, DONE))
    assert found == [("Target lost", False), ("Target lost", True)]


def test_that_another_thing_served_helps_only_who_did_not_try_again() -> None:
    """Of two loaves one found room in the bin, the other never did."""
    full = [4, "blocked", "Put(Bread_2, GarbageCan_1)", "receptacle_full"]
    other = [6, "action", "Put(Bread_1, GarbageCan_1)", "ok"]
    assert exceptions(episode(full, other, full)) == [("Receptacle full", False)] * 2
    assert exceptions(episode(full, other)) == [("Receptacle full", True)]


def test_without_a_plan_the_next_one_is_what_helps() -> None:
    stuck = [4, "blocked", "Plan()", "no_plan"]
    plan, none = [5, "planner", "Plan()", "explore"], [5, "planner", "Plan()", "unsolvable"]
    assert exceptions(episode(stuck, plan)) == [("No plan", True)]
    assert exceptions(episode(stuck, none)) == [("No plan", False)]
    assert exceptions(episode(BLOCKED, plan)) == [("Target lost", False)]


def test_that_nobody_helped_is_no_exception_of_its_own() -> None:
    assert exceptions(episode([4, "blocked", "AskHuman(x)", "nobody_helped"])) == []
    assert exceptions({"success": False}) == []


def test_shares_are_of_exceptions_and_not_of_episodes() -> None:
    report = count_exceptions([episode(BLOCKED, BLOCKED, BLOCKED), episode(BLOCKED, DONE)])
    assert (report["Target lost"]["hits"], report["Target lost"]["n"]) == (1, 4)


def test_each_class_is_of_conditions_that_there_are() -> None:
    known = load_catalogue(config_path("blocking_conditions.yaml"))
    listed = [kind for kinds in CLASSES.values() for kind in kinds]
    assert set(listed) <= set(known)
    assert len(listed) == len(set(listed))
    assert class_of("robot_fault") == OTHERS
