# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""First-order goals: a small formula language with PDDL text form."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from egoplan_ros.world.errors import InputError

ALIASES = {"on": "in", "inreceptacle": "in", "holds": "holding", "ison": "toggled"}
"""Spellings accepted in text; ``in`` means inside or on top of a receptacle."""

ARITY = {
    "in": 2,
    "near": 1,
    "holding": 1,
    "pickupable": 1,  # "nothing that can be carried is on the table"
    **dict.fromkeys("open toggled sliced clean dirty hot cold cooked filled brewed".split(), 1),
}
"""The predicates goals may use by default; config/household.pddl may add more."""

MAX_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class Atom:
    """``(predicate a b)``; an argument is a variable (``?x``) or an object id."""

    predicate: str
    args: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Equal:
    """``(= a b)``."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Not:
    """``(not f)``."""

    body: "Formula"


@dataclass(frozen=True, slots=True)
class And:
    """``(and f ...)``."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """``(or f ...)``."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Exists:
    """``(exists (?x - T ...) f)``; ``variables`` are (name, type) pairs."""

    variables: tuple[tuple[str, str], ...]
    body: "Formula"


@dataclass(frozen=True, slots=True)
class Forall:
    """``(forall (?x - T ...) f)``."""

    variables: tuple[tuple[str, str], ...]
    body: "Formula"


Formula = Atom | Equal | Not | And | Or | Exists | Forall
Bindings = Mapping[str, str]


def to_pddl(formula: Formula) -> str:
    """The formula as PDDL text."""
    match formula:
        case Atom(predicate, args):
            return "(" + " ".join((predicate, *args)) + ")"
        case Equal(left, right):
            return f"(= {left} {right})"
        case Not(body):
            return f"(not {to_pddl(body)})"
        case And(parts) | Or(parts):
            word = "and" if isinstance(formula, And) else "or"
            return f"({' '.join((word, *map(to_pddl, parts)))})"
        case Exists(variables, body) | Forall(variables, body):
            word = "exists" if isinstance(formula, Exists) else "forall"
            typed = " ".join(f"{name} - {kind}" for name, kind in variables)
            return f"({word} ({typed}) {to_pddl(body)})"


def parse_goal(text: str) -> Formula:
    """Parse PDDL text such as ``(exists (?m - Mug) (holding ?m))``.

    Raises:
        InputError: text is too long, unbalanced, or not a formula.
    """
    if len(text) > MAX_TEXT:
        raise InputError(f"goal: {len(text)} characters; at most {MAX_TEXT} are read")
    tokens = re.findall(r"[()]|[^\s()]+", text)
    if not tokens:
        raise InputError("goal: empty text; write PDDL such as (exists (?m - Mug) (holding ?m))")
    tree, rest = _read(tokens, 0, 0)
    if rest != len(tokens):
        raise InputError(f"goal: text after the formula: {' '.join(tokens[rest : rest + 5])}")
    return _build(tree)


_Tree = str | list["_Tree"]


def _read(tokens: list[str], at: int, depth: int) -> tuple[_Tree, int]:
    if at >= len(tokens):
        raise InputError("goal: a closing parenthesis is missing; add ) at the end")
    if depth > 100:
        raise InputError("goal: nested deeper than 100 parentheses")
    token = tokens[at]
    if token == ")":
        raise InputError("goal: unexpected closing parenthesis")
    if token != "(":
        return token, at + 1
    items: list[_Tree] = []
    at += 1
    while at < len(tokens) and tokens[at] != ")":
        item, at = _read(tokens, at, depth + 1)
        items.append(item)
    if at >= len(tokens):
        raise InputError("goal: a closing parenthesis is missing; add ) at the end")
    return items, at + 1


def _build(tree: _Tree) -> Formula:
    if isinstance(tree, str) or not tree or not isinstance(tree[0], str):
        raise InputError(f"goal: expected (predicate ...) or a connective, got {tree!r}")
    head, rest = tree[0].lower(), tree[1:]
    if head in ("and", "or"):
        parts = tuple(_build(part) for part in rest)
        return And(parts) if head == "and" else Or(parts)
    if head == "not":
        if len(rest) != 1:
            raise InputError("goal: (not f) takes one formula")
        return Not(_build(rest[0]))
    if head == "imply":
        if len(rest) != 2:
            raise InputError("goal: (imply f g) takes two formulas")
        return Or((Not(_build(rest[0])), _build(rest[1])))
    if head in ("exists", "forall"):
        if len(rest) != 2 or isinstance(rest[0], str):
            raise InputError(f"goal: ({head} (?x - Type) f) takes typed variables and a formula")
        variables = _variables(rest[0])
        body = _build(rest[1])
        return Exists(variables, body) if head == "exists" else Forall(variables, body)
    words = [part for part in rest if isinstance(part, str)]
    if len(words) != len(rest):
        raise InputError(f"goal: arguments of {tree[0]} must be variables or objects")
    if head == "=":
        if len(words) != 2:
            raise InputError("goal: (= a b) takes two arguments")
        return Equal(words[0], words[1])
    return Atom(ALIASES.get(head, head), tuple(words))


