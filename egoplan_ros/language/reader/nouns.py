# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Noun phrases of a request: what it speaks of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from egoplan_ros.language.goals.things import Thing, coffee
from egoplan_ros.language.text import word_lists as w
from egoplan_ros.language.text.lexicon import Lexicon, Mention

ONE_IN_PLURAL = frozenset(
    {"KeyChain", "TissueBox", "Curtains", "Blinds", "Boots", "PaperTowelRoll"}
)
"""Things that people name in the plural when they mean one."""

_SLICED = {"EggCracked": "Egg"}
_BARRIERS = (
    w.INTO | w.FROM | w.WITH | w.JOINERS | w.PLACE_VERBS | w.HOLD_VERBS | w.NEGATIONS | w.UNDER
    | (w.ASIDE - {"left", "right"})
    | frozenset("on off up down while before after so but if when that which is are be no".split())
)  # fmt: skip


class Unread(Exception):
    """The grammar does not know this sentence."""


@dataclass(slots=True)
class _Determiner:
    """What stands before a name.

    Attributes:
        count: how many, as far as a number tells.
        every: all of them.
        states: that they have, or shall have.
        again: those that were spoken of may be meant.
        some: not all of them.
        single: one of several.
        whichever: any of them.
        definite: particular ones.
    """

    count: int = 1
    every: bool = False
    states: dict[str, bool] = field(default_factory=dict)
    again: bool = True
    some: bool = False
    single: bool = False
    whichever: bool = False
    definite: bool = False


