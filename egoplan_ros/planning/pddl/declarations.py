# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a domain's declarations must be by themselves: names of PDDL, each once, types as a tree."""

import re
from collections.abc import Iterator, Mapping, Sequence

from egoplan_ros.planning.pddl.domain import Action
from egoplan_ros.planning.pddl.sexpr import Group, Node, Word

_NAME = re.compile(r"[:?]?[A-Za-z][A-Za-z0-9_-]*|[-=]|-?[0-9.]+")

RELATIONS = frozenset({"in", "fits", "fits_sliced", "nested"})
"""Predicates of two objects that the object memory and objects.yaml settle (planning/facts.py)."""

_GIVEN = frozenset({"handempty", "explored"})
"""Predicates of nothing that the robot's state settles."""

FUNCTIONS = {"total-cost": 0, "effort": 1}
"""Functions there are values for, with their number of arguments."""

Finding = tuple[Node, str]
"""Where something is wrong, and what."""


def odd_names(node: Node) -> Iterator[Finding]:
    """Words that are no name, variable or number of PDDL 3.1: letters, digits, - and _.

    Who reads PDDL elsewhere, Fast Downward's translator too, would fold or refuse them.
    """
    if isinstance(node, Group):
        for item in node.items:
            yield from odd_names(item)
    elif not _NAME.fullmatch(node.text):
        yield node, f"{node.text} is no name of PDDL: letters a to z first, then digits, - and _"


def doubled(items: Sequence[Node]) -> Iterator[Word]:
    """Names of a typed list that were there before; PDDL takes capitals for small letters."""
    seen: set[str] = set()
    before = ""
    for item in items:
        if not isinstance(item, Word):
            continue
        if item.text != "-" and before != "-":
            if item.text.lower() in seen:
                yield item
            seen.add(item.text.lower())
        before = item.text


def ancestors(name: str, parents: Mapping[str, str]) -> list[str]:
    """What a type is below, nearest first; itself too where types run in a circle."""
    found: list[str] = []
    above = parents.get(name, "")
    while above and above not in found:
        found.append(above)
        above = parents.get(above, "")
    return found


def never_true(name: str, count: int, actions: Mapping[str, Action]) -> bool:
    """Whether nothing can make a predicate true: no action's effect, and no belief of the robot.

    One-place predicates are states, which a detector may tell.
    """
    if count == 1 or name in (_GIVEN if count == 0 else RELATIONS):
        return False
    made = (effect for action in actions.values() for effect in action.effects)
    return not any(effect.add and effect.atom.predicate == name for effect in made)