def _variables(items: list[_Tree]) -> tuple[tuple[str, str], ...]:
    result: list[tuple[str, str]] = []
    pending: list[str] = []
    words = iter(items)
    for word in words:
        if not isinstance(word, str):
            raise InputError("goal: a variable list holds names and types only")
        if word == "-":
            kind = next(words, None)
            if not isinstance(kind, str) or not pending:
                raise InputError("goal: '-' in a variable list needs a variable and a type")
            result += [(name, kind) for name in pending]
            pending = []
        elif word.startswith("?") and len(word) > 1:
            pending.append(word)
        else:
            raise InputError(f"goal: variables start with '?', got {word!r}")
    result += [(name, "object") for name in pending]
    if len({name for name, _ in result}) != len(result) or not result:
        raise InputError("goal: variables of one quantifier must be there and differ")
    return tuple(result)


def atoms(formula: Formula) -> Iterator[Atom]:
    """All atoms, from left to right."""
    return (literal.atom for literal in literals(formula))


def terms(formula: Formula) -> Iterator[str]:
    """All arguments, those of equalities too, from left to right."""
    match formula:
        case Atom(_, args):
            yield from args
        case Equal(left, right):
            yield from (left, right)
        case Not(body) | Exists(_, body) | Forall(_, body):
            yield from terms(body)
        case And(parts) | Or(parts):
            for part in parts:
                yield from terms(part)


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom of a goal with the sign it is wanted with and the types of its arguments.

    A named object counts as ``object``.
    """

    atom: Atom
    positive: bool
    kinds: tuple[str, ...]


def universal_types(goal: Formula, positive: bool = True) -> set[str]:
    """Types about all of whose objects the goal says something (forall, or not exists)."""
    match goal:
        case Exists(variables, body) | Forall(variables, body):
            inner = universal_types(body, positive)
            if isinstance(goal, Forall) == positive:
                inner |= {kind for _, kind in variables}
            return inner
        case Not(body):
            return universal_types(body, not positive)
        case And(parts) | Or(parts):
            return set().union(*(universal_types(part, positive) for part in parts))
        case Atom() | Equal():
            return set()


def literals(
    goal: Formula, positive: bool = True, env: Mapping[str, str] | None = None
) -> Iterator[Literal]:
    """All literals of a goal in negation normal form, from left to right."""
    env = env or {}
    match goal:
        case Atom(_, args):
            yield Literal(goal, positive, tuple(env.get(arg, "object") for arg in args))
        case Not(body):
            yield from literals(body, not positive, env)
        case And(parts) | Or(parts):
            for part in parts:
                yield from literals(part, positive, env)
        case Exists(variables, body) | Forall(variables, body):
            yield from literals(body, positive, {**env, **dict(variables)})


def variable_types(formula: Formula) -> dict[str, str]:
    """Type of each quantified variable (inner ones win)."""
    match formula:
        case Exists(variables, body) | Forall(variables, body):
            return dict(variables) | variable_types(body)
        case Not(body):
            return variable_types(body)
        case And(parts) | Or(parts):
            merged: dict[str, str] = {}
            for part in parts:
                merged |= variable_types(part)
            return merged
    return {}


def holds(
    formula: Formula,
    objects_of: Callable[[str], Iterable[str]],
    fact: Callable[[str, tuple[str, ...]], bool],
    bindings: Bindings | None = None,
) -> bool:
    """Evaluate a formula on a closed world.

    Args:
        formula: what to evaluate.
        objects_of: ids of the objects of a type (including its subtypes).
        fact: whether a ground atom is true.
        bindings: values of free variables.
    """
    return witness(formula, objects_of, fact, bindings) is not None


def witness(
    formula: Formula,
    objects_of: Callable[[str], Iterable[str]],
    fact: Callable[[str, tuple[str, ...]], bool],
    bindings: Bindings | None = None,
) -> dict[str, str] | None:
    """Bindings of the outermost existential variables that satisfy the formula, or None."""
    env = dict(bindings or {})
    match formula:
        case Atom(predicate, args):
            return env if fact(predicate, tuple(env.get(arg, arg) for arg in args)) else None
        case Equal(left, right):
            return env if env.get(left, left) == env.get(right, right) else None
        case Not(body):
            return env if witness(body, objects_of, fact, env) is None else None
        case And(parts):
            return _all_of(parts, objects_of, fact, env)
        case Or(parts):
            for part in parts:
                found = witness(part, objects_of, fact, env)
                if found is not None:
                    return found
            return None
        case Exists():
            candidates = {kind: list(objects_of(kind)) for _, kind in formula.variables}
            return _search(_stages(formula), candidates, objects_of, fact, env, ())
        case Forall(variables, body):
            for values in product(*(list(objects_of(kind)) for _, kind in variables)):
                names = (name for name, _ in variables)
                inner = env | dict(zip(names, values, strict=True))
                if witness(body, objects_of, fact, inner) is None:
                    return None
            return env


def _all_of(
    parts: Iterable[Formula],
    objects_of: Callable[[str], Iterable[str]],
    fact: Callable[[str, tuple[str, ...]], bool],
    env: dict[str, str],
) -> dict[str, str] | None:
    """Bindings that satisfy all parts; what one binds inside is nothing to the others."""
    merged = env
    for part in parts:
        found = witness(part, objects_of, fact, env)
        if found is None:
            return None
        merged = {**merged, **found, **env}
    return merged


@dataclass(frozen=True, slots=True)
class _Stage:
    """A variable to choose, and the conjuncts that can be decided then.

    Attributes:
        twin: number of an earlier stage whose variable could be swapped with this one, or None.
    """

    variable: str
    kind: str
    twin: int | None
    parts: tuple[Formula, ...]


@lru_cache(maxsize=256)
def _stages(formula: Exists) -> tuple[_Stage, ...]:
    """The variables, those of the most atoms first: what is put on a table depends on the table."""
    parts = conjuncts(formula.body)
    ordered = sorted(formula.variables, key=lambda pair: -occurrences(pair[0], parts))
    names = [name for name, _ in ordered]
    decided: list[list[Formula]] = [[] for _ in names]
    for part in parts:
        used = free_variables(part)
        decided[max((i for i, name in enumerate(names) if name in used), default=0)].append(part)
    stages: list[_Stage] = []
    for number, (name, kind) in enumerate(ordered):
        twins = [
            earlier
            for earlier in range(number)
            if ordered[earlier][1] == kind and interchangeable(parts, names[earlier], name)
        ]
        stages.append(_Stage(name, kind, max(twins, default=None), tuple(decided[number])))
    return tuple(stages)


def _search(
    stages: tuple[_Stage, ...],
    candidates: Mapping[str, list[str]],
    objects_of: Callable[[str], Iterable[str]],
    fact: Callable[[str, tuple[str, ...]], bool],
    env: dict[str, str],
    chosen: tuple[int, ...],
) -> dict[str, str] | None:
    """The first choice of objects, in the order of the candidates, that satisfies all stages.

    Variables that could be swapped get theirs in that order, too: any other choice is as good as
    one of these.
    """
    if len(chosen) == len(stages):
        return env
    stage = stages[len(chosen)]
    names = candidates[stage.kind]
    for number in range(0 if stage.twin is None else chosen[stage.twin], len(names)):
        found = _all_of(stage.parts, objects_of, fact, {**env, stage.variable: names[number]})
        if found is not None:
            found = _search(stages, candidates, objects_of, fact, found, (*chosen, number))
        if found is not None:
            return found
    return None


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a conjunction; anything else is the only part of one."""
    return formula.parts if isinstance(formula, And) else (formula,)


