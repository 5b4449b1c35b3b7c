# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Conditions and effects with objects filled in: what is fixed is decided, what changes is kept.

Predicates that no action changes are looked up at once, so most combinations of objects fall away
before they are built (Helmert 2009, "Concise finite-domain representations", does the same with
Datalog).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from egoplan_ros.planning.pddl.domain import Domain, Variables
from egoplan_ros.planning.problem.problem import Fact, Problem
from egoplan_ros.world.goal import (
    And,
    Atom,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    free_variables,
)

Env = dict[str, str]
Literal = tuple[Fact, bool]


class Junction(NamedTuple):
    """A conjunction (``every``) or disjunction of ground conditions."""

    every: bool
    parts: tuple["Ground", ...]


Ground = bool | Literal | Junction
"""A ground condition in negation normal form."""


def join(every: bool, parts: Iterable[Ground]) -> Ground:
    """And (or Or) of ground conditions, flattened; decided parts are dropped."""
    kept: list[Ground] = []
    for part in parts:
        if part is every:
            continue
        if isinstance(part, bool):
            return part
        if isinstance(part, Junction) and part.every is every:
            kept.extend(part.parts)
        else:
            kept.append(part)
    if not kept:
        return every
    kept = list(dict.fromkeys(kept))
    return kept[0] if len(kept) == 1 else Junction(every, tuple(kept))


class Instantiator:
    """Fills objects of a problem into formulas.

    Args:
        domain: tells which predicates never change.
        problem: objects and initial state.
        count: called for each object that is tried; may raise to end the work.
    """

    def __init__(self, domain: Domain, problem: Problem, count: Callable[[], None]) -> None:
        self._problem = problem
        self._count = count
        self._init = problem.init
        self._static = domain.statics
        self._tables: dict[tuple[str, int, int], dict[Fact, list[str]]] = {}
        self._facts: dict[str, list[Fact]] = {}
        for fact in sorted(problem.init):
            if fact[0] in self._static:
                self._facts.setdefault(fact[0], []).append(fact)

    def ground(self, condition: Formula, env: Env, positive: bool = True) -> Ground:
        """A condition with all quantifiers expanded, negated unless ``positive``."""
        match condition:
            case Atom(predicate, args):
                fact = (predicate, *[env.get(arg, arg) for arg in args])
                if predicate in self._static:
                    return (fact in self._init) is positive
                return fact, positive
            case Equal(left, right):
                return (env.get(left, left) == env.get(right, right)) is positive
            case Not(body):
                return self.ground(body, env, not positive)
            case And(parts) | Or(parts):
                every = isinstance(condition, And) is positive
                found: list[Ground] = []
                for part in parts:
                    value = self.ground(part, env, positive)
                    if value is (not every):
                        return value
                    found.append(value)
                return join(every, found)
            case Exists(variables, body) | Forall(variables, body):
                if isinstance(condition, Exists) is positive:
                    inner = body if positive else Not(body)
                    found = [value for _, value in self.instances(variables, inner, env)]
                    return join(False, found)
                names = [name for name, _ in variables]
                domains = [self._problem.members(kind) for _, kind in variables]
                return join(
                    True,
                    (
                        self.ground(body, env | dict(zip(names, values, strict=True)), positive)
                        for values in product(*domains)
                    ),
                )

    def instances(
        self, variables: Variables, condition: Formula, env: Env
    ) -> Iterator[tuple[Env, Ground]]:
        """All choices of objects with which a condition may hold, and what then remains of it."""
        names = tuple(name for name, _ in variables)
        stages = _stages(names, condition)
        first: list[Ground] = []
        for part in stages[0]:
            value = self.ground(part, env)
            if value is False:
                return
            first.append(value)
        yield from self._choose(variables, stages, 0, dict(env), first)

    def _choose(
        self,
        variables: Variables,
        stages: Sequence[Sequence[Formula]],
        depth: int,
        env: Env,
        found: list[Ground],
    ) -> Iterator[tuple[Env, Ground]]:
        if depth == len(variables):
            yield dict(env), join(True, found)
            return
        name, kind = variables[depth]
        rest = [other for other, _ in variables[depth + 1 :]]
        for value in self._candidates(name, kind, rest, stages[depth + 1 :], env):
            self._count()
            env[name] = value
            more = list(found)
            for part in stages[depth + 1]:
                reduced = self.ground(part, env)
                if reduced is False:
                    break
                if reduced is not True:
                    more.append(reduced)
            else:
                yield from self._choose(variables, stages, depth + 1, env, more)
        env.pop(name, None)

    def _candidates(
        self, name: str, kind: str, rest: list[str], stages: Sequence[Sequence[Formula]], env: Env
    ) -> Sequence[str]:
        """Objects of a type, less those that a fixed fact about the variable rules out."""
        best: Sequence[str] = self._problem.members(kind)
        narrowed = False
        for part in (part for stage in stages for part in stage):
            if not isinstance(part, Atom) or part.predicate not in self._static:
                continue
            if part.args.count(name) != 1:
                continue
            known = [arg not in rest for arg in part.args]
            position = part.args.index(name)
            table = self._table(part.predicate, position, sum(k << i for i, k in enumerate(known)))
            key = tuple(
                env.get(arg, arg) for i, arg in enumerate(part.args) if known[i] and i != position
            )
            values = table.get(key, [])
            if len(values) < len(best):
                best, narrowed = values, True
        if not narrowed or kind == "object":
            return best
        members = set(self._problem.members(kind))
        return [value for value in best if value in members]

    def _table(self, predicate: str, position: int, known: int) -> dict[Fact, list[str]]:
        """Values at a position of a fixed predicate by those at the known positions."""
        table = self._tables.get((predicate, position, known))
        if table is None:
            grouped: dict[Fact, dict[str, None]] = {}
            for fact in self._facts.get(predicate, ()):
                args = fact[1:]
                key = tuple(arg for i, arg in enumerate(args) if i != position and known >> i & 1)
                grouped.setdefault(key, {})[args[position]] = None
            table = {key: list(values) for key, values in grouped.items()}
            self._tables[predicate, position, known] = table
        return table


