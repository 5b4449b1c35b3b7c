"""One clause that asks for something, read from left to right by its bearing words."""

from egoplan_ros.language import bearing_words as k
from egoplan_ros.language import words as w
from egoplan_ros.language.bearing import Bearing, verb_of
from egoplan_ros.language.clauses import Clause
from egoplan_ros.language.nouns import ONE_IN_PLURAL, Thing, Unread
from egoplan_ros.language.wanted import STATED, Wanted

_GATHERS = frozenset("gather collect".split())
_SETS_DOWN = _GATHERS | frozenset("pick grab fetch lift remove retrieve find hold reach".split())
"""What follows with "on" or "in" tells where the thing is, not where it goes."""
APPLIANCES = frozenset(
    "Microwave StoveBurner Fridge SinkBasin Sink Faucet Toaster CoffeeMachine".split()
)
_NEEDED = {
    **dict.fromkeys((k.PLACE, k.HOLD, k.GIVE, k.DISCARD), "pickupable"),
    **dict.fromkeys((k.SWITCH, "toggled"), "toggleable"),
    "open": "openable",
}
"""What a thing has to afford for an act."""
_NOWHERE = frozenset("anywhere somewhere elsewhere".split())
_NEEDS = frozenset("need needs want like".split())
_LONGEST_FRAGMENT = 4
"""Words besides the names of a clause that is more than a bare name."""


