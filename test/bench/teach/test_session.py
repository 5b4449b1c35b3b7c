# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sessions that begin in the middle: what was done is done again, and told."""

import json
from types import SimpleNamespace

import pytest

from egoplan_ros.bench.episode import EpisodeSpec, run_episode
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.teach.session import Memoir, _cuts, _past
from egoplan_ros.robots.thor import PAST
from egoplan_ros.world.primitive import Primitive, PrimitiveKind, PrimitiveResult
from egoplan_ros.world.task import ActedStep

P = PrimitiveKind


def step(action: P, kind: str = "Mug", success: bool = True) -> ActedStep:
    return ActedStep(action, kind, success=success)


def test_the_suite_is_teach_with_a_history():
    suite, whole = load_suite("teach-edh"), load_suite("teach")
    assert suite.history
    assert not whole.history
    assert suite.kinds == whole.kinds
    assert suite.settings == whole.settings


def test_a_run_is_cut_after_what_changed_more_than_a_door():
    steps = {
        3: step(P.OPEN, "Cabinet"),
        5: step(P.PICK),
        8: step(P.PUT, "SinkBasin", success=False),
        9: step(P.PUT, "SinkBasin"),
        12: step(P.TOGGLE_ON, "Faucet"),
    }
    drawn = {_cuts(steps, f"room/{n}")[0] for n in range(20)}
    assert drawn == {5, 9}  # after the last one nothing is left to do
    assert _cuts(steps, "room/1") == _cuts(steps, "room/1")
    assert _cuts({4: step(P.PICK)}, "room") == []


def test_what_was_done_before_the_cut_is_done_again():
    done = {1: ({"action": "MoveAhead"},), 2: ({"action": "A"}, {"action": "B"}), 3: ({},)}
    assert _past(done, 2) == tuple({"action": name, PAST: True} for name in ("MoveAhead", "A", "B"))


def test_it_is_told_as_the_one_who_did_it_believed_it():
    def seen(number, primitive, success, objects, held=None):
        last = primitive and PrimitiveResult(primitive, success)
        things = {n: SimpleNamespace(id=n, center=place) for n, place in objects.items()}
        return (
            SimpleNamespace(robot=SimpleNamespace(last=last, step=number)),
            None,
            SimpleNamespace(objects=things, held=things.get(held)),
        )

    lay, hand, stands, tap = (1.0, 0.0, 1.0), (0.0, 0.0, 1.2), (2.0, 0.0, 0.9), (2.2, 0.0, 1.1)
    memoir = Memoir()
    memoir.note(*seen(0, None, True, {"Mug_1": lay}))
    memoir.note(*seen(1, Primitive(P.MOVE_AHEAD), True, {"Mug_1": lay}))
    pick, put = (Primitive(P.PICK, 0, None, "Mug_1", "Mug"),) * 2
    put = Primitive(P.PUT, 0, None, "SinkBasin_1", "SinkBasin")
    memoir.note(*seen(2, pick, True, {"Mug_1": hand, "SinkBasin_1": tap}, "Mug_1"))
    memoir.note(*seen(3, put, True, {"Mug_1": stands, "SinkBasin_1": tap}))
    memoir.note(*seen(3, put, True, {"Mug_1": stands, "SinkBasin_1": tap}))  # another look
    memoir.note(*seen(4, Primitive(P.OPEN, 0, None, "Fridge_1", "Fridge"), False, {}))
    assert memoir.steps == {
        2: ActedStep(P.PICK, "Mug", "Mug_1", True, lay),
        3: ActedStep(P.PUT, "SinkBasin", "SinkBasin_1", True, stands),
        4: ActedStep(P.OPEN, "Fridge", "Fridge_1", False),
    }


@pytest.mark.slow
def test_a_session_from_end_to_end():
    spec = EpisodeSpec(0, "teach-edh", "coffee", "FloorPlan2", 1, "egoplan", "oracle", False)
    row = run_episode(spec)
    assert row["text"]
    assert row["history"]
    assert 1 <= row["conditions"] <= 2
    assert row["expert_steps"] >= 1
    assert row["conditions_met"] <= row["conditions"]
    assert row["success"], row["reason"]
    json.dumps(row)
