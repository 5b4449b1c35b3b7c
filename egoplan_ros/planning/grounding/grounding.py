# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Grounds small problems in a few milliseconds: PDDL in, Fast Downward's search input out.

The relevant part of a home is a few dozen objects, for which starting, parsing and normalising cost
Fast Downward's own translator far more than the work itself. Each fact is a binary variable, as
the translator makes them here too (see ``BINARY`` in fast_downward.py). What can never become true
or false, and what has no bearing on the goal, is left out.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

from egoplan_ros.planning.grounding.instantiate import (
    Env,
    Ground,
    Instantiator,
    Junction,
    Literal,
    alternatives,
    consistent,
)
from egoplan_ros.planning.pddl.domain import TRUE, Action, Domain
from egoplan_ros.planning.problem.problem import Fact, Problem
from egoplan_ros.world.goal import Atom

MAX_CHOICES = 8
"""Alternatives of a condition that become operators (or effects) of their own."""

POLLED = 256
"""Instances between two looks at the clock."""

Literals = tuple[Literal, ...]


class TooLarge(Exception):
    """The problem is better grounded by the translator."""


class Stopped(Exception):
    """Out of time, or cancelled."""


@dataclass(slots=True)
class Operator:
    """A ground action; ``effects`` are (conditions, fact, value)."""

    name: str
    condition: Literals
    effects: list[tuple[Literals, Fact, bool]]
    cost: int


@dataclass(slots=True)
class Task:
    """A ground problem.

    Attributes:
        init: facts true at the beginning.
        goal: conjunction, None when it can never hold.
        operators: in the order of the domain's actions.
        rules: (derived fact, body); a derived fact holds when one of its bodies does.
        facts: those that are variables.
    """

    init: frozenset[Fact]
    goal: Literals | None
    operators: list[Operator] = field(default_factory=list)
    rules: list[tuple[Fact, Literals]] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)


def ground_task(domain: Domain, problem: Problem, limit: int, stopped: Callable[[], bool]) -> Task:
    """Ground a problem.

    Args:
        domain: action schemas.
        problem: objects, initial state and goal.
        limit: instances of actions and effects that are tried at most.
        stopped: polled; when true the work is given up.

    Raises:
        TooLarge: there are more, or a condition has too many alternatives.
        Stopped: asked to.
    """
    builder = _Builder(domain, problem, limit, stopped)
    task = Task(problem.init, builder.goal(), builder.operators(), builder.rules)
    if task.goal is not None:
        _simplify(task)
    return task


