"""What the robot offers or lets the person choose, and what of it is taken."""

import re
from abc import ABC

from egoplan_ros.language import words as w
from egoplan_ros.language.agreement import NO, YES
from egoplan_ros.language.answers import tells_missing
from egoplan_ros.language.bearing import tokens_of, verb_of
from egoplan_ros.language.nouns import Unread
from egoplan_ros.language.offers import DO_THAT_TOO, SENTENCES, UNKNOWN, sentences
from egoplan_ros.language.phrasing import CARRIER
from egoplan_ros.language.raised import raised
from egoplan_ros.language.retractions import Retractions

_AND_THIS = re.compile(
    r"^(?:(?:and|also|what about|how about|only)(?: the| some| any)? [^?.]*"
    r"|(?:(?:do|would) you (?:want|like|need) )?(?:(?:the|your|some|any) )?\w+(?: \w+)? "
    r"(?:as well|too|also))\?$"
)
_INSTEAD_OF = re.compile(
    r"(?:^|[.,;] )(?:so |then |you mean )*(?P<new>[\w ]+?) instead of (?P<old>[\w ]+?)(?: then)?\?$"
)
_OMIT = re.compile(
    r"^(?:then |just |but )*(?:leave|keep) (?:it|them|that|those) (?:out|away|aside)[.!\s]*$"
)
_ALONE = re.compile(
    r"^(?:just |then |please )*(?:leave|keep) (?:it|them|that|those)"
    r"(?: (?:here|there|alone|be|as (?:it is|they are)|where (?:it is|they are)|for now))?$"
)
_LEAVE_SO = re.compile(
    r"^(?:then |just |but |and )*(?:leave|keep) (?:it|them|that|those) (?P<so>on|off|open|shut"
    r"|closed)"
    r"(?=$|[,.;!])"
)
_STAYS = re.compile(
    r"^(?:leave|keep) (?:it|them|those|that)(?: \w+)?(?=[,.;!]|$| but\b| and\b)"
    r"[\s,.;!]*(?:(?:but|and)\b)?\s*"
)
EITHER = re.compile(
    r"(?:well,? |oh,? )?(?:(?:whichever|whatever|any|either)"
    r"(?:(?:'s| is)? \w+(?: to \w+)?"
    r"|(?: one)?(?: of (?:them|those|the two|those two))?"
    r"(?: (?:is|will|would|'ll|works?)\b[\w ]*)?)?"
    r"|(?:whichever|whatever) you [\w ]+"
    r"|(?:it|that) does not matter(?: which)?|i do not (?:care|mind)(?: which)?"
    r"|(?:it(?:'s| is) )?up to you|you (?:choose|decide))"
)
"""No answer to which one."""
_IN_SHORT = re.compile(
    r"(?:(?:then|rather|maybe|hmm+|well|ok(?:ay)?|on second thought),? )*"
    r"(?:\w+, )?(?:(?:in|on|into|onto|to) )?(?:(?:the|my|a|an) )?\w+(?: \w+)?"
    r"(?:,? (?:please|rather|instead|then|thanks|thank you))?[.!?\s]*"
)
"""No more than a place: "table, the dining table"."""
_DO_YOU_MEAN = re.compile(
    r"\b(?:do you|did you|you) mean (?P<thing>(?:the|a|an|your) (?!ones?\b)[\w ]+)\?"
)
_WOULD_BE = re.compile(
    r"(?:'s| is| would be| will be| might be) (?:better|nicer|fine|easier)[.!]*$"
)
_SHORT = 8
"""Tokens of a reply that only names something."""
_PUT_AWAY = re.compile(
    r"^(?:also )?put (?P<thing>(?:the|your) [\w ]+?) away(?: too| as well| also)*$"
)
_LEAVES = re.compile(
    r"^leave (?:it|them|that|(?:the|your) \w+(?: \w+)?) "
    r"(?:alone|be|there|as (?:it is|they are)|where (?:it is|they are))$"
)
_ON_IT = re.compile(r"\b(?:in|on|into|onto) it\b")
_ONE_OR_OTHER = re.compile(
    r"^(?:then |so )?(?:put (?:it|them) )?(?:(?:in|on) )?(?P<one>(?:the|a|my) \w+(?: \w+)??) or "
    r"(?:(?:in|on) )?(?P<other>(?:the|a|my) \w+(?: \w+)??)"
    r"(?:,? (?:i do not (?:care|mind)|either|whichever|whatever|(?:it )?does not matter"
    r"|you (?:choose|decide)|up to you)\b[^.;]*)?[.!\s]*$"
)
_ONLY_THIS = re.compile(r"^(?:only|just) (?P<thing>the (?:\w+ )?\w+)[.!\s]*$")
_BOTH = re.compile(r"both(?: of (?:them|those))?(?:,? please)?")
_THEM = re.compile(r"\b(?:them|it|both)\b")
_BETTER_THERE = re.compile(r"^(?:rather|better) (?P<place>(?:in|on)\b[^,]*)")
_THAT_ONE = re.compile(r"\b(?:that|this) one\b")
_ON_THAT = re.compile(r"(?:in|on) (?:a|the) [\w ]+$")
_ANOTHER = re.compile(r"\banother(?: one)?$")
_AS_IT_IS = re.compile(r"\b(?:just like that|as it is|as is|loose|just so)\?")
_SERVED = re.compile(rf"^(?P<how>(?:in|on) an? (?P<carrier>{CARRIER}))(?:,? please)?[.!\s]*$")


