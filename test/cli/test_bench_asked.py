# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What `egoplan bench` prints of a language model's choices."""

from dataclasses import asdict
from typing import Any

from egoplan_ros.bench.metrics import summarise
from egoplan_ros.commands.bench import _table
from egoplan_ros.world.episode import Choice


def told(*choices: Choice) -> str:
    episode: dict[str, Any] = {"kind": "coffee", "success": True, "agent_success": True}
    episode |= {"reason": "", "conditions_met": 1, "conditions": 1, "steps": 9, "seconds": 1.0}
    episode |= {"failed_actions": 0, "blocking": {}, "asked": [asdict(c) for c in choices]}
    report = {"all": summarise([episode]), "by_kind": {}, "not_drawn": 0, "repeated": 0}
    return next((x for x in _table(report).splitlines() if "language model" in x), "")


def test_choices_of_a_language_model_are_told() -> None:
    line = told(Choice("model", 2, 1, 0, 1.0, True), Choice("heuristic", 4, 3, 3, 3.0))
    assert "asked for 2, 2.0 s each" in line
    assert "decided by model 1, heuristic 1; none of the list in 3 of 4 answers" in line
    assert "the heuristic's choice named in 1 of 2 (a blind choice: 37.5%)" in line


def test_without_a_usable_answer_none_of_all_is_the_heuristics() -> None:
    line = told(Choice("heuristic", 4, 3, 3, 3.0))
    assert "the heuristic's choice named in 0 of 1 (a blind choice: 25.0%)" in line


def test_where_nobody_was_asked_nothing_is_told() -> None:
    assert told() == ""
