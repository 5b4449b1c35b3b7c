# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Executes plans on a set of ground atoms: the semantics of ADL, independent of any solver."""

from dataclasses import dataclass
from itertools import product

from egoplan_ros.planning.pddl.domain import Action, Domain, pddl_condition
from egoplan_ros.planning.problem.problem import Fact, Problem
from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not, Or


@dataclass(frozen=True, slots=True)
class Step:
    """A ground planner action with all its arguments, implicit ones included."""

    action: Action
    args: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join((self.action.name, *self.args))})"


class Simulator:
    """Holds a state of a problem and applies ground actions to it."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain = domain
        self.problem = problem
        self.state: set[Fact] = set(problem.init)
        self.cost = 0

    def holds(self, condition: Formula, env: dict[str, str] | None = None) -> bool:
        """Truth of a condition now."""
        return _holds(condition, env or {}, self.state, self.problem)

    def unmet(self, condition: Formula, env: dict[str, str]) -> Formula | None:
        """The first conjunct that does not hold."""
        if isinstance(condition, And):
            return next(
                (found for part in condition.parts if (found := self.unmet(part, env))), None
            )
        return None if self.holds(condition, env) else condition

    def apply(self, step: Step) -> str:
        """Apply an action; returns "" or why it is not applicable."""
        action = step.action
        if len(step.args) != len(action.parameters):
            return f"{step} has {len(step.args)} arguments, needs {len(action.parameters)}"
        for value, (_, kind) in zip(step.args, action.parameters, strict=True):
            if value not in self.problem.members(kind):
                return f"{step}: {value} is not a {kind}"
        names = (name for name, _ in action.parameters)
        env = dict(zip(names, step.args, strict=True))
        missing = self.unmet(action.precondition, env)
        if missing is not None:
            return f"{step}: precondition {ground(missing, env)} does not hold"
        added: set[Fact] = set()
        deleted: set[Fact] = set()
        for effect in action.effects:
            domains = [self.problem.members(kind) for _, kind in effect.variables]
            for values in product(*domains):
                inner = env | {
                    name: value for (name, _), value in zip(effect.variables, values, strict=True)
                }
                if _holds(effect.condition, inner, self.state, self.problem):
                    (added if effect.add else deleted).add(_fact(effect.atom, inner))
        self.state = (self.state - deleted) | added
        self.cost += self._cost(action, env)
        return ""

    def _cost(self, action: Action, env: dict[str, str]) -> int:
        if isinstance(action.cost, int):
            return action.cost
        return self.problem.costs.get(_fact(action.cost, env), 0)


def ground(condition: Formula, env: dict[str, str]) -> str:
    """Text of a condition with variables replaced, for messages."""
    text = pddl_condition(condition)
    for name, value in env.items():
        text = text.replace(f"{name} ", f"{value} ").replace(f"{name})", f"{value})")
    return text


def _fact(atom: Atom, env: dict[str, str]) -> Fact:
    return (atom.predicate, *(env.get(arg, arg) for arg in atom.args))


def _holds(condition: Formula, env: dict[str, str], state: set[Fact], problem: Problem) -> bool:
    match condition:
        case Atom():
            return _fact(condition, env) in state
        case Equal(left, right):
            return env.get(left, left) == env.get(right, right)
        case Not(body):
            return not _holds(body, env, state, problem)
        case And(parts):
            return all(_holds(part, env, state, problem) for part in parts)
        case Or(parts):
            return any(_holds(part, env, state, problem) for part in parts)
        case Exists(variables, body) | Forall(variables, body):
            names = [name for name, _ in variables]
            values = product(*(problem.members(kind) for _, kind in variables))
            results = (
                _holds(body, env | dict(zip(names, value, strict=True)), state, problem)
                for value in values
            )
            return any(results) if isinstance(condition, Exists) else all(results)
