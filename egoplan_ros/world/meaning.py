# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether two goals mean the same, whatever their variables are called."""

from collections.abc import Hashable, Mapping
from itertools import count

from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not, Or

_ROUNDS = 4
"""A chain of so many objects, each in the next, is told from another one."""

_Tree = tuple[str, tuple[Hashable, ...], tuple["_Tree", ...]]
"""A connective with its parts, a quantifier with its variables and parts, or a literal."""


def meaning(goal: Formula, same: Mapping[str, str] | None = None) -> Hashable:
    """Equal for goals that differ in names of variables and the order of their parts alone.

    Nested conjunctions, and ``not exists`` for ``forall not``, make no difference either. Values
    are of this process only.

    Args:
        goal: the formula.
        same: types and predicates that count as another one.
    """
    kinds: dict[str, tuple[str, str]] = {}
    tree = _normal(goal, True, {}, kinds, count(), same or {})
    colours: dict[str, int] = {name: hash(kind) for name, kind in kinds.items()}
    facts = list(_literals(tree))
    for _ in range(_ROUNDS):
        around: dict[str, list[int]] = {name: [] for name in colours}
        for word, args in facts:
            shown = _shown(word, args, colours)
            for place, arg in enumerate(args):
                if arg in around:
                    around[str(arg)].append(hash((shown, 0 if word.endswith("=") else place)))
        colours = {name: hash((colours[name], *sorted(around[name]))) for name in colours}
    return _coloured(tree, colours)


def _normal(
    part: Formula,
    positive: bool,
    names: Mapping[str, str],
    kinds: dict[str, tuple[str, str]],
    numbers: "count[int]",
    same: Mapping[str, str],
) -> _Tree:
    """Negation at the literals, variables with names of their own, connectives merged."""
    sign = "" if positive else "!"
    match part:
        case Atom(predicate, args):
            return (
                sign + same.get(predicate, predicate),
                tuple(names.get(arg, arg) for arg in args),
                (),
            )
        case Equal(left, right):
            return f"{sign}=", (names.get(left, left), names.get(right, right)), ()
        case Not(body):
            return _normal(body, not positive, names, kinds, numbers, same)
        case And(parts) | Or(parts):
            word = "and" if isinstance(part, And) == positive else "or"
            return _joined(word, [_normal(p, positive, names, kinds, numbers, same) for p in parts])
        case Exists(variables, body) | Forall(variables, body):
            word = "exists" if isinstance(part, Exists) == positive else "forall"
            new = {name: f"?{next(numbers)}" for name, _ in variables}
            for name, kind in variables:
                kinds[new[name]] = (word, same.get(kind, kind))
            inner = _normal(body, positive, {**names, **new}, kinds, numbers, same)
            if inner[0] == word:  # of the same sort, one after the other
                return word, (*new.values(), *inner[1]), inner[2]
            return word, tuple(new.values()), (inner,)


def _joined(word: str, parts: list[_Tree]) -> _Tree:
    """A connective without one of its kind in it, and with what exists in front of it."""
    names: list[Hashable] = []
    flat: list[_Tree] = []
    while parts:
        head, own, inner = parts.pop(0)
        if head == "exists" and word == "and":
            names += own
            parts[:0] = inner
        elif head == word:
            parts[:0] = inner
        else:
            flat.append((head, own, inner))
    whole: _Tree = flat[0] if len(flat) == 1 else (word, (), tuple(flat))
    return ("exists", tuple(names), (whole,)) if names else whole


def _literals(tree: _Tree) -> list[tuple[str, tuple[Hashable, ...]]]:
    word, args, parts = tree
    if word not in ("and", "or", "exists", "forall"):
        return [(word, args)]
    return [found for part in parts for found in _literals(part)]


def _shown(word: str, args: tuple[Hashable, ...], colours: Mapping[str, int]) -> Hashable:
    own = [hash(colours.get(str(arg), arg)) for arg in args]
    return (word, *(sorted(own) if word.endswith("=") else own))


def _coloured(tree: _Tree, colours: Mapping[str, int]) -> Hashable:
    word, args, parts = tree
    if word not in ("and", "or", "exists", "forall"):
        return _shown(word, args, colours)
    inner = sorted(hash(_coloured(part, colours)) for part in parts)
    return (word, *sorted(hash(colours.get(str(arg), arg)) for arg in args), "of", *inner)
