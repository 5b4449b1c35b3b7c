"""Asking back: when two readings stay equally likely although all they speak of has been seen."""

from collections.abc import Iterable
from dataclasses import replace

from egoplan_ros.language.forms import context_of, subgoals_of, task_type_of
from egoplan_ros.language.lexicon import Lexicon, split_name
from egoplan_ros.language.text import tokenize
from egoplan_ros.world.goal import variable_types
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import GoalAlternative, TaskUnderstanding

EQUAL = 0.8
"""Share of the best reading's probability from which on the second is as likely."""


def question_of(understanding: TaskUnderstanding, types_seen: Iterable[str]) -> str:
    """What to ask the person, "" when there is nothing to ask.

    Nothing is asked as long as one of two readings may still be ruled out by what is not there.

    Args:
        understanding: settled by what was seen.
        types_seen: names of types that exist in the world model.
    """
    if len(understanding.alternatives) < 2:
        return ""
    first, second = understanding.alternatives[:2]
    if second.probability < EQUAL * first.probability:
        return ""
    seen, ontology = set(types_seen), load_ontology()
    one, two = _own(first, second), _own(second, first)
    if not one or not two:
        return ""
    if not all(seen & ontology.subtypes(kind) for kind in (*one, *two) if kind in ontology):
        return ""
    return f"Do you mean {_named(one)} or {_named(two)}?"


def answered(
    understanding: TaskUnderstanding, answer: str, lexicon: Lexicon
) -> TaskUnderstanding | None:
    """The understanding after an answer, or None when the answer names neither reading.

    Args:
        understanding: the one :func:`question_of` asked about.
        answer: what the person said.
        lexicon: names of object types.
    """
    if len(understanding.alternatives) < 2:
        return None
    first, second, *others = understanding.alternatives
    mentions = lexicon.find(tokenize(answer))
    told = {kind for mention in mentions for kind in mention.types[:1]}
    told |= {
        kind
        for mention in mentions
        for kind in mention.types
        if lexicon.is_first_name(" ".join(tokenize(answer)[mention.start : mention.end]), kind)
    }
    likes = [bool(told & _own(first, second)), bool(told & _own(second, first))]
    if likes[0] == likes[1]:
        return None
    chosen, rest = (first, second) if likes[0] else (second, first)
    best = GoalAlternative(chosen.formula, min(1.0, first.probability + second.probability))
    return replace(
        understanding,
        formula=best.formula,
        confidence=best.probability,
        alternatives=(best, *others, GoalAlternative(rest.formula, 0.0)),
        subgoals=subgoals_of(best.formula),
        context=context_of(best.formula),
        task_type=task_type_of(best.formula) if understanding.task_type else "",
    )


def _own(one: GoalAlternative, other: GoalAlternative) -> set[str]:
    """Types of one reading that the other has not."""
    types = set(variable_types(one.formula).values())
    return types - set(variable_types(other.formula).values())


def _named(kinds: set[str]) -> str:
    return " and ".join(f"the {' '.join(split_name(kind))}" for kind in sorted(kinds))
