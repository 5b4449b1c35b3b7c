"""What is wanted so far, while a request is read by its bearing words."""

from collections.abc import Sequence

from egoplan_ros.language import words as w
from egoplan_ros.language.bearing import Bearing, bearings
from egoplan_ros.language.clauses import AND
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.nouns import NounReader, Thing, Unread

STATED = frozenset("open toggled clean hot cold sliced cooked filled".split())
"""Predicates that an act brings about by itself."""

_FOUND = frozenset("that which you we i s is lying left there around still".split())
"""What behind "any mug" tells that all of them are meant."""

_LONGEST_LEAD = 6
"""Tokens before a name that may belong to it."""


class Names(NounReader):
    """Reads names; what stands behind "with" and "except" is left to the clause."""

    def contents(self, outer: Thing) -> None:
        """ "A glass with water in it"."""
        content = self.word(2) if self.word(1) in w.DETERMINERS else self.word(1)
        if content == "coffee":
            self.brewed(outer)
        elif content in w.CONTENTS:
            outer.states["filled"] = True

    def exception(self, thing: Thing) -> None:
        """Left to the clause."""


class Wanted:
    """Things, what shall become of them, and what a pronoun stands for.

    Attributes:
        things: what something is wanted of.
        topic: what "it" and "they" stand for.
        place: where something was put last.
        given: what is to be brought to the person, whatever else becomes of it.
        loose: things of which something has to be wanted in the end.
        idle: things that only tell something.
        unplaced: things that were put, nobody has said yet where.
        needed: things of which only the need was told.
        settled: what was put somewhere in an earlier turn; it may be brought instead.
        pending: acts of which the thing is still to be named: "close and put away ...".
        last_place: where the clause before put something.
        last_states: what the clause before made of a thing: "switch it off, and the lamp, too".
        trailing: things behind a placement, and that place: "..., and the laptop".
        forbidden: types, a state or "", and places: what shall not be.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.nouns = Names((), lexicon)
        self.tokens: list[str] = []
        self.found: list[Bearing] = []
        self.topic: list[Thing] = []
        self.place: Thing | None = None
        self.given: list[Thing] = []
        self.loose: list[Thing] = []
        self.idle: list[Thing] = []
        self.unplaced: list[Thing] = []
        self.needed: list[Thing] = []
        self.settled: list[Thing] = []
        self.pending: list[Bearing] = []
        self.trailing: list[tuple[Thing, Thing]] = []
        self.last_place: Thing | None = None
        self.last_states: dict[str, bool] = {}
        self.forbidden: list[tuple[frozenset[str], str, frozenset[str]]] = []
        self._phrases: dict[int, list[Thing]] = {}
        self._both: Thing | None = None

    @property
    def things(self) -> list[Thing]:
        """What something is wanted of."""
        return self.nouns.things

    def scan(self, tokens: Sequence[str]) -> None:
        """Find the bearing words of a text; what was wanted before stays."""
        self.tokens = self.nouns.tokens = list(tokens)
        mentions = self.lexicon.find(tokens, groups=True)
        self.nouns.mentions = {found.start: found for found in mentions}
        self.found = bearings(tokens, self.lexicon)
        self._phrases = {}

    # Things --------------------------------------------------------------------------------

    def thing(self, item: Bearing) -> list[Thing]:
        """Read the noun phrase that ends in a name, once."""
        if item.start in self._phrases:
            self.nouns.at = max(self.nouns.at, item.end)
            return self._phrases[item.start]
        start = self._start(item)
        words = self.tokens[max(start - 2, 0) : item.start]
        if {"second", "third"} & {*self.tokens[start : item.start], self.tokens[start - 1]}:
            raise Unread
        self.nouns.at, self.nouns.topic = start, []
        things = self.nouns.noun_phrase()
        self._both = things[0] if "both" in self.tokens[start : item.start] else None
        self.nouns.at = max(self.nouns.at, item.end)
        behind = self.tokens[self.nouns.at : self.nouns.at + 2]
        for thing in things:
            free = "any" in words and (thing.plural or _FOUND & set(behind))
            if free or {"whatever", "whichever"} & set(words):
                thing.every, thing.count = True, 1
        self._phrases[item.start] = things
        return things

    def _start(self, item: Bearing) -> int:
        """Where the noun phrase of a name begins."""
        lead = w.DETERMINERS | w.ALL | w.NUMBERS.keys() | w.PARTS
        known = lead | w.STATE_WORDS.keys() | w.LOOKS | {"of", "single", "more"}
        ends = [i.end for i in self.found if i.end <= item.start and i.kind != "state"]
        start = item.start
        for at in range(start - 1, max([*ends, start - _LONGEST_LEAD, 0]) - 1, -1):
            if self.tokens[at] in lead or (self.tokens[at] in known and start == at + 1):
                start = at
        return start

    def alike(self, before: list[Thing], things: list[Thing], item: Bearing) -> None:
        """ "All my keys and cards": all of both; "both the salt and the pepper": one each."""
        bare = self.tokens[item.start - 1] in AND
        if before and before[-1].every and bare and things[0].plural:
            things[0].every, things[0].count = True, 1
        if before and before[-1].definite and bare:
            things[0].definite = True
        if before and self._both is before[-1]:
            self._both.count = 1

    def only_told(self, things: list[Thing]) -> None:
        """Things that are named, and of which nothing is wanted by that."""
        self.idle += things
        for thing in things:
            if thing in self.nouns.named and thing not in self.things:
                self.nouns.named.remove(thing)

    # What becomes of them ------------------------------------------------------------------

    def note(self, things: list[Thing], state: str, value: bool = True) -> None:
        """A predicate is wanted of things."""
        for thing in things:
            if state == "holding" and thing.place is not None:
                if thing not in self.settled or thing not in self.given:
                    continue
                thing.place = None
            if state != "holding" and thing not in self.given:
                thing.states.pop("holding", None)
            thing.states.pop("near", None)
            thing.states[state] = value
            self.nouns.remember(thing)

    def state(self, things: list[Thing], signed: str) -> None:
        """A state is wanted of things, or its negation ("!open")."""
        state = signed.lstrip("!")
        if state == "open":  # "in the safe, with the door shut"
            openable = self.nouns.able("openable")
            places = [thing.place for thing in things if thing.place]
            things = [*filter(openable, things)] or [*filter(openable, places)] or things
        if state == "brewed":  # "fill it with coffee"
            for thing in things:
                self.nouns.brewed(thing)
                thing.states.pop("filled", None)
            return
        if state == "filled" and all(thing.states.get("brewed") for thing in things):
            return
        for thing in things:
            if state == "cooked":
                thing.states.pop("hot", None)
            if state in ("open", "toggled") and thing.plural:
                thing.count, thing.every = 1, True
        self.note(things, state, not signed.startswith("!"))

    def put(self, things: list[Thing], place: Thing) -> None:
        """Things shall be in or on a place."""
        if place in things or not self.nouns.able("receptacle")(place):
            raise Unread
        place.count, place.plural = 1, False
        carrier = self.nouns.is_carrier(place)
        if carrier:  # "put it on a plate", where it is already
            things = [t for t in things if t.place is None or t.place.types != place.types]
        for thing in dict.fromkeys(self._outer(thing, place) for thing in things):
            if thing.place is not None and place.place is thing:
                raise Unread
            thing.place = self.place = place
            thing.states.pop("holding", None)
            thing.states.pop("near", None)
            self.nouns.remember(thing)

    def _outer(self, thing: Thing, place: Thing) -> Thing:
        """What is moved: a carrier with what was put into it just before."""
        before = thing.place
        if before is None or before is place or not self.nouns.is_carrier(before):
            return thing
        fits = self.lexicon.ontology.fits
        goes = any(fits(kind, into) for kind in before.types for into in place.types)
        return before if goes else thing  # no pan goes on a plate: what is in it does

    def spare(self, things: list[Thing], others: list[Thing]) -> bool:
        """ "Everything but the forks": the types that are left; whether that makes sense."""
        self.idle += others
        spared = set().union(*(self.lexicon.called(other.words, other.types) for other in others))
        hit = False
        for thing in things:
            left = tuple(kind for kind in thing.types if kind not in spared)
            alike = any(thing.same_name(other) for other in others)
            if thing.every and left and left != thing.types and not alike:
                thing.types, hit = left, True
        return hit

    def forbid(self, things: list[Thing], states: Sequence[str], places: list[Thing]) -> None:
        """What shall not become of things; without states and places nothing shall."""
        kinds = frozenset(kind for place in places for kind in place.types)
        self.forbidden += [
            (frozenset(thing.types), state, kinds) for thing in things for state in states or [""]
        ]

    def denies(self, thing: Thing) -> bool:
        """Whether what is wanted of a thing is what shall not be."""
        where = frozenset(thing.place.types if thing.place else ())
        for types, state, places in self.forbidden:
            if not types & set(thing.types):
                continue
            if state:
                denied = thing.states.get(state.lstrip("!")) == (not state.startswith("!"))
            else:
                denied = bool(places & where) if places else True
            if denied:
                return True
        return False
