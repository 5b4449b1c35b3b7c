# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What happened in an episode."""

from egoplan_ros.behavior.ports import Event, EventKind
from egoplan_ros.msg import Event as EventMsg
from egoplan_ros.nodes.convert.named import named
from egoplan_ros.nodes.convert.stamps import from_time, header
from egoplan_ros.world.errors import InputError


def to_event(event: Event) -> EventMsg:
    """Something that happened."""
    return EventMsg(
        header=header(event.stamp),
        kind=str(event.kind),
        step=event.step,
        text=event.text,
        keys=list(event.data),
        values=[str(value) for value in event.data.values()],
    )


def from_event(message: EventMsg) -> Event:
    """Something that happened; its data are all text.

    Raises:
        InputError: unknown kind, or another number of keys than of values.
    """
    kind = named(EventKind, message.kind, "event: kind")
    if len(message.keys) != len(message.values):
        raise InputError(f"event: {len(message.keys)} keys, but {len(message.values)} values")
    data = dict(zip(message.keys, message.values, strict=True))
    return Event(kind, message.text, from_time(message.header.stamp), int(message.step), data)
