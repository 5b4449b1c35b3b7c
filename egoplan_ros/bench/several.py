# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A goal of one thing, asked of several things of its type."""

from itertools import combinations

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import (
    And,
    Equal,
    Exists,
    Formula,
    Not,
    conjuncts,
    free_variables,
    renamed,
    to_pddl,
)


def several(goal: Formula, name: str, count: int) -> Formula:
    """The goal of ``count`` different things in the place of one of its outermost variables.

    Each condition that speaks of the variable is asked of each of them: ``(exists (?o - Mug ?r -
    Sofa) (in ?o ?r))`` asks for two mugs on one sofa. Asked of as many as a room has, it is
    asked of all of them, and each counts as a goal condition.

    Raises:
        InputError: the goal is no ``exists`` with that variable.
    """
    if not isinstance(goal, Exists) or name not in dict(goal.variables):
        raise InputError(
            f"bench: no {name} in {to_pddl(goal)} to ask for several of; begin it with (exists"
        )
    names = [f"{name}{number}" for number in range(1, count + 1)]
    variables = [
        (each, kind) for one, kind in goal.variables for each in (names if one == name else [one])
    ]
    parts: list[Formula] = [Not(Equal(one, other)) for one, other in combinations(names, 2)]
    for part in conjuncts(goal.body):
        told = name in free_variables(part)
        parts += [renamed(part, {name: each}) for each in names] if told else [part]
    return Exists(tuple(variables), And(tuple(parts)))
