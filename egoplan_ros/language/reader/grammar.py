# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small compositional grammar of requests: what learned sentences never had.

It reads a sentence only when it understands every word of it; otherwise it says nothing and the
learned model decides alone.
"""

from collections.abc import Sequence

from egoplan_ros.language.goals.dishes import DISHES, dish
from egoplan_ros.language.goals.things import Thing
from egoplan_ros.language.reader.nouns import NounReader, Unread
from egoplan_ros.language.text import word_lists as w
from egoplan_ros.language.text.lexicon import Lexicon


def read(tokens: Sequence[str], lexicon: Lexicon) -> list[Thing] | None:
    """Things and what shall become of them, or None when some word is not understood."""
    try:
        said = [token for token in tokens if token not in w.COURTESY]
        return _Reader(said, lexicon).sentence()
    except Unread:
        return None


_BEFORE_DISH = (
    w.DETERMINERS | w.RECIPIENTS | set(w.NUMBERS)
    | set("fresh hot cup cups mug mugs plate of".split()) | w.PARTS
)  # fmt: skip


_MEANS = frozenset("in with using inside under on".split())
"""Words before what a state is brought about with."""

_BESIDE = frozenset("next beside near by alongside close right".split())
"""Words before what something is put next to."""

_PEOPLE = frozenset("i we you he she they".split())

_EXCLUSIVE = {"hot": "cold", "cold": "hot"}

_WHEREABOUTS = (
    _PEOPLE | w.INTO | w.UNDER | w.ASIDE
    | frozenset("over that which is are lying standing sitting hanging still".split())
)  # fmt: skip


class _Reader(NounReader):
    """Reads clauses: a verb, its things, where they shall go."""

    def sentence(self) -> list[Thing]:
        while self.at < len(self.tokens):
            self.clause()
            while self.word() in w.JOINERS:
                self.at += 1
        wanted = [thing for thing in self.things if thing.states or thing.place]
        if any(thing.states.get("sliced") for thing in wanted):
            tools = [t for t in wanted if self.is_a("blade", t) and t.states == {"holding": True}]
            wanted = [thing for thing in wanted if thing not in tools or thing.place]
        lit = any(thing.states.get("toggled") for thing in wanted)
        if not wanted or (self.looks and not lit):
            raise Unread
        return wanted

    def clause(self) -> None:
        while self.word() in w.POLITE and self.at not in self.mentions:
            if self.word() == "go" and self.word(1) == "to":
                break
            self.at += 1
        kinds = (self.switching, self.phrase, self.make, self.changing, self.moving)
        if not any(kind() for kind in kinds):
            raise Unread

    def switching(self) -> bool:
        """ "Turn the lamp on", "put the lamp on"; False where it is no such clause."""
        put_on = self.word() == "put" and self.word(1) in ("on", "off") and not self.topic
        if self.take("turn", "switch", "toggle", "power") or (put_on and self.take("put")):
            self.switch()
            return True
        return False

    def phrase(self) -> bool:
        """What several words say together."""
        if self.tokens[self.at : self.at + 3] == ["take", "a", "look"]:
            self.at += 3
            self.take("at")
            self.look()
        elif self.tokens[self.at : self.at + 3] == ["get", "rid", "of"]:
            self.at += 3
            self.discard()
        elif self.word() in ("throw", "toss") and self.word(1) in ("out", "away"):
            self.at += 2
            self.discard()
        elif self.word() in w.HOLD_VERBS and self.tokens[self.at + 1 : self.at + 2] == [
            "everything"
        ]:
            if self.word(2) not in w.AWAY:
                return False
            self.at += 2
            self.clear()
        else:
            return self.word() in w.KEEP_VERBS and self.condition()
        return True

    def changing(self) -> bool:
        """A verb of what becomes of a thing: "wash the cup", "water the plant"."""
        verb = self.word()
        if verb in w.LOOK_VERBS:
            self.at += 1
            self.take("at")
            self.look()
        elif verb in w.STATE_VERBS and self.at + 1 < len(self.tokens) and not self.is_name(verb):
            wanted = [w.STATE_VERBS[verb]]
            while self.word(1) == "and" and self.word(2) in w.STATE_VERBS:
                self.at += 2  # "wash and heat the potato"
                wanted.append(w.STATE_VERBS[self.word()])
            self.at += 1
            self.change(wanted[-1], True, wanted[:-1])
        elif verb == "clear" and self.at not in self.mentions:
            self.at += 1
            self.clear()
        elif verb in w.NEGATED_VERBS:
            self.at += 1
            self.change(w.NEGATED_VERBS[verb], False)
        elif verb == "water" and self.word(1) in w.DETERMINERS | w.ALL | set(w.NUMBERS):
            self.at += 1
            self.change("filled", True)
        else:
            return False
        return True

    def moving(self) -> bool:
        """A verb of where a thing, or the robot, shall be; a thing alone is to be put somewhere."""
        verb = self.word()
        if verb in w.DISCARD_VERBS and not self.is_name(verb):
            self.at += 1
            self.take("of")
            self.discard()
        elif verb in w.NEAR_VERBS:
            self.at += 1
            self.take("to")
            self.take("over")
            self.take("to")
            self.note(self.noun_phrase(), near=True)
        elif verb in w.PLACE_VERBS or verb in w.HOLD_VERBS:
            self.at += 1
            self.carry(verb)
        elif (
            self.starts_noun()  # "clean mug in the coffee machine"
            or (verb in w.LOOKS and self.at + 1 in self.mentions)
        ):
            self.carry("put")
        else:
            return False
        return True

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
        """What shall become of things; of what excludes each other the last said counts."""
        for thing in things:
            thing.states.pop("near", None)
            for state, value in states.items():
                other = _EXCLUSIVE.get(state, "")
                thing.changed |= thing.states.pop(state, value) != value or other in thing.states
                thing.states[state] = value
            self.remember(thing)
        self.topic = things

    def condition(self) -> bool:
        """ "make sure the fridge is closed", "leave the lamp on"; False when it is not that."""
        here, named = self.at, list(self.named)
        sure = self.word(1) in ("sure", "that") or self.word() == "ensure"
        self.at += 1
        self.take("sure")
        self.take("that")
        try:
            things = self.noun_phrases()
            sure = self.take("is", "are") or not sure
            state, value = w.CONDITIONS.get(self.word(), (w.STATE_WORDS.get(self.word(), ""), True))
            last = self.at + 1 == len(self.tokens) or self.word(1) in w.JOINERS
            if sure and state and last:
                self.at += 1
                self.note(things, **{state: value})
                return True
        except Unread:
            pass
        self.at, self.named = here, named
        return False

    def make(self) -> bool:
        """ "Make me some coffee", "a salad, please"; False when it is no dish."""
        told = self.word() in w.MAKE_VERBS
        at, count = self.at + told, 1
        while at < len(self.tokens) and self.tokens[at] in _BEFORE_DISH:
            count = max(count, w.NUMBERS.get(self.tokens[at], 1))
            at += 1
        name, after = [*self.tokens[at : at + 2], "", ""][:2]
        name = name.removesuffix("s")
        named = at in self.mentions and name != "toast"  # a coffee table, say
        alone = told or not after or after in w.JOINERS  # "toast the bread" is no wish for toast
        if name not in DISHES or named or not alone or (count > 1 and name != "coffee"):
            return False
        if self.word() == "pour" or (name == "toast" and w.PARTS & set(self.tokens[self.at : at])):
            raise Unread
        brings = self.word() == "bring" and self.word(1) in w.RECIPIENTS
        self.at = at + 1
        served = dish(name, count)
        if self.take("for"):
            self.take(*w.RECIPIENTS)
        if brings and name == "coffee" and count == 1:
            served[0].states["holding"] = True
        self.note(served)
        self.topic = [thing for thing in served if thing.place not in served]
        self.named += self.topic
        return True

    def switch(self) -> None:
        if self.word() in ("on", "off"):
            on = self.word() == "on"
            self.at += 1
            things = self.noun_phrases("toggleable")
            self.unplaced()
        else:
            things = self.noun_phrases("toggleable")
            if self.word() not in ("on", "off"):
                raise Unread
            on = self.take("on") or not self.take("off")
        self.locator()
        self.all_of(things)
        self.note(things, toggled=on)

    def all_of(self, things: list[Thing]) -> None:
        """ "The lights" are all lights, however many."""
        for thing in things:
            if thing.plural:
                thing.count, thing.every = 1, True

    def change(self, state: str, value: bool, before: Sequence[str] = ()) -> None:
        self.take("up", "down", "off", "out")
        some = self.word() in ("a", "an", "one")
        things = self.noun_phrases("openable" if state == "open" else "pickupable")
        if state == "filled" and not value and not any(map(self.able("fillable"), things)):
            return self.emptied(things, some)  # "empty the fridge"
        self.take("up", "down", "off", "out")
        if state == "open":
            self.all_of(things)
        if state in ("open", "toggled") or self.word() in _PEOPLE:
            self.unplaced()
        self.note(things, **{**dict.fromkeys(before, True), state: value})
        for thing in things if state == "filled" else ():
            if thing.states.pop("brewed", False) and value:
                thing.states["brewed"] = thing.states.pop("filled")  # "fill a mug with coffee"
        if state == "sliced" and self.word() == "in":
            raise Unread
        if state == "filled" and self.take("with"):
            self.take("water")
        while self.word() in _MEANS and state != "open":
            on = self.word() == "on"
            self.at += 1
            found = self.noun_phrase()  # where or with what: the planner decides that
            if on and not (state in ("hot", "cooked") and self.is_a("burner", found[0])):
                raise Unread

    def clear(self) -> None:
        """ "Clear the table", "take everything out of the sink": nothing shall be there."""
        while self.word() in w.AWAY | {"everything"}:
            self.at += 1
        if self.word(-1) == "everything":
            self.take("in", "on")
        some = self.word() in ("a", "an", "one")
        things = self.noun_phrases("receptacle")
        while self.word() in w.AWAY:
            self.at += 1
        if self.word() == "of" and self.word(1) == "everything":
            self.at += 2
        if spared := self.kinds_of(self.excepted()):
            for thing in things:
                thing.freed_of = self.other_than(spared, thing)
        self.emptied(things, some)

    def other_than(self, spared: set[str], place: Thing) -> tuple[str, ...]:
        """Types of what may be in or on a place, without some."""
        ontology = self.lexicon.ontology
        return tuple(
            kind
            for kind in ontology.types
            if ontology.affords(kind, "pickupable")
            and kind not in spared
            and any(ontology.fits(kind, where) for where in place.types)
        )

    def emptied(self, things: list[Thing], some: bool) -> None:
        for thing in things:
            if not some and (thing.count == 1 or thing.plural):
                thing.count, thing.every = 1, True
        self.note(things, cleared=True)

    def discard(self) -> None:
        things = self.noun_phrases()
        self.take("away") or self.take("out")
        self.to_bin(things)

    def to_bin(self, things: list[Thing]) -> None:
        can = self.known(Thing(self.lexicon.ontology.playing("bin"), words="garbage can"), True)
        self.named.append(can)
        for thing in things:
            thing.place = can
        self.note(things)

    def look(self) -> None:
        if self.word() in ("in", "into", "inside"):
            self.at += 1
            things = self.noun_phrases()
            if not all(map(self.able("openable"), things)):
                raise Unread
            return self.note(things, open=True)
        things = self.noun_phrases()
        if len(things) != 1:
            raise Unread
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
        lit = [thing for thing in self.things if thing.states.get("toggled")]
        lamps = lit if self.word() == "light" and lit else self.noun_phrase()
        self.take("light", "turned", "switched")
        self.take("on", "light")
        self.note(lamps, toggled=True)

    def carry(self, verb: str) -> None:
        self.take("up", "down", "away")
        gives = self.word() in w.RECIPIENTS and bool(self.take(*w.RECIPIENTS))
        again = self.word() in w.PRONOUNS and self.at not in self.mentions
        things = self.noun_phrases()
        if self.take("away") or (verb in ("throw", "toss") and self.take("out")):
            if verb not in ("throw", "toss"):
                raise Unread
            return self.to_bin(things)
        if self.word() in ("that", "which") or self.word() in _PEOPLE:
            raise Unread
        self.take("up", "down", "over", "back")
        if self.word() in w.FROM or (self.word() == "out" and self.word(1) in ("of", "from")):
            self.at += 1 + (self.word() == "out")
            self.take("of")
            if self.word() in w.PRONOUNS and self.at not in self.mentions:
                raise Unread  # "take the knives off it and ..."
            origin = self.noun_phrase()[0]
            for thing in things if verb not in w.BRING_VERBS and not gives else ():
                thing.origin = origin
        if self.word() in _BESIDE:
            things = [*things, *self.beside()]
        if self.word() in w.INTO and not gives:
            if verb in w.SET_DOWN and not again and self.word() not in w.TOWARDS:
                raise Unread  # where it is now, or shall be
            return self.note(self.place(things))
        if verb not in w.HOLD_VERBS and not gives:
            raise Unread
        for thing in things:  # "put it on the table, then pick it up"
            if thing.place is not None and not self.treated(thing):
                thing.changed = True
            thing.place = None
        self.note(things, holding=True)

    def place(self, things: list[Thing]) -> list[Thing]:
        """PREPOSITION noun phrase; what is moved."""
        on_top = self.word() == "on" and self.word(1) == "top" and self.word(2) == "of"
        towards = self.word() == "to"
        self.at += 3 if on_top else 1
        self.take("of")
        if self.word() in ("front", "left", "right") or self.word(1) in ("front", "left", "right"):
            raise Unread
        target = self.noun_phrase()[0]
        if towards and not self.able("receptacle")(target):  # "carry the book to the lamp"
            for thing in things:
                thing.states["holding"] = True
            if target.states:
                self.remember(target)
            return things
        target.count = 1
        for thing in things:
            if thing is target or target.place is thing:
                raise Unread
            if thing.place is not None:
                self.passed(thing)
            thing.place = target
            thing.states.pop("holding", None)
        beside = self.word() in _BESIDE and self.tokens[-1] in ("it", "them")
        if self.word() in w.INTO or beside:  # "in the bowl on the table", "a fork beside it"
            raise Unread
        self.locator()
        return things

    def passed(self, thing: Thing) -> None:
        """ "Put the egg in the microwave and place it on the desk": a hot egg is meant.

        Raises:
            Unread: nothing tells what it was to be put there for.
        """
        if not self.treated(thing):
            raise Unread

    def treated(self, thing: Thing) -> bool:
        """Whether it becomes hot or cold where it is put first; which is noted."""
        for state, role in (("hot", "heater"), ("cold", "cooler")):
            if thing.place is not None and self.is_a(role, thing.place):
                thing.states[state] = True
                return True
        return False

    def unplaced(self) -> None:
        """Nothing tells where what was named is, or which one is meant.

        Raises:
            Unread: "the candle on the desk", "that is on the desk", "I left there".
        """
        if self.word() in _WHEREABOUTS:
            raise Unread

    def locator(self) -> None:
        """Skip "above the desk" behind a destination: it only tells which one."""
        if self.word() in w.ASIDE or self.word() in ("under", "next", "by", "over"):
            while self.word() and self.word() not in w.JOINERS - {"next"}:
                self.at += 1

    def beside(self) -> list[Thing]:
        """ "Next to the pepper on the table": what is carried there, too, or is there already."""
        while self.word() in _BESIDE | {"to"}:
            self.at += 1
        others = self.noun_phrase()
        if self.word() not in w.INTO:
            raise Unread
        return [thing for thing in others if self.able("pickupable")(thing)]
