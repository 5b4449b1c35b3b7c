# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads descriptions of ALFRED's seven task types: CAPEAM's context predictors (CAPEAM 3.1.1)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from egoplan_ros.language.goals.forms import goal_of
from egoplan_ros.language.goals.slots import Slots
from egoplan_ros.language.reader.decoder import Decoder, Reading, from_key, well_formed, well_typed
from egoplan_ros.language.reader.evidence import Evidence
from egoplan_ros.language.reader.explanations import unknown_object
from egoplan_ros.language.reader.network import LogProbabilities, Network
from egoplan_ros.language.reader.ranking import Candidate
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import singular, tokenize
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import Formula
from egoplan_ros.world.task import Instruction
from egoplan_ros.world.words.english import split_name

LEAST_SURE = 0.7
"""A type that no word of the text names is only taken with at least this probability."""

RIVAL, DIRECT_RIVAL = 0.1, 0.8
"""Share of the best reading's probability that another type of the same word gets when the data
have no such task; more if the word is that type's first name ("chair")."""

MOST = 6
"""Tasks that are candidates."""


class AnnotationReader:
    """Scores the slots of a task and decodes them together; keeps no state.

    Args:
        network: the trained encoder.
        lexicon: names of object types.
    """

    def __init__(self, network: Network, lexicon: Lexicon) -> None:
        self.network, self.lexicon, self.meta = network, lexicon, network.meta
        self.ontology = lexicon.ontology
        self.cues = {
            word: kind
            for word, kind in self.meta.cues.items()
            if kind not in self.ontology or singular(word) in lexicon.name_words(kind)
        }
        """Words that may stand for a type by themselves; who says "avocado" means no potato."""
        self.words = frozenset(self.meta.words)
        """Words that it has learned from."""
        self.decode_any = Decoder(self.meta)
        self.decode = Decoder(self.meta, self.ontology)
        counts: Counter[str] = Counter()
        for key, count in self.meta.prior.items():
            slots = from_key(key)
            for name in {slots.object, slots.mrecep, slots.recep, slots.toggle} - {""}:
                counts[name] += count
        total = sum(self.meta.prior.values()) or 1
        self.popularity = {name: count / total for name, count in counts.items()}
        """How often people mean a type, for names that several share."""

    @property
    def seen(self) -> frozenset[tuple[str, str]]:
        """(item, receptacle) pairs people have asked for; these fit besides the ontology's."""
        return self.decode_any.seen

    def readings(self, instruction: Instruction) -> list[Reading]:
        """The best tasks, whatever the text; types need not be known.

        This is what accuracy on annotated sentences is measured on.
        """
        goal, steps = _tokens(instruction)
        return self.decode_any(self._scores(goal, steps), _source(steps))

    def candidates(self, instruction: Instruction) -> dict[Candidate, Slots]:
        """The best well-typed tasks, most probable first, as candidates for the goal.

        Raises:
            InputError: an object that people speak of and the ontology lacks.
        """
        goal, steps = _tokens(instruction)
        scores = self._scores(goal, steps)
        words = [*goal, *(token for step in steps for token in step)]
        self._check_known(scores, words)
        told = Evidence(words, self.lexicon, self.cues)
        best = self.decode(scores, _source(steps))[:MOST]
        return {_candidate(r, told.missing(r.slots)): r.slots for r in best}

    def check_named(self, slots: Slots, instruction: Instruction, probability: float) -> None:
        """Refuse to guess an object or a place that nothing in the text names.

        Raises:
            InputError: with what is not told.
        """
        goal, steps = _tokens(instruction)
        words = [*goal, *(token for step in steps for token in step)]
        named = Evidence(words, self.lexicon, self.cues).named
        for slot, question in (("object", "which object is meant"), ("recep", "where it is to go")):
            kind = getattr(slots, slot)
            if kind and kind not in named and probability < LEAST_SURE:
                raise InputError(f"instruction: cannot tell {question}; say it in other words")

    def rivals(self, slots: Slots, instruction: Instruction) -> list[tuple[Formula, float]]:
        """What else the words of a task may name, with its share of the task's probability.

        For settling by what is seen: "the chair" may be an arm chair.
        """
        goal, steps = _tokens(instruction)
        words = [*goal, *(token for step in steps for token in step)]
        mentions = self.lexicon.find(words)
        found: dict[Formula, float] = {}
        for slot in ("object", "mrecep", "recep", "toggle"):
            kind = getattr(slots, slot)
            said = [m for m in mentions if kind in m.types]
            for other, mention in ((k, m) for m in said for k in m.types):
                changed: dict[str, Any] = {slot: other}
                task = replace(slots, **changed)
                name = " ".join(words[mention.start : mention.end])
                direct = self.lexicon.is_first_name(name, other)
                if (
                    task != slots
                    and well_formed(task)
                    and well_typed(task, self.ontology, self.seen)
                ):
                    found[goal_of(task)] = DIRECT_RIVAL if direct else RIVAL
        return list(found.items())

    def _scores(self, goal: Sequence[str], steps: Sequence[Sequence[str]]) -> LogProbabilities:
        return self.network(goal, steps)

    def _check_known(self, scores: LogProbabilities, words: Sequence[str]) -> None:
        """Refuse what the data know and the ontology does not."""
        for slot in ("object", "mrecep", "recep"):
            best = int(np.argmax(scores[slot]))
            kind = self.meta.labels[slot][best]
            if kind and kind not in self.ontology and np.exp(scores[slot][best]) > LEAST_SURE:
                own = " ".join(split_name(kind))
                said = [own] if own in " ".join(words) else []
                said += [word for word in words if self.meta.cues.get(word) == kind]
                if said:
                    raise unknown_object(said[0], self.lexicon)

    @property
    def report(self) -> Mapping[str, Any]:
        """How the weights were made."""
        return self.meta.report


def _candidate(reading: Reading, untold: int) -> Candidate:
    slots = reading.slots
    types = {slots.object, slots.mrecep, slots.recep, slots.toggle} - {""}
    return Candidate(goal_of(slots), reading.probability, False, untold, frozenset(types))


def _tokens(instruction: Instruction) -> tuple[list[str], list[list[str]]]:
    steps = [tokenize(step) for step in instruction.steps]
    return tokenize(instruction.text), [step for step in steps if step]


def _source(steps: Sequence[Sequence[str]]) -> str:
    return "steps" if steps else "goal"
