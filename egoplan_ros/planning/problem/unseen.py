# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What nobody has seen yet that could make a goal about all objects false."""

from collections.abc import Mapping

from egoplan_ros.world.goal import And, Atom, Exists, Forall, Formula, Not, Or, literals


def unseen_that_matter(goal: Formula) -> tuple[set[str], set[str]]:
    """What could make a goal about all objects false that has not been seen yet.

    First the types of which another object could do so; then types, or ids, of the places where
    something could. What a goal says only of the things in some place concerns no others.
    """
    types: set[str] = set()
    places: set[str] = set()
    _unseen(goal, True, {}, types, places)
    return types, places


def _unseen(
    goal: Formula, positive: bool, env: Mapping[str, str], types: set[str], places: set[str]
) -> None:
    match goal:
        case Not(body):
            _unseen(body, not positive, env, types, places)
        case And(parts) | Or(parts):
            for part in parts:
                _unseen(part, positive, env, types, places)
        case Exists(variables, body) | Forall(variables, body):
            env = {**env, **dict(variables)}
            if isinstance(goal, Forall) == positive:
                for name, kind in variables:
                    if _where_it_is_not(body, name) is positive:
                        for literal in literals(body, env=env):
                            match literal.atom:
                                case Atom("in", (item, place)) if item == name:
                                    places.add(literal.kinds[1] if place[0] == "?" else place)
                    else:
                        types.add(kind)
            _unseen(body, positive, env, types, places)


def _where_it_is_not(formula: Formula, name: str) -> bool | None:
    """Whether a formula is true, or false, in any case when an object is in no place; else None."""
    match formula:
        case Atom("in", (item, _)) if item == name:
            return False
        case Not(body):
            found = _where_it_is_not(body, name)
            return None if found is None else not found
        case And(parts) | Or(parts):
            decisive = isinstance(formula, Or)
            values = {_where_it_is_not(part, name) for part in parts}
            if decisive in values:
                return decisive
            return None if None in values else not decisive
        case Exists(_, body) | Forall(_, body):
            decisive = isinstance(formula, Forall)
            return decisive if _where_it_is_not(body, name) is decisive else None
    return None
