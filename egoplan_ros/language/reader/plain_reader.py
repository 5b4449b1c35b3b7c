# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plain requests, of which a small grammar reads each word."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from egoplan_ros.language.goals.composition import compose
from egoplan_ros.language.goals.fitting import Pairs
from egoplan_ros.language.reader.grammar import read
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import tokenize
from egoplan_ros.world.task import GoalAlternative

_STOP = re.compile(r"[.!?;]+\s+(?=\w)")
_BUT = re.compile(r"\bbut\b", re.IGNORECASE)
"""A contrast, which the grammar would read as another wish."""


@dataclass(frozen=True, slots=True)
class PlainReading:
    """What plain sentences ask for.

    Attributes:
        goals: most probable first; none where not each word is understood.
        changed: whether something was told of a thing that is told otherwise later, so that the
            order of the words tells what is wanted.
    """

    goals: tuple[GoalAlternative, ...] = ()
    changed: bool = False


class PlainReader:
    """Reads what is told in plain sentences; keeps no state.

    Args:
        lexicon: names of things.
        popularity: how often people mean a type, for names that several share.
        seen: (item, receptacle) pairs that fit besides those of the ontology.
    """

    def __init__(self, lexicon: Lexicon, popularity: Mapping[str, float], seen: Pairs) -> None:
        self.lexicon, self.popularity, self.seen = lexicon, popularity, seen

    def __call__(self, text: str) -> PlainReading:
        """What a text asks for.

        Raises:
            InputError: understood, and impossible.
        """
        tokens = tokenize(_STOP.sub(" then ", text))
        things = None if _BUT.search(text) else read(tokens, self.lexicon)
        if not things:
            return PlainReading()
        goals = compose(things, self.lexicon, self.popularity, self.seen)
        return PlainReading(tuple(goals), any(thing.changed for thing in things))
