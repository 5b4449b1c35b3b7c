"""What was asked for so far in a dialog, and how a further request adds to it."""

import re
from collections.abc import Callable

from egoplan_ros.language import words as w
from egoplan_ros.language.bearing import tokens_of
from egoplan_ros.language.gist import Gist
from egoplan_ros.language.grammar import read
from egoplan_ros.language.lexicon import Lexicon, Mention, split_name
from egoplan_ros.language.nouns import Thing
from egoplan_ros.language.rewriting import plain
from egoplan_ros.language.text import tokenize
from egoplan_ros.world.errors import InputError

SOMETHING = re.compile(
    r"\b(?:some|any)thing\b(?: (?:warm|cold|nice|sharp) ?)?"
    r"(?: to \w+(?: \w+)?(?: with| on| in| from)?)?"
)
IT = re.compile(r"\b(?:it|them)\b(?! (?:gets?|is|was|looks?|seems?|has|makes?|feels?)\b)")
_BACKWARDS = re.compile(r"\b(?:it|them|there)\b")


_FAR = 6
"""Tokens between a verb and its "on" or "off"."""


def _is_switch(tokens: list[str], mention: Mention) -> bool:
    """Whether it is a verb and no name: "switch it off"."""
    verb = tokens[mention.start] in w.SWITCH_VERBS and mention.end == mention.start + 1
    behind = tokens[mention.end : mention.end + _FAR]
    leads = behind[:1] in (["it"], ["them"]) or (mention.start == 0 or behind[:1] == ["the"])
    return verb and (
        behind[:1] in (["on"], ["off"]) or (leads and bool({"on", "off"} & set(behind)))
    )


