"""A small compositional grammar of requests: what learned sentences never had.

It reads a sentence only when it understands every word of it; otherwise it says nothing and the
learned model decides alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from egoplan_ros.language import words as w
from egoplan_ros.language.lexicon import Lexicon, Mention

ONE_IN_PLURAL = frozenset(
    {"KeyChain", "TissueBox", "Curtains", "Blinds", "Boots", "PaperTowelRoll"}
)
"""Things that people name in the plural when they mean one."""

_SLICED = {"EggCracked": "Egg"}
_BARRIERS = (
    w.INTO | w.FROM | w.WITH | w.JOINERS | w.PLACE_VERBS | w.HOLD_VERBS | w.NEGATIONS | w.UNDER
    | frozenset("on off up down while before after so but if when that which is are be".split())
)  # fmt: skip


@dataclass(eq=False, slots=True)
class Thing:
    """Something a request speaks of.

    Attributes:
        types: what it may be, most direct first.
        count: how many.
        every: whether all of its type are meant.
        states: wanted truth by predicate: states, ``holding``, ``near``.
        place: what it shall be in or on.
        words: how it was called.
    """

    types: tuple[str, ...]
    count: int = 1
    every: bool = False
    states: dict[str, bool] = field(default_factory=dict)
    place: "Thing | None" = None
    words: str = ""


class _Unread(Exception):
    """The grammar does not know this sentence."""


def read(tokens: Sequence[str], lexicon: Lexicon) -> list[Thing] | None:
    """Things and what shall become of them, or None when some word is not understood."""
    try:
        return _Reader(tokens, lexicon).sentence()
    except _Unread:
        return None


class _Reader:
    def __init__(self, tokens: Sequence[str], lexicon: Lexicon) -> None:
        self.tokens = tokens
        self.mentions = {mention.start: mention for mention in lexicon.find(tokens)}
        self.lexicon = lexicon
        self.at = 0
        self.things: list[Thing] = []
        self.topic: list[Thing] = []
        self.named: list[Thing] = []
        self.looks = False

    # Reading words -------------------------------------------------------------------------

    def word(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def take(self, *options: str) -> bool:
        """Skip the next word when it is one of these."""
        if self.word() and self.word() in options:
            self.at += 1
            return True
        return False

    # Sentences -----------------------------------------------------------------------------

    def sentence(self) -> list[Thing]:
        while self.at < len(self.tokens):
            self.clause()
            while self.word() in w.JOINERS:
                self.at += 1
        wanted = [thing for thing in self.things if thing.states or thing.place]
        lit = any(thing.states.get("toggled") for thing in wanted)
        if not wanted or (self.looks and not lit):
            raise _Unread
        return wanted

    def clause(self) -> None:
        while self.word() in w.POLITE and self.at not in self.mentions:
            if self.word() == "go" and self.word(1) == "to":
                break
            self.at += 1
        verb = self.word()
        if self.take("turn", "switch", "toggle", "power") or (
            verb == "put" and self.word(1) in ("on", "off") and not self.topic and self.take("put")
        ):
            return self.switch()
        if verb in ("throw", "toss") and self.word(1) in ("out", "away"):
            self.at += 2
            return self.discard()
        if verb in w.LOOK_VERBS:
            self.at += 1
            self.take("at")
            return self.look()
        if verb in w.STATE_VERBS and self.at + 1 < len(self.tokens) and not self.is_name(verb):
            self.at += 1
            return self.change(w.STATE_VERBS[verb], True)
        if verb in w.NEGATED_VERBS:
            self.at += 1
            return self.change(w.NEGATED_VERBS[verb], False)
        if verb == "water" and self.word(1) in w.DETERMINERS:
            self.at += 1
            return self.change("filled", True)
        if verb in w.DISCARD_VERBS and not self.is_name(verb):
            self.at += 1
            self.take("of")
            return self.discard()
        if verb in w.NEAR_VERBS:
            self.at += 1
            self.take("to")
            self.take("over")
            self.take("to")
            return self.note(self.noun_phrase(), near=True)
        if verb in w.PLACE_VERBS or verb in w.HOLD_VERBS:
            self.at += 1
            return self.carry(verb)
        if self.starts_noun():  # "clean mug in the coffee machine"
            return self.carry("put")
        raise _Unread

    def is_name(self, verb: str) -> bool:
        """Whether an ambiguous word ("clean", "light") starts a noun phrase here."""
        after = self.word(1)
        if after in w.DETERMINERS or after in w.ALL or after in w.NUMBERS or after in w.PRONOUNS:
            return False
        return self.at in self.mentions or (verb in w.STATE_WORDS and self.tail_has_place())

    def tail_has_place(self) -> bool:
        return bool(set(self.tokens[self.at + 1 :]) & w.INTO) and "and" not in self.tokens

    # Clauses -------------------------------------------------------------------------------

    def note(self, things: list[Thing], **states: bool) -> None:
        for thing in things:
            thing.states.update(states)
            if thing not in self.things:
                self.things.append(thing)
        self.topic = things

    def switch(self) -> None:
        if self.word() in ("on", "off"):
            on = self.word() == "on"
            self.at += 1
            things = self.noun_phrases("toggleable")
        else:
            things = self.noun_phrases("toggleable")
            if self.word() not in ("on", "off"):
                raise _Unread
            on = self.take("on") or not self.take("off")
        self.note(things, toggled=on)

    def change(self, state: str, value: bool) -> None:
        self.take("up", "down", "off", "out")
        things = self.noun_phrases("openable" if state == "open" else "pickupable")
        self.take("up", "down", "off")
        self.note(things, **{state: value})
        if self.word() in w.FROM:
            self.at += 1
            self.noun_phrase()
        if state == "filled" and self.take("with"):
            self.take("water") or self.take("coffee")
        elif self.word() in ("in", "with", "using", "inside", "under") and state != "open":
            self.at += 1
            self.noun_phrase()  # where or with what it is done: the planner decides that

    def discard(self) -> None:
        things = self.noun_phrases()
        self.take("away") or self.take("out")
        can = Thing(("GarbageCan",), words="garbage can")
        for thing in things:
            thing.place = can
        self.note(things)

    def look(self) -> None:
        things = self.noun_phrases()
        if len(things) != 1:
            raise _Unread
        self.note(things, holding=True)
        self.looks = True
        if self.word() not in w.UNDER:
            return
        self.at += 1
        self.take("to")
        for skipped in ("the", "a"):
            self.take(skipped)
        if self.take("light") and not self.take("of", "from"):
            self.at -= 1
        lamps = self.noun_phrase()
        self.take("light", "turned", "switched")
        self.take("on", "light")
        self.note(lamps, toggled=True)

    def carry(self, verb: str) -> None:
        self.take("up", "down", "away")
        gives = self.word() in w.RECIPIENTS and bool(self.take(*w.RECIPIENTS))
        if self.word() in w.INTO and self.topic and not gives:  # "heat potato and put in fridge"
            things = list(self.topic)
        else:
            things = self.noun_phrases()
        if self.take("away"):
            if verb not in ("throw", "toss"):
                raise _Unread
            for thing in things:
                thing.place = Thing(("GarbageCan",), words="garbage can")
            return self.note(things)
        self.take("up", "down", "over", "back")
        if self.word() in w.FROM or (self.word() == "out" and self.word(1) in ("of", "from")):
            self.at += 1 + (self.word() == "out")
            self.noun_phrase()
        if self.word() == "to" and self.word(1) in w.RECIPIENTS:
            self.at += 2
            gives = True
        if self.word() in w.INTO and not gives:
            if verb not in w.SET_DOWN or self.word() in w.TOWARDS:
                self.place(things)
                return self.note(things)
            self.at += 1
            self.noun_phrase()  # where it is now
        if verb not in w.HOLD_VERBS and not gives:
            raise _Unread
        self.note(things, holding=True)

    def place(self, things: list[Thing]) -> None:
        """PREPOSITION noun phrase, twice for "in the bowl on the table"."""
        on_top = self.word() == "on" and self.word(1) == "top" and self.word(2) == "of"
        self.at += 3 if on_top else 1
        self.take("of")
        self.take("top", "front") and self.take("of")
        target = self.noun_phrase()[0]
        for thing in things:
            thing.place = target
            thing.states.pop("holding", None)
            if thing is target:
                raise _Unread
        if self.word() in w.INTO:
            self.at += 1
            outer = self.noun_phrase()[0]
            if self.is_carrier(target):
                target.place = outer
                self.things.append(target)

    def is_carrier(self, thing: Thing) -> bool:
        """Whether a thing can be carried with other things in it."""
        ontology = self.lexicon.ontology
        return any(
            ontology.affords(kind, "pickupable") and ontology.affords(kind, "receptacle")
            for kind in thing.types
        )

    # Noun phrases --------------------------------------------------------------------------

    def starts_noun(self) -> bool:
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
        found = self.noun_phrase()
        if affordance and found == self.topic and not any(map(self.able(affordance), found)):
            found = [next(filter(self.able(affordance), reversed(self.named)), found[0])]
        while self.word() == "and":
            here = self.at
            self.at += 1
            verb_next = self.word() in w.ACTION_WORDS and self.word() not in w.STATE_WORDS
            if verb_next or not self.starts_noun():
                self.at = here
                break
            found += self.noun_phrase()
        return found

    def able(self, affordance: str) -> Callable[[Thing], bool]:
        affords = self.lexicon.ontology.affords
        return lambda thing: any(affords(kind, affordance) for kind in thing.types)

    def noun_phrase(self) -> list[Thing]:
        again = self.word() == "the" or self.at in self.mentions
        if self.word() in w.PRONOUNS and self.at not in self.mentions:
            plain = self.word() in ("it", "them", "they") or self.at + 1 not in self.mentions
            if plain and self.topic and self.word(1) not in w.DETERMINERS:
                self.at += 1
                return list(self.topic)
        count, every, states = 1, False, {}
        for _ in range(8):
            word = self.word()
            if self.at in self.mentions or not word:
                break
            if word in w.NUMBERS and word not in ("one",):
                count = max(count, w.NUMBERS[word])
            elif word in w.ALL:
                every = True
            elif word in w.PARTS:
                states["sliced"] = True
            elif word in w.STATE_WORDS:
                states[w.STATE_WORDS[word]] = True
            elif word == "of" or word in w.DETERMINERS or word == "one":
                pass
            elif word in _BARRIERS or word in w.PRONOUNS:
                if states.get("sliced"):
                    break
                raise _Unread
            self.at += 1
        mention = self.mentions.get(self.at)
        if mention is None and states.get("sliced") and len(self.topic) == 1:
            self.topic[0].states.update(states)  # "slice the apple and put a slice in the pan"
            return list(self.topic)
        if mention is None:
            raise _Unread
        thing = self.known(self.called(mention, count, every, states), again)
        self.at = mention.end
        if self.word() in w.PARTS:
            self.at += 1
            thing.states["sliced"] = True
        if self.word() in w.WITH and self.at + 1 < len(self.tokens):
            self.contents(thing)
        return [thing]

    def known(self, thing: Thing, again: bool) -> Thing:
        """The thing spoken of before, when "the apple" names it again."""
        for before in self.named if again and thing.count == 1 and not thing.every else ():
            if before.types == thing.types and before.count == 1 and not before.every:
                before.states.update(thing.states)
                return before
        self.named.append(thing)
        return thing

    def called(self, mention: Mention, count: int, every: bool, states: dict[str, bool]) -> Thing:
        types = []
        for kind in mention.types:
            base = _SLICED.get(kind, kind.removesuffix("Sliced"))
            if base != kind:
                states["sliced"] = True
            types.append(base)
        if mention.plural and count == 1 and not every and types[0] not in ONE_IN_PLURAL:
            count = 2
        text = " ".join(self.tokens[mention.start : mention.end])
        return Thing(tuple(dict.fromkeys(types)), count, every, dict(states), words=text)

    def contents(self, outer: Thing) -> None:
        """ "the bowl with a spoon in it"."""
        here, topic = self.at, self.topic
        self.at += 1
        try:
            inner = self.noun_phrase()[0]
        except _Unread:
            self.at, self.topic = here, topic
            return
        if self.word() in ("in", "inside", "on"):
            if self.word(1) == "it":
                self.at += 2
            elif self.word() == "inside" and self.word(1) not in w.DETERMINERS:
                self.at += 1
        if self.is_carrier(outer):
            inner.place = outer
            self.things.append(inner)
