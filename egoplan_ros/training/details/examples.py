# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-goal frames with their actions, cut out of what ALFRED's expert did.

An episode's actions on objects name no sub-goals. Opening belongs to what is done next, closing and
turning off to what was done before; what is put somewhere and taken out again was cleaned, heated
or cooled there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from egoplan_ros.behavior.details.frame import PLACE, THING, DetailedAction, Frame
from egoplan_ros.bench.alfred_episodes.episode import RENAMED, AlfredEpisode

Example = tuple[Frame, tuple[DetailedAction, ...]]

NAMES = {
    "PickupObject": "PickUp",
    "PutObject": "Put",
    "OpenObject": "Open",
    "CloseObject": "Close",
    "ToggleObjectOn": "ToggleOn",
    "ToggleObjectOff": "ToggleOff",
    "SliceObject": "Slice",
}
"""The domain's name of what ALFRED's expert does; moves are none of them."""

LEFT_OUT = (10, 219, 308)
"""Rooms that nothing is learned from and nothing is tried on: they are left out for judging."""

_DONE_IN = {"SinkBasin": "clean", "BathtubBasin": "clean", "Microwave": "heat", "Fridge": "cool"}
_ALONE = {"PickUp": "pick_up", "Put": "put", "Slice": "slice", "ToggleOn": "toggle"}


@dataclass(slots=True)
class _Act:
    """An action with what was opened for it and shut after it, as (name, id)."""

    name: str
    thing: str
    place: str = ""
    all: list[tuple[str, str]] = field(default_factory=list)

    @property
    def container(self) -> str:
        """What was opened for it or shut after it, "" when that is nothing but itself."""
        doors = (name for act, name in self.all if act in ("Open", "Close"))
        return next((name for name in doors if name != self.thing), "")


def examples_of(episodes: Iterable[AlfredEpisode]) -> list[Example]:
    """The frames of episodes with their actions, in order."""
    return [found for episode in episodes for found in _frames(_acts(episode.expert))]


def judged(scene: str) -> bool | None:
    """Whether a recorded room is one to judge by (16 to 20 of each kind) or to learn from (1 to
    15); None for all others and those of :data:`LEFT_OUT`."""
    match = re.fullmatch(r"FloorPlan(\d+)", scene)
    number = int(match[1]) if match else 0
    if number in LEFT_OUT or not 1 <= number % 100 <= 20:
        return None
    return number % 100 > 15


def _acts(expert: Iterable[Mapping[str, Any]]) -> list[_Act]:
    found: list[_Act] = []
    before: list[tuple[str, str]] = []
    ajar: set[str] = set()
    for row in expert:
        name = NAMES.get(row["action"], "")
        if not name:
            continue
        about = str(row.get("receptacleObjectId", row["objectId"]))
        last = found[-1] if found and not before else None
        if last and (name == "ToggleOff" or (name == "Close" and about in ajar)):
            last.all.append((name, about))
        elif name in _ALONE:
            place = about if name == "Put" else ""
            found.append(_Act(name, str(row["objectId"]), place, [*before, (name, about)]))
            before = []
        else:
            before.append((name, about))
        if name in ("Open", "Close"):
            (ajar.add if name == "Open" else ajar.discard)(about)
    return found


def _frames(acts: list[_Act]) -> Iterator[Example]:
    at = 0
    while at < len(acts):
        first, end = acts[at], at + 1
        while end < len(acts) and acts[end].name == "ToggleOn":
            end += 1
        last = acts[end] if end < len(acts) else first
        kind = _DONE_IN.get(type_of(first.place), "")
        if kind and (last.name, last.thing) == ("PickUp", first.thing):
            group = acts[at : end + 1]
            yield _example(kind, first.thing, "", [pair for act in group for pair in act.all])
            at = end + 1
            continue
        where = first.place or first.container
        yield _example(_ALONE[first.name], first.thing, where, first.all)
        at += 1


def _example(kind: str, thing: str, place: str, actions: list[tuple[str, str]]) -> Example:
    def about(name: str) -> str:
        return THING if name == thing else PLACE if name == place else type_of(name)

    frame = Frame(kind, type_of(thing), type_of(place))
    return frame, tuple(DetailedAction(name, about(other)) for name, other in actions)


def type_of(name: str) -> str:
    """The type of what ALFRED calls ``name``: ``Type|x|y|z``, and a part of it behind that."""
    kind, *_, part = name.split("|") if name.count("|") == 4 else (name.split("|")[0], "")
    kind = part.partition("_")[0] if part else kind
    return RENAMED.get(kind, kind)
