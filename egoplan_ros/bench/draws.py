# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which task type is drawn in which room, in the order of the episodes."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from egoplan_ros.bench.suite import Suite
from egoplan_ros.bench.teach.dialogs import TeachDialog, read_dialogs
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import Ontology

RoomsFor = Callable[[Mapping[str, Any]], Sequence[str]]
"""Rooms in which a task of a rule may be found."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What one episode is drawn from.

    Attributes:
        row, kind: of the suite.
        scene: the room.
        visit: how many tasks of the kind are drawn in this room before.
        dialog: name of the dialog that tells it; "" for one of the suite's.
        others: rooms that are tried next where that one does not allow what the dialog asks for.
    """

    row: str
    kind: str
    scene: str
    visit: int
    dialog: str = ""
    others: tuple[str, ...] = ()


_MOST_ROOMS = 8
"""Rooms that a dialog is tried in."""


def draws(
    suite: Suite, rows: Sequence[str], rooms: RoomsFor, episodes: int, seed: int
) -> Iterator[Draw]:
    """Task types in turn, each in the rooms that suit it, in a drawn order.

    Raises:
        InputError: no room may have a task of a type.
    """
    orders: dict[str, list[str]] = {}
    for index in range(episodes):
        row = rows[index % len(rows)]
        turn, which = divmod(index // len(rows), len(suite.rows[row]))
        kind = suite.rows[row][which]
        order = orders.get(kind) or orders.setdefault(
            kind, _order(rooms(suite.kinds[kind]), kind, seed)
        )
        yield Draw(row, kind, order[turn % len(order)], turn // len(order))


def spoken(
    suite: Suite, path: Path, kinds: Sequence[str], rooms: RoomsFor, episodes: int, seed: int
) -> Iterator[Draw]:
    """Dialogs of a file in a drawn order, each once, in its own room or in one that suits its task.

    Raises:
        InputError: the suite's tasks are not TEACh's, or no dialog of these types is in the file.
    """
    dialogs = [item for item in read_dialogs(path).dialogs if item.kind in kinds]
    if not dialogs or any(item.kind not in suite.kinds for item in dialogs):
        raise InputError(f"bench: no dialog in {path} tells a task of {', '.join(kinds)[:80]}")
    Random(f"{seed}/dialogs").shuffle(dialogs)
    turns, visits = Counter[str](), Counter[tuple[str, str]]()
    drawn = 0
    for item in dialogs:
        scene, *others = _rooms_of(item, suite, rooms, turns, seed) or [""]
        if not scene:
            continue
        if drawn == episodes:
            return
        drawn += 1
        place = item.kind, scene
        yield Draw(item.kind, item.kind, scene, visits[place], item.name, tuple(others))
        visits[place] += 1
    if not drawn:
        raise InputError(f"bench: no dialog in {path} is of a room that is asked for; see --scenes")


def _rooms_of(
    item: TeachDialog, suite: Suite, rooms: RoomsFor, turns: Counter[str], seed: int
) -> list[str]:
    """The dialog's own room, or those that suit, beginning with another one each time."""
    able = rooms(item.rule(suite))
    if item.world or not able:
        return [item.world] if item.world in able else []
    order = _order(able, item.kind, seed)
    first = turns[item.kind] % len(order)
    turns[item.kind] += 1
    return [*order[first:], *order[:first]][:_MOST_ROOMS]


def _order(rooms: Sequence[str], kind: str, seed: int) -> list[str]:
    if not rooms:
        raise InputError(f"bench: no room may have a task of {kind}; choose other --scenes")
    order = list(rooms)
    Random(f"{seed}/{kind}").shuffle(order)
    return order


def distinct(episodes: Iterable[dict[str, Any]], ontology: Ontology) -> list[dict[str, Any]]:
    """Episodes, in order, without those that ask for the same as one before.

    The same is the same goal in the same room and arrangement, in whatever words, after the same
    history; an episode that was recorded is one of its own. What cannot be carried stands where it
    stood, so that of a task about it the arrangement does not count.
    """
    kept: dict[tuple[Any, ...], dict[str, Any]] = {}
    for item in episodes:
        target = item.get("slots", {}).get("target", "")
        fixed = target in ontology and not ontology.affords(target, "pickupable")
        seed = None if fixed else item["seed"]
        begun = repr(item.get("history"))
        own = item.get("episode")
        kept.setdefault((item["kind"], item["scene"], seed, item["goal"], begun, own), item)
    return list(kept.values())
