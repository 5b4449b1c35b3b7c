# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""One cause of each paper's taxonomy for each failure, from logs of what happened."""

from typing import Any

import pytest

from egoplan_ros.bench.failures import danli, epa, ogamus
from egoplan_ros.bench.failures.taxonomies import TAXONOMIES, causes, count_causes

GOAL = "(exists (?o - Mug ?r - Fridge) (in ?o ?r))"
RENAMED = "(exists (?x - Fridge ?y - Mug) (and (in ?y ?x)))"
OTHER = "(exists (?o - Cup ?r - Fridge) (in ?o ?r))"


def thing(**counts: int) -> dict[str, int]:
    return {"needed": 1, "known": 1, "most": 1, "there": 1, "shut_in": 0} | counts


def failure(*events: list[Any], **values: Any) -> dict[str, Any]:
    """A failed episode in which all that was wanted is known."""
    return {
        "success": False,
        "agent_success": False,
        "reason": "budget spent: 1000 steps",
        "goal": GOAL,
        "understood": RENAMED,
        "wanted": {"Mug": thing(), "Fridge": thing()},
        "events": [list(event) for event in events],
    } | values


def blocked(kind: str, action: str = "PickUp(Mug_1)") -> list[Any]:
    return [5, "blocked", action, kind]


def mug(**counts: int) -> dict[str, Any]:
    return {"Mug": thing(**counts), "Fridge": thing()}


@pytest.mark.parametrize(
    ("episode", "epas", "danlis", "ogamuss"),
    [
        (failure(understood=OTHER), epa.LANGUAGE, danli.SUBGOALS, ogamus.OTHERS),
        (failure(understood=""), epa.LANGUAGE, danli.SUBGOALS, ogamus.OTHERS),
        (failure(understood="(in"), epa.LANGUAGE, danli.SUBGOALS, ogamus.OTHERS),
        (failure(agent_success=True), epa.OTHERS, danli.OTHERS, ogamus.CONFUSED),
        (
            failure(wanted=mug(known=0, most=0, shut_in=1)),
            epa.CLOSED,
            danli.NOT_FOUND,
            ogamus.NOT_FOUND,
        ),
        (failure(wanted=mug(known=0, most=0)), epa.NOT_FOUND, danli.NOT_FOUND, ogamus.NOT_FOUND),
        # Of two one is in the open, and was not found either.
        (
            failure(wanted=mug(known=0, most=0, there=2, shut_in=1)),
            epa.NOT_FOUND,
            danli.NOT_FOUND,
            ogamus.NOT_FOUND,
        ),
        (
            failure(blocked("object_moved"), wanted=mug(known=0)),
            epa.NOT_FOUND,
            danli.NOT_FOUND,
            ogamus.NOT_INSPECTED,
        ),
        (failure(blocked("not_found")), epa.NOT_FOUND, danli.NOT_FOUND, ogamus.NOT_INSPECTED),
        (failure(blocked("not_visible")), epa.NOT_FOUND, danli.GROUNDING, ogamus.NOT_INSPECTED),
        (failure(blocked("out_of_reach")), epa.NOT_FOUND, danli.INTERACTION, ogamus.NOT_REACHABLE),
        (failure(blocked("path_blocked")), epa.COLLISION, danli.OTHERS, ogamus.NOT_REACHABLE),
        (failure(blocked("receptacle_closed")), epa.CLOSED, danli.INTERACTION, ogamus.OTHERS),
        (failure(blocked("no_effect")), epa.INTERACTION, danli.INTERACTION, ogamus.OTHERS),
        (failure(blocked("no_plan", "Plan()")), epa.OTHERS, danli.NO_PLAN, ogamus.OTHERS),
        (failure(blocked("robot_fault")), epa.OTHERS, danli.OTHERS, ogamus.OTHERS),
        (failure(), epa.OTHERS, danli.OTHERS, ogamus.OTHERS),
        # The last block decides, unless nobody helped with it.
        (
            failure(blocked("no_effect"), blocked("path_blocked"), blocked("nobody_helped")),
            epa.COLLISION,
            danli.OTHERS,
            ogamus.NOT_REACHABLE,
        ),
    ],
)
def test_a_failure_has_one_cause_of_each(
    episode: dict[str, Any], epas: str, danlis: str, ogamuss: str
) -> None:
    assert causes(episode) == {"epa": epas, "danli": danlis, "ogamus": ogamuss}


def test_where_failed_primitives_end_an_episode_most_of_them_decide() -> None:
    log = [
        [1, "action", "GoTo(Fridge_1)", "collision", 2, 0.0],
        blocked("path_blocked", "GoTo(Fridge_1)"),
        [2, "action", "PickUp(Mug_1)", "no_effect", 8, 0.0],
        blocked("no_effect"),
        [3, "action", "GoTo(Fridge_1)", "collision", 0, 0.0],
        blocked("path_blocked", "GoTo(Fridge_1)"),
    ]
    reason = "budget spent: 10 failed primitives"
    assert causes(failure(*log, reason=reason))["epa"] == epa.INTERACTION
    assert causes(failure(*log))["epa"] == epa.COLLISION


def test_neither_a_success_nor_what_has_no_log_has_a_cause() -> None:
    without = {name: value for name, value in failure().items() if name != "events"}
    assert causes(failure(success=True)) == causes(without) == {}
    counted = count_causes([failure(), failure(understood=OTHER), failure(success=True), without])
    assert counted["epa"] == {epa.OTHERS: 1, epa.LANGUAGE: 1}
    assert counted.keys() == TAXONOMIES.keys()


@pytest.mark.parametrize("taxonomy", TAXONOMIES.values(), ids=TAXONOMIES)
def test_each_cause_is_among_those_of_its_paper(taxonomy: Any) -> None:
    named = {value for name, value in vars(taxonomy).items() if name in _CAUSE_NAMES}
    assert named == set(taxonomy.CAUSES)


_CAUSE_NAMES = (
    "NOT_FOUND COLLISION INTERACTION CLOSED LANGUAGE OTHERS SUBGOALS NO_PLAN GROUNDING "
    "NOT_INSPECTED NOT_REACHABLE CONFUSED"
).split()
