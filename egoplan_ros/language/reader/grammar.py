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
        kinds = (self.switching, self.phrase, self.making, self.changing, self.moving)
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

    def making(self) -> bool:
        """ "Make coffee", "prepare a hot potato"."""
        if self.make():
            return True
        if self.word() not in ("make", "prepare"):
            return False
        self.at += 1
        self.take(*w.RECIPIENTS)
        things = self.noun_phrases()
        inside = [other.place for other in self.things]
        if not all(thing.states or thing in inside for thing in things):
            raise Unread
        self.note(self.place(things, False) if self.word() in w.INTO else things)
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
            self.change(wanted[-1], True)
            self.note(self.topic, **dict.fromkeys(wanted[:-1], True))
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
            (verb in w.INTO and self.topic)  # "wash the plates, and then into the cabinet"
            or self.starts_noun()  # "clean mug in the coffee machine"
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
        for thing in things:
            thing.states.pop("near", None)
            thing.states.update(states)
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
        """ "make me some coffee in a clean mug", "a salad, please"; False when it is no dish."""
        told = self.word() in w.MAKE_VERBS
        at, count = self.at + told, 1
        while at < len(self.tokens) and self.tokens[at] in _BEFORE_DISH:
            count = max(count, w.NUMBERS.get(self.tokens[at], 1))
            at += 1
        name, after = [*self.tokens[at : at + 2], "", ""][:2]
        name = name.removesuffix("s")
        named = at in self.mentions and name != "toast"  # a coffee table, say
        alone = told or not after or after in w.JOINERS  # "toast the bread" is no wish for toast
        lead = set(self.tokens[self.at : at])
        slices = name == "toast" and (count > 1 or bool(w.PARTS & lead)) and "plate" not in lead
        several = count > 1 and not slices
        if name not in DISHES or named or not alone or (several and name != "coffee"):
            return False
        pours = self.word() == "pour"
        brings = self.word() == "bring" and self.word(1) in w.RECIPIENTS
        self.at = at + 1
        served = dish(name, count)
        if slices:  # by the slice: no plate unless one is asked for
            served = served[1:]
            served[0].place, served[0].count = None, count
        if pours and self.take("out"):
            self.note([Thing(("Mug",), states={"filled": False}, words="coffee")])
            return True
        if self.word() in ("in", "into", "on", "using", "with", "to"):
            self.at += 1
            for other in self.noun_phrases():
                part = next((x for x in served if set(x.types) & set(other.types)), None)
                if part is not None:  # "in a clean mug", "with two tomatoes"
                    part.states.update(other.states)
                    part.count = max(part.count, 1 if other.plural else other.count)
                elif pours:  # "into the sink"
                    served = [Thing(("Mug",), states={"filled": False}, words="coffee")]
                elif self.able("toggleable")(other):
                    pass  # with what it is made: the planner decides that
                elif self.able("receptacle")(other):
                    served[0].place = other
                else:
                    raise Unread
        if self.take("for"):
            self.take(*w.RECIPIENTS)
        if brings and (slices or name == "coffee") and count == 1 and served[0].place is None:
            served[0].states["holding"] = True
        self.note(served)
        self.topic = [thing for thing in served if thing.place not in served]
        self.named += self.topic
        self.served[name] = self.topic
        return True

    def switch(self) -> None:
        if self.word() in ("on", "off"):
            on = self.word() == "on"
            self.at += 1
            things = self.noun_phrases("toggleable")
            self.stay(things, self.whereabouts())
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

    def change(self, state: str, value: bool) -> None:
        self.take("up", "down", "off", "out")
        some = self.word() in ("a", "an", "one")
        things = self.noun_phrases("openable" if state == "open" else "pickupable")
        if state == "filled" and not value and not any(map(self.able("fillable"), things)):
            return self.emptied(things, some)  # "empty the fridge"
        self.take("up", "down", "off", "out")
        if state == "open":
            self.all_of(things)
            self.stay(things, self.whereabouts())
        elif state == "toggled":
            self.stay(things, self.whereabouts())
        elif self.word() in _PEOPLE:
            self.whereabouts()
        self.note(things, **{state: value})
        for thing in things if state == "filled" else ():
            if thing.states.pop("brewed", False) and value:
                thing.states["brewed"] = thing.states.pop("filled")  # "fill a mug with coffee"
        if state == "sliced" and self.word() in ("in", "into"):
            self.at += 1
            while self.word() in w.PARTS or self.word() in w.NUMBERS or self.word() == "halves":
                self.at += 1
            return
        if self.word() in w.FROM:
            self.at += 1
            self.noun_phrase()
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
        if verb in w.HOLD_VERBS and self.word() == "everything" and self.word(1) in w.AWAY:
            self.at += 1
            return self.clear()
        gives = self.word() in w.RECIPIENTS and bool(self.take(*w.RECIPIENTS))
        if self.word() in w.INTO and self.topic and not gives:  # "heat potato and put in fridge"
            again, things = True, list(self.topic)
        else:
            again = self.word() in w.PRONOUNS and self.at not in self.mentions
            things = self.noun_phrases()
        if self.word() == "away" and self.word(1) in w.INTO:
            self.at += 1
        if self.take("away") or (verb in ("throw", "toss") and self.take("out")):
            if verb not in ("throw", "toss"):
                raise Unread
            return self.to_bin(things)
        if self.word() in ("that", "which") or self.word() in _PEOPLE:
            self.whereabouts()
        self.take("up", "down", "over", "back")
        if self.word() == "out" and self.word(1) in w.INTO:
            self.at += 1
        if self.word() in w.FROM or (self.word() == "out" and self.word(1) in ("of", "from")):
            self.at += 1 + (self.word() == "out")
            self.take("of")
            spoken_of = self.word() in w.PRONOUNS and self.at not in self.mentions
            if spoken_of and self.word(1) in ("", *w.JOINERS):  # "take the knives off it and ..."
                self.at += 1
                if self.word(1) not in w.PLACE_VERBS:
                    raise Unread  # nothing tells where they are to go
                return self.note(things, holding=True)
            origin = self.noun_phrase()[0]
            for thing in things if verb not in w.BRING_VERBS and not gives else ():
                thing.origin = origin
        if self.word() == "to" and self.word(1) in w.RECIPIENTS:
            self.at += 2
            gives = True
        if self.word() in _BESIDE:
            things = [*things, *self.beside()]
        if self.word() in w.INTO and not gives:
            if verb not in w.SET_DOWN or again or self.word() in w.TOWARDS:
                return self.note(self.place(things, again))
            self.at += 1
            self.noun_phrase()  # where it is now
        if verb not in w.HOLD_VERBS and not gives:
            raise Unread
        self.note(things, holding=True)

    def place(self, things: list[Thing], again: bool) -> list[Thing]:
        """PREPOSITION noun phrase, twice for "in the bowl on the table"; what is moved."""
        on_top = self.word() == "on" and self.word(1) == "top" and self.word(2) == "of"
        towards = self.word() == "to"
        self.at += 3 if on_top else 1
        self.take("of")
        if self.word() in ("front", "left", "right") or self.word(1) in ("front", "left", "right"):
            self.aside()
        self.company = []
        target = self.noun_phrase()[0]
        things = [*things, *self.company]  # "on the table with a fork and a knife"
        if towards and not self.able("receptacle")(target):  # "carry the book to the lamp"
            for thing in things:
                thing.states["holding"] = True
            if target.states:
                self.remember(target)
            return things
        if self.word() in w.TOWARDS and not self.is_carrier(target):
            self.at += 1  # "move the keys on the desk to the sofa"
            target = self.noun_phrase()[0]
        things = list(dict.fromkeys(self.moved(thing, again) for thing in things))
        target.count = 1
        for thing in things:
            thing.place = target
            thing.states.pop("holding", None)
            if thing is target or target.place is thing:
                raise Unread
        if self.word() in w.INTO:
            self.at += 1
            outer = self.noun_phrase()[0]
            if self.is_carrier(target):
                target.place = outer
                self.remember(target)
            elif self.is_carrier(outer):  # "to the table on a plate"
                outer.place = target
                for thing in things:
                    thing.place = outer
                self.remember(outer)
        if self.word() in _BESIDE and self.tokens[-1] in ("it", "them"):  # "a fork beside it"
            for thing in self.topic:
                if thing.place is None and thing not in things and self.able("pickupable")(thing):
                    thing.place = target
        self.locator()
        return things

    def stay(self, things: list[Thing], place: Thing | None) -> None:
        """ "Light the candle on the desk": the one that is there then, too."""
        if place is None:
            return
        for thing in things:
            single = thing.count == 1 and not thing.every
            fits = any(
                self.lexicon.ontology.fits(kind, where)
                for kind in thing.types
                for where in place.types
            )
            if single and fits and thing.place is None and self.able("pickupable")(thing):
                thing.place = place

    def whereabouts(self) -> Thing | None:
        """Skip "that is on the desk", "I left there": it only tells which one is meant.

        What tells it comes back where it is a place that things are in or on.
        """
        told = bool(self.take("that", "which"))
        if self.word() in _PEOPLE and self.word(1):
            self.at += 2
        else:
            self.take("is", "are")
            self.take("lying", "standing", "sitting", "hanging", "still")
            if told and self.word() in w.CONDITIONS and self.word(1) not in w.DETERMINERS:
                self.at += 1
                return None
        if self.word() in w.INTO | w.UNDER | w.ASIDE | {"over"}:
            inside = self.word() in ("in", "on", "inside")
            self.at += 1
            self.take("to", "of")
            place = self.noun_phrase()[0]
            return place if inside else None
        return None

    def locator(self) -> None:
        """Skip "above the desk" behind a destination: it only tells which one."""
        if self.word() in w.ASIDE or self.word() in ("under", "next", "by", "over"):
            while self.word() and self.word() not in w.JOINERS - {"next"}:
                self.at += 1

    def moved(self, thing: Thing, again: bool) -> Thing:
        """What moves when something already put somewhere is to be put elsewhere.

        "Put a fork in a cup and set it on the desk" moves the cup; "put the egg in the microwave
        and place it on the desk" means a hot egg.
        """
        before = thing.place
        if before is None:
            return thing
        if again and self.is_carrier(before):
            self.remember(before)
            return before
        for state, role in (("hot", "heater"), ("cold", "cooler")):
            if self.is_a(role, before):
                thing.states[state] = True
        return thing

    def beside(self) -> list[Thing]:
        """ "Next to the pepper on the table": what is carried there, too, or is there already."""
        while self.word() in _BESIDE | {"to"}:
            self.at += 1
        others = self.noun_phrase()
        if self.word() not in w.INTO:
            raise Unread
        return [thing for thing in others if self.able("pickupable")(thing)]

    def aside(self) -> None:
        """ "in front of the toaster on the counter": what is meant is the counter."""
        self.take("the")
        self.at += 1
        self.take("side")
        if not self.take("of"):
            raise Unread
        self.noun_phrase()
        if self.word() not in w.INTO:
            raise Unread
        self.at += 1
