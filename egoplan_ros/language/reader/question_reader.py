# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions about how things are, read by the forms that questions have in English.

A question is an interrogative clause, or such a clause after words that ask to be told ("could you
check whether ..."). It begins with a question word or an auxiliary; inside another clause ("tell
me where the mug is") the subject comes before the verb. Every word has to be understood: what goes
on after a question ("... goes in the sink") asks for something else.
"""

import re
from collections.abc import Sequence

from egoplan_ros.language.goals.question import ANYTHING, Question, QuestionKind
from egoplan_ros.language.reader.nouns import Unread
from egoplan_ros.language.reader.question_phrases import (
    AT,
    BE,
    EVERYTHING,
    PEOPLE,
    SEEN,
    PhraseReader,
    Things,
)
from egoplan_ros.language.text import word_lists as w
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import tokenize

CANNOT_READ = (
    "instruction: a question that I cannot read; ask whether there is a thing, where or how many "
    "there are, what is in or on something, or whether something is on, off, open, closed or clean"
)
_SHORT = re.compile(r"\b(what|where|who|how|there)(?:['\u2019]s|['\u2019]re)\b", re.IGNORECASE)
_NOUN = re.compile(rf"['\u2019]s(?= (?:{'|'.join([*SEEN, *AT])})\b)")
_HAVE = re.compile(r"['\u2019]ve\b", re.IGNORECASE)
_CALLED = re.compile(r"(?:(?:hey|hi|hello|ok|okay|so|well|robot|please|um|er|now|and)\b[,.! ]*)*")
_END = re.compile(r"[.!?;:]\s*\w")

_HELP = ("do", "does", "did", "have", "has", "can", "could")
_CLAUSE = frozenset(("if", "whether", "where", "how", "what", "which", *BE))
"""Words that a question begins with."""
_MIGHT = frozenset("to can could might may should would shall must".split())
_ASK = frozenset("tell know check see find look say wonder wondering idea inform verify".split())
"""Words that ask to be told; one at least stands before a clause that is a question inside."""
_LEAD = _ASK | frozenset(
    "please kindly can could would will do you robot i we am m d d like want need to go and have "
    "a take quick quickly just me us let out for any got over at".split()
)
"""Small words that may stand beside them."""


def may_ask(text: str) -> bool:
    """Whether a text begins as questions do, those that ask for something to be done too."""
    tokens = _tokens(text)
    return bool(tokens) and (_lead(tokens) > 0 or tokens[0] in _CLAUSE or tokens[0] in _HELP)


def is_question(text: str) -> bool:
    """Whether a text asks how things are, in a form that is nothing else."""
    tokens = _tokens(text)
    at = _lead(tokens)
    inside = at > 0 and tokens[at] in ("if", "whether", "where", "how")
    first, second = [*tokens, "", ""][:2]
    direct = second in ("many", *BE, *_HELP) and first in ("how", "where", "who", "why", "when")
    direct |= first in BE and second == "there"
    wish = w.ACTION_WORDS | w.JOINERS | _MIGHT  # "tell me where the mug is and bring it"
    return (inside or direct) and wish.isdisjoint(tokens[at:])


def read_question(text: str, lexicon: Lexicon) -> Question | None:
    """The question that a text is; None where it is none, or none that can be read.

    Raises:
        InputError: a question about what is not known, or what nobody can see.
    """
    if _END.search(_CALLED.sub("", text.strip().lower(), count=1)):
        return None
    try:
        return _Reader(_tokens(text), lexicon).question()
    except Unread:
        return None


def _tokens(text: str) -> list[str]:
    said = _CALLED.sub("", text.strip().lower(), count=1)
    return tokenize(_HAVE.sub(" have", _NOUN.sub(" is", _SHORT.sub(r"\1 is", said))))


def _lead(tokens: Sequence[str]) -> int:
    """How many words only ask to be told what comes next."""
    at = next((i for i, word in enumerate(tokens) if word not in _LEAD), len(tokens))
    asks = at < len(tokens) and tokens[at] in _CLAUSE
    return at if asks and _ASK & set(tokens[:at]) else 0


class _Reader(PhraseReader):
    """Reads one question from its words."""

    def question(self) -> Question:
        """The whole text."""
        self.at = _lead(self.tokens)
        inside = self.at > 0
        if self.take("where"):
            return self.where()
        if self.take("how"):
            self.need("many")
            return self.how_many()
        if self.take("what", "which"):
            return self.what()
        if inside and not self.take("if", "whether") and self.word() not in BE:
            raise Unread
        return self.whether()

    # Clauses ------------------------------------------------------------------------------------

    def where(self) -> Question:
        """ "Where is my phone", "where did I leave my keys"."""
        if self.take(*_HELP):  # "where did I leave my keys"
            self.need(*PEOPLE)
        elif self.word() in PEOPLE:  # "where I left my keys"
            self.at += 1
        else:
            before = self.take(*BE)
            found = self.things()
            if not before:
                self.need(*BE)
            return self.asked(QuestionKind.WHERE, found)
        for _ in range(2):  # "last saw"
            if self.starts_noun():
                break
            self.at += 1
        return self.asked(QuestionKind.WHERE, self.things())

    def how_many(self) -> Question:
        """ "How many mugs are in the sink"."""
        found = self.things()
        if (self.take(*_HELP) and self.take(*PEOPLE)) or self.take(*PEOPLE):
            self.at += 1  # "do we have"
        elif self.take("there"):
            self.need(*BE)
        elif self.take(*BE):
            self.take("there")
        return self.asked(QuestionKind.HOW_MANY, found, self.states())

    def what(self) -> Question:
        """ "What is on the table", "which cups are dirty"."""
        found = Things((ANYTHING,))
        while self.take(*EVERYTHING):
            pass
        if self.word() in w.DETERMINERS:
            raise Unread  # "what a smell"
        if self.starts_noun():
            found = self.things()
        if (self.take(*_HELP) and self.take(*PEOPLE)) or self.take(*PEOPLE):
            self.at += 1
        else:
            there = self.take("there")
            self.need(*BE)
            if not there:
                self.take("there")
        states = self.states()
        kind = QuestionKind.WHERE if states else QuestionKind.WHAT  # "which mug is dirty?"
        if states and found.types == (ANYTHING,):
            raise Unread
        question = self.asked(kind, found, states)
        if kind is QuestionKind.WHAT and not question.places:
            raise Unread
        return question

    def whether(self) -> Question:
        """ "Is there an apple", "is the stove off", "the egg is in the sink"."""
        inverted = self.take(*BE)
        able = self.word() in ("can", "could")
        helped = not inverted and self.take(*_HELP)
        if self.take("there"):
            if not inverted:
                self.need(*BE)
            return self.asked(QuestionKind.WHETHER, self.things())
        if helped or (not inverted and self.word() in PEOPLE):
            self.need(*PEOPLE)
            if able and self.word() != "see":
                raise Unread  # "can I have an apple?"
            return self.possession()
        found = self.things()
        if not inverted:
            self.need(*BE)
        here = self.at
        self.end_of_place()
        if not self.word() and found.indefinite and here == self.at:
            raise Unread  # "is a mug"
        states = self.states()
        if not states and not self.place_follows():
            raise Unread
        return self.asked(QuestionKind.WHETHER, found, states, True)

    def possession(self) -> Question:
        """ "Do we have any apples", "have you seen my phone", "did I leave the stove on"."""
        verb = self.word()
        self.need("have", "has", "got", "see", "seen", "leave", "left")
        self.take("got")
        found = self.things()
        if verb in ("leave", "left"):
            return self.asked(QuestionKind.WHETHER, found, self.states(), True)
        kind = QuestionKind.WHERE if verb == "seen" else QuestionKind.WHETHER
        return self.asked(kind, found)

    def asked(
        self,
        kind: QuestionKind,
        found: Things,
        states: tuple[tuple[str, bool], ...] = (),
        said_of: bool = False,
    ) -> Question:
        """The question, once the words at its end are read.

        What is said of several, or that something is off or closed, is said of all of them.
        """
        places = self.places()
        self.end()
        if said_of and not (states or places):
            raise Unread
        if kind is not QuestionKind.WHAT and not places and found.types == (ANYTHING,):
            raise Unread  # "where is everything"
        types = found.types
        for state, _ in states:
            types = self.able(types, found.named, state)
        negative = bool(states) and not states[0][1]
        every = said_of and not found.indefinite and (found.several or negative)
        if found.states and every:
            raise Unread
        return Question(kind, types, places, (*found.states, *states), every)
