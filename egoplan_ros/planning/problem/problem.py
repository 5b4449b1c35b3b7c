# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A planning problem as data, and its PDDL text."""

from dataclasses import dataclass, field
from functools import cached_property

from egoplan_ros.planning.pddl.domain import (
    TRUE,
    Action,
    Domain,
    Effect,
    pddl_condition,
    pddl_variables,
)
from egoplan_ros.world.goal import Atom, Formula

Fact = tuple[str, ...]
"""(predicate, argument, ...)."""


@dataclass(frozen=True)
class Problem:
    """A classical planning problem.

    Attributes:
        objects: type of each object by name.
        parents: parent of each type that is used ("object" for roots).
        init: true atoms; all others are false.
        goal: formula to reach.
        costs: values of numeric functions.
    """

    objects: dict[str, str]
    parents: dict[str, str]
    init: frozenset[Fact]
    goal: Formula
    costs: dict[Fact, int] = field(default_factory=dict)

    @cached_property
    def _members(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {"object": []}
        for name, kind in self.objects.items():
            chain = {"object"}
            while kind != "object" and kind not in chain:
                chain.add(kind)
                kind = self.parents.get(kind, "object")
            for ancestor in chain:
                found.setdefault(ancestor, []).append(name)
        return {kind: tuple(names) for kind, names in found.items()}

    def members(self, kind: str) -> tuple[str, ...]:
        """Objects of a type and its subtypes."""
        return self._members.get(kind, ())


def domain_text(domain: Domain, problem: Problem) -> str:
    """The domain as PDDL, with the types the problem uses."""
    parents = domain.types | problem.parents
    # A parent type that is not declared itself would be an error for most planners.
    parents |= {parent: "object" for parent in parents.values() if parent not in parents}
    types = "\n  ".join(f"{kind} - {up}" for kind, up in parents.items() if kind != "object")
    return "\n".join(
        (
            f"(define (domain {domain.name})",
            "(:requirements :adl :typing :action-costs)",
            f"(:types\n  {types})",
            f"(:predicates\n  {_signatures(domain.predicates)})",
            f"(:functions\n  {_functions(domain.functions)})",
            *(_action_text(action) for action in domain.actions.values()),
            ")",
        )
    )


def problem_text(domain: Domain, problem: Problem) -> str:
    """The problem as PDDL, with the total cost as metric if the domain has it."""
    objects = "\n  ".join(f"{name} - {kind}" for name, kind in problem.objects.items())
    atoms = "\n  ".join(f"({' '.join(fact)})" for fact in sorted(problem.init))
    costs = "\n  ".join(f"(= ({' '.join(key)}) {value})" for key, value in problem.costs.items())
    metric = "(:metric minimize (total-cost))" if "total-cost" in domain.functions else ""
    start = "(= (total-cost) 0)" if metric else ""
    return "\n".join(
        (
            f"(define (problem household-task) (:domain {domain.name})",
            f"(:objects\n  {objects})",
            f"(:init\n  {start}\n  {atoms}\n  {costs})",
            f"(:goal {pddl_condition(problem.goal)})",
            f"{metric})",
        )
    )


def _signatures(table: dict[str, tuple[str, ...]]) -> str:
    lines = []
    for name, kinds in table.items():
        variables = tuple((f"?a{index}", kind) for index, kind in enumerate(kinds))
        lines.append(f"({name}{' ' if kinds else ''}{pddl_variables(variables)})")
    return "\n  ".join(lines)


def _functions(table: dict[str, tuple[str, ...]]) -> str:
    return "\n  ".join(f"{_signatures({name: kinds})} - number" for name, kinds in table.items())


def _action_text(action: Action) -> str:
    effects = " ".join(_effect_text(effect) for effect in action.effects)
    amount = pddl_condition(action.cost) if isinstance(action.cost, Atom) else str(int(action.cost))
    cost = "" if action.cost == 0 else f" (increase (total-cost) {amount})"
    return (
        f"(:action {action.name}\n :parameters ({pddl_variables(action.parameters)})\n"
        f" :precondition {pddl_condition(action.precondition)}\n :effect (and {effects}{cost}))"
    )


def _effect_text(effect: Effect) -> str:
    text = pddl_condition(effect.atom)
    if not effect.add:
        text = f"(not {text})"
    if effect.condition != TRUE:
        text = f"(when {pddl_condition(effect.condition)} {text})"
    if effect.variables:
        text = f"(forall ({pddl_variables(effect.variables)}) {text})"
    return text
