"""Reads requests by rules and by the model of ALFRED's sentences."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.language.bearing import tokens_of
from egoplan_ros.language.compose import all_meant, compose
from egoplan_ros.language.courtesies import unexplained
from egoplan_ros.language.coverage import CONDITIONAL, left_out, only_beside, unheld
from egoplan_ros.language.decoder import Decoder, Reading, from_key, well_formed, well_typed
from egoplan_ros.language.dialog_model import ROBOT, DialogModel, load_dialog_model
from egoplan_ros.language.dishes import DISHES
from egoplan_ros.language.evidence import Evidence
from egoplan_ros.language.exchange import Exchange
from egoplan_ros.language.features import featurize
from egoplan_ros.language.forms import context_of, goal_of, subgoals_of, task_type_of
from egoplan_ros.language.frame import Frame, frame_of
from egoplan_ros.language.gist import gist
from egoplan_ros.language.grammar import read
from egoplan_ros.language.guard import (
    check_is_request,
    check_names,
    corrected,
    unclear,
    unknown_object,
)
from egoplan_ros.language.lexicon import Lexicon, split_name
from egoplan_ros.language.network import LogProbabilities, Network
from egoplan_ros.language.nouns import Thing
from egoplan_ros.language.numerals import counted, listed
from egoplan_ros.language.pddl_goal import checked_goal, goal_text
from egoplan_ros.language.refusal import Refusal
from egoplan_ros.language.rewriting import plain
from egoplan_ros.language.spelling import spelled
from egoplan_ros.language.teach import goal_of_task, spoken_of
from egoplan_ros.language.text import (
    MAX_CHARACTERS,
    MAX_STEPS,
    STRANGE,
    checked_tokens,
    singular,
    tokenize,
)
from egoplan_ros.language.turns import turns_of
from egoplan_ros.language.words import ACTION_WORDS, LOOKS, STATE_WORDS
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import Formula, variable_types
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.task import GoalAlternative, Instruction, TaskUnderstanding

RELIABILITY = 0.87
"""Share of requests the grammar reads completely that mean what it read, on ALFRED's tune floor
plans. What has none of ALFRED's seven forms cannot be measured there, and is given the same."""

LEARNED = {"goal": 0.87, "steps": 0.95}
"""How much of the learned model's certainty holds there when nothing but a well-typed task of a
request that is not refused can come out."""

GIST = 0.85
"""The same of those that are read by their bearing words alone; too few there to measure."""

OPEN = 0.15
"""Probability shared equally by all a complete request's words allow: what exists decides later."""

LEAST_SURE = 0.7
"""A type that no word of the text names is only taken with at least this probability."""

WORTH_TELLING = 0.3
"""A guess that is less probable helps nobody to say what was meant."""

SURE_TASK = 0.35
"""A task of TEACh is taken for a dialog that is no simple request if at least so probable."""

SURE_OF_LONG_TASK = 0.7
"""The same for a longer one of which no word names the task."""

LIKE_TASK = 0.5
"""Talk that may be about anything is less like TEACh's tasks than this; nearly all of TEACh's own
long dialogs are more."""

UNCLEAR = "instruction: what the robot's question was answered with is not clear; name the thing"
TAKEN_BACK = "instruction: it was taken back; say what to do instead"
LONG = 24
"""Turns from which on a dialog is led step by step, as TEACh's are."""
TALK = 12
"""Turns of a dialog that may be about anything, and is followed turn by turn."""
SHORT = 6
"""Turns of a dialog that has room for nothing but one request: it is that or nothing."""

_SENTENCES = re.compile(
    r"[.!?;]+\s+\w+ \w|\bbut\b|\b(?:in|on|under) .*\b(?:goes|go|belongs?|should|must|needs?)\b"
)
_CLAUSES = re.compile(r"[.!?;,]+\s+\w+ \w")
"""What parts sentences, or clauses, of more than a word."""

RIVAL, DIRECT_RIVAL = 0.1, 0.8
"""Share of the best reading's probability that another type of the same word gets when the data
have no such task; more if the word is that type's first name ("chair")."""