@lru_cache(maxsize=1024)
def _stages(names: tuple[str, ...], condition: Formula) -> tuple[tuple[Formula, ...], ...]:
    """Conjuncts by the number of variables that must be chosen before they can be decided."""
    stages: list[list[Formula]] = [[] for _ in range(len(names) + 1)]
    for part in condition.parts if isinstance(condition, And) else (condition,):
        free = free_variables(part)
        stages[max((i + 1 for i, name in enumerate(names) if name in free), default=0)].append(part)
    return tuple(map(tuple, stages))


def alternatives(condition: Ground, limit: int) -> list[tuple[Literal, ...]] | None:
    """Disjunctive normal form; None when it has more than ``limit`` parts."""
    if isinstance(condition, bool):
        return [()] if condition else []
    if not isinstance(condition, Junction):
        return [(condition,)]
    inner = [alternatives(part, limit) for part in condition.parts]
    if not condition.every:
        merged = [choice for part in inner if part is not None for choice in part]
        return None if None in inner or len(merged) > limit else merged
    found: list[tuple[Literal, ...]] = [()]
    for part in inner:
        if part is None or len(found) * len(part) > limit:
            return None
        found = [(*left, *right) for left in found for right in part]
    unique = [tuple(dict.fromkeys(choice)) for choice in found]
    return [choice for choice in unique if consistent(choice)]


def consistent(literals: Iterable[Literal]) -> bool:
    """Whether no fact occurs with both signs."""
    signs: dict[Fact, bool] = {}
    return all(signs.setdefault(fact, sign) is sign for fact, sign in literals)
