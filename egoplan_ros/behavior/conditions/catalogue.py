# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads config/blocking_conditions.yaml: the typed catalogue of blocking conditions."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from egoplan_ros.behavior.conditions.roles import ACTS, ROLES
from egoplan_ros.behavior.conditions.vocabulary import (
    wrong_action,
    wrong_arguments,
    wrong_formula,
    wrong_name,
)
from egoplan_ros.world.blocking import BlockingKind, kind_of
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import Formula, parse_goal
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.system.resources import base_path, load_yaml

BASE = "blocking_conditions.yaml"
"""The shipped catalogue, which others may extend."""

WORDS = ("action", "first", "second", "objects", "held")
"""What texts may name: the action, its first and second argument, ..."""


@dataclass(frozen=True, slots=True)
class Recognition:
    """When a condition applies.

    Attributes:
        actions: names of actions it concerns; empty for all.
        codes: error codes of the failed skill; empty for checks before execution.
        when: what must be true, roles as arguments; None for nothing.
        objects: roles of the objects to name.
    """

    actions: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    when: Formula | None = None
    objects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolution:
    """A resolution action's template; ``maybe`` marks an effect that is only possibly true.

    ``then`` is done after it succeeded, before a new plan is made. What is of use ``once`` is not
    offered again where what is held found no room afterwards, unless nothing else is.
    """

    action: str
    args: tuple[str, ...] = ()
    when: Formula | None = None
    applies_to: frozenset[str] = frozenset()
    maybe: bool = False
    once: bool = False
    then: "Resolution | None" = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One blocking condition; fields as explained at the top of the file."""

    kind: str
    text: str
    before: tuple[Recognition, ...] = ()
    after: tuple[Recognition, ...] = ()
    resolved: Formula | None = None
    resolutions: tuple[Resolution, ...] = ()
    prefer_other: str = ""
    mark: str = ""
    mark_after: int = 1
    mark_weight: int = 1


def load_catalogue(path: Path) -> dict[str, Entry]:
    """Read and check a catalogue.

    A file that says ``extends: blocking_conditions.yaml`` has the shipped entries behind its own,
    which replace those of the same kind.

    Raises:
        InputError: unreadable or malformed file; misspelt kind, key, code, role or formula.
    """
    data = load_yaml(path)
    conditions, extends = data.get("conditions"), data.get("extends")
    if not isinstance(conditions, dict) or not conditions:
        raise InputError(f"{path}: needs a mapping 'conditions' of blocking conditions")
    if extends is not None and (extends != BASE or path.name == BASE):
        raise InputError(f"{path}: extends must be {BASE}, got {extends!r}")
    own = {entry.kind: entry for entry in (_entry(k, v, path) for k, v in conditions.items())}
    if extends is None:
        return own
    base = load_catalogue(base_path(BASE, path))
    return own | {kind: entry for kind, entry in base.items() if kind not in own}


def _entry(name: Any, values: Any, path: Path) -> Entry:
    where = f"{path}: {name}"
    if name not in set(BlockingKind):
        _check_own(name, values, where)
    keys = "text before after resolved resolutions prefer_other mark"
    values = _mapping(values, keys, where)
    text = values.get("text")
    if not isinstance(text, str):
        raise InputError(f"{where}: needs a 'text' for people")
    try:
        text.format(**dict.fromkeys(WORDS, ""))
    except (KeyError, IndexError, ValueError) as error:
        raise InputError(f"{where}: text may use {', '.join(WORDS)} in braces: {error}") from error
    mark = _mapping(values.get("mark") or {}, "object after weight", f"{where}: mark")
    after, weight = mark.get("after", 1), mark.get("weight", 1)
    if not all(isinstance(n, int) and n >= 1 for n in (after, weight)):
        raise InputError(f"{where}: mark: after and weight must be positive, got {mark}")
    return Entry(
        kind=kind_of(name),
        text=text,
        before=tuple(_recognition(v, where, False) for v in _list(values, "before", where)),
        after=tuple(_recognition(v, where, True) for v in _list(values, "after", where)),
        resolved=_formula(values.get("resolved"), where),
        resolutions=tuple(_resolution(v, where) for v in _list(values, "resolutions", where)),
        prefer_other=_role(values.get("prefer_other", ""), where),
        mark=_role(mark.get("object", ""), where),
        mark_after=after,
        mark_weight=weight,
    )


def _check_own(name: Any, values: Any, where: str) -> None:
    """A condition of the user's own is a name, like none of ours, and says how it is recognised."""
    if not isinstance(name, str) or not name.isidentifier():
        raise InputError(f"{where}: a condition's name is one word, such as too_dark")
    if near := get_close_matches(name, list(BlockingKind), n=1, cutoff=0.8):
        raise InputError(f"{where}: is not a blocking condition; did you mean {near[0]}?")
    if isinstance(values, dict) and not (values.get("before") or values.get("after")):
        raise InputError(f"{where}: needs 'before' or 'after', or nothing ever recognises it")