class Asked:
    """What was asked for so far.

    Args:
        lexicon: the names of things.
        named: mends slips of the pen in a name.
    """

    def __init__(self, lexicon: Lexicon, named: Callable[[str], str]) -> None:
        self.lexicon = lexicon
        self.named = named
        self.gist = Gist(lexicon)
        self.something = ""  # a request of which the thing is still to be told
        self.unclear = False  # whether a question was answered, and nobody knows how

    @property
    def things(self) -> list[Thing]:
        """What something is wanted of."""
        return self.gist.things

    def hear(self, text: str) -> None:
        """Take in a request: word for word where the grammar knows it, else what it bears.

        Raises:
            Unread: neither.
        """
        if self._word_for_word(text):
            return
        self.gist.hear([self.named(token) for token in tokens_of(text)])

    def _word_for_word(self, text: str) -> bool:
        """Take in a request that the grammar knows, and that says nothing of what was before."""
        try:
            things = read(tokenize(plain(text)), self.lexicon)
        except InputError:
            things = None
        before = self.things or self.gist.topic
        if not things or (before and _BACKWARDS.search(text)):
            return False
        topic: list[Thing] = []
        for thing in things:
            self._merge(thing)
            topic += self.gist.topic
            if thing.place is None and thing.origin is not None:
                self.gist.place = thing.origin  # "take the books off the sofa": that is "there"
        alike = all((t.states, t.place) == (topic[0].states, topic[0].place) for t in topic)
        if alike:  # "cut up the tomato and the lettuce": both are "it"
            self.gist.topic = topic
        return True

    def find(self, text: str) -> list[Mention]:
        """Names in a text."""
        tokens = tokens_of(text)
        return [m for m in self.lexicon.find(tokens) if not _is_switch(tokens, m)]

    def new(self, mention: Mention) -> Thing:
        """A single thing of a name, of which nothing is wanted yet."""
        name = " ".join(split_name(mention.types[0]))
        return Thing(mention.types, words=name)

    def into(self, place: Mention | Thing) -> str:
        """That something goes there, in words."""
        return f"in the {' '.join(split_name(place.types[0]))}"

    def _parts(self) -> list[Thing]:
        """Things and their places."""
        return [part for t in self.things for part in (t, t.place) if part is not None]

    def _count(self, thing: Thing, count: int) -> None:
        thing.count, thing.plural, thing.every = count, False, False
        if thing.place in self.things and thing.place.words == "plate of toast":
            self.things.remove(thing.place)  # by the slice: no plate unless one is asked for
            thing.place = None

    def _known(self, mention: Mention) -> Thing | None:
        found = (t for t in self.things if set(t.types) & set(mention.types))
        return next(found, None)

    def _fixed(self, mention: Mention) -> bool:
        return not self.lexicon.ontology.affords(mention.types[0], "pickupable")

    def _forgo(self, gone: list[Thing]) -> None:
        """Ask no longer for some things."""
        self.things[:] = [thing for thing in self.things if thing not in gone]
        self.gist.idle += gone

    def _forgo_state(self, thing: Thing, state: str) -> None:
        """Ask no longer for a state of a thing, nor for the thing if that was all."""
        del thing.states[state]
        if not thing.states and thing.place is None:
            self._forgo([thing])

    def _movable(self, thing: Thing) -> bool:
        return self.gist.nouns.able("pickupable")(thing)

    def _is_place(self, mention: Mention) -> bool:
        affords = self.lexicon.ontology.affords
        return any(affords(kind, "receptacle") for kind in mention.types)

    def _tell(self, mention: Mention, name: str) -> None:
        """What "something" was."""
        name = name or " ".join(split_name(mention.types[0]))
        pattern = SOMETHING if SOMETHING.search(self.something) else IT
        said, self.something = pattern.sub(f"the {name}", self.something, count=1), ""
        self.hear(said)

    def _move(self, place: Thing, new: Mention) -> None:
        if place in self.things and self._fixed(new):  # "a spoon in the mug": the mug goes there
            place.place = self.new(new)
            place.states.pop("holding", None)
            return
        if not self._is_place(new):
            return
        place.types, place.words = new.types, " ".join(split_name(new.types[0]))

    def _merge(self, thing: Thing) -> None:
        """Add a thing that the grammar read, or what it adds to one spoken of before."""
        movable, lit = self.gist.nouns.able("pickupable"), self.gist.nouns.able("toggleable")
        if thing.states == {"holding": True} and lit(thing) and not movable(thing):
            thing.states = {"toggled": True}  # "take the desk lamp", for light
        places = [other.place for other in self.things if other.place is not None]
        if thing.place is not None:
            same = (p for p in [*self.things, *places] if p.types == thing.place.types)
            thing.place = next(same, thing.place)
        homeless = [other for other in self.gist.unplaced if other.place is None]
        for before in [*self.things, *places, *homeless]:
            alike = before.types == thing.types and before.count == thing.count
            if thing.every and before.types == thing.types and before.states == thing.states:
                before.every, before.count, before.plural = True, 1, False
                self.gist.topic = [before]
                return
            meant = before in homeless and bool(set(before.types) & set(thing.types))
            vaguely = set(before.types) < set(thing.types) and thing.count == before.count
            if vaguely and thing.states and thing.states.keys() <= before.states.keys():
                before.states |= thing.states  # "the lamp stays on": the floor lamp
                self.gist.topic = [before]
                return
            if vaguely and thing.definite and before in self.things and not before.place:
                before.states |= thing.states  # "make coffee", "put the mug on the table"
                before.place = thing.place
                self.gist.nouns.remember(before)
                self.gist.topic = [before]
                return
            if (alike and not thing.every) or meant:
                before.types = thing.types
                before.states |= thing.states
                if thing.states.get("holding"):
                    before.states.pop("near", None)
                    if before in self.gist.settled and thing.place is None:
                        before.place = None
                if thing.place is not None and not thing.states.get("holding"):
                    before.states.pop("holding", None)
                before.place = thing.place or before.place
                self.gist.nouns.remember(before)
                self.gist.topic = [before]
                return
        self.gist.nouns.remember(thing)
        self.gist.nouns.named.append(thing)
        if thing.states.get("holding"):
            self.gist.given.append(thing)
        if thing.place is not None:
            self.gist.place = thing.place
            self.gist.nouns.named.append(thing.place)
        self.gist.topic = [thing]
