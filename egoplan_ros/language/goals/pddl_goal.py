# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goals given as PDDL: read, and checked against the ontology and the domain."""

import re
from collections.abc import Mapping
from pathlib import Path

from egoplan_ros.language.goals.consistency import contradiction
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import (
    ARITY,
    And,
    Atom,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    atoms,
    parse_goal,
)
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.predicates import domain_predicates
from egoplan_ros.world.task import Instruction

_ASIDE = re.compile(r"\([^()?]*\)\s*\w")


def goal_text(instruction: Instruction) -> str:
    """The PDDL of a request that is a goal as is, "" when it is words.

    What begins with a parenthesis is PDDL, unless that only holds an aside: "(please) put ...".
    """
    if instruction.goal.strip():
        return instruction.goal
    text = instruction.text.strip()
    return text if text.startswith("(") and not _ASIDE.match(text) else ""


def checked_goal(
    text: str, ontology: Ontology, where: str = "goal", domain: Path | None = None
) -> Formula:
    """A formula whose types, predicates and variables are all known.

    Args:
        text: PDDL.
        ontology: the object types.
        where: begins what is told of a mistake.
        domain: the planner's, with predicates of its own; None is config/household.pddl.

    Raises:
        InputError: syntax, unknown type or predicate, wrong number of arguments, free variable, a
            type in an object's place, or what can never be true.
    """
    try:
        formula = parse_goal(text)
        if next(atoms(formula), None) is None:
            raise InputError("goal: no predicate in it; write PDDL such as (holding ?m)")
        _check(formula, ontology, domain_predicates(domain) | ARITY, frozenset())
        if never := contradiction(formula):
            raise InputError(f"goal: {never}")
    except InputError as error:
        raise InputError(f"{where}: {str(error).removeprefix('goal: ')}") from error
    return formula


def _check(
    formula: Formula, ontology: Ontology, arities: Mapping[str, int], bound: frozenset[str]
) -> None:
    match formula:
        case Atom(predicate, args):
            arity = arities.get(predicate)
            if arity is None:
                known = ", ".join(sorted(arities))
                raise InputError(f"goal: unknown predicate {predicate!r}; known: {known}")
            if len(args) != arity:
                raise InputError(
                    f"goal: ({predicate} ...) takes {arity} arguments, not {len(args)}"
                )
            _check_terms(args, ontology, bound)
        case Equal(left, right):
            _check_terms((left, right), ontology, bound)
        case Not(body):
            _check(body, ontology, arities, bound)
        case And(parts) | Or(parts):
            for part in parts:
                _check(part, ontology, arities, bound)
        case Exists(variables, body) | Forall(variables, body):
            for _, kind in variables:
                if kind != "object":
                    ontology.get(kind, "goal")
            _check(body, ontology, arities, bound | {name for name, _ in variables})


def _check_terms(args: tuple[str, ...], ontology: Ontology, bound: frozenset[str]) -> None:
    for arg in args:
        if arg.startswith("?") and arg not in bound:
            raise InputError(f"goal: variable {arg} is not bound by exists or forall")
        if arg in ontology:
            raise InputError(
                f"goal: {arg} is a type, no object; write (exists (?x - {arg}) ...) with ?x for it"
            )