class Acceptance(Retractions, ABC):
    """Agrees to offers and declines them; see :class:`Replies`."""

    def _answer(self, offer: str, text: str, question: str) -> tuple[str, bool]:
        """Agree or decline; what else is said, and whether it stands for what was asked before."""
        self._declined = False
        if agreed := YES.match(text):
            if not self._put_away(offer) and not self._do_too(offer, question):
                self._agree(offer, text, question)
            return text[agreed.end() :], False
        refuses = False
        if offer in w.STATE_WORDS and text[:7] == f"no {offer[:4]}":  # "toasted?" - "no toast"
            text = "no, " + text.split(" ", 2)[-1].lstrip(",. ") if " " in text[3:] else "no"
        if (declined := NO.match(text)) and not self._not_this(text):
            refuses, text, self._declined = not offer, text[declined.end() :], True
            used = not offer or {"use", "add", "take"} & set(offer.split())
            first, _, rest = text.strip(" ,.!").partition(". ")
            if used and self._leaves(first.strip()):
                return rest, False
            named = self.find(offer)
            on_it = bool(named) and self._fixed(named[0]) and _ON_IT.search(text)
            if on_it:  # "shall I wipe the table?" - "no, but lay four forks on it"
                text = _ON_IT.sub(self.into(named[0]), text)
            new = len(named) == 1 and self._known(named[0]) is None and not self._fixed(named[0])
            if new and text.strip(" .!"):  # "shall I put the card in, too?" - "no, bring it to me"
                self.gist.topic = [self.new(named[0])]
            text = _STAYS.sub("", text) if offer else text
            instead = self._elsewhere(offer, text) or self._served(question, text)
        elif offer and _ALONE.match(text.strip(" .!")):
            return "", False  # "should I move it?" - "leave it there"
        elif better := _BETTER_THERE.match(text):
            instead = self._elsewhere(offer, better["place"])
        elif (only := _ONLY_THIS.match(text)) and _THEM.search(offer):
            instead = _THEM.sub(only["thing"], offer, count=1)
        elif (
            all(EITHER.fullmatch(c.strip(" .!")) for c in text.split(","))
            and self._whichever(question)
        ) or self._one_or_other(text):
            return "", False
        elif offer and (instead := self._narrowed(offer, text) or self._shifted(offer, text)):
            pass
        elif (acts := self.either(question)) and _BOTH.fullmatch(text.strip(" .!")):
            for act in acts:
                self.hear(act)
            return "", False
        elif offer and acts:
            self.hear(offer)
            return SENTENCES.split(text, maxsplit=1)[-1], False
        else:
            instead = ""
        if instead:
            self.hear(instead)
        return "" if instead else text, refuses

    def _put_away(self, offer: str) -> bool:
        """ "Shall I put the spoons away, too?": where the forks were put."""
        away = _PUT_AWAY.match(offer)
        last = self.gist.topic[-1:]
        if away is None or not last or last[0].place is None:
            return False
        named = self.find(away["thing"])
        every = ["all"] if last[0].every and away["thing"].endswith("s") else []
        return len(named) == 1 and self.likewise(named[0], every)

    def _do_too(self, offer: str, question: str) -> bool:
        """ "There's a dirty pan beside it. Shall I do that too?"."""
        about = raised(question, self.find) if DO_THAT_TOO.match(offer) else None
        return about is not None and self.likewise(about, [])

    def _narrowed(self, offer: str, text: str) -> str:
        """ "Shall I switch on a lamp?" - "the floor lamp would be nice": that, as a request."""
        named, meant = self.find(text), self.find(offer)
        if len(named) != 1 or len(meant) != 1 or self._orders(text) or "," in text:
            return ""
        if not set(named[0].types) < set(meant[0].types) or len(tokens_of(text)) > _SHORT:
            return ""
        tokens, said = tokens_of(offer), tokens_of(text)
        name = said[named[0].start : named[0].end]
        return " ".join([*tokens[: meant[0].start], *name, *tokens[meant[0].end :]])

    def _shifted(self, offer: str, text: str) -> str:
        """ "In a bowl?" - "a plate would be better": what is to be done, or ""."""
        place = _WOULD_BE.sub("", text)
        return self._elsewhere(offer, place) if _IN_SHORT.fullmatch(place) else ""

    def _agree(self, offer: str, text: str, question: str) -> None:
        """Take in what the robot offers."""
        if offer == UNKNOWN:
            self.unclear = True  # agreed to, and we do not know to what
            raise Unread
        if (meant := _DO_YOU_MEAN.search(question)) and (named := self.find(meant["thing"])):
            self._instead(named[0])
            return
        if _LEAVES.match(offer):
            named = self.find(offer)
            kinds = {kind for mention in named for kind in mention.types}
            gone = [
                t for t in self.things if (kinds & set(t.types) if named else t in self.gist.topic)
            ]
            self._forgo(gone)
            self.gist.idle += [thing for thing in self.gist.loose if kinds & set(thing.types)]
            self._dropped = True
            return
        if offer.startswith(("bring me ", "use ")) and self._rather(question, offer):
            return
        if offer and self.gist.topic and self.gist.topic[-1].every and _THAT_ONE.search(offer):
            return  # one of all that were asked for
        if _ON_THAT.match(offer) and (named := self.find(offer)):
            places = {kind for part in self._parts() if part.place for kind in part.place.types}
            if places & set(named[0].types):
                return  # it is there already
        if offer and _ANOTHER.search(offer) and self.gist.topic:
            self.gist.topic[-1].count += " more" not in text
        elif offer:
            self.hear(offer)
        elif swapped := _INSTEAD_OF.search(question):
            if not self._swap(swapped["old"], swapped["new"]):
                self._this_too(f"{swapped['new']}?", swapped["new"])
        elif asked := next(filter(_AND_THIS.match, (f"{s}?" for s in sentences(question))), ""):
            self._this_too(asked, text)

    def _whichever(self, question: str) -> bool:
        """ "Should I bring you a pen or a pencil?" - "either is fine": whether that was asked."""
        first, _, other = question.partition(" or ")
        if not self.things and (offer := self.offer(f"{first}?", "")):
            self.hear(offer)
            for mention in self.find(other)[:1]:
                self._either_will_do(mention)
            return True
        homeless = [thing for thing in self.gist.topic if thing.place is None]
        places = [named for named in self.options(question) if self._is_place(named)]
        if not homeless or len(places) != 2 or " or " not in question:
            return False
        self.hear(self.into(places[0]))
        return self._either_will_do(places[1])

    def _one_or_other(self, text: str) -> bool:
        """ "The drawer or the cupboard, I don't care": whether that is all that is said."""
        told = _ONE_OR_OTHER.match(text)
        if told is None or not self.gist.topic:
            return False
        one, other = self.find(told["one"]), self.find(told["other"])
        if len(one) != 1 or len(other) != 1 or not all(map(self._fixed, [*one, *other])):
            return False
        places = [thing.place for thing in self.gist.topic if thing.place]
        if places:
            self._move(places[-1], one[0])
        else:
            self.hear(self.into(one[0]))
        return self._either_will_do(other[0])

    def _this_too(self, question: str, text: str) -> None:
        """ "The pencils as well?" - "yes, two of those"."""
        last = next(iter((self.gist.topic or self.things)[-1:]), None)
        if last is None or not (named := self.find(question)):
            return
        known = self._known(named[0])
        if known is not None and known.place is not None and "another" not in question:
            return  # "and the laptop still on the bed?"
        every = last.every and (tokens_of(question)[named[0].end - 1]).endswith("s")
        if self.likewise(named[0], ["all"] if every else []):
            numbers = [w.NUMBERS[token] for token in tokens_of(text) if token in w.NUMBERS]
            for count in numbers[:1]:
                self._count(self.gist.topic[-1], count)

    def _rather(self, question: str, offer: str) -> bool:
        """ "There are no tomatoes left. Would you like an apple?" - "sure": an apple instead."""
        new = self.find(offer) if tells_missing(question) else []
        missing = {kind for mention in self.find(question) for kind in mention.types}
        for thing in self.things if len(new) == 1 else ():
            if missing & set(thing.types) and not set(new[0].types) & set(thing.types):
                thing.types, thing.words = new[0].types, new[0].types[0].lower()
                self.gist.topic = [thing]
                return True
        return False

    def _elsewhere(self, offer: str, text: str) -> str:
        """ "Shall I put it on the desk?" - "better in a drawer": what is to be done, or ""."""
        places = self.find(SENTENCES.split(text.strip(" ,.!"))[-1])
        if all(set(places[-1].types) & set(place.types) for place in places[:-1]):
            places = places[-1:]  # "table, the dining table"
        put = re.match(r"(?:put|place|leave|hang|serve) (?:it|them|that)\b", offer)
        alone = len(places) == 1 and self._is_place(places[0]) and not self._orders(text)
        fixed = alone and (self._fixed(places[0]) or self._on_a_carrier(offer))
        if fixed and offer.split(" ", 1)[0] in w.INTO:
            return self.into(places[0])
        return f"{put[0]} {self.into(places[0])}" if put and fixed else ""

    def _on_a_carrier(self, offer: str) -> bool:
        """Whether the robot would put something in or on what can be carried."""
        named = self.find(offer)[-1:]
        return bool(named) and self._is_place(named[0]) and not self._fixed(named[0])

    def _served(self, question: str, text: str) -> str:
        """ "Just like that?" - "no, in a bowl": in a bowl, and that where it was to go."""
        on = _SERVED.match(text) if _AS_IT_IS.search(question) else None
        where = next((thing.place for thing in self.gist.topic if thing.place), None)
        if on is None or where is None:
            return ""
        return f"put it {on['how']} and put the {on['carrier']} {self.into(where)}"

    def _only_a_place(self, text: str) -> bool:
        """Whether a text is no more than a place."""
        named = self.find(text)
        return len(named) == 1 and self._is_place(named[0]) and bool(_IN_SHORT.fullmatch(text))

    def _leaves(self, text: str, corrects: bool = False) -> bool:
        """ "Leave it out", "no, leave it", "leave it open" of what was to be closed."""
        spoken_of = [thing for thing in self.gist.topic if thing in self.things]
        alone = (corrects or text.startswith("then ")) and _ALONE.match(text)
        if alone:
            spoken_of = [thing for thing in spoken_of if thing in self._before]
        if spoken_of and (alone or _OMIT.match(text)):
            self._forgo(spoken_of)
            self._dropped = True
            return True
        if left := _LEAVE_SO.match(text):
            predicate, value = w.CONDITIONS[left["so"]]
            changed = [t for t in spoken_of if t.states.get(predicate) == (not value)]
            for thing in changed:
                thing.states[predicate] = value
            return bool(changed)
        return False

    def _orders(self, text: str) -> bool:
        """Whether a sentence begins with a verb."""
        words = [t for t in tokens_of(text) if t not in w.POLITE | w.COURTESY]
        return bool(words) and bool(verb_of(words[0]))
