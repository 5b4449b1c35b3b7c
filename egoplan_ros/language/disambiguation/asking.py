# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Asking back: when two readings stay equally likely although all they speak of has been seen, and
when it is not sure what shall be done at all."""

from collections.abc import Iterable
from dataclasses import replace

from egoplan_ros.language.goals.forms import context_of, subgoals_of, task_type_of
from egoplan_ros.language.reader.ranking import shape
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import tokenize
from egoplan_ros.world.goal import variable_types
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import GoalAlternative, TaskUnderstanding
from egoplan_ros.world.words.english import split_name
from egoplan_ros.world.words.goal_words import goal_words

EQUAL = 0.8
"""Share of the best reading's probability from which on the second is as likely."""


UNSURE, WORTH = 0.5, 0.1
"""Confidence below which is asked what shall be done, and least probability of the second reading
to ask for it."""

_CHOICES = ({"1", "first", "former"}, {"2", "second", "latter"})
"""Words for the one that was told first, and for the other."""


def question_of(understanding: TaskUnderstanding, types_seen: Iterable[str]) -> str:
    """What to ask the person, "" when there is nothing to ask.

    Which of two types is meant is not asked as long as one may still be ruled out by what is not
    there; what shall be done is asked at once.

    Args:
        understanding: settled by what was seen.
        types_seen: names of types that exist in the world model.
    """
    if len(understanding.alternatives) < 2:
        return ""
    first, second = understanding.alternatives[:2]
    ontology = load_ontology()
    if _unsure(understanding):
        ends = [goal_words(reading.formula, ontology) for reading in (first, second)]
        return f"Shall it be so that (1) {ends[0]}, or that (2) {ends[1]}?"
    if second.probability < EQUAL * first.probability:
        return ""
    seen = set(types_seen)
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
    if likes[0] == likes[1] and _unsure(understanding):
        likes = [bool(words & set(tokenize(answer))) for words in _CHOICES]
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
        context=context_of(best.formula, lexicon.ontology),
        task_type=task_type_of(best.formula) if understanding.task_type else "",
    )


def _unsure(understanding: TaskUnderstanding) -> bool:
    """Whether two readings differ in what shall be done, and neither is sure."""
    if understanding.decided or understanding.confidence >= UNSURE:
        return False
    first, second = understanding.alternatives[:2]
    return second.probability >= WORTH and shape(first.formula) != shape(second.formula)


def _own(one: GoalAlternative, other: GoalAlternative) -> set[str]:
    """Types of one reading that the other has not."""
    types = set(variable_types(one.formula).values())
    return types - set(variable_types(other.formula).values())


def _named(kinds: set[str]) -> str:
    return " and ".join(f"the {' '.join(split_name(kind))}" for kind in sorted(kinds))