def occurrences(name: str, parts: Iterable[Formula]) -> int:
    """In how many parts a variable occurs; without those that only tell variables apart."""
    return sum(name in free_variables(part) and any(atoms(part)) for part in parts)


def interchangeable(parts: Iterable[Formula], one: str, other: str) -> bool:
    """Whether parts of a formula say the same of two variables, so that they could be swapped."""
    parts = tuple(parts)
    swap = {one: other, other: one}
    # As often, too: who adds up what parts cost counts one that is said twice twice.
    return Counter(renamed(p, {}) for p in parts) == Counter(renamed(p, swap) for p in parts)


def renamed(formula: Formula, names: Bindings) -> Formula:
    """The formula with other names for variables, quantified ones included."""
    match formula:
        case Atom(predicate, args):
            return Atom(predicate, tuple(names.get(arg, arg) for arg in args))
        case Equal(left, right):
            return Equal(*sorted((names.get(left, left), names.get(right, right))))
        case Not(body):
            return Not(renamed(body, names))
        case And(parts):
            return And(tuple(renamed(part, names) for part in parts))
        case Or(parts):
            return Or(tuple(renamed(part, names) for part in parts))
        case Exists(variables, body):
            return Exists(_renamed_variables(variables, names), renamed(body, names))
        case Forall(variables, body):
            return Forall(_renamed_variables(variables, names), renamed(body, names))


def _renamed_variables(
    variables: tuple[tuple[str, str], ...], names: Bindings
) -> tuple[tuple[str, str], ...]:
    return tuple((names.get(name, name), kind) for name, kind in variables)


def free_variables(formula: Formula) -> frozenset[str]:
    """Variables that no quantifier inside the formula binds."""
    match formula:
        case Atom(_, args):
            return frozenset(arg for arg in args if arg.startswith("?"))
        case Equal(left, right):
            return frozenset(arg for arg in (left, right) if arg.startswith("?"))
        case Not(body):
            return free_variables(body)
        case And(parts) | Or(parts):
            return frozenset().union(*(free_variables(part) for part in parts))
        case Exists(variables, body) | Forall(variables, body):
            return free_variables(body) - {name for name, _ in variables}