def _recognition(values: Any, where: str, after: bool) -> Recognition:
    values = _mapping(values, "actions codes when objects", where)
    codes = frozenset(map(str, _list(values, "codes", where)))
    if unknown := codes - set(ErrorCode):
        raise InputError(f"{where}: unknown error codes {sorted(unknown)}")
    if after != bool(codes):
        raise InputError(f"{where}: 'after' needs error codes, 'before' must have none")
    return Recognition(
        actions=_actions(values, "actions", where),
        codes=codes,
        when=_formula(values.get("when"), where),
        objects=tuple(_role(role, where) for role in _list(values, "objects", where)),
    )


def _resolution(values: Any, where: str, first: bool = True) -> Resolution:
    values = _mapping(values, "action args when for maybe once then", where)
    then = values.get("then")
    action = values.get("action")
    if not isinstance(action, str):
        raise InputError(f"{where}: every resolution needs an 'action'")
    if action.startswith("$"):
        if action not in ACTS:
            raise InputError(f"{where}: unknown action {action!r}; known: {', '.join(ACTS)}")
        if values.get("args") or then is not None or not first:
            raise InputError(f"{where}: {action} stands for whole actions: no args, no then")
    args = tuple(
        _role(arg, where) if str(arg).startswith("$") else str(arg)
        for arg in _list(values, "args", where)
    )
    _no(wrong_action(action) or wrong_arguments(action, len(args)), where)
    for arg in args:
        _no("" if arg in ROLES else wrong_name(action, arg), where)
    return Resolution(
        action=action,
        args=args,
        when=_formula(values.get("when"), where),
        applies_to=_actions(values, "for", where),
        maybe=bool(values.get("maybe", False)),
        once=bool(values.get("once", False)),
        then=None if then is None else _resolution(then, where, first=False),
    )


def _mapping(values: Any, keys: str, where: str) -> Mapping[str, Any]:
    if not isinstance(values, dict):
        raise InputError(f"{where}: a mapping with keys {keys} is expected, got {values!r}")
    if unknown := set(map(str, values)) - set(keys.split()):
        raise InputError(f"{where}: unknown keys {sorted(unknown)}; known: {keys}")
    return values


def _list(values: Mapping[str, Any], key: str, where: str) -> list[Any]:
    found = values.get(key) or []
    if not isinstance(found, list):
        raise InputError(f"{where}: {key} must be a list, got {found!r}")
    return found


def _formula(text: Any, where: str) -> Formula | None:
    if text is None:
        return None
    if not isinstance(text, str):
        raise InputError(f"{where}: a condition must be PDDL text, got {text!r}")
    try:
        formula = parse_goal(text)
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
    _no(wrong_formula(formula), where)
    return formula


def _actions(values: Mapping[str, Any], key: str, where: str) -> frozenset[str]:
    names = frozenset(map(str, _list(values, key, where)))
    for name in sorted(names):
        _no(wrong_action(name), where)
    return names


def _no(mistake: str, where: str) -> None:
    if mistake:
        raise InputError(f"{where}: {mistake}")


def _role(name: Any, where: str) -> str:
    if name and name not in ROLES:
        raise InputError(f"{where}: unknown role {name!r}; known: {', '.join(ROLES)}")
    return str(name)