class RuleReader:
    """Understands requests by rules alone; safe to share between threads, it keeps no state.

    Args:
        network: the trained encoder.
        ontology: object types and their names.
        literal: take a request that the grammar reads completely at its word, and refuse one whose
            object or destination is neither named nor sure. Without it the learned model has the
            last word on ALFRED's seven forms, as suits sentences of annotators who left out half
            of what they saw ("throw away the egg" for an egg that was to be heated first).
        dialogs: tells the task of a dialog; the shipped one by default.
    """

    def __init__(
        self,
        network: Network,
        ontology: Ontology,
        literal: bool = True,
        dialogs: DialogModel | None = None,
    ) -> None:
        self.literal = literal
        self.domain: Path | None = None
        """The planner's, for goals told as PDDL; None is config/household.pddl."""
        self.network = network
        self.ontology = ontology
        # A word like "whole" or "big" that stood by one type in the data does not tell that type.
        cues = {word: kind for word, kind in network.meta.cues.items() if word not in LOOKS}
        self.meta = replace(network.meta, cues=cues)
        self.lexicon = Lexicon(ontology)
        self.spelt = set(self.meta.words) | long_words(network.spell.index)
        """Words that are no slips of the pen of others: those of the data, and longer English
        ones; "bred" may be."""
        self.names = {
            word: kind
            for word, kind in cues.items()
            if kind not in ontology
            or word in ACTION_WORDS
            or singular(word) in self.lexicon.name_words(kind)
        }
        """Cues that may stand for a type by themselves; who says "avocado" means no potato."""
        self.decode_any = Decoder(self.meta)
        self.decode = Decoder(self.meta, ontology)
        self.dialogs = dialogs or load_dialog_model(self.lexicon)
        counts: Counter[str] = Counter()
        for key, count in self.meta.prior.items():
            slots = from_key(key)
            for name in {slots.object, slots.mrecep, slots.recep, slots.toggle} - {""}:
                counts[name] += count
        total = sum(self.meta.prior.values()) or 1
        self.popularity = {name: count / total for name, count in counts.items()}

    @property
    def report(self) -> Mapping[str, Any]:
        """How the weights were made."""
        return self.meta.report

    def readings(self, instruction: Instruction) -> list[Reading]:
        """The best tasks of ALFRED's seven forms, whatever the text; types need not be known.

        This is what accuracy on annotated sentences is measured on.
        """
        goal, steps = tokenize(instruction.text), [tokenize(step) for step in instruction.steps]
        things = read(goal, self.lexicon)
        scores = self._scores(goal, steps)
        return self.decode_any(scores, _source(steps), frame_of(things) if things else None)

    def understand(self, instruction: Instruction) -> TaskUnderstanding:
        """What a request asks for.

        A PDDL goal is taken as is. Words are read by the grammar; what has one of ALFRED's seven
        forms, and all the grammar cannot read, is decided by the learned model together with it.

        Raises:
            InputError: empty, too long or no request; an object we do not know; something that
                cannot be done with the object.
        """
        if goal := goal_text(instruction):
            formula = checked_goal(goal, self.ontology, domain=self.domain)
            return understood(instruction, [GoalAlternative(formula, 1.0)], "")
        if instruction.dialog and not instruction.text.strip():
            return self._dialog(instruction)
        return self._request(instruction, instruction.text, instruction.steps[:MAX_STEPS])

    def complete(self, text: str) -> bool:
        """Whether the grammar reads each word of a text, all in one sentence."""
        try:
            told = plain(text)
        except InputError:
            return False
        tokens = corrected(tokenize(told), self.lexicon, self.spelt)
        return bool(read(tokens, self.lexicon)) and not _SENTENCES.search(text)

    def _dialog(self, instruction: Instruction) -> TaskUnderstanding:
        """What a dialog asks for: turn by turn, or one of TEACh's tasks, or step by step."""
        short = len(instruction.dialog) <= SHORT
        task = self.dialogs(instruction.dialog)
        formula = goal_of_task(task, self.ontology)
        guessed = not spoken_of(task, instruction.dialog, self.lexicon)
        unsure = guessed and task.probability < SURE_OF_LONG_TASK
        talk = len(instruction.dialog) <= TALK and task.probability < LIKE_TASK
        exchange = Exchange(self.lexicon, self._name)
        followed = short or talk or (unsure and len(instruction.dialog) <= LONG)
        if followed and not instruction.steps:
            asked = exchange.asking(instruction.dialog)
            if len(asked) == 1 and read(tokenize(plain(asked[0])), self.lexicon):
                return self._request(instruction, asked[0], ())
            if heard := self._exchange(exchange, instruction):
                return heard
            if exchange.taken_back:
                raise InputError(TAKEN_BACK)
            if exchange.unclear:
                raise InputError(UNCLEAR)
        turns = instruction.dialog
        sure = formula is not None and task.probability >= SURE_TASK and not (guessed and short)
        if formula and sure and not (short and unheld(formula, turns, self.lexicon, fixed=True)):
            return understood(instruction, [GoalAlternative(formula, task.probability)], task.name)
        text, steps = _said(instruction)
        if short and not instruction.steps:
            found = self._request(instruction, ". ".join((text, *steps)), ())
            if unused := unheld(found.formula, turns, self.lexicon):
                raise InputError(
                    f"instruction: what is said of {unused!r} in it is not understood; say what "
                    "to do in one sentence"
                )
            return found
        return self._request(instruction, text, steps)

    def _exchange(self, exchange: Exchange, instruction: Instruction) -> TaskUnderstanding | None:
        """What a dialog asks for by its bearing words, None when that is not clear."""
        said = " ".join(text for _, text in instruction.dialog)
        if len(said) > MAX_CHARACTERS or STRANGE.search(said):
            return None
        found = self._alternatives(exchange.read(instruction.dialog))
        return understood(instruction, found, task_type_of(found[0].formula)) if found else None

    def _alternatives(self, things: Sequence[Thing] | None) -> list[GoalAlternative]:
        """Goals of what was read by its bearing words; empty when none can be meant."""
        if not things:
            return []
        seen = self.decode_any.seen
        try:
            found = compose(things, self.ontology, self.lexicon, self.popularity, seen)
        except InputError:
            return []
        return [replace(item, probability=item.probability * GIST) for item in found]

    def _request(
        self, instruction: Instruction, text: str, steps: tuple[str, ...]
    ) -> TaskUnderstanding:
        """What a request asks for.

        What would be refused is read by its bearing words.
        """
        if self.literal and not steps and len(text) <= MAX_CHARACTERS:
            text = counted(listed(text), self.lexicon)
        try:
            return self._whole(instruction, text, steps)
        except InputError:
            if steps or len(text) > MAX_CHARACTERS:
                raise
            if found := self._gist(text):
                return understood(instruction, found, task_type_of(found[0].formula))
            raise

    def _gist(self, text: str) -> list[GoalAlternative]:
        """What a request asks for by its bearing words alone; empty when that is not clear."""
        if len(turns_of(text)) > 1 or STRANGE.search(spelled(text)):
            return []
        for way in (_as_told, plain):
            try:
                tokens = [self._name(token) for token in tokens_of(way(text))]
            except InputError:
                continue
            if found := self._alternatives(gist(tokens, self.lexicon)):
                return found
        return []

    def _name(self, token: str) -> str:
        """A word, or the name of which it is a slip of the pen."""
        known = token in self.spelt or token in STATE_WORDS or len(token) < 6
        meant = None if known else self.lexicon.corrected(token)
        return token if meant is None or meant in DISHES else meant

    def _whole(
        self, instruction: Instruction, text: str, steps: tuple[str, ...]
    ) -> TaskUnderstanding:
        checked_tokens(text)
        turns = turns_of(text)
        if len(turns) > 1 and not steps:
            exchange = Exchange(self.lexicon, self._name)
            if heard := self._exchange(exchange, replace(instruction, dialog=tuple(turns))):
                return replace(heard, instruction=instruction)
            if exchange.taken_back:
                raise Refusal(TAKEN_BACK)
        goal = corrected(checked_tokens(plain(text)), self.lexicon, self.spelt)
        told = [
            corrected(tokens, self.lexicon, self.spelt)
            for tokens in (checked_tokens(step, "step") for step in steps if step.strip())
        ]
        things = read(goal, self.lexicon)
        frame = frame_of(things) if things else None
        if self.literal and things and any("cooked" in x.states or all_meant(x) for x in things):
            frame = None  # the data call it heated, and mean two; toast is more than warm bread
        if not things:
            words = [*goal, *(token for tokens in told for token in tokens)]
            check_is_request(words, self.lexicon, self.names)
            check_names(goal, self.lexicon, self.meta.words, self.names)
        if things and not told and self._grammar_decides(things, frame):
            found = self._composed(instruction, things)
        else:
            found = self._learned(instruction, goal, told, frame, things)
        if self.literal and not told and self._doubtful(found, goal, text, bool(things)):
            meant = self._gist(text)
            known = found.alternatives
            if meant and not any(same_goal(meant[0].formula, item.formula) for item in known):
                return understood(instruction, meant, task_type_of(meant[0].formula))
        return found

    def _doubtful(
        self, found: TaskUnderstanding, tokens: Sequence[str], text: str, known: bool
    ) -> bool:
        """Whether a reading may have run several sentences together, or guessed a type.

        The data that the learned model knows are single short sentences.
        """
        if (_SENTENCES if known else _CLAUSES).search(text):
            return True
        return not known and self._guesses(found, tokens)

    def _guesses(self, found: TaskUnderstanding, tokens: Sequence[str]) -> bool:
        """Whether a reading has a type that no word names."""
        mentions = self.lexicon.find(tokens, groups=True)
        lineage = self.ontology.lineage
        named = {kind for mention in mentions for name in mention.types for kind in lineage(name)}
        types = set(variable_types(found.formula).values()) - {"Fridge", "Microwave"}  # means
        return not types <= named

    def _composed(self, instruction: Instruction, things: Sequence[Thing]) -> TaskUnderstanding:
        seen = self.decode_any.seen
        found = compose(things, self.ontology, self.lexicon, self.popularity, seen)
        found = [replace(item, probability=item.probability * RELIABILITY) for item in found]
        return understood(instruction, found, task_type_of(found[0].formula))

    def _grammar_decides(self, things: Sequence[Thing], frame: Frame | None) -> bool:
        """Whether the grammar's reading stands alone: no learned form, or types never learned."""
        if frame is None:
            return self.literal or not self._maybe_carried(things)
        for slot in ("object", "mrecep", "recep", "toggle"):
            allowed = getattr(frame, slot)
            if allowed and not set(allowed) & set(self.meta.labels[slot]):
                return True
        return False

    def _maybe_carried(self, things: Sequence[Thing]) -> bool:
        """ "the pan and the spatula": people also say this of a pan with a spatula in it."""
        if len(things) != 2 or any(thing.count > 1 or thing.states for thing in things):
            return False
        (a, b), fits = (thing.types for thing in things), self.ontology.fits
        pairs = [(x, y) for x in a for y in b] + [(y, x) for x in a for y in b]
        return things[0].place is things[1].place and any(
            fits(item, carrier) and self.ontology.affords(carrier, "pickupable")
            for item, carrier in pairs
        )

    def _learned(
        self,
        instruction: Instruction,
        goal: list[str],
        steps: list[list[str]],
        frame: Frame | None,
        things: Sequence[Thing] | None,
    ) -> TaskUnderstanding:
        scores = self._scores(goal, steps)
        words = [*goal, *(token for step in steps for token in step)]
        literal = self.literal and frame is not None and not steps
        if not literal:
            self._check_known(scores, words)
        evidence = Evidence(words, self.lexicon, self.names)
        bias = evidence.bias if self.literal and not literal else None
        readings = self.decode(scores, _source(steps), frame, literal, bias)
        if literal and things and not readings:  # types the data never had, or a misfit
            return self._composed(instruction, things)
        if not readings:
            raise InputError("instruction: no goal can be made of it; say it in other words")
        if literal:
            level = OPEN / len(readings)
            readings = [
                Reading(r.slots, RELIABILITY * ((1 - OPEN) * r.probability + level))
                for r in readings
            ]
        elif self.literal:
            self._check_sure(readings, evidence, words)
            if not steps and (word := left_out(goal, readings[0].slots, self.lexicon)):
                told = Refusal if word in CONDITIONAL else InputError
                raise told(
                    f"instruction: {word!r} in it is not understood; say it in other words, "
                    "one thing after the other"
                )
            share = LEARNED[_source(steps)]
            readings = [Reading(r.slots, share * r.probability) for r in readings]
        if (
            self.literal
            and not steps
            and (near := only_beside(goal, readings[0].slots, self.lexicon, self.meta.cues))
        ):
            raise InputError(
                f"instruction: {near!r} is no place to put things; name what it shall stand on"
            )
        found: dict[Formula, float] = {}
        for reading in self._with_rivals(readings, words):
            formula = goal_of(reading.slots)
            found[formula] = found.get(formula, 0.0) + reading.probability
        ranked = sorted(found.items(), key=lambda item: -item[1])
        best = [GoalAlternative(formula, min(1.0, chance)) for formula, chance in ranked[:12]]
        return understood(instruction, best, task_type_of(best[0].formula))

    def _scores(self, goal: Sequence[str], steps: Sequence[Sequence[str]]) -> LogProbabilities:
        return self.network(featurize(goal, steps, self.lexicon, self.meta.types))

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

    def _check_sure(
        self, readings: Sequence[Reading], evidence: Evidence, words: Sequence[str]
    ) -> None:
        """Refuse to guess an object or a destination that nothing in the text names."""
        for slot, question, least in (
            ("object", "which object is meant", LEAST_SURE),
            ("recep", "where it is to go", LEAST_SURE),
            ("task_type", "what is to be done", LEAST_SURE / 2),
        ):
            kind = getattr(readings[0].slots, slot)
            sure = sum(r.probability for r in readings if getattr(r.slots, slot) == kind)
            if kind and kind not in evidence.named and sure < least:
                if problem := unclear(slot, words, self.lexicon):
                    raise InputError(problem)
                guess = f"; {kind} is the likeliest with {sure:.0%}" if sure > WORTH_TELLING else ""
                raise InputError(
                    f"instruction: cannot tell {question}{guess}. Say it in other words"
                )

    def _with_rivals(self, readings: Sequence[Reading], words: Sequence[str]) -> list[Reading]:
        """Add what else the words of the best reading may name, for settling by what is seen."""
        best = readings[0]
        mentions = self.lexicon.find(words)
        known = {reading.slots for reading in readings}
        rivals = []
        for slot in ("object", "mrecep", "recep", "toggle"):
            kind = getattr(best.slots, slot)
            said = [m for m in mentions if kind in m.types]
            for other, mention in ((k, m) for m in said for k in m.types):
                changed: dict[str, Any] = {slot: other}
                slots = replace(best.slots, **changed)
                name = " ".join(words[mention.start : mention.end])
                direct = self.lexicon.is_first_name(name, other)
                fine = well_formed(slots) and well_typed(slots, self.ontology, self.decode_any.seen)
                if slots not in known and fine:
                    known.add(slots)
                    share = DIRECT_RIVAL if direct else RIVAL
                    rivals.append(Reading(slots, best.probability * share))
        given = sum(reading.probability for reading in readings)
        scale = given / (given + sum(reading.probability for reading in rivals))
        everything = [*readings, *rivals]
        return [Reading(r.slots, r.probability * scale) for r in everything]