class NounReader:
    """Reads noun phrases from a list of tokens, and remembers what was named."""

    def __init__(self, tokens: Sequence[str], lexicon: Lexicon) -> None:
        self.tokens = tokens
        self.mentions = {found.start: found for found in lexicon.find(tokens, groups=True)}
        self.lexicon = lexicon
        self.at = 0
        self.things: list[Thing] = []
        self.topic: list[Thing] = []
        self.named: list[Thing] = []
        self.looks = False

    def word(self, ahead: int = 0) -> str:
        """The word at the reading point, or some words ahead; "" at the end."""
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def take(self, *options: str) -> bool:
        """Skip the next word when it is one of these."""
        if self.word() and self.word() in options:
            self.at += 1
            return True
        return False

    def starts_noun(self) -> bool:
        """Whether a noun phrase can start here."""
        word = self.word()
        return (
            self.at in self.mentions
            or word in w.DETERMINERS
            or word in w.ALL
            or word in w.NUMBERS
            or word in w.STATE_WORDS
            or word in w.PARTS
        )

    def noun_phrases(self, affordance: str = "") -> list[Thing]:
        """One or more; a pronoun stands for the last thing that has the affordance."""
        each = self.word() in ("every", "each")  # "every cup and mug"
        found = self.noun_phrase()
        if affordance and found == self.topic and not any(map(self.able(affordance), found)):
            found = [next(filter(self.able(affordance), reversed(self.named)), found[0])]
        while self.word() == "and":
            here = self.at
            self.at += 1
            verb_next = self.word() in w.ACTION_WORDS and (
                self.word() not in w.STATE_WORDS or self.word(1) in w.DETERMINERS
            )  # "clean the cup" is a wish, "clean cup" is a cup
            if verb_next or not self.starts_noun():
                self.at = here
                break
            bare = self.at in self.mentions
            more = self.noun_phrase()
            many = each or more[0].plural or self.word(-1).endswith("s")
            if bare and found[-1].every and many:  # "all my cards and keys"
                more[0].every, more[0].count = True, 1
            if bare and found[-1].definite:  # "the cups and mugs"
                more[0].definite = True
            found += more
        return found

    def able(self, affordance: str) -> Callable[[Thing], bool]:
        """Test whether a thing may be of a type with an affordance."""
        affords = self.lexicon.ontology.affords
        return lambda thing: any(affords(kind, affordance) for kind in thing.types)

    def noun_phrase(self) -> list[Thing]:
        """Determiner, number, states and a name; or a pronoun for what was spoken of."""
        if self.word() in w.PRONOUNS and self.at not in self.mentions:
            plain = self.word() in ("it", "them", "they") or self.at + 1 not in self.mentions
            if plain and self.topic and self.word(1) not in w.DETERMINERS:
                self.at += 1
                return list(self.topic)
        said = self.determiner()
        while self.at in self.mentions and self.mentions[self.at].end in self.mentions:
            self.at = self.mentions[self.at].end  # "glass bowl": the last noun is meant
        mention = self.mentions.get(self.at)
        if mention is None:
            return self.nameless(said)
        if mention.group:
            if self.word(-1) == "of" and self.word(-2) in ("piece", "pieces"):
                said.states.pop("sliced", None)
            # "the cutlery", "cutlery" is all of it
            said.every |= not said.some and said.count == 1
        thing = self.called(mention, said.count, said.every, said.states)
        thing.definite = said.definite and not said.some  # not "some of the forks"
        if said.single and thing.plural:  # "one of the spoons"
            thing.count, thing.plural = 1, False
        if said.whichever and thing.plural:  # "any spoons"
            thing.every, thing.count, thing.plural = True, 1, False
        thing = self.known(thing, said.again and not said.single)
        self.at = mention.end
        self.addition(thing)
        return [thing]

    def determiner(self) -> "_Determiner":
        """Reads what stands before a name.

        Raises:
            Unread: a word that changes what is meant, in a way that we do not know.
        """
        said = _Determiner()
        for _ in range(8):
            word = self.word()
            if self.at in self.mentions or word in ("", "coffee"):
                break
            if word in w.NUMBERS and word not in ("one",):
                said.count = max(said.count, w.NUMBERS[word])
                said.again = False
            elif word in w.ALL:
                said.every = True
            elif word.isdecimal() or (word == "half" and self.word(1) in w.DETERMINERS):
                raise Unread
            elif word in w.PARTS:
                said.states["sliced"] = True
            elif word in w.STATE_WORDS:
                said.states[w.STATE_WORDS[word]] = True
                if "cooked" in said.states:  # what is both was cooked before it was cold
                    said.states = {"cooked": True} | said.states
            elif word == "and" and said.states and self.state_follows():
                pass  # "a clean and hot potato"
            elif word == "of" or word in w.DETERMINERS or word == "one":
                said.again = word not in ("a", "an", "one", "some")
                said.single |= word == "one" and self.word(1) == "of"
                said.whichever |= word == "any"
                said.definite |= word in w.DEFINITE
                said.some |= not said.again
            elif self.ends(word):
                if said.states.get("sliced"):
                    break
                raise Unread
            elif word.endswith("ed") and len(word) > 4 and word not in w.PLAIN_PARTICIPLES:
                raise Unread  # some state we do not know
            self.at += 1
        return said

    def ends(self, word: str) -> bool:
        """Whether a word ends what may stand before a name."""
        aside = self.word(1) == "of" and word in w.ASIDE
        return word in _BARRIERS or word in w.PRONOUNS or aside

    def nameless(self, said: "_Determiner") -> list[Thing]:
        """Coffee."""
        if not self.take("coffee"):
            raise Unread
        thing = coffee(said.count)
        thing.states.update(said.states)
        return [self.known(thing, said.again)]

    def addition(self, thing: Thing) -> None:
        """Reads what is added to a name: "slices", "of hot water", "with coffee"."""
        if self.word() in w.PARTS:
            self.at += 1
            thing.states["sliced"] = True
        if self.word() == "of" and self.word(1) in w.CONTENTS:
            if self.word(1) == "coffee":
                self.brewed(thing)
            else:
                thing.states["filled"] = True
            self.at += 2
        if self.word() == "of" and self.word(1) in w.STATE_WORDS and self.word(2) in w.CONTENTS:
            thing.states |= {"filled": True, w.STATE_WORDS[self.word(1)]: True}  # "of hot water"
            self.at += 3
        if self.word() in w.WITH and self.at + 1 < len(self.tokens):
            self.contents(thing)
        if thing.every and self.excepted():  # only some of a type may be meant
            raise Unread

    def excepted(self) -> list[Thing]:
        """What is named behind "except"; nothing where that does not come next."""
        words = next((e for e in w.EXCEPT if self.tokens[self.at : self.at + len(e)] == e), None)
        if words is None:
            return []
        self.at += len(words)
        named, topic = len(self.named), self.topic
        others = self.noun_phrases()
        del self.named[named:]
        self.topic = topic
        return others

    def kinds_of(self, things: list[Thing]) -> set[str]:
        """All types that things set apart are of."""
        return set().union(*(self.lexicon.called(thing.words, thing.types) for thing in things))

    def brewed(self, thing: Thing) -> None:
        """A cup of coffee is a mug: no cup goes into a coffee machine."""
        thing.states["brewed"] = True
        if "Mug" in thing.types:
            thing.types = ("Mug",)

    def state_follows(self) -> bool:
        """Whether another state of the same thing comes next, not another wish or thing."""
        after = self.word(2)
        more = self.at + 2 in self.mentions or after in w.STATE_WORDS or after in w.PARTS
        return self.word(1) in w.STATE_WORDS and self.word(-1) in w.STATE_WORDS and more

    def known(self, thing: Thing, again: bool) -> Thing:
        """The thing spoken of before, when "the apple" names it again."""
        if again and thing.plural:  # "wash two cups and put the cups on the shelf"
            for before in self.named:
                if before.types == thing.types and before.count > 1:
                    before.states.update(thing.states)
                    return before
        for before in self.named if again and thing.count == 1 and not thing.every else ():
            same = before.types == thing.types
            mug = bool(before.states.get("brewed")) and before.types[0] in thing.types
            if (same or mug) and before.count == 1 and not before.every:
                before.states.update(thing.states)
                return before
        self.named.append(thing)
        return thing

    def called(self, mention: Mention, count: int, every: bool, states: dict[str, bool]) -> Thing:
        """A new thing for a name found in the text; who speaks of toast means what is toasted."""
        types = []
        for kind in mention.types:
            base = _SLICED.get(kind, kind.removesuffix("Sliced"))
            if base != kind:
                states["sliced"] = True
            types.append(base)
        plural = mention.plural and not every and types[0] not in ONE_IN_PLURAL
        plural = plural and count == 1
        text = " ".join(self.tokens[mention.start : mention.end])
        if text.endswith("toast"):
            states["cooked"] = True
        kinds = tuple(dict.fromkeys(types))
        return Thing(kinds, 2 if plural else count, every, dict(states), words=text, plural=plural)

    def contents(self, outer: Thing) -> None:
        """ "A cup with coffee"; "the desk with the lamp" is told apart by what stays there."""
        self.at += 1
        if self.at not in self.mentions and self.take("coffee"):
            self.brewed(outer)
        elif self.able("pickupable")(self.noun_phrase()[0]):
            raise Unread  # it may have to be there, too

    def remember(self, thing: Thing) -> None:
        """Keep a thing of which something is wanted."""
        if thing not in self.things:
            self.things.append(thing)

    def is_a(self, role: str, thing: Thing) -> bool:
        """Whether a thing may be of a type that plays a role in the household's chores."""
        return any(self.lexicon.ontology.role(kind) == role for kind in thing.types)