class _Builder:
    """Instantiates actions and the goal."""

    def __init__(
        self, domain: Domain, problem: Problem, limit: int, stopped: Callable[[], bool]
    ) -> None:
        self._domain = domain
        self._problem = problem
        self._left = limit
        self._stopped = stopped
        self._fill = Instantiator(domain, problem, self._count)
        self.rules: list[tuple[Fact, Literals]] = []

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooLarge
        if self._left % POLLED == 0 and self._stopped():
            raise Stopped

    def goal(self) -> Literals | None:
        return self._conjunction(self._fill.ground(self._problem.goal, {}))

    def operators(self) -> list[Operator]:
        return [op for action in self._domain.actions.values() for op in self._instances(action)]

    def _instances(self, action: Action) -> Iterator[Operator]:
        for env, left in self._fill.instances(action.parameters, action.precondition, {}):
            effects = list(_settled(self._effects(action, env)))
            arguments = [env[name] for name, _ in action.parameters]
            name = " ".join((action.name.lower(), *arguments))
            cost = action.cost
            if isinstance(cost, Atom):
                key = (cost.predicate, *(env.get(arg, arg) for arg in cost.args))
                cost = self._problem.costs.get(key, 0)
            choices = alternatives(left, MAX_CHOICES)
            if choices is None:
                whole = self._conjunction(left)
                choices = [] if whole is None else [whole]
            for choice in choices:
                yield Operator(name, choice, effects, cost)

    def _effects(self, action: Action, env: Env) -> Iterator[tuple[Literals, Fact, bool]]:
        for effect in action.effects:
            predicate, args = effect.atom.predicate, effect.atom.args
            if effect.condition == TRUE:
                # Most effects: no need to look for objects that satisfy anything.
                domains = [self._problem.members(kind) for _, kind in effect.variables]
                names = [name for name, _ in effect.variables]
                for values in product(*domains):
                    self._count()
                    inner = {**env, **dict(zip(names, values, strict=True))} if names else env
                    yield (), (predicate, *[inner.get(arg, arg) for arg in args]), effect.add
                continue
            for inner, left in self._fill.instances(effect.variables, effect.condition, env):
                choices = alternatives(left, MAX_CHOICES)
                if choices is None:
                    raise TooLarge
                self._count()
                fact = (predicate, *[inner.get(arg, arg) for arg in args])
                for choice in choices:
                    yield choice, fact, effect.add

    def _conjunction(self, condition: Ground) -> Literals | None:
        """The condition as literals, with derived facts for its alternatives; None for never."""
        if isinstance(condition, bool):
            return () if condition else None
        if not isinstance(condition, Junction):
            return (condition,)
        if condition.every:
            parts = [self._conjunction(part) for part in condition.parts]
            found = [literal for part in parts for literal in part or ()]
            return tuple(dict.fromkeys(found)) if consistent(found) else None
        bodies = [body for part in condition.parts if (body := self._conjunction(part)) is not None]
        # Numbered by rules, so that nested alternatives get names of their own.
        derived: Fact = ("derived@", str(len(self.rules)))
        self.rules.extend((derived, body) for body in bodies)
        return ((derived, True),) if bodies else None


def _settled(
    effects: Iterator[tuple[Literals, Fact, bool]],
) -> Iterator[tuple[Literals, Fact, bool]]:
    """Effects of which no two disagree: where one adds, no other deletes."""
    found = list(dict.fromkeys(effects))
    adds: dict[Fact, list[Literals]] = {}
    for condition, fact, value in found:
        if value:
            adds.setdefault(fact, []).append(condition)
    for condition, fact, value in found:
        if value or fact not in adds:
            yield condition, fact, value
            continue
        if () in adds[fact]:
            continue
        for choice in product(*adds[fact]):
            joined = (*condition, *((other, not sign) for other, sign in choice))
            if consistent(joined):
                yield tuple(dict.fromkeys(joined)), fact, value


def _simplify(task: Task) -> None:
    """Leave out what can never happen, what never changes and what does not matter."""
    reached = _Reached(task)
    task.operators = [op for op in task.operators if reached.all(op.condition)]
    rules = [(fact, body) for fact, body in task.rules if reached.all(body)]
    task.rules = [(fact, reached.open(body)) for fact, body in rules]
    assert task.goal is not None
    if not reached.all(task.goal):
        task.goal = None
        return
    task.goal = reached.open(task.goal)
    needed = _needed(task, reached)
    kept: list[Operator] = []
    for op in task.operators:
        effects = [
            (reached.open(condition), fact, value)
            for condition, fact, value in op.effects
            if fact in needed and reached.all(condition)
        ]
        if effects:
            kept.append(Operator(op.name, reached.open(op.condition), effects, op.cost))
    task.operators = kept
    task.rules = [(fact, body) for fact, body in task.rules if fact in needed]
    task.facts = sorted(needed)


