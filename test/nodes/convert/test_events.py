# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What happened in an episode, over the wire."""

import pytest
from egoplan_ros.msg import Event as EventMsg
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.behavior.ports import Event, EventKind
from egoplan_ros.bench.failures.log import EventLog
from egoplan_ros.nodes.convert.events import from_event, to_event
from egoplan_ros.nodes.door.rules import RULES
from egoplan_ros.world.errors import InputError

texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
values = texts | st.integers(-(2**31), 2**31) | st.floats(-1e6, 1e6)
events = st.builds(
    Event,
    st.sampled_from(EventKind),
    texts,
    st.integers(0, 2**40).map(lambda value: value / 512.0),
    st.integers(0, 2**31),
    st.dictionaries(texts, values, max_size=4),
)


@settings(max_examples=25)
@given(events)
def test_an_event_comes_back_with_its_data_as_text(event: Event) -> None:
    back = from_event(to_event(event))
    assert (back.kind, back.text, back.stamp, back.step) == (
        (event.kind, event.text, event.stamp, event.step)
    )
    assert back.data == {key: str(value) for key, value in event.data.items()}


def test_the_log_of_a_running_graph_is_that_of_one_process() -> None:
    ended = {"action": "Open(Fridge_1)", "code": "no_effect", "primitives": 2, "failures": 1}
    told = [
        Event(EventKind.GOAL, "(open Fridge_1)", 1.5, 0, {"confidence": 0.5}),
        Event(EventKind.PLANNER, "solved", 1.5, 1, {"status": "solved", "seconds": 0.25}),
        Event(EventKind.ACTION_ENDED, "Open(Fridge_1): no_effect", 2.5, 3, ended),
        Event(EventKind.BLOCKED, "shut", 2.5, 3, {"condition": "no_effect", "action": "Open(F)"}),
        Event(EventKind.FINISHED, "too many failures", 3.5, 3, {"success": 0}),
    ]
    here, there = EventLog(), EventLog()
    for event in told:
        here.note(event)
        there.note(from_event(to_event(event)))
    assert there.to_json() == here.to_json()
    assert len(here.to_json()) == len(told)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (EventMsg(kind="dreamt"), "kind 'dreamt' is unknown"),
        (EventMsg(kind="goal", keys=["a", "b"], values=["1"]), "2 keys, but 1 values"),
    ],
)
def test_what_is_no_event_does_not_come_in(message: EventMsg, why: str) -> None:
    with pytest.raises(InputError, match=why):
        from_event(message)
    assert why in RULES[EventMsg](message)
