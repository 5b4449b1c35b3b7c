# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the heuristic engine learns of resolutions whose effect is only possible."""

from typing import ClassVar

import pytest
import symbolic

from egoplan_ros.behavior.selection.engines import SELECTIONS
from egoplan_ros.behavior.selection.selection import HeuristicEngine
from egoplan_ros.world.primitive import ErrorCode

GOAL = "(exists (?o - Mug) (holding ?o))"


class Learner(HeuristicEngine):
    """Remembers what it was taught."""

    taught: ClassVar[list[tuple[str, str, bool]]] = []

    def learn(self, candidate, success):
        self.taught.append((candidate.action.name, str(candidate.against), success))
        super().learn(candidate, success)


@pytest.fixture
def home():
    if "learner" not in SELECTIONS:
        SELECTIONS.register("learner", lambda config: Learner())
    Learner.taught = []
    found = symbolic.kitchen(seen=True)
    del found.things["Mug_2"], found.believed["Mug_2"]
    return found


def pursue(home, pursuit, **settings):
    catalogue = "bcr_conditions.yaml" if pursuit == "resolve" else "blocking_conditions.yaml"
    settings |= {"pursuit": pursuit, "catalogue": catalogue, "selection": "learner"}
    result = symbolic.pursue(home, GOAL, **settings)
    return result, [row for row in Learner.taught if row[:2] == ("LookAround", "not_visible")]


@pytest.mark.parametrize("pursuit", ["plan", "resolve"])
@pytest.mark.parametrize("times", [1, 2])
def test_what_was_done_and_did_not_help_is_no_success(home, pursuit, times):
    """A look around always ends well; whether it helped shows when the mug is reached for again."""
    home.faults["PickUp(Mug_1)"] = [ErrorCode.NOT_VISIBLE] * times
    result, taught = pursue(home, pursuit)
    assert result.success, result.reason
    assert taught[0][-1] is (times == 1)


@pytest.mark.parametrize("pursuit", ["plan", "resolve"])
def test_what_lets_something_else_block_has_helped(home, pursuit):
    home.faults["PickUp(Mug_1)"] = [ErrorCode.NOT_VISIBLE, ErrorCode.OUT_OF_REACH]
    result, taught = pursue(home, pursuit)
    assert result.success, result.reason
    assert [helped for *_, helped in taught] == [True]


@pytest.mark.parametrize("pursuit", ["plan", "resolve"])
def test_what_could_not_be_done_is_a_failure_at_once(home, pursuit):
    home.faults["PickUp(Mug_1)"] = [ErrorCode.NOT_VISIBLE]
    home.faults["LookAround"] = [ErrorCode.PATH_BLOCKED]
    pursue(home, pursuit, look_around=False)
    assert ("LookAround", "not_visible", False) in Learner.taught
