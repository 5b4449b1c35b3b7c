# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Phrases of a question: things, their states and their places."""

from collections.abc import Sequence
from dataclasses import dataclass

from egoplan_ros.language.goals.fitting import made_by_cooking
from egoplan_ros.language.goals.question import ANYTHING
from egoplan_ros.language.reader.explanations import unknown_object
from egoplan_ros.language.reader.nouns import ONE_IN_PLURAL, Unread
from egoplan_ros.language.text import word_lists as w
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.words.english import plural
from egoplan_ros.world.words.goal_words import STATES, type_words

BE = ("is", "are", "was", "were")
PEOPLE = ("i", "we", "you", "he", "she", "they", "somebody", "someone")
AT = frozenset("in inside on at upon atop within".split())
"""Words before a place."""
EVERYTHING = frozenset("anything something everything things stuff objects items else".split())
_HERE = (
    ["here"], ["in", "here"], ["around", "here"], ["around"], ["anywhere"], ["somewhere"],
    ["in", "this", "room"], ["in", "the", "room"], ["in", "the", "house"], ["at", "home"],
)  # fmt: skip
_AFTER = frozenset("now right currently please at the moment thanks then there left".split())
_INDEFINITE = frozenset("a an any some no".split())
SEEN = {
    **w.CONDITIONS,
    **{word: (state, True) for word, state in w.STATE_WORDS.items()},
    **{word: ("dirty", False) for word, state in w.STATE_WORDS.items() if state == "clean"},
    "running": ("toggled", True),
    "dirty": ("dirty", True),
    "full": ("filled", True),
    "empty": ("filled", False),
}
"""What is said of a thing, as a state that can be seen."""
_ABLE = {"toggled": "toggleable", "open": "openable", "dirty": "dirtyable", "filled": "fillable"}
_ABLE |= {"sliced": "sliceable"}
"""What a type must afford for a state to be told of it."""


@dataclass(frozen=True, slots=True)
class Things:
    """A noun phrase.

    Attributes:
        types: what it names.
        states: what is said of it.
        indefinite: "a mug", "any mugs".
        several: all of them are spoken of: "the mugs", "every mug".
        named: types that its name may stand for, however rarely.
    """

    types: tuple[str, ...]
    states: tuple[tuple[str, bool], ...] = ()
    indefinite: bool = False
    several: bool = False
    named: tuple[str, ...] = ()


