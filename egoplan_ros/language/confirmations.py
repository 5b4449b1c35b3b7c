"""What the robot repeats, reports and brings up in a dialog, and what that makes of a request."""

import re
from abc import ABC

from egoplan_ros.language.acceptance import Acceptance
from egoplan_ros.language.answers import tells_missing
from egoplan_ros.language.bearing import verb_of
from egoplan_ros.language.gist import Gist
from egoplan_ros.language.nouns import Thing, Unread
from egoplan_ros.language.raised import may_be_meant, raised, raises_another
from egoplan_ros.language.repetition import counts, repeated
from egoplan_ros.language.retractions import state_of

_CANNOT = re.compile(r"\bi(?:'m| am)? (?:can(?:not|'t| not)|unable to|do not know how)\b")
"""The robot does not do what was not understood."""
_CANNOT_DO = re.compile(
    r"\bi(?:'m| am)? (?:can ?not|can't|unable to) (?P<act>\w+)(?: (?:on|off))? "
    r"(?P<thing>(?:the|your|a|any) \w+(?: \w+)?)"
)
_OF_ANOTHER = re.compile(
    r"(?:^|[.;,!] )(?:but )?(?:the|your) (?P<what>[\w ]+?) (?:is|are) (?:still |also )?\w+[.;!] "
    r"(?:shall i|should i|do you want me to|may i|can i) \w+ (?:it|them|that)\b(?! there)"
)
"""Offers something about what was not spoken of: "the shower is running. Shall I stop it?"."""
_SO_IT_IS = re.compile(
    r"^(?:but )?(?:the|your) (?P<what>[\w ]+?) is (?:still |already )?(?:dirty|wet)\.?$"
)


class Confirmations(Acceptance, ABC):
    """Takes in what the robot says; see :class:`Replies`."""

    def _confirm(self, said: str) -> None:
        """Take over what the robot repeats otherwise than it was understood.

        Raises:
            Unread: it repeats nothing, and what it was told last was not understood.
        """
        if refused := _CANNOT_DO.search(said):
            self._give_up(verb_of(refused["act"]), refused["thing"])
        things, place = repeated(said, self.lexicon)
        if not self._turns:
            return  # nobody has asked for anything yet
        if things and not self.things:
            self.gist = Gist(self.lexicon)
        alone = not self.things
        for new in things:
            same = [thing for thing in self.things if set(thing.types) & set(new.types)]
            if alone:
                self._merge(new)
            elif len(same) == 1:
                self._adapt(same[0], new, said)
        if place is not None and self.gist.topic[-1:] and self.gist.topic[-1] in self.things:
            self._adapt(self.gist.topic[-1], Thing((), place=place), said)
        cannot = tells_missing(said) or _CANNOT.search(said)
        declined = bool(cannot) and not self.things
        if self._lost and not things and place is None and not declined:
            raise Unread
        if self._lost and declined and not self.gist.topic:
            self.gist.topic = [self.new(named) for named in self._named_last]
        self._lost = False

    def _give_up(self, act: str, name: str) -> None:
        """ "I cannot open the window": nobody insists on it."""
        state = state_of(act)
        kinds = {kind for mention in self.find(name) for kind in mention.types}
        for thing in [t for t in self.things if kinds & set(t.types) and state in t.states]:
            self._forgo_state(thing, state)

    def _adapt(self, thing: Thing, new: Thing, said: str) -> None:
        """Let a thing be as the robot says."""
        if new.every and not thing.every:
            thing.every, thing.count = True, 1
        elif not new.every and counts(said, new, self.lexicon):
            self._count(thing, new.count)
        thing.states |= new.states
        alike = [t for t in self.gist.loose if set(t.types) & set(thing.types)]
        self.gist.loose = [t for t in self.gist.loose if t in self.things or t not in alike]
        if new.place is not None:
            there = thing.place.types if thing.place else ()
            both = tuple(kind for kind in new.place.types if kind in there)
            if thing.place and both:
                thing.place.types = both
            else:
                thing.place = self.gist.place = new.place
                thing.states.pop("holding", None)

    def _speak_of(self, question: str, text: str) -> None:
        """What the robot names may be meant by "it"."""
        if self._brought_up(question, text):
            return
        if so := _SO_IT_IS.match(question):  # "the plate is dirty" - "then wash it first"
            kinds = {kind for mention in self.find(so["what"]) for kind in mention.types}
            if parts := [part for part in self._parts() if kinds & set(part.types)]:
                self.gist.topic = parts[-1:]
                return
        mentions = self.find(question)
        kinds = {kind for mention in mentions for kind in mention.types}
        known = [thing for thing in self.things if kinds & set(thing.types)]
        wanted = {kind for thing in self.things for kind in thing.types}
        other = [mention for mention in mentions if not wanted & set(mention.types)]
        told = _OF_ANOTHER.search(question)
        if told and (named := self.find(told["what"])):
            same = [part for part in self._parts() if set(part.types) & set(named[0].types)]
            self.gist.topic = same[-1:] or [self.new(named[0])]
        elif other and known and tells_missing(question):  # "no pen, but there is a pencil"
            self.gist.topic = [self.new(other[0])]
        elif known:
            self.gist.topic = known[-1:]
        elif mentions and not self.gist.topic:
            self.gist.topic = [self.new(mentions[0])]

    def _brought_up(self, question: str, text: str) -> bool:
        """ "The telly is still running" - "switch that off": whether that is what is meant."""
        affords, last = self.lexicon.ontology.affords, self.gist.topic[-1:]
        another = raises_another(question) and bool(last) and last[0].place is not None
        if another and may_be_meant(text, last[0], affords):
            self.gist.topic = [Thing(last[0].types, words=last[0].words)]
            return True
        if (about := raised(question, self.find)) is None:
            return False
        spoken_of = [*self.gist.loose, *self._parts()]
        kinds = {kind.removesuffix("Sliced") for kind in about.types}
        same = [t for t in spoken_of if kinds & {kind.removesuffix("Sliced") for kind in t.types}]
        thing = same[-1] if same else self.new(about)
        if not may_be_meant(text, thing, affords):
            return False
        self.gist.topic = [thing]
        return True