class _Reached:
    """Facts that can become true, and false, when actions forbid nothing (delete relaxation)."""

    def __init__(self, task: Task) -> None:
        self.init = task.init
        self.true: set[Fact] = set(task.init)
        self.falsified: set[Fact] = set()
        self.derived = {fact for fact, _ in task.rules}
        waiting: list[tuple[Literals, Operator | tuple[Fact, bool]]] = [
            *((op.condition, op) for op in task.operators),
            *((body, (fact, True)) for fact, body in task.rules),
        ]
        changed = True
        while changed and waiting:
            changed, later = False, []
            for condition, outcome in waiting:
                if not self.all(condition):
                    later.append((condition, outcome))
                elif not isinstance(outcome, Operator):
                    changed = True
                    self._happen(*outcome)
                else:
                    changed = True
                    for inner, fact, value in outcome.effects:
                        if inner:
                            later.append((inner, (fact, value)))
                        else:
                            self._happen(fact, value)
            waiting = later

    def _happen(self, fact: Fact, value: bool) -> None:
        (self.true if value else self.falsified).add(fact)

    def all(self, condition: Iterable[Literal]) -> bool:
        """Whether each literal can come to hold."""
        true, init, falsified = self.true, self.init, self.falsified
        return all(
            fact in true if value else fact not in init or fact in falsified
            for fact, value in condition
        )

    def varies(self, fact: Fact) -> bool:
        """Whether a fact can be both true and false."""
        return fact in self.true and (fact not in self.init or fact in self.falsified)

    def open(self, condition: Literals) -> Literals:
        """The literals that do not hold always."""
        return tuple(literal for literal in condition if self.varies(literal[0]))


def _needed(task: Task, reached: _Reached) -> set[Fact]:
    """Facts that bear on the goal, found backwards from it."""
    affecting: dict[Fact, list[tuple[int, Literals]]] = {}
    conditions = [op.condition for op in task.operators]
    for index, op in enumerate(task.operators):
        for condition, fact, _ in op.effects:
            affecting.setdefault(fact, []).append((index, condition))
    for fact, body in task.rules:
        affecting.setdefault(fact, []).append((len(conditions), ()))
        conditions.append(body)
    needed: set[Fact] = set()
    seen: set[int] = set()
    pending = [fact for fact, _ in task.goal or ()]
    while pending:
        fact = pending.pop()
        if fact in needed or not reached.varies(fact):
            continue
        needed.add(fact)
        for index, condition in affecting.get(fact, ()):
            pending.extend(other for other, _ in condition)
            if index not in seen:
                seen.add(index)
                pending.extend(other for other, _ in conditions[index])
    return needed


def sas_text(task: Task, metric: bool) -> str:
    """The task in the input format of Fast Downward's search component (version 3)."""
    number = {fact: index for index, fact in enumerate(task.facts)}
    derived = {fact for fact, _ in task.rules}
    lines = ["begin_version", "3", "end_version", "begin_metric", str(int(metric)), "end_metric"]
    lines.append(str(len(number)))
    for fact, index in number.items():
        text = f"{fact[0]}({', '.join(fact[1:])})"
        layer = 0 if fact in derived else -1
        lines += ["begin_variable", f"var{index}", str(layer), "2"]
        lines += [f"Atom {text}", f"NegatedAtom {text}", "end_variable"]
    lines += ["0", "begin_state"]
    lines += ["0" if fact in task.init else "1" for fact in task.facts]
    lines += ["end_state", "begin_goal", *_numbered(task.goal or (), number), "end_goal"]
    lines.append(str(len(task.operators)))
    for op in task.operators:
        lines += ["begin_operator", op.name, *_numbered(op.condition, number)]
        lines.append(str(len(op.effects)))
        for condition, fact, value in op.effects:
            inner = " ".join(_numbered(condition, number))
            lines.append(f"{inner} {number[fact]} -1 {int(not value)}")
        lines += [str(op.cost), "end_operator"]
    lines.append(str(len(task.rules)))
    for fact, body in task.rules:
        lines += ["begin_rule", *_numbered(body, number), f"{number[fact]} 1 0", "end_rule"]
    return "\n".join(lines) + "\n"


def _numbered(condition: Literals, number: dict[Fact, int]) -> list[str]:
    """How many literals there are, then a line for each."""
    pairs = sorted((number[fact], int(not value)) for fact, value in condition)
    return [str(len(pairs)), *(f"{index} {value}" for index, value in pairs)]