def long_words(pieces: Iterable[str]) -> set[str]:
    """Those of a vocabulary of word pieces that are words of at least six letters."""
    return {piece for piece in pieces if len(piece) > 5 and piece.isalpha()}


def of_form(goal: Formula) -> bool:
    """Whether a goal was made of one of ALFRED's forms, whose variables have names of their own."""
    return "?o" in variable_types(goal)


def same_goal(a: Formula, b: Formula) -> bool:
    """Whether two goals have the same conditions, whatever their order and names."""
    return Counter(subgoals_of(a)) == Counter(subgoals_of(b))


def _source(steps: Sequence[Sequence[str]]) -> str:
    return "steps" if steps else "goal"


def _as_told(text: str) -> str:
    return unexplained(spelled(text))


def _said(instruction: Instruction) -> tuple[str, tuple[str, ...]]:
    """A dialog as text and steps, the robot's own words left out."""
    said = [text for who, text in instruction.dialog if who.strip().lower() not in ROBOT]
    said = [text for text in said if tokenize(text)] or [""]
    return said[0], (*said[1:], *instruction.steps)[:MAX_STEPS]


def understood(
    instruction: Instruction, found: Sequence[GoalAlternative], task_type: str
) -> TaskUnderstanding:
    """An instruction with its goals, best first, and what follows from the best."""
    best = found[0]
    return TaskUnderstanding(
        instruction=instruction,
        formula=best.formula,
        confidence=best.probability,
        alternatives=tuple(found),
        subgoals=subgoals_of(best.formula),
        context=context_of(best.formula),
        task_type=task_type,
    )