class PhraseReader:
    """Reads phrases from a list of words."""

    def __init__(self, tokens: Sequence[str], lexicon: Lexicon) -> None:
        self.tokens, self.lexicon, self.ontology = list(tokens), lexicon, lexicon.ontology
        self.mentions = {found.start: found for found in lexicon.find(tokens, groups=True)}
        self.at = 0

    def word(self, ahead: int = 0) -> str:
        """The word at the reading point, or some words ahead; "" at the end."""
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def take(self, *options: str) -> bool:
        """Skip the next word when it is one of these."""
        found = bool(self.word()) and self.word() in options
        self.at += found
        return found

    def need(self, *options: str) -> None:
        """Skip the next word, which must be one of these."""
        if not self.take(*options):
            raise Unread

    def end(self) -> None:
        """Nothing but words without a meaning of their own may follow."""
        while self.word() in _AFTER:
            self.at += 1
        if self.word():
            raise Unread

    def starts_noun(self) -> bool:
        """Whether a noun phrase can start here."""
        word = self.word()
        return self.at in self.mentions or word in w.DETERMINERS or word in w.ALL | EVERYTHING

    def things(self) -> "Things":
        """A noun phrase: determiners and states before a name.

        Raises:
            InputError: the name of a thing that is not known.
        """
        indefinite = definite = every = False
        states: list[tuple[str, bool]] = []
        while self.at not in self.mentions and self.word() not in EVERYTHING:
            word = self.word()
            if word in w.ALL:
                every = True
            elif word in w.DETERMINERS or word == "no":
                indefinite |= word in _INDEFINITE
                definite |= word in w.DEFINITE
            elif word in SEEN and word not in ("on", "off"):
                states.append(SEEN[word])
            elif word != "of" and not (word in w.ROOMS and self.at + 1 in self.mentions):
                self.unknown(definite or indefinite)
            self.at += 1
        if self.at not in self.mentions:
            self.at += 1
            return Things((ANYTHING,), tuple(states), True, False)
        while self.mentions[self.at].end in self.mentions:
            self.at = self.mentions[self.at].end  # "glass bowl": the last noun is meant
        mention = self.mentions[self.at]
        self.at = mention.end
        name = " ".join(self.tokens[mention.start : mention.end])
        kinds = self.lexicon.called(name, mention.types)
        types = tuple(
            kind for kind in mention.types
            if kind in kinds and not kinds & set(self.ontology.lineage(kind)) - {kind}
        )  # fmt: skip
        for state, _ in states:
            types = self.able(types, mention.types, state)
        plural_said = mention.plural and types[0] not in ONE_IN_PLURAL
        several = every or (plural_said and definite)
        return Things(types, tuple(states), indefinite, several, mention.types)

    def unknown(self, determined: bool) -> None:
        """Tell that a noun is not known, where it cannot be anything else.

        Raises:
            InputError: so.
        """
        after = self.word(1)
        noun = self.word().isalpha() and self.word() not in w.ACTION_WORDS | _AFTER | set(PEOPLE)
        if noun and determined and (not after or after in AT or after in BE):
            if self.word() in w.ROOMS:
                raise InputError(
                    "instruction: I do not know rooms by their names; leave the "
                    f"{self.word()} out to ask about all that I can get to"
                )
            raise unknown_object(self.word(), self.lexicon)
        raise Unread

    def states(self) -> tuple[tuple[str, bool], ...]:
        """What is said of a thing after "is"; () where a place comes instead."""
        if self.word() in ("turned", "switched", "left") and self.word(1) in SEEN:
            self.at += 1
        named = self.at + 1 in self.mentions or self.word(1) in w.DETERMINERS | {"top"}
        if self.word() not in SEEN or (self.word() == "on" and named):
            return ()
        self.at += 1
        return (SEEN[self.tokens[self.at - 1]],)

    def place_follows(self) -> bool:
        """Whether a place can start here."""
        return self.word() in AT

    def end_of_place(self) -> None:
        """Skip words that say no more than that it is here."""
        for words in _HERE:
            if self.tokens[self.at :] == words:
                self.at = len(self.tokens)

    def places(self) -> tuple[str, ...]:
        """ "In the fridge", "on top of the table": types of the place; () for anywhere.

        Raises:
            InputError: nothing is put there.
        """
        self.end_of_place()
        if not self.place_follows():
            return ()
        inside = self.word() in ("in", "inside", "within")
        self.at += 1
        if self.take("top"):
            self.need("of")
        found = self.things()
        holds = [kind for kind in found.named if self.ontology.affords(kind, "receptacle")]
        if not holds or found.states or ANYTHING in found.types:
            raise InputError(
                "instruction: nothing is put in or on that; name a piece of furniture or a vessel"
            )
        own = [kind for kind in holds if kind in found.types] or holds
        wanted = "inside" if inside else "surface"
        return tuple(k for k in own if self.ontology.types[k].contains == wanted) or tuple(own)

    def able(self, types: Sequence[str], named: Sequence[str], state: str) -> tuple[str, ...]:
        """Types of which a state can be told, be it by a rarer meaning of their name: the burner
        that is lit is its knob.

        Raises:
            InputError: none.
        """
        if state not in _ABLE and state != "cooked":
            raise InputError(
                f"instruction: whether something is {state} cannot be seen; ask about something "
                "that is on, off, open, closed, clean or full"
            )
        able = tuple(k for k in types if self._shows(k, state))
        able = able or tuple(k for k in named if self._shows(k, state))
        if not able and tuple(types) != (ANYTHING,):
            names = " or ".join(plural(type_words(kind, self.ontology)) for kind in types)
            raise InputError(
                f"instruction: of {names} I cannot tell whether they are "
                f"{' or '.join(STATES.get(state, (state, 'not')))}; ask about another thing"
            )
        return able or tuple(types)

    def _shows(self, kind: str, state: str) -> bool:
        """Whether things of a type can be seen to be in a state; being hot is not seen."""
        if state == "cooked":
            return made_by_cooking(self.ontology, kind) == state
        return self.ontology.affords(kind, _ABLE[state])
