# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A goal as a sequence of subgoals: in which order its conditions are brought about.

The words order them (DANLI 3.2), or CAPEAM's frames do. The goal tells which of them speak of the
same object, which subgoals, being types only, do not; so it is the goal that is cut into parts.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from egoplan_ros.behavior.config import FRAMES, TOLD, WHOLE
from egoplan_ros.language.goals.forms import as_subgoal, context_of, subgoals_of, task_type_of
from egoplan_ros.language.goals.subgoal_frames import filled_frames
from egoplan_ros.world.goal import And, Exists, Formula, free_variables, literals
from egoplan_ros.world.ontology import AFFORDANCES, Ontology
from egoplan_ros.world.task import GoalAlternative, Subgoal, TaskUnderstanding


@dataclass(frozen=True, slots=True)
class Part:
    """A condition of a goal.

    Attributes:
        path: where it stands in the goal, unique there.
        formula: the condition, with the goal's variables.
        subgoals: what it asks for, as triples of types; empty when it only tells objects apart.
    """

    path: tuple[int, ...]
    formula: Formula
    subgoals: tuple[Subgoal, ...]

    def __str__(self) -> str:
        return ", ".join(
            " ".join(filter(None, (item.patient, item.predicate, item.destination)))
            for item in self.subgoals
        )


def parts_in_order(goal: Formula, subgoals: Iterable[Subgoal]) -> tuple[Part, ...]:
    """The conditions that a goal wants all of: those of the subgoals first, the others as written.

    A subgoal that is none of them is left out: what is to be reached is the goal.
    """
    left = [part for part in _parts(goal, (), {}) if part.subgoals]
    found = []
    for subgoal in subgoals:
        part = next((part for part in left if subgoal in part.subgoals), None)
        if part is not None:
            found.append(part)
            left.remove(part)
    return (*found, *left)


def together(goal: Formula, parts: Iterable[Part]) -> Formula:
    """The goal less all conditions but some parts, and what tells their objects apart."""
    kept = list(parts)
    known = frozenset().union(*(free_variables(part.formula) for part in kept))
    apart = (
        part
        for part in _parts(goal, (), {})
        if not part.subgoals and free_variables(part.formula) <= known
    )
    return _only(goal, {part.path for part in (*kept, *apart)}, ()) or goal


def next_part(
    goal: Formula,
    order: Iterable[Part],
    holds: Callable[[Formula], bool],
    given_up: Collection[Part] = (),
) -> tuple[Formula, Part | None]:
    """What to plan for: the first part that does not hold together with those before it.

    Those stay in it, so that they are not undone on the way (DANLI Alg. 1 would forget them).

    Returns:
        the goal to plan for and the part that it adds; the whole goal and None when only what was
        given up is left.
    """
    kept: list[Part] = []
    for part in order:
        if part in given_up:
            continue
        kept.append(part)
        wanted = together(goal, kept)
        if not holds(wanted):
            return wanted, part
    return goal, None


def subgoals_to_pursue(
    told: TaskUnderstanding, goal: Formula, how: str, ontology: Ontology
) -> tuple[Subgoal, ...]:
    """The subgoals of a goal in order; none when language told none.

    Args:
        told: what language understood.
        goal: which of its readings is pursued.
        how: one of SUBGOALS of the settings.
        ontology: what plays which role.
    """
    if how == WHOLE or not told.subgoals:
        return ()
    if goal != told.formula:
        told = _read_as(told, goal, ontology)
    return (filled_frames(told) if how == FRAMES else ()) or told.subgoals


def last_subgoal_only(told: TaskUnderstanding, ontology: Ontology) -> TaskUnderstanding:
    """What was understood, as if its last subgoal were all of it, in each of its readings.

    That is "directly working on the last predicted subgoal" (DANLI table 5).
    """

    def cut(goal: Formula) -> Formula:
        parts = parts_in_order(goal, subgoals_to_pursue(told, goal, TOLD, ontology))
        return together(goal, parts[-1:])

    chances: dict[Formula, float] = {}
    for reading in told.alternatives:
        goal = cut(reading.formula)
        chances[goal] = chances.get(goal, 0.0) + reading.probability
    ranked = sorted(
        (GoalAlternative(*item) for item in chances.items()), key=lambda r: -r.probability
    )
    best = ranked[0].formula if ranked else cut(told.formula)
    return replace(_read_as(told, best, ontology), alternatives=tuple(ranked))


def _read_as(told: TaskUnderstanding, goal: Formula, ontology: Ontology) -> TaskUnderstanding:
    return replace(
        told,
        formula=goal,
        subgoals=subgoals_of(goal),
        context=context_of(goal, ontology),
        task_type=task_type_of(goal),
    )


def _parts(formula: Formula, path: tuple[int, ...], types: Mapping[str, str]) -> Iterator[Part]:
    match formula:
        case Exists(variables, body):
            yield from _parts(body, path, {**types, **dict(variables)})
        case And(parts):
            for number, part in enumerate(parts):
                yield from _parts(part, (*path, number), types)
        case _:
            yield Part(path, formula, tuple(_triples(formula, types)))


def _triples(formula: Formula, types: Mapping[str, str]) -> Iterator[Subgoal]:
    for literal in literals(formula, env=types):
        if literal.atom.args and literal.atom.predicate not in AFFORDANCES:
            yield as_subgoal(literal)


def _only(
    formula: Formula, kept: Collection[tuple[int, ...]], path: tuple[int, ...]
) -> Formula | None:
    match formula:
        case Exists(variables, body):
            inner = _only(body, kept, path)
            if inner is None:
                return None
            used = free_variables(inner)
            left = tuple(pair for pair in variables if pair[0] in used)
            return Exists(left, inner) if left else inner
        case And(parts):
            inners = (_only(part, kept, (*path, i)) for i, part in enumerate(parts))
            found = tuple(inner for inner in inners if inner is not None)
            return And(found) if len(found) > 1 else next(iter(found), None)
        case _:
            return formula if path in kept else None
