# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What happened in an episode, short enough for its record."""

from collections.abc import Callable
from typing import NamedTuple

from egoplan_ros.behavior.ports import Event, EventKind


class Entry(NamedTuple):
    """One event.

    Attributes:
        step: primitives executed before it.
        kind: of the event, see :class:`EventKind`.
        what: the action, of what is blocked too; else the event's one line.
        code: of an action "ok" or its error, of a block its kind, of a planner's answer its status.
        failures: primitives that failed in the action. seconds: that the planner took.
    """

    step: int
    kind: str
    what: str
    code: str = ""
    failures: int = 0
    seconds: float = 0.0


class EventLog:
    """Takes note of the events that tell how an episode came to its end."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def note(self, event: Event) -> None:
        """One more event; what only shows what is going on is left out."""
        if (entry := _ENTRIES.get(event.kind)) is not None:
            self.entries.append(entry(event))

    def to_json(self) -> list[list[str | int | float]]:
        """Rows with the fields of :class:`Entry`."""
        return [list(entry) for entry in self.entries]


def _action(event: Event) -> Entry:
    data = event.data
    what, code = str(data["action"]), str(data["code"])
    return Entry(event.step, "action", what, code, int(data["failures"]))


def _blocked(event: Event) -> Entry:
    return Entry(event.step, "blocked", str(event.data["action"]), str(event.data["condition"]))


def _answer(event: Event) -> Entry:
    seconds = float(event.data["seconds"])
    return Entry(event.step, "planner", "Plan()", str(event.data["status"]), 0, seconds)


def _line(event: Event) -> Entry:
    return Entry(event.step, str(event.kind), event.text)


_ENTRIES: dict[EventKind, Callable[[Event], Entry]] = {
    EventKind.ACTION_ENDED: _action,
    EventKind.BLOCKED: _blocked,
    EventKind.PLANNER: _answer,
    EventKind.GOAL: _line,
    EventKind.DETAILS: _line,
    EventKind.SURPRISE: _line,
    EventKind.FINISHED: _line,
}
