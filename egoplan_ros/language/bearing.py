"""The bearing words of a request: things, acts, states, places; all others are left out.

"I should be so grateful if each vase could be moved to the dining table" bears [each vase] [put]
[to] [dining table]. :mod:`gist` makes wishes of these.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from egoplan_ros.language import bearing_words as k
from egoplan_ros.language import words as w
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.text import tokenize


@dataclass(slots=True)
class Bearing:
    """One bearing word or phrase.

    Attributes:
        kind: thing, act, state, every and number; it, there and inside (pronouns), me (the
            person), holder ("its ring"); into, away, for, with and except (what leads to a name);
            not, is, wish and stop; unknown, room, whither, mystery and strange (what may be meant
            to be done or gone to, and we do not know).
        value: of an act or state its predicate ("!" before it: not), of others the word.
        start, end: its tokens.
    """

    kind: str
    value: str
    start: int
    end: int


def tokens_of(text: str) -> list[str]:
    """Words, numbers and stops of a text in lower case."""
    for pattern, by in k.PHRASES:
        text = pattern.sub(by, text)
    text = re.sub(r"\b(it|he|she|that|this|there|who|what|where)'s\b", r"\1 is", text)
    parts = re.split(r"([,.;:!?()]+|\s+[-\u2013\u2014]+\s+)", text)
    found: list[str] = []
    for part in parts:
        end = "." if set(part) & set(".;:!?()") else ","
        found += tokenize(part) or ([end] if part.strip() else [])
    return found


def verb_of(word: str) -> str:
    """The verb of which a word is a form, "" when it is none we know."""
    return k.FORMS.get(word, "")


def bearings(tokens: Sequence[str], lexicon: Lexicon) -> list[Bearing]:
    """What bears the meaning of a request, from left to right.

    Args:
        tokens: from :func:`tokens_of`.
        lexicon: the names of things.
    """
    return list(_Scanner(tokens, lexicon).scan())


_STANDS = frozenset("standing lying sitting hanging resting".split())
"""How things are, and nothing that is to be done."""


_AFTER_THAT = frozenset(
    "on off up out too open shut closed goes belongs can should must comes".split()
)
"""Words behind a "that" that stands for a thing."""


_TEMPERED = frozenset("hot warm cold boiling".split())


class _Scanner:
    def __init__(self, tokens: Sequence[str], lexicon: Lexicon) -> None:
        self.tokens = tokens
        self.mentions = {found.start: found for found in lexicon.find(tokens, groups=True)}

    def word(self, at: int) -> str:
        return self.tokens[at] if 0 <= at < len(self.tokens) else ","

    def scan(self) -> Iterator[Bearing]:
        at = 0
        while at < len(self.tokens):
            found = self._at(at)
            at = found.end if found else at + 1
            if found and found.kind:
                yield found

    def _at(self, at: int) -> Bearing | None:
        word, after, before = self.word(at), self.word(at + 1), self.word(at - 1)

        def one(kind: str, value: str = "", size: int = 1) -> Bearing:
            return Bearing(kind, value or word, at, at + size)

        excepted = next((e for e in k.EXCEPT if tuple(self.tokens[at : at + len(e)]) == e), None)
        if excepted:
            return one("except", word, len(excepted))
        if word in k.STOPS:
            return one("stop")
        if verb := self._verb(at):
            act = k.ACTS[verb]
            return one("act", act) if act else one("wish")
        if at in self.mentions:
            return Bearing("thing", word, at, self.mentions[at].end)
        for size in (5, 4, 3, 2, 1):
            phrase = " ".join(self.tokens[at : at + size])
            if not k.ENDS & set(phrase.split()) and k.EVERY.match(phrase):
                if self._leads_to_name(at) and "them" not in phrase:
                    break
                follows = self.word(at + size)
                if size == 1 and follows in k.IDLE_ALL:
                    break
                if size == 1 and (before in ("at", "after", "above", "that") or word != "all"):
                    break
                return one("every", phrase, size)
        if word in w.ALL and not self._leads_to_name(at):
            idle = after in k.IDLE_ALL or before in ("at", "after", "above")
            return one("", size=1) if idle else one("strange")
        if word == "zero":
            return one("strange")
        if word == "one" and after in k.INTO and before in w.LOOKS:
            return one("number")  # "and the blue one in the cabinet"
        counts = after in ("more", "other", *k.INTO, "goes", "belongs", "lies", "stays")
        ends = after in k.STOPS or after in (*k.INTO, "up", "for", "please", "first")
        if word == "one" and ends and self._verb(at - 1):
            return one("number")  # "cut one up", "wash one"
        if word == "one" and before in k.STOPS and counts:
            return one("number", size=2 if after in ("more", "other") else 1)
        if word in w.NUMBERS and word not in ("one", "both") and not self._leads_to_name(at):
            return self._number(at)
        if word in ("on", "off"):
            return self._on_or_off(at)
        if word == "out" and before in ("them", "it", "candle", "candles"):
            return one("")
        if word in k.STATES and not (word == "going" and after not in k.STOPS):
            return None if self._describes(at) else one("state", k.STATES[word])
        if word in ("wash", "rinse", "scrub", "clean", "wipe", "polish"):  # "needs a wash"
            return one("state", "clean")
        if word in ("up", "down") and {"lid", "seat"} & set(self.tokens[max(at - 8, 0) : at]):
            return one("state", "open" if word == "up" else "!open")
        if word == "inside" and after in k.STOPS:
            return one("inside")
        if word in k.INTO:
            pronoun = after in w.PRONOUNS | {"that", "its", "their", "there"}
            leads = pronoun or at + 1 in self.mentions or self._leads_to_name(at)
            if word in ("to", "into", "onto") and self._room(at + 1):
                return one("room")
            if self.tokens[max(at - 2, 0) : at] in k.RELATIVE:
                return one("away")  # "the card that is in the box"
            if word == "to" and (after == "be" or self._verb(at + 1)):
                return None
            if not leads and word == "to" and after not in w.DETERMINERS | w.RECIPIENTS:
                return (
                    None if after in k.FORMS or after in k.IDLE_NOUNS | k.STOPS else one("whither")
                )
            return one("into") if leads or after in w.DETERMINERS else None
        if word == "of" and any(found.end == at for found in self.mentions.values()):
            return one("away")  # "the drawer of the desk"
        if word == "left" and before in ("be", "then", "and", "being"):
            return one("act", k.PLACE)  # "chilled and then left on the counter"
        if word == "left" and after != "of" and before not in ("the", "on", "to"):
            return one("is")  # "somebody left the tap running"
        hung = any(self._verb(i) in ("hang", "drape") for i in range(max(at - 8, 0), at))
        if word == "over" and hung and self._leads_to_name(at):
            return one("into")
        if word in ("over", "around") and after == "to":
            return one("")
        if word in k.AWAY or (word == "out" and after == "of"):
            return one("away", word, 2 if after in ("to", "of") else 1)
        if word in w.LOOKS and after == "and" and self.word(at + 2) in w.DETERMINERS:
            return one("mystery")  # "a white and a gold bottle"
        if word in w.PARTS and after == "of" and not self._leads_to_name(at):
            return one("mystery")  # a piece of what we do not know
        if word == "for" and self._leads_to_name(at):
            return one("for")
        drink = self.word(at + 2) if after in w.DETERMINERS | _TEMPERED else after
        if word in ("with", "containing") and drink in w.CONTENTS:
            return one("state", "brewed" if drink == "coffee" else "filled")
        if word in ("with", "containing"):
            known = self._leads_to_name(at) or after in k.WITH or self.word(at + 2) in k.WITH
            return one("with") if known else one("mystery")
        if word in ("slice", "slices", "pieces") and before in w.DETERMINERS and after != "of":
            return one("it") if not self._leads_to_name(at) else None
        if (
            (word in ("those", "these", "both") and not self._leads_to_name(at))
            or (word in ("it", "them", "they"))
            or (word in ("that", "this") and after in (*k.STOPS, *k.INTO, *_AFTER_THAT))
        ):
            return one("it")
        if word == "there" and after not in k.COPULA | k.WISHES and before not in ("over", "up"):
            return one("there")
        if word in ("him", "her") and self._verb(at - 1) and after in (*k.INTO, "on"):
            return one("it")  # "put him on the armchair"
        if word in w.RECIPIENTS or word == "here":
            return one("me")
        if word in k.DENIALS and not (word == "spare" and after not in w.DETERMINERS):
            return one("not")
        holder = after in k.HOLDERS and at + 1 not in self.mentions
        if holder and word == "the" and before in (*k.INTO, "over"):
            return one("holder", size=2)
        if word in ("its", "their") and self.word(at + 1) in k.HOLDERS:
            return one("holder", size=2)
        if word in w.DETERMINERS and self._names_unknown(at):
            return one("unknown")
        if self._strange_deed(at):
            return one("strange")
        if word in ("has", "have", "had") and after == "to":
            return one("wish", size=2)
        if word in k.COPULA:
            asks = word == "have" and (before in k.LEADS | k.STOPS) and after in k.FOLLOWS
            return one("wish" if asks and before not in ("i", "we", "they") else "is")
        if word == "like" and before not in ("would", "d", "i", "we", "you", "also", "really"):
            return None
        if word in k.WISHES:
            return one("wish")
        return None

    def _verb(self, at: int) -> str:
        """The verb that stands here, "" when it is none."""
        word, before, after = self.word(at), self.word(at - 1), self.word(at + 1)
        verb = k.FORMS.get(word, "")
        if word in _STANDS or not verb or (word in k.STATES and verb != word):
            return ""
        if word in k.STATES and after not in k.FOLLOWS:
            return ""
        named = w.DETERMINERS - {"that", "this"} | {
            "light",
            "long",
            "quick",
            "good",
            "nice",
            "little",
        }
        if before in named and word == verb:
            return ""
        if verb == "water" and after not in w.DETERMINERS | w.ALL | w.PRONOUNS:
            return ""
        if verb in k.DOUBTFUL and word in (verb, f"{verb}s"):
            can = before in k.STOPS or before in k.LEADS or at == 0
            if verb == "switch" and after in ("on", "off") and before not in named:
                return verb
            if at in self.mentions or word != verb:
                can = (word == verb and before in k.MODALS) or (
                    after in k.FOLLOWS and before not in w.DETERMINERS
                )
            elif before in named | w.NUMBERS.keys():
                can = False
            else:
                can = can or after in k.FOLLOWS
            if not can:
                return ""
        elif (
            at in self.mentions
            and before not in k.MODALS
            and not (after in k.FOLLOWS and before not in w.DETERMINERS)
        ):
            return ""
        return verb

    def _leads_to_name(self, at: int) -> bool:
        """Whether a quantifier or number belongs to a name behind it."""
        for ahead in range(at + 1, min(at + 7, len(self.tokens))):
            word = self.word(ahead)
            if ahead in self.mentions:
                return True
            if word in k.STOPS or word in w.PRONOUNS - {"these", "those"}:
                return False
            if word in (k.INTO | w.FROM | {"for"}) or (word in k.COPULA) or self._verb(ahead):
                return False
        return False

    def _describes(self, at: int) -> bool:
        """Whether a state stands before the name it belongs to: "a clean mug"."""
        for ahead in range(at + 1, min(at + 4, len(self.tokens))):
            word = self.word(ahead)
            if ahead in self.mentions:
                return True
            if word in w.DETERMINERS or word in k.STOPS | k.INTO | w.FROM | k.COPULA:
                return False
        return False

    def _strange_deed(self, at: int) -> bool:
        """Whether a verb we do not know asks for something: "juggle the plate"."""
        word, after = self.word(at), self.word(at + 1)
        known = (
            k.COPULA | k.WISHES | w.POLITE | w.COURTESY | w.DETERMINERS | w.ALL | k.STOPS | k.INTO
        )
        known |= (
            w.NUMBERS.keys() | w.PRONOUNS | w.FROM | k.DENIALS | {"with", "for", "of", "or", "only"}
        )
        told = word.endswith("ly") or (word.endswith("s") and not word.endswith("ss"))
        if told or word in known | k.NO_DEEDS:
            return False
        start = at
        while start and self.word(start - 1) in (w.POLITE | w.COURTESY | {"you"}) - k.STOPS - {
            "i",
            "we",
        }:
            start -= 1
        first = start == 0 or self.word(start - 1) in k.STOPS
        return first and (after in w.DETERMINERS - {"that", "this"} or after in ("it", "them"))

    def _names_unknown(self, at: int) -> bool:
        """Whether a determiner leads to a noun we do not know."""
        after = self.word(at + 1)
        if (
            after in k.STOPS | k.INTO | w.PRONOUNS | k.COPULA
            or self._leads_to_name(at)
            or self._room(at)
        ):
            return False
        for ahead in range(at + 1, min(at + 4, len(self.tokens))):
            word = self.word(ahead)
            if (
                word in k.IDLE_NOUNS
                or word in k.STATES
                or word in w.LOOKS | w.ALL | w.NUMBERS.keys() | w.PARTS
            ):
                return False
            if word in k.STOPS:
                break
        return True

    def _room(self, at: int) -> bool:
        rest = [word for word in self.tokens[at : at + 4] if word not in w.DETERMINERS]
        return any(" ".join(rest[:size]) in (*w.ROOMS, "room") for size in (1, 2)) or (
            rest[1:2] == ["room"]
        )

    def _number(self, at: int) -> Bearing:
        word, after, before = self.word(at), self.word(at + 1), self.word(at - 1)
        rest = " ".join(self.tokens[at + 1 : at + 3])
        if after in ("others", "more"):
            return Bearing("number", word, at, at + 2)
        if rest in ("of them", "of those", "of these") or after in (*k.STOPS, *k.INTO, "please"):
            if before in ("by", "at", "past", "until", "till", "around", "about", "for", "in"):
                return Bearing("", word, at, at + 1)
            size = 3 if rest.startswith("of ") else 1
            return Bearing("number", word, at, at + size)
        small = after in ("little", "quick", "small") and self.word(at + 2) in k.IDLE_NUMBER
        idle = (
            small
            or after in k.IDLE_NUMBER
            or before in (*("by", "at", "past", "until", "till", "re", "are", "m", "is", "which"),)
        )
        return Bearing("" if idle else "strange", word, at, at + 1)

    def _on_or_off(self, at: int) -> Bearing:
        """A state ("the lamp off"), or a preposition ("on the table", "off the shelf")."""
        word = self.word(at)
        if word == "off" and self.word(at + 1) == "of":
            return Bearing("away", word, at, at + 2)
        acts = {self._verb(at - 1), self._verb(at - 2) if self.word(at - 1) in w.PRONOUNS else ""}
        if word == "off" and at and acts & w.STATE_VERBS.keys():
            return Bearing("", word, at, at + 1)  # "rinse off three plates"
        if word == "on" and self.word(at + 1) in ("it", "them", "that", "those", "top"):
            return Bearing("into", word, at, at + 1)
        named = at + 1 in self.mentions or self._leads_to_name(at)
        if self._just_switched(at) or not named:
            after = self.word(at + 1)
            if word == "on" and after in w.DETERMINERS and not self._just_switched(at):
                return Bearing("into", word, at, at + 1)
            ends = after in k.STOPS | k.AFTER_SWITCH or after in k.INTO
            if not (ends or word == "off" or self._just_switched(at)):
                return Bearing("", word, at, at + 1)  # "bare on camera"
            return Bearing("state", "toggled" if word == "on" else "!toggled", at, at + 1)
        return Bearing("into" if word == "on" else "away", word, at, at + 1)

    def _just_switched(self, at: int) -> bool:
        return self._is_switch(at - 1)

    def _is_switch(self, at: int) -> bool:
        verb = self._verb(at) if at >= 0 else ""
        return bool(verb) and k.ACTS[verb] == k.SWITCH
