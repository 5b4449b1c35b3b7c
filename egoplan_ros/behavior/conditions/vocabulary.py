# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Names a catalogue may use: actions with their arguments, predicates, types and roles."""

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from functools import lru_cache

from egoplan_ros.behavior.conditions.roles import ROLES
from egoplan_ros.planning.pddl.domain import load_domain
from egoplan_ros.world.goal import Formula, atoms, terms, variable_types
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.roles import ROLES as CHORE_ROLES
from egoplan_ros.world.skill import SIGNATURES

OWN = {"known": 1, "unreachable": 1}
"""Predicates that behavior has besides those of the domain."""


def wrong_action(name: str) -> str:
    """What is wrong with the name of an action, "" for nothing.

    A domain may have actions of its own, so that only a name that is almost one of ours is wrong.
    """
    return "" if name in SIGNATURES else _misspelt("action", name, SIGNATURES.names())


def wrong_arguments(name: str, count: int) -> str:
    """What is wrong with the number of an action's arguments, "" for nothing."""
    if name in SIGNATURES and count != (wanted := SIGNATURES.get(name)):
        return f"action {name} takes {wanted} arguments, got {count}"
    return ""


def wrong_name(action: str, arg: str) -> str:
    """What is wrong with an argument that is no role, "" for nothing: a type, or an object's id."""
    types = load_ontology().types
    if action == "AskHuman" or arg in types:
        return ""
    if action != "Search" and arg.rpartition("_")[0] in types:
        return ""
    wrong = _misspelt("type", arg, types)
    return wrong or (f"unknown type {arg!r}" if action == "Search" else "")


def wrong_formula(formula: Formula) -> str:
    """The first mistake in a condition, "" when there is none."""
    return next(_mistakes(formula), "")


def _mistakes(formula: Formula) -> Iterator[str]:
    for term in terms(formula):
        if term.startswith("$") and term not in ROLES:
            yield f"unknown role {term!r}; known: {', '.join(ROLES)}"
    predicates = _predicates()
    for atom in atoms(formula):
        count = predicates.get(atom.predicate)
        if count is None:
            if wrong := _misspelt("predicate", atom.predicate, predicates):
                yield wrong
        elif count != len(atom.args):
            yield f"predicate {atom.predicate} takes {count} arguments, got {len(atom.args)}"
    types = load_ontology().types
    for kind in variable_types(formula).values():
        if kind not in types and kind != "object" and kind not in CHORE_ROLES:
            near = ", ".join(get_close_matches(kind, types, n=3)) or "none"
            yield f"unknown type {kind!r}; nearest: {near}"


def _misspelt(what: str, name: str, known: Collection[str]) -> str:
    names = {k.lower(): k for k in known}
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.75)
    return f"unknown {what} {name!r}; did you mean {names[near[0]]}?" if near else ""


@lru_cache(maxsize=1)
def _predicates() -> dict[str, int]:
    return {name: len(kinds) for name, kinds in load_domain().predicates.items()} | OWN
