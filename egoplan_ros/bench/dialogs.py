# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tells a drawn task as a dialog between a commander and the robot (TEACh, Padmakumar et al. 2022).

The wordings are those of the suite. What is said of where things are is true of the room.
"""

from collections.abc import Mapping, Sequence
from random import Random
from string import Formatter
from typing import Any

from egoplan_ros.world.errors import InputError

COMMANDER, FOLLOWER = "Commander", "Follower"

_MARK = "F: "
"""Begins a turn of the follower in a suite; all others are the commander's."""

Dialog = tuple[tuple[str, str], ...]
"""(speaker, utterance) pairs, in order."""


def draw_dialog(rule: Mapping[str, Any], words: Mapping[str, str], random: Random) -> Dialog:
    """One of a task type's dialogs, with one of its openings and closings.

    Args:
        rule: of the task type: ``dialogs``, ``openings``, ``closings``, each a list of dialogs.
        words: what stands for a field; a dialog with another field is not drawn.
        random: source of chance.

    Raises:
        InputError: every dialog has a field for which there is no word.
    """
    bodies = [turns for turns in rule["dialogs"] if _fields(turns) <= words.keys()]
    if not bodies:
        raise InputError("bench: no dialog without places of things, which may be unknown; add one")
    openings, closings = (rule.get(part, ((),)) for part in ("openings", "closings"))
    turns = [*random.choice(openings), *random.choice(bodies), *random.choice(closings)]
    return tuple(_turn(turn, words) for turn in turns)


def in_one_line(dialog: Dialog) -> str:
    """The dialog for reports."""
    return " / ".join(f"{who}: {text}" for who, text in dialog)


def _turn(turn: str, words: Mapping[str, str]) -> tuple[str, str]:
    speaker = FOLLOWER if turn.startswith(_MARK) else COMMANDER
    said = turn.removeprefix(_MARK).format(**words)
    return speaker, said[:1].upper() + said[1:]


def _fields(turns: Sequence[str]) -> set[str]:
    return {name for turn in turns for _, name, _, _ in Formatter().parse(turn) if name}


def whereabouts(objects: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Types of the furniture that the objects of a type are in or on, by that type.

    Args:
        objects: true metadata of the room (AI2-THOR ``objects``).
    """
    kinds = {item["objectId"]: item for item in objects}
    found: dict[str, list[str]] = {}
    for item in objects:
        for parent in item.get("parentReceptacles") or ():
            holder = kinds.get(parent)
            if holder and not holder.get("pickupable") and holder["objectType"] != "Floor":
                found.setdefault(item["objectType"], []).append(holder["objectType"])
                break
    return found
