# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Replays are tabled by task type, and refusals by kind."""

from typing import Any

from egoplan_ros.bench.alfred_episodes.report import kind_of, report, table


def row(name: str, why: str = "", success: bool = True, step: int = 3) -> dict[str, Any]:
    refused = [{"step": step, "action": "MoveAhead", "about": "", "why": why}] if why else []
    return {
        "task_id": name,
        "task_type": "pick_and_place_simple" if name < "c" else "look_at_obj_in_light",
        "refused": refused,
        "success": success,
        "start_moved": 0.25 if name == "b" else 0.0,
    }


def test_causes_are_counted_by_kind() -> None:
    blocked = "Chair|+00.1|+00.00|+02.30 is blocking Agent 0 from moving by (-0.25, 0.00, 0.00)."
    other = "Chair|-01.10|+00.00|+01.00 is blocking Agent 0 from moving by (0.25, 0.00, 0.00)."
    rows = [row("a", blocked), row("b", other, False), row("c"), row("d", success=False)]
    told = report(rows)
    assert told["all"]["ran_through"]["hits"] == 2
    assert told["all"]["goal_met"]["hits"] == 2
    assert told["by_type"]["pick_and_place_simple"]["goal_met"]["n"] == 2
    (cause,) = told["causes"]
    assert (cause["n"], cause["goal_met"], cause["examples"]) == (2, 1, ["a", "b"])
    assert cause["why"] == "Chair is blocking Agent 0 from moving by ."
    assert told["unmet"] == ["d"]
    assert told["moved"] == {"b": 0.25}
    lines = table(told).splitlines()
    assert lines[1].split()[:2] == ["all", "2/4"]
    assert lines[-3].split()[:3] == ["2", "1", "MoveAhead:"]
    assert lines[-2] == "nothing refused, goal not met: d"
    assert lines[-1] == "begun beside the start: b 0.25 m"


def test_messages_without_names_and_numbers_are_alike() -> None:
    assert kind_of("Apple|+00.1|x|y is not in [0.5:1.5]") == kind_of(
        "Apple|1|2|3 is not in [2.5:3.5]"
    )