class WishClause:
    """Reads a clause into what is wanted.

    Attributes:
        subject: things named before the act, or without one.
        objects: things named behind the act.
        act: the act that was named last.
        used: whether it found its things.
        moved: whether the things at hand were given a place.
        previous: kind of the bearing word before.
    """

    def __init__(self, wanted: Wanted, clause: Clause) -> None:
        self.wanted = wanted
        self.clause = clause
        self.tokens = wanted.tokens[clause.start : clause.end]
        self.subject: list[Thing] = []
        self.objects: list[Thing] = []
        self.act: Bearing | None = None
        self.used = True
        self.moved = False
        self.previous = ""

    def read(self) -> None:
        """Take in the clause.

        Raises:
            Unread: a bearing word finds no use.
        """
        if _NOWHERE & set(self.tokens):
            raise Unread
        past = 0
        for index, item in enumerate(self.clause.items):
            if item.start < past:
                continue
            match item.kind:
                case "act":
                    self._act(index, item)
                case "thing":
                    things = self.wanted.thing(item)
                    past = self.wanted.nouns.at
                    self._named(item, things)
                case "it":
                    self._pronoun(item)
                case "state":
                    self._state(index, item)
                case "wish":
                    self._belongs(index)
                case "every":
                    self._every(item)
                case "number":
                    self._number(item)
                case "holder":
                    self._put(self.targets, self._holder())
                case "there" | "inside":
                    self._there(item)
                case "me":
                    self._give(index)
                case "unknown" | "room" | "whither" | "except" | "mystery":
                    self._check(index, item)
            if item.kind not in ("every", "number", "wish", "is"):
                self.previous = item.kind
            elif item.kind == "every" and not self.used:
                self.previous = "it"
        self._end()

    @property
    def targets(self) -> list[Thing]:
        """What a state or a place is told of."""
        return self.objects or self.subject or self.wanted.topic

    # Acts ----------------------------------------------------------------------------------

    def _act(self, index: int, item: Bearing) -> None:
        self.wanted.topic = self.targets
        if self.act is not None and not self.used:
            self._apply(self.act, self.subject or self.wanted.topic)
            if self.act.value == k.PLACE and not self.moved:
                self.wanted.unplaced += self.objects
        self._begin(item)
        by_itself = item.value not in (k.PLACE, k.HOLD, k.SWITCH, k.GIVE)
        if by_itself and self.clause.ahead(index, "thing", "it") is None:
            self._apply(item, self.subject or self.wanted.topic)  # "the pot needs washing"
            self.used = True

    def _begin(self, item: Bearing) -> None:
        self.act, self.objects, self.used, self.moved = item, [], False, False

    def _apply(self, act: Bearing, things: list[Thing]) -> bool:
        """Do the act with things; whether it is done with."""
        wanted = self.wanted
        if not things:
            if wanted.things:
                raise Unread
            alone = self.clause.items == [act] and act.start == self.clause.start
            if alone and act.value not in (k.PLACE, k.HOLD):
                wanted.pending.append(act)  # "close and put away the laptop"
            return True
        for before in wanted.pending:
            if before.value.lstrip("!") not in STATED:
                raise Unread
            wanted.state(things, before.value)
        wanted.pending = []
        match act.value:
            case k.PLACE:
                own = k.OWN_PLACE.get(verb_of(wanted.tokens[act.start]))
                if own:
                    wanted.put(things, Thing((own,), words=own.lower()))
                return bool(own)
            case k.HOLD:
                movable, lit = wanted.nouns.able("pickupable"), wanted.nouns.able("toggleable")
                if not any(map(movable, things)) and all(map(lit, things)):
                    wanted.note(things, "toggled")  # "take the desk lamp", for light
                else:
                    wanted.note(things, "filled" if "drink" in self.tokens else "holding")
            case k.SWITCH:
                return self._switch(things)
            case k.DISCARD:
                wanted.put(things, Thing(("GarbageCan",), words="garbage can"))
            case k.GIVE:
                if not {"water", "drink"} & set(self.tokens):
                    return False
                wanted.note(things, "filled")
            case _:
                wanted.state(things, act.value)
        return True

    def _switch(self, things: list[Thing]) -> bool:
        if not {"on", "off"} & set(self.tokens):
            raise Unread
        told = [i for i in self.clause.items if i.kind == "state" and "toggled" in i.value]
        if told:
            self.wanted.state(things, told[0].value)
        return bool(told)

    def _state(self, index: int, item: Bearing) -> None:
        ahead = self.clause.ahead(index, "thing", "it") is not None
        if self.act and self.act.value == k.SWITCH and not self.objects and ahead:
            return  # "turn on the lamp"
        done = index and self.wanted.tokens[item.start - 1] in ("ve", "have", "has", "d")
        if done and ahead:  # "once you have washed the pot"
            return self._begin(item)
        if not self.targets and self.act is None and not self.wanted.things:
            return  # "headache coming on"
        if not self.targets:
            raise Unread
        left = self.act is not None and verb_of(self.wanted.tokens[self.act.start]) == "leave"
        stays = not self.moved and self.clause.ahead(index, "into", "there", "holder") is None
        if left and stays and item.value in ("toggled", "open"):
            self.wanted.only_told(self.targets)  # "leave the laptop running"
            self.used = True
            return
        self.wanted.state(self.targets, item.value)
        self.used = True

    def _give(self, index: int) -> None:
        if not self.act or self.act.value not in (k.HOLD, k.PLACE, k.GIVE) or self.moved:
            return
        ahead = self.clause.ahead(index, "thing", "it")
        things = self.objects or self.wanted.topic
        if not self.objects and ahead is not None and ahead.kind == "thing":
            things = self.wanted.thing(ahead)
        self.wanted.given += [thing for thing in things if thing not in self.wanted.given]
        self.wanted.note(things, "holding")
        self.used |= bool(things)

    # Things --------------------------------------------------------------------------------

    def _pronoun(self, item: Bearing) -> None:
        things = self._meant(list(self.wanted.topic))
        if not things and (self.act is not None or self.previous in ("into", "with")):
            raise Unread
        if things:
            self._named(item, things)

    def _meant(self, topic: list[Thing]) -> list[Thing]:
        """What a pronoun stands for: something with which the act can be done."""
        act = self.act.value.lstrip("!") if self.act is not None and not self.used else ""
        needed = _NEEDED.get(act, "")
        if act == k.SWITCH and not {"on", "off"} & set(self.tokens):
            needed = ""
        if {"up", "down"} & set(self.tokens):
            needed = ""  # a lid
        if not topic or not needed or self.previous in ("into", "with"):
            return topic
        able = self.wanted.nouns.able(needed)
        last = [thing for thing in self.wanted.things if able(thing)][-1:]
        return last if last and not any(map(able, topic)) else topic

    def _named(self, item: Bearing, things: list[Thing]) -> None:
        wanted = self.wanted
        match self.previous:
            case "into":
                if item.kind != "it" or not set(things) <= set(self.targets):
                    self._destination(things[0], item)  # else "with water in it"
            case "away":
                wanted.idle += things
            case "for":
                self._meant_for(things[0])
            case "except":
                if not wanted.spare([*self.objects, *self.subject] or wanted.topic, things):
                    raise Unread
            case "with":
                if item.kind != "it":  # "into the bin with it"
                    self._with(things)
            case _ if self.act is not None and (not self.used or self.objects):
                if self.used and item.kind == "it":
                    return
                if item.kind == "thing":
                    wanted.alike(self.objects, things, item)
                self.objects = list(dict.fromkeys([*self.objects, *things]))
                self.used = self._apply(self.act, self.objects)
            case _ if item.kind == "thing":
                wanted.alike(self.subject, things, item)
                self.subject = things if self.moved else [*self.subject, *things]
                self.moved = False

    def _every(self, item: Bearing) -> None:
        if not self.targets:
            self.subject = self.wanted.idle[-1:]  # "go over the taps, each one ..."
        if not self.targets:
            raise Unread
        plain = "them" in item.value or "one" in item.value
        for thing in self.targets:
            single = thing.count == 1 and (plain or thing.types[0] in ONE_IN_PLURAL)
            if thing.plural or single:
                thing.every, thing.count = True, 1

    def _number(self, item: Bearing) -> None:
        if not self.targets:
            self.subject = self.wanted.idle[-1:]  # "from the pencils take two"
        count, targets = w.NUMBERS[item.value], self.targets
        bare = verb_of(self.wanted.tokens[item.start - 1]) and count == 1
        if bare and all(t.count == 1 for t in targets):
            return  # "then put one on the shelf": that, no other
        if targets and all(thing.place for thing in targets):  # "... and two on the shelf"
            self.objects = [Thing(targets[0].types, count, words=targets[0].words)]
        for thing in targets:
            if not thing.place:
                thing.count, thing.plural = count, False

    # Places --------------------------------------------------------------------------------

    def _put(self, things: list[Thing], place: Thing) -> None:
        self.wanted.put(things, place)
        self.moved = True

    def _destination(self, place: Thing, item: Bearing) -> None:
        """Put things there, unless it tells where they are, or with what it is done."""
        things = self.targets
        if not things:
            if self.act is not None:
                raise Unread
            self.wanted.idle.append(place)
        elif self.moved:  # "in the bowl on the table", "in the cabinet under the sink"
            inner = things[0].place
            if inner and inner is not place and self.wanted.nouns.is_carrier(inner):
                self.wanted.put([inner], place)
            elif self._into(item).value in w.TOWARDS:  # "the keys on the desk to the sofa"
                self.wanted.put(things, place)
            else:
                self.wanted.idle.append(place)
        elif self.act is not None and self._only_locates(item):
            self.wanted.idle.append(place)
        else:
            self._put(things, place)

    def _only_locates(self, item: Bearing) -> bool:
        """Whether "in" and "on" behind an act tell where a thing is: "grab the cup on the desk"."""
        assert self.act is not None
        verb = verb_of(self.wanted.tokens[self.act.start])
        if self._into(item).value in w.TOWARDS or verb in _GATHERS:
            return False
        return self.act.value.lstrip("!") in STATED or verb in _SETS_DOWN

    def _into(self, item: Bearing) -> Bearing:
        """The preposition before a place."""
        return [i for i in self.clause.items if i.kind == "into" and i.start < item.start][-1]

    def _there(self, item: Bearing) -> None:
        receptacle = self.wanted.nouns.able("receptacle")
        where = next(filter(receptacle, self.wanted.topic), self.wanted.place)
        named = self.previous == "into" or item.kind == "inside"
        if named and where is not None and self.targets:
            self._put(self.targets, where)
        elif (self.objects or self.subject) and self.wanted.place is not None:
            self._put(self.objects or self.subject, self.wanted.place)

    def _belongs(self, index: int) -> None:
        """ "The towel on the floor goes in the hamper": what stands before tells where it is."""
        if self.moved and self.act is None and self.clause.ahead(index, "into", "holder", "there"):
            for thing in self.subject:
                thing.place = None
            self.moved = False

    def _holder(self) -> Thing:
        """What is made for a thing: "the hand towel on its ring"."""
        types = self.wanted.lexicon.ontology.types
        for kind in (thing.types[0] for thing in self.targets):
            own = [place for place in types[kind].fits if place.startswith(kind)]
            if own:
                return Thing((own[0],), words="holder")
        raise Unread

    def _meant_for(self, place: Thing) -> None:
        """ "Two cloths for the hamper"."""
        affords = self.wanted.lexicon.ontology.affords
        stays = not affords(place.types[0], "pickupable")
        holds = self.wanted.nouns.able("receptacle")(place)
        if self.targets and self.act is None and stays and holds and not self.moved:
            self.wanted.put(self.targets, place)
        else:
            self.wanted.idle.append(place)

    def _with(self, things: list[Thing]) -> None:
        """ "With a pencil in it", or what it is done with."""
        behind = self.wanted.tokens[self.wanted.nouns.at : self.clause.end]
        inside = behind[:1] == ["inside"] or behind[:2] in (["in", "it"], ["on", "it"])
        if inside and self.targets:
            self.wanted.put(things, self.targets[0])
        elif any("Knife" in kind or kind in APPLIANCES for kind in things[0].types):
            self.wanted.idle += things
        else:
            raise Unread

    # What finds no use ---------------------------------------------------------------------

    def _check(self, index: int, item: Bearing) -> None:
        """Refuse a thing, a place or an exception of which we do not know what it is."""
        carries = self.act is not None and self.act.value in (k.PLACE, k.HOLD) and not self.moved
        bad = item.kind == "mystery"
        match item.kind:
            case "unknown":
                first = self.act is None and not self.objects and not self.subject
                later = self.clause.ahead(index, "into", "state") is not None
                done_to = self.previous == "act" and not self.used
                bad = self.previous == "into" or done_to or (first and later)
            case "room":
                bad = carries
            case "whither":
                bad = carries and not set(self.objects) & set(self.wanted.given)
            case "except":
                after = self.clause.items[index + 1 : index + 2]
                bad = not after or after[0].kind != "thing" or after[0].start - item.end > 3
        if bad:
            raise Unread

    def _end(self) -> None:
        wanted, now = self.wanted, self.objects or self.subject
        asks = ("act", "state", "into", "wish", "every", "number", "me", "for")
        if self.subject and not self.clause.has(*asks):
            named = sum(item.end - item.start for item in self.clause.items)
            if len(self.tokens) - named > _LONGEST_FRAGMENT:
                wanted.idle += self.subject  # a sentence of which we know no word
        if self.subject and not self.clause.has(*asks[:3], *asks[4:]):
            movable = wanted.nouns.able("pickupable")
            wanted.idle += [t for t in self.subject if not movable(t)]  # "I need floor space"
        wanted.loose += [thing for thing in now if thing not in wanted.loose]
        if _NEEDS & set(self.tokens):
            wanted.needed += self.subject
        if not self._fragment():
            wanted.topic = now or wanted.topic or wanted.idle[-1:]
        for thing in self.subject if self.act is None else ():
            wished = _NEEDS & set(self.tokens) and thing.states
            if wished or "brewed" in thing.states:  # "a mug of coffee, please"
                wanted.nouns.remember(thing)
        alone = self.clause.head in ("and", "plus") and len(self.clause.items) == 1
        if alone and self.subject and (last := wanted.last_place) is not None:
            holds = wanted.nouns.able("receptacle")(self.subject[0])
            wanted.trailing += [(thing, last) for thing in self.subject if not holds]
        elif alone:  # "switch it off, and the floor lamp"
            for thing in self.subject:
                for state, value in wanted.last_states.items():
                    wanted.note([thing], state, value)
        wanted.last_place = next((thing.place for thing in now if thing.place), None)
        if self.act is not None and not self.used:
            self._do_at_last()
        done = (now or wanted.topic)[-1:] if self.act is not None else []
        wanted.last_states = dict(done[0].states) if done else {}

    def _do_at_last(self) -> None:
        """The act of a clause that found no use in it."""
        wanted, act = self.wanted, self.act
        assert act is not None
        if act.value == k.PLACE and not self.moved:
            wanted.unplaced += self.objects
        elif act.value in (k.SWITCH, k.GIVE):
            raise Unread
        else:
            self._apply(act, wanted.topic)

    def _fragment(self) -> bool:
        """Whether a bare name tells where things go that were named before: "3 eggs. Fridge."."""
        wanted, (place, *others) = self.wanted, [*self.subject, None]
        if place is None or others != [None] or len(self.clause.items) > 1 or self.act:
            return False
        affords = wanted.lexicon.ontology.affords
        if affords(place.types[0], "pickupable") or not affords(place.types[0], "receptacle"):
            return False
        before = wanted.loose if place not in wanted.loose else wanted.loose[:-1]
        homeless = [
            t for t in before if t.place is None and t not in wanted.idle and t is not place
        ]
        homeless = homeless or [t for t in wanted.topic if t.place is None and t is not place]
        movable = wanted.nouns.able("pickupable")
        if not homeless or not all(map(movable, homeless)):
            return False
        wanted.put(homeless, place)
        wanted.idle.append(place)
        return True
